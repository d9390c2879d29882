"""Matchers score pairs, selectors choose among them. A plugin is one file, listed in `MATCHERS` or `SELECTORS`."""

from aligner.matcher import Matcher
from matchers.equality import EqualityMatcher
from matchers.instance import InstanceMatcher
from matchers.join import JoinMatcher
from matchers.name import NameMatcher
from matchers.structure import StructureMatcher

#: Every built-in matcher, by name; third parties register theirs through the entry point `aligner.matchers`.
MATCHERS: dict[str, Matcher] = {
    matcher.name: matcher
    for matcher in (EqualityMatcher(), InstanceMatcher(), JoinMatcher(), NameMatcher(), StructureMatcher())
}

__all__ = ["MATCHERS", "EqualityMatcher", "InstanceMatcher", "JoinMatcher", "NameMatcher", "StructureMatcher"]
