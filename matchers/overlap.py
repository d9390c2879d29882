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


@lru_cache(maxsize=128)
def _incidence(schema: Schema, sketch: str) -> _Incidence:
    entries: list[Sketch] = [getattr(entity.profile or FieldProfile(), sketch) for entity in schema.entities]
    rows = np.repeat(np.arange(len(entries)), [len(each.entries) for each in entries])
    hashes = np.array([hash_ for each in entries for hash_, _ in each.entries], dtype=np.int64)
    counts = np.array([count for each in entries for _, count in each.entries], dtype=np.float64)
    unique, columns = np.unique(hashes, return_inverse=True)
    return _Incidence(unique, sparse.csr_matrix((counts, (rows, columns)), shape=(len(entries), len(unique))))


@lru_cache(maxsize=128)
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


def _take(product: sparse.csr_matrix, candidates: Candidates) -> FloatArray:
    return np.asarray(product[candidates.source, candidates.target], dtype=np.float64).ravel()


def shared_values(source: Schema, target: Schema, candidates: Candidates) -> tuple[FloatArray, FloatArray]:
    """How telling the shared distinct values of a pair are.

    A value that many fields hold (a name of the staff, a day) tells little: it counts 2 over the number of
    fields that hold it. The share is of the side with fewer values, and few shared values count less.

    Returns:
        (overlap in [0, 1], number of shared values), each of shape (n,); counts are those of the sketches.
    """
    left, right, frequency = _pair(source, target, "value_sketch")
    telling = 2.0 / np.maximum(frequency, 2.0)
    ours, theirs = (left > 0).astype(np.float64), (right > 0).astype(np.float64)
    shared = _take(sparse.csr_matrix(ours @ theirs.T), candidates)
    weight = _take(sparse.csr_matrix(_scaled(ours, telling) @ theirs.T), candidates)
    sizes = [np.asarray(each.multiply(telling).sum(axis=1)).ravel() for each in (ours, theirs)]
    smaller = np.minimum(sizes[0][candidates.source], sizes[1][candidates.target])
    overlap = np.divide(weight, smaller, out=np.zeros_like(weight), where=smaller > 0)
    return np.minimum(overlap, 1.0) * shared / (shared + 2.0), shared


def shared_words(source: Schema, target: Schema, candidates: Candidates) -> FloatArray:
    """Cosine of the fields' bags of distinct words, rare words counting more: shape (n,), in [0, 1]."""
    left, right, frequency = _pair(source, target, "token_sketch")
    fields = left.shape[0] + right.shape[0]
    rarity = np.maximum(np.log((fields + 1) / np.minimum(frequency, fields + 1)), 0.0)
    ours, theirs = (_scaled((each > 0).astype(np.float64), rarity) for each in (left, right))
    product = _take(sparse.csr_matrix(ours @ theirs.T), candidates)
    norms = [np.sqrt(np.asarray(each.multiply(each).sum(axis=1)).ravel()) for each in (ours, theirs)]
    scale = norms[0][candidates.source] * norms[1][candidates.target]
    return np.asarray(np.divide(product, scale, out=np.zeros_like(product), where=scale > 0))


def common_words(source: Schema, target: Schema, candidates: Candidates, share: float) -> FloatArray:
    """Share of the source field's values' words that are commonplace in the target field.

    Identifiers of one system share a prefix ("SUP-1", "SUP-2"): a word that stands for at least `share` of
    one field's words and occurs in the other's too.

    Returns:
        shape (n,), in [0, 1]: the part of the source's words made of such words, the smaller of both sides.
    """
    left, right, _ = _pair(source, target, "token_sketch")
    shares = [_normalised(each) for each in (left, right)]
    common = [sparse.csr_matrix(each.multiply(each >= share)) for each in shares]
    ours = _take(sparse.csr_matrix(shares[0] @ (common[1] > 0).astype(np.float64).T), candidates)
    theirs = _take(sparse.csr_matrix((common[0] > 0).astype(np.float64) @ shares[1].T), candidates)
    return np.asarray(np.minimum(ours, theirs))


def _scaled(matrix: sparse.csr_matrix, factors: FloatArray) -> sparse.csr_matrix:
    return sparse.csr_matrix(matrix @ sparse.diags(factors))


def _normalised(counts: sparse.csr_matrix) -> sparse.csr_matrix:
    totals = np.asarray(counts.sum(axis=1)).ravel()
    scale = np.divide(1.0, totals, out=np.zeros_like(totals), where=totals > 0)
    return sparse.csr_matrix(sparse.diags(scale) @ counts)
