"""What made a set: recipe, selector, cut, version and terms, as its own metadata states them."""

from __future__ import annotations

from dataclasses import dataclass

from mappings.mapping import Mapping, MappingSet
from mappings.publication import RECIPE_SLOT, THRESHOLD_SLOT
from service.output import Published
from service.plugins import selectors

#: How a set's curation rule ends, before the selector's name.
_CHOSEN_BY = "chosen by "


@dataclass(frozen=True)
class Provenance:
    """One set's origin; what it does not state is "".

    Attributes:
        file: the file's name.
        set_id: the set's URI.
        tool: names and versions of what made it.
        recipe: the recipes of its rows.
        selector: what chose its rows.
        cut: on the combined score.
        date: the day of the mappings.
        license: URI of the terms.
    """

    file: str
    set_id: str
    tool: str
    recipe: str
    selector: str
    cut: str
    date: str
    license: str


def provenance(published: Published) -> Provenance:
    """What a set says of its origin."""
    made = published.mapping_set
    recipes = sorted({name for row in made if (name := row.extension(RECIPE_SLOT))})
    dates = sorted({row.mapping_date for row in made if row.mapping_date})
    return Provenance(
        published.path.name,
        made.mapping_set_id or "",
        ", ".join(sorted({_tool(each) for each in (made, *made) if each.mapping_tool})),
        ", ".join(recipes),
        selector_named(made) or "",
        made.extension(THRESHOLD_SLOT) or "",
        made.mapping_date or " to ".join(dict.fromkeys((dates[0], dates[-1])) if dates else ()),
        made.license or "",
    )


def _tool(made: MappingSet | Mapping) -> str:
    return " ".join(text for text in (made.mapping_tool, made.mapping_tool_version) if text)


def selector_named(mapping_set: MappingSet) -> str | None:
    """The selector that the set's curation rule names, or that of its rows; None where none that exists is named."""
    texts = mapping_set.curation_rule_text or next((row.curation_rule_text for row in mapping_set), ())
    for text in texts:
        _, found, name = text.rpartition(_CHOSEN_BY)
        if found and name in selectors():
            return name
    return None
