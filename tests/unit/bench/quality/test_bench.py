"""Whole runs on tiny data sets: the fieldbook, a published form, people's own judgments."""

import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench.pack_writing import write_manifest
from bench.quality import bench, encoders, report
from bench.quality.bench import Report
from bench.quality.setup import Setup
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, Message, Notice, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import FolderMissing, UsageError
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

pytestmark = pytest.mark.benchmark

TINY = Setup(photos=40, queries=3, strategies=("original",), m=1)


def run(
    setup: Setup, home: Paths, settings: Settings | None = None
) -> tuple[list[Message], Report]:
    told: list[Message] = []
    events = bench.run(setup, home, settings or Settings())
    while True:
        try:
            told.append(next(events))
        except StopIteration as ending:
            return told, ending.value


def write_photo(path: Path, seed: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (4, 5, 3), np.uint8)
    Image.fromarray(coarse).resize((80, 60), Image.Resampling.BICUBIC).save(path)


def asked(told: Sequence[Message]) -> list[tuple[int, int]]:
    return [(e.done, e.total) for e in told if isinstance(e, Progress) and e.stage == "ask"]


def test_an_interrupted_run_goes_on_and_comes_out_the_same(home: Paths) -> None:
    events = bench.run(TINY, home, Settings())
    for event in events:
        if isinstance(event, Progress) and event.stage == "ask" and event.done == 2:
            break
    events.close()
    told, resumed = run(TINY, home)
    assert asked(told) == [(2, 3), (3, 3)]
    told, anew = run(TINY, home)  # a finished run is not resumed
    assert asked(told)[0] == (0, 3)
    assert [(r.key, r.ranks) for r in resumed.records] == [(r.key, r.ranks) for r in anew.records]
    assert resumed.body["results"][0]["ci95"] == anew.body["results"][0]["ci95"]


def test_other_conditions_do_not_resume(home: Paths) -> None:
    events = bench.run(TINY, home, Settings())
    next(e for e in events if isinstance(e, Progress) and e.stage == "ask" and e.done == 2)
    events.close()
    told, _ = run(TINY, home, Settings(rrf_k=60.0))
    assert asked(told)[0] == (0, 3)


@pytest.fixture
def images(tmp_path: Path) -> Path:
    """Two species of four photos; one that the judgments name is missing."""
    root = tmp_path / "images"
    for number in range(4):
        write_photo(root / "owl" / f"{number}.png", number)
        write_photo(root / "jay" / f"{number}.png", 10 + number)
    (root / "jay" / "3.png").unlink()
    return root


def judged(species: str, right: Sequence[int]) -> dict[str, int]:
    return {f"{species}/{number}.png": int(number in right) for number in range(4)}


def test_each_entity_is_sought_among_its_own_candidates(
    home: Paths, images: Path, tmp_path: Path
) -> None:
    file = tmp_path / "me.jsonl"
    entry = {
        "question": "Which has larger eyes, the jay (Garrulus) or the owl (Asio)?",
        "images": {"entity_1": judged("owl", [1]), "entity_2": judged("jay", [0, 3])},
        "sn": ["Asio", "Garrulus"],
    }
    file.write_text(json.dumps(entry))
    setup = Setup("visual-rag-me", file, images, strategies=("original", "rephrase"))
    told, report = run(setup, home)
    (said,) = [e.sentence for e in told if isinstance(e, Notice) and "missing" in e.sentence]
    assert said.startswith("1 of the judged images are missing and 0 cannot be searched; 7 are")
    assert report.body["images"]["examples"] == ["jay/3.png"]
    found = {(r.way, r.entity): r for r in report.records}
    assert (found["original", "Asio"].ranked, found["original", "Asio"].relevant) == (4, 1)
    assert (found["original", "Garrulus"].ranked, found["original", "Garrulus"].relevant) == (3, 1)
    assert "owl" in found["original", "Asio"].first
    instructions = {task.entity: task.column for task in report.tasks}
    assert instructions == {"Asio": 1, "Garrulus": 0}  # in the order of the question
    original, rephrase = report.body["results"]
    assert (original["queries"], original["cost"]["rewriter_calls"]) == (1, 0.0)
    assert rephrase["cost"]["rewriter_calls"] == 1.0
    assert report.body["refusals"]["queries"] == 1  # also where instructions are handed over
    assert report.body["refusals"]["refused"] == sum(report.body["refusals"]["reasons"].values())
    _, whole = run(replace(setup, whole_library=True), home)
    assert {record.ranked for record in whole.records} == {7}
    assert {record.relevant for record in whole.records} == {2}


