"""Rewrite, visualize, retrieve and fuse, from the command line, with the built-in models."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.end_to_end.conftest import Profile, state_of
from visret_desktop import demonstration

Json = dict[str, Any]
COMPARISON = "which has the brighter feet, the tarn heron or the moss owl?"


@pytest.fixture
def visret(drawn: Profile) -> Profile:
    """A profile with a small demonstration library."""
    return drawn


@pytest.fixture
def example(drawn: Profile) -> Json:
    """The first question that the library answers, and the photos that do so."""
    book = drawn.home / "data" / "demonstration" / demonstration.BOOK
    asked: Json = json.loads(book.read_text())["queries"][0]
    return asked


@pytest.fixture
def question(example: Json) -> str:
    query: str = example["query"]
    return query


def change_settings(visret: Profile, **changed: object) -> None:
    path = visret.home / "config" / "settings.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(changed))


def pictures(answer: Json) -> list[bytes]:
    return [Path(sketch["path"]).read_bytes() for sketch in answer["sketches"]]


def test_sketches_are_drawn_told_and_kept(visret: Profile, example: Json, question: str) -> None:
    first = visret.search(question, "--strategy", "visret", "--m", "2", "--seed", "7")
    assert len(first["instructions"]) == 1
    assert first["instructions"][0] != question
    assert [(sketch["name"], sketch["seed"]) for sketch in first["sketches"]] == [
        ("A", 7),
        ("B", 8),
    ]
    assert all(set(hit["ranks"]) >= {"text", "A", "B"} for hit in first["hits"])
    assert {"rewrite", "visualize", "embed"} <= set(first["timings"])
    for sketch in first["sketches"]:
        with Image.open(sketch["path"]) as picture:
            assert "not a photograph" in picture.info["Synthetic"]
    library = visret.home / "data" / "demonstration"
    best = {str(Path(hit["path"]).relative_to(library)) for hit in first["hits"][:3]}
    assert best & set(example["relevant"]), "the sketches show what was asked for"

    again = visret.search(question, "--strategy", "visret", "--m", "2", "--seed", "7")
    assert again["hits"] == first["hits"]
    assert all(sketch["cached"] for sketch in again["sketches"])
    assert not {"rewrite", "visualize"} & set(again["timings"])


def test_two_runs_draw_the_same_pictures_and_rank_the_same(visret: Profile, question: str) -> None:
    first = visret.search(question, "--top", "20")
    drawn_first = pictures(first)
    shutil.rmtree(visret.home / "cache" / "sketches")
    (visret.home / "cache" / "rewrites.json").unlink()
    second = visret.search(question, "--top", "20")
    assert "visualize" in second["timings"]
    assert pictures(second) == drawn_first
    assert second["hits"] == first["hits"]


def test_a_comparison_is_two_columns(visret: Profile) -> None:
    answer = visret.search(COMPARISON, "--m", "1", "--top", "6")
    tarn_heron, moss_owl = answer["instructions"]
    assert "tarn heron" in tarn_heron
    assert "moss owl" in moss_owl
    assert [sketch["instruction"] for sketch in answer["sketches"]] == answer["instructions"]
    columns = [hit["column"] for hit in answer["hits"]]
    assert answer["found"] > 0
    assert set(columns[: answer["found"]]) <= {0, 1}
    assert set(columns[answer["found"] :]) == {-1}  # what only resembles stands in none


def test_the_plan_alone_draws_nothing(visret: Profile, question: str) -> None:
    plan = visret.search(question, "--plan", "--m", "2")
    assert plan["hits"] == []
    assert [sketch["name"] for sketch in plan["sketches"]] == ["A", "B"]
    assert not list((visret.home / "cache").glob("sketches/*.png"))


def test_sketches_can_be_saved_but_not_among_photos(
    visret: Profile, question: str, tmp_path: Path
) -> None:
    library = visret.home / "data" / "demonstration"
    before = state_of(library)
    options = ("--m", "1", "--save-sketches")
    error = visret.json("search", question, *options, library / "new", code=2)["error"]
    assert error["code"] == "among-photos"
    assert state_of(library) == before
    for _ in range(2):  # the same sketches again are there already
        saved = visret.search(question, *options, tmp_path / "sketches")["sketches"]
        assert [Path(sketch["path"]).parent for sketch in saved] == [tmp_path / "sketches"]
    assert len(list((tmp_path / "sketches").iterdir())) == 1


def test_switched_off_nothing_is_drawn_and_all_else_works(visret: Profile, question: str) -> None:
    change_settings(visret, pictures_enabled=False)
    answer = visret.search(question)
    assert answer["sketches"] == []
    assert answer["instructions"][0] != question
    assert len(answer["hits"]) == 20
    assert not (visret.home / "cache" / "sketches").exists()


@pytest.mark.parametrize(
    ("role", "strategy"),
    [("rewriter", "rephrase"), ("visualizer", "visret"), ("visualizer", "visret-single")],
)
def test_strategies_say_what_they_lack(visret: Profile, role: str, strategy: str) -> None:
    change_settings(visret, **{role: "nowhere"})
    error = visret.json("search", "a bird", "--strategy", strategy, code=3)["error"]
    assert error["code"] == "pack-missing"
    assert "nowhere" in error["sentence"]


def test_the_default_takes_what_is_there(visret: Profile, question: str) -> None:
    change_settings(visret, rewriter="nowhere", visualizer="nowhere")
    answer = visret.search(question)
    assert answer["strategy"] == "hybrid"
    (instruction,) = answer["instructions"]
    assert len(instruction.split()) >= 3
    own_words = {*question.rstrip("?").split(), "a", "an"}
    assert set(instruction.split()) <= own_words
    assert answer["sketches"] == []
    assert answer["hits"]
