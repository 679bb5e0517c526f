"""Questions to a drawn library, asked by the real command."""

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.end_to_end.conftest import Json, Profile, state_of

QUESTION = "what is the weather?"
BODY = {
    *("question", "answer", "answered", "reasoning", "verdict", "source", "sentence", "entities"),
    *("said", "evidence", "settled", "reader", "search", "timings"),
}
EVIDENCE = {
    *("n", "path", "entity", "sketch", "state", "said", "reasoning", "note", "boxes"),
    *("boxes_kind", "decides", "cached", "thumbnail"),
}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Profile:
    """Somebody with a drawn library that is indexed, who searches by the words as they are."""
    made = Profile(tmp_path_factory.mktemp("asking"))
    (made.home / "data").mkdir()
    (made.home / "data" / "compiled").symlink_to(compiled)
    (made.home / "config").mkdir()
    (made.home / "config" / "settings.json").write_text('{"strategy": "original"}')
    made.json("demo", "--prepare-only", "--photos", "20")
    return made


@pytest.fixture
def person(drawn: Profile, tmp_path: Path) -> Profile:
    """The same with files of their own, so that nothing was asked before."""
    shutil.copytree(drawn.home, tmp_path / "person", symlinks=True)
    return Profile(tmp_path / "person")


def read_ones(body: Json) -> list[Json]:
    return [one for one in body["evidence"] if one["state"] in ("shows", "not-shown", "unusable")]


def test_an_answer_names_photos_that_say_so(drawn: Profile, tmp_path: Path) -> None:
    photos = drawn.home / "data" / "demonstration"
    before = state_of(photos)
    sheet = tmp_path / "sheet.png"
    body = drawn.json("ask", QUESTION, "--images", "4", "--sheet", sheet)
    assert set(body) == BODY
    assert all(set(one) == EVIDENCE for one in body["evidence"])
    assert body["question"] == QUESTION
    assert body["settled"]
    assert body["sentence"].endswith(".")
    assert body["verdict"] in ("answer", "disagree", "not-shown")
    assert body["answered"] == (body["verdict"] == "answer") == (body["answer"] is not None)
    assert body["source"] in ("photos", "")
    assert body["reader"].startswith("starter-reader")
    assert 1 <= len(read_ones(body)) <= 4
    assert [one["n"] for one in body["evidence"]] == list(range(1, len(body["evidence"]) + 1))
    found = [hit["path"] for hit in body["search"]["hits"]]
    assert {one["path"] for one in body["evidence"]} <= set(found)
    shown = {one["n"]: one for one in body["evidence"] if one["state"] == "shows"}
    assert {n for said in body["said"] for n in said["photos"]} == set(shown)
    for one in body["evidence"]:
        for left, top, right, bottom in one["boxes"]:
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1
        assert bool(one["boxes"]) == (one["boxes_kind"] in ("read", "approximate"))
    assert body["timings"]
    with Image.open(sheet) as picture:
        assert picture.width > 700

    again = drawn.json("ask", QUESTION, "--images", "4")
    assert all(one["cached"] for one in read_ones(again))
    assert not any(one["cached"] for one in read_ones(body))
    without = [{**one, "cached": None} for one in body["evidence"]]
    assert [{**one, "cached": None} for one in again["evidence"]] == without
    assert {name: again[name] for name in ("answer", "verdict", "sentence", "said")} == {
        name: body[name] for name in ("answer", "verdict", "sentence", "said")
    }
    assert state_of(photos) == before, "photos are never written"


def test_words_for_a_person(drawn: Profile) -> None:
    told = drawn.run("ask", *QUESTION.split(), "--images", "2", "--no-boxes")
    assert told.returncode == 0, told.stderr
    sentence, *lines = told.stdout.splitlines()
    assert sentence.endswith(".")
    assert [line.split()[0] for line in lines[:2]] == ["1", "2"]
    assert all(str(drawn.home) in line for line in lines[:2])
    assert "%" not in told.stdout


def test_photos_can_be_named_and_nothing_is_searched_then(drawn: Profile, tmp_path: Path) -> None:
    chosen = sorted((drawn.home / "data" / "demonstration").glob("*/CAL*.jpg"))[:2]
    named = [option for photo in chosen for option in ("--photo", str(photo))]
    body = drawn.json("ask", "Is it raining?", *named, "--prompt", "steps")
    assert [one["path"] for one in body["evidence"]] == list(map(str, chosen))
    assert body["search"] is None
    shutil.copyfile(chosen[0], tmp_path / "elsewhere.jpg")
    for photo in (tmp_path / "elsewhere.jpg", tmp_path / "nothing.jpg"):
        error = drawn.json("ask", "Is it raining?", "--photo", photo, code=3)["error"]
        assert error["code"] == "photo-missing"


def test_from_memory_is_said_so(drawn: Profile) -> None:
    body = drawn.json("ask", QUESTION, "--images", "0")
    assert body["evidence"] == []
    assert body["search"] is None
    assert body["source"] in ("memory", "")
    assert "memory" in body["sentence"] or not body["answered"]
    assert body == {**drawn.json("ask", QUESTION, "--knowledge", "none"), "timings": body["timings"]}


def test_a_comparison_is_asked_of_each_thing(drawn: Profile) -> None:
    question = "Which has the brighter feet, the tarn heron or the moss owl?"
    body = drawn.json("ask", question, "--images", "4", "--knowledge", "text")
    assert len(body["entities"]) == 2
    assert body["search"]["strategy"] == "rephrase"
    assert {one["entity"] for one in read_ones(body)} == {0, 1}
    assert len(read_ones(body)) <= 4


def test_sketches_are_called_sketches(person: Profile) -> None:
    asked = ("ask", "What colour are the feet of the tarn heron?", "--m", "1")
    body = person.json(*asked, "--knowledge", "sketch")
    assert [one["sketch"] for one in body["evidence"]] == [True]
    assert body["source"] in ("sketch", "")
    told = person.run(*asked, "--knowledge", "photos+sketch", "--images", "2")
    assert told.stdout.count("(sketch, not a record)") == 1


def test_offline_photos_are_read_by_their_thumbnails(person: Profile) -> None:
    photos = person.home / "photos"
    shutil.copytree(person.home / "data" / "demonstration", photos)
    person.index(photos)
    photos.rename(person.home / "away")
    person.index()
    body = person.json("ask", QUESTION, "--images", "2", "--folder", photos)
    assert [one["thumbnail"] for one in read_ones(body)] == [True, True]
    assert all(one["path"].startswith(str(photos)) for one in body["evidence"])


def test_nobody_answers_where_there_is_no_reader(drawn: Profile, tmp_path: Path) -> None:
    error = drawn.json("ask", QUESTION, "--reader", "gone", code=3)["error"]
    assert error["code"] == "pack-missing"
    assert "`visret packs install NAME --use`" in error["sentence"]
    assert drawn.json("ask", QUESTION, "--reader", "starter", code=3)["error"]["code"] == (
        "pack-of-other-role"
    )


def test_an_empty_library_shows_nothing(visret: Profile) -> None:
    body = visret.json("ask", QUESTION)
    assert (body["answer"], body["evidence"], body["source"]) == (None, [], "")
    assert body["sentence"].endswith(".")
