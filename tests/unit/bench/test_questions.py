"""Questions go to the catalog that it knows, in six languages, and no figure is wrong."""

import json

import pytest

from visret_desktop.cli.main import main


def test_questions_go_the_right_way_and_no_figure_is_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["bench", "questions", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    rows = {row["set"]: row for row in body["rows"] if row["language"] == "all"}
    nothing = [rows.pop(f"{name}, no router") for name in ("choosing", "held_out")]
    assert [(row["questions"], row["right_way"]) for row in nothing] == [(100, 32), (100, 38)]
    assert {name: row["questions"] for name, row in rows.items()} == {
        "choosing": 100,
        "held_out": 100,
    }
    for row in rows.values():
        assert row["right_way"] >= 95
        assert row["wrong_figures"] == 0
        assert row["right_figures"] >= 55
    assert body["wrong"] == []
