"""Into the store and out again: equal values come back."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aligner.candidates import Candidates
from aligner.entity import Entity, EntityKind, Schema, Scope, Synonym
from aligner.profiles import FieldProfile, Sketch, Summary
from aligner.scores import Scores
from service.database import Database
from service.serialisation import printable, scores_from_bytes, scores_to_bytes
from service.store.documents import CHUNK, read_document, save_document, stream_document
from service.store.schemas import load_schema, save_schema

TEXT = st.text(st.characters(), max_size=8)  # surrogates and NUL included
COUNT = st.integers(0, 2**40)
COUNTS = st.lists(st.tuples(TEXT, COUNT), max_size=3).map(tuple)
PAIRS = st.lists(st.tuples(st.integers(0, 16**15 - 1), COUNT), max_size=3).map(tuple)
NUMBER = st.none() | st.floats(allow_nan=False)

PROFILES = st.builds(
    FieldProfile,
    records=COUNT,
    filled=COUNT,
    values=COUNT,
    list_records=COUNT,
    kinds=COUNTS,
    value_sketch=st.builds(Sketch, PAIRS),
    token_sketch=st.builds(Sketch, PAIRS),
    lengths=st.builds(Summary, COUNT, NUMBER, NUMBER, PAIRS),
    numbers=st.builds(Summary, COUNT, NUMBER, NUMBER, PAIRS),
    times=st.builds(Summary, COUNT, NUMBER, NUMBER, PAIRS),
    ambiguous_zones=COUNT,
    roles=COUNTS,
    patterns=COUNTS,
    top_values=COUNTS,
    examples=st.lists(st.tuples(COUNT, TEXT), max_size=3).map(tuple),
    version=TEXT,
)

ENTITIES = st.builds(
    Entity,
    id=st.from_regex(r"x:[a-z0-9%]{1,8}", fullmatch=True),
    label=TEXT,
    kind=st.sampled_from(EntityKind),
    path=st.lists(TEXT, max_size=3).map(tuple),
    synonyms=st.lists(st.builds(Synonym, TEXT, st.sampled_from(Scope), st.none() | TEXT), max_size=2).map(tuple),
    description=st.none() | TEXT,
    parents=st.lists(TEXT, max_size=2).map(tuple),
    domains=st.lists(TEXT, max_size=2).map(tuple),
    ranges=st.lists(TEXT, max_size=2).map(tuple),
    datatype=st.none() | TEXT,
    profile=st.none() | PROFILES,
)

SCHEMAS = st.builds(
    Schema,
    name=st.just("x"),
    entities=st.lists(ENTITIES, max_size=3, unique_by=lambda each: each.id).map(tuple),
    prefixes=st.just({"x": "https://example.org/"}),
    version=st.none() | st.just("7"),
)


# schemas are kept by their content, so that examples may share a database
@given(schema=SCHEMAS)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_schemas_come_back_equal(database: Database, schema: Schema) -> None:
    with database.writing() as session:
        assert save_schema(session, schema) == save_schema(session, schema) == schema.fingerprint
    with database.reading() as session:
        found = load_schema(session, schema.fingerprint)
    assert found == schema and found.fingerprint == schema.fingerprint


def test_scores_come_back_equal_and_always_as_the_same_bytes() -> None:
    left = Schema("a", tuple(Entity(f"a:{n}", str(n)) for n in range(3)))
    right = Schema("b", tuple(Entity(f"b:{n}", str(n)) for n in range(2)))
    combined = np.array([0.5, np.nan, 0.25, 1.0, 0.0, 0.125])
    columns = {"name": combined.astype(np.float32), "instance/x": np.full(6, np.nan, dtype=np.float32)}
    for preferences in (None, (combined, combined[::-1])):
        scores = Scores(left, right, Candidates.all_pairs(left, right), columns, combined * 2, combined, preferences)
        content = scores_to_bytes(scores)
        found = scores_from_bytes(content, left, right)
        assert scores_to_bytes(found) == content
        assert list(found.columns) == list(columns) and found.candidates.pairs() == scores.candidates.pairs()
        np.testing.assert_array_equal(found.combined, combined)
        np.testing.assert_array_equal(found.columns["name"], columns["name"])
        assert found.columns["name"].dtype == np.float32
        if preferences is not None:
            assert found.preferences is not None
            np.testing.assert_array_equal(found.preferences[1], combined[::-1])


def test_documents_come_back_whole_and_in_pieces(database: Database) -> None:
    for content in (b"", b"x", bytes(range(256)) * (CHUNK // 128 + 1)):
        with database.writing() as session:
            document_id = save_document(session, content, "text/plain")
            assert save_document(session, content, "text/plain") == document_id
        with database.reading() as session:
            assert read_document(session, document_id) == content
        pieces = list(stream_document(database, document_id))
        assert b"".join(pieces) == content and all(len(piece) <= CHUNK for piece in pieces)


def test_what_no_encoding_holds_is_shown_all_the_same() -> None:
    assert printable({"\ud800": ["é\udfff", 1, None]}) == {"?": ["é?", 1, None]}
