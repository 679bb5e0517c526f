"""A test that takes long says why, and the end of a run names who does not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.changes import ROOT
from tests.conftest import check_reason

TESTS = """
import pytest
from tests import conftest

conftest._SLOW_SECONDS = -1

def test_silent(): ...

@pytest.mark.slow("It waits for a disk.")
def test_frank(): ...
"""


def run(folder: Path, text: str) -> str:
    """Run tests beside the real conftest, as if they lay in its folder of pure ones."""
    file = folder / "tests" / "unit" / "test_made.py"
    file.parent.mkdir(parents=True)
    for package in (file.parent, file.parent.parent):
        (package / "__init__.py").touch()
    file.write_text(text)
    for used in (ROOT / "tests").glob("*.py"):
        shutil.copy(used, folder / "tests")
    command = [sys.executable, "-m", "pytest", "-c", str(ROOT / "pyproject.toml"), "-n", "0"]
    rooted = [f"--rootdir={folder}", "-p", "no:cacheprovider", str(file)]
    done = subprocess.run([*command, *rooted], cwd=folder, capture_output=True, text=True)
    return done.stdout + done.stderr


def test_who_took_long_and_does_not_say_why_is_named(tmp_path: Path) -> None:
    told = run(tmp_path, TESTS)
    assert "2 passed" in told
    _, _, named = told.partition("and do not say why")
    assert "test_silent" in named
    assert "test_frank" not in named


@pytest.mark.parametrize("given", [(), ("",), (11,)])
def test_a_mark_without_its_reason_is_refused(given: tuple[object, ...]) -> None:
    check_reason(pytest.mark.slow("It waits for a disk.").mark, "test_it")
    with pytest.raises(pytest.UsageError, match="test_it: slow takes the reason"):
        check_reason(pytest.mark.slow(*given).mark, "test_it")