def test_people_judge_their_own_library(home: Paths, images: Path, tmp_path: Path) -> None:
    with Library.open(home, Settings()) as library:
        list(index_folders(library, IndexFolders(folders=(str(images),)), Control(1)))
    before = home.catalog.read_bytes()
    file = tmp_path / "own.jsonl"
    lines = [
        {"query": "an owl", "photos": {str(images / "owl" / "1.png"): 1}, "kind": "birds"},
        {"query": "nothing", "photos": {"gone.png": 1}, "kind": "rest"},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    _, report = run(Setup("own", file, strategies=("original",)), home)
    assert report.body["queries"]["without_relevant_photos"] == 1
    assert report.body["images"]["missing"] == 1
    (record,) = report.records
    assert (record.ranked, record.kind, len(record.ranks)) == (7, "birds", 1)
    assert home.catalog.read_bytes() == before
    empty = Paths(*(tmp_path / "empty" / name for name in ("data", "cache", "config")))
    with pytest.raises(UsageError, match="no photos that the encoder"):
        run(Setup("own", file, strategies=("original",)), empty)


def test_queries_without_judgments_are_timed_only(
    home: Paths, images: Path, tmp_path: Path
) -> None:
    file = tmp_path / "queries.csv"
    file.write_text("query_id,query_text\n1,a jay\n2,an owl\n")
    _, report = run(Setup("inquire", file, images, strategies=("original",)), home)
    (row,) = report.body["results"]
    assert row["queries"] == 0
    assert "ndcg@10" not in row
    assert row["cost"]["seconds"] > 0
    assert len(report.records) == 2


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        (Setup("imagenet"), "no data set 'imagenet'"),
        (Setup("own"), "--file"),
        (Setup("inquire", Path("file.json")), "--images"),
        (Setup(strategies=("best",)), "no strategy 'best'"),
    ],
)
def test_what_cannot_be_measured_is_said_at_once(setup: Setup, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        setup.check()


def test_images_that_are_elsewhere_are_said_at_once(home: Paths, tmp_path: Path) -> None:
    with pytest.raises(FolderMissing, match="no folder /nowhere"):
        Setup("inquire", Path("file.json"), Path("/nowhere")).check()
    file = tmp_path / "queries.jsonl"
    setup = Setup("visual-rag", file, tmp_path, strategies=("original",))
    file.write_text('{"question": "What is it?", "images": {"train/1.jpg": 1}}\n')
    with pytest.raises(UsageError, match=r"No image of .* is below .*, such as train/1\.jpg\. Let"):
        run(setup, home)
    file.write_text("\n")
    with pytest.raises(UsageError, match=r"There is no query in .*queries\.jsonl"):
        run(setup, home)


def test_ways_of_several_weights_and_ceilings() -> None:
    setup = Setup(strategies=("original", "hybrid"), weights=(0.1, 0.5), with_ceilings=True)
    names = ["original", "hybrid 0.1", "hybrid 0.5", "hybrid 0.1 (drawn)", "hybrid 0.5 (drawn)"]
    assert [way.name for way in setup.ways()] == names
    assert [way.weight for way in setup.ways()][1:3] == [0.1, 0.5]


def test_encoders_stand_beside_each_other(
    home: Paths, starter_pack: Callable[[Role], Pack]
) -> None:
    folder = home.packs / "one-word"
    folder.mkdir()
    for name in ("model.gguf", "mmproj.gguf"):
        shutil.copyfile(starter_pack(Role.READER).directory / name, folder / name)
    settings = {"context_length": 512, "side": 96}
    write_manifest(
        folder, name="one-word", title="", role=Role.ENCODER, spdx="MIT", settings=settings
    )
    _, alone = run(TINY, home)
    events = encoders.run(TINY, home, Settings(), ("starter", "one-word"))
    try:
        while True:
            next(events)
    except StopIteration as ending:
        body = ending.value.body
    ours, other = body["results"]
    assert (ours["strategy"], other["strategy"]) == ("original, starter", "original, one-word")
    assert ours["ndcg@10"] == alone.body["results"][0]["ndcg@10"]
    assert other["queries"] == ours["queries"]
    assert {(t["from"], t["to"]) for t in body["tests"]} == {(ours["strategy"], other["strategy"])}
    assert body["encoder"] in "\n".join(report.about(body))
    for wrong in (("starter", "starter"), ("starter", "starter-rewriter")):
        with pytest.raises(UsageError):
            next(encoders.run(TINY, home, Settings(), wrong))
