"""One pass of a parser that refuses what XML can do to others: bombs, outside entities, endless names, deep nesting."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

from lxml import etree

from aligner.errors import InputError


def elements(data: bytes, tags: Sequence[str], file: str | None) -> Iterator[etree._Element]:
    """Every element of some names, once it is complete; nothing outside the document is ever fetched.

    Args:
        data: the document.
        tags: names of elements, as `{*}Cell`.
        file: named in errors.

    Raises:
        InputError: it is no XML, or more than a parser can be trusted with.
    """
    try:
        yield from (
            element
            for _, element in etree.iterparse(
                io.BytesIO(data), tag=tags, resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
            )
        )
    except etree.XMLSyntaxError as error:
        raise InputError(f"not valid RDF/XML: {error.msg}", file=file, line=error.lineno) from None


def check(data: bytes, file: str | None) -> None:
    """Refuse a document that is no XML or could do harm.

    Raises:
        InputError: it is one.
    """
    for element in elements(data, ("{*}*",), file):
        element.clear()
