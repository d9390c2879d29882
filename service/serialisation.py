"""The domain as JSON and bytes for the store, and back: every value comes back equal to what went in."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aligner.alignment import Explanation
from aligner.candidates import Candidates
from aligner.entity import Entity, EntityKind, Schema, Scope, Synonym
from aligner.profiles import FieldProfile, Sketch, Summary
from aligner.scores import Scores

#: A moment for files within an archive, so that equal scores give equal bytes.
_NO_DATE = (1980, 1, 1, 0, 0, 0)

_COLUMN = "column/"


def entity_to_json(entity: Entity) -> dict[str, Any]:
    """An entity without its profile."""
    return {each.name: _plain(getattr(entity, each.name)) for each in fields(entity) if each.name != "profile"}


def entity_from_json(content: Mapping[str, Any], profile: Mapping[str, Any] | None) -> Entity:
    """The entity of `entity_to_json` with the profile of `profile_to_json`."""
    return Entity(
        id=content["id"],
        label=content["label"],
        kind=EntityKind(content["kind"]),
        path=tuple(content["path"]),
        synonyms=tuple(
            Synonym(each["text"], Scope(each["scope"]), each["language"]) for each in content["synonyms"] or ()
        ),
        description=content["description"],
        parents=tuple(content["parents"]),
        domains=tuple(content["domains"]),
        ranges=tuple(content["ranges"]),
        datatype=content["datatype"],
        profile=None if profile is None else profile_from_json(profile),
    )


def profile_to_json(profile: FieldProfile | None) -> dict[str, Any] | None:
    """A profile, or None for None."""
    return None if profile is None else asdict(profile)


def profile_from_json(content: Mapping[str, Any]) -> FieldProfile:
    """The profile of `profile_to_json`."""
    return FieldProfile(
        records=content["records"],
        filled=content["filled"],
        values=content["values"],
        list_records=content["list_records"],
        kinds=_pairs(content["kinds"]),
        value_sketch=Sketch(_pairs(content["value_sketch"]["entries"])),
        token_sketch=Sketch(_pairs(content["token_sketch"]["entries"])),
        lengths=_summary(content["lengths"]),
        numbers=_summary(content["numbers"]),
        times=_summary(content["times"]),
        ambiguous_zones=content["ambiguous_zones"],
        roles=_pairs(content["roles"]),
        patterns=_pairs(content["patterns"]),
        top_values=_pairs(content["top_values"]),
        examples=_pairs(content["examples"]),
        version=content["version"],
    )


def _summary(content: Mapping[str, Any]) -> Summary:
    return Summary(content["count"], content["low"], content["high"], _pairs(content["buckets"]))


def explanation_to_json(explanation: Explanation | None) -> dict[str, Any] | None:
    """An explanation whole, or None for None."""
    return None if explanation is None else asdict(explanation)


def scores_to_bytes(scores: Scores) -> bytes:
    """Scores without their schemas as a compressed NumPy archive (`.npz`); equal scores give equal bytes."""
    arrays: dict[str, NDArray[Any]] = {
        "source": scores.candidates.source,
        "target": scores.candidates.target,
        "log_odds": scores.log_odds,
        "combined": scores.combined,
    }
    arrays |= {_COLUMN + name: column for name, column in scores.columns.items()}
    if scores.preferences is not None:
        arrays |= dict(zip(("preferences_source", "preferences_target"), scores.preferences, strict=True))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy", _NO_DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as stream:
                np.lib.format.write_array(stream, np.ascontiguousarray(array), allow_pickle=False)
    return buffer.getvalue()


def scores_from_bytes(content: bytes, source: Schema, target: Schema) -> Scores:
    """The scores of `scores_to_bytes` between the same two schemas."""
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        columns = {name.removeprefix(_COLUMN): arrays[name] for name in arrays.files if name.startswith(_COLUMN)}
        preferences = None
        if "preferences_source" in arrays.files:
            preferences = (arrays["preferences_source"], arrays["preferences_target"])
        candidates = Candidates(arrays["source"], arrays["target"])
        return Scores(source, target, candidates, columns, arrays["log_odds"], arrays["combined"], preferences)


def slots_to_json(record: Any) -> dict[str, Any]:
    """A dataclass of SSSOM slots as JSON: slot names as keys, absent ones left out, extension slots beside."""
    content = {
        each.name: _plain(value)
        for each in fields(record)
        if each.name not in {"extensions", "mappings"} and (value := getattr(record, each.name)) not in (None, ())
    }
    return content | dict(record.extensions)


def printable(value: Any) -> Any:
    """JSON in which every text can be written as UTF-8: half a surrogate pair becomes `?`."""
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, Mapping):
        return {printable(key): printable(each) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [printable(each) for each in value]
    return value


def _plain(value: Any) -> Any:
    """A value made of tuples, enumerations and dataclasses as JSON holds it."""
    return json.loads(json.dumps(value, default=asdict))


def _pairs(rows: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    return tuple((first, second) for first, second in rows)
