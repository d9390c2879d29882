"""Every built-in adapter by name; third parties register theirs through the entry point `aligner.sources`."""

from sources.adapter import Adapter
from sources.adapters import (
    confluence,
    fireflies,
    generic,
    github,
    gmail,
    google_drive,
    hubspot,
    jira,
    linear,
    slack,
)

SOURCES: dict[str, Adapter] = {
    module.ADAPTER.name: module.ADAPTER
    for module in (confluence, fireflies, generic, github, gmail, google_drive, hubspot, jira, linear, slack)
}
