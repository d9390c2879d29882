"""Sources turn the world into `aligner.entity.Schema`s: an adapter declares what differs, the rest is shared."""

from sources.catalogue import SOURCES
from sources.loading import LoadedSource, load, load_frame, load_records
from sources.report import Problem, SourceReport

__all__ = ["SOURCES", "LoadedSource", "Problem", "SourceReport", "load", "load_frame", "load_records"]
