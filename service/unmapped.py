"""Why two fields were not mapped: from the abstentions and scores that lie beside a set."""

from __future__ import annotations

from aligner.alignment import Abstention, Reason
from service.output import Published

#: What each reason says, in words.
REASONS = {
    Reason.NO_EVIDENCE: "no matcher had anything to say about it",
    Reason.VETOED: "its kinds of value rule out what would have matched",
    Reason.BELOW_CUT: "nothing reaches the cut",
    Reason.OUTCOMPETED: "its best counterpart went to a better pair",
    Reason.AMBIGUOUS: "several counterparts tie",
}


def why_not(published: Published, subject: str, object_: str) -> list[str]:
    """Sentences about a pair that is not in a set; none where the set's files know neither field.

    Args:
        published: the set; what lies beside it is read.
        subject: id of a field of the one source.
        object_: id of a field of the other.
    """
    alignment = published.alignment()
    told = []
    scores = published.scores()
    if scores is not None and subject in scores.source.positions and object_ in scores.target.positions:
        pair = (scores.source.positions[subject], scores.target.positions[object_])
        rows = [row for row, each in enumerate(scores.candidates.pairs()) if each == pair]
        for row in rows:
            spoken = [
                f"{name} {column[row]:.3f}" for name, column in scores.columns.items() if column[row] == column[row]
            ]
            combined = scores.combined[row]
            score = "no evidence" if combined != combined else f"combined score {combined:.3f}"
            told.append(f"the pair: {score}, cut {alignment.threshold:g} ({', '.join(spoken) or 'no matcher spoke'})")
    for each in alignment:
        if each.source_id == subject or each.target_id == object_:
            told.append(f"{each.source_id} is mapped to {each.target_id} (score {each.score:.3f})")
    told += [_told(each) for each in alignment.abstentions if each.entity_id in (subject, object_)]
    return told


def _told(abstention: Abstention) -> str:
    best = abstention.runner_up
    nearest = f"; the best pair was {best.subject} with {best.object} (score {best.score:.3f})" if best else ""
    return f"{abstention.entity_id} is left without a counterpart: {REASONS[abstention.reason]}{nearest}"
