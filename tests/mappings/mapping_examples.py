"""One alignment that has a bit of everything, and mapping sets by chance, for the tests of this folder."""

from __future__ import annotations

from hypothesis import strategies as st

from aligner.alignment import (
    Abstention,
    Alignment,
    Correspondence,
    Explanation,
    Fact,
    Part,
    Reason,
    Relation,
    RunnerUp,
    Side,
)
from aligner.entity import Entity, EntityKind, Schema
from mappings.mapping import ExtensionDefinition, Mapping, MappingSet
from mappings.vocabulary import (
    CARDINALITIES,
    ENTITY_TYPES,
    JUSTIFICATIONS,
    MAPPING_SLOTS,
    MODIFIERS,
    PREPROCESSING,
    SET_SLOTS,
    Range,
    Slot,
)

CRM = Schema(
    "crm",
    (
        Entity("crm:contact%20name", "Contact Name", path=("contact name",)),
        Entity("crm:items[].owner", "owner", path=("items", "[]", "owner")),
        Entity("crm:notes", "notes", path=("notes",)),
        Entity("crm:Person", "Person", kind=EntityKind.CLASS),
        Entity("crm:naïve", 'the "naïve"\tone', path=("naïve",)),
        Entity("crm:id", "id", path=("id",)),
    ),
    {"crm": "https://example.org/crm/"},
    version="0.10",
)
HR = Schema(
    "hr",
    (
        Entity("hr:contactName", "contactName", path=("contactName",)),
        Entity("hr:responsible", "responsible", path=("responsible",)),
        Entity("hr:body", "body", path=("body",)),
        Entity("hr:Employee", "Employee", kind=EntityKind.CLASS),
        Entity("hr:crm_id", "crm_id", path=("crm_id",)),
    ),
    {"hr": "https://example.org/hr/"},
)

NAME = Part(
    "name",
    "LexicalMatching",
    0.97,
    1.2,
    3.1,
    (Fact("name_equal", "contact name", "contact name", records_subject=("C-1",), records_object=("H-1", "H-2")),),
)
VALUES = Part("instance", "InstanceBasedMatching", 0.8, 1.0, 1.4, (Fact("shared_values", n=12, m=20, masked=True),))
AGAINST = Part("structure", "StructuralMatching", 0.3, 0.5, -0.4, (Fact("list_shape", "lists", "single values"),))
SILENT = Part("join", "InstanceBasedMatching", None, 1.0, 0.0)


def explained(*parts: Part, prior: float = -2.0) -> Explanation:
    """An explanation of these parts that keeps the law of contributions."""
    log_odds = prior + sum(part.contribution for part in parts)
    score = round(1 / (1 + 2.718281828459045**-log_odds), 6)
    rivals = (RunnerUp("crm:notes", "hr:contactName", 0.25),)
    return Explanation(log_odds, score, round(score * 0.9, 6), "platt/1", "fields", prior, parts, rivals)


def claim(source_id: str, target_id: str, relation: Relation, *parts: Part) -> Correspondence:
    """A correspondence that rests on these parts."""
    why = explained(*parts)
    return Correspondence(source_id, target_id, relation, why.score, why.confidence, why)


ALIGNMENT = Alignment(
    "crm",
    "hr",
    (
        claim("crm:Person", "hr:Employee", Relation.BROAD, NAME, SILENT),
        claim("crm:contact%20name", "hr:contactName", Relation.EXACT, NAME, VALUES, AGAINST, SILENT),
        claim("crm:id", "hr:crm_id", Relation.RELATED, VALUES, AGAINST),
        claim("crm:items[].owner", "hr:responsible", Relation.CLOSE, VALUES, AGAINST),
        Correspondence("crm:naïve", "hr:responsible", Relation.NARROW, 0.5, 0.4995),
    ),
    (
        Abstention("crm:notes", Side.SOURCE, Reason.BELOW_CUT, RunnerUp("crm:notes", "hr:body", 0.312345)),
        Abstention("hr:body", Side.TARGET, Reason.NO_EVIDENCE),
    ),
    0.35,
    "greedy",
)

