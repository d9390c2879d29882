"""What a field's instances look like: counts, kinds of value, mergeable sketches and summaries.

Everything but the two tables that say so merges exactly: the profile of two disjoint parts of a source
is the profile of the whole, in whatever order the parts come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

#: Raised whenever a definition below changes: profiles of different versions never merge or compare.
PROFILE_VERSION = "1"

#: Entries kept by a bottom-k sketch.
SKETCH_SIZE = 256

#: Rows kept of a table of top values or patterns.
TOP_SIZE = 12

#: Example records kept per field.
EXAMPLE_SIZE = 3

#: The sketch's hash: the first 15 hexadecimal digits of the MD5 of the UTF-8 text, as an integer. Every
#: engine has MD5; 60 bits fit a signed 64-bit integer. Frozen: changing it means a new PROFILE_VERSION.
HASH_DIGITS = 15
HASH_SPACE: int = 16**HASH_DIGITS

Counts = tuple[tuple[str, int], ...]


def merge_counts(left: Counts, right: Counts) -> Counts:
    """Add up two tables of counts; the result is sorted by key."""
    total = dict(left)
    for key, count in right:
        total[key] = total.get(key, 0) + count
    return tuple(sorted(total.items()))


def _merge_top(left: Counts, right: Counts) -> Counts:
    ranked = sorted(merge_counts(left, right), key=lambda row: (-row[1], row[0]))
    return tuple(ranked[:TOP_SIZE])


@dataclass(frozen=True, slots=True)
class Sketch:
    """Bottom-k sketch with counts (Cohen & Kaplan, *Summarizing data using bottom-k sketches*, 2007).

    Attributes:
        entries: (hash, count) of the `SKETCH_SIZE` smallest distinct hashes, sorted by hash.
    """

    entries: tuple[tuple[int, int], ...] = ()

    @property
    def exact(self) -> bool:
        """Whether every distinct value is in the sketch."""
        return len(self.entries) < SKETCH_SIZE

    @property
    def hashes(self) -> frozenset[int]:
        """The kept hashes."""
        return frozenset(hash_ for hash_, _ in self.entries)

    def distinct(self) -> float:
        """Number of distinct values: exact below `SKETCH_SIZE`, an unbiased estimate above."""
        if self.exact:
            return float(len(self.entries))
        return (SKETCH_SIZE - 1) * HASH_SPACE / self.entries[-1][0]

    def merge(self, other: Sketch) -> Sketch:
        """The sketch of the two multisets together."""
        total = dict(self.entries)
        for hash_, count in other.entries:
            total[hash_] = total.get(hash_, 0) + count
        return Sketch(tuple(sorted(total.items())[:SKETCH_SIZE]))

    def overlap(self, other: Sketch) -> tuple[int, int, int]:
        """Shared, own and other's distinct values, counted below the hash both sketches reach.

        Returns:
            (shared, own, other's): exact where both sketches are exact, else counts in a uniform sample
            of the union. Jaccard is `shared / (own + other - shared)`, containment `shared / own`.
        """
        bounds = [sketch.entries[-1][0] for sketch in (self, other) if not sketch.exact]
        bound = min(bounds, default=HASH_SPACE)
        own = {hash_ for hash_, _ in self.entries if hash_ <= bound}
        others = {hash_ for hash_, _ in other.entries if hash_ <= bound}
        return len(own & others), len(own), len(others)


@dataclass(frozen=True, slots=True)
class Summary:
    """Distribution of an integer or number in fixed buckets, from which quantiles come.

    Attributes:
        count: how many numbers.
        low: the smallest, or None where there is none.
        high: the largest, or None where there is none.
        buckets: (bucket, count), sorted by bucket; `service` and `sources` agree on the bucket's meaning
            through `bucket_of`.
    """

    count: int = 0
    low: float | None = None
    high: float | None = None
    buckets: tuple[tuple[int, int], ...] = ()

    def merge(self, other: Summary) -> Summary:
        """The summary of both together."""
        total = dict(self.buckets)
        for bucket, count in other.buckets:
            total[bucket] = total.get(bucket, 0) + count
        lows = [low for low in (self.low, other.low) if low is not None]
        highs = [high for high in (self.high, other.high) if high is not None]
        return Summary(
            self.count + other.count, min(lows, default=None), max(highs, default=None), tuple(sorted(total.items()))
        )

    def quantile_bucket(self, share: float) -> int | None:
        """The bucket in which the given share (0 to 1) of the numbers is reached, or None without numbers."""
        reached = 0
        for bucket, count in self.buckets:
            reached += count
            if reached >= share * self.count and count:
                return bucket
        return None


@dataclass(frozen=True, slots=True)
class FieldProfile:
    """What was seen in one field of one source, or of one part of it.

    Attributes:
        records: records seen in the source.
        filled: records in which the field holds at least one value that is not missing.
        values: values seen; each element of a list counts.
        list_records: records in which the value is a list.
        kinds: values by kind of value (`sources/values.sql` defines the kinds).
        value_sketch: distinct values, canonical form.
        token_sketch: distinct words of the values.
        lengths: characters of a value; buckets are `floor(2 * log2(length))`.
        numbers: numeric values; buckets are `sign * floor(2 * log2(1 + |x|))`.
        times: instants in seconds since 1970 UTC; buckets are days.
        ambiguous_zones: instants whose zone's name does not settle the offset (as "PT").
        roles: records in which the field plays a role (as "earliest" of the record's times).
        patterns: commonest character patterns (digits 9, letters a and A); approximate.
        top_values: commonest values; approximate.
        examples: ids of a few records, those of smallest hash, as (hash, id).
        version: `PROFILE_VERSION` at the time of profiling.
    """

    records: int = 0
    filled: int = 0
    values: int = 0
    list_records: int = 0
    kinds: Counts = ()
    value_sketch: Sketch = Sketch()
    token_sketch: Sketch = Sketch()
    lengths: Summary = Summary()
    numbers: Summary = Summary()
    times: Summary = Summary()
    ambiguous_zones: int = 0
    roles: Counts = ()
    patterns: Counts = ()
    top_values: Counts = ()
    examples: tuple[tuple[int, str], ...] = ()
    version: str = PROFILE_VERSION

    @property
    def missing(self) -> int:
        """Records in which the field is absent, null, empty, or an empty list."""
        return self.records - self.filled

    @property
    def fill(self) -> float:
        """Share of records in which the field is filled, 0 to 1."""
        return self.filled / self.records if self.records else 0.0

    @property
    def distinct(self) -> float:
        """Distinct values: exact below `SKETCH_SIZE`, estimated above and never more than the values."""
        return min(self.value_sketch.distinct(), float(self.values))

    @property
    def uniqueness(self) -> float:
        """Distinct values over values, 0 to 1."""
        return self.distinct / self.values if self.values else 0.0

    @property
    def list_share(self) -> float:
        """Share of the filled records in which the value is a list, 0 to 1."""
        return self.list_records / self.filled if self.filled else 0.0

    def kind_shares(self) -> Mapping[str, float]:
        """Kind of value to its share of the values."""
        return {kind: count / self.values for kind, count in self.kinds} if self.values else {}

    def role_share(self, role: str) -> float:
        """Share of the filled records in which the field plays the role, 0 to 1."""
        return dict(self.roles).get(role, 0) / self.filled if self.filled else 0.0

    def merge(self, other: FieldProfile) -> FieldProfile:
        """The profile of both parts together; the parts must be disjoint.

        Raises:
            ValueError: the profiles are of different versions.
        """
        if self.version != other.version:
            raise ValueError(f"profiles of versions {self.version} and {other.version} do not merge")
        return FieldProfile(
            records=self.records + other.records,
            filled=self.filled + other.filled,
            values=self.values + other.values,
            list_records=self.list_records + other.list_records,
            kinds=merge_counts(self.kinds, other.kinds),
            value_sketch=self.value_sketch.merge(other.value_sketch),
            token_sketch=self.token_sketch.merge(other.token_sketch),
            lengths=self.lengths.merge(other.lengths),
            numbers=self.numbers.merge(other.numbers),
            times=self.times.merge(other.times),
            ambiguous_zones=self.ambiguous_zones + other.ambiguous_zones,
            roles=merge_counts(self.roles, other.roles),
            patterns=_merge_top(self.patterns, other.patterns),
            top_values=_merge_top(self.top_values, other.top_values),
            examples=tuple(sorted({*self.examples, *other.examples})[:EXAMPLE_SIZE]),
        )


#: The parts of a profile that merge only approximately.
APPROXIMATE = frozenset({"patterns", "top_values"})

#: The parts of a profile that merge exactly.
EXACT = frozenset(each.name for each in fields(FieldProfile)) - APPROXIMATE


def merge_profiles(profiles: Iterable[FieldProfile]) -> FieldProfile:
    """The profile of all parts together; an empty profile without parts."""
    total = FieldProfile()
    for profile in profiles:
        total = total.merge(profile)
    return total
