"""What lies on disk is for its owner alone, and a folder that is forgotten leaves no trace."""

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.end_to_end.conftest import Profile, fill
from tests.faults.engine_talk import engine_of
from tests.faults.soundness import not_private, paths_of
from tests.gui.driver import WindowDriver, confirm
from visret_desktop import settings
from visret_desktop.engine.caches.answer_cache import AnswerCache
from visret_desktop.engine.messages import Finished, QueryTerm, RemoveFolder
from visret_desktop.engine.repair.folder_traces import file_wipes
from visret_desktop.engine.saved_search import SavedSearch, SavedTerm
from visret_desktop.engine.saved_searches import SavedSearches
from visret_desktop.judgments import Judgments
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_detections import (
    DetectionFile,
    Label,
    PhotoFindings,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.models.interfaces import Reading
from visret_desktop.paths import Paths
from visret_desktop.recent_queries import RecentQueries

TallyUp = Callable[[str, int, str], None]
_SECRET = "zanzibar-mystery"
_NAMES = ("quokkasecret", "wombatdiary")


@pytest.fixture(params=["command", "window's engine"])
def forget(request: pytest.FixtureRequest) -> Callable[[Profile, Path], None]:
    """The two ways to forget a folder."""

    def by_command(profile: Profile, folder: Path) -> None:
        profile.json("folders", "remove", folder)

    def by_engine(profile: Profile, folder: Path) -> None:
        with engine_of(profile) as engine:
            engine.hello()
            engine.send(RemoveFolder(900, _folder_id(profile, folder)))
            ending, _ = engine.ending(900)
            assert isinstance(ending, Finished), ending
            engine.quit()

    return by_command if request.param == "command" else by_engine


def _folder_id(profile: Profile, folder: Path) -> int:
    reader = CatalogReader(profile.home / "data" / "catalog.db")
    try:
        return next(known.id for known in reader.folders() if known.path == folder)
    finally:
        reader.close()


def _files(profile: Profile) -> Iterator[Path]:
    for path in sorted(profile.home.rglob("*")):
        if path.is_file() and "compiled" not in path.relative_to(profile.home).parts:
            yield path


def _traces(profile: Profile, wanted: dict[str, bytes]) -> list[str]:
    """Return which of the byte strings are in which file of the profile."""
    found = []
    for path in _files(profile):
        content = path.read_bytes()
        name = os.fsencode(path.name)
        found += [f"{word} in {path}" for word, b in wanted.items() if b in content or b in name]
    return found


def _secret_folder(where: Path) -> Path:
    folder = fill(where / _SECRET, 12, first_seed=500)
    for number, name in enumerate(_NAMES):
        (folder / f"photo{number * 2:03}.jpg").rename(folder / f"{name}.jpg")
    (folder / "trip" / f"{_NAMES[0]}-broken.jpg").write_bytes(b"\xff\xd8 no picture at all")
    with Image.open(folder / f"{_NAMES[1]}.jpg") as picture:
        exif = picture.getexif()
        exif[0x010E] = "a keepsakecaption of ours"
        picture.save(folder / f"{_NAMES[1]}.jpg", exif=exif)
    return folder


def _what_is_secret(profile: Profile, folder: Path) -> dict[str, bytes]:
    """Return all bytes that must be gone: names, words, thumbnails, vectors, hashes."""
    wanted = {word: word.encode() for word in (_SECRET, *_NAMES, "keepsakecaption")}
    data = profile.home / "data"
    reader = CatalogReader(data / "catalog.db")
    store = ThumbnailStore(profile.home / "cache" / "thumbnails.db")
    try:
        (encoder,) = reader.embeddings.spaces()
        for row in reader.photo_rows("date", Filter.of(folder=[_folder_id(profile, folder)])):
            thumbnail, vector = (
                store.get(row.content_hash),
                reader.embeddings.of(row.content_hash, encoder),
            )
            assert thumbnail is not None
            assert vector is not None
            for start in range(700, len(thumbnail) - 64, 256):  # after tables that all JPEGs share
                wanted[f"thumbnail of {row.name} at {start}"] = thumbnail[start : start + 64]
            wanted[f"vector of {row.name}"] = vector.tobytes()[:64]
            wanted[f"hash of {row.name}"] = row.content_hash.encode()
    finally:
        reader.close()
        store.close()
    return wanted


def test_a_forgotten_folder_leaves_no_trace(
    visret: Profile, tmp_path: Path, forget: Callable[[Profile, Path], None], tally: TallyUp
) -> None:
    kept = fill(tmp_path / "holidays", 40)
    secret = _secret_folder(tmp_path)
    visret.index(kept)
    visret.index(secret)
    (secret / "photo004.jpg").unlink()  # an embedding without a photo is a trace, too
    visret.index()
    visret.found()
    _leave_traces(visret, secret)
    stays = _let_a_reader_look(visret, secret / f"{_NAMES[0]}.jpg", kept / "photo000.jpg")
    wanted = _what_is_secret(visret, secret)
    there = {trace.split(" in ")[0] for trace in _traces(visret, wanted)}
    assert len(there) > 0.8 * len(wanted)  # pieces of thumbnails on two pages are in two pieces
    forget(visret, secret)
    assert _traces(visret, wanted) == []
    assert visret.found() == set(kept.rglob("*.jpg"))
    assert _recent(visret).newest_first() == ["a bird"]  # a person's own words
    left = SavedSearches(paths_of(visret).saved_searches).all()
    assert [one.name for one in left] == ["birds"]
    assert AnswerCache(paths_of(visret).answers).reading("of the other") == stays
    assert secret.is_dir()
    assert visret.faults() == []
    assert _traces(visret, wanted) == []
    tally(
        "every byte of the profile searched for a forgotten folder",
        len(wanted),
        "no name, word, thumbnail, vector or hash of it is left, in backups neither",
    )


def _leave_traces(profile: Profile, secret: Path) -> None:
    """Let a log, a damaged catalog, a pasted picture, the window and judgments know the folder."""
    data, cache = profile.home / "data", profile.home / "cache"
    with (cache / "logs" / "window.log").open("a") as log:
        log.write(f"2026-01-01 INFO a line\n2026-01-01 WARNING {secret}/photo001.jpg is odd\n")
    catalog = Catalog.open(data / "catalog.db")
    found = PhotoFindings(content_hash_of(profile, secret / "photo002.jpg"), [[0, 9000, *[1] * 4]])
    file = DetectionFile(secret / "keepsakecaption.json", "MegaDetector")
    catalog.annotations.put_detections(file, [Label("a keepsakecaption bird")], [found])
    catalog.close()
    kept = data / "damaged" / "2026-01-01"
    kept.mkdir(parents=True)
    shutil.copyfile(data / "catalog.db", kept / "catalog.db")
    (cache / "pasted").mkdir()
    shutil.copyfile(secret / f"{_NAMES[0]}.jpg", cache / "pasted" / "pasted 1.png")
    _recent(profile).add("a bird")
    _recent(profile).add(f"2:a bird + {secret}/photo001.jpg")
    by_photo = QueryTerm(image=f"hash:{content_hash_of(profile, secret / 'photo002.jpg')}")
    for search in (
        SavedSearch("birds", "a bird"),
        SavedSearch("there", "a bird", facts=(f'folder:"{secret}"',)),
        SavedSearch("alike", chips=(SavedTerm(by_photo, _NAMES[0]),)),
    ):
        SavedSearches(paths_of(profile).saved_searches).add(search)
    judgments = Judgments.open(data / "judgments.jsonl")
    for photo in (secret / "photo001.jpg", Path("/elsewhere/a.jpg")):
        judgments.mark("a bird", photo, True, content_hash_of(profile, photo))
    judgments.save()


def _let_a_reader_look(profile: Profile, secret: Path, other: Path) -> Reading:
    """Let the cache of answers know a secret photo; return what it knows of another one."""
    answers = AnswerCache(paths_of(profile).answers)
    hashes = [content_hash_of(profile, photo) for photo in (secret, other)]
    seen = Reading("a keepsakecaption of ours", reasoning=f"It says {_NAMES[0]}.")
    answers.keep_reading("of the secret", seen, hashes[:1])
    answers.keep_reading("of both", seen, hashes)
    answers.keep_boxes("of its box", [(0.1, 0.1, 0.2, 0.2)], hashes[:1])
    answers.keep_reading("of the other", Reading("a bird"), hashes[1:])
    return Reading("a bird")


def _recent(profile: Profile) -> RecentQueries:
    return RecentQueries(paths_of(profile).recent_queries)


def content_hash_of(profile: Profile, photo: Path) -> str:
    """Return the hash under which a photo is known; another for one that is not in the library."""
    reader = CatalogReader(paths_of(profile).catalog)
    try:
        known = {row.path: row.content_hash for row in reader.photo_rows()}
    finally:
        reader.close()
    return known.get(str(photo), "f" * 32)


def test_forgetting_that_was_interrupted_is_finished(visret: Profile, tmp_path: Path) -> None:
    secret = _secret_folder(tmp_path)
    visret.index(fill(tmp_path / "holidays", 8), secret)
    wanted = _what_is_secret(visret, secret)
    from visret_desktop.library.catalog.catalog import Catalog

    catalog = Catalog.open(visret.home / "data" / "catalog.db")
    catalog.roots.remove(_folder_id(visret, secret))  # killed right after
    catalog.close()
    assert _traces(visret, wanted)
    visret.index()
    assert _traces(visret, wanted) == []


def test_photos_that_two_folders_share_stay_in_one(visret: Profile, tmp_path: Path) -> None:
    one, two = fill(tmp_path / "one", 6), tmp_path / "two"
    shutil.copytree(one, two)
    visret.index(one, two)
    visret.json("folders", "remove", one)
    assert visret.found() == set(two.rglob("*.jpg"))
    assert visret.index()["indexed"] == 0


@pytest.mark.parametrize(
    ("query", "is_kept"),
    [
        ("/photos/trip/a.jpg", False),
        ("a bird + '/photos/trip' - snow", False),
        ("2:/photos/trip", False),
        ("/photos/tripod/a.jpg", True),
        ("a trip", True),
    ],
)
def test_queries_stay_but_for_those_that_name_the_folder(
    tmp_path: Path, query: str, is_kept: bool
) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    recent = RecentQueries(paths.recent_queries)
    recent.add(query)
    recent.add("a bird")
    for wipe in file_wipes(paths, [Path("/photos/trip")]):
        wipe()
    assert recent.newest_first() == (["a bird", query] if is_kept else ["a bird"])


def test_an_open_window_writes_nothing_back(
    visret: Profile, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", confirm)
    secret = _secret_folder(tmp_path)
    visret.index(fill(tmp_path / "holidays", 4), secret)
    wanted = _what_is_secret(visret, secret)
    for name, value in visret.environment.items():
        monkeypatch.setenv(name, value)
    paths = paths_of(visret)
    driver = WindowDriver.open(paths, settings.load(paths.settings))
    driver.window.begin([], "")
    try:
        marks = driver.judging.marks
        driver.begin("a bird")
        driver.until(lambda: driver.model.rowCount() > 0)
        marks.mark([one for one in driver.entries() if secret in Path(one.path).parents], True)
        driver.begin(f"{secret}/photo004.jpg")
        driver.begin("a bird")
        with qtbot.waitSignal(driver.session.folder_removed, timeout=60_000):
            driver.library.panel.remove_requested.emit(_folder_id(visret, secret))
        assert driver.bar.line.earlier == ["a bird"]
        assert not driver.history.undo()
        driver.begin("the sea")
    finally:
        driver.close()
    assert _traces(visret, wanted) == []
    assert _recent(visret).newest_first() == ["the sea", "a bird"]


# ---- modes ----------------------------------------------------------------------------------


def test_all_files_are_private_whatever_the_umask(
    tmp_path: Path, compiled: Path, tally: TallyUp
) -> None:
    """But for models that are made ready: those are in test_no_network.py."""
    home = tmp_path / "home"
    (home / "data").mkdir(parents=True)
    (home / "data" / "compiled").symlink_to(compiled)
    for made in (home, home / "data"):
        made.chmod(0o700)
    profile = Profile(home)
    before = os.umask(0o022)
    try:
        photos = fill(tmp_path / "photos", 8)
        profile.index(photos)
        with engine_of(profile) as engine:  # while it runs: WAL files are there
            engine.hello()
            engine.index()
            engine.search()
            assert any(path.name.endswith("-wal") for path in home.rglob("*"))
            assert not_private(home) == []
            engine.quit()
        sheet = tmp_path / "sheet.png"
        profile.run("search", "a bird", "--strategy", "original", "--sheet", str(sheet))
    finally:
        os.umask(before)
    assert not_private(home) == []
    assert sum(path.is_file() for path in home.rglob("*")) > 10
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o644  # what was asked for is as files are
    tally("umask 022", sum(1 for _ in home.rglob("*")), "every file 0600, every folder 0700")
