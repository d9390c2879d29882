"""The registry: built-in plugins and those that third parties register through entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from aligner.errors import AlignerError
from aligner.matcher import Matcher, Selector
from matchers import MATCHERS
from matchers.selectors import SELECTORS
from sources import SOURCES
from sources.adapter import Adapter

GROUPS = ("sources", "matchers", "selectors")


@cache
def matchers() -> dict[str, Matcher]:
    """Every matcher, by name."""
    return {**MATCHERS, **_third_party("matchers")}


@cache
def selectors() -> dict[str, Selector]:
    """Every selector, by name."""
    return {**SELECTORS, **_third_party("selectors")}


@cache
def adapters() -> dict[str, Adapter]:
    """Every source adapter, by name."""
    return {**SOURCES, **_third_party("sources")}


def _third_party(group: str) -> dict[str, Any]:
    """Plugins of one entry-point group; a built-in name cannot be taken over."""
    tables: dict[str, dict[str, Any]] = {"matchers": {**MATCHERS}, "selectors": {**SELECTORS}, "sources": {**SOURCES}}
    built_in = tables[group]
    found: dict[str, Any] = {}
    for point in sorted(entry_points(group=f"aligner.{group}"), key=lambda each: each.name):
        if point.name in built_in:
            raise AlignerError(
                f"the plugin {point.value!r} calls itself {point.name!r}, which is a built-in {group[:-1]}"
            )
        found[point.name] = point.load()
    return found
