"""Logs go on whatever the system refuses."""

import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from visret_desktop import file_changes, logs

_LINE = "x" * 1000


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    file_changes.claim(tmp_path)
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield logs.set_up(tmp_path, "test")
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def _fill() -> None:
    for _ in range(1000):
        logging.getLogger("visret_desktop.test").info(_LINE)


def test_a_full_log_becomes_an_older_one(log: Path) -> None:
    _fill()
    assert log.with_name("test.log.1").stat().st_size > 900_000
    assert log.stat().st_size < 100_000


def test_a_log_that_cannot_be_renamed_goes_on_and_is_renamed_later(log: Path) -> None:
    taken = log.with_name("test.log.3")
    log.with_name("test.log.2").write_text("older")
    taken.mkdir()  # refuses, as Windows does where another process has the file open
    _fill()
    logging.getLogger("visret_desktop.test").info("the last")
    assert log.stat().st_size > 1_000_000
    assert log.read_text().rstrip().endswith("the last")
    taken.rmdir()
    _fill()
    assert log.with_name("test.log.1").stat().st_size > 1_900_000
    assert log.stat().st_size < 200_000


def test_a_crash_is_in_the_log(tmp_path: Path) -> None:
    file_changes.claim(tmp_path)
    crash = (
        "import ctypes, logging, sys\n"
        "from pathlib import Path\n"
        "from visret_desktop import logs\n"
        "logs.set_up(Path(sys.argv[1]), 'test')\n"
        "for n in range(1500): logging.info('x' * 1000)\n"  # the file is begun anew
        "def fall(): ctypes.string_at(0)\n"
        "fall()\n"
    )
    ended = subprocess.run([sys.executable, "-c", crash, str(tmp_path)], check=False)
    assert ended.returncode != 0
    said = (tmp_path / "test.log").read_text()
    assert "Fatal Python error" in said or "Windows fatal exception" in said
    assert "in fall" in said
