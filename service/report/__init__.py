"""One self-contained page about mapping sets, for whoever has to trust them: `render` values, or `report_on` files."""

from __future__ import annotations

from service.report.page import render, report_on

__all__ = ["render", "report_on"]
