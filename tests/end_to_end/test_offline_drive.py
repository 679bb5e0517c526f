"""A drive that is unplugged: its photos stay, and come back without work."""

import shutil
from pathlib import Path

from tests.end_to_end.conftest import Profile, fill, write_photo


def test_a_folder_that_went_away_stays_searchable(visret: Profile, tmp_path: Path) -> None:
    photos, away = fill(tmp_path / "drive" / "photos", 12), tmp_path / "away"
    visret.index(photos)
    known = photos / "photo004.jpg"
    photos.rename(away)
    summary = visret.index()
    assert (summary["photos"], summary["offline"], summary["removed"]) == (12, 12, 0)
    assert [problem["code"] for problem in summary["problems"]] == ["folder-gone"]
    assert visret.json("folders", "list")["folders"][0]["state"] == "offline"
    hits = visret.search("a bird")["hits"]
    assert len(hits) == 12
    assert not any(hit["online"] for hit in hits)
    assert visret.json("similar", known)["hits"][0]["path"] == str(known)
    sheet = tmp_path / "sheet.png"
    visret.search("a bird", "--sheet", sheet)
    assert sheet.stat().st_size > 20_000, "cached thumbnails are drawn"

    away.rename(photos)
    summary = visret.index()
    assert (summary["indexed"], summary["offline"], summary["photos"]) == (0, 0, 12)
    assert all(hit["online"] for hit in visret.search("a bird")["hits"])


def test_an_empty_mount_point_is_no_deletion(visret: Profile, tmp_path: Path) -> None:
    photos, away = fill(tmp_path / "photos", 8), tmp_path / "away"
    visret.index(photos)
    photos.rename(away)
    photos.mkdir()
    summary = visret.index(photos)
    assert (summary["photos"], summary["offline"], summary["removed"]) == (8, 8, 0)


def test_a_folder_that_comes_back_elsewhere_costs_nothing(visret: Profile, tmp_path: Path) -> None:
    photos, elsewhere = fill(tmp_path / "one" / "photos", 12), tmp_path / "two" / "pictures"
    visret.index(photos)
    elsewhere.parent.mkdir()
    photos.rename(elsewhere)
    summary = visret.index(elsewhere)
    assert (summary["photos"], summary["indexed"], summary["offline"]) == (12, 0, 0)
    assert [f["path"] for f in visret.json("folders", "list")["folders"]] == [str(elsewhere)]
    assert all(Path(path).is_relative_to(elsewhere) for path in visret.found())


def test_an_unknown_folder_that_is_missing_is_an_error(visret: Profile, tmp_path: Path) -> None:
    error = visret.json("index", tmp_path / "never", code=3)["error"]
    assert error["code"] == "folder-missing"


def test_a_copy_on_another_folder_stands_in(visret: Profile, tmp_path: Path) -> None:
    drive, backup = fill(tmp_path / "drive", 6), tmp_path / "backup"
    shutil.copytree(drive, backup)
    visret.index(drive, backup)
    drive.rename(tmp_path / "away")
    visret.index()
    hits = visret.search("a bird")["hits"]
    assert len(hits) == 6
    for hit in hits:
        assert Path(hit["path"]).is_relative_to(backup), "the copy within reach comes first"


def test_deleting_within_a_folder_that_is_there_deletes(visret: Profile, tmp_path: Path) -> None:
    photos = fill(tmp_path / "photos", 6)
    visret.index(photos)
    shutil.rmtree(photos / "trip")
    write_photo(photos / "new.jpg", 500)
    summary = visret.index(photos)
    assert (summary["photos"], summary["removed"], summary["indexed"]) == (4, 3, 1)
