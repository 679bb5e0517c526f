"""`visret saved`, asked of the real command."""

from pathlib import Path

import pytest

from tests.end_to_end.conftest import Profile, fill


@pytest.fixture
def filled(visret: Profile, tmp_path: Path) -> Profile:
    visret.index(fill(tmp_path / "photos", 8))
    return visret


def test_searches_are_saved_listed_run_and_removed(filled: Profile, tmp_path: Path) -> None:
    trip = tmp_path / "photos" / "trip"
    saved = filled.json("saved", "add", "Trip", f'folder:"{trip}"')
    assert saved == {"saved": "Trip", "text": f'folder:"{trip}"'}
    filled.json("saved", "add", "birds", "2:a bird - snow", "--where", f'folder:"{trip}"')
    assert filled.json("saved", "add", "trip", "an owl", code=2)["error"]["code"] == "usage"
    listed = filled.json("saved", "list")["searches"]
    found = [(one["name"], one["words"], one["found"], one["new"]) for one in listed]
    assert found == [("Trip", "", 4, None), ("birds", "", None, None)]
    hits = filled.json("saved", "run", "trip")["hits"]
    assert {Path(hit["path"]).parent for hit in hits} == {trip}
    asked = ("2:a bird - snow", "--where", f'folder:"{trip}"', "--top", "3")
    ran = filled.json("saved", "run", "birds", "--top", "3")
    assert ran["hits"] == filled.search(*asked)["hits"]
    assert filled.json("saved", "remove", "Trip") == {"removed": "Trip"}
    missing = filled.json("saved", "run", "Trip", code=3)["error"]
    assert missing["code"] == "search-unknown"
    assert "There are: birds." in missing["sentence"]


def test_searches_are_exported_and_imported(filled: Profile, tmp_path: Path) -> None:
    file = tmp_path / "mine.visret-searches"
    filled.json("saved", "add", "birds", "a bird", "--where", f'folder:"{tmp_path}/photos"')
    filled.json("saved", "add", "owls", "an owl")
    body = filled.json("saved", "export", file)
    assert (body["searches"], body["lacking"]) == (2, ["birds"])
    assert str(tmp_path) not in file.read_text()
    filled.json("saved", "export", file, code=1)
    filled.json("saved", "remove", "owls")
    body = filled.json("saved", "import", file)
    assert body == {"imported": ["birds 2", "owls"], "known": 0}
    filled.json("saved", "import", tmp_path / "none", code=1)


def test_a_fact_that_is_not_known_any_more_is_said(filled: Profile, tmp_path: Path) -> None:
    filled.json("saved", "add", "trip", f'an owl folder:"{tmp_path}/photos/trip"')
    for photo in (tmp_path / "photos" / "trip").iterdir():
        photo.unlink()
    filled.index()
    (listed,) = filled.json("saved", "list", "--count")["searches"]
    assert listed["found"] is None
    assert "no folder" in filled.json("saved", "run", "trip", code=2)["error"]["sentence"]
