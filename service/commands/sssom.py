"""`aligner validate`, `convert`, `diff`, `merge`, `filter`, `invert`, `chain`, `hash`: work on mapping sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from aligner.errors import InputError
from mappings.chaining import chained
from mappings.diff import Triple, diff
from mappings.filtering import Criteria, filtered
from mappings.findings import Finding, Level
from mappings.hashing import hashes
from mappings.inversion import inverted
from mappings.mapping import Mapping, MappingSet
from mappings.merge import merge
from mappings.reading import Reading, read
from mappings.writing import format_for, write
from service.commands.console import ExitCode, remark, say, say_json, table
from service.commands.options import Json

SetFile = Annotated[Path, typer.Argument(metavar="SET", help="A mapping set of any format.")]
To = Annotated[Path, typer.Option("-o", "--out", help="The file to write; its suffix says the format.")]
Format = Annotated[str | None, typer.Option("--to", help="The format, where the suffix does not say it.")]
Identifier = Annotated[str | None, typer.Option("--id", help="URI of the new set; by default made of its content.")]
License = Annotated[str | None, typer.Option(help="URI of the licence; by default the sets', where they agree.")]
Strict = Annotated[bool, typer.Option("--strict", help="Refuse a file in which anything breaks a rule.")]
Patterns = Annotated[list[str] | None, typer.Option(help="Keep these; repeatable, `*` and `?` stand for any text.")]
Confidence = Annotated[float, typer.Option(min=0.0, max=1.0, help="Bound of the confidence; none stated counts as 1.")]

#: Findings shown of a file, where not as JSON.
SHOWN = 20


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for name, command in (
        ("validate", validate),
        ("convert", convert),
        ("diff", compare_sets),
        ("merge", merge_sets),
        ("filter", filter_set),
        ("invert", invert),
        ("chain", chain),
        ("hash", hash_set),
    ):
        app.command(name)(command)


def validate(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Mapping sets of any format.")],
    json: Json = False,
    strict: Strict = False,
) -> int:
    """Say everything that is wrong with mapping sets, by line and slot."""
    reports = []
    for file in files:
        reading = read(file, strict=strict)
        reports.append(_report(file, reading))
        if not json:
            say(f"{file}: {reading.rows_kept} of {reading.rows_in} rows are good, {len(reading.findings)} findings")
            for each in reading.findings[:SHOWN]:
                say(f"  {_line(each)}")
            if len(reading.findings) > SHOWN:
                say(f"  … and {len(reading.findings) - SHOWN} more; --json lists them")
    if json:
        say_json(reports[0] if len(reports) == 1 else reports)
    found = any(each["level"] != Level.WARNING for report in reports for each in report["findings"])
    return ExitCode.FINDINGS if found else ExitCode.DONE


def convert(source: SetFile, out: To, to: Format = None, strict: Strict = False) -> int:
    """Write a mapping set in another format; rows that could not be read, or have no place in it, are reported."""
    reading = read(source, strict=strict)
    _remark(source, reading)
    return _write(reading.mapping_set, out, to, lost=reading.rows_reported)


def compare_sets(
    a: Annotated[Path, typer.Argument(help="The set before.")],
    b: Annotated[Path, typer.Argument(help="The set after.")],
    json: Json = False,
) -> int:
    """Say what was added, removed and changed between two sets: by what is stated, and by the record."""
    found = diff(_set(a), _set(b))
    if json:
        say_json(
            {
                "triples_added": [_statement(each) for each in found.triples_added],
                "triples_removed": [_statement(each) for each in found.triples_removed],
                "added": [_row(each) for each in found.added],
                "removed": [_row(each) for each in found.removed],
                "changed": [
                    {"before": _row(each.before), "after": _row(each.after), "slots": each.slots}
                    for each in found.changed
                ],
                "same": found.same,
            }
        )
        return ExitCode.DONE if found.empty else ExitCode.FINDINGS
    rows: list[dict[str, Any]] = [{"what": "triple added", **_statement(each)} for each in found.triples_added]
    rows += [{"what": "triple removed", **_statement(each)} for each in found.triples_removed]
    for what, group in (("row added", found.added), ("row removed", found.removed)):
        rows += [{"what": what, **_brief(each)} for each in group]
    rows += [{"what": "row changed", **_brief(each.after), "slots": ", ".join(each.slots)} for each in found.changed]
    table(rows, ("what", "subject", "predicate", "modifier", "object", "slots"))
    remark(f"{found.same} rows are the same")
    return ExitCode.DONE if found.empty else ExitCode.FINDINGS


def merge_sets(
    files: Annotated[list[Path], typer.Argument(metavar="SET…", help="Mapping sets of any format.")],
    out: To,
    to: Format = None,
    id_: Identifier = None,
    license: License = None,
) -> int:
    """Put sets together: every row stays, as evidence of its own, but for those equal in all slots."""
    readings = [_reading(file) for file in files]
    merged = merge([each.mapping_set for each in readings], mapping_set_id=id_, license=license)
    remark(f"{merged.rows_in} rows in, {len(merged.mapping_set)} out, {merged.duplicates} exact duplicates")
    return _write(merged.mapping_set, out, to, lost=sum(each.rows_reported for each in readings))


def filter_set(
    source: SetFile,
    out: To,
    subject: Patterns = None,
    object: Patterns = None,
    predicate: Patterns = None,
    justification: Patterns = None,
    low: Confidence = 0.0,
    high: Confidence = 1.0,
    negated: Annotated[
        bool | None, typer.Option("--negated/--not-negated", help="Only rows that say Not, or only others.")
    ] = None,
    to: Format = None,
    id_: Identifier = None,
) -> int:
    """Keep the rows that are all of what is asked for."""
    reading = _reading(source)
    criteria = Criteria(
        subject_id=tuple(subject or ()),
        object_id=tuple(object or ()),
        predicate_id=tuple(predicate or ()),
        mapping_justification=tuple(justification or ()),
        low=low,
        high=high,
        negated=negated,
    )
    made = filtered(reading.mapping_set, criteria, mapping_set_id=id_)
    remark(f"{len(made)} of {len(reading.mapping_set)} rows kept")
    return _write(made, out, to, lost=reading.rows_reported)


def invert(source: SetFile, out: To, to: Format = None, id_: Identifier = None) -> int:
    """Turn every mapping round whose predicate has an inverse; report the others."""
    reading = _reading(source)
    made, findings = inverted(reading.mapping_set, mapping_set_id=id_)
    _remark_all(findings)
    return _write(made, out, to, lost=reading.rows_reported + len(findings))


def chain(
    a: Annotated[Path, typer.Argument(help="The set to the middle.")],
    b: Annotated[Path, typer.Argument(help="The set from the middle on.")],
    out: To,
    to: Format = None,
    id_: Identifier = None,
    license: License = None,
) -> int:
    """Map end to end through what two sets have in common; report pairs that make nothing together."""
    first, second = _reading(a), _reading(b)
    made, findings = chained(first.mapping_set, second.mapping_set, mapping_set_id=id_, license=license)
    _remark_all(findings)
    return _write(made, out, to, lost=first.rows_reported + second.rows_reported + len(findings))


def hash_set(source: SetFile, json: Json = False) -> int:
    """Print the standard hash of every mapping."""
    reading = _reading(source)
    rows = [
        {"hash": text, **_brief(row)}
        for text, row in zip(hashes(reading.mapping_set), reading.mapping_set, strict=True)
    ]
    if json:
        say_json(rows)
    else:
        table(rows, ("hash", "subject", "predicate", "modifier", "object"))
    return ExitCode.PARTLY_DONE if reading.rows_reported else ExitCode.DONE


def _set(path: Path) -> MappingSet:
    return _reading(path).mapping_set


def _reading(path: Path) -> Reading:
    reading = read(path)
    _remark(path, reading)
    return reading


def _remark(path: Path, reading: Reading) -> None:
    if reading.rows_reported:
        remark(f"{path}: {reading.rows_kept} of {reading.rows_in} rows kept; `aligner validate` says why")


def _remark_all(findings: Sequence[Finding]) -> None:
    for each in findings[:SHOWN]:
        remark(_line(each))
    if len(findings) > SHOWN:
        remark(f"… and {len(findings) - SHOWN} more")


def _write(mapping_set: MappingSet, out: Path, format: str | None, lost: int) -> int:
    written = write(mapping_set, format or format_for(out))
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(written.content)
        if written.metadata is not None:
            out.with_suffix(".yml").write_bytes(written.metadata)
    except OSError as error:
        remedy = "Name a file that you may write to"
        raise InputError(f"cannot be written: {error.strerror}", file=str(out), remedy=remedy) from None
    _remark_all(written.findings)
    remark(f"written to {out}")
    return ExitCode.PARTLY_DONE if lost or written.findings else ExitCode.DONE


def _report(file: Path, reading: Reading) -> dict[str, Any]:
    return {
        "file": str(file),
        "rows_in": reading.rows_in,
        "rows_kept": reading.rows_kept,
        "rows_reported": reading.rows_reported,
        "findings": [asdict(each) for each in reading.findings],
    }


def _line(finding: Finding) -> str:
    place = f"line {finding.line}: " if finding.line else ""
    return f"{place}{finding.level} {finding.code}: {finding.message}. {finding.repair}"


def _statement(triple: Triple) -> dict[str, str]:
    return dict(zip(("subject", "predicate", "modifier", "object"), triple, strict=True))


def _brief(row: Mapping) -> dict[str, str]:
    subject, object_ = row.subject_id or row.subject_label, row.object_id or row.object_label
    return _statement((subject or "", row.predicate_id or "", row.predicate_modifier or "", object_ or ""))


def _row(row: Mapping) -> dict[str, Any]:
    stated = {name: value for name, value in asdict(row).items() if value not in (None, ())}
    extensions = dict(stated.pop("extensions", ()))
    return stated | extensions
