"""What was read and what was not: records in = records kept + records reported."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

#: Problems kept in full; beyond that they are only counted.
PROBLEMS_KEPT = 1000


@dataclass(frozen=True, slots=True)
class Problem:
    """One record or file that was skipped, or one remark.

    Attributes:
        code: what is wrong, for programs; `docs/sources.md` lists the codes.
        message: what is wrong and what to do, for people.
        file: path as the user wrote it, or relative to the folder they named.
        line: 1-based line in the file, where one can be told.
    """

    code: str
    message: str
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = ":".join(str(part) for part in (self.file, self.line) if part is not None)
        return f"{place}: {self.message}" if place else self.message


@dataclass(frozen=True, slots=True)
class SourceReport:
    """How the reading of one source went.

    Attributes:
        records_in: records met, whole or broken; a file that cannot be read at all counts as one.
        records_kept: records that were profiled.
        problems: one per skipped record, the first `PROBLEMS_KEPT` of them.
        notes: remarks that cost no record.
        counts: every problem by code, also those not kept in full.
    """

    records_in: int
    records_kept: int
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def records_reported(self) -> int:
        """Records that were skipped, each of them reported or counted."""
        return self.records_in - self.records_kept


@dataclass(slots=True)
class ReportBuilder:
    """Collects a `SourceReport` while records stream past."""

    records_kept: int = 0
    records_skipped: int = 0
    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)

    def keep(self) -> None:
        """Count a record that is kept."""
        self.records_kept += 1

    def skip(self, problem: Problem) -> None:
        """Count a record that is skipped, and say why."""
        self.records_skipped += 1
        self.counts[problem.code] += 1
        if len(self.problems) < PROBLEMS_KEPT:
            self.problems.append(problem)

    def note(self, problem: Problem) -> None:
        """Remark on something that costs no record; each code and place once."""
        self.counts[problem.code] += 1
        if len(self.notes) < PROBLEMS_KEPT and problem not in self.notes:
            self.notes.append(problem)

    def build(self) -> SourceReport:
        """The report so far."""
        return SourceReport(
            self.records_kept + self.records_skipped,
            self.records_kept,
            tuple(self.problems),
            tuple(self.notes),
            tuple(sorted(self.counts.items())),
        )
