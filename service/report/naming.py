"""How entities and pairs of sources are called on the page."""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class End:
    """One end of a mapping.

    Attributes:
        name: what people call it.
        id: its id without the prefix, where that says more than the name; else None.
    """

    name: str
    id: str | None = None


def end(curie: str | None, label: str | None = None) -> End:
    """One end by its CURIE and label; either may be missing."""
    local = local_id(curie) if curie else None
    name = label or local or "–"
    return End(name, local if local != name else None)


def local_id(curie: str) -> str:
    """The id without its prefix: within a pair of sources the columns say whose it is."""
    _, colon, local = curie.partition(":")
    return local if colon and local and not local.startswith("//") else curie


def anchor(position: int, *names: str) -> str:
    """An HTML id that reads well and is unique by its position."""
    slug = "-".join(re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in names)
    return f"pair-{position}-{slug[:60]}".rstrip("-")
