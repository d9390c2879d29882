"""The sample company: nine systems of an invented company with known truth.

`generate` writes the records, `reference` the alignment that is true by construction.
"""

from __future__ import annotations

from .reference import reference
from .writing import generate

__all__ = ["generate", "reference"]
