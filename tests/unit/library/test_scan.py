"""Walking real folders."""

import json
import os
from pathlib import Path

import pytest

from visret_desktop.library.folders.folder_probe import file_of, file_values
from visret_desktop.library.folders.scan import FoundFile, ScanProblem, Videos, walk
from visret_desktop.library.photos.formats import EXTENSIONS
from visret_desktop.library.records import Fingerprint


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode("utf-8", "surrogateescape"))


def found(root: Path, *excluded: str) -> list[FoundFile]:
    """Return the photos; there must be nothing else."""
    events = list(walk(root, excluded=excluded))
    assert [event for event in events if isinstance(event, ScanProblem)] == []
    return [event for event in events if isinstance(event, FoundFile)]


def names(root: Path, *excluded: str) -> list[str]:
    return [file.relative for file in found(root, *excluded)]


# ---- what is found --------------------------------------------------------------------------


def test_photos_come_folder_by_folder_in_name_order(tmp_path: Path) -> None:
    make(tmp_path, "b.jpg", "z/2.png", "z/1.png", "a/deep/er/x.webp", "a.jpg", "a/k.gif", "B.jpg")
    expected = ["B.jpg", "a.jpg", "b.jpg", "a/k.gif", "a/deep/er/x.webp", "z/1.png", "z/2.png"]
    assert names(tmp_path) == expected


def test_a_photo_has_its_stat_and_its_volume(tmp_path: Path) -> None:
    make(tmp_path, "a/b.jpg")
    os.utime(tmp_path / "a/b.jpg", ns=(1, 1_234_567_890_123_456_700))
    (file,) = found(tmp_path)
    assert file.fingerprint == Fingerprint(len("a/b.jpg"), 1_234_567_890_123_456_700)
    assert file.volume_uid
    assert (file.companion, file.sidecar, file.sidecar_fingerprint) == (None, None, None)


def test_every_format_in_any_case_and_nothing_else(tmp_path: Path) -> None:
    wanted = [f"{n}{suffix}" for n, suffix in enumerate(sorted(EXTENSIONS))]
    wanted += [name.upper() for name in (f"upper{n}" for n in wanted)]
    make(tmp_path, *wanted, "notes.txt", "jpg", "movie.mp4", "x.jpg.part", "alone.xmp", "x.jpg.bak")
    assert sorted(names(tmp_path)) == sorted(wanted)


def test_videos_are_counted_by_folder_and_are_no_photos(tmp_path: Path) -> None:
    make(tmp_path, "a.jpg", "a.MP4", "b.mov", "trip/c.avi", "trip/c.txt", "left/d.mkv")
    events = list(walk(tmp_path, excluded=["left"]))
    assert [e for e in events if isinstance(e, Videos)] == [Videos("", 2), Videos("trip", 1)]
    assert [e.relative for e in events if isinstance(e, FoundFile)] == ["a.jpg"]


def test_an_empty_folder_has_nothing(tmp_path: Path) -> None:
    assert names(tmp_path) == []


def test_a_folder_that_is_called_like_a_photo_is_a_folder(tmp_path: Path) -> None:
    make(tmp_path, "album.jpg/real.jpg")
    assert names(tmp_path) == ["album.jpg/real.jpg"]


def test_names_that_are_no_text_survive(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/caf\xe9"
    try:
        os.mkdir(raw)  # noqa: PTH102 - bytes
        Path(os.fsdecode(raw + b"/\xff.jpg")).write_bytes(b"x")
    except OSError:
        return  # a file system that keeps text only: there are no such names
    (relative,) = names(tmp_path)
    assert os.fsencode(relative) == b"caf\xe9/\xff.jpg"
    assert (tmp_path / relative).read_bytes() == b"x"


def test_scripts_of_all_directions_survive(tmp_path: Path) -> None:
    expected = sorted(["שלום.jpg", "写真.jpg", "🐈 (1).jpg", "new\u00a0line.jpg"])
    make(tmp_path, *expected)
    assert names(tmp_path) == expected


# ---- what is left out -----------------------------------------------------------------------


def test_hidden_and_foreign_folders_are_left_out(tmp_path: Path) -> None:
    make(tmp_path, ".hidden.jpg", ".cache/a.jpg", "@eaDir/a.jpg", "lost+found/a.jpg", "a/.b/c.jpg")
    make(tmp_path, "$RECYCLE.BIN/a.jpg", "System Volume Information/a.jpg", "ours.jpg")
    make(tmp_path, "Library Previews.lrdata/a.jpg", "Old.photoslibrary/originals/a.jpg")
    assert names(tmp_path) == ["ours.jpg"]


def test_a_hidden_folder_that_was_asked_for_is_walked(tmp_path: Path) -> None:
    make(tmp_path, ".photos/a.jpg")
    assert names(tmp_path / ".photos") == ["a.jpg"]


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("exports", ["a/keep.jpg", "a/keep_bw.jpg"]),
        ("exports/", ["a/keep.jpg", "a/keep_bw.jpg"]),
        ("a/exports", ["a/keep.jpg", "a/keep_bw.jpg", "exports/1.jpg"]),
        ("exp*", ["a/keep.jpg", "a/keep_bw.jpg"]),
        ("*_bw.*", ["a/keep.jpg", "exports/1.jpg", "a/exports/2.jpg"]),
        ("a/keep*", ["exports/1.jpg", "a/exports/2.jpg"]),
        ("[ab]", ["exports/1.jpg"]),
        ("port", ["a/keep.jpg", "a/keep_bw.jpg", "a/exports/2.jpg", "exports/1.jpg"]),
        ("", ["a/keep.jpg", "a/keep_bw.jpg", "a/exports/2.jpg", "exports/1.jpg"]),
    ],
)
def test_excluded_patterns(tmp_path: Path, pattern: str, expected: list[str]) -> None:
    make(tmp_path, "exports/1.jpg", "a/exports/2.jpg", "a/keep.jpg", "a/keep_bw.jpg")
    assert sorted(names(tmp_path, pattern)) == sorted(expected)


