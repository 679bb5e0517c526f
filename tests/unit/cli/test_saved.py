"""`visret saved`: listed, added, removed, passed on."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from visret_desktop.cli.main import main
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.engine.saved_searches import SavedSearches
from visret_desktop.library.catalog.catalog import Catalog

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in a profile with an empty library; return its JSON."""
    for name in ("data", "cache", "config"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    Catalog.open(tmp_path / "data" / "catalog.db").close()

    def command(*arguments: str | Path, code: int = 0) -> dict[str, Any]:
        assert main(["saved", *map(str, arguments), "--json"]) == code, capsys.readouterr().err
        body: dict[str, Any] = json.loads(capsys.readouterr().out)
        return body

    return command


def test_searches_are_saved_listed_and_removed(run: Run) -> None:
    assert run("list") == {"searches": []}
    assert run("add", "Later", "taken:2020..") == {"saved": "Later", "text": "taken:2020.."}
    added = run("add", "birds", "a", "bird", "+", "2:snow", "--where", "rating:>=3")
    assert added["text"] == "a bird + 2:snow rating:>=3"
    run("add", "either", "owl AND NOT snow", "--strategy", "visret")
    listed = run("list")["searches"]
    assert [(one["name"], one["found"], one["new"]) for one in listed] == [
        ("Later", 0, None),
        ("birds", None, None),
        ("either", None, None),
    ]
    assert (listed[2]["words"], listed[2]["strategy"]) == ("owl AND NOT snow", "visret")
    assert run("remove", "LATER") == {"removed": "Later"}
    missing = run("remove", "Later", code=3)["error"]
    assert missing["code"] == "search-unknown"
    assert "There are: birds, either." in missing["sentence"]


def test_a_name_is_taken_only_once_unless_that_is_wanted(run: Run) -> None:
    run("add", "birds", "a bird")
    assert "--overwrite" in run("add", "Birds", "an owl", code=2)["error"]["sentence"]
    run("add", "birds", "an owl", "--overwrite")
    assert [one["words"] for one in run("list")["searches"]] == ["an owl"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("add", "x", "owl nosuch:field"), "Fields are"),
        (("add", "x", 'camera:"none"'), "no cameras"),
        (("add", "   ", "owl"), "cannot be saved"),
        (("run", "x", "--top", "0"), "--top"),
    ],
)
def test_what_is_wrong_is_said(run: Run, arguments: tuple[str, ...], said: str) -> None:
    assert said in run(*arguments, code=2)["error"]["sentence"]


def test_searches_are_exported_and_imported(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.visret-searches"
    store = SavedSearches(tmp_path / "data" / "saved_searches.json")
    store.add(SavedSearch("birds", "a bird", facts=('folder:"/photos"',)))
    store.add(SavedSearch("owls", "an owl"))
    body = run("export", file)
    assert (body["searches"], body["lacking"]) == (2, ["birds"])
    assert "/photos" not in file.read_text()
    run("export", file, code=1)
    run("export", file, "--paths", "--overwrite")
    assert "/photos" in file.read_text()
    store.remove("owls")
    assert run("import", file) == {"imported": ["owls"], "known": 1}
    run("import", tmp_path / "none", code=1)


def test_a_fact_that_is_not_known_any_more_is_not_left_out(run: Run, tmp_path: Path) -> None:
    store = SavedSearches(tmp_path / "data" / "saved_searches.json")
    store.add(SavedSearch("old", "an owl", facts=('camera:"X1"',)))
    (listed,) = run("list")["searches"]
    assert listed["found"] is None


def test_what_is_damaged_is_told_and_the_rest_is_there(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "data" / "saved_searches.json"
    file.write_text('{"version": 1, "searches": [7, {"name": "owls", "words": "an owl"}]}')
    assert [one["name"] for one in run("list")["searches"]] == ["owls"]
