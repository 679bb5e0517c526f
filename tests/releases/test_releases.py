"""What released versions kept is opened by this one, and nothing of it is lost."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.releases.keep import Kept, every_kept
from visret_desktop import __version__, settings
from visret_desktop.cli.main import main
from visret_desktop.gui.window.window_state import WindowState
from visret_desktop.judgments import Judgments
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.repair.catalog_check import damage_of
from visret_desktop.paths import Paths, default_paths
from visret_desktop.recent_queries import RecentQueries

EVERY = every_kept()


@pytest.fixture(params=EVERY, ids=[kept.folder.name for kept in EVERY])
def kept(request: pytest.FixtureRequest) -> Kept:
    """What one version kept."""
    found: Kept = request.param
    return found


@pytest.fixture
def paths(kept: Kept, profile: Path, compiled: Path) -> Paths:
    """A profile with a copy of it."""
    del profile  # the one that the environment names
    paths = default_paths()
    kept.copied(paths)
    paths.compiled.symlink_to(compiled)
    return paths


def _said(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    capsys.readouterr()
    code = main([*words, "--json"])
    said: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert code == 0, said
    return said


def test_the_version_at_hand_is_kept() -> None:
    assert __version__ in {kept.folder.name for kept in EVERY}
    for kept in EVERY:
        size = sum(path.stat().st_size for path in kept.folder.rglob("*") if path.is_file())
        assert size <= 300_000, kept.folder


def test_a_search_finds_what_it_found_then(
    kept: Kept, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = kept.expected
    for _ in range(2):  # the second time as this version wrote it
        found = _said(capsys, "search", expected["query"])["hits"]
        assert [hit["path"] for hit in found][: len(expected["first"])] == expected["first"]
        assert damage_of(paths, is_thorough=True) == ""
    report = _said(capsys, "doctor")
    assert report["ok"], report["checks"]


def test_settings_judgments_and_the_window_are_as_they_were(kept: Kept, paths: Paths) -> None:
    expected = kept.expected
    now = settings.load(paths.settings)
    assert settings.damage_of(paths.settings) == ""
    for name, value in expected["settings"].items():
        assert type(value)(getattr(now, name)) == value, name
    assert RecentQueries(paths.recent_queries).newest_first() == expected["recent"]
    grades = Judgments.open(paths.judgments).grades(expected["query"])
    assert grades == {Path(expected["right"]): True, Path(expected["wrong"]): False}
    window = WindowState(paths.config / "window.ini")
    assert window.cell == 240
    assert window.is_dismissed("starter")


def test_thumbnails_of_all_photos_are_there(kept: Kept, paths: Paths) -> None:
    with closing(sqlite3.connect(paths.catalog)) as db:
        hashes = {row[0] for row in db.execute("SELECT DISTINCT content_hash FROM photo")}
    with closing(ThumbnailStore(paths.thumbnails)) as store:
        assert len(hashes) > 20
        assert store.missing(hashes) == set()
        assert store.get(min(hashes)), kept.folder


def test_its_folder_can_be_forgotten(
    kept: Kept, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = kept.expected["folder"]
    _said(capsys, "folders", "remove", folder)
    assert _said(capsys, "folders", "list")["folders"] == []
    written = b"".join(path.read_bytes() for path in paths.data.rglob("*.db") if path.is_file())
    for trace in (folder, "CAL00014", "marl daisy"):
        assert trace.encode() not in written, trace


def test_indexing_goes_on_with_it(
    kept: Kept, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    del paths
    summary = _said(capsys, "index")
    assert summary["photos"] == summary["offline"] == kept.expected["photos"]
