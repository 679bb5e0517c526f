"""Two of us at once: windows and command lines, installers of a pack, programs of two versions."""

import json
import os
import shutil
import signal
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

from tests.end_to_end.conftest import Json, Profile, committed, fill, wait_until
from tests.faults.rounds import rounds
from tests.faults.serving import PACK, install_served, served  # noqa: F401 - a fixture
from tests.faults.soundness import assert_sound, paths_of
from tests.hub.server import Hub
from visret_desktop import settings
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import Failed, Hello, IndexFolders, Search, Shutdown
from visret_desktop.settings import Settings

Tell = Callable[[str, int, str], None]
MakeProfile = Callable[[str], Profile]
TOO_NEW = "catalog-too-new"
NEWER = Path(__file__).with_name("newer_program.py")
ROWS_OF_NEWER = 100_000


def start_newer(profile: Profile, *arguments: str | Path) -> "Popen[str]":
    """Start a command of a later version of the program."""
    return Popen(
        [sys.executable, str(NEWER), *map(str, arguments)],
        env={**profile.environment, "PYTHONPATH": str(Path(__file__).parents[2])},
        stdout=PIPE,
        stderr=PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process: "Popen[str]", code: int = 0) -> Json:
    """Wait for a command's end and return what it says."""
    out, err = process.communicate(timeout=120)
    assert process.returncode == code, err
    assert "Traceback" not in err
    body: Json = json.loads(out)
    return body


def content_of(catalog: Path) -> list[str]:
    """Return everything in a catalog."""
    with closing(sqlite3.connect(catalog)) as connection:
        return list(connection.iterdump())


# ---- two versions ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four photos."""
    return fill(tmp_path_factory.mktemp("few") / "photos", 4)


@pytest.fixture(scope="module")
def newer(make_home: Callable[[str], Profile], photos: Path) -> Profile:
    """A profile whose library a later version of the program has taken over."""
    profile = make_home("newer")
    profile.index(photos)
    ended(start_newer(profile, "index", "--json"))
    return profile


def test_an_older_command_line_refuses_and_changes_nothing(
    newer: Profile, photos: Path, tally: Tell
) -> None:
    paths = paths_of(newer)
    before = content_of(paths.catalog)
    commands = (
        ("index",),
        ("index", str(photos)),
        ("search", "a bird"),
        ("folders", "list"),
        ("folders", "remove", str(photos)),
    )
    for started in [newer.start(*command, "--json") for command in commands]:
        error = ended(started, code=3)["error"]
        assert error["code"] == TOO_NEW
        assert "newer version" in error["sentence"]
        assert "Update this program" in error["sentence"]
    assert any("Update" in fault for fault in newer.faults())
    assert content_of(paths.catalog) == before
    assert len(ended(start_newer(newer, "search", "a bird", "--json"))["hits"]) == 4
    outcome = "refused with a sentence that says what to do; nothing changed"
    tally("an older program meets a newer catalog", len(commands) + 1, outcome)


def test_an_older_engine_tells_every_job_and_stays(newer: Profile, photos: Path) -> None:
    before = content_of(paths_of(newer).catalog)
    jobs = (IndexFolders(1, (str(photos),)), Search(2), Shutdown())
    with newer.start("engine") as engine:
        out, _ = engine.communicate("".join(job.to_line() for job in jobs), timeout=60)
    hello, *failures = map(parse_line, out.splitlines())
    assert isinstance(hello, Hello)
    assert [(f.job, f.code) for f in failures if isinstance(f, Failed)] == [
        (0, TOO_NEW),
        (1, TOO_NEW),
        (2, TOO_NEW),
    ]
    assert content_of(paths_of(newer).catalog) == before


def test_a_migration_can_be_undone(newer: Profile, tmp_path: Path, tally: Tell) -> None:
    shutil.copytree(newer.home, tmp_path / "copy", symlinks=True)
    undone = Profile(tmp_path / "copy")
    (backup,) = (paths_of(undone).data / "backups").glob("before-*.db")
    assert "later" in backup.stem
    undone.json("doctor", "--restore", backup.stem)
    assert len(undone.found()) == 4
    assert undone.faults() == []
    assert_sound(undone)
    tally("going back to an older program", 1, "its catalog of before is restored in one command")


def test_settings_of_a_newer_program_survive_an_older_one(visret: Profile) -> None:
    path = paths_of(visret).settings
    path.write_text(json.dumps({"version": 99, "of_a_later_version": "kept", "m": 2}))
    settings.save(path, replace(settings.load(path), m=4))
    stored = json.loads(path.read_text())
    assert (stored["version"], stored["of_a_later_version"], stored["m"]) == (99, "kept", 4)


