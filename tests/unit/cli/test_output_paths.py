"""What a person asked for is written where they said, and replaces a file only if they said so."""

import os
from argparse import Namespace
from pathlib import Path

import pytest

from visret_desktop.cli.output_paths import NameTaken, check_file, write_file
from visret_desktop.errors import AlreadyThere, AmongPhotos, UsageError

ONCE, OVER = Namespace(overwrite=False), Namespace(overwrite=True)


def test_a_file_is_replaced_only_by_overwrite(someones_home: Path) -> None:
    report = someones_home / "run.json"
    write_file(report, b"1", (), ONCE)
    for refused in (check_file, lambda *given: write_file(given[0], b"2", *given[1:])):
        with pytest.raises(NameTaken, match="--overwrite"):
            refused(report, (), ONCE)
    assert report.read_bytes() == b"1"
    check_file(report, (), OVER)
    write_file(report, b"2", (), OVER)
    assert report.read_bytes() == b"2"


@pytest.mark.parametrize("what", ["link", "hard link", "folder", "photo behind a link"])
def test_overwrite_never_replaces_more_than_a_plain_file(someones_home: Path, what: str) -> None:
    thesis, target = someones_home / "thesis.txt", someones_home / "sheet.png"
    thesis.write_text("mine")
    photos: set[tuple[int, int]] = set()
    if what == "link":
        target.symlink_to(thesis)
    elif what == "hard link":
        os.link(thesis, target)
    elif what == "folder":
        target.mkdir()
    else:
        target.write_bytes(b"a photo that a link in the library leads to")
        photos.add((target.stat().st_dev, target.stat().st_ino))
    before = target.lstat()
    with pytest.raises((AlreadyThere, AmongPhotos, UsageError)):
        check_file(target, photos, OVER)
    with pytest.raises((AlreadyThere, AmongPhotos)):
        write_file(target, b"x", photos, OVER)
    assert target.lstat() == before
    assert thesis.read_text() == "mine"


def test_a_folder_that_is_not_there_is_said(someones_home: Path) -> None:
    with pytest.raises(UsageError, match="no directory"):
        check_file(someones_home / "new" / "run.json", (), ONCE)
