"""The small part of YAML that a mapping set's metadata is written in: safe to read, unambiguous to write.

Reading keeps every scalar as the text it is (`0.10`, `2024-01-02` and `NO` stay what they were) and refuses what the
SSSOM specification forbids: anchors, aliases, tags and directives. Nothing is ever constructed but text, lists and
dictionaries, nesting is bounded and so is the length, so no header can blow up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import yaml

from aligner.errors import InputError

#: Longest metadata that is read, in characters; the largest published sets have some tens of thousands.
LONGEST = 262_144

#: Deepest nesting that is read; the specification needs three levels.
DEEPEST = 8

_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@`=<~")
_AWKWARD = re.compile(r": |:$| #|^\s|\s$|^$|^---|^\.\.\.")
_PRINTABLE = re.compile("[\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]*")
#: What YAML 1.1 or 1.2 would read as something else than text: numbers of every base, dates, null, true, yes, on …
_OTHER_TYPE = re.compile(
    r"[+-]?(?:[0-9._]|0[xXoObB])[0-9a-fA-F_.:]*(?:[eE][+-]?[0-9]*)?"
    r"|[+-]?\.(?:inf|nan)|null|true|false|yes|no|on|off|y|n"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t].*)?",
    re.IGNORECASE | re.ASCII,
)
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}

Node = str | list["Node"] | dict[str, "Node"]


def scalar(text: str) -> str:
    """Text as a YAML scalar: plain where YAML reads it back as the same text, else in double quotes.

    >>> scalar("a plain: no"), scalar("0.10"), scalar("NO"), scalar("https://example.org/#a")
    ('"a plain: no"', '"0.10"', '"NO"', 'https://example.org/#a')
    """
    plain = (
        text[:1] not in _INDICATORS
        and not _AWKWARD.search(text)
        and not _OTHER_TYPE.fullmatch(text)
        and _PRINTABLE.fullmatch(text)
    )
    return text if plain else '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in _ESCAPES:
        return _ESCAPES[character]
    if _PRINTABLE.fullmatch(character):
        return character
    code = ord(character)
    return f"\\x{code:02X}" if code < 0x100 else f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"


def _line(mark: Any) -> int:
    """The 0-based line of a mark, whose type differs between PyYAML's two parsers."""
    return int(mark.line) if mark is not None else 0


class NotYamlError(InputError):
    """The text is no YAML, or no list of keys and values."""


@dataclass
class _Parser:
    """Builds a tree from YAML's event stream, event by event."""

    events: Iterator[yaml.Event]
    file: str | None
    first_line: int
    repeated: list[tuple[str, int]] | None

    def refuse(self, event: yaml.Event, what: str) -> InputError:
        return InputError(
            f"the metadata has {what}",
            file=self.file,
            line=self.first_line + _line(event.start_mark),
            remedy="SSSOM metadata is plain YAML: keys, values, lists",
        )

    def document(self) -> dict[str, Node]:
        tree: Node = {}
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent) and (event.version or event.tags):
                raise self.refuse(event, "a YAML directive")
            if isinstance(event, yaml.NodeEvent):
                tree = self.node(event, 0)
                break
        for event in self.events:
            if isinstance(event, yaml.NodeEvent):
                raise self.refuse(event, "more than one document")
        if isinstance(tree, str) and not tree.strip():
            return {}
        if not isinstance(tree, dict):
            what = "the metadata is no list of keys and values"
            raise NotYamlError(what, file=self.file, line=self.first_line)
        return tree

    def node(self, event: yaml.Event, depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            raise self.refuse(event, "an alias")
        if getattr(event, "anchor", None) is not None:
            raise self.refuse(event, "an anchor")
        if getattr(event, "tag", None) is not None:
            raise self.refuse(event, "a tag")
        if depth > DEEPEST:
            raise self.refuse(event, f"more than {DEEPEST} levels")
        if isinstance(event, yaml.ScalarEvent):
            return str(event.value)
        return self.sequence(depth) if isinstance(event, yaml.SequenceStartEvent) else self.mapping(depth)

    def sequence(self, depth: int) -> list[Node]:
        items: list[Node] = []
        for event in self.events:
            if isinstance(event, yaml.SequenceEndEvent):
                break
            items.append(self.node(event, depth + 1))
        return items

    def mapping(self, depth: int) -> dict[str, Node]:
        pairs: dict[str, Node] = {}
        for event in self.events:
            if isinstance(event, yaml.MappingEndEvent):
                break
            key = self.node(event, depth + 1)
            if not isinstance(key, str):
                raise self.refuse(event, "a key that is no text")
            if key in pairs and self.repeated is not None:
                self.repeated.append((key, self.first_line + _line(event.start_mark)))
            elif key in pairs:
                raise self.refuse(event, f"the key {key!r} twice")
            pairs[key] = self.node(next(self.events), depth + 1)
        return pairs


def parse(
    text: str, *, file: str | None = None, first_line: int = 1, repeated: list[tuple[str, int]] | None = None
) -> dict[str, Node]:
    """Metadata as a tree of text, lists and dictionaries.

    Args:
        text: YAML without the `#` of an embedded header.
        file: named in errors.
        first_line: the line of the file in which the text begins.
        repeated: takes the keys that a mapping has twice, with their lines: the last one stands. None refuses them.

    Raises:
        NotYamlError: it is no YAML, or no list of keys and values.
        InputError: it is too long or too deep, or uses what the specification forbids.
    """
    if len(text) > LONGEST:
        raise InputError(f"the metadata is longer than {LONGEST} characters", file=file, line=first_line)
    try:
        return _Parser(yaml.parse(text, Loader=yaml.SafeLoader), file, first_line, repeated).document()
    except yaml.MarkedYAMLError as error:
        line = first_line + _line(error.problem_mark or error.context_mark)
        raise NotYamlError(f"the metadata is no YAML: {error.problem}", file=file, line=line) from None
    except yaml.YAMLError as error:
        raise NotYamlError(f"the metadata is no YAML: {error}", file=file, line=first_line) from None
