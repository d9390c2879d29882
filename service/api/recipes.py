"""Recipes: the named ways of aligning."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from service.api import examples
from service.api.routing import NAME, answers, found, router
from service.api.views import RecipeView
from service.paging import Cursor, Limit, Page, page, page_of
from service.recipe import RECIPES, Recipe

routes = router("recipes")


@routes.get(
    "/recipes",
    summary="List the recipes",
    response_model=Page[RecipeView],
    responses=answers(examples.page(examples.RECIPE), 422),
)
def list_recipes(request: Request, response: Response, limit: Limit = 100, cursor: Cursor = None) -> Page[RecipeView]:
    """Every recipe, by name."""
    known = [RECIPES[name] for name in sorted(RECIPES)]
    return page(request, response, page_of(known, lambda each: each.name, limit, cursor), _view)


@routes.get(
    "/recipes/{name}", summary="One recipe", response_model=RecipeView, responses=answers(examples.RECIPE, 404, 422)
)
def read_recipe(
    name: Annotated[str, Path(pattern=NAME, description="The recipe's name.", examples=["fields"])],
) -> RecipeView:
    """A recipe with its matchers, selector and cut."""
    return _view(found(RECIPES.get(name), "recipe", name))


def _view(recipe: Recipe) -> RecipeView:
    return RecipeView(
        name=recipe.name,
        description=recipe.description,
        selector=recipe.method.selector.name,
        threshold=recipe.method.threshold,
        matchers=[matcher.name for matcher in recipe.method.matchers],
        fingerprint=recipe.fingerprint,
    )
