"""The first tables: sources, schemas, runs, mapping sets, references, sweeps, and the documents behind them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    op.create_table(
        "documents",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("media_type", sa.String(), nullable=False),
        sa.Column("length", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "mapping_sets",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "runs",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("stage", sa.String(), nullable=True),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("result", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("cancel_requested", sa.Boolean(), nullable=False),
        sa.Column("lease", sa.String(), nullable=True),
        sa.Column("due", sa.Float(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
    )
    op.create_index("runs_by_state", "runs", ["state", "due"], unique=False)
    op.create_table(
        "schemas",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=True),
        sa.Column("prefixes", sa.Text(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "sources",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "document_chunks",
        sa.Column("document_id", sa.String(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["document_id"], ["documents.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("document_id", "ordinal"),
    )
    op.create_table(
        "entities",
        sa.Column("schema_id", sa.String(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("entity_id", sa.String(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("profile", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["schema_id"], ["schemas.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("schema_id", "position"),
    )
    op.create_table(
        "mapping_set_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("set_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=False),
        sa.Column("source_schema", sa.String(), nullable=False),
        sa.Column("target_schema", sa.String(), nullable=False),
        sa.Column("document_id", sa.String(), nullable=False),
        sa.Column("scores_id", sa.String(), nullable=False),
        sa.Column("recipe", sa.String(), nullable=False),
        sa.Column("recipe_fingerprint", sa.String(), nullable=False),
        sa.Column("selector", sa.String(), nullable=False),
        sa.Column("threshold", sa.Float(), nullable=False),
        sa.Column("mappings", sa.Integer(), nullable=False),
        sa.Column("abstentions", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["runs.id"],
        ),
        sa.ForeignKeyConstraint(
            ["scores_id"],
            ["documents.id"],
        ),
        sa.ForeignKeyConstraint(
            ["set_id"],
            ["mapping_sets.id"],
        ),
        sa.ForeignKeyConstraint(
            ["source_schema"],
            ["schemas.id"],
        ),
        sa.ForeignKeyConstraint(
            ["target_schema"],
            ["schemas.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("run_id"),
        sa.UniqueConstraint("set_id", "number"),
    )
    op.create_table(
        "references",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("document_id", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("target", sa.String(), nullable=True),
        sa.Column("pairs", sa.Integer(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["document_id"],
            ["documents.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "source_versions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source_id", sa.String(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("folder", sa.String(), nullable=False),
        sa.Column("files", sa.Integer(), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("wanted_adapter", sa.String(), nullable=True),
        sa.Column("adapter", sa.String(), nullable=True),
        sa.Column("schema_id", sa.String(), nullable=True),
        sa.Column("report", sa.Text(), nullable=True),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["schema_id"],
            ["schemas.id"],
        ),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["sources.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("source_id", "number"),
    )
    op.create_table(
        "abstentions",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("entity_id", sa.String(), nullable=False),
        sa.Column("side", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("runner_up", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["version_id"], ["mapping_set_versions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("version_id", "ordinal"),
    )
    op.create_table(
        "mappings",
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("ordinal", sa.Integer(), nullable=False),
        sa.Column("record_id", sa.String(), nullable=False),
        sa.Column("subject_id", sa.String(), nullable=False),
        sa.Column("object_id", sa.String(), nullable=False),
        sa.Column("confidence", sa.Float(), nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("evidence", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["version_id"], ["mapping_set_versions.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("version_id", "ordinal"),
    )
    op.create_index(op.f("ix_mappings_object_id"), "mappings", ["object_id"], unique=False)
    op.create_index(op.f("ix_mappings_record_id"), "mappings", ["record_id"], unique=False)
    op.create_index(op.f("ix_mappings_subject_id"), "mappings", ["subject_id"], unique=False)
    op.create_table(
        "sweeps",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("run_id", sa.String(), nullable=False),
        sa.Column("scored_run_id", sa.String(), nullable=False),
        sa.Column("reference_id", sa.String(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["reference_id"],
            ["references.id"],
        ),
        sa.ForeignKeyConstraint(
            ["run_id"],
            ["runs.id"],
        ),
        sa.ForeignKeyConstraint(
            ["scored_run_id"],
            ["runs.id"],
        ),
        sa.PrimaryKeyConstraint("number"),
        sa.UniqueConstraint("id"),
    )


def downgrade() -> None:
    """Drop every table and what is in it."""
    op.drop_table("sweeps")
    op.drop_index(op.f("ix_mappings_subject_id"), table_name="mappings")
    op.drop_index(op.f("ix_mappings_record_id"), table_name="mappings")
    op.drop_index(op.f("ix_mappings_object_id"), table_name="mappings")
    op.drop_table("mappings")
    op.drop_table("abstentions")
    op.drop_table("source_versions")
    op.drop_table("references")
    op.drop_table("mapping_set_versions")
    op.drop_table("entities")
    op.drop_table("document_chunks")
    op.drop_table("sources")
    op.drop_table("schemas")
    op.drop_index("runs_by_state", table_name="runs")
    op.drop_table("runs")
    op.drop_table("mapping_sets")
    op.drop_table("documents")
