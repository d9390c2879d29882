"""The measured quality on real sources never falls below its floors; unrelated sources abstain."""

from __future__ import annotations

import csv
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from aligner.abstention_evaluation import evaluate_abstention
from aligner.alignment import Alignment
from aligner.entity import Schema
from aligner.evaluation import claims_of, evaluate
from aligner.measures import Measure
from aligner.pipeline import align
from aligner.reference import Reference
from service.loading import load_source
from service.recipe import recipe
from service.references import read_reference, with_universe
from sources import load_records


@cache
def schemas(folder: Path, adapter: str | None) -> tuple[Schema, ...]:
    folders = sorted(each for each in folder.iterdir() if each.is_dir())
    return tuple(load_source(each, name=each.name, adapter=adapter).schema for each in folders)


@cache
def alignments(folder: Path, name: str, adapter: str | None = None) -> tuple[Alignment, ...]:
    method = recipe(name).method
    return tuple(align(source, target, method) for source, target in combinations(schemas(folder, adapter), 2))


@pytest.fixture(scope="module")
def folder(shared_data) -> Path:
    return shared_data / "enterprise"


@pytest.fixture(scope="module")
def partial(folder) -> Reference:
    """The reference as it stands: over all fields, complete over none."""
    known = {
        (left.name, right.name): [entity.id for entity in (*left.entities, *right.entities)]
        for left, right in combinations(schemas(folder, None), 2)
    }
    return read_reference(folder / "gold.tsv", known, {})


@pytest.fixture(scope="module")
def reference(partial, folder) -> Reference:
    """The reference over the documented fields and the main texts."""
    return with_universe(partial, folder / "agents_fields.tsv")


def f1(found: tuple[Alignment, ...], reference: Reference, measure: Measure) -> float:
    return evaluate(claims_of(found), reference, measure, draws=100).figures.f1.value


@pytest.mark.parametrize(
    ("name", "adapter", "measure", "floor"),
    [
        ("fields", None, Measure.CONSENSUS, 0.90),
        ("fields", None, Measure.STRICT, 0.80),
        ("fields", None, Measure.LENIENT_IGNORED, 0.88),
        ("fields", None, Measure.EXACT_ONLY, 0.90),
        ("fields-plain", None, Measure.CONSENSUS, 0.75),
        ("fields", "generic", Measure.CONSENSUS, 0.85),
        ("instances", None, Measure.CONSENSUS, 0.75),
        ("names", None, Measure.CONSENSUS, 0.80),
    ],
)
def test_floor(folder, reference, name, adapter, measure, floor):
    assert f1(alignments(folder, name, adapter), reference, measure) >= floor


def test_abstention(folder, partial):
    found = evaluate_abstention(alignments(folder, "fields"), partial, draws=100)
    assert found.figures.f1.value >= 0.92
    assert None not in {each.reason for each in found.reasons}, "every abstention has its reason"


def test_each_recipe_is_better_than_the_plainer_one(folder, reference):
    found = {
        name: f1(alignments(folder, name), reference, Measure.CONSENSUS)
        for name in ("name-equality", "names", "instance-greedy", "instances", "fields")
    }
    assert found["name-equality"] < found["names"] < found["fields"]
    assert found["instance-greedy"] < found["instances"] < found["fields"]


def test_no_tempting_pair_is_proposed(folder):
    claimed = {frozenset((each.source_id, each.target_id)) for found in alignments(folder, "fields") for each in found}
    with (folder / "gold_negatives.tsv").open(encoding="utf-8", newline="") as file:
        rows = [row[:4] for row in csv.reader(file, delimiter="\t")][1:]
    assert len(rows) >= 20
    assert [row for row in rows if frozenset((f"{row[0]}:{row[1]}", f"{row[2]}:{row[3]}")) in claimed] == []


def test_relations_agree_with_the_reference_more_often_than_not(folder, partial):
    stated = {(pair, row.source_id, row.target_id): row.relation for pair, rows in partial.rows.items() for row in rows}
    pairs = [
        (stated[key], each.relation)
        for found in alignments(folder, "fields")
        for each in found
        if (key := ((found.source, found.target), each.source_id, each.target_id)) in stated
    ]
    assert len(pairs) > 80
    assert sum(truth == ours for truth, ours in pairs) / len(pairs) >= 0.8


def weather(name: str = "station") -> Schema:
    return load_records(
        [
            {
                "humidity_pct": 40 + n * 7 % 55 + 0.5,
                "wind_speed": round(2.5 + n * 1.3 % 17, 1),
                "wind_bearing": ["N", "NE", "SW", "W"][n * 3 % 4],
                "pressure_hpa": 980 + n * 11 % 60 + 0.25,
                "rainfall_mm": n % 5 * 0.4,
                "cloud_cover": ["overcast", "scattered", "clear"][n % 3],
                "sensor_ok": n % 9 != 0,
            }
            for n in range(60)
        ],
        name,
    ).schema


def loans() -> Schema:
    titles = (
        "The Glass Orchard",
        "A Winter in Tunis",
        "Salt and Ferns",
        "Nine Quiet Rivers",
        "The Cartographer's Oath",
    )
    return load_records(
        [
            {
                "isbn": f"978-0-{306 + n}-4061{n % 10}-{n % 9}",
                "book": f"{titles[n % 5]}, volume {n}",
                "borrower_card": f"LC-{4000 + n}",
                "shelf": f"{'ABC'[n % 3]}{n % 12}",
                "renewals": n % 4,
                "genres": [["novel"], ["travel", "memoir"], ["poetry"]][n % 3],
                "borrowed_on": f"2024-{1 + n % 12:02d}-{1 + n % 28:02d}",
            }
            for n in range(60)
        ],
        "library",
    ).schema


@pytest.mark.parametrize("name", ["fields", "instances", "names"])
def test_unrelated_sources_abstain_entirely(name):
    for source, target in ((weather(), loans()), (loans(), weather())):
        found = align(source, target, recipe(name).method)
        assert [(each.source_id, each.target_id, each.score) for each in found] == []
        assert len(found.abstentions) == len(source) + len(target)


@pytest.mark.parametrize("name", ["fields", "instances", "names"])
def test_a_source_finds_itself(name):
    """The other side of abstaining: what is the same is found, whole."""
    found = align(weather("one"), weather("two"), recipe(name).method)
    right = [each for each in found if each.source_id.split(":")[1] == each.target_id.split(":")[1]]
    assert len(right) == len(found)
    assert len(found) >= (len(weather()) if name != "instances" else 4)