TERMS = {
    "mapping_set_id": "https://example.org/sets/crm--hr",
    "license": "https://creativecommons.org/publicdomain/zero/1.0/",
    "tool_version": "0.10",
}

PREFIXES = {"a": "https://example.org/a/", "b.c": "https://example.org/b#", "no": "urn:no:", "unused": "urn:unused:"}

_TEXT = st.one_of(
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=12),
    st.text(st.sampled_from("a|\\\"'\t\n\r#: -[]{}&*!%@`,?=<>~é\u2028\u00a0\ufeff"), min_size=1, max_size=8),
    st.sampled_from(["0.10", "1e5", "NO", "null", "2024-01-02", "=1+1", "NA", "1:30", ".5", "~", "yes", "-", "---"]),
)
_LOCAL = st.text(st.sampled_from("abc019._-~/?#%@:é"), max_size=6).filter(lambda text: not text.startswith("//"))
_CURIE = st.builds("{}:{}".format, st.sampled_from(["a", "b.c", "no", "skos"]), _LOCAL)
_NUMBER = st.floats(0, 1) | st.sampled_from([0.0, -0.0, 1.0, 0.9995, 0.0625, 1e-300])
_VALUES = {
    Range.TEXT: _TEXT,
    Range.REFERENCE: _CURIE,
    Range.URI: st.builds("https://example.org/{}".format, st.text(st.sampled_from("abc/#?=1"), max_size=5)),
    Range.DATE: st.dates().map(str),
    Range.ENTITY_TYPE: st.sampled_from(sorted(ENTITY_TYPES)),
    Range.MODIFIER: st.sampled_from(sorted(MODIFIERS)),
    Range.CARDINALITY: st.sampled_from(sorted(CARDINALITIES)),
    Range.VERSION: st.just("1.1"),
}
_EXTENSIONS = ("ext_a", "ext_b", "Other")


def _value(slot: Slot) -> st.SearchStrategy[object]:
    one = _NUMBER if slot.range is Range.NUMBER else _VALUES[slot.range]
    if slot.name.endswith("preprocessing"):
        one = st.sampled_from(sorted(PREPROCESSING))
    return st.lists(one, max_size=3).map(tuple) if slot.many else st.none() | one


def _extensions() -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    return st.dictionaries(st.sampled_from(_EXTENSIONS), _TEXT, max_size=2).map(
        lambda each: tuple(sorted(each.items()))
    )


_REQUIRED = {
    "subject_id": _CURIE,
    "predicate_id": _CURIE,
    "object_id": _CURIE,
    "mapping_justification": st.sampled_from(sorted(JUSTIFICATIONS)),
    "subject_label": _TEXT,
    "object_label": _TEXT,
    "reviewer_id": st.just(("a:me",)),
}


@st.composite
def _rows(draw: st.DrawFn) -> Mapping:
    free = [slot for slot in MAPPING_SLOTS if slot.name not in _REQUIRED and slot.name != "record_id"]
    chosen = draw(st.lists(st.sampled_from(free), max_size=6, unique=True))
    values = {slot.name: draw(_value(slot)) for slot in chosen}
    values |= {name: draw(strategy) for name, strategy in _REQUIRED.items()}
    return Mapping(**values, extensions=draw(_extensions()))


@st.composite
def valid_sets(draw: st.DrawFn) -> MappingSet:
    """Mapping sets without a finding of level ERROR, with every awkward text that is legal."""
    free = [slot for slot in SET_SLOTS if slot.name not in ("mapping_set_id", "license")]
    chosen = draw(st.lists(st.sampled_from(free), max_size=6, unique=True))
    values = {slot.name: draw(_value(slot)) for slot in chosen}
    return MappingSet(
        mapping_set_id=draw(_VALUES[Range.URI]),
        license=draw(_VALUES[Range.URI]),
        mappings=tuple(draw(st.lists(_rows(), max_size=4))),
        curie_map=PREFIXES,
        extension_definitions=(
            ExtensionDefinition(slot_name="ext_a", property="no:z", type_hint="xsd:string"),
            ExtensionDefinition(slot_name="ext_b", property="a:x"),
            ExtensionDefinition(slot_name="Other"),
        ),
        extensions=draw(_extensions()),
        **values,
    )
