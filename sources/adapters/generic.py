"""Generic: any system that nobody has written an adapter for; one record is one object or row."""

from sources.adapter import Adapter

ADAPTER = Adapter(
    name="generic",
    label="Generic",
    namespace="https://w3id.org/aligner/source/",
    records="one object or row",
)