# ---- pairs and sidecars ---------------------------------------------------------------------


def test_a_raw_beside_a_picture_is_its_companion(tmp_path: Path) -> None:
    make(
        tmp_path, "IMG_1.JPG", "img_1.cr2", "IMG_2.NEF", "x/IMG_3.heic", "x/IMG_3.DNG", "IMG_3.arw"
    )
    pairs = {file.relative: file.companion for file in found(tmp_path)}
    assert pairs == {
        "IMG_1.JPG": "img_1.cr2",
        "IMG_2.NEF": None,
        "IMG_3.arw": None,
        "x/IMG_3.heic": "IMG_3.DNG",
    }


def test_raws_come_with_all_that_makes_them_photos(tmp_path: Path) -> None:
    make(tmp_path, "d/1.jpg", "d/1.dng", "d/1.NEF", "d/1.dng.xmp")
    (file,) = found(tmp_path)
    assert [(raw.relative, raw.sidecar) for raw in file.raws] == [
        ("d/1.NEF", None),
        ("d/1.dng", "d/1.dng.xmp"),
    ]
    assert file.raws[1].fingerprint.is_surely(Fingerprint.of((tmp_path / "d/1.dng").stat()))
    assert file_of(json.loads(json.dumps(file_values(file)))) == file


def test_an_export_beside_a_raw_is_a_photo_of_its_own(tmp_path: Path) -> None:
    make(tmp_path, "a.tif", "a.nef", "b.png", "b.nef")
    assert names(tmp_path) == ["a.nef", "a.tif", "b.nef", "b.png"]


def test_of_two_pictures_the_first_has_the_raw(tmp_path: Path) -> None:
    make(tmp_path, "a.heic", "a.jpg", "a.raf")
    assert [(f.relative, f.companion) for f in found(tmp_path)] == [
        ("a.heic", "a.raf"),
        ("a.jpg", None),
    ]


def test_sidecars_by_either_name(tmp_path: Path) -> None:
    make(tmp_path, "d/1.jpg", "d/1.jpg.xmp", "d/2.JPG", "d/2.XMP", "d/3.nef", "d/3.xmp", "d/4.jpg")
    make(tmp_path, "d/5.jpg", "d/5.jpg.xmp", "d/5.xmp")
    sidecars = {file.relative: file.sidecar for file in found(tmp_path)}
    assert sidecars == {
        "d/1.jpg": "d/1.jpg.xmp",
        "d/2.JPG": "d/2.XMP",
        "d/3.nef": "d/3.xmp",
        "d/4.jpg": None,
        "d/5.jpg": "d/5.jpg.xmp",
    }
    (first, *_) = found(tmp_path)
    assert first.sidecar_fingerprint is not None
    assert first.sidecar_fingerprint.size == len("d/1.jpg.xmp")


# ---- what goes wrong ------------------------------------------------------------------------


def test_a_folder_that_goes_away_meanwhile_is_told_and_the_walk_goes_on(tmp_path: Path) -> None:
    make(tmp_path, "0.jpg", "b/1.jpg", "c/2.jpg")
    walking = walk(tmp_path)
    first = next(walking)
    (tmp_path / "b" / "1.jpg").unlink()
    (tmp_path / "b").rmdir()
    problem, last = walking
    assert isinstance(first, FoundFile)
    assert isinstance(problem, ScanProblem)
    assert (problem.relative, problem.code) == ("b", "unreadable-folder")
    assert problem.reason.startswith("This folder cannot be read (")
    assert isinstance(last, FoundFile)
    assert last.relative == "c/2.jpg"


@pytest.mark.parametrize("name", ["missing", "file.jpg"])
def test_a_root_that_is_no_folder_is_told(tmp_path: Path, name: str) -> None:
    make(tmp_path, "file.jpg")
    (problem,) = walk(tmp_path / name)
    assert isinstance(problem, ScanProblem)
    assert (problem.relative, problem.code) == ("", "unreadable-folder")


def test_a_walk_can_be_cancelled(tmp_path: Path) -> None:
    make(tmp_path, *(f"{n:02}/a.jpg" for n in range(20)))
    found: list[object] = []
    for event in walk(tmp_path, cancelled=lambda: len(found) == 4):
        found.append(event)
    assert len(found) == 4
