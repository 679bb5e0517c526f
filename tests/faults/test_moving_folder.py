"""Folders that move under us: whatever happens while they are read, a quiet run sets it right."""

import os
import shutil
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
import xxhash

from tests.end_to_end.conftest import Profile, fill, write_photo
from tests.faults.rounds import rounds
from visret_desktop.library.catalog.catalog_reader import CatalogReader

pytestmark = pytest.mark.timeout(1800)  # for the long form
Tallied = Callable[[str, int, str], None]
_ODD_NAMES = [
    "line\nbreak.jpg",
    "tab\tand \\ 'quotes\".jpg",
    "שלום עולם.jpg",
    "\u202ereversed.jpg",
    "e\u0301 is not é.jpg",
    "é.jpg",
    "%s {0} $HOME `x`.jpg",
    "-rf.jpg",
    "🐈" * 62 + "aaa.jpg",  # 255 bytes
    "trailing .jpg",
]


def agrees_with_disk(profile: Profile, folder: Path, expected: set[Path]) -> None:
    """Run once while nothing moves, then check that the library is the disk, and stays so."""
    profile.index(folder)
    body = profile.index(folder)
    assert (body["photos"], body["indexed"], body["moved"], body["removed"]) == (
        len(expected),
        0,
        0,
        0,
    )
    assert body["unchanged"] == len(expected)
    assert body["problems"] == []
    assert profile.found() == expected
    reader = CatalogReader(profile.home / "data" / "catalog.db")
    try:
        known = {Path(row.path): row.content_hash for row in reader.photo_rows()}
    finally:
        reader.close()
    assert known == {path: xxhash.xxh3_128_hexdigest(path.read_bytes()) for path in expected}


