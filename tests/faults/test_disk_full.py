"""Disks that are full, may only be read, are limited, or go away while something is written."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from subprocess import Popen

import pytest

from tests.end_to_end.conftest import Profile, fill, state_of, wait_until, write_photo
from tests.faults.engine_talk import engine_of
from tests.faults.making import DRAWING, FORM, NETWORK
from tests.faults.mounts import Drive, Dweller, Mounts, SharedMounts, may_mount, mounts_of_our_own
from tests.faults.rounds import rounds
from visret_desktop.engine.messages import Failed, Finished
from visret_desktop.file_changes import claim
from visret_desktop.models.drawing.compiled_visualizer import reference_name
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

pytestmark = pytest.mark.timeout(1800)  # for the long form
Tallied = Callable[[str, int, str], None]
PLAIN = '{"strategy": "original", "free_cores": 2}'


@pytest.fixture
def photos(tmp_path: Path) -> Path:
    return fill(tmp_path / "photos", 12, side=160)


def ended_without_room(ending: object) -> bool:
    """Tell a polite refusal from success; anything else fails the test."""
    if isinstance(ending, Finished):
        return False
    assert isinstance(ending, Failed), ending
    assert ending.code == "disk-full", ending
    assert "Make room" in ending.sentence
    return True


def _started(dweller: Dweller, program: str) -> "Popen[str]":
    places = (dweller.home / name for name in ("data", "cache", "config"))
    return dweller.start_python("-c", program, *places)


# Says how many photos a catalog has, once more for each line that it gets.
_COUNTING = """
import sys
from pathlib import Path
from visret_desktop.library.sqlite_files import FileConnections, connect_to_read
connections = FileConnections(Path(sys.argv[1]), connect_to_read)
while True:
    print(*connections.get().execute("SELECT count(*) FROM photo").fetchone(), flush=True)
    if not sys.stdin.readline():
        break
