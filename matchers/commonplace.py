"""Values that occur in fields of every meaning: two fields that share them share nothing."""

from __future__ import annotations

import hashlib
from functools import cache

import numpy as np

from aligner.profiles import HASH_DIGITS

#: Grades, switches and fillers of general English, as they stand in lists of codes.
COMMONPLACE = (
    "low medium high critical normal none other unknown default minor major moderate severe urgent small large "
    "yes no true false on off new old open closed active inactive enabled disabled pending done failed "
    "success pass fail good bad poor excellent first second third a b c d n y x"
)


@cache
def commonplace_hashes() -> np.ndarray:
    """The sketch hashes of these values: sorted, int64."""
    digests = (hashlib.md5(value.encode("utf-8")).hexdigest()[:HASH_DIGITS] for value in COMMONPLACE.split())
    return np.array(sorted(int(digest, 16) for digest in digests), dtype=np.int64)
