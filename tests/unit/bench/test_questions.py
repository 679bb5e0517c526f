"""Questions go to the catalog that it knows, in six languages, and no figure is wrong."""

import json

import pytest

from bench.questions import _FOLDER, LANGUAGES, SETS, drawn_photos, true_figures
from visret_desktop.cli.main import main
from visret_desktop.json_lines import read_lines


def test_questions_go_the_right_way_and_no_figure_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "questions", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    rows = {row["set"]: row for row in body["rows"] if row["language"] == "all"}
    nothing = [rows.pop(f"{name}, no router") for name in SETS]
    left_to_a_reader = [(row["questions"], row["right_way"]) for row in nothing]
    assert left_to_a_reader == [(100, 32), (134, 122), (100, 38), (20, 8)]
    assert {name: row["questions"] for name, row in rows.items()} == {
        "choosing": 100,
        "fresh": 134,
        "held_out": 100,
        "strangers": 20,
    }
    assert [row["wrong_figures"] for row in rows.values()] == [0, 0, 0, 0]
    for row in (rows["choosing"], rows["held_out"]):
        assert row["right_way"] >= 95
        assert row["right_figures"] >= 55
    # Twelve of the strangers' first half are the catalog's; of the other 122 there is no figure.
    assert (rows["fresh"]["right_way"], rows["fresh"]["right_figures"]) == (134, 12)
    assert rows["strangers"]["right_way"] >= 13
    assert body["wrong"] == []


def test_strangers_ask_what_no_other_set_asks_and_the_drawn_library_can_tell() -> None:
    *others, strangers = (
        list(read_lines((_FOLDER / f"questions_{name}.jsonl").read_text("utf-8"), dict))
        for name in SETS
    )
    asked = {one["question"].casefold() for each in others for one in each}
    photos = drawn_photos()
    for one in strangers:
        assert one["question"].casefold() not in asked
        assert one["language"] in LANGUAGES
        if one["way"] == "catalog":
            assert all(true_figures(one, photos).values()), one["question"]
        else:
            assert set(one) == {"language", "question", "way"}
