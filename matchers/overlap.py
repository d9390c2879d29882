"""Shared values and words of two schemas' fields, from their sketches, as sparse products."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import sparse

from aligner.candidates import Candidates
from aligner.entity import Schema
from aligner.profiles import FieldProfile, Sketch
from aligner.scores import FloatArray
from matchers.commonplace import commonplace_hashes


@dataclass(frozen=True)
class _Incidence:
    """Which field's sketch holds which hash.

    Attributes:
        hashes: (h,) sorted distinct hashes of all fields.
        matrix: (fields, h), counts.
    """

    hashes: np.ndarray
    matrix: sparse.csr_matrix


@lru_cache(maxsize=32)
def _incidence(schema: Schema, sketch: str) -> _Incidence:
    entries: list[Sketch] = [getattr(entity.profile or FieldProfile(), sketch) for entity in schema.entities]
    rows = np.repeat(np.arange(len(entries)), [len(each.entries) for each in entries])
    hashes = np.array([hash_ for each in entries for hash_, _ in each.entries], dtype=np.int64)
    counts = np.array([count for each in entries for _, count in each.entries], dtype=np.float64)
    unique, columns = np.unique(hashes, return_inverse=True)
    return _Incidence(unique, sparse.csr_matrix((counts, (rows, columns)), shape=(len(entries), len(unique))))


def _pair(source: Schema, target: Schema, sketch: str) -> tuple[sparse.csr_matrix, sparse.csr_matrix, FloatArray]:
    """Both incidences on one axis of hashes, and in how many fields of the two schemas each hash occurs.

    A commonplace value counts as occurring everywhere.
    """
    ours, theirs = _incidence(source, sketch), _incidence(target, sketch)
    axis = np.union1d(ours.hashes, theirs.hashes)
    left, right = (_spread(each, axis) for each in (ours, theirs))
    frequency = np.asarray((left > 0).sum(axis=0) + (right > 0).sum(axis=0)).ravel().astype(np.float64)
    frequency[np.isin(axis, commonplace_hashes())] = np.inf
    return left, right, frequency


def _spread(incidence: _Incidence, axis: np.ndarray) -> sparse.csr_matrix:
    columns = np.searchsorted(axis, incidence.hashes)[incidence.matrix.indices]
    parts = (incidence.matrix.data, columns, incidence.matrix.indptr)
    return sparse.csr_matrix(parts, shape=(incidence.matrix.shape[0], len(axis)))


def _products(left: sparse.csr_matrix, right: sparse.csr_matrix, candidates: Candidates) -> FloatArray:
    """The scalar product of the two rows of every candidate: only rows that occur are multiplied."""
    if not len(candidates):
        return np.empty(0)
    ours, i = np.unique(candidates.source, return_inverse=True)
    theirs, j = np.unique(candidates.target, return_inverse=True)
    product = sparse.csr_matrix(left[ours] @ right[theirs].T)
    return np.asarray(product[i, j], dtype=np.float64).ravel()


@dataclass(frozen=True)
class _Telling:
    """The values of two schemas, and how telling each is.

    Attributes:
        ours: (m, h), 1 where a field of the source holds a value.
        theirs: (n, h), likewise for the target.
        weighted: `ours`, each value by what it tells.
        sizes: what all values of a field tell together: (m,) and (n,).
    """

    ours: sparse.csr_matrix
    theirs: sparse.csr_matrix
    weighted: sparse.csr_matrix
    sizes: tuple[FloatArray, FloatArray]


@lru_cache(maxsize=8)
def _telling(source: Schema, target: Schema) -> _Telling:
    left, right, frequency = _pair(source, target, "value_sketch")
    telling = 2.0 / np.maximum(frequency, 2.0)
    ours, theirs = (sparse.csr_matrix((each > 0).astype(np.float64)) for each in (left, right))
    return _Telling(ours, theirs, _scaled(ours, telling), (ours @ telling, theirs @ telling))


def shared_values(source: Schema, target: Schema, candidates: Candidates) -> tuple[FloatArray, FloatArray]:
    """How telling the shared distinct values of a pair are.

    A value that many fields hold (a name of the staff, a day) tells little: it counts 2 over the number of
    fields that hold it. The share is of the side with fewer values, and few shared values count less.

    Returns:
        (overlap in [0, 1], number of shared values), each of shape (n,); counts are those of the sketches.
    """
    seen = _telling(source, target)
    shared = _products(seen.ours, seen.theirs, candidates)
    weight = _products(seen.weighted, seen.theirs, candidates)
    smaller = np.minimum(seen.sizes[0][candidates.source], seen.sizes[1][candidates.target])
    overlap = np.divide(weight, smaller, out=np.zeros_like(weight), where=smaller > 0)
    return np.minimum(overlap, 1.0) * shared / (shared + 2.0), shared


@lru_cache(maxsize=8)
def _rare_words(source: Schema, target: Schema) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Each field's distinct words, rare ones counting more, as rows of length 1 (or 0 without a word)."""
    left, right, frequency = _pair(source, target, "token_sketch")
    fields = left.shape[0] + right.shape[0]
    rarity = np.maximum(np.log((fields + 1) / np.minimum(frequency, fields + 1)), 0.0)
    ours, theirs = (_scaled((each > 0).astype(np.float64), rarity) for each in (left, right))
    return _rows_over(ours, np.sqrt(_row_sums(ours.multiply(ours)))), _rows_over(
        theirs, np.sqrt(_row_sums(theirs.multiply(theirs)))
    )


def shared_words(source: Schema, target: Schema, candidates: Candidates) -> FloatArray:
    """Cosine of the fields' bags of distinct words, rare words counting more: shape (n,), in [0, 1]."""
    return np.minimum(_products(*_rare_words(source, target), candidates), 1.0)


@lru_cache(maxsize=8)
def _shares(source: Schema, target: Schema) -> tuple[sparse.csr_matrix, sparse.csr_matrix]:
    """Each word's share of its field's words."""
    left, right, _ = _pair(source, target, "token_sketch")
    return _rows_over(left, _row_sums(left)), _rows_over(right, _row_sums(right))


def common_words(source: Schema, target: Schema, candidates: Candidates, share: float) -> FloatArray:
    """Share of the source field's values' words that are commonplace in the target field.

    Identifiers of one system share a prefix ("SUP-1", "SUP-2"): a word that stands for at least `share` of
    one field's words and occurs in the other's too.

    Returns:
        shape (n,), in [0, 1]: the part of the source's words made of such words, the smaller of both sides.
    """
    shares = _shares(source, target)
    common = [sparse.csr_matrix((each >= share).astype(np.float64)) for each in shares]
    ours = _products(shares[0], common[1], candidates)
    theirs = _products(common[0], shares[1], candidates)
    return np.asarray(np.minimum(ours, theirs))


def _scaled(matrix: sparse.csr_matrix, factors: FloatArray) -> sparse.csr_matrix:
    return sparse.csr_matrix(matrix @ sparse.diags(factors))


def _row_sums(matrix: sparse.csr_matrix) -> FloatArray:
    return np.asarray(matrix.sum(axis=1), dtype=np.float64).ravel()


def _rows_over(matrix: sparse.csr_matrix, totals: FloatArray) -> sparse.csr_matrix:
    """Every row divided by its total; a row without one is zero."""
    scale = np.divide(1.0, totals, out=np.zeros_like(totals), where=totals > 0)
    return sparse.csr_matrix(sparse.diags(scale) @ matrix)
