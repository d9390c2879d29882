"""The only door between alignments (and references) and mapping sets, both ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from scipy.special import expit

from aligner.alignment import Abstention, Alignment, Correspondence, Explanation, Relation
from aligner.calibration import Calibrator
from aligner.entity import Schema
from aligner.errors import InputError, UnknownNameError
from aligner.reference import Reference, ReferenceRow, SchemaPair
from mappings.cells import number
from mappings.evidence import EVIDENCE_SLOT, explanation_of
from mappings.findings import Finding, Level
from mappings.identifiers import entity_id, published
from mappings.justification import justification_of
from mappings.mapping import Mapping as Row
from mappings.mapping import MappingSet
from mappings.prefixes import prefix_of
from mappings.publication import PREDICATE_OF, THRESHOLD_SLOT, TOOL, Publication, Terms, with_evidence
from mappings.vocabulary import NO_TERM_FOUND

#: How the combined score is described in `similarity_measure`.
COMBINED_MEASURE = "logistic of the summed log-odds of the matchers"

#: What a predicate states: the way back from `PREDICATE_OF`, and what others write for the same.
RELATION_OF: Mapping[str, Relation] = MappingProxyType(
    {predicate: relation for relation, predicate in PREDICATE_OF.items()}
    | {
        "owl:equivalentClass": Relation.EXACT,
        "owl:equivalentProperty": Relation.EXACT,
        "owl:sameAs": Relation.EXACT,
        "rdfs:subClassOf": Relation.BROAD,
        "rdfs:subPropertyOf": Relation.BROAD,
    }
)


def to_mapping_set(
    alignment: Alignment,
    source: Schema,
    target: Schema,
    *,
    mapping_set_id: str,
    license: str,
    tool_version: str,
    date: str | None = None,
    version: str | None = None,
    evidence: bool = True,
) -> MappingSet:
    """An alignment as a set to publish: one row per correspondence, in the propagated form.

    Args:
        alignment: its abstentions are no mappings; `abstentions` writes them.
        source: the schema of the subjects.
        target: the schema of the objects.
        mapping_set_id: the set's URI.
        license: URI of the terms under which it is published.
        tool_version: of aligner.
        date: the day of the run (`2025-05-14`), left out where None.
        version: the set's own version.
        evidence: whether rows carry their explanation in `ext_evidence`.

    Raises:
        InputError: the schemas give one prefix two meanings, or an id has a prefix that neither declares.
        UnknownNameError: the alignment names an entity that its schema has not.
    """
    publication = Publication(source, target, Terms(mapping_set_id, license, tool_version, date, version))
    rows = []
    for each in alignment:
        row = publication.row(each, each.explanation)
        told = with_evidence(row, each.explanation) if evidence else row
        rows.append((told, justification_of(each.explanation)[1]))
    rule = f"kept where the combined score is at least {alignment.threshold:g}, chosen by {alignment.selector}"
    about = {"similarity_measure": COMBINED_MEASURE, "curation_rule_text": (rule,)}
    return publication.set_of(rows, about, alignment.threshold)


def evidence_set(
    alignment: Alignment,
    source: Schema,
    target: Schema,
    *,
    mapping_set_id: str,
    license: str,
    tool_version: str,
    calibrator: Calibrator,
    date: str | None = None,
    version: str | None = None,
) -> MappingSet:
    """The evidence behind an alignment: one row per correspondence and matcher that had anything to say.

    A row says what that matcher alone would make of the pair: its justification, its own score as
    `similarity_score`, and as `confidence` the calibrated `prior + contribution`. Never pool it with the set of
    `to_mapping_set`: the same evidence would count twice. The other arguments, and what is raised, are as there.

    Args:
        calibrator: the one of the recipe.
    """
    publication = Publication(source, target, Terms(mapping_set_id, license, tool_version, date, version))
    rows = []
    for each in alignment:
        for alone in _alone(each.explanation, calibrator) if each.explanation else ():
            (part,) = alone.parts
            claim = replace(each, score=part.score or 0.0, confidence=alone.confidence)
            row = publication.row(claim, alone, similarity_measure=f"{TOOL} {part.matcher}")
            rows.append((with_evidence(row, alone), part.matcher))
    return publication.set_of(rows, {}, alignment.threshold)


def _alone(explanation: Explanation, calibrator: Calibrator) -> Iterator[Explanation]:
    """Per part with evidence: what the explanation would be if that part were all there is."""
    for part in explanation.parts:
        if part.score is not None:
            log_odds = explanation.prior + part.contribution
            yield replace(
                explanation,
                log_odds=log_odds,
                score=round(float(expit(log_odds)), 6),
                confidence=calibrator(log_odds),
                parts=(part,),
                runners_up=(),
            )


def to_alignment(
    mapping_set: MappingSet,
    pair: SchemaPair | None = None,
    *,
    abstentions: Iterable[Abstention] = (),
    selector: str = "",
) -> tuple[Alignment, list[Finding]]:
    """A mapping set as an alignment, and a finding for every row that is no correspondence.

    Negated rows, rows without a counterpart, rows whose predicate states none of our relations and all but the most
    confident row of a pair are left out. Score and confidence come from the evidence where a row carries it (a file
    rounds them), else from the row; an absent confidence is 1.

    Args:
        mapping_set: in the propagated form.
        pair: names of the two schemas; None takes the prefix that all subjects and the one that all objects have.
        abstentions: what was read beside the set.
        selector: the name of the selector that chose, where known.

    Raises:
        InputError: `pair` is None and the prefixes differ, or the set's threshold is no number.
    """
    best: dict[tuple[str, str], Correspondence] = {}
    findings: list[Finding] = []
    for row in mapping_set:
        found = _correspondence(row, findings)
        if found is None:
            continue
        ends = (found.source_id, found.target_id)
        if ends in best:
            findings.append(_left_out(row, "duplicate_pair", "another row is about the same pair"))
        if ends not in best or found.confidence > best[ends].confidence:
            best[ends] = found
    source, target = pair or _only_pair(best)
    threshold = _threshold(mapping_set)
    ordered = tuple(best[ends] for ends in sorted(best))
    unmatched = tuple(sorted(abstentions, key=lambda each: (each.side, each.entity_id)))
    return Alignment(source, target, ordered, unmatched, threshold, selector), findings


def to_reference(
    mapping_set: MappingSet, pair: SchemaPair | None = None, *, complete: bool = True
) -> tuple[Reference, list[Finding]]:
    """A mapping set as the truth to measure against, and a finding for every row left out, as in `to_alignment`.

    Args:
        mapping_set: in the propagated form.
        pair: names of the two schemas; None sorts the rows by the prefixes of their ends, a pair of schemas each.
        complete: whether a pair that is not listed is wrong.
    """
    alignment, findings = to_alignment(mapping_set, pair or ("", ""))
    rows: dict[SchemaPair, list[ReferenceRow]] = {pair: []} if pair else {}
    for each in alignment:
        ends = pair or (prefix_of(each.source_id) or "", prefix_of(each.target_id) or "")
        rows.setdefault(ends, []).append(ReferenceRow(each.source_id, each.target_id, each.relation))
    return Reference({ends: tuple(listed) for ends, listed in rows.items()}, complete), findings


def find(mapping_set: MappingSet, subject: str, object_: str) -> Row:
    """The row about a pair, by entity id or published id; raises UnknownNameError where none is about it."""
    ends = (published(subject), published(object_))
    for row in mapping_set:
        if (row.subject_id, row.object_id) == ends:
            return row
    known = (f"{row.subject_id} {row.object_id}" for row in mapping_set if ends[0] == row.subject_id)
    raise UnknownNameError("mapping", " ".join(ends), known)


def _correspondence(row: Row, findings: list[Finding]) -> Correspondence | None:
    """The row as a claim; None, and a finding, where it is none."""
    relation = RELATION_OF.get(row.predicate_id or "")
    if row.predicate_modifier is not None:
        findings.append(_left_out(row, "negated", "the row says that the pair is not related so"))
    elif row.subject_id is None or row.object_id is None or NO_TERM_FOUND in (row.subject_id, row.object_id):
        findings.append(_left_out(row, "no_counterpart", "the row has no entity at one end"))
    elif relation is None:
        findings.append(_left_out(row, "no_relation", f"{row.predicate_id} states none of our relations"))
    else:
        explanation = _explanation(row, findings)
        confidence = 1.0 if row.confidence is None else row.confidence
        score = confidence if row.similarity_score is None else row.similarity_score
        if explanation is not None:
            score, confidence = explanation.score, explanation.confidence
        ends = entity_id(row.subject_id), entity_id(row.object_id)
        return Correspondence(*ends, relation, score, confidence, explanation)
    return None


def _explanation(row: Row, findings: list[Finding]) -> Explanation | None:
    if row.extension(EVIDENCE_SLOT) is None:
        return None
    try:
        return explanation_of(row)
    except InputError as error:
        findings.append(Finding(None, EVIDENCE_SLOT, None, "bad_evidence", Level.WARNING, str(error), "Make it again"))
        return None


def _threshold(mapping_set: MappingSet) -> float:
    """The cut that the set states; 0 where it states none."""
    text = mapping_set.extension(THRESHOLD_SLOT)
    try:
        return number(text or "0")
    except ValueError as error:
        raise InputError(str(error), field=THRESHOLD_SLOT, remedy="Write it as 0.5") from None


def _left_out(row: Row, code: str, message: str) -> Finding:
    ends = f"{row.subject_id} {row.predicate_id} {row.object_id}"
    return Finding(None, None, ends, code, Level.WARNING, message, "Nothing, if this is meant")


def _only_pair(ends: Iterable[tuple[str, str]]) -> SchemaPair:
    """The prefixes of the subjects and of the objects, of which there must be one each."""
    pairs = {(prefix_of(subject) or "", prefix_of(object_) or "") for subject, object_ in ends}
    if len(pairs) > 1:
        raise InputError("the set is about more than one pair of sources", remedy="Name the two that are meant")
    return pairs.pop() if pairs else ("", "")
