"""Plain words for the codes that a data steward meets, and their definitions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from aligner.alignment import Reason
from aligner.measures import Measure, Standing

#: Predicate to its short name and what it claims, strongest first: the order of every list of predicates.
PREDICATES: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "skos:exactMatch": ("exact", "Both mean the same, and one can stand for the other."),
        "skos:closeMatch": ("close", "They mean nearly the same; look before you let one stand for the other."),
        "skos:broadMatch": ("broad", "The object is the broader of the two."),
        "skos:narrowMatch": ("narrow", "The object is the narrower of the two."),
        "skos:relatedMatch": ("related", "They belong together without meaning the same, as a link and what it names."),
    }
)

#: Reason of an abstention to its short name and what it means.
REASONS: Mapping[Reason, tuple[str, str]] = MappingProxyType(
    {
        Reason.NO_EVIDENCE: ("no evidence", "No matcher had anything to say about any pair of this field."),
        Reason.VETOED: ("vetoed", "A pair would have reached the cut, but something rules it out, such as values that "
                        "do not go together."),
        Reason.BELOW_CUT: ("below the cut", "Its best pair scores less than the cut."),
        Reason.OUTCOMPETED: ("outcompeted", "Its best counterpart has a better pair of its own."),
        Reason.AMBIGUOUS: ("ambiguous", "Several counterparts are equally good, so that none is taken."),
    }
)  # fmt: skip

#: What the reference says of a mapping.
STANDINGS: Mapping[Standing, str] = MappingProxyType(
    {
        Standing.WANTED: "right",
        Standing.ACCEPTED: "acceptable",
        Standing.WRONG: "wrong",
        Standing.IGNORED: "not judged",
    }
)

#: How a reference is read.
MEASURES: Mapping[Measure, str] = MappingProxyType(
    {
        Measure.PLAIN: "every row of the reference is wanted",
        Measure.RELATION: "every row of the reference is wanted, with its predicate",
        Measure.CONSENSUS: "what both annotators call the counterpart is wanted, what either lists is right",
        Measure.STRICT: "only what the first annotator calls the counterpart is right",
        Measure.LENIENT_IGNORED: "as strict, but what the first annotator also lists is not counted",
        Measure.EXACT_ONLY: "only exact counterparts are wanted, what else is listed is not counted",
        Measure.LENIENT: "as strict, but what the first annotator also lists is right",
    }
)

_JUSTIFICATIONS = MappingProxyType(
    {
        "semapv:CompositeMatching": "several",
        "semapv:LexicalMatching": "names",
        "semapv:InstanceBasedMatching": "values",
        "semapv:StructuralMatching": "structure",
        "semapv:ManualMappingCuration": "a person",
        "semapv:UnspecifiedMatching": "not stated",
    }
)


def predicate_name(predicate: str) -> str:
    """What people call a predicate; one without a name of its own goes by its CURIE."""
    return PREDICATES[predicate][0] if predicate in PREDICATES else predicate


def justification_name(justification: str) -> str:
    """What a mapping rests on, in a word or two."""
    return _JUSTIFICATIONS.get(justification) or spaced(justification.split(":", 1)[-1])


def spaced(name: str) -> str:
    """`LexicalMatching` as `lexical matching`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def sentence(text: str) -> str:
    """The clause with a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."
