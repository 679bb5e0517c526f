"""The seed of every run, and the table of what was injected and what came of it."""

import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.end_to_end.conftest import (  # noqa: F401 - fixtures
    Profile,
    fill,
    make_profile,
    visret,
)
from tests.faults.soundness import kinds_of_files

SEED = int(os.environ.get("VISRET_FAULT_SEED") or 13)


@dataclass
class Tally:
    """Rows of the table: by fault, how often it was injected and what happened."""

    rows: dict[str, tuple[int, str]] = field(default_factory=dict)

    def add(self, fault: str, injected: int, outcome: str) -> None:
        """Note that `fault` was injected `injected` times, all with this outcome."""
        before = self.rows.get(fault, (0, ""))[0]
        self.rows[fault] = (before + injected, outcome)

    def markdown(self) -> str:
        """Return the table."""
        lines = [f"| {fault} | {n:,} | {outcome} |" for fault, (n, outcome) in self.rows.items()]
        return "\n".join(["| fault | injected | what happened |", "| --- | ---: | --- |", *lines])


_LONG_SECONDS = 3600
_TALLY = pytest.StashKey[Tally]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fault-table", type=Path, help="write what was injected as Markdown")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--fault-table", None) and config.getoption("numprocesses", None):
        raise pytest.UsageError("--fault-table is put together in one process: add -n 0")
    config.stash[_TALLY] = Tally()


def pytest_report_header() -> str:
    return f"faults: VISRET_FAULT_SEED={SEED}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give tests of the long form time."""
    for item in items:
        if item.get_closest_marker("long") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(_LONG_SECONDS))


def pytest_sessionfinish(session: pytest.Session) -> None:
    table: Path | None = session.config.getoption("--fault-table", None)
    if table is not None:
        table.write_text(session.config.stash[_TALLY].markdown() + "\n", encoding="utf-8")


@pytest.fixture
def tally(request: pytest.FixtureRequest) -> Callable[[str, int, str], None]:
    """Note in the table: the fault, how often it was injected, what happened every time.

    Called at the end of a test, so that only what held is in the table.
    """
    return request.config.stash[_TALLY].add


@pytest.fixture(scope="session")
def make_home(
    tmp_path_factory: pytest.TempPathFactory,
    compiled: Path,
) -> Callable[[str], Profile]:
    """Make profiles that several tests share."""

    def make(name: str) -> Profile:
        profile = Profile(tmp_path_factory.mktemp(name) / "profile")
        (profile.home / "data").mkdir(parents=True)
        (profile.home / "data" / "compiled").symlink_to(compiled)
        (profile.home / "config").mkdir()
        (profile.home / "config" / "settings.json").write_text('{"strategy": "original"}')
        return profile

    return make


@pytest.fixture(scope="session")
def ordinary_files(make_home: Callable[[str], Profile]) -> set[str]:
    """The kinds of files that there are after an undisturbed run."""
    profile = make_home("ordinary")
    profile.index(fill(profile.home.with_name("photos"), 3))
    return kinds_of_files(profile)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> random.Random:
    """Random numbers that VISRET_FAULT_SEED makes again."""
    print(f"VISRET_FAULT_SEED={SEED}")  # pytest shows it beside a failure
    return random.Random(f"{SEED} {request.node.nodeid}")
