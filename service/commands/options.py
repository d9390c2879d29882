"""Options that several commands share, so that each is called and explained the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="The result as JSON on standard output.")]
Out = Annotated[Path, typer.Option("-o", "--out", help="Folder to write to; it is made where it is missing.")]
Adapter = Annotated[str | None, typer.Option(help="Adapter to read with; by default told by the shape of the records.")]
RecipeName = Annotated[str, typer.Option("--recipe", help="Name of a recipe; `aligner recipes` lists them.")]
SelectorName = Annotated[str | None, typer.Option("--selector", help="Another selector than the recipe's.")]
Threshold = Annotated[
    float | None, typer.Option(min=0.0, max=1.0, help="Another cut on the combined score than the recipe's.")
]
MatchersOption = Annotated[str | None, typer.Option("--matchers", help="Use these matchers only, separated by commas.")]
License = Annotated[str, typer.Option(help="URI of the licence that the mapping sets state.")]
Fields = Annotated[
    Path | None,
    typer.Option(help="Table of the fields that take part (columns source, field): pairs of others are not counted."),
]
