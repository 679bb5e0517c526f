"""Photos and all that lies beside them are as they were, whatever is done with them."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image

from tests.end_to_end.conftest import Profile, fill, write_photo
from tests.faults.census import census, differences
from tests.faults.mounts import Dweller, may_mount, mounts_of_our_own
from tests.faults.rounds import rounds as _rounds

WINDOW = Path(__file__).with_name("window_session.py")
UNCHANGED = "identical: bytes, times, modes, owners, attributes, names"
TallyUp = Callable[[str, int, str], None]


@pytest.fixture
def originals(tmp_path: Path) -> Path:
    """A folder as people have them: photos of several kinds, of long ago, and all sorts beside."""
    folder = fill(tmp_path / "photos", 12)
    for number, suffix in enumerate((".png", ".webp", ".tif", ".gif", ".bmp", ".jp2")):
        shape = Image.new("RGB", (300, 200), (40 * number, 90, 200 - 30 * number))
        shape.save(folder / f"picture{number}{suffix}")
    (folder / "photo000.xmp").write_text("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    (folder / "cut off.jpg").write_bytes((folder / "photo002.jpg").read_bytes()[:900])
    (folder / "none at all.jpg").write_bytes(b"no picture")
    (folder / "notes.txt").write_text("of the trip")
    (folder / ".hidden").mkdir()
    write_photo(folder / ".hidden" / "photo.jpg", 99)
    (folder / "empty").mkdir()
    (folder / "again.jpg").symlink_to("photo004.jpg")
    os.link(folder / "photo006.jpg", folder / "trip" / "the same.jpg")
    (folder / "photo008.jpg").chmod(0o444)
    (folder / "photo010.jpg").chmod(0o600)
    with suppress(OSError):  # not every file system has them
        os.setxattr(folder / "photo000.jpg", "user.rating", b"5")
    for path in folder.rglob("*"):
        os.utime(path, ns=(0, 1_000_000_000_123_456_789), follow_symlinks=False)
    return folder


def test_a_census_sees_every_change(originals: Path) -> None:
    before = census(originals)
    assert differences(before, census(originals)) == []
    photo = originals / "photo000.jpg"

    def rewrite() -> None:
        times = photo.stat()
        photo.write_bytes(photo.read_bytes())
        os.utime(photo, ns=(times.st_atime_ns, times.st_mtime_ns))

    changes: tuple[Callable[[], object], ...] = (
        rewrite,
        (originals / "new").touch,
        (originals / "notes.txt").unlink,
        lambda: photo.chmod(0o640),
        lambda: os.utime(photo),
    )
    for change in changes:
        change()
        after = census(originals)
        assert differences(before, after)
        before = after


def test_a_session_on_the_command_line(
    visret: Profile, originals: Path, tmp_path: Path, tally: TallyUp
) -> None:
    before = census(originals)
    steps = (
        ("index", originals),
        ("search", "a bird", "--top", "40", "--sheet", tmp_path / "sheet.png"),
        ("search", f"a bird + {originals / 'photo002.jpg'}"),
        ("similar", originals / "photo004.jpg"),
        ("ask", "what is the weather?", "--images", "3"),
        ("index", originals),
        ("doctor", "--check"),
        ("folders", "remove", originals),
        ("index", originals),
    )
    for step in steps:
        done = visret.call(*step)
        assert done.returncode == 0, done.stderr[-2000:]
        assert differences(before, census(originals)) == [], step
    assert (tmp_path / "sheet.png").stat().st_size
    tally("a session on the command line", len(steps), UNCHANGED)


def test_a_session_in_the_window(visret: Profile, originals: Path, tally: TallyUp) -> None:
    before = census(originals)
    window = subprocess.run(
        [sys.executable, str(WINDOW), str(originals), "a bird"],
        env=visret.environment | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=150,
        check=True,
    )
    seen = json.loads(window.stdout.splitlines()[-1])
    assert "stuck" not in seen, window.stderr[-2000:]
    assert Path(seen["viewed"]).is_relative_to(originals)
    assert differences(before, census(originals)) == []
    tally("a session in the window, its viewer included", 1, UNCHANGED)


@_rounds(few=2, many=60)
def test_a_kill_while_photos_are_read(
    visret: Profile,
    originals: Path,
    chance: random.Random,
    tally: TallyUp,
    rounds: int,
) -> None:
    before = census(originals)
    for _ in range(rounds):
        shutil.rmtree(visret.home / "cache", ignore_errors=True)
        (visret.home / "data" / "catalog.db").unlink(missing_ok=True)
        with visret.start("index", originals) as process:
            time.sleep(chance.uniform(0.2, 2.0))
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        assert differences(before, census(originals)) == []
    tally("kill -9 while photos are read", rounds, UNCHANGED)


if may_mount():  # elsewhere the sessions above are all that can be done

    def test_photos_that_nobody_can_write(
        visret: Profile, originals: Path, tmp_path: Path, tally: TallyUp
    ) -> None:
        before = census(originals)
        with mounts_of_our_own() as mounts:
            mounts.run("mount", "--bind", originals, originals)
            mounts.run("mount", "-o", "remount,bind,ro", originals)
            mounts.run("sh", "-c", f"! touch '{originals}/new'")
            person = Dweller(visret.home, mounts)
            assert person.index(originals)["photos"] >= 18
            answer = person.search("a bird", "--sheet", tmp_path / "sheet.png")
            assert answer["hits"]
            assert person.json("folders", "remove", originals)["photos"] >= 18
        assert differences(before, census(originals)) == []
        tally("photos on a read-only mount", 4, f"everything works; {UNCHANGED}")
