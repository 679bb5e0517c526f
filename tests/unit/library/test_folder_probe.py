"""A scout sees what one sees with one's own eyes, and ends with whoever sent it."""

import os
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from visret_desktop.errors import Cancelled
from visret_desktop.library.folders.disk import DirectDisk, Surveyed
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.library.folders.scan import FoundFile, ScanProblem


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "photos"
    for name in (
        "a.jpg",
        "a.xmp",
        "b.heic",
        "b.nef",
        "trip/é.png",
        "sketches/d.png",
        "raw/e.jpg",
    ):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    (root / "lost.jpg").symlink_to(root / "nowhere")
    return root


def test_a_scout_sees_what_is_there(folder: Path) -> None:
    own = list(DirectDisk().survey(folder, ["raw"], folder / "sketches"))
    with FolderProbe(60) as scout:
        assert list(scout.survey(folder, ["raw"], folder / "sketches")) == own
        assert scout.place(folder) == DirectDisk().place(folder)
        assert scout.is_occupied(folder)
        assert not scout.is_occupied(folder / "nowhere")
        assert scout.real(folder / "trip" / "..") == folder.resolve()
        status = (folder / "a.jpg").stat()
        sample = ("a.jpg", status.st_size, status.st_mtime_ns)
        assert scout.agreeing(folder, [sample, ("b.heic", 0, 0)]) == 1
    files = [event.relative for event in own if isinstance(event, FoundFile)]
    assert files == ["a.jpg", "b.heic", "trip/é.png"]
    assert [e.relative for e in own if isinstance(e, ScanProblem)] == ["lost.jpg"]
    assert [isinstance(event, Surveyed) for event in (own[0], own[-1])] == [True, True]


def test_names_that_are_no_text_come_through(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.jpg")
    try:
        (tmp_path / name).write_bytes(b"x")
    except OSError:  # a file system that keeps text only
        name = "cafe.jpg"
        (tmp_path / name).write_bytes(b"x")
    with FolderProbe(60) as scout:
        found = [event for event in scout.survey(tmp_path) if isinstance(event, FoundFile)]
    assert [file.relative for file in found] == [name]


def test_a_survey_that_is_left_early_does_not_disturb_the_next(folder: Path) -> None:
    with FolderProbe(60) as scout:
        next(scout.survey(folder))
        assert scout.place(folder).is_folder


def test_a_scout_that_answered_everything_is_sent_again(folder: Path) -> None:
    with FolderProbe(60) as scout:
        assert scout.is_occupied(folder)
    before = _scouts()
    with FolderProbe(60) as scout:
        assert scout.is_occupied(folder)
        assert _scouts() == before
        with FolderProbe(60) as other:  # each has its own
            assert other.is_occupied(folder)
            assert scout.is_occupied(folder)


def test_a_scout_in_the_middle_of_something_is_not_sent_again(folder: Path) -> None:
    with FolderProbe(60) as scout:
        survey = scout.survey(folder)
        next(survey)
        before = _scouts()
    ended = before - _scouts()
    assert len(ended) == 1
    survey.close()
    with FolderProbe(60) as scout:
        assert scout.place(folder) == DirectDisk().place(folder)


def test_a_scout_that_was_killed_while_it_rested_costs_nothing(folder: Path) -> None:
    with FolderProbe(60) as scout:
        assert scout.is_occupied(folder)
    for pid in _scouts():
        psutil.Process(pid).kill()
        psutil.Process(pid).wait(60)
    with FolderProbe(60) as scout:
        assert scout.is_occupied(folder)


def test_a_scout_that_is_sent_again_looks_from_the_folder_of_now(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    with FolderProbe(60) as scout:
        assert scout.is_file("a.jpg")
        assert not scout.is_file("e.jpg")
    monkeypatch.chdir(folder / "raw")
    with FolderProbe(60) as scout:
        assert scout.is_file("e.jpg")
        assert not scout.is_file("a.jpg")


def _scouts() -> set[int]:
    """Return the process ids of the scouts of this process."""
    found = set()
    for one in psutil.Process().children():
        with suppress(psutil.Error):  # it has ended
            if one.cmdline()[-1:] == ["scout"]:
                found.add(one.pid)
    return found


def test_a_scout_can_be_called_back(folder: Path) -> None:
    with FolderProbe(60, lambda: True) as scout, pytest.raises(Cancelled):
        scout.place(folder)
