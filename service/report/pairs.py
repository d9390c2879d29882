"""One pair of sources on the page: its mappings with their reasons, and what was left without a counterpart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from aligner.alignment import Alignment
from aligner.errors import InputError
from aligner.evaluation import PairEvaluation
from aligner.measures import Standing
from aligner.reference import Cell, SchemaPair
from mappings.evidence import EVIDENCE_SLOT, explanation_of, facts_dropped
from mappings.identifiers import entity_id
from mappings.mapping import Mapping
from service.output import Published
from service.report.abstained import Left, left_alone
from service.report.naming import End, end, local_id
from service.report.quality import Quality
from service.report.reasons import Why, why
from service.report.words import justification_name, predicate_name


@dataclass(frozen=True)
class MappingRow:
    """One mapping.

    Attributes:
        subject: what it is about.
        predicate: its predicate's short name, with "not" before it where the row negates it.
        object: what the subject is mapped to.
        confidence: in [0, 1], from the explanation where there is one (a file rounds it); None where none is stated.
        justification: what it rests on, in a word or two.
        why: the explanation; None where the row carries none.
        trouble: why the explanation cannot be read, where it cannot.
        standing: what the reference says of it; None where it says nothing of the pair of sources.
        notes: further slots of the row as (what, text).
    """

    subject: End
    predicate: str
    object: End
    confidence: float | None
    justification: str
    why: Why | None
    trouble: str | None
    standing: Standing | None
    notes: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PairSection:
    """One pair of sources.

    Attributes:
        anchor: its id on the page.
        source: name of the subjects' source.
        target: name of the objects' source.
        mappings: the most confident first.
        left: per side the source's name and its fields without a counterpart.
        figures: against the reference; None where it is not measured.
        missed: pairs that the reference wants and nothing claims, as names of both ends.
        unread: lines of the file that could not be read.
    """

    anchor: str
    source: str
    target: str
    mappings: tuple[MappingRow, ...]
    left: tuple[tuple[str, tuple[Left, ...]], ...]
    figures: PairEvaluation | None
    missed: tuple[tuple[str, str], ...]
    unread: tuple[int, ...]


def pair_section(
    anchor: str, published: Published, alignment: Alignment, quality: Quality | None, figures: PairEvaluation | None
) -> PairSection:
    """What the page says of one mapping set.

    Args:
        anchor: its id on the page.
        published: the set.
        alignment: the same with its abstentions.
        quality: against the reference, where there is one.
        figures: of this pair alone, where the reference knows it.
    """
    pair = published.pair
    rows = [_row(each, _standing(each, pair, quality)) for each in published.mapping_set]
    missed = quality.missed(pair, (Cell(each.source_id, each.target_id) for each in alignment)) if quality else []
    return PairSection(
        anchor,
        *pair,
        tuple(sorted(rows, key=_by_confidence)),
        left_alone(alignment, pair),
        figures,
        tuple((local_id(cell.source_id), local_id(cell.target_id)) for cell in missed),
        published.reading.rejected,
    )


def _by_confidence(row: MappingRow) -> tuple[float, str, str]:
    return (-row.confidence if row.confidence is not None else 0.0, row.subject.name, row.object.name)


def _standing(row: Mapping, pair: SchemaPair, quality: Quality | None) -> Standing | None:
    """What the reference says of a row; None without one, and for a row that claims no pair."""
    if quality is None or row.subject_id is None or row.object_id is None or row.predicate_modifier is not None:
        return None
    return quality.standing(pair, Cell(entity_id(row.subject_id), entity_id(row.object_id)))


def _row(row: Mapping, standing: Standing | None) -> MappingRow:
    subject, object_ = end(row.subject_id, row.subject_label), end(row.object_id, row.object_label)
    told, trouble = _why(row, subject.name, object_.name)
    negation = f"{row.predicate_modifier} ".lower() if row.predicate_modifier else ""
    return MappingRow(
        subject,
        f"{negation}{predicate_name(row.predicate_id or '')}",
        object_,
        told.confidence if told else row.confidence,
        justification_name(row.mapping_justification or "semapv:UnspecifiedMatching"),
        told,
        trouble,
        standing,
        tuple(_notes(row)),
    )


def _why(row: Mapping, subject: str, object_: str) -> tuple[Why | None, str | None]:
    if row.extension(EVIDENCE_SLOT) is None:
        return None, None
    try:
        return why(explanation_of(row), subject, object_, facts_dropped(row)), None
    except InputError as error:
        return None, str(error)


def _notes(row: Mapping) -> Iterator[tuple[str, str]]:
    for what, text in (
        ("Record", row.record_id),
        ("Cardinality", row.mapping_cardinality),
        ("Matched text", ", ".join(row.match_string)),
        ("Author", ", ".join(row.author_label or row.author_id)),
        ("Reviewer", ", ".join(row.reviewer_label or row.reviewer_id)),
        ("Comment", row.comment),
    ):
        if text:
            yield what, text
