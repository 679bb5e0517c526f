"""What the tests of exports share: one library for each file, which no test changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.left_logs import no_log_is_left
from tests.unit.exporters.exported import Run, Shelf, runner


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """A library of five photos in two folders, and the profile that commands use."""
    root = tmp_path_factory.mktemp("shelf")
    with pytest.MonkeyPatch.context() as changed:
        for name in ("data", "cache", "config"):
            changed.setenv(f"VISRET_{name.upper()}_DIR", str(root / "profile" / name))
        shelf = Shelf(root)
        yield shelf
        shelf.library.close()


@pytest.fixture
def out(someones_home: Path) -> Path:
    """A folder to export to."""
    return someones_home


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """`visret export … --json`; the log that it begins is ended."""
    with no_log_is_left():
        yield runner(capsys)
