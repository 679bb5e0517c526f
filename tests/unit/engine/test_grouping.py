"""Bursts and events of indexed photos, made again only where something changed."""

import random
import shutil
import struct
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageFilter

from tests.unit.engine.conftest import Desk
from visret_desktop.decoding.messages import Picture
from visret_desktop.engine.indexing.grouping import SHARPNESS, group_photos, sharpness_of
from visret_desktop.engine.messages import QueryTerm, RemoveFolder, Search
from visret_desktop.engine.upkeep.removal_jobs import forget_folder
from visret_desktop.errors import Cancelled
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.photo_filter import Filter

OpenDesk = Callable[..., Desk]
NOON = datetime(2026, 5, 1, 12, 0, 7)
_SUBJECTS = ((200, 40, 40), (30, 60, 200), (240, 220, 60), (20, 120, 40))


def take(
    path: Path,
    seconds: float,
    subject: int = 0,
    camera: str = "FROG 1",
    blur: float = 0,
    n: int = 0,
    note: bytes = b"",
) -> Path:
    """Write a photo of one of four subjects, taken so long after noon; `n` alters a corner."""
    path.parent.mkdir(parents=True, exist_ok=True)
    chance = np.random.default_rng(subject)
    pixels = (
        chance.integers(0, 256, (30, 40, 3), np.uint8) // 4 + np.array(_SUBJECTS[subject]) * 3 // 4
    )
    pixels[0, 0] = n
    picture = Image.fromarray(pixels.astype(np.uint8)).resize((400, 300), Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[0x0110] = camera
    exif.get_ifd(0x8769)[0x9003] = (NOON + timedelta(seconds=seconds)).strftime("%Y:%m:%d %H:%M:%S")
    if note:
        exif.get_ifd(0x8769)[0x927C] = note
    picture.filter(ImageFilter.GaussianBlur(blur)).save(path, quality=90, exif=exif)
    return path


def groups_of(desk: Desk) -> dict[str, tuple[str, str]]:
    """By name, the names of the photo in front of the burst and of the first of the event."""
    rows = {row.photo_id: row for row in desk.library.reader.photo_rows()}
    name = {number: row.name for number, row in rows.items()} | {0: ""}
    return {row.name: (name[row.burst], name[row.event]) for row in rows.values()}


def test_alike_photos_seconds_apart_are_a_burst_with_the_sharpest_in_front(
    desk: Desk, tmp_path: Path
) -> None:
    root = tmp_path / "walk"
    for n in range(4):
        take(root / f"a{n}.jpg", n, blur=0 if n == 2 else 3, n=n)
    take(root / "b.jpg", 4, subject=1)
    take(root / "late.jpg", 3 * 3600)
    take(root / "other.jpg", 1, camera="FROG 2", n=9)
    take(root / "inner" / "else.jpg", 1, n=10)
    Image.new("RGB", (99, 99), "teal").save(root / "undated.png")
    desk.index(root)
    assert groups_of(desk) == {
        **{f"a{n}.jpg": ("a2.jpg", "a0.jpg") for n in range(4)},
        "b.jpg": ("", "a0.jpg"),
        "late.jpg": ("", "late.jpg"),
        "other.jpg": ("", "other.jpg"),
        "else.jpg": ("", "else.jpg"),
        "undated.png": ("", ""),
    }


def _note(serial: str, event: int, number: int, total: int) -> bytes:
    """Return a note of a Reconyx camera."""
    made = bytearray(0x70)
    made[:4] = b"\x01\xf1\x03\0"
    struct.pack_into("<HHHH", made, 0x0E, number, total, 0, event)
    made[0x2A : 0x2A + 2 * len(serial)] = serial.encode("utf-16-le")
    return bytes(made)


def test_a_series_of_a_maker_is_one_event_and_two_cameras_of_a_model_never_are(
    open_desk: OpenDesk, tmp_path: Path
) -> None:
    desk, root = open_desk(event_seconds=10), tmp_path / "card"
    # Two cameras of one model whose cards were copied into one folder; the second is a second late.
    for n in range(3):
        take(root / f"a{n}.jpg", 60 * n, n=n, note=_note("H500EE0613", 7, n + 1, 3))
        take(root / f"b{n}.jpg", 60 * n + 1, n=9 + n, note=_note("H500EE0614", 7, n + 1, 3))
    take(root / "lapse.jpg", 126, n=20, note=_note("H500EE0613", 8, 0, 0))
    take(root / "later.jpg", 150, n=21, note=_note("H500EE0613", 9, 1, 3))
    desk.index(root)
    assert {name: event for name, (_, event) in groups_of(desk).items()} == {
        **{f"a{n}.jpg": "a0.jpg" for n in range(3)},
        **{f"b{n}.jpg": "b0.jpg" for n in range(3)},
        "lapse.jpg": "a0.jpg",  # within ten seconds of the same camera
        "later.jpg": "later.jpg",
    }
    reader = desk.library.reader
    of_one = [row.photo_id for row in reader.photo_rows() if row.name.startswith("a")]
    assert survey(reader, of_one).begins_event.tolist() == [True, False, False]
    contents = {row.name: row.content_hash for row in reader.photo_rows()}
    with_others = reader.groups.with_others("event", [contents["b1.jpg"]])
    assert set(with_others) == {contents[f"b{n}.jpg"] for n in range(3)}


def test_blurred_pictures_are_less_sharp() -> None:
    chance = np.random.default_rng(0)
    sharp = Image.fromarray(chance.integers(0, 256, (60, 90, 3), np.uint8))
    levels = [sharp.filter(ImageFilter.GaussianBlur(b)) for b in (0, 1, 2, 4)]
    values = [sharpness_of(Picture(*p.size, p.tobytes())) for p in levels]
    assert values == sorted(values, reverse=True)
    assert sharpness_of(Picture(1, 1, b"\0\0\0")) == 0


def test_only_photos_in_bursts_are_looked_at_for_sharpness(desk: Desk, tmp_path: Path) -> None:
    root = tmp_path / "walk"
    for n, seconds in enumerate((0, 1, 5000)):
        take(root / f"{n}.jpg", seconds, n=n)
    desk.index(root)
    reader = desk.library.reader
    done = reader.passes.done(SHARPNESS.name, SHARPNESS.version)
    assert done == {row.content_hash for row in reader.photo_rows() if row.burst}
    assert len(done) == 2


def test_after_any_changes_groups_are_those_of_a_library_made_anew(
    desk: Desk, tmp_path: Path
) -> None:
    chance, root, number = random.Random(1), tmp_path / "walk", 0
    for _ in range(4):
        for path in sorted(root.rglob("*.jpg")):
            if chance.random() < 0.3:
                path.unlink()
        for _ in range(8):
            number += 1
            seconds = chance.choice((0, 0, 1500, 3000, 6000)) + chance.randrange(12)
            place = root / chance.choice(("a", "b", "a/c")) / f"{number}.jpg"
            take(place, seconds, chance.randrange(2), chance.choice(("FROG 1", "FROG 2")), n=number)
        desk.index(root)
        now = groups_of(desk)
        with desk.library.writing() as catalog:
            catalog.begin_groups("none")
            assert group_photos(desk.library, catalog, lambda: False)
        assert groups_of(desk) == now
        assert desk.library.reader.groups.ungrouped() == []


def test_an_ended_run_goes_on_where_it_was(desk: Desk, tmp_path: Path) -> None:
    for place in "abc":
        for n in range(2):
            take(tmp_path / "walk" / place / f"{n}{place}.jpg", n, n=n)
    desk.index(tmp_path / "walk")
    whole, asked = groups_of(desk), iter((False, False, True))
    with desk.library.writing() as catalog:
        catalog.begin_groups(catalog.groups.rules())
        with pytest.raises(Cancelled):
            group_photos(desk.library, catalog, lambda: next(asked))
        assert len(catalog.groups.ungrouped()) == 1
    desk.index(tmp_path / "walk")
    assert groups_of(desk) == whole


def test_other_settings_make_other_groups(open_desk: OpenDesk, tmp_path: Path) -> None:
    for n in range(3):
        take(tmp_path / "walk" / f"{n}.jpg", 20 * n, n=n)
    desk = open_desk()
    desk.index(tmp_path / "walk")
    assert {burst for burst, _ in groups_of(desk).values()} == {""}
    desk = open_desk(burst_seconds=20)
    desk.index()
    assert len({burst for burst, _ in groups_of(desk).values()} - {""}) == 1


def test_a_forgotten_folder_leaves_no_groups(desk: Desk, tmp_path: Path) -> None:
    for place in ("kept", "left"):
        for n in range(2):
            take(tmp_path / place / f"{n}{place}.jpg", n, n=n)
        desk.index(tmp_path / place)
    reader = desk.library.reader
    (left,) = [folder for folder in reader.folders() if folder.path.name == "left"]
    gone = [row.photo_id for row in reader.photo_rows() if "left" in row.path]
    list(forget_folder(desk.library, RemoveFolder(folder_id=left.id)))
    assert reader.groups.stored(gone) == set()
    assert len(reader.groups.groups("burst")[0]) == 2


def test_files_with_the_same_bytes_are_duplicates_and_nothing_else(
    desk: Desk, tmp_path: Path
) -> None:
    root = tmp_path / "walk"
    take(root / "a.jpg", 0)
    take(root / "like.jpg", 1, n=1)
    (root / "copies").mkdir()
    shutil.copy(root / "a.jpg", root / "copies" / "b.jpg")
    desk.index(root)
    names = {row.photo_id: row.name for row in desk.library.reader.photo_rows()}
    found = desk.library.reader.groups.duplicates()
    assert [sorted(names[n] for n in group.photo_ids) for group in found] == [["a.jpg", "b.jpg"]]
    assert [group.spare for group in found] == [(root / "a.jpg").stat().st_size]


def test_a_search_has_one_hit_for_each_burst_or_event(desk: Desk, tmp_path: Path) -> None:
    root = tmp_path / "walk"
    for n in range(3):
        take(root / f"red{n}.jpg", n, n=n)
    take(root / "blue.jpg", 9, subject=1)
    take(root / "late.jpg", 9000, subject=1, n=1)
    take(root / "else" / "alone.png", 0, subject=2)
    desk.index(root)
    asked = Search(terms=(QueryTerm("a red picture"),), strategy="original")
    every = desk.search(asked).hits
    assert {hit.stands_for for hit in every} == {1}
    for kind, most in (("burst", {"red": 3}), ("event", {"red": 4, "blue": 4})):
        hits = desk.search(replace(asked, one_per=kind)).hits
        seen, wanted = set(), []
        for hit in every:  # the best of each, where the best stands
            group = getattr(hit, kind) or -hit.photo_id
            wanted += [] if group in seen else [hit.name]
            seen.add(group)
        assert [hit.name for hit in hits] == wanted
        assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
        for hit in hits:
            start = hit.name.rstrip("0123456789.jpgn")
            assert hit.stands_for == most.get(start, 1), hit.name
    only = Filter.of(event=["late.jpg"])
    assert [hit.name for hit in desk.search(replace(asked, filter=only)).hits] == ["late.jpg"]
