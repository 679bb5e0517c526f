"""Rows, their targets, and runs held against each other."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from bench import machine
from bench.speed import report
from bench.speed.rows import Row
from visret_desktop.errors import FileMissing, UsageError

ROW = Row("indexing", 40.0, "photos/s", 0.8, "index / forward", "ratio at least", 0.9)


def test_a_target_is_met_by_the_ratio_or_the_value_that_it_is_about() -> None:
    assert ROW.met is False
    assert replace(ROW, ratio=0.95).met is True
    assert replace(ROW, aim="ratio at most").met is True
    assert replace(ROW, aim="value at most", target=40.0).met is True
    assert replace(ROW, aim="value at least", target=41.0).met is False
    assert replace(ROW, aim=None).met is None
    assert replace(ROW, ratio=None).met is None
    assert replace(ROW, is_full=False).met is None  # the target is for another size


def test_a_row_that_misses_its_target_by_more_than_a_tenth_is_named() -> None:
    memory = Row("memory", 1682.0, "MB", aim="value at most", target=700.0)
    rows = [memory, replace(memory, value=760.0), replace(memory, is_full=False), ROW]
    far = replace(ROW, name="far", ratio=0.8)
    assert [row.excess for row in rows] == pytest.approx([1.403, 0.086, None, 0.111], abs=0.001)
    assert report.far_off([row.body() for row in (*rows[:3], far)]) == [
        "memory misses its aim by 140%: 1682 MB, value ≤ 700 MB.",
        "far misses its aim by 11%: 0.8 (index / forward), ratio ≥ 0.9.",
    ]


def test_a_row_has_the_keys_of_the_contract() -> None:
    assert ROW.body().keys() >= {"name", "value", "unit", "ratio", "target", "met"}


def test_runs_are_held_against_each_other(tmp_path: Path) -> None:
    before = {"machine": machine.describe(), "rows": [ROW.body(), replace(ROW, name="gone").body()]}
    path = tmp_path / "before.json"
    path.write_text(json.dumps(before))
    rows = [replace(ROW, value=50.0, ratio=None).body(), replace(ROW, name="new").body()]
    earlier = report.read_run(path)
    assert report.changes(rows, earlier["rows"]) == [
        {"name": "indexing", "ratio": None, "value": 1.25}
    ]
    (line,) = report.compared(rows, earlier["rows"])
    assert line == ("indexing", "0.8", "", "", "40 photos/s", "50 photos/s", "+25 %")


@pytest.mark.parametrize("text", ["", "[]", '{"rows": [{}], "machine": {}}', '{"rows": []}'])
def test_what_is_no_run_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(UsageError, match="no speed run that was saved"):
        report.read_run(tmp_path / "run.json")
    with pytest.raises(FileMissing):
        report.read_run(tmp_path / "nowhere.json")


def test_markdown_has_the_machine_and_a_line_for_each_row() -> None:
    text = report.markdown({"machine": machine.describe(), "rows": [ROW.body()]})
    assert machine.describe()["python"] in text
    assert "| indexing | 0.8 | index / forward | 40 photos/s | ratio ≥ 0.9 | NO |  |" in text
