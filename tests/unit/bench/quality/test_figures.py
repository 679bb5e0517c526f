"""From records to figures, costs, tests and no-match detection."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.quality import figures
from visret_desktop.judging.records import Record, RecordFile

HIT = Record("visret", 0, 0, "", "question", 1, 10, (1,), True, False, 1, 3, 1, 2.0)
MISS = replace(HIT, query=1, ranks=(), answered=False, answered_without=True, seconds=4.0)


def test_the_unit_is_the_query() -> None:
    entities = [HIT, replace(HIT, entity="other", ranks=(2,), rewriter_calls=0, seconds=1.0)]
    (row,) = figures.rows([*entities, replace(MISS, seconds=None)], ["visret"])
    assert (row["queries"], row["success@1"], row["mrr"]) == (2, 0.25, 0.375)
    assert row["cost"]["rewriter_calls"] == 1.0
    assert (row["cost"]["sketches"], row["cost"]["seconds"]) == (4.5, 3.0)
    low, high = row["ci95"]["success@1"]
    assert 0 <= low <= 0.25 <= high <= 0.5


def test_seeds_of_a_query_are_averaged() -> None:
    (row,) = figures.rows([HIT, replace(HIT, seed=7, ranks=())], ["visret"])
    assert (row["queries"], row["success@1"], row["cost"]["sketches"]) == (1, 0.5, 3.0)


def test_noticing_that_nothing_answers() -> None:
    (row,) = figures.rows([HIT, replace(HIT, query=2), MISS], ["visret"])
    # two of three removals are noticed; one query is turned away that has an answer
    assert row["no_match"] == {
        "queries": 3,
        "precision": pytest.approx(2 / 3, abs=1e-4),
        "recall": pytest.approx(2 / 3, abs=1e-4),
        "f1": pytest.approx(2 / 3, abs=1e-4),
    }
    (none,) = figures.rows([replace(HIT, answered_without=None)], ["visret"])
    assert none["no_match"] == {"queries": 0, "precision": None, "recall": None, "f1": None}


def test_differences_are_paired() -> None:
    better = [replace(HIT, query=n) for n in range(30)]
    worse = [replace(HIT, query=n, way="original", ranks=(5,)) for n in range(30)]
    found = figures.tests([*better, *worse], ["original", "visret"], None)
    assert [test["metric"] for test in found] == list(figures.TESTED)
    for test in found:
        assert test["difference"] > 0.5
        assert test["p"] < 0.01
        assert test["ci95"][0] > 0
    assert figures.tests([], ["original", "visret"], None) == []


def test_kinds_have_rows_of_their_own() -> None:
    kinds = figures.rows_by_kind([HIT, replace(MISS, kind="description")], ["visret"])
    assert {kind: rows[0]["success@1"] for kind, rows in kinds.items()} == {
        "question": 1.0,
        "description": 0.0,
    }
    assert figures.rows_by_kind([HIT], ["visret"]) == {}


def test_records_survive_a_torn_line(tmp_path: Path) -> None:
    file = RecordFile(tmp_path / "records.jsonl", "the conditions", Record)
    file.begin({})
    file.add(HIT)
    with (tmp_path / "records.jsonl").open("a") as torn:
        torn.write('{"way": "vis')
    assert file.read() == {HIT.key: HIT}
    file.begin(file.read())
    file.add(MISS)
    assert list(file.read().values()) == [HIT, MISS]
    assert RecordFile(tmp_path / "records.jsonl", "others", Record).read() == {}
    file.remove()
    assert file.read() == {}