@rounds(1, 5)
def test_several_newer_programs_migrate_at_once(
    make_profile: MakeProfile, tmp_path: Path, tally: Tell, rounds: int
) -> None:
    photos = fill(tmp_path / "photos", 3)
    for number in range(rounds):
        profile = make_profile(f"profile{number}")
        profile.index(photos)
        programs = [start_newer(profile, "search", "a bird", "--json") for _ in range(4)]
        for program in programs:
            assert len(ended(program)["hits"]) == 3
        tables = "SELECT count(*) FROM later"
        with closing(sqlite3.connect(paths_of(profile).catalog)) as connection:
            assert connection.execute(tables).fetchone() == (ROWS_OF_NEWER,)
    tally("four programs migrate one catalog at once", rounds, "one does it, the others wait")


# ---- at once --------------------------------------------------------------------------------


@rounds(1, 5)
def test_command_lines_begin_at_once(
    make_profile: MakeProfile, tmp_path: Path, tally: Tell, rounds: int
) -> None:
    photos = fill(tmp_path / "photos", 8)
    for number in range(rounds):
        profile = make_profile(f"profile{number}")
        programs = [profile.start("index", photos, "--json") for _ in range(4)]
        ends = [program.communicate(timeout=120) for program in programs]
        assert {program.returncode for program in programs} <= {0, 1}
        assert 0 in {program.returncode for program in programs}
        for program, (out, err) in zip(programs, ends, strict=True):
            assert "Traceback" not in err
            if program.returncode:
                assert json.loads(out)["error"]["code"] == "library-busy"
        assert profile.index(photos)["photos"] == 8
        assert_sound(profile)
    outcome = "one indexes, the others are told who does; the catalog is whole"
    tally("four command lines begin a library at once", rounds, outcome)


@rounds(1, 4)
def test_two_windows_and_a_command_line(
    make_profile: MakeProfile, tmp_path: Path, tally: Tell, rounds: int
) -> None:
    seeds = {"1": 0, "2": 100, "3": 200}
    one, two, three = (fill(tmp_path / name, 40, seed) for name, seed in seeds.items())
    for number in range(rounds):
        profile = make_profile(f"profile{number}")
        with window(profile, one) as first, window(profile, two) as second:
            out, err = profile.start("index", three, "--json").communicate(timeout=120)
            assert "Traceback" not in err
            wait_for_photos(profile, 120 if "photos" in json.loads(out) else 80, first, second)
        assert_sound(profile)
        assert profile.index(three)["photos"] == 40
        assert len(profile.found()) == 120
    outcome = "whoever is second waits and goes on by itself, or is told; all photos are there"
    tally("two windows and a command line at once", rounds, outcome)


@contextmanager
def window(profile: Profile, folder: Path) -> Iterator["Popen[str]"]:
    """A window that adds a folder, for the length of a `with` block."""
    process = profile.start("gui", folder)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):  # it ended by itself
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for_photos(profile: Profile, count: int, *windows: "Popen[str]") -> None:
    """Wait until the library has so many photos; one window hands over to the other and ends."""
    wait_until(lambda: committed(profile) == count, *windows)


def test_settings_that_two_change_keep_both_changes(visret: Profile) -> None:
    path = paths_of(visret).settings
    window = settings.load(path)
    visret.json("packs", "use", "starter-rewriter")
    settings.save(path, replace(settings.load(path), hub_proxy="http://proxy"))  # the command line
    changed = settings.save_changes(path, window, replace(window, m=7))
    assert (changed.m, changed.hub_proxy) == (7, "http://proxy")
    assert settings.load(path) == changed


@rounds(1, 5)
def test_installers_of_one_pack(
    make_profile: MakeProfile,
    served: Hub,  # noqa: F811
    tally: Tell,
    rounds: int,
) -> None:
    profile = make_profile("packs")
    paths = paths_of(profile)
    settings.save(paths.settings, Settings(hub_endpoint=served.address))
    for _ in range(rounds):
        installers = [install_served(profile) for _ in range(3)]
        ends = [installer.communicate(timeout=120) for installer in installers]
        assert 0 in {installer.returncode for installer in installers}
        for installer, (out, err) in zip(installers, ends, strict=True):
            assert "Traceback" not in err
            if installer.returncode:
                assert json.loads(out)["error"]["code"] == "pack-busy"
        assert_sound(profile)
        assert (paths.packs / PACK).is_dir()
        profile.json("packs", "remove", PACK)
    tally("three installers of one pack", rounds, "one installs, the others are told; it is whole")
