"""A run's scores as one file, with as much of the two schemas as a sweep or a ranking needs."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

from aligner.entity import Entity, EntityKind, Schema
from aligner.errors import InputError
from aligner.scores import Scores
from service.serialisation import scores_from_bytes, scores_to_bytes

#: Shape of the file; raised when it changes.
FORMAT = "aligner-scores/1"

_NO_DATE = (1980, 1, 1, 0, 0, 0)


def scores_to_file(scores: Scores) -> bytes:
    """The file's content; equal scores give equal bytes."""
    header = {"format": FORMAT, "source": _bare(scores.source), "target": _bare(scores.target)}
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        text = json.dumps(header, ensure_ascii=False, separators=(",", ":"))
        archive.writestr(zipfile.ZipInfo("schemas.json", _NO_DATE), text, zipfile.ZIP_DEFLATED)
        archive.writestr(zipfile.ZipInfo("scores.npz", _NO_DATE), scores_to_bytes(scores), zipfile.ZIP_STORED)
    return buffer.getvalue()


def read_scores(path: Path) -> Scores:
    """Read scores back; the schemas hold ids, labels and kinds only.

    Raises:
        InputError: the file is missing or is no scores file.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            header = json.loads(archive.read("schemas.json"))
            content = archive.read("scores.npz")
        if header["format"] != FORMAT:
            raise InputError(f"scores of the format {header['format']!r}, not {FORMAT!r}", file=str(path))
        return scores_from_bytes(content, _schema(header["source"]), _schema(header["target"]))
    except (OSError, KeyError, ValueError, zipfile.BadZipFile):
        remedy = "`aligner align` writes *.scores.npz files beside its mapping sets"
        raise InputError("no scores file", file=str(path), remedy=remedy) from None


def _bare(schema: Schema) -> dict[str, Any]:
    return {"name": schema.name, "entities": [[each.id, each.label, each.kind] for each in schema.entities]}


def _schema(content: dict[str, Any]) -> Schema:
    entities = tuple(Entity(id_, label, EntityKind(kind)) for id_, label, kind in content["entities"])
    return Schema(content["name"], entities)
