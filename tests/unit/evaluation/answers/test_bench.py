"""Whole runs with few questions: the drawn library, and published comparisons."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from visret_desktop.engine.messages import Message, Progress
from visret_desktop.errors import UsageError
from visret_desktop.evaluation.answers import bench
from visret_desktop.evaluation.answers.report import about, sections
from visret_desktop.evaluation.answers.setup import Setup
from visret_desktop.evaluation.quality.report import markdown
from visret_desktop.paths import Paths, default_paths
from visret_desktop.settings import Settings

Json = dict[str, Any]
TINY = Setup(
    knowledge=("none", "text", "sketch"),
    images=(1, 3),
    styles=("direct",),
    questions=2,
    photos=4,
    m=1,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, furnish: Callable[[], Paths]) -> Iterator[Paths]:
    """One profile for all, so that the library is drawn and indexed once."""
    place = tmp_path_factory.mktemp("answers")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("data", "cache", "config"):
            patch.setenv(f"VISRET_{name.upper()}_DIR", str(place / name))
        furnish()
        yield default_paths()


def run(setup: Setup, home: Paths) -> tuple[list[Message], Json]:
    told: list[Message] = []
    events = bench.run(setup, home, Settings())
    while True:
        try:
            told.append(next(events))
        except StopIteration as ending:
            return told, ending.value


def asked(told: list[Message]) -> list[int]:
    return [one.done for one in told if isinstance(one, Progress) and one.stage == "ask"]


def without_machine(body: Json) -> Json:
    return {name: value for name, value in body.items() if name not in ("machine", "processes")}


@pytest.fixture(scope="module")
def body(home: Paths) -> Json:
    return run(TINY, home)[1]


def test_every_row_has_every_question(body: Json) -> None:
    rows = [(row["kind"], row["knowledge"], row["images"], row["queries"]) for row in body["rows"]]
    ways = [("none", 0), ("text", 1), ("text", 3), ("sketch", 1)]
    assert rows == [
        (kind, *way, queries)
        for kind, queries in (("question", 2), ("comparison", 1))
        for way in ways
    ]
    for row in body["rows"]:
        assert 0 <= row["accuracy"]["mean"] <= 1
        assert (row["interference"] is None) or row["knowledge"] != "none"
        assert (row["evidence"] is not None) is ((row["knowledge"], row["images"]) == ("text", 3))
        assert (row["shown"] is not None) is (row["knowledge"] == "text")
    assert body["reading"]["questions"] == 2
    assert body["statistics"]["question"]["images"] == 4


def test_the_report_has_a_table_for_each_part(body: Json) -> None:
    titles = [section.title for section in sections(body)]
    assert titles[0] == "The questions (table 3)"
    assert "Answers: 4 ways, 1 comparisons (tables 6 and 7)" in titles
    assert titles[-1] == "Aims"
    text = markdown(about(body), sections(body))
    assert "starter-reader" in text
    for section in sections(body):
        assert {len(row) for row in section.rows} <= {len(section.headers)}


def test_an_interrupted_run_goes_on_in_processes_and_comes_out_the_same(
    home: Paths, body: Json
) -> None:
    events = bench.run(TINY, home, Settings())
    for one in events:
        if isinstance(one, Progress) and one.stage == "ask" and one.done == 2:
            break
    events.close()
    told, resumed = run(replace(TINY, processes=2), home)
    assert asked(told) == [2, 3]
    assert without_machine(resumed) == without_machine(body)


# ---- published ------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A question about two species with three photos each, one of which shows it."""
    images = {
        f"entity_{n}": {f"{name}/{number}.png": int(number == 1) for number in range(3)}
        for n, name in enumerate(("owl", "jay"), start=1)
    }
    entry = {
        "question": "Which has darker feet, the brown owl (Strix aluco) or the jay (Garrulus)?",
        "images": images,
        "sn": ["Strix aluco", "Garrulus"],
        "answer": ["The jay (Garrulus) has darker feet."],
    }
    path = tmp_path / "me.jsonl"
    path.write_text(json.dumps(entry))
    return path


def test_without_images_only_the_questions_are_counted(home: Paths, file: Path) -> None:
    _, found = run(replace(TINY, data_set="visual-rag-me", file=file), home)
    assert found["rows"] == []
    assert "--images" in found["notes"][0]
    assert found["statistics"] == {"comparison": {"queries": 1, "images": 3.0, "positives": 1.0}}
    assert [section.title for section in sections(found)] == ["The questions (table 3)"]


def test_published_questions_are_asked_of_their_images(home: Paths, file: Path) -> None:
    for number in range(6):
        path = file.parent / "images" / ("owl", "jay")[number // 3] / f"{number % 3}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (64, 48), (40 * number, 90, 200 - 30 * number)).save(path)
    setup = replace(
        TINY,
        data_set="visual-rag-me",
        file=file,
        images_folder=file.parent / "images",
        knowledge=("none", "text"),
        images=(2,),
    )
    _, found = run(setup, home)
    assert [(row["kind"], row["knowledge"], row["images"]) for row in found["rows"]] == [
        ("comparison", "none", 0),
        ("comparison", "text", 2),
    ]
    assert found["reading"] is None
    assert found["photos"] == 6


def test_a_file_without_answers_is_told(home: Paths, file: Path) -> None:
    entry = json.loads(file.read_text())
    del entry["answer"]
    file.write_text(json.dumps(entry))
    with pytest.raises(UsageError, match="without an answer"):
        run(replace(TINY, data_set="visual-rag-me", file=file), home)
