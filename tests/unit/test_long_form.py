"""The long form has all tests in it, each once, and its report says what failed."""

import re
import subprocess
import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

from tests.changes import ROOT
from tests.conftest import place_of, shuffled
from tests.long_form import PARTS, Part, in_order, report


@pytest.mark.parametrize(
    ("marks", "part"),
    [
        ({"faults"}, "faults"),
        ({"faults", "long"}, "faults"),
        ({"models", "benchmark"}, "benchmarks"),
        ({"window", "long"}, "all else, at length"),
        ({"pure"}, "all else, at length"),
    ],
)
def test_each_test_is_in_one_part(marks: set[str], part: str) -> None:
    def is_in(options: tuple[str, ...]) -> bool:
        names = re.sub(r"\b(?!not\b|and\b|or\b)(\w+)", r"('\1' in marks)", options[1])
        return bool(eval(names, {"marks": marks}))

    assert [name for name, options in PARTS.items() if is_in(options)] == [part]


def test_the_expressions_are_pytests_and_leave_nothing_out_by_habit() -> None:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0"]
    chosen = [*PARTS["faults"], "tests/faults/test_saved_searches.py"]
    told = subprocess.run([*command, *chosen], cwd=ROOT, capture_output=True, text=True).stdout
    assert "[few]" in told
    assert "[many]" in told


def test_the_report_has_seconds_failures_and_the_faults() -> None:
    broken = (
        "FAILED tests/test_it.py::test_that - assert 1 == 2\n==== 1 failed, 2 passed in 3s ===="
    )
    parts = [Part("faults", 61.2, 0, "=== 5 passed in 61s ==="), Part("benchmarks", 3, 1, broken)]
    said = report(parts, "77", "| fault | injected |")
    assert "VISRET_FAULT_SEED=77" in said
    assert "| faults | 61 | 5 passed in 61s |" in said
    assert "| benchmarks | 3 | 1 failed, 2 passed in 3s |" in said
    assert "- `FAILED tests/test_it.py::test_that - assert 1 == 2`" in said
    assert said.endswith("| fault | injected |\n")


@dataclass(frozen=True)
class OneTest:
    """As much of a test as its order needs."""

    path: Path
    name: str


def test_each_seed_is_another_order_of_the_same_tests() -> None:
    usual = [OneTest(Path(file), name) for file in "abcdefgh" for name in "12345678"]
    one, again, other = (shuffled(usual, seed) for seed in ("1", "1", "2"))
    assert one == again
    assert len({tuple(order) for order in (usual, one, other)}) == 3
    for order in (one, other):
        assert set(order) == set(usual)
        assert [len(list(tests)) for _, tests in groupby(order, lambda one: one.path)] == [8] * 8


def test_while_one_worker_makes_models_ready_the_others_begin_with_what_needs_none() -> None:
    names = (
        *("unit/facts/test_phrases.py", "unit/engine/test_details.py", "unit/packs/test_offers.py"),
        *("faults/test_damage.py", "faults/test_asking.py", "unit/interchange/test_photo_tails.py"),
    )
    usual = [OneTest(ROOT / "tests" / name, "") for name in names]
    assert all(one.path.is_file() for one in usual)
    ordered = sorted(usual, key=place_of)
    assert [names[usual.index(one)].rpartition("/")[0] for one in ordered] == [
        *("faults", "unit/packs", "unit/interchange"),  # of the first, the file that makes them
        *("faults", "unit/engine", "unit/facts"),
    ]


def test_a_run_in_another_order_says_how_to_have_it_again() -> None:
    name, options, seed = in_order(12)
    assert name == "VISRET_FAULT_SEED=12 pytest --shuffle=12 --hypothesis-seed=12"
    assert (options, seed) == (["--shuffle=12", "--hypothesis-seed=12"], "12")