"""


if may_mount():  # elsewhere the tests with a limit on the size of files are the nearest to these

    @pytest.fixture
    def mounts() -> Iterator[Mounts]:
        with mounts_of_our_own() as made:
            yield made

    @pytest.fixture
    def dweller(tmp_path: Path, mounts: Mounts) -> Dweller:
        made = Dweller(tmp_path / "profile", mounts)
        for name in ("data", "cache", "config"):
            (made.home / name).mkdir(parents=True)
        (made.home / "config" / "settings.json").write_text(PLAIN)
        return made

    @pytest.fixture
    def data(dweller: Dweller, compiled: Path) -> Drive:
        drive = dweller.mounts.drive(dweller.home / "data", 24)
        (drive.seen / "compiled").symlink_to(compiled)
        return drive

    @pytest.fixture
    def elsewhere(dweller: Dweller, compiled: Path) -> Dweller:
        """A profile whose data lie on the ordinary disk."""
        (dweller.home / "data" / "compiled").symlink_to(compiled)
        return dweller

    @rounds(2, 150)
    def test_the_data_folder_is_full_at_any_moment_of_indexing(
        dweller: Dweller, data: Drive, tmp_path: Path, rounds: int, chance: Random, tally: Tallied
    ) -> None:
        photos = tmp_path / "photos"
        refused = count = 0
        with engine_of(dweller) as engine:
            engine.hello()
            for number in range(rounds):
                for _ in range(3):
                    write_photo(photos / f"{count:04}.jpg", count, (120, 90))
                    count += 1
                data.fill(but_bytes=chance.choice((0, chance.randrange(200_000))))
                refused += ended_without_room(engine.index(photos))
                if number:
                    assert engine.search().hits  # what was indexed is still found
                data.make_room()
                ending = engine.index(photos)
                assert isinstance(ending, Finished), ending
                assert ending.summary["photos"] == count
                assert ending.summary["problems"] == []
                assert len(engine.search().hits) == count
            assert engine.quit() == 0
        assert refused > 0
        assert_whole(dweller)
        assert strangers_in(data.seen) == []
        tally(
            "data folder full at any moment of indexing",
            rounds,
            "a sentence, nothing lost, the same engine goes on when there is room",
        )

    def test_the_engine_starts_on_a_full_disk_with_a_sentence(
        dweller: Dweller, data: Drive, photos: Path, tally: Tallied
    ) -> None:
        dweller.index(photos)
        data.fill()
        with engine_of(dweller) as engine:
            engine.hello()
            engine.process.stdin.close()  # type: ignore[union-attr]
            assert engine.process.wait(60) in (0, 1)
        write_photo(photos / "new.jpg", 77)
        assert dweller.json("index", photos, code=1)["error"]["code"] == "disk-full"
        data.make_room()
        assert len(dweller.found()) == 12
        assert dweller.index(photos)["photos"] == 13
        tally("data folder full at the start", 2, "a sentence, nothing lost")

    def test_a_library_on_a_disk_that_may_only_be_read_is_searched(
        dweller: Dweller, data: Drive, photos: Path, tally: Tallied
    ) -> None:
        dweller.index(photos)
        data.allow(writing=False)
        assert not list(data.seen.glob("catalog.db-*"))
        assert len(dweller.found()) == 12
        assert dweller.json("index", photos, code=1)["error"]["code"] == "disk-read-only"
        with dweller.start_python("-c", _COUNTING, dweller.home / "data" / "catalog.db") as looker:
            assert looker.stdout is not None
            assert looker.stdin is not None
            assert looker.stdout.readline() == "12\n"
            data.allow(writing=True)
            write_photo(photos / "new.jpg", 77)
            assert dweller.index(photos)["photos"] == 13
            looker.stdin.write("again\n")
            looker.stdin.flush()
            assert looker.stdout.readline() == "13\n"
            looker.communicate()
        tally("data folder read-only", 2, "searched; a sentence where it would be written")

    def test_caches_are_not_missed(
        elsewhere: Dweller, photos: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        cache = elsewhere.mounts.drive(elsewhere.home / "cache", 3)
        claim(cache.seen)
        cache.fill()
        assert elsewhere.index(photos)["indexed"] == 12
        assert elsewhere.index(photos)["indexed"] == 0  # there is no use in decoding them again
        assert len(elsewhere.found()) == 12
        cache.make_room()
        cache.allow(writing=False)
        fill(photos, 3, first_seed=100, side=160)
        assert elsewhere.index(photos)["problems"] == []
        assert elsewhere.index(photos)["indexed"] == 0
        assert len(elsewhere.found()) == 12
        cache.allow(writing=True)
        in_the_way = cache.seen / "thumbnails.db"
        for path in cache.seen.glob("thumbnails.db*"):
            path.unlink()
        in_the_way.mkdir()
        assert elsewhere.index(photos)["indexed"] == 0
        in_the_way.rmdir()
        summary = elsewhere.index(photos)  # with room again the thumbnails come, and only they
        assert (summary["photos"], summary["indexed"], summary["problems"]) == (12, 0, [])
        assert_whole(elsewhere)  # none is missing
        sheet = tmp_path / "sheet.png"
        elsewhere.search("a bird", "--sheet", sheet)
        outcome = "indexing and searching go on without it; nothing is decoded again"
        tally("cache folder full, read-only or with something in the way", 6, outcome)

    @pytest.mark.long  # loads what draws
    def test_a_full_cache_while_sketching(elsewhere: Dweller, photos: Path, tally: Tallied) -> None:
        elsewhere.index(photos)
        cache = elsewhere.mounts.drive(elsewhere.home / "cache", 1)
        cache.fill()
        answer = elsewhere.search("Which colour is the tarn heron?", "--strategy", "hybrid")
        assert len(answer["hits"]) == 12
        cache.make_room()
        again = elsewhere.search("Which colour is the tarn heron?", "--strategy", "hybrid")
        assert [sketch["cached"] for sketch in again["sketches"]] == [False] * 3
        tally("cache folder full while sketching", 1, "an answer, from the sketches in memory")

    def test_settings_that_cannot_be_kept(elsewhere: Dweller, tally: Tallied) -> None:
        config = elsewhere.mounts.drive(elsewhere.home / "config", 0.1)
        claim(config.seen)
        file = config.seen / "settings.json"
        file.write_text(PLAIN)
        for hinder, code in (
            (config.fill, "disk-full"),
            (lambda: config.allow(writing=False), "disk-read-only"),
        ):
            hinder()
            error = elsewhere.json("packs", "use", "starter", code=1)["error"]
            assert error["code"] == code
            assert file.read_text() == PLAIN
            assert strangers_in(config.seen) == []
        config.allow(writing=True)
        config.make_room()
        elsewhere.json("packs", "use", "starter")
        assert json.loads(file.read_text())["encoder"] == "starter"
        tally("config folder full or read-only", 2, "a sentence, the settings of before hold")

    def test_exports_to_a_full_or_protected_drive(
        elsewhere: Dweller, photos: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        elsewhere.index(photos)
        drive = elsewhere.mounts.drive(tmp_path / "stick", 1)
        drive.fill()
        sheet = drive.place / "sheet.png"
        commands: list[tuple[str | Path, ...]] = [
            ("search", "a bird", "--sheet", sheet),
            ("packs", "export", "starter", drive.place),
            ("export", "html", "--out", drive.place / "sheet.html"),
            ("export", "copies", "--out", drive.place / "copies"),
        ]
        for command in commands:
            error = elsewhere.json(*command, code=1)["error"]
            assert error["code"] == "disk-full", error
            assert "stick" in error["sentence"]
        left = {path.name for path in drive.seen.rglob("*") if path.is_file()}
        assert left <= {"filler", "starter.lock"}
        drive.make_room()
        drive.allow(writing=False)
        error = elsewhere.json(*commands[0], code=1)["error"]
        assert error["code"] == "disk-read-only"
        drive.allow(writing=True)
        elsewhere.json(*commands[0])
        tally("sheets, packs and copies to a full drive", 5, "a sentence, no half file")

    @pytest.mark.slow("What draws is made ready, up to where the disk is full.")
    def test_no_room_while_what_draws_is_made(
        dweller: Dweller, starter_pack: Callable[[Role], Pack], tally: Tallied
    ) -> None:
        """The disk is full in the middle, after it was asked whether there is room."""
        drive, pack = dweller.mounts.drive(dweller.home / "data", 90), starter_pack(Role.VISUALIZER)
        claim(drive.seen)
        with _started(dweller, DRAWING) as program:
            name = f"{pack.name}-{pack.digest}-drawing.new-*"
            pattern = f"compiled/{name}/compiled/{reference_name(0)}"
            wait_until(lambda: bool(list(drive.seen.glob(pattern))), program)
            drive.fill()
            _, said = program.communicate(timeout=120)
        assert program.returncode == 0, said
        assert "diffusers draws with starter-visualizer: " in said
        assert "Make room" in said
        assert list((drive.seen / "compiled").iterdir()) == []
        tally("no room while what draws is made ready", 1, "a sentence, diffusers draws")

    def test_no_room_for_a_network(dweller: Dweller, tally: Tallied) -> None:
        """OpenVINO does not say that it is the disk, and takes away what it had written."""
        drive = dweller.mounts.drive(dweller.home / "data", 1)
        with _started(dweller, NETWORK) as program:
            _, said = program.communicate(timeout=120)
        assert "No space left on device" in said.splitlines()[-1]
        assert list(drive.seen.iterdir()) == []
        tally("no room for a network", 1, "told as that, nothing left behind")

    def test_no_room_for_a_form_of_an_encoder(
        dweller: Dweller,
        compiled: Path,
        starter_pack: Callable[[Role], Pack],
        tally: Tallied,
    ) -> None:
        drive, pack = dweller.mounts.drive(dweller.home / "data", 24), starter_pack(Role.ENCODER)
        claim(drive.seen)
        own = drive.seen / "compiled" / f"{pack.name}-{pack.digest}"
        shutil.copytree(compiled / own.name, own)
        before = {path.name for path in own.iterdir()}
        drive.fill()
        with _started(dweller, FORM) as program:
            _, said = program.communicate(timeout=120)
        assert "DiskFull" in said.splitlines()[-1]
        assert {path.name for path in own.iterdir()} == before
        tally("no room for a form of an encoder", 1, "a sentence, nothing left behind")

    @pytest.mark.long  # loads torch
    def test_no_room_for_the_export_of_an_encoder(
        dweller: Dweller, photos: Path, tally: Tallied
    ) -> None:
        drive = dweller.mounts.drive(dweller.home / "data", 3)
        error = dweller.json("index", photos, code=1)["error"]
        assert error["code"] == "disk-full", error
        assert list((drive.seen / "compiled").iterdir()) == []
        tally("no room for the export of an encoder", 1, "a sentence, nothing left behind")

    def test_a_data_folder_that_may_only_be_read(
        dweller: Dweller, data: Drive, photos: Path, tally: Tallied
    ) -> None:
        dweller.index(photos)
        data.allow(writing=False)
        error = dweller.json("index", photos, code=1)["error"]
        assert error["code"] == "disk-read-only", error
        data.allow(writing=True)
        assert dweller.index(photos)["unchanged"] == 12
        tally("data folder read-only", 1, "a sentence, nothing lost")

    def test_a_data_folder_that_disappears_in_mid_run(
        dweller: Dweller, data: Drive, photos: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        dweller.index(photos)
        with engine_of(dweller) as engine:
            engine.hello()
            assert isinstance(engine.index(photos), Finished)
            away = data.move(tmp_path / "away")
            write_photo(photos / "new.jpg", 77)
            ending = engine.index(photos)
            assert isinstance(ending, Failed)
            assert ending.code == "place-missing", ending
            away.move(dweller.home / "data")
            ending = engine.index(photos)
            assert isinstance(ending, Finished), ending
            assert ending.summary["photos"] == 13
            assert len(engine.search().hits) == 13
            assert engine.quit() == 0
        tally("data folder gone in mid-run", 1, "a sentence; the same engine goes on with it")

    def test_photos_on_a_read_only_drive(
        elsewhere: Dweller, tmp_path: Path, tally: Tallied
    ) -> None:
        drive = elsewhere.mounts.drive(tmp_path / "card", 2)
        fill(drive.seen, 6, side=160)
        before = state_of(drive.seen)
        drive.allow(writing=False)
        assert elsewhere.index(drive.place)["indexed"] == 6
        assert state_of(drive.seen) == before
        tally("photos on a read-only drive", 1, "indexed, untouched")

    def test_somebody_who_may_not_write(elsewhere: Dweller, photos: Path, tally: Tallied) -> None:
        """Root may write anywhere: the command is run by a user who is nobody."""
        if os.geteuid() == 0:
            limits = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")
            stranger = Dweller(elsewhere.home, elsewhere.mounts, limits)
        else:
            (elsewhere.home / "data").chmod(0o500)
            stranger = elsewhere
        result = stranger.run("index", photos, "--json")
        assert result.returncode == 1, result.stderr
        error = json.loads(result.stdout)["error"]
        assert error["code"] in ("no-permission", "disk-read-only"), error
        tally("data folder without permission", 1, "a sentence")


@rounds(1, 30)
def test_a_limit_on_the_size_of_files(
    visret: Profile, photos: Path, rounds: int, chance: Random, tally: Tallied
) -> None:
    """The nearest to a quota that needs no rights; also a drive whose files must be small."""
    (visret.home / "config" / "settings.json").write_text(PLAIN)
    for _ in range(rounds):
        kilobytes = chance.randrange(4, 400)
        limited = Dweller(visret.home, SharedMounts(0), ("prlimit", f"--fsize={kilobytes * 1024}"))
        result = limited.run("index", photos, "--json")
        body = json.loads(result.stdout)
        if result.returncode:
            assert body["error"]["code"] in ("file-too-large", "disk-full", "disk-failing"), body
        assert "Traceback" not in result.stderr
    assert visret.index(photos)["photos"] == 12
    assert len(visret.found()) == 12
    assert_whole(visret)
    tally("a limit on the size of files", rounds, "a sentence, nothing lost")


def assert_whole(profile: Profile) -> None:
    """Read every byte of what is kept."""
    assert [fault for fault in profile.faults() if not fault.startswith("disk space: ")] == []


def strangers_in(folder: Path) -> list[str]:
    """Return temporary files that were left behind."""
    return [path.name for path in folder.rglob("*") if ".new" in path.name]
