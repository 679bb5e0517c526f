"""Files whose bytes changed: noticed, restored or made anew, and never a traceback."""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter

from tests.end_to_end.conftest import Profile, fill
from tests.faults.damage import damage
from tests.faults.engine_talk import engine_of
from tests.faults.rounds import rounds
from tests.gui.driver import WindowDriver
from visret_desktop import settings
from visret_desktop.engine.caches import sketch_cache
from visret_desktop.engine.messages import Finished
from visret_desktop.gui.window.window_state import WindowState
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.repair.catalog_check import find_damage
from visret_desktop.models.runtimes import compiled_files
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

_PHOTOS = 24
TallyUp = Callable[[str, int, str], None]


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Profile:
    """A profile with a backup of 16 photos and 8 more that came after it."""
    profile = Profile(tmp_path_factory.mktemp("grown") / "profile")
    (profile.home / "data").mkdir(parents=True)
    (profile.home / "data" / "compiled").symlink_to(compiled)
    (profile.home / "config").mkdir()
    (profile.home / "config" / "settings.json").write_text('{"strategy": "original"}')
    profile.index(fill(profile.home / "photos", 16))
    fill(profile.home / "photos", _PHOTOS)
    profile.index()
    assert len(list((profile.home / "data" / "backups").iterdir())) == 1
    return profile


@pytest.fixture
def another(grown: Profile, tmp_path: Path) -> Callable[[], Profile]:
    """Make copies of the profile; its photos stay where they are."""
    made = iter(range(10_000))

    def copy() -> Profile:
        home = tmp_path / f"copy{next(made)}"
        home.mkdir()
        for name in ("data", "cache", "config"):
            shutil.copytree(grown.home / name, home / name, symlinks=True)
        return Profile(home)

    return copy


@pytest.fixture
def name_of_encoder(starter_pack: Callable[[Role], Pack]) -> str:
    """Return the folder of the encoder in use, among those that other tests have compiled."""
    pack = starter_pack(Role.ENCODER)
    return f"{pack.name}-{pack.digest}"


def _photos(profile: Profile) -> set[Path]:
    return set((profile.home / "photos").rglob("*.jpg"))


def _run(profile: Profile, *arguments: str, code: int | None = 0) -> str:
    """Run a command; whatever it says, it is no traceback and no mistake of the program."""
    result = profile.run(*arguments)
    told = result.stdout + result.stderr
    assert "Traceback" not in told, told[-3000:]
    assert "made a mistake" not in told, told[-3000:]
    assert code is None or result.returncode == code, told[-3000:]
    return told


def _is_whole_again(profile: Profile, photos: set[Path]) -> None:
    """Indexing heals what it can and `doctor --repair` the rest; then every photo is found."""
    print(_run(profile, "index"))
    catalog = profile.home / "data" / "catalog.db"
    if find_damage(catalog, is_thorough=True):
        _run(profile, "doctor", "--repair", code=None)
        _run(profile, "index")
    assert find_damage(catalog, is_thorough=True) == ""
    log = (profile.home / "cache" / "logs" / "cli.log").read_text("utf-8")
    assert profile.found() == photos, log[-6000:]


# ---- the catalog ----------------------------------------------------------------------------


