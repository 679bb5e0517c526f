"""Questions to a drawn library, asked by the real command."""

from pathlib import Path

import pytest
from PIL import Image

from tests.end_to_end.conftest import Json, Profile, state_of

QUESTION = "what is the weather?"
BODY = {
    *("question", "answer", "answered", "reasoning", "verdict", "source", "sentence", "entities"),
    *("said", "evidence", "sure", "unproved", "settled", "reader", "search", "timings"),
    *("rows", "counted_by", "visit", "doubted"),
}
EVIDENCE = {
    *("n", "path", "entity", "sketch", "state", "said", "reasoning", "note", "boxes"),
    *("boxes_kind", "decides", "cached", "thumbnail", "moment"),
}
CONTENT = ("answer", "verdict", "source", "sentence", "said", "entities")


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Profile:
    """Somebody with a drawn library that is indexed, who searches by the words as they are."""
    made = Profile(tmp_path_factory.mktemp("asking"))
    (made.home / "data").mkdir()
    (made.home / "data" / "compiled").symlink_to(compiled)
    (made.home / "config").mkdir()
    (made.home / "config" / "settings.json").write_text('{"strategy": "original"}')
    made.json("demo", "--prepare-only", "--photos", "6")
    return made


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
    assert body["verdict"] in ("answer", "disagree", "not-shown", "unknown")
    assert body["answered"] == (body["verdict"] == "answer") == (body["answer"] is not None)
    assert body["source"] == ("photos" if body["said"] else "")
    assert body["reader"].startswith("starter-reader-")
    assert 1 <= len(read_ones(body)) <= 4
    assert [one["n"] for one in body["evidence"]] == list(range(1, len(body["evidence"]) + 1))
    found = [hit["path"] for hit in body["search"]["hits"]]
    assert {one["path"] for one in body["evidence"]} <= set(found)
    shown = {one["n"] for one in body["evidence"] if one["state"] == "shows"}
    assert {n for said in body["said"] for n in said["photos"]} == shown
    for one in body["evidence"]:
        assert bool(one["boxes"]) == (one["boxes_kind"] in ("read", "approximate"))
        for left, top, right, bottom in one["boxes"]:
            assert 0 <= left < right <= 1
            assert 0 <= top < bottom <= 1
    assert body["timings"]["read"] > 0
    with Image.open(sheet) as picture:
        assert picture.width > 700

    again = drawn.json("ask", QUESTION, "--images", "4")
    assert not any(one["cached"] for one in read_ones(body))
    assert all(one["cached"] for one in read_ones(again))
    assert {name: again[name] for name in CONTENT} == {name: body[name] for name in CONTENT}
    assert state_of(photos) == before, "photos are never written"


def test_words_for_a_person(drawn: Profile) -> None:
    told = drawn.run("ask", "is", "it", "snowing?", "--images", "2", "--no-boxes")
    assert told.returncode == 0, told.stderr
    sentence, *lines = told.stdout.splitlines()
    assert sentence.endswith(".")
    assert [line.split()[0] for line in lines] == ["1", "2"]
    assert all(str(drawn.home) in line for line in lines)


def test_photos_can_be_named_and_nothing_is_searched_then(drawn: Profile) -> None:
    chosen = sorted((drawn.home / "data" / "demonstration").glob("*/CAL*.jpg"))[1:3]
    named = [option for photo in chosen for option in ("--photo", str(photo))]
    body = drawn.json("ask", "Is it raining?", *named, "--prompt", "steps")
    assert [one["path"] for one in body["evidence"]] == list(map(str, chosen))
    assert body["search"] is None


def test_an_answer_from_memory_says_so(drawn: Profile) -> None:
    body = drawn.json("ask", QUESTION, "--images", "0")
    assert body["evidence"] == []
    assert body["search"] is None
    assert body["source"] == ("memory" if body["answered"] else "")
    assert "memory" in body["sentence"] or not body["answered"]


def test_a_comparison_is_asked_of_each_thing(drawn: Profile) -> None:
    question = "Which has the brighter feet, the tarn heron or the moss owl?"
    body = drawn.json("ask", question, "--images", "4", "--knowledge", "text")
    assert len(body["entities"]) == 2
    assert body["search"]["strategy"] == "rephrase"
    assert {one["entity"] for one in body["evidence"]} <= {0, 1}
    assert 2 <= len(read_ones(body)) <= 4


def test_offline_photos_are_read_by_their_thumbnails(drawn: Profile, visret: Profile) -> None:
    photos = visret.home / "photos"
    photos.mkdir()
    for path in sorted((drawn.home / "data" / "demonstration").glob("*/CAL*.jpg"))[1:3]:
        (photos / path.name).write_bytes(path.read_bytes())
    visret.index(photos)
    photos.rename(visret.home / "away")
    visret.index()
    body = visret.json("ask", QUESTION)
    assert [one["thumbnail"] for one in read_ones(body)] == [True, True]
    assert {one["path"] for one in body["evidence"]} == {
        str(photos / path.name) for path in (visret.home / "away").iterdir()
    }


def test_an_empty_library_shows_nothing(visret: Profile) -> None:
    body = visret.json("ask", QUESTION)
    assert (body["answer"], body["evidence"], body["source"]) == (None, [], "")
    assert body["sentence"].endswith(".")


def test_what_the_catalog_knows_needs_no_reader(drawn: Profile) -> None:
    """It is answered without any model, and each row says how to find its photos."""
    body = drawn.json("ask", "photos per month", "--where", "has:date")
    assert set(body) == BODY
    assert (body["source"], body["counted_by"], body["sure"]) == ("catalog", "all", True)
    assert body["search"] is None
    assert body["reader"] == ""
    for row in body["rows"]:
        assert set(row) == {"name", "photos", "ids", "query"}
        hits = drawn.json("search", row["query"])["hits"]
        assert len(hits) == row["photos"] == len(row["ids"])
    text = drawn.call("ask", "when was the first photo taken?")
    assert "From the catalog." in text.stdout


def test_photos_are_looked_at_where_somebody_says_so(drawn: Profile) -> None:
    body = drawn.json("ask", "how many photos do I have?", "--look", "--images", "1")
    assert body["source"] != "catalog"
    assert body["reader"]


def test_dates_that_contradict_each_other_are_refused(drawn: Profile) -> None:
    question = "how many photos did I take taken:2021 before:2019"
    error = drawn.json("ask", question, code=2)["error"]
    assert error["sentence"].endswith(".")
