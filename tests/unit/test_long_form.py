"""The long form has all tests in it, each once, and its report says what failed."""

import re
import subprocess
import sys

import pytest

from tests.changes import ROOT
from tests.long_form import PARTS, Part, report


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
