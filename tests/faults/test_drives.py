"""Drives that are pulled, come back, are swapped for others, or do not answer any more."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Profile, fill, write_photo
from tests.faults.engine_talk import Engine, engine_of
from tests.faults.mounts import Dweller, Mounts, SharedMounts, may_mount, mounts_of_our_own
from tests.faults.silent_share import may_share, share_of
from visret_desktop.engine.messages import Failed, Finished, PhotoProblem, SetIndexing

pytestmark = pytest.mark.timeout(1800)  # for the long form
Tallied = Callable[[str, int, str], None]
IMPATIENT = '{"strategy": "original", "free_cores": 2, "folder_seconds": 2, "decode_seconds": 2}'


def state_of_folder(profile: Profile, folder: Path) -> str:
    folders = profile.json("folders", "list")["folders"]
    return next(str(entry["state"]) for entry in folders if entry["path"] == str(folder))


def summary_of(ending: object) -> dict[str, object]:
    assert isinstance(ending, Finished), ending
    return ending.summary


def figures(ending: object) -> dict[str, object]:
    names = ("photos", "indexed", "unchanged", "moved", "removed", "offline")
    return {name: n for name in names if (n := summary_of(ending)[name])}


def index_with_a_break(
    engine: Engine, in_the_break: Callable[[], None], *folders: Path
) -> Finished:
    """Index; between looking at the folders and reading the photos something happens."""
    engine.send(SetIndexing(900, paused=True))
    job = engine.start_index(*folders)
    while getattr(message := engine.next(), "stage", "") != "embed":
        assert not isinstance(message, Finished)
    in_the_break()
    engine.send(SetIndexing(901, paused=False))
    ending, said = engine.ending(job)
    assert isinstance(ending, Finished), ending
    told = {event.code for event in said if isinstance(event, PhotoProblem)}
    assert told <= {"folder-silent", "other-drive", "timed-out"}
    return ending


if (
    may_mount()
):  # elsewhere folders that are moved away stand for drives: end_to_end/test_offline_drive.py

    @pytest.fixture
    def mounts() -> Iterator[Mounts]:
        with mounts_of_our_own() as made:
            yield made

    @pytest.fixture
    def dweller(tmp_path: Path, mounts: Mounts, compiled: Path) -> Dweller:
        made = Dweller(tmp_path / "profile", mounts)
        for name in ("data", "cache", "config"):
            (made.home / name).mkdir(parents=True)
        (made.home / "data" / "compiled").symlink_to(compiled)
        (made.home / "config" / "settings.json").write_text(IMPATIENT)
        return made

    @pytest.fixture
    def place(tmp_path: Path) -> Path:
        return tmp_path / "media" / "CARD"

    def move(dweller: Dweller, mounts: Mounts, shelf: Path, place: Path) -> Path:
        """Index a drive and plug it in elsewhere, while another one takes its place."""
        other = fill(shelf.with_name("two"), 4, first_seed=20, side=160)
        card = mounts.plug(shelf, place, "cards:one")
        dweller.index(place)
        card.unplug()
        mounts.plug(other, place, "cards:two")
        elsewhere = place.with_name("CARD1")
        mounts.plug(shelf, elsewhere, "cards:one")
        return elsewhere

    def test_a_drive_that_is_pulled_while_its_photos_are_read(
        dweller: Dweller, mounts: Mounts, place: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        shelf = fill(tmp_path / "shelf" / "one", 8, side=160)
        disk = fill(tmp_path / "disk", 2, first_seed=50, side=160)
        card = mounts.plug(shelf, place, "cards:one")
        with engine_of(dweller) as engine:
            engine.hello()
            assert figures(engine.index(place, disk)) == {"photos": 10, "indexed": 10}
            card.unplug()
            for photo in shelf.rglob("*.jpg"):  # all are to be read again
                os.utime(photo, ns=(10**18, 10**18))
            write_photo(shelf / "new.jpg", 70, (160, 120))
            write_photo(disk / "new.jpg", 71, (160, 120))
            mounts.plug(shelf, place, "cards:one")
            ending = index_with_a_break(engine, card.unplug)
            assert figures(ending) == {"photos": 11, "indexed": 1, "unchanged": 2, "offline": 8}
            assert summary_of(ending)["problems"] == []
            assert len(engine.search().hits) == 11
            mounts.plug(shelf, place, "cards:one")
            assert figures(engine.index()) == {"photos": 12, "indexed": 1, "unchanged": 11}
            assert figures(engine.index()) == {"photos": 12, "unchanged": 12}
            assert engine.quit() == 0
        tally("drive pulled while photos are read", 1, "offline, none lost, none embedded twice")

    def test_a_drive_that_comes_back_elsewhere(
        dweller: Dweller, mounts: Mounts, place: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        shelf = fill(tmp_path / "shelf" / "one", 4, side=160)
        elsewhere = move(dweller, mounts, shelf, place)
        assert dweller.index(elsewhere)["unchanged"] == 4
        listed = dweller.json("folders", "list")["folders"]
        assert [(entry["path"], entry["state"]) for entry in listed] == [(str(elsewhere), "online")]
        assert dweller.index(place)["indexed"] == 4
        assert len(dweller.found()) == 8
        tally("drive back at another place", 1, "recognized, nothing read again")

    def test_a_drive_that_has_another_name_now_is_found_by_itself(
        dweller: Dweller, mounts: Mounts, place: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        shelf = fill(tmp_path / "shelf" / "one", 4, side=160)
        fill(shelf / "trip", 2, first_seed=10, side=160)
        elsewhere = move(dweller, mounts, shelf, place)
        summary = dweller.index()  # nobody says where
        assert (summary["unchanged"], summary["indexed"], summary["offline"]) == (6, 0, 0)
        listed = dweller.json("folders", "list")["folders"]
        assert [(entry["path"], entry["state"]) for entry in listed] == [(str(elsewhere), "online")]
        assert {Path(path).is_relative_to(elsewhere) for path in dweller.found()} == {True}
        tally("drive back under another name", 1, "found by itself, nothing read again")

    def test_another_drive_at_the_same_place(
        dweller: Dweller, mounts: Mounts, place: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        shelf = fill(tmp_path / "shelf" / "one", 4, side=160)
        other = fill(tmp_path / "shelf" / "two", 6, first_seed=20, side=160)  # the same names
        card = mounts.plug(shelf, place, "cards:one")
        dweller.index(place)
        card.unplug()
        card = mounts.plug(other, place, "cards:two")
        for _ in range(2):
            body = dweller.index()
            assert (body["photos"], body["offline"], body["indexed"]) == (4, 4, 0)
            assert [problem["code"] for problem in body["problems"]] == ["other-drive"]
            assert state_of_folder(dweller, place) == "offline"
            hits = dweller.search("a bird")["hits"]
            assert [hit["online"] for hit in hits] == [False] * 4
        card.unplug()
        mounts.plug(shelf, place, "cards:one")
        body = dweller.index()
        assert (body["photos"], body["unchanged"], body["offline"]) == (4, 4, 0)
        tally("another drive at the place of one", 2, "photos of the first stay, offline")

    @pytest.mark.long
    def test_another_drive_below_the_same_folder(
        dweller: Dweller, mounts: Mounts, place: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        media = place.parent
        write_photo(media / "own.jpg", 60)
        shelf = fill(tmp_path / "shelf" / "one", 4, side=160)
        other = fill(tmp_path / "shelf" / "two", 5, first_seed=20, side=160)
        card = mounts.plug(shelf, place, "cards:one")
        assert dweller.index(media)["photos"] == 5
        card.unplug()
        card = mounts.plug(other, place, "cards:two")
        body = dweller.index(media)
        assert (body["photos"], body["offline"], body["indexed"]) == (6, 4, 1)
        assert [problem["code"] for problem in body["problems"]] == ["other-drive"] * 4
        card.unplug()
        mounts.plug(shelf, place, "cards:one")
        body = dweller.index(media)
        assert (body["photos"], body["unchanged"], body["offline"]) == (6, 5, 1)
        tally("another drive below a folder", 1, "photos of the first stay, offline")

    @pytest.mark.long
    def test_a_copy_of_a_drive_takes_its_place(
        dweller: Dweller, mounts: Mounts, place: Path, tmp_path: Path, tally: Tallied
    ) -> None:
        shelf = fill(tmp_path / "shelf" / "one", 4, side=160)
        card = mounts.plug(shelf, place, "cards:one")
        dweller.index(place)
        card.unplug()
        copy = tmp_path / "shelf" / "copy"
        shutil.copytree(shelf, copy)
        mounts.plug(copy, place, "cards:larger")
        body = dweller.index()
        assert (body["photos"], body["unchanged"], body["offline"]) == (4, 4, 0)
        tally("a copy in the place of a drive", 1, "taken for it, nothing read again")

    if may_share():

        @pytest.mark.slow("A share is given up after its time limit.")
        def test_a_share_that_does_not_answer_when_it_is_looked_at(
            dweller: Dweller, mounts: Mounts, tmp_path: Path, tally: Tallied
        ) -> None:
            disk = fill(tmp_path / "disk", 4, side=160)
            served = fill(tmp_path / "served", 4, first_seed=20, side=160)
            place = tmp_path / "net" / "share"
            with share_of(served, mounts, place, "server:photos") as share:
                assert dweller.index(place, disk)["photos"] == 8
                share.fall_silent()
                write_photo(disk / "new.jpg", 70)
                started = time.monotonic()
                body = dweller.index()
                assert time.monotonic() - started < 40
                assert (body["photos"], body["indexed"], body["offline"]) == (9, 1, 4)
                (problem,) = body["problems"]
                assert (problem["path"], problem["code"]) == (str(place), "folder-silent")
                assert state_of_folder(dweller, place) == "offline"
                assert len(dweller.found()) == 9
                stranger = dweller.json("index", place.parent / "share" / "trip", code=0)
                assert stranger["offline"] == 2
                sheet = tmp_path / "sheet.png"
                dweller.search("a bird", "--sheet", sheet)
                assert sheet.exists()
                share.answer()
                body = dweller.index()
                assert (body["photos"], body["unchanged"], body["offline"]) == (9, 9, 0)
            tally("share that never answers a look", 4, "offline with a reason, all else goes on")

        @pytest.mark.slow("A share is waited for until it is given up.")
        def test_a_share_that_falls_silent_while_photos_are_read(
            dweller: Dweller, mounts: Mounts, tmp_path: Path, tally: Tallied
        ) -> None:
            disk = fill(tmp_path / "disk", 4, side=160)
            served = fill(tmp_path / "served", 6, first_seed=20, side=160)
            place = tmp_path / "net" / "share"
            with (
                share_of(served, mounts, place, "server:photos") as share,
                engine_of(dweller) as engine,
            ):
                engine.hello()
                ending = index_with_a_break(engine, share.fall_silent, place, disk)
                assert figures(ending) == {"photos": 4, "indexed": 4}
                assert len(engine.search().hits) == 4
                job = engine.start_index()
                share.wait_until_asked()
                engine.search()
                started = time.monotonic()
                assert engine.quit() == 0  # in the middle of job number `job`
                assert time.monotonic() - started < 20, job
                share.answer()
                assert dweller.index()["photos"] == 10
            tally("share that never answers a read", 2, "offline; searching and quitting go on")

        @pytest.mark.slow("A share is given up after its time limit.")
        def test_an_example_picture_on_a_silent_share(
            dweller: Dweller, mounts: Mounts, tmp_path: Path, tally: Tallied
        ) -> None:
            disk = fill(tmp_path / "disk", 4, side=160)
            served = fill(tmp_path / "served", 2, first_seed=20, side=160)
            place = tmp_path / "net" / "share"
            with (
                share_of(served, mounts, place, "server:photos") as share,
                engine_of(dweller) as engine,
            ):
                engine.hello()
                assert figures(engine.index(disk)) == {"photos": 4, "indexed": 4}
                example = place / "photo000.jpg"
                assert isinstance(engine.search_by(example), Finished)
                share.fall_silent()
                for _ in range(2):
                    started = time.monotonic()
                    refused = engine.search_by(example)
                    assert isinstance(refused, Failed), refused
                    assert "took longer than 2 seconds" in refused.sentence
                    assert time.monotonic() - started < 20
                    assert len(engine.search().hits) == 4
                told = dweller.json("search", example, code=3)["error"]
                assert told["code"] == "folder-silent"
                told = dweller.json("similar", example, code=2)["error"]
                assert "took longer than 2 seconds" in told["sentence"]
                assert engine.quit() == 0
            tally("example picture on a silent share", 4, "a sentence; the next search answers")


def test_a_photo_that_becomes_a_pipe_without_an_end(
    visret: Profile, tmp_path: Path, tally: Tallied
) -> None:
    (visret.home / "config" / "settings.json").write_text(IMPATIENT)
    photos = fill(tmp_path / "photos", 4, side=160)
    trap = write_photo(photos / "trap.jpg", 90)

    def replace_by_pipe() -> None:
        trap.unlink()
        os.mkfifo(trap)

    with engine_of(Dweller(visret.home, SharedMounts(0))) as engine:
        engine.hello()
        ending = index_with_a_break(engine, replace_by_pipe, photos)
        assert figures(ending) == {"photos": 4, "indexed": 4}
        assert engine.quit() == 0
    assert visret.index(photos)["problems"] == []
    tally(
        "photo that becomes a pipe without an end", 1, "given up after its time; the rest goes on"
    )
