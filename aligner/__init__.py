"""The mathematics of ontology and schema alignment: pure functions and frozen values, no I/O.

Read in this order: `entity` and `profiles` (what is aligned), `matcher` (the seams), `candidates`
and `scores` (the table), `combination` (evidence to log-odds), `alignment` (claims and abstentions),
`pipeline` (all of it in one function), `evaluation` and `sweep` (how good it was).
"""

__version__ = "0.1.0"
