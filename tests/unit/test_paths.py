"""Paths as people type them."""

from pathlib import Path

import pytest

from visret_desktop.errors import UsageError
from visret_desktop.paths import absolute, default_paths


def test_a_folder_has_one_name_however_it_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = tmp_path / "photos"
    (photos / "spring").mkdir(parents=True)
    monkeypatch.chdir(photos / "spring")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for typed in ("..", "../", "../../photos", "./..//.", f"{photos}/", "~/photos"):
        assert absolute(typed) == photos, typed


def test_links_are_kept_but_what_is_above_one_is_where_the_system_goes(tmp_path: Path) -> None:
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "far" / "beside").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "far" / "away")
    assert absolute(link) == link
    assert absolute(f"{link}/../beside") == tmp_path / "far" / "beside"


def test_nothing_and_nobodys_home_are_refused() -> None:
    with pytest.raises(UsageError, match="A path is empty"):
        absolute("")
    with pytest.raises(UsageError, match="home folder in ~nobody-of-this-name/x is not known"):
        absolute("~nobody-of-this-name/x")


def test_a_profile_from_before_the_mark_is_known_by_its_settings(profile: Path) -> None:
    path = profile / "config" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_text("{}")
    path.with_suffix(".bak").write_text("{}")  # kept by `settings.save`
    path.with_suffix(".damaged").write_text("{")
    assert default_paths().settings == path
