"""The measurements, at sizes of function and not of time."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.speed import bench
from bench.speed.bench import MEASUREMENTS
from bench.speed.desk import Desk, content_hash, write_catalog
from bench.speed.indexing_ways import even_batches
from visret_desktop.engine.messages import Message
from visret_desktop.errors import FolderMissing, UsageError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.paths import Paths

Body = dict[str, list[dict[str, object]]]


def run(home: Paths, *names: str) -> tuple[list[Message], Body]:
    told: list[Message] = []
    events = bench.run(names, home, is_quick=True)
    while True:
        try:
            told.append(next(events))
        except StopIteration as ending:
            return told, ending.value


def test_names_are_unique_and_explained() -> None:
    assert len({measurement.name for measurement in MEASUREMENTS}) == len(MEASUREMENTS)
    assert all(measurement.what for measurement in MEASUREMENTS)


@pytest.mark.parametrize(
    ("count", "batches"), [(32, [4] * 8), (25, [4] * 4 + [3, 2, 2, 2]), (3, [1, 1, 1]), (0, [])]
)
def test_workers_end_at_the_same_time(count: int, batches: list[int]) -> None:
    assert even_batches(count, 4, 4) == batches


def test_a_made_up_catalog_is_whole(tmp_path: Path) -> None:
    write_catalog(tmp_path / "catalog.db", tmp_path, 25, "tiny", 8)
    reader = Catalog.open_readonly(tmp_path / "catalog.db")
    rows = reader.photo_rows("date")
    labels = reader.embeddings.labels_of_hashes([row.content_hash for row in rows], "tiny")
    assert len(rows) == len(labels) == 25
    assert {row.content_hash for row in rows} == {content_hash(n) for n in range(25)}
    assert rows[0].taken_at is not None
    reader.close()


@pytest.mark.benchmark
def test_the_built_in_rewriter_gives_its_rows(home: Paths) -> None:
    _, body = run(home, "rewriting")
    names = [row["name"] for row in body["rows"]]
    assert names == [
        "rewrite-starter, second query of a family",
        "rewrite-starter, first query after a start",
    ]


@pytest.mark.benchmark
def test_catalog_and_scan_give_their_rows(home: Paths) -> None:
    _, body = run(home, "catalog", "scan")
    names = [row["name"] for row in body["rows"]]
    assert names[:2] == ["catalog, write", "catalog, open"]
    assert names[-2:] == ["scan", "scan, nothing new"]
    assert all(isinstance(row["value"], float) and row["value"] > 0 for row in body["rows"])
    assert body["quick"] is True
    assert not body["left_out"]


# What makes the encoder ready first, which takes seconds, and the beginning of its rows' names.
LONGER = {
    "indexing": "indexing",
    "indexing-quick": "indexing-quick, forward",
    "indexing-heic": "indexing-heic",
    "indexing-raw": "indexing-raw",
    "first-index": "first index, memory",
    "frames": "frames",
    "map": "map, opened",
    "queries": "query-1000",
    "visret": "visret overhead",
}


@pytest.fixture(scope="module")
def body(tmp_path_factory: pytest.TempPathFactory, furnish: Callable[[], Paths]) -> Body:
    """What one run says of the longer ones, which share all that is slow to make."""
    root = tmp_path_factory.mktemp("measured")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("data", "cache", "config"):
            patch.setenv(f"VISRET_{name.upper()}_DIR", str(root / name))
        return run(furnish(), *LONGER)[1]


@pytest.mark.benchmark
@pytest.mark.timeout(600)  # the first of them waits for the whole run
@pytest.mark.parametrize(("name", "row"), LONGER.items())
def test_the_longer_ones_work(name: str, row: str, body: Body) -> None:
    assert name not in [left["name"] for left in body["left_out"]]
    assert row in [measured["name"] for measured in body["rows"]]
    assert all(isinstance(measured["value"], float) for measured in body["rows"])


@pytest.mark.benchmark
@pytest.mark.timeout(600)
def test_queries_and_sketches_are_measured(body: Body) -> None:
    rows = {row["name"]: row for row in body["rows"]}
    assert rows.keys() >= {"query-1000", "query, ten times the photos", "visret overhead"}
    overhead = rows["visret overhead"]["ratio"]
    assert isinstance(overhead, float)
    assert 0 < overhead < 1


@pytest.mark.long  # another encoder is compiled, and computes for a minute
@pytest.mark.benchmark
def test_queries_are_measured_while_photos_are_indexed(home: Paths) -> None:
    _, body = run(home, "queries-indexing")
    assert [row["name"] for row in body["rows"]] == ["query while indexing"]


@pytest.mark.benchmark
def test_processes_that_are_measured_start_as_on_peoples_computers(
    home: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.delenv("PYTHONPYCACHEPREFIX", raising=False)
    run_of_scan = bench.run(["scan"], home, is_quick=True)
    next(run_of_scan)
    starting = [sys.executable, "-c", "import sys; print(sys.flags.dont_write_bytecode)"]
    assert subprocess.run(starting, stdout=subprocess.PIPE, check=True).stdout.strip() == b"0"
    run_of_scan.close()
    assert os.environ["PYTHONDONTWRITEBYTECODE"] == "1"
    assert "PYTHONPYCACHEPREFIX" not in os.environ


def test_what_cannot_be_measured_here_ends_no_run(home: Paths) -> None:
    for pack in home.packs.iterdir():
        pack.unlink()
    home.packs.rmdir()
    told, body = run(home, "indexing-photos", "scan")
    assert [row["name"] for row in body["left_out"]] == ["indexing-photos"]
    assert any("left out" in getattr(event, "sentence", "") for event in told)
    assert body["rows"]


def test_unknown_names_are_refused_at_once(home: Paths) -> None:
    with pytest.raises(UsageError, match=r"no measurement 'speed'\. Choose of indexing, "):
        run(home, "speed")
    with pytest.raises(FolderMissing):
        next(bench.run((), home, True, Path("/nowhere")))


def test_a_quick_run_takes_less_of_everything(tmp_path: Path) -> None:
    home = Paths(tmp_path, tmp_path, tmp_path)
    quick, full = (Desk(tmp_path, tmp_path, home, is_quick) for is_quick in (True, False))
    assert (quick.size(100, 3), full.size(100, 3)) == (3, 100)
    assert quick.encoder == "starter"
