"""The two files that stand in for a reader's own are what their README says."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
FOLDER = EXAMPLES / "own_files"


def _contacts() -> list[dict[str, str]]:
    with (FOLDER / "crm_contacts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _users() -> list[dict[str, object]]:
    users: list[dict[str, object]] = json.loads((FOLDER / "helpdesk_users.json").read_text(encoding="utf-8"))
    return users


def test_thirty_rows_each_and_eighteen_people_in_both() -> None:
    contacts, users = _contacts(), _users()
    assert len(contacts) == len(users) == 30
    assert len({row["e_mail"] for row in contacts} & {row["email_address"] for row in users}) == 18
    assert len({row["cust_nm"] for row in contacts} & {row["full_name"] for row in users}) == 18


def test_addresses_lie_under_example_org_and_no_column_has_the_same_name() -> None:
    contacts, users = _contacts(), _users()
    addresses = [row["e_mail"] for row in contacts] + [str(row["email_address"]) for row in users]
    assert all(re.fullmatch(r"[a-z.]+@[a-z-]+\.example\.org", address) for address in addresses)
    assert not set(contacts[0]) & set(users[0])


def test_the_table_in_the_readme_names_every_column_once() -> None:
    table = [line for line in (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    table = table[next(n for n, line in enumerate(table) if "`crm_contacts.csv` |" in line) + 2 :]
    cells = [line.split("|")[1:3] for line in table]
    left, right = (re.findall(r"`(\w+)`", " ".join(cell[side] for cell in cells)) for side in (0, 1))
    assert sorted(left) == sorted(_contacts()[0]) and sorted(right) == sorted(_users()[0])
