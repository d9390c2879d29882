"""One made-up example of every answer: shown in OpenAPI, held to the models by the tests."""

from __future__ import annotations

from typing import Any

_CREATED = "2025-05-14T09:30:00Z"
_API = "/api/v1"
_RECORD = "uuid:5b0d6c0e-52c5-5f0b-9a53-9a3f7c1b2d4e"
_SCHEMA_A = "0f9c1f6a" * 8
_SCHEMA_B = "7d21e5b4" * 8
_BYTES = "c4a760a8" * 8
_RUN = "9f2c44d10ab37e65"
_SWEEP = "4f1c5e2a9b7d3068"


def page(item: dict[str, Any]) -> dict[str, Any]:
    """A page of one item, the last."""
    return {"items": [item], "total": 1, "next": None}


FILE = {"file": "0001.json", "name": "export/contacts.json", "bytes": 48213}

VERSION = {
    "number": 1,
    "created": _CREATED,
    "files": 1,
    "bytes": 48213,
    "adapter": "generic",
    "schema_id": _SCHEMA_A,
    "report": {
        "records_in": 121,
        "records_kept": 120,
        "records_reported": 1,
        "problems": [
            {
                "code": "no_object",
                "message": "a record must be an object, this is a list",
                "file": "export/contacts.json",
                "line": None,
            }
        ],
        "notes": [],
        "counts": {"no_object": 1},
    },
}

SOURCE = {
    "id": "crm",
    "latest": VERSION | {"adapter": None, "schema_id": None, "report": None},
    "run": _RUN,
    "links": {
        "self": f"{_API}/sources/crm",
        "fields": f"{_API}/sources/crm/fields",
        "versions": f"{_API}/sources/crm/versions",
        "run": f"{_API}/runs/{_RUN}",
    },
}

FIELD = {
    "id": "crm:owner",
    "label": "owner",
    "kind": "field",
    "path": ["owner"],
    "description": None,
    "parents": [],
    "datatype": None,
    "profile": {
        "records": 120,
        "filled": 118,
        "values": 118,
        "distinct": 9.0,
        "list_records": 0,
        "kinds": {"person": 118},
        "roles": {},
        "patterns": {"Aaa Aaaa": 40},
        "top_values": {"A•••(12)": 22},
        "examples": ["0001.json#3", "0001.json#71"],
    },
}

SCHEMA = {
    "id": _SCHEMA_A,
    "name": "crm",
    "version": None,
    "prefixes": {"crm": "https://w3id.org/aligner/source/crm/"},
    "entities": 14,
    "links": {"self": f"{_API}/schemas/{_SCHEMA_A}", "entities": f"{_API}/schemas/{_SCHEMA_A}/entities"},
}

RECIPE = {
    "name": "fields",
    "description": "The default for fields and tables: names, instances, structure and joins together.",
    "selector": "mutual",
    "threshold": 0.4,
    "matchers": ["name", "instance", "structure", "join"],
    "fingerprint": _BYTES,
}

ALIGNMENT = {"source": "crm", "target": "helpdesk"}

_VERSION_ADDRESS = f"{_API}/mapping-sets/crm--helpdesk/versions/1"

RUN = {
    "id": _RUN,
    "kind": "alignment",
    "state": "succeeded",
    "stage": None,
    "done": 4,
    "total": 4,
    "attempts": 1,
    "cancel_requested": False,
    "request": {
        "source": "crm",
        "target": "helpdesk",
        "source_version": 1,
        "target_version": 1,
        "recipe": "fields",
        "selector": None,
        "threshold": None,
        "matchers": None,
        "mapping_set": "crm--helpdesk",
        "license": None,
        "date": None,
    },
    "result": {"mapping_set": "crm--helpdesk", "version": 1},
    "error": None,
    "created": _CREATED,
    "started": _CREATED,
    "finished": _CREATED,
    "links": {
        "self": f"{_API}/runs/{_RUN}",
        "cancel": f"{_API}/runs/{_RUN}/cancel",
        "mapping_set": _VERSION_ADDRESS,
        "mappings": f"{_VERSION_ADDRESS}/mappings",
        "download": f"{_VERSION_ADDRESS}/download",
    },
}

_WAITING = {
    "state": "queued",
    "done": 0,
    "total": 0,
    "attempts": 0,
    "result": None,
    "started": None,
    "finished": None,
    "links": {"self": f"{_API}/runs/{_RUN}", "cancel": f"{_API}/runs/{_RUN}/cancel"},
}