@rounds(few=2, many=60)
def test_a_damaged_catalog(
    grown: Profile,
    another: Callable[[], Profile],
    rounds: int,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    for _ in range(rounds):
        profile = another()
        print(damage(profile.home / "data" / "catalog.db", chance))
        _run(profile, "search", "a bird")
        _is_whole_again(profile, _photos(grown))
        shutil.rmtree(profile.home)
    tally("bytes of the catalog changed", rounds, "restored in place, every photo found again")


@rounds(few=1, many=40)
def test_what_a_killed_process_left(
    grown: Profile,
    another: Callable[[], Profile],
    rounds: int,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    """The catalog's WAL has changes that are nowhere else yet, and then its bytes change."""
    left = another()
    _leave_a_wal(left)
    catalog = left.home / "data" / "catalog.db"
    for _ in range(rounds):
        profile = another()
        for path in catalog.parent.glob("catalog.db*"):
            shutil.copyfile(path, profile.home / "data" / path.name)
        suffix = chance.choice(("-wal", "-wal", "-shm"))
        print(damage(profile.home / "data" / f"catalog.db{suffix}", chance))
        _run(profile, "search", "a bird")
        _is_whole_again(profile, _photos(grown))
        shutil.rmtree(profile.home)
    outcome = "what came before it holds; done again, every photo found"
    tally("bytes of what a killed process left (WAL) changed", rounds, outcome)


def _leave_a_wal(profile: Profile) -> None:
    """Kill an engine that has indexed: nothing of it is in the catalog's own file yet."""
    catalog = profile.home / "data" / "catalog.db"
    with closing(sqlite3.connect(catalog, isolation_level=None)) as db:
        db.execute("DELETE FROM photo WHERE id % 2")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    with engine_of(profile) as engine:
        engine.hello()
        assert isinstance(engine.index(), Finished)
        engine.process.kill()
        engine.process.wait()
    assert catalog.with_name("catalog.db-wal").stat().st_size > 10_000


@rounds(few=1, many=30)
def test_damage_while_the_engine_runs(
    grown: Profile,
    another: Callable[[], Profile],
    rounds: int,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    for _ in range(rounds):
        profile = another()
        with engine_of(profile) as engine:
            engine.hello()
            assert isinstance(engine.index(), Finished)
            print(_damage_in_place(profile.home / "data" / "catalog.db", chance))
            assert isinstance(engine.index(), Finished)
            assert engine.search().hits
            engine.quit()
        _is_whole_again(profile, _photos(grown))
        shutil.rmtree(profile.home)
    tally("bytes of the catalog changed under a running engine", rounds, "restored, job done again")


def _damage_in_place(path: Path, chance: random.Random) -> str:
    """Change bytes of a file that is open elsewhere; its inode stays."""
    copy = path.with_name("copy")
    shutil.copyfile(path, copy)
    told = damage(copy, chance)
    path.write_bytes(copy.read_bytes())
    copy.unlink()
    return told


def test_a_lost_catalog_comes_back(grown: Profile, another: Callable[[], Profile]) -> None:
    profile = another()
    (profile.home / "data" / "catalog.db").unlink()
    told = _run(profile, "search", "a bird")
    assert "was put in its place" in told
    assert profile.found() != set()
    profile.index()
    assert profile.found() == _photos(grown)


def test_without_a_backup_the_folders_are_kept(
    grown: Profile, another: Callable[[], Profile]
) -> None:
    profile = another()
    shutil.rmtree(profile.home / "data" / "backups")
    catalog = profile.home / "data" / "catalog.db"
    with closing(sqlite3.connect(catalog, isolation_level=None)) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'photo'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(catalog.read_bytes())
    content[(page - 1) * size : page * size] = b"\xee" * size
    catalog.write_bytes(bytes(content))
    told = _run(profile, "index")
    assert "the same folders" in told
    assert profile.found() == _photos(grown)
    assert len(list((profile.home / "data" / "damaged").iterdir())) == 1


def test_a_migration_can_be_undone(grown: Profile, another: Callable[[], Profile]) -> None:
    """A newer program changed the catalog; the older one refuses, and goes back when told to."""
    profile = another()
    catalog = profile.home / "data" / "catalog.db"
    with closing(sqlite3.connect(catalog)) as db:
        db.execute("CREATE TABLE of_the_future (n INTEGER)")
        db.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('catalog', 'of_the_future', '')"
        )
        db.commit()
    before = catalog.read_bytes()
    assert "newer version" in _run(profile, "search", "a bird", code=3)
    assert catalog.read_bytes() == before
    assert "is the catalog now" in _run(profile, "doctor", "--restore")
    profile.index()
    assert profile.found() == _photos(grown)
    (kept,) = (profile.home / "data" / "damaged").glob("*/catalog.db")
    assert kept.read_bytes() == before


def test_a_migration_makes_a_backup_first(another: Callable[[], Profile]) -> None:
    profile = another()
    catalog = profile.home / "data" / "catalog.db"
    last = "photos_by_name"
    with closing(sqlite3.connect(catalog)) as db:  # as it was before that step
        db.execute("DROP INDEX photo_name")
        db.execute("DELETE FROM _sqlite_migrations WHERE name = ?", (last,))
        db.commit()
    profile.found()
    backups = profile.home / "data" / "backups"
    assert f"before-{last}.db" in {path.name for path in backups.iterdir()}


# ---- everything else ------------------------------------------------------------------------


@rounds(few=2, many=60)
def test_other_files(
    grown: Profile,
    another: Callable[[], Profile],
    rounds: int,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    for _ in range(rounds):
        profile = another()
        data, cache, config = (profile.home / name for name in ("data", "cache", "config"))
        (config / "window.ini").write_text("[General]\ncell=176\n")
        (config / "queries.json").write_text('["a bird", "the sea"]')
        (cache / "rewrites.json").write_text('{"key": ["an instruction"]}')
        files = (*data.rglob("index/*/*"), *cache.glob("*.*"), *config.glob("*"))
        print(damage(chance.choice([path for path in files if path.stat().st_size]), chance))
        _run(profile, "search", "a bird", "--strategy", "original")
        _run(profile, "index")
        assert {Path(hit) for hit in profile.found()} == _photos(grown)
        shutil.rmtree(profile.home)
    tally("bytes of index, thumbnails, settings, caches changed", rounds, "made anew, all found")


@pytest.mark.long  # exports the encoder again and again
def test_models_made_ready(
    grown: Profile,
    another: Callable[[], Profile],
    compiled: Path,
    name_of_encoder: str,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    """Half of the time the disk does not even say that a file was written since."""
    profile = another()
    own = profile.home / "data" / "compiled"
    rounds = 20
    for number in range(rounds):
        own.unlink() if own.is_symlink() else shutil.rmtree(own)
        shutil.copytree(compiled, own)
        file = chance.choice(
            [path for path in (own / name_of_encoder).iterdir() if path.suffix != ".lock"]
        )
        before = file.stat()
        print(damage(file, chance))
        if is_silent := number % 2:
            os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
        _run(profile, "search", "a bird", "--strategy", "original")
        told = _run(profile, "doctor", "--repair", code=None)
        assert is_silent or "made ready" not in told  # it had been made anew before
        assert profile.json("doctor", "--check")["ok"]
        assert {Path(hit) for hit in profile.found()} == _photos(grown)
    tally("bytes of models made ready changed", rounds, "made anew, all found")


@pytest.mark.slow("The encoder is exported again.")
def test_a_model_that_does_not_load_is_made_ready_anew(
    grown: Profile, another: Callable[[], Profile], compiled: Path, name_of_encoder: str
) -> None:
    """Nothing tells of the damage but that the model cannot be loaded."""
    profile = another()
    own = profile.home / "data" / "compiled"
    own.unlink()
    shutil.copytree(compiled, own)
    graph = own / name_of_encoder / "textual.onnx"
    before = graph.stat()
    graph.write_bytes(bytes(before.st_size))
    os.utime(graph, ns=(before.st_atime_ns, before.st_mtime_ns))
    _run(profile, "search", "a bird", "--strategy", "original")
    assert graph.read_bytes() != bytes(before.st_size)
    log = (profile.home / "cache" / "logs" / "cli.log").read_text("utf-8")
    assert "textual.onnx was altered" in log
    assert compiled_files.find_damage(graph.parent) == ""
    assert profile.found() == _photos(grown)


@pytest.mark.slow("An examination loads all libraries.")
def test_the_doctor_finds_and_repairs_all(grown: Profile, another: Callable[[], Profile]) -> None:
    profile = another()
    data, cache, config = (profile.home / name for name in ("data", "cache", "config"))
    vectors = next(data.rglob("*.vectors.npy"))
    vectors.write_bytes(vectors.read_bytes()[:-1] + b"?")
    (config / "settings.json").write_text('{"strategy": "origin')
    with closing(sqlite3.connect(cache / "thumbnails.db")) as db:
        db.execute("UPDATE thumbnail SET jpeg = x'00' WHERE rowid = 3")
        db.commit()
    with closing(sqlite3.connect(data / "catalog.db")) as db:
        db.execute("UPDATE photo SET online = 7 WHERE id = 3")
        db.commit()
    wrong = {fault.partition(":")[0] for fault in profile.faults()}
    assert wrong == {"settings", "catalog", "index", "thumbnails"}
    told = profile.json("doctor", "--repair", code=1)  # a thumbnail is lacking until `visret index`
    assert len(told["repaired"]) == 4
    _run(profile, "index")
    assert profile.faults() == []
    assert profile.found() == _photos(grown)


@rounds(few=60, many=20_000)
def test_settings(tmp_path: Path, rounds: int, chance: random.Random, tally: TallyUp) -> None:
    path = tmp_path / "settings.json"
    for _ in range(rounds):
        settings.save(path, Settings(top_k=7))
        damage(path, chance)
        settings.save(path, settings.load(path))
        assert settings.damage_of(path) == ""
    tally("bytes of the settings changed", rounds, "those before, or defaults, and never an error")


@rounds(few=20, many=3000)
def test_thumbnails(tmp_path: Path, rounds: int, chance: random.Random, tally: TallyUp) -> None:
    kept = {f"{n:032x}": chance.randbytes(6000) for n in range(20)}
    whole = tmp_path / "whole.db"
    store = ThumbnailStore(whole)
    store.put_many(list(kept.items()))
    store.close()
    for number in range(rounds):
        path = tmp_path / f"{number}.db"
        shutil.copyfile(whole, path)
        damage(path, chance)
        store = ThumbnailStore(path)
        for name, jpeg in kept.items():
            assert store.get(name) in (None, jpeg)
        for _ in range(3):  # runs of indexing: what a repair could not save is missing, too
            store.put_many([(name, kept[name]) for name in store.missing(kept)])
            lacking = [name for name in kept if store.get(name) is None]
            store.put_many([(name, kept[name]) for name in lacking])
        assert all(store.get(name) == jpeg for name, jpeg in kept.items())
        store.close()
        path.unlink()
    tally("bytes of the thumbnails changed", rounds, "altered ones dropped and made anew")


@rounds(few=20, many=1000)
def test_window_state(
    tmp_path: Path, rounds: int, chance: random.Random, qapp: QApplication, tally: TallyUp
) -> None:
    path = tmp_path / "window.ini"
    window, splitter = QMainWindow(), QSplitter()
    for _ in range(rounds):
        path.unlink(missing_ok=True)
        state = WindowState(path)
        state.keep(window, splitter, {"library": splitter})
        state.cell = 200
        state.dismiss("starter")
        state.stored.sync()
        damage(path, chance)
        read = WindowState(path)
        read.restore(window, splitter, {"library": splitter})
        assert 0 < read.cell < 10_000
        assert read.is_dismissed("starter") in (True, False)
    tally("bytes of the window's state changed", rounds, "what cannot be read is as at the start")


@rounds(few=40, many=5000)
def test_sketches(tmp_path: Path, rounds: int, chance: random.Random, tally: TallyUp) -> None:
    png = sketch_cache.sketch_png(Image.new("RGB", (64, 64), "teal"), "a bird", 7, "artist-1")
    path = tmp_path / "sketch.png"
    path.write_bytes(png)
    sketch_cache.check_whole(path)
    for _ in range(rounds):
        path.write_bytes(png)
        damage(path, chance)
        if path.read_bytes() != png:
            with suppress(OSError):
                sketch_cache.check_whole(path)
                with Image.open(path) as picture:  # what passes is a picture still
                    picture.load()
            assert sketch_cache.is_by(path, "artist") in (True, False)
    tally("bytes of sketches changed", rounds, "drawn again")


def test_the_window_says_what_was_restored(
    another: Callable[[], Profile], qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile = another()
    for name, value in profile.environment.items():
        monkeypatch.setenv(name, value)
    paths = Paths(profile.home / "data", profile.home / "cache", profile.home / "config")
    content = paths.catalog.read_bytes()
    paths.catalog.write_bytes(content[:4096] + b"\xee" * (len(content) - 4096))
    driver = WindowDriver.open(paths, settings.load(paths.settings))
    driver.window.begin([], "")
    try:
        driver.until(lambda: "was damaged" in driver.banner.text())
        driver.until(lambda: driver.library.view.snapshot.photos == _PHOTOS)
    finally:
        driver.close()
