"""Recipes: the names and numbers of a run. Turns names into the objects that `aligner.pipeline` takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType

from aligner import __version__
from aligner.calibration import Calibrator
from aligner.entity import fingerprint
from aligner.errors import InputError, UnknownNameError
from aligner.matcher import Matcher, Selector, Weights
from aligner.pipeline import Method
from matchers import EqualityMatcher, InstanceMatcher, JoinMatcher, NameMatcher, StructureMatcher
from matchers.relation import field_relation
from service.plugins import matchers as known_matchers
from service.plugins import selectors as known_selectors


@dataclass(frozen=True)
class Recipe:
    """A named way of aligning.

    Attributes:
        name: unique; installing an extra never changes what a name stands for.
        description: when to use it, in a sentence.
        method: matchers, weights, selector, cut and calibration.
    """

    name: str
    description: str
    method: Method

    @property
    def fingerprint(self) -> str:
        """SHA-256 of everything that decides a result besides the data, the version included."""
        method = self.method
        content = [
            __version__,
            self.name,
            [repr(matcher) for matcher in method.matchers],
            method.weights.prior,
            dict(method.weights.of),
            method.weights.shrinkage,
            method.selector.name,
            method.threshold,
            asdict(method.calibrator),
        ]
        return fingerprint(content)


#: Weight of every matcher, and the log-odds of a pair before any evidence. Set on development data; see
#: docs/matchers.md for how, and for what each contributes.
_WEIGHTS = MappingProxyType({"name": 2.1, "instance": 1.2, "structure": 0.5, "join": 3.0, "equality": 2.1})
_PRIOR = -2.2
_SHRINKAGE = 0.005


def _define(
    name: str, description: str, *matchers: Matcher, selector: str = "mutual", threshold: float, prior: float = _PRIOR
) -> Recipe:
    weights = Weights(prior, {matcher.name: _WEIGHTS[matcher.name] for matcher in matchers}, _SHRINKAGE)
    method = Method(name, matchers, weights, known_selectors()[selector], threshold, Calibrator(), field_relation)
    return Recipe(name, description, method)


def _recipes() -> dict[str, Recipe]:
    instance, structure, join = InstanceMatcher(), StructureMatcher(), JoinMatcher()
    defined = (
        _define(
            "fields",
            "The default for fields and tables: names, instances, structure and joins together.",
            NameMatcher(), instance, structure, join, threshold=0.3,
        ),
        _define(
            "fields-plain",
            "As `fields`, but without any list of synonyms: shared words only.",
            NameMatcher(thesaurus=False), instance, structure, join, threshold=0.12,
        ),
        _define(
            "instances",
            "Profiles only, names never: for sources whose names mean nothing.",
            instance, structure, join, threshold=0.12,
        ),
        _define(
            "instance-greedy",
            "The classic baseline: instances only, greedy one-to-one.",
            instance, selector="greedy", threshold=0.12,
        ),
        _define("names", "Names with generic synonyms, nothing else.", NameMatcher(), threshold=0.3),
        _define("name-equality", "Equal names, nothing else.", EqualityMatcher(), threshold=0.3),
    )  # fmt: skip
    return {each.name: each for each in defined}


RECIPES = MappingProxyType(_recipes())


def recipe(
    name: str = "fields",
    *,
    selector: str | None = None,
    threshold: float | None = None,
    matchers: Sequence[str] | None = None,
) -> Recipe:
    """The recipe of that name, with what is given put in place of its own.

    Args:
        name: a name in `RECIPES`.
        selector: name of another selector.
        threshold: another cut on the combined score, in [0, 1].
        matchers: names of the matchers to use instead; each keeps the recipe's weight for it, or weighs 1.

    Raises:
        UnknownNameError: no recipe, selector or matcher has that name.
        InputError: the threshold is not in [0, 1].
    """
    if name not in RECIPES:
        raise UnknownNameError("recipe", name, RECIPES)
    found = RECIPES[name]
    method = found.method
    if selector is not None:
        method = replace(method, selector=selector_of(selector))
    if threshold is not None:
        if not 0 <= threshold <= 1:
            raise InputError(f"the threshold must lie between 0 and 1, not at {threshold}")
        method = replace(method, threshold=threshold)
    if matchers is not None:
        method = _with_matchers(method, matchers)
    return replace(found, method=method)


def selector_of(name: str) -> Selector:
    """The selector of that name.

    Raises:
        UnknownNameError: there is none.
    """
    known = known_selectors()
    if name not in known:
        raise UnknownNameError("selector", name, known)
    return known[name]


def _with_matchers(method: Method, names: Sequence[str]) -> Method:
    own = {matcher.name: matcher for matcher in method.matchers}
    known = {**known_matchers(), **own}
    for each in names:
        if each not in known:
            raise UnknownNameError("matcher", each, known)
    weights = {each: method.weights.of.get(each, _WEIGHTS.get(each, 1.0)) for each in dict.fromkeys(names)}
    return replace(
        method,
        matchers=tuple(known[each] for each in weights),
        weights=replace(method.weights, of=weights),
    )