QUEUED = RUN | _WAITING

SWEEP_REQUEST = {"run": _RUN, "reference": "checked-by-hand", "selectors": ["mutual", "greedy"]}

SWEEP_RUN = RUN | _WAITING | {"kind": "sweep", "request": SWEEP_REQUEST | {"measure": "plain"}}

SET_VERSION = {
    "set": "crm--helpdesk",
    "number": 1,
    "run": _RUN,
    "recipe": "fields",
    "recipe_fingerprint": _BYTES,
    "selector": "mutual",
    "threshold": 0.4,
    "source_schema": _SCHEMA_A,
    "target_schema": _SCHEMA_B,
    "mappings": 6,
    "abstentions": 11,
    "sha256": _BYTES,
    "created": _CREATED,
    "links": {
        "self": _VERSION_ADDRESS,
        "mappings": f"{_VERSION_ADDRESS}/mappings",
        "abstentions": f"{_VERSION_ADDRESS}/abstentions",
        "download": f"{_VERSION_ADDRESS}/download",
    },
}

MAPPING_SET = {"id": "crm--helpdesk", "latest": SET_VERSION}

_EXPLANATION = {
    "version": "1",
    "log_odds": 1.6,
    "score": 0.832018,
    "confidence": 0.832018,
    "calibrator": "identity/1",
    "recipe": "fields",
    "prior": -2.2,
    "parts": [
        {
            "matcher": "name",
            "evidence": "LexicalMatching",
            "score": 0.86,
            "weight": 2.1,
            "contribution": 3.8,
            "facts": [
                {
                    "code": "name_synonym",
                    "subject": "owner",
                    "object": "assignee",
                    "n": None,
                    "m": None,
                    "masked": False,
                    "records_subject": [],
                    "records_object": [],
                }
            ],
        }
    ],
    "runners_up": [{"subject": "crm:owner", "object": "helpdesk:requester", "score": 0.31}],
}

MAPPING = {
    "record_id": _RECORD,
    "set": "crm--helpdesk",
    "version": 1,
    "slots": {
        "record_id": _RECORD,
        "subject_id": "crm:owner",
        "predicate_id": "skos:closeMatch",
        "object_id": "helpdesk:assignee",
        "mapping_justification": "semapv:LexicalMatching",
        "confidence": 0.832018,
    },
    "explanation": _EXPLANATION,
    "links": {"self": f"{_API}/mappings/{_RECORD}", "evidence": f"{_API}/mappings/{_RECORD}/evidence"},
}

EVIDENCE = {"record_id": _RECORD, "explanation": _EXPLANATION}

ABSTENTION = {
    "entity_id": "crm:fax",
    "side": "source",
    "reason": "below_cut",
    "runner_up": {"subject": "crm:fax", "object": "helpdesk:channel", "score": 0.12},
}

REFERENCE = {
    "id": "checked-by-hand",
    "source": None,
    "target": None,
    "pairs": 6,
    "sha256": _BYTES,
    "created": _CREATED,
    "links": {"self": f"{_API}/references/checked-by-hand"},
}

_FIGURE = {"value": 0.9, "low": 0.75, "high": 1.0}
_POINT = {
    "threshold": 0.4,
    "counts": {"right": 9, "claimed": 10, "found": 9, "wanted": 10},
    "figures": {"precision": _FIGURE, "recall": _FIGURE, "f1": _FIGURE, "resampling": "sources"},
}

SWEEP = {
    "id": _SWEEP,
    "run": _RUN,
    "reference": "checked-by-hand",
    "created": _CREATED,
    "selectors": [
        {
            "selector": "mutual",
            "measure": "plain",
            "points": [_POINT],
            "best": _POINT,
            "auto_accept": None,
            "occurring": 1,
            "seed": 0,
            "draws": 2000,
        }
    ],
}

TSV = (
    '#sssom_version: "1.1"\n#curie_map:\n#  crm: https://w3id.org/aligner/source/crm/\n'
    "#  helpdesk: https://w3id.org/aligner/source/helpdesk/\n#mapping_set_id: https://example.org/crm--helpdesk\n"
    "#license: https://creativecommons.org/publicdomain/zero/1.0/\n"
    "subject_id\tpredicate_id\tobject_id\tmapping_justification\n"
    "crm:owner\tskos:closeMatch\thelpdesk:assignee\tsemapv:LexicalMatching\n"
)
