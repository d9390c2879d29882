"""CPU seconds to write 100,000 mappings in each format, and against the `sssom` package writing the same table.

Run: python benchmarks/sssom_writing.py [ROWS]
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable

from mappings.mapping import Mapping, MappingSet
from mappings.reading import read_tsv
from mappings.tsv import to_tsv
from mappings.writing import write


def example(rows: int) -> MappingSet:
    """Rows with fifteen columns and lists, as published sets have them."""
    made = tuple(
        Mapping(
            subject_id=f"a:{place:07}",
            subject_label=f"subject label {place}",
            predicate_id="skos:exactMatch" if place % 3 else "skos:broadMatch",
            object_id=f"b:{place * 7919 % rows:07}",
            object_label=f"object label {place}",
            mapping_justification="semapv:LexicalMatching",
            author_id=("orcid:0000-0000-0000-0001", "orcid:0000-0000-0000-0002"),
            mapping_tool="tool",
            mapping_date="2025-05-14",
            confidence=(place % 1000) / 1000,
            subject_match_field=("rdfs:label",),
            object_match_field=("rdfs:label", "skos:altLabel"),
            match_string=(f"label {place}",),
            similarity_score=(place % 997) / 1000,
            comment="checked | twice" if place % 5 else None,
        )
        for place in range(rows)
    )
    prefixes = {"a": "https://example.org/a/", "b": "https://example.org/b/", "orcid": "https://orcid.org/"}
    identifier, license = "https://example.org/set", "https://example.org/free"
    return MappingSet(mappings=made, mapping_set_id=identifier, license=license, curie_map=prefixes)


def timed(work: Callable[[], object]) -> float:
    """CPU seconds."""
    start = time.process_time()
    work()
    return time.process_time() - start


def main(rows: int = 100_000) -> None:
    """Print a line per format."""
    mapping_set = example(rows)
    ours = timed(lambda: to_tsv(mapping_set))
    print(f"tsv\t{ours:.2f} s")
    for format in ("json", "nt", "turtle", "alignment", "spreadsheet"):
        print(f"{format}\t{timed(lambda format=format: write(mapping_set, format)):.2f} s")  # type: ignore[misc]
    part = max(rows // 20, 1)
    table = to_tsv(MappingSet(**{**vars(mapping_set), "mappings": mapping_set.mappings[:part]}))
    mine = timed(lambda: to_tsv(read_tsv(table).mapping_set))
    from sssom.parsers import parse_sssom_table
    from sssom.writers import write_table

    def theirs() -> None:
        write_table(parse_sssom_table(io.StringIO(table.decode())), io.StringIO(), sort=True)

    other = timed(theirs)
    print(f"read and write {part} rows\t{mine:.2f} s, the sssom package {other:.2f} s: {other / mine:.1f} times")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
