"""The command line as a user drives it: what it prints, writes and returns."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mappings.reading import read_tsv
from service.cli import run
from service.commands.console import ExitCode
from service.demo import sample_company

OWN = Path(__file__).resolve().parents[2] / "examples" / "own_files"
CRM, HELPDESK = str(OWN / "crm_contacts.csv"), str(OWN / "helpdesk_users.json")
STEM = "crm_contacts--helpdesk_users"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The two bundled files, aligned."""
    out = tmp_path_factory.mktemp("own")
    assert run(["align", CRM, HELPDESK, "-o", str(out)]) == ExitCode.DONE
    return out


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three sources of the sample company, aligned, with their truth."""
    out = tmp_path_factory.mktemp("company")
    sample_company().generate(out / "all")
    sample_company().reference(out)
    (out / "sources").mkdir()
    for name in ("jira", "linear", "slack"):
        (out / "all" / name).rename(out / "sources" / name)
    assert run(["align", "--all", str(out / "sources"), "-o", str(out / "mapped")]) == ExitCode.DONE
    return out


def digest(folder: Path) -> dict[str, str]:
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


def test_a_pair_leaves_mappings_abstentions_and_scores(own: Path) -> None:
    assert sorted(digest(own)) == [f"{STEM}.abstentions.tsv", f"{STEM}.scores.npz", f"{STEM}.sssom.tsv"]
    found = {(row.subject_id, row.object_id) for row in read_tsv((own / f"{STEM}.sssom.tsv").read_bytes()).mapping_set}
    assert ("crm_contacts:tel", "helpdesk_users:phone_number") in found
    assert ("crm_contacts:town", "helpdesk_users:city") in found


def test_every_field_is_mapped_or_abstains(own: Path) -> None:
    rows = read_tsv((own / f"{STEM}.sssom.tsv").read_bytes()).mapping_set
    mapped = [id_ for row in rows for id_ in (row.subject_id, row.object_id)]
    with (own / f"{STEM}.abstentions.tsv").open(encoding="utf-8") as stream:
        left = [row["entity"] for row in csv.DictReader(stream, delimiter="\t")]
    with Path(CRM).open(encoding="utf-8") as stream:
        columns = next(csv.reader(stream))
    ids = {f"crm_contacts:{column}" for column in columns}
    assert ids == {id_ for id_ in [*mapped, *left] if id_ and id_.startswith("crm_contacts:")}
    assert len([*mapped, *left]) == len({*mapped, *left})


def test_the_same_bytes_whatever_the_hash_seed(own: Path, tmp_path: Path) -> None:
    for seed in ("1", "4242"):
        out = tmp_path / seed
        command = [sys.executable, "-m", "service.cli", "align", CRM, HELPDESK, "-o", str(out)]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True)
        assert digest(out) == digest(own)


def test_explain_tells_why_in_words(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["crm_contacts:tel", "helpdesk_users:phone_number"]
    assert run(["explain", str(own / f"{STEM}.sssom.tsv"), *names]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "telephone" in told and "phone" in told and "confidence" in told


def test_an_explanation_adds_up(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["crm_contacts:tel", "helpdesk_users:phone_number"]
    run(["explain", str(own / f"{STEM}.sssom.tsv"), *names, "--json"])
    told = json.loads(capsys.readouterr().out)
    total = told["prior"] + sum(part["contribution"] for part in told["parts"])
    assert total == pytest.approx(told["log_odds"], abs=1e-6)


def test_a_pair_that_is_not_mapped_is_told_why_not(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["explain", str(own / f"{STEM}.sssom.tsv"), "crm_contacts:cust_id", "helpdesk_users:user_id"])
    told = capsys.readouterr().out
    assert code == ExitCode.FINDINGS
    assert "not mapped" in told and "cut 0.3" in told and "nothing reaches the cut" in told


def test_explaining_a_field_that_nobody_knows_is_a_usage_error(own: Path) -> None:
    assert run(["explain", str(own / f"{STEM}.sssom.tsv"), "crm_contacts:no", "helpdesk_users:no"]) == ExitCode.USAGE


def test_names_that_no_uri_or_file_takes_are_made_plain(tmp_path: Path) -> None:
    odd = tmp_path / "my file (2024) #1.csv"
    odd.write_bytes(Path(CRM).read_bytes())
    assert run(["align", str(odd), HELPDESK, "-o", str(tmp_path / "out"), "--name-b", "../b: c"]) == ExitCode.DONE
    assert (tmp_path / "out" / "my_file_2024_1--b_c.sssom.tsv").exists()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["my file (2024) #1.csv", "out"]


def test_all_pairs_are_named_by_code_point(company: Path) -> None:
    sets = sorted(file.name for file in (company / "mapped").glob("*.sssom.tsv"))
    assert sets == ["jira--linear.sssom.tsv", "jira--slack.sssom.tsv", "linear--slack.sssom.tsv"]


def test_evaluate_sweep_rank_and_compare_speak_json(company: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mapped, truth = str(company / "mapped"), str(company / "reference.tsv")
    assert run(["evaluate", mapped, truth, "--json"]) == ExitCode.DONE
    consensus = json.loads(capsys.readouterr().out)["measures"]["consensus"]["figures"]["f1"]
    assert 0.5 < consensus["low"] <= consensus["value"] <= consensus["high"] <= 1
    assert run(["sweep", mapped, truth, "--json"]) == ExitCode.DONE
    sweeps = {each["selector"]: each for each in json.loads(capsys.readouterr().out)}
    assert sweeps["mutual"]["best"]["figures"]["f1"]["value"] >= consensus["value"]
    assert run(["rank", mapped, truth, "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out)["mrr"] > 0.7
    assert run(["compare", mapped, mapped, truth, "--json"]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out)["difference"]["f1"]["value"] == 0


def test_a_sweep_writes_its_points(company: Path, tmp_path: Path) -> None:
    out = tmp_path / "points.csv"
    run(["sweep", str(company / "mapped"), str(company / "reference.tsv"), "--selector", "mutual", "-o", str(out)])
    with out.open(encoding="utf-8") as stream:
        thresholds = [float(row["threshold"]) for row in csv.DictReader(stream)]
    assert thresholds == sorted(thresholds) and len(thresholds) > 10


def test_profile_reads_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-m", "service.cli", "profile", "-", "--json"]
    done = subprocess.run(command, input=b'{"a": "1"}\n{"a": ""}\nnonsense\n', capture_output=True, check=False)
    told = json.loads(done.stdout)
    assert done.returncode == ExitCode.PARTLY_DONE
    assert [told["report"][key] for key in ("records_in", "records_kept")] == [3, 2]
    assert told["fields"][0]["profile"]["filled"] == 1


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["align", CRM], ExitCode.USAGE, "two sources"),
        (["align", CRM, HELPDESK, "--recipe", "nope"], ExitCode.USAGE, "fields"),
        (["align", CRM, HELPDESK, "--selector", "nope"], ExitCode.USAGE, "hungarian"),
        (["align", CRM, HELPDESK, "--matchers", "nope"], ExitCode.USAGE, "instance"),
        (["align", CRM, HELPDESK, "--adapter", "nope"], ExitCode.USAGE, "generic"),
        (["align", CRM, HELPDESK, "--threshold", "7"], ExitCode.USAGE, "equal to 1"),
        (["align", CRM, HELPDESK, "--date", "soon"], ExitCode.BAD_INPUT, "YYYY-MM-DD"),
        (["align", CRM, "missing.csv"], ExitCode.BAD_INPUT, "missing.csv"),
        (["align", CRM, CRM], ExitCode.BAD_INPUT, "--name-b"),
        (["profile", "missing.json"], ExitCode.BAD_INPUT, "missing.json"),
        (["evaluate", "missing.tsv", CRM], ExitCode.BAD_INPUT, "missing.tsv"),
        (["sweep", CRM, CRM], ExitCode.BAD_INPUT, "scores"),
        (["frobnicate"], ExitCode.USAGE, "frobnicate"),
        (["align", CRM, HELPDESK, "--evidence", "."], ExitCode.BAD_INPUT, "cannot be written"),
        (["align", CRM, HELPDESK, "-o", "/dev/null/x"], ExitCode.BAD_INPUT, "cannot be written"),
        (["demo", "-o", CRM], ExitCode.USAGE, "is a file"),
    ],
)
def test_mistakes_get_one_clear_error(
    arguments: list[str],
    code: ExitCode,
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(arguments) == code
    error = capfd.readouterr().err
    assert says in error and "Traceback" not in error


def test_records_that_are_skipped_make_the_work_partly_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "good.json").write_text('{"title": "one"}', encoding="utf-8")
    (folder / "bad.json").write_text('{"title": ', encoding="utf-8")
    assert run(["profile", str(folder)]) == ExitCode.PARTLY_DONE
    assert "bad.json:1" in capsys.readouterr().err


def test_an_interrupted_run_leaves_no_half_written_file(tmp_path: Path) -> None:
    sample_company().generate(tmp_path / "sources")
    out = tmp_path / "out"
    command = [sys.executable, "-m", "service.cli", "align", "--all", str(tmp_path / "sources"), "-o", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and len(list(out.glob("*.sssom.tsv"))) < 3:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == ExitCode.CANCELLED
    for file in out.glob("*.sssom.tsv"):
        assert not [each for each in read_tsv(file.read_bytes()).findings if each.level == "ERROR"]


def test_the_demo_tells_measures_and_writes_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "demo"
    assert run(["demo", "-o", str(out)]) == ExitCode.DONE
    told = capsys.readouterr().out
    assert "36 pairs" in told and "95 % intervals" in told
    assert len(list((out / "mappings").glob("*.sssom.tsv"))) == 36
    assert "<html" in (out / "report.html").read_text(encoding="utf-8")
    before = digest(out / "mappings")
    assert run(["demo", "-o", str(out)]) == ExitCode.DONE
    assert digest(out / "mappings") == before


def test_the_demo_leaves_other_peoples_folders_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert run(["demo", "-o", str(tmp_path)]) == ExitCode.USAGE
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "mine"


def test_help_starts_quickly_and_imports_no_heavy_library() -> None:
    code = "import sys, service.cli; print([name for name in ('sssom', 'linkml', 'fastapi') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_a_reference_that_is_none_gets_one_clear_error(
    own: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "truth.csv"
    for text, says in (
        ("source_a,field_a\ncrm_contacts,tel\n", "no table of pairs"),
        ('source,target\n"open,x\ntel,phone_number\n', "not a valid row"),
        ("source,source,target\na,b,c\n", "twice"),
        ("source,target\ntel\n", "1 cells"),
    ):
        table.write_text(text, encoding="utf-8")
        assert run(["evaluate", str(own), str(table)]) == ExitCode.BAD_INPUT
        assert says in capsys.readouterr().err
    table.write_text("source,target\ntel,phone_number\nnobody,nowhere\n", encoding="utf-8")
    assert run(["evaluate", str(own), str(table)]) == ExitCode.DONE
    assert "crm_contacts:nobody" in capsys.readouterr().err


def test_a_control_character_in_a_key_costs_nothing(tmp_path: Path) -> None:
    for name in ("a", "b"):
        rows = [{"na\x01me": f"value {n}", "k": n} for n in range(10)]
        (tmp_path / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    assert (
        run(["align", str(tmp_path / "a.json"), str(tmp_path / "b.json"), "-o", str(tmp_path / "o")]) == ExitCode.DONE
    )
    found = {row.subject_id for row in read_tsv((tmp_path / "o" / "a--b.sssom.tsv").read_bytes()).mapping_set}
    assert "a:na%01me" in found
