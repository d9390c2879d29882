"""The pairs worth scoring, as two sorted integer arrays."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aligner.entity import EntityKind, Schema

IntArray = NDArray[np.int64]

_PROPERTIES = frozenset({EntityKind.OBJECT_PROPERTY, EntityKind.DATA_PROPERTY})


def comparable(left: EntityKind, right: EntityKind) -> bool:
    """Whether entities of two kinds may match at all: the same kind, or a field with a data property."""
    if left == right:
        return True
    pair = frozenset({left, right})
    return pair == _PROPERTIES or pair == {EntityKind.FIELD, EntityKind.DATA_PROPERTY}


@dataclass(frozen=True)
class Candidates:
    """Pairs of positions on the axes of two schemas, unique and sorted by (source, target).

    Attributes:
        source: shape (n,), positions in the source schema.
        target: shape (n,), positions in the target schema.
    """

    source: IntArray
    target: IntArray

    def __len__(self) -> int:
        return len(self.source)

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> Candidates:
        """Candidates from any pairs: sorted, duplicates dropped."""
        ordered = sorted(set(pairs))
        array = np.array(ordered, dtype=np.int64).reshape(len(ordered), 2)
        return cls(array[:, 0], array[:, 1])

    @classmethod
    def all_pairs(cls, source: Schema, target: Schema) -> Candidates:
        """Every pair of comparable kinds: right for small problems."""
        kinds = list(EntityKind)
        may = np.array([[comparable(left, right) for right in kinds] for left in kinds])
        ours, theirs = (
            np.array([kinds.index(entity.kind) for entity in schema.entities], dtype=np.int64)
            for schema in (source, target)
        )
        return cls(*np.nonzero(may[ours[:, None], theirs[None, :]]))

    def union(self, other: Candidates) -> Candidates:
        """The pairs of either."""
        return Candidates.of([*self.pairs(), *other.pairs()])

    def transposed(self) -> Candidates:
        """The same pairs seen from the target."""
        return Candidates.of((j, i) for i, j in self.pairs())

    def pairs(self) -> list[tuple[int, int]]:
        """The pairs as Python integers, in order."""
        return list(zip(self.source.tolist(), self.target.tolist(), strict=True))
