"""Links, pipes and depths that systems other than Windows know; there is nothing of it there."""

import os
import sys
from pathlib import Path

from tests.unit.library.test_scan import make, names
from visret_desktop.library.folders.scan import FoundFile, ScanProblem, walk

if sys.platform != "win32":

    def test_things_that_are_no_files_are_left_alone(tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe.jpg")
        assert names(tmp_path) == []

    def test_links_are_followed_without_loops(tmp_path: Path) -> None:
        root, outside = tmp_path / "root", tmp_path / "outside"
        make(root, "a/1.jpg")
        make(outside, "2.jpg", "deep/3.jpg")
        (root / "a" / "up").symlink_to(root)
        (root / "a" / "self").symlink_to(root / "a")
        (root / "elsewhere").symlink_to(outside)
        (outside / "back").symlink_to(root)
        (root / "one.jpg").symlink_to(outside / "2.jpg")
        assert names(root) == ["one.jpg", "a/1.jpg", "elsewhere/2.jpg", "elsewhere/deep/3.jpg"]

    def test_a_folder_reached_twice_is_walked_once(tmp_path: Path) -> None:
        make(tmp_path, "z/1.jpg")
        (tmp_path / "a").symlink_to(tmp_path / "z")
        assert names(tmp_path) == ["a/1.jpg"]

    def test_links_that_lead_nowhere(tmp_path: Path) -> None:
        make(tmp_path, "good.jpg")
        (tmp_path / "broken.jpg").symlink_to(tmp_path / "nothing")
        (tmp_path / "round.jpg").symlink_to("round.jpg")
        (tmp_path / "folder").symlink_to(tmp_path / "nothing")
        events = list(walk(tmp_path))
        problems = [event for event in events if isinstance(event, ScanProblem)]
        assert sorted(p.relative for p in problems) == ["broken.jpg", "round.jpg"]
        assert all(p.code == "unreadable" and p.reason.endswith(").") for p in problems)
        assert [e.relative for e in events if isinstance(e, FoundFile)] == ["good.jpg"]

    def test_a_folder_deeper_than_paths_may_be_is_told_and_the_walk_goes_on(tmp_path: Path) -> None:
        make(tmp_path, "z.jpg", "zz/1.jpg")
        home = Path.cwd()
        try:
            os.chdir(tmp_path)
            for _ in range(24):
                Path("d" * 200).mkdir()
                os.chdir("d" * 200)
        finally:
            os.chdir(home)
        events = list(walk(tmp_path))
        (problem,) = (event for event in events if isinstance(event, ScanProblem))
        assert problem.code == "unreadable-folder"
        assert problem.relative.endswith("/" + "d" * 200)
        found_names = [event.relative for event in events if isinstance(event, FoundFile)]
        assert found_names == ["z.jpg", "zz/1.jpg"]
