"""Mapping sets: immutable versions, each published whole in one transaction by one run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from sqlmodel import Session, col, select

from aligner.alignment import Abstention, Alignment
from aligner.entity import Schema
from aligner.scores import Scores
from mappings.evidence import EVIDENCE_SLOT
from mappings.identifiers import published
from mappings.mapping import MappingSet
from mappings.tsv import to_tsv
from service.database import insert_new
from service.serialisation import explanation_to_json, scores_from_bytes, scores_to_bytes, slots_to_json
from service.store.documents import read_document, save_document
from service.store.schemas import load_schema, save_schema
from service.tables import AbstentionRow, MappingRow, MappingSetRow, MappingSetVersionRow

#: Media type of a published set's document.
TSV_TYPE = "application/sssom+tsv"


@dataclass(frozen=True, slots=True)
class Publication:
    """What a run publishes.

    Attributes:
        set_id: the mapping set it becomes the next version of.
        run_id: the run.
        recipe: name of the recipe.
        recipe_fingerprint: fingerprint of the recipe as it was used.
        scores: every score, before anything was cut.
        alignment: claims and abstentions.
        mapping_set: the claims as SSSOM.
    """

    set_id: str
    run_id: str
    recipe: str
    recipe_fingerprint: str
    scores: Scores
    alignment: Alignment
    mapping_set: MappingSet


def publish(session: Session, publication: Publication) -> MappingSetVersionRow:
    """Make the next version of a mapping set, with its document, scores, mappings and abstentions."""
    scores, alignment = publication.scores, publication.alignment
    row = MappingSetVersionRow(
        set_id=publication.set_id,
        number=_next_number(session, publication.set_id),
        run_id=publication.run_id,
        source_schema=save_schema(session, scores.source),
        target_schema=save_schema(session, scores.target),
        document_id=save_document(session, to_tsv(publication.mapping_set), TSV_TYPE),
        scores_id=save_document(session, scores_to_bytes(scores), "application/x-npz"),
        recipe=publication.recipe,
        recipe_fingerprint=publication.recipe_fingerprint,
        selector=alignment.selector,
        threshold=alignment.threshold,
        mappings=len(publication.mapping_set),
        abstentions=len(alignment.abstentions),
        created=datetime.now(UTC),
    )
    session.add(row)
    session.flush()
    version_id = row.id or 0
    insert_new(session, MappingRow, _mapping_rows(version_id, publication.mapping_set, alignment))
    insert_new(session, AbstentionRow, _abstention_rows(version_id, alignment.abstentions))
    return row


def find_set_version(session: Session, set_id: str, number: int | None) -> MappingSetVersionRow | None:
    """A version of a mapping set, the newest without a number, if there is one."""
    query = select(MappingSetVersionRow).where(MappingSetVersionRow.set_id == set_id)
    if number is not None:
        query = query.where(MappingSetVersionRow.number == number)
    return session.exec(query.order_by(col(MappingSetVersionRow.number).desc()).limit(1)).first()


def version_of_run(session: Session, run_id: str) -> MappingSetVersionRow | None:
    """What a run has published, if it has."""
    return session.exec(select(MappingSetVersionRow).where(MappingSetVersionRow.run_id == run_id)).first()


def find_mapping(session: Session, record_id: str) -> tuple[MappingRow, MappingSetVersionRow] | None:
    """The mapping of that id as it was last published, and where."""
    query = (
        select(MappingRow, MappingSetVersionRow)
        .where(MappingRow.version_id == MappingSetVersionRow.id)
        .where(MappingRow.record_id == record_id)
        .order_by(col(MappingRow.version_id).desc())
        .limit(1)
    )
    return session.exec(query).first()


def load_scores(session: Session, version: MappingSetVersionRow) -> Scores:
    """The scores that a version was chosen from."""
    source: Schema = load_schema(session, version.source_schema)
    target: Schema = load_schema(session, version.target_schema)
    return scores_from_bytes(read_document(session, version.scores_id), source, target)


def _next_number(session: Session, set_id: str) -> int:
    insert_new(session, MappingSetRow, [{"id": set_id, "created": datetime.now(UTC)}])
    session.exec(select(MappingSetRow).where(MappingSetRow.id == set_id).with_for_update()).one()
    latest = find_set_version(session, set_id, None)
    return latest.number + 1 if latest else 1


def _mapping_rows(version_id: int, mapping_set: MappingSet, alignment: Alignment) -> list[dict[str, Any]]:
    """By subject, object and record id, as people look for them; the evidence whole, not as short as in the file."""
    explanations = {(published(each.source_id), published(each.target_id)): each.explanation for each in alignment}
    ordered = sorted(mapping_set, key=lambda each: (each.subject_id or "", each.object_id or "", each.record_id or ""))
    rows = []
    for ordinal, mapping in enumerate(ordered):
        rows.append(
            {
                "version_id": version_id,
                "ordinal": ordinal,
                "record_id": mapping.record_id,
                "subject_id": mapping.subject_id,
                "object_id": mapping.object_id,
                "confidence": mapping.confidence,
                "content": {slot: value for slot, value in slots_to_json(mapping).items() if slot != EVIDENCE_SLOT},
                "evidence": explanation_to_json(explanations.get((mapping.subject_id or "", mapping.object_id or ""))),
            }
        )
    return rows


def _abstention_rows(version_id: int, abstentions: Iterable[Abstention]) -> list[dict[str, Any]]:
    return [
        {
            "version_id": version_id,
            "ordinal": ordinal,
            "entity_id": each.entity_id,
            "side": each.side,
            "reason": each.reason,
            "runner_up": None if each.runner_up is None else asdict(each.runner_up),
        }
        for ordinal, each in enumerate(abstentions)
    ]
