"""Files that no reader can take: what an export leaves behind when something went wrong."""

from __future__ import annotations

#: Path below the sample's folder → content.
BROKEN: dict[str, bytes] = {
    # cut off in the middle of line 3
    "jira/broken-cut-off.json": b'{\n  "key": "CARE-9001",\n  "summary": "Valve stu',
    # a list whose elements are no objects
    "linear/broken-no-objects.json": b'["FLOW-9001", 17, null, true]\n',
    # bytes of another encoding: 0xF8 and 0xE9 are no UTF-8
    "confluence/broken-latin-1.json": '{"title": "Café at the weir", "author": "Benedikt Sørlie"}\n'.encode("latin-1"),
    "slack/broken-empty.json": b"",
}
