"""Whole runs with few questions: the drawn library, and published comparisons."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bench.answers import asking, bench
from bench.answers.questions import prepare
from bench.answers.report import about, sections
from bench.answers.setup import Setup
from bench.quality.report import markdown
from visret_desktop.engine.answers.answer_job import ask
from visret_desktop.engine.messages import Answered, Ask, Message, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError
from visret_desktop.paths import Paths, default_paths
from visret_desktop.settings import Settings

pytestmark = pytest.mark.benchmark

Json = dict[str, Any]
TINY = Setup(
    knowledge=("none", "text"),
    images=(1, 3),
    styles=("direct",),
    questions=2,
    photos=3,
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
    ways = [("none", 0), ("text", 1), ("text", 3)]
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
        assert row["side_by_side"] is None
    # Asked for the comparison, whose things each get an instruction of their own.
    assert body["refusals"] == {"queries": 1, "refused": 0, "reasons": {}}
    assert body["statistics"]["question"]["images"] == 3
    assert body["statistics"]["question"]["answers"] == {"color": 2}


def test_every_question_can_be_answered_from_few_photos(home: Paths, body: Json) -> None:
    assert body["reading"]["questions"] == 2
    made = prepare(TINY, home).drawn
    assert made is not None
    for one in (*made.questions, *made.comparisons):
        for thing in one.truth.things:
            assert len(made.showing(thing, one.part)) == 1


def test_the_report_has_a_table_for_each_part(body: Json) -> None:
    titles = [section.title for section in sections(body)]
    assert titles[0] == "The questions (table 3)"
    assert "Answers: 3 ways, 1 comparisons (tables 6 and 7)" in titles
    assert titles[-1] == "Aims"
    text = markdown(about(body), sections(body))
    assert "starter-reader" in text
    for section in sections(body):
        assert {len(row) for row in section.rows} <= {len(section.headers)}


def test_an_interrupted_run_goes_on_in_processes_and_comes_out_the_same(
    home: Paths, body: Json
) -> None:
    events = bench.run(replace(TINY, is_fresh=True), home, Settings())
    for one in events:
        if isinstance(one, Progress) and one.stage == "ask" and one.done == 2:
            break
    events.close()
    # That it began afresh makes it no other run.
    told, resumed = run(replace(TINY, processes=2), home)
    assert asked(told) == [2, 3]
    assert without_machine(resumed) == without_machine(body)


# ---- published ------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A question about two species with three photos each, one of which shows it.

    The species stand in another order than in the question.
    """
    images = {
        f"entity_{n}": {f"{name}/{number}.png": int(number == 1) for number in range(3)}
        for n, name in enumerate(("jay", "owl"), start=1)
    }
    entry = {
        "question": "Which has the darker feet, the brown owl (Strix aluco) or the jay (Garrulus)?",
        "images": images,
        "sn": ["Garrulus", "Strix aluco"],
        "answer": ["The jay (Garrulus) has darker feet."],
    }
    path = tmp_path / "me.jsonl"
    path.write_text(json.dumps(entry))
    return path


def test_without_images_only_the_questions_are_counted(home: Paths, file: Path) -> None:
    _, found = run(replace(TINY, data_set="visual-rag-me", file=file), home)
    assert found["rows"] == []
    assert "--images" in found["notes"][0]
    counted = {"queries": 1, "images": 3.0, "positives": 1.0, "answers": {"entity": 1}}
    assert found["statistics"] == {"comparison": counted}
    assert "1 entity" in markdown([], sections(found))
    assert [section.title for section in sections(found)] == ["The questions (table 3)"]


def test_published_questions_are_asked_of_their_images(
    home: Paths, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered: list[tuple[Ask, Answered]] = []

    def noted(library: Library, request: Ask) -> Iterator[Message]:
        for event in ask(library, request):
            if isinstance(event, Answered) and event.is_settled:
                answered.append((request, event))
            yield event

    monkeypatch.setattr(asking, "ask", noted)
    for number in range(6):
        path = file.parent / "images" / ("owl", "jay")[number // 3] / f"{number % 3}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (64, 48), (40 * number, 90, 200 - 30 * number)).save(path)
    setup = replace(
        TINY,
        data_set="visual-rag-me",
        file=file,
        images_folder=file.parent / "images",
        knowledge=("text", "sketch"),
        images=(2,),
    )
    _, found = run(setup, home)
    assert [(row["kind"], row["knowledge"], row["images"]) for row in found["rows"]] == [
        ("comparison", "text", 2),
        ("comparison", "sketch", 1),
    ]
    for request, said in answered:
        assert len(request.entities) == 2
        names = ["brown owl", "jay"]
        assert all(name in part for name, part in zip(names, said.entities, strict=True))
        folders = [Path(one.path).parent.name for one in said.evidence if not one.is_sketch]
        # What is looked into once more has only the photos that the answer rests on.
        given = [("owl", "jay")[n] for n in sorted(photo.entity for photo in request.photos)]
        assert folders == ([] if request.sketches else given)
    assert [photo.entity for photo in answered[0][0].photos] == [0, 1]
    assert [one.entity for one in answered[-1][0].sketches] == [0, 1]
    assert any("draws no conclusion" in note for note in found["notes"])
    assert {row["accuracy"]["mean"] for row in found["rows"]} == {0.0}
    assert found["reading"] is None
    assert found["photos"] == 6


def test_a_file_without_answers_is_told(home: Paths, file: Path) -> None:
    entry = json.loads(file.read_text())
    del entry["answer"]
    file.write_text(json.dumps(entry))
    with pytest.raises(UsageError, match="without an answer"):
        run(replace(TINY, data_set="visual-rag-me", file=file), home)