class _Churn:
    """Somebody who works in the folder."""

    def __init__(self, folder: Path, chance: Random) -> None:
        self._folder = folder
        self._chance = chance
        self._seed = 1000
        self.done = 0

    def work_until(self, is_over: Callable[[], bool]) -> None:
        """Do something about every 10 ms."""
        deeds = (self._add, self._replace, self._truncate, self._rename, self._delete, self._swap)
        while not is_over():
            self._chance.choice(deeds)()
            self.done += 1
            time.sleep(0.01)

    def mend(self) -> set[Path]:
        """Leave only whole photos, and return them."""
        whole = set()
        for path in self._folder.rglob("*.jpg"):
            if path.read_bytes().endswith(b"\xff\xd9"):
                whole.add(path)
            else:
                path.unlink()
        return whole

    def _any(self) -> Path:
        return self._chance.choice(sorted(self._folder.rglob("*.jpg")) or [self._new()])

    def _new(self) -> Path:
        self._seed += 1
        inside = self._chance.choice([self._folder, self._folder / "trip", self._folder / "new"])
        return inside / f"{self._seed}.jpg"

    def _add(self) -> None:
        write_photo(self._new(), self._seed, (64, 48))

    def _replace(self) -> None:
        other = write_photo(self._new(), self._seed, (64, 48))
        other.replace(self._any())

    def _truncate(self) -> None:
        path = self._any()
        if path.exists():
            os.truncate(path, path.stat().st_size // 2)

    def _rename(self) -> None:
        path = self._any()
        if path.exists():
            path.rename(path.with_name(f"renamed {path.name}"[-60:]))

    def _delete(self) -> None:
        if len(list(self._folder.rglob("*.jpg"))) > 20:
            self._any().unlink(missing_ok=True)

    def _swap(self) -> None:
        one, two = self._any(), self._any()
        if one.exists() and two.exists() and one != two:
            aside = one.with_name("aside.part")
            one.rename(aside)
            two.rename(one)
            aside.rename(two)


@rounds(1, 25)
def test_a_folder_in_which_somebody_works(
    visret: Profile, tmp_path: Path, rounds: int, chance: Random, tally: Tallied
) -> None:
    photos = fill(tmp_path / "photos", 40, side=64)
    churn = _Churn(photos, chance)
    for _ in range(rounds):
        with visret.start("index", photos, "--json") as process:
            thread = threading.Thread(
                target=lambda process=process: process.communicate(timeout=180)
            )
            thread.start()
            churn.work_until(lambda process=process: process.poll() is not None)
            thread.join()
        assert process.returncode == 0
        agrees_with_disk(visret, photos, churn.mend())
    tally(
        "files added, replaced, cut, renamed, deleted, swapped while indexing",
        churn.done,
        "the next quiet run agrees with the disk",
    )


def test_clocks_that_jump_and_times_that_tell_nothing(
    visret: Profile, tmp_path: Path, tally: Tallied
) -> None:
    photos = fill(tmp_path / "photos", 4, side=64)
    times = [0, 1, 4_102_444_800, 2**31 + 5]  # 1970, 2100, after 2038
    for photo, seconds in zip(sorted(photos.rglob("*.jpg")), times, strict=True):
        os.utime(photo, (seconds, seconds))
    # Systems that keep whole seconds: other bytes of the same length within one of them.
    same, now = photos / "same.bmp", float(int(time.time()))
    write_photo(same, 500, (64, 48))
    os.utime(same, (now, now))
    visret.index(photos)
    write_photo(same, 501, (64, 48))
    os.utime(same, (now, now))
    agrees_with_disk(visret, photos, set(photos.rglob("*.[jb]?[gp]")))
    tally("clock that jumps, times that tell nothing", 5, "indexed; changed bytes are noticed")


def test_names_of_all_kinds(visret: Profile, tmp_path: Path, tally: Tallied) -> None:
    photos = tmp_path / "photos"
    names = list(_ODD_NAMES)
    if sys.platform == "linux":
        names += [os.fsdecode(b"\xff\xfe invalid \x80.jpg"), "a" * 251 + ".jpg"]
    made = {write_photo(photos / name, n, (64, 48)) for n, name in enumerate(names)}
    deep = photos.joinpath(*[f"{n}" for n in range(200)])
    made.add(write_photo(deep / "deep.jpg", 90, (64, 48)))
    agrees_with_disk(visret, photos, made)
    tally("odd names, 200 folders deep", len(made), "indexed and found")


def test_renames_that_change_little_and_links(
    visret: Profile, tmp_path: Path, tally: Tallied
) -> None:
    photos = tmp_path / "photos"
    write_photo(photos / "Bird.jpg", 1, (64, 48))
    twin = write_photo(photos / "twin.jpg", 2, (64, 48))
    os.link(twin, photos / "hard link.jpg")
    (photos / "round").symlink_to(photos)
    (photos / "me.jpg").symlink_to("me.jpg")
    (photos / "a").symlink_to(photos / "b")
    (photos / "b").symlink_to(photos / "a")
    assert visret.index(photos)["photos"] == 3
    (photos / "Bird.jpg").rename(photos / "aside.part")
    (photos / "aside.part").rename(photos / "BIRD.JPG")
    body = visret.index(photos)
    assert (body["photos"], body["indexed"], body["moved"], body["removed"]) == (3, 0, 1, 0)
    assert [p["code"] for p in body["problems"]] == ["unreadable"]  # the link to itself
    (photos / "me.jpg").unlink()
    agrees_with_disk(visret, photos, {photos / "BIRD.JPG", twin, photos / "hard link.jpg"})
    tally(
        "case-only renames, hard links, link loops", 5, "one photo a file, nothing embedded twice"
    )


def test_what_cannot_be_read_for_a_while(visret: Profile, tmp_path: Path, tally: Tallied) -> None:
    """Links that lead nowhere for a while stand for rights, which root does not need."""
    photos = fill(tmp_path / "photos", 4, side=64)
    outside = tmp_path / "outside"
    shutil.move(photos / "photo000.jpg", outside)
    (photos / "photo000.jpg").symlink_to(outside)
    shutil.move(photos / "trip", tmp_path / "trip")
    (photos / "trip").symlink_to(tmp_path / "trip")
    assert visret.index(photos)["photos"] == 4
    outside.rename(tmp_path / "away")
    body = visret.index(photos)
    assert (body["photos"], body["offline"], body["removed"]) == (4, 1, 0)
    (tmp_path / "away").rename(outside)
    body = visret.index(photos)
    assert (body["photos"], body["unchanged"], body["offline"]) == (4, 4, 0)
    tally("photos out of reach for a while", 1, "offline, not forgotten, back without work")


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(2_000, id="few"),
        pytest.param(100_000, marks=pytest.mark.long, id="many"),
    ],
)
def test_a_folder_with_very_many_photos(
    visret: Profile, tmp_path: Path, count: int, tally: Tallied
) -> None:
    photo = write_photo(tmp_path / "one.jpg", 1, (32, 24))
    photos = tmp_path / "photos"
    photos.mkdir()
    for number in range(count):
        if number % 30_000 == 0:  # one file has only so many names
            photo = Path(shutil.copy(photo, tmp_path / f"copy{number}.jpg"))
        os.link(photo, photos / f"{number:06}.jpg")
    body = visret.index(photos)
    assert (body["photos"], body["indexed"]) == (count, 1)
    body = visret.index(photos)
    assert (body["photos"], body["unchanged"]) == (count, count)
    tally("very many photos in one folder", count, "indexed, then unchanged")
