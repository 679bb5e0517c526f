"""What indexing does with files that come, move, change, sleep and go."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import psutil
import pytest
from PIL import Image

from bench.dng import write_dng
from tests.faults.crafted_pictures import slow_jpeg
from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.decoding.decoders import FOR_INDEXING
from visret_desktop.engine.caches.search_caches import LearnedTimes
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing import workers
from visret_desktop.engine.indexing.folder_scan import FolderScan
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import (
    EncoderState,
    IndexFolders,
    LibraryChanged,
    Message,
    PhotoProblem,
    Progress,
    QueryTerm,
    Search,
)
from visret_desktop.errors import (
    Cancelled,
    FolderMissing,
    LibraryBusy,
    OtherDrive,
    UsageError,
)
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.records import FolderState
from visret_desktop.roles import Role


def figures(summary: dict[str, object]) -> dict[str, object]:
    """Return the counts of a summary that are not zero."""
    return {
        name: value
        for name, value in summary.items()
        if name not in ("seconds", "problems") and value
    }


def test_second_run_finds_nothing_to_do(desk: Desk, photos: Path) -> None:
    assert figures(desk.index(photos)) == {"photos": 12, "indexed": 12}
    assert figures(desk.index(photos)) == {"photos": 12, "unchanged": 12}


@pytest.mark.slow("an encoder is made ready")
def test_it_says_that_it_gets_ready_where_it_has_to_and_which_encoder_looks(
    desk: Desk, photos: Path
) -> None:
    compiled = desk.library.paths.compiled
    compiled.rename(compiled.with_name("elsewhere"))
    said = [event for event in desk.events(photos) if isinstance(event, Progress)]
    assert said[0].stage == "prepare"
    waiting = [one for one in said if one.stage == "prepare" and one.total]
    assert [(one.done, one.total, bool(one.folder_id)) for one in waiting[:1]] == [(0, 12, True)]
    assert said.index(waiting[-1]) < [one.stage for one in said].index("embed")
    events = desk.events(photos)
    assert EncoderState("starter", ready=True) in events, "folders chose it anew"
    assert "prepare" not in [e.stage for e in events if isinstance(e, Progress)]


def test_moved_and_renamed_photos_are_not_embedded_again(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    (photos / "spring" / "01.jpg").rename(photos / "renamed.jpg")
    (photos / "spring" / "03.jpg").rename(photos / "autumn" / "03.jpg")
    assert figures(desk.index(photos)) == {"photos": 12, "unchanged": 10, "moved": 2}


def test_videos_are_counted_not_indexed(desk: Desk, photos: Path) -> None:
    (photos / "spring" / "clip.mp4").write_bytes(b"video")
    assert figures(desk.index(photos)) == {"photos": 12, "indexed": 12, "videos": 1}


def test_a_folder_that_cannot_be_read_is_listed_until_it_can(desk: Desk, photos: Path) -> None:
    # A path longer than the system takes, as archives that were copied into one another have.
    deep = photos / "deep"
    deep.mkdir()
    at = os.open(deep, os.O_RDONLY)
    for _ in range(20):
        os.mkdir("x" * 250, dir_fd=at)
        inner = os.open("x" * 250, os.O_RDONLY, dir_fd=at)
        os.close(at)
        at = inner
    os.close(at)
    desk.index(photos)
    (problem,) = desk.library.reader.problems()
    assert Path(problem.path).is_relative_to(deep)
    assert problem.code == "unreadable-folder"
    desk.index(photos)
    assert desk.library.reader.problems() == [problem], "once, however often it is looked at"
    shutil.rmtree(deep)
    desk.index(photos)
    assert desk.library.reader.problems() == []


def test_copies_are_counted_as_known_by_their_bytes(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    shutil.copytree(photos / "spring", photos / "again")
    copies = len(list((photos / "again").iterdir()))
    expected = {"photos": 12 + copies, "unchanged": 12, "known": copies}
    assert figures(desk.index(photos)) == expected


def test_a_deleted_photo_that_is_there_again_is_found_again(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    content = (photos / "spring" / "01.jpg").read_bytes()
    (photos / "spring" / "01.jpg").unlink()
    desk.index(photos)
    assert len(desk.library.indexes.vectors()) == 11
    (photos / "spring" / "01.jpg").write_bytes(content)
    assert figures(desk.index(photos)) == {"photos": 12, "unchanged": 11, "known": 1}
    assert len(desk.library.indexes.vectors()) == 12


def test_times_that_no_clock_shows_are_no_end_of_a_run(desk: Desk, photos: Path) -> None:
    for name, seconds in (("01.jpg", 10**12), ("03.jpg", -(10**11))):  # a disk keeps what it can
        os.utime(photos / "spring" / name, (seconds, seconds))
    assert figures(desk.index(photos)) == {"photos": 12, "indexed": 12}
    assert figures(desk.index(photos)) == {"photos": 12, "unchanged": 12}
    assert len(desk.library.reader.photo_rows("date")) == 12


def test_a_file_is_no_folder(desk: Desk, photos: Path) -> None:
    with pytest.raises(UsageError, match=r"01\.jpg is a file\. Name the folder"):
        desk.index(photos / "spring" / "01.jpg")


def test_copies_share_one_embedding(desk: Desk, photos: Path) -> None:
    shutil.copy(photos / "spring" / "01.jpg", photos / "copy.jpg")
    summary = desk.index(photos)
    assert summary["photos"] == 13
    assert summary["indexed"] == 12
    example = QueryTerm(image=str(photos / "copy.jpg"))
    first, second = desk.search(Search(1, (example,))).hits[:2]
    assert len(first.copies) == 1
    assert first.score == pytest.approx(1, abs=1e-4)
    assert second.score < 0.9999


def test_replaced_photo_is_embedded_again(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    write_photo(photos / "spring" / "01.jpg", seed=99)
    assert figures(desk.index(photos)) == {"photos": 12, "indexed": 1, "unchanged": 11}
    hits = desk.search(Search(1, (QueryTerm(image=str(photos / "spring" / "01.jpg")),))).hits
    assert hits[0].name == "01.jpg"
    assert len(hits) == 12


def test_deleted_photos_leave_the_results(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    (photos / "spring" / "01.jpg").unlink()
    assert figures(desk.index(photos)) == {"photos": 11, "unchanged": 11, "removed": 1}
    assert len(desk.search(Search(1, (QueryTerm("red"),))).hits) == 11


@pytest.mark.parametrize("leave_mount_point", [True, False])
def test_unplugged_folder_sleeps_and_wakes(
    desk: Desk, photos: Path, tmp_path: Path, leave_mount_point: bool
) -> None:
    desk.index(photos)
    shutil.move(photos, tmp_path / "away")
    if leave_mount_point:
        photos.mkdir()
    assert figures(desk.index()) == {"photos": 12, "offline": 12}
    (folder,) = desk.library.reader.folders()
    assert folder.is_missing, "its drive is there"
    hits = desk.search(Search(1, (QueryTerm("red"),))).hits
    assert len(hits) == 12
    assert not any(hit.online for hit in hits)
    if leave_mount_point:
        photos.rmdir()
    shutil.move(tmp_path / "away", photos)
    assert figures(desk.index()) == {"photos": 12, "unchanged": 12}


def test_why_a_folder_went_offline_in_a_run_can_be_said_in_any_language(
    desk: Desk, photos: Path
) -> None:
    desk.index(photos)
    with desk.library.writing() as catalog, FolderProbe(2.0) as probe:
        (folder,) = catalog.folders()
        scan = FolderScan(desk.library, catalog, IndexFolders(), probe, 0)
        list(scan.set_offline([folder], {folder.id: OtherDrive(path=photos)}))
        (folder,) = catalog.folders()
    assert (folder.reason.form, folder.state) == (OtherDrive.sentence, FolderState.OFFLINE)


def test_folder_comes_back_under_another_mount_point(
    desk: Desk, photos: Path, tmp_path: Path
) -> None:
    desk.index(photos)
    shutil.move(photos, tmp_path / "elsewhere")
    desk.index()
    assert figures(desk.index(tmp_path / "elsewhere")) == {"photos": 12, "unchanged": 12}
    assert [folder.path for folder in desk.library.reader.folders()] == [tmp_path / "elsewhere"]


def test_bad_files_are_problems_and_not_tried_again(
    desk: Desk, photos: Path, open_desk: Callable[[], Desk]
) -> None:
    (photos / "empty.jpg").touch()
    (photos / "text.jpg").write_text("this is no picture")
    data = write_photo(photos / "cut.jpg", 50, (800, 600)).read_bytes()
    (photos / "cut.jpg").write_bytes(data[: len(data) * 9 // 10])
    events = desk.events(photos)
    reported = {Path(e.path).name: e for e in events if isinstance(e, PhotoProblem)}
    assert set(reported) == {"empty.jpg", "text.jpg", "cut.jpg"}
    assert reported["cut.jpg"].indexed
    assert not reported["text.jpg"].indexed
    again = open_desk().events(photos)
    assert not [event for event in again if isinstance(event, PhotoProblem)]
    summary = desk.index(photos)
    assert summary["photos"] == 13
    assert len(summary["problems"]) == 3  # type: ignore[arg-type]


def test_mended_file_is_no_problem_any_more(desk: Desk, photos: Path) -> None:
    (photos / "text.jpg").write_text("this is no picture")
    desk.index(photos)
    write_photo(photos / "text.jpg", 51)
    summary = desk.index(photos)
    assert summary["indexed"] == 1
    assert summary["problems"] == []


def test_cancel_keeps_what_is_done(desk: Desk, photos: Path) -> None:
    control = Control(1)
    events = index_folders(desk.library, IndexFolders(1, (str(photos),)), control)
    with pytest.raises(Cancelled):  # noqa: PT012 - the loop is what raises
        for event in events:
            if event.kind == "progress" and getattr(event, "stage", "") == "embed":
                control.cancel()
    done = desk.library.reader.counts()[0]
    assert desk.index(photos)["unchanged"] == done


def silence(path: Path, events: Iterator[Message]) -> Iterator[Message]:
    """Pass events on; once the folder was scanned the photo is one that never answers."""
    has_scanned = is_silent = False
    for event in events:
        has_scanned = has_scanned or isinstance(event, Progress)
        if has_scanned and isinstance(event, LibraryChanged) and not is_silent:
            is_silent = True
            path.unlink()
            os.mkfifo(path)
        yield event


def test_a_photo_that_never_answers_costs_itself(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    desk, silent = open_desk(decode_seconds=2), photos / "spring" / "05.jpg"
    request = IndexFolders(1, (str(photos),))
    events = list(silence(silent, index_folders(desk.library, request, Control(4))))
    (problem,) = [event for event in events if isinstance(event, PhotoProblem)]
    assert (problem.path, problem.code) == (str(silent), "timed-out")
    assert problem.reason == "Reading took longer than 2 seconds."
    assert desk.library.reader.counts()[0] == 11


@pytest.mark.timeout(90)
def test_cancelling_does_not_wait_for_a_photo_that_never_answers(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    desk, control = open_desk(decode_seconds=600), Control(4)
    events = index_folders(desk.library, IndexFolders(1, (str(photos),)), control)
    cancelled_at = 0.0
    with pytest.raises(Cancelled):  # noqa: PT012 - the loop is what raises
        for event in silence(photos / "spring" / "05.jpg", events):
            if isinstance(event, Progress) and event.stage == "embed" and event.done >= 8:
                cancelled_at = cancelled_at or time.monotonic()
                control.cancel()
    assert time.monotonic() - cancelled_at < 20
    assert desk.library.reader.counts()[0] >= 8  # up to three wait for it to fill their batch
    FOR_INDEXING.close()


def test_second_writer_is_refused(desk: Desk, photos: Path, open_desk: Callable[[], Desk]) -> None:
    with desk.library.writing(), pytest.raises(LibraryBusy):
        open_desk().index(photos)


def test_missing_folder_is_named(desk: Desk, tmp_path: Path) -> None:
    with pytest.raises(FolderMissing, match="nowhere"):
        desk.index(tmp_path / "nowhere")


def test_photos_are_only_read(desk: Desk, photos: Path) -> None:
    before = {path: (path.read_bytes(), path.stat()) for path in photos.rglob("*.jpg")}
    desk.index(photos)
    for path, (data, status) in before.items():
        assert path.read_bytes() == data
        assert path.stat().st_mtime_ns == status.st_mtime_ns
    assert len(list(photos.rglob("*"))) == len(before) + 2


def test_undecodable_file_name(desk: Desk, photos: Path) -> None:
    name = os.fsdecode(b"caf\xe9.jpg")
    write_photo(photos / "plain.jpg", 70).rename(photos / name)
    assert desk.index(photos)["photos"] == 13
    hits = desk.search(Search(1, (QueryTerm("red"),))).hits
    assert name in {hit.name for hit in hits}


def test_a_throttled_run_ends(desk: Desk, photos: Path) -> None:
    assert desk.index(photos, control=Control(1))["indexed"] == 12


def test_generated_pictures_are_never_indexed(desk: Desk, photos: Path, tmp_path: Path) -> None:
    sketches = desk.library.paths.sketches
    write_photo(sketches / "a.png", 80)
    write_photo(sketches / "previews" / "b.png", 81)
    write_photo(desk.library.paths.cache / "beside.jpg", 82)
    (photos / "link").symlink_to(sketches)
    for folder in (sketches, photos, desk.library.paths.cache):
        desk.index(folder)
    names = {Path(row.path).name for row in desk.library.reader.photo_rows()}
    assert names == {f"{number:02}.jpg" for number in range(12)} | {"beside.jpg"}


def test_the_rate_of_a_run_is_learned(desk: Desk, photos: Path) -> None:
    desk.index(photos)
    library = desk.library
    times = partial(LearnedTimes.of, Role.ENCODER, library.paths, library.settings)
    assert times().seconds_each(library.encoder.name) is None
    for seed in range(40):
        write_photo(photos / f"more{seed}.jpg", 500 + seed)
    seconds = float(str(desk.index(photos)["seconds"]))
    each = times().seconds_each(library.encoder.name)
    assert each is not None, "twelve photos tell nothing, forty do"
    assert 0 < each <= seconds / 40


# ---- a picture that hides its RAW ---------------------------------------------------------------


def vectors(desk: Desk) -> int:
    """Return how many pictures were ever embedded."""
    return desk.library.reader.embeddings.count(desk.library.encoder.name)


def rows(desk: Desk) -> set[str]:
    return {row.name for row in desk.library.reader.photo_rows()}


def problems(summary: dict[str, Any]) -> dict[str, str]:
    """Return the codes of problems by file name."""
    return {Path(problem["path"]).name: problem["code"] for problem in summary["problems"]}


def test_a_raw_is_found_while_its_jpeg_is_damaged(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "pairs"
    jpeg = write_photo(folder / "IMG_1.jpg", 7)
    write_dng(folder / "IMG_1.dng", Image.open(jpeg))
    good = jpeg.read_bytes()
    jpeg.write_bytes(good[:200])
    summary = desk.index(folder)
    assert (rows(desk), vectors(desk)) == ({"IMG_1.dng"}, 1)
    assert set(problems(summary)) == {"IMG_1.jpg"}
    again = desk.index(folder)
    assert figures(again) == {"photos": 1, "unchanged": 2}
    assert set(problems(again)) == {"IMG_1.jpg"}
    jpeg.write_bytes(good)
    assert figures(desk.index(folder)) == {"photos": 1, "indexed": 1, "removed": 1}
    assert (rows(desk), vectors(desk)) == ({"IMG_1.jpg"}, 2)
    assert figures(desk.index(folder)) == {"photos": 1, "unchanged": 1}
    jpeg.write_bytes(good[:210])  # and damaged again: the vector of the RAW is still known
    assert figures(desk.index(folder)) == {"photos": 1, "known": 1}
    assert (rows(desk), vectors(desk)) == ({"IMG_1.dng"}, 2)


def test_a_pair_that_was_damaged_altogether_is_one_photo_once_it_is_good(
    desk: Desk, tmp_path: Path
) -> None:
    folder = tmp_path / "pairs"
    jpeg = write_photo(folder / "IMG_1.jpg", 7)
    good = jpeg.read_bytes()
    for name in ("IMG_1.jpg", "IMG_1.dng"):
        (folder / name).write_bytes(good[:200])
    assert set(problems(desk.index(folder))) == {"IMG_1.jpg", "IMG_1.dng"}
    jpeg.write_bytes(good)
    summary = desk.index(folder)
    assert figures(summary) == {"photos": 1, "indexed": 1}
    assert problems(desk.index(folder)) == problems(summary) == {}


# ---- words ----------------------------------------------------------------------------------


def test_a_sidecar_that_makes_much_of_little_costs_its_words_only(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    inside = b"<rdf:Description><dc:title>" * 40_000 + b"</dc:title></rdf:Description>" * 40_000
    (photos / "spring" / "01.xmp").write_bytes(
        b'<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        b' xmlns:dc="http://purl.org/dc/elements/1.1/">' + inside + b"</rdf:RDF>"
    )
    summary = open_desk(decode_seconds=5).index(photos)
    assert summary["photos"] == 12
    (problem,) = summary["problems"]  # type: ignore[attr-defined]
    assert (problem["code"], problem["indexed"]) == ("words-unreadable", True)
    assert problem["reason"] == (
        "The words about this photo in its .xmp file could not be read: they are nested too "
        "deeply or with too many parts."
    )


# ---- other files of the same size and time ------------------------------------------------------


def test_a_file_renamed_over_another_of_equal_size_and_time_is_seen(
    desk: Desk, photos: Path, tmp_path: Path
) -> None:
    path, other = photos / "spring" / "01.jpg", tmp_path / "other.jpg"
    content, instead = path.read_bytes(), write_photo(other, seed=99).read_bytes()
    size = max(len(content), len(instead))
    for each, data in ((path, content), (other, instead)):
        each.write_bytes(data.ljust(size, b"\0"))
        os.utime(each, ns=(10**18, 10**18))
    desk.index(photos)
    other.rename(path)
    assert figures(desk.index(photos)) == {"photos": 12, "indexed": 1, "unchanged": 11}
    example = desk.search(Search(1, (QueryTerm(image=str(path)),))).hits[0]
    assert (example.name, round(example.score, 3)) == ("01.jpg", 1.0)


def test_a_file_of_which_only_the_rights_changed_is_not_embedded_again(
    desk: Desk, photos: Path
) -> None:
    data = write_photo(photos / "cut.jpg", 50, (800, 600)).read_bytes()
    (photos / "cut.jpg").write_bytes(data[: len(data) * 9 // 10])
    desk.index(photos)
    for path in photos.rglob("*.jpg"):
        path.chmod(0o640)
    summary = desk.index(photos)
    assert figures(summary) == {"photos": 13, "unchanged": 13}
    assert problems(summary) == {"cut.jpg": "truncated"}, "what was told of it still holds"
    assert vectors(desk) == 13


def test_what_an_older_program_did_not_note_is_noted_once_without_reading(
    desk: Desk, photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.index(photos)
    with closing(sqlite3.connect(desk.library.paths.catalog)) as catalog, catalog:
        catalog.execute("UPDATE photo SET changed_ns = NULL")
    events = desk.events(photos)
    assert not [e for e in events if isinstance(e, Progress) and e.stage == "embed"]
    known = desk.library.reader.known_files(1)
    noted = {name: known[name].fingerprint.changed_ns for name in known}
    assert noted == {name: (photos / name).stat().st_ctime_ns for name in known}
    again: list[object] = []
    monkeypatch.setattr(Catalog, "put_fingerprints", lambda _, described: again.extend(described))
    desk.index(photos)
    assert again == []


# ---- another try ----------------------------------------------------------------------------


def test_a_higher_limit_lets_photos_be_tried_again(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    write_photo(photos / "large.jpg", 60, (1500, 1000))
    assert problems(open_desk(max_megapixels=1).index(photos)) == {"large.jpg": "too-large"}
    assert figures(open_desk(max_megapixels=1).index(photos)) == {"photos": 12, "unchanged": 13}
    summary = open_desk(max_megapixels=2).index(photos)
    assert figures(summary) == {"photos": 13, "indexed": 1, "unchanged": 12}
    assert summary["problems"] == []


def test_a_photo_that_takes_too_long_is_tried_again_some_times(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    (photos / "slow.jpg").write_bytes(slow_jpeg())
    told = []
    for _ in range(3):
        events = open_desk(decode_seconds=1).events(photos)
        told.append([e.code for e in events if isinstance(e, PhotoProblem)])
    assert told == [["timed-out"], ["timed-out"], []], "at the next run, then not for an hour"


def test_a_photo_that_a_busy_machine_held_up_is_tried_once_more_alone(
    open_desk: Callable[..., Desk], photos: Path
) -> None:
    desk = open_desk(decode_seconds=2)
    desk.index(photos)
    for seed in range(4):
        write_photo(photos / f"more{seed}.jpg", 200 + seed)
    decoders = [p for p in psutil.Process().children() if p.cmdline()[-2:] == ["decode", "10"]]
    assert decoders
    for decoder in decoders:  # the machine does other things
        decoder.suspend()
    events = desk.events(photos)
    FOR_INDEXING.close()  # also those that are stopped still
    assert not [event for event in events if isinstance(event, PhotoProblem)]
    assert rows(desk) >= {f"more{seed}.jpg" for seed in range(4)}


def test_slow_photos_come_last(
    open_desk: Callable[..., Desk], photos: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_QUICK_SECONDS", 0.5)
    (photos / "a slow one.jpg").write_bytes(slow_jpeg(60))
    desk, seen = open_desk(), []
    for event in index_folders(desk.library, IndexFolders(1, (str(photos),)), Control(4)):
        if isinstance(event, Progress) and event.stage == "embed":
            seen.append((event.done, rows(desk)))
    assert desk.library.reader.counts()[0] == 13
    before = [names for done, names in seen if "a slow one.jpg" not in names]
    assert len(before[-1]) == 12, "all others were found before it was"
