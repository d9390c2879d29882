"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

MODULES = sorted(
    module.name
    for package in ("aligner", "matchers", "mappings", "sources")
    for module in walk_packages(import_module(package).__path__, f"{package}.")
)


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name):
    assert doctest.testmod(import_module(name)).failed == 0


def test_some_examples_ran():
    assert doctest.testmod(import_module("matchers.words")).attempted >= 3
