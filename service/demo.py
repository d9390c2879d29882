"""The bundled sample company: nine sources whose truth is known by construction."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def sample_company() -> ModuleType:
    """The generator: shipped inside the package, or in `examples/` of a working copy."""
    try:
        return importlib.import_module("service.sample_company")
    except ModuleNotFoundError:
        folder = Path(__file__).resolve().parent.parent / "examples" / "sample_company"
        name = "service.sample_company"
        spec = importlib.util.spec_from_file_location(
            name, folder / "__init__.py", submodule_search_locations=[str(folder)]
        )
        if spec is None or spec.loader is None:
            raise
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        return module
