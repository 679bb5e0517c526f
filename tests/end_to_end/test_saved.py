"""`visret saved run` finds what `visret search` finds."""

from pathlib import Path

from tests.end_to_end.conftest import Profile, fill


def test_a_saved_search_is_run_as_it_was_typed(visret: Profile, tmp_path: Path) -> None:
    visret.index(fill(tmp_path / "photos", 8))
    typed = ("2:a bird - snow", "--where", f'folder:"{tmp_path}/photos/trip"')
    visret.json("saved", "add", "birds", *typed)
    (listed,) = visret.json("saved", "list", "--count")["searches"]
    ran = visret.json("saved", "run", "Birds", "--top", "3")
    assert ran["hits"] == visret.search(*typed, "--top", "3")["hits"]
    assert len(ran["hits"]) == 3
    assert listed["found"] == (None if ran["found"] < 0 else ran["found"])
