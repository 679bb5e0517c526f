"""Copies: the same bytes, or nothing of the file but its pixels."""

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.unit.exporters.exported import Shelf
from visret_desktop.errors import UsageError
from visret_desktop.exporters.copies import CopyNames
from visret_desktop.exporters.obscuring import Aliases, cell_of
from visret_desktop.library.photos.xmp import read_xmp


def neutral(shelf: Shelf, name: str) -> str:
    """Return the name of a copy, which tells nothing."""
    aliases = Aliases(shelf.library.reader.export_secret())
    return f"{aliases.of(shelf.hashes[name])[:12]}.jpg"


def codes_of(summary: dict[str, Any]) -> dict[str, int]:
    return {remark["code"]: remark["count"] for remark in summary["remarks"]}


def files_in(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.name != ".visret-export"
    }


def test_names_are_safe_and_each_there_once() -> None:
    names = CopyNames()
    given = [
        "a.jpg",
        "A.JPG",
        "a.jpg",
        "a (2).jpg",
        "con.png",
        "..",
        "x" * 300 + ".jpg",
        "a\nb.jpg",
    ]
    given += [
        "/etc/passwd",
        "a\udce9b.jpg",
        "nul",
        "ä.jpg",
        "a\u0308.jpg",
        "evil\u202egpj.exe",
        " ",
    ]
    got = [names.name_for(name) for name in given]
    assert got[:4] == ["a.jpg", "A (2).JPG", "a (3).jpg", "a (2) (2).jpg"]
    assert len({name.casefold() for name in got}) == len(got)
    for name in got:
        assert "/" not in name
        assert name.strip(" .") == name
        assert name.isprintable()
        assert len(name.encode("utf-8")) < 200
        assert name.split(".")[0].lower() not in ("con", "nul")
    assert names.name_for("a.heic", ".jpg") == "a (4).jpg"


def test_originals_have_the_same_bytes(shelf: Shelf, out: Path) -> None:
    summary = shelf.write("copies", out / "copies")
    assert (summary["counts"]["photos"], codes_of(summary)) == (4, {"offline": 1})
    there = sorted(path.read_bytes() for path in shelf.root.glob("*/*.jpg"))
    there += [(shelf.root / "one" / "sub" / "-2+3.png").read_bytes()]
    copies = files_in(out / "copies")
    assert sorted(copies.values()) == sorted(there)
    assert {"heron.jpg", "heron (2).jpg", "-2+3.png", "caf___.jpg"} >= set(copies) - {"caf__.jpg"}


def test_what_was_changed_since_is_left_out(shelf: Shelf, out: Path) -> None:
    path = shelf.root / "two" / "heron.jpg"
    before = path.read_bytes()
    path.write_bytes(before + b"\0")
    try:
        for way in ("original", "named"):
            summary = shelf.write("copies", out / way, copies_as=way)
            code = "changed" if way == "original" else "unreadable"
            assert codes_of(summary)[code] == 1
            assert len(files_in(out / way)) == summary["counts"]["photos"] == 3
    finally:
        path.write_bytes(before)


def test_a_photo_that_became_a_pipe_is_left_out_at_once(shelf: Shelf, out: Path) -> None:
    path = shelf.root / "two" / "heron.jpg"
    before = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    try:
        summary = shelf.write("copies", out / "copies")
        assert (codes_of(summary)["unreadable"], summary["counts"]["photos"]) == (1, 3)
    finally:
        path.unlink()
        path.write_bytes(before)


def test_a_dry_run_counts_no_photo_of_a_drive_that_is_gone(shelf: Shelf, out: Path) -> None:
    """The catalog still says that they are online."""
    drive, away = shelf.root / "two", shelf.root / "away"
    drive.rename(away)
    try:
        summary = shelf.write("copies", out / "copies", dry=True)
    finally:
        away.rename(drive)
    assert (summary["counts"]["photos"], codes_of(summary)) == (2, {"offline": 3})


def test_named_copies_have_names_and_no_place(shelf: Shelf, out: Path) -> None:
    shelf.write("copies", out / "named", copies_as="named")
    heron = out / "named" / neutral(shelf, "heron.jpg")
    with Image.open(heron) as picture:
        assert picture.size == (80, 60)
        exif, packet = picture.getexif(), picture.info["xmp"]
    assert 0x010E not in exif
    assert not exif.get_ifd(0x8825)
    assert exif.get_ifd(0x8769)[0x9003] == "2024:05:01 10:20:30"
    said = read_xmp(packet)
    assert said.title == "Grey heron"
    assert said.rating == 3
    assert {"bird", "Grey heron", "Ardea cinerea", "taxonomy:species=Ardea cinerea"} <= set(
        said.keywords
    )
    assert not {"Lyon", "Home"} & set(said.keywords)
    for content in files_in(out / "named").values():
        assert b"SECRET" not in content


def test_obscured_copies_have_the_place_of_the_grid(shelf: Shelf, out: Path) -> None:
    with pytest.raises(UsageError, match="exact place"):
        shelf.write("copies", out / "copies", obscure_km=10.0)
    assert not list(out.iterdir())
    shelf.write("copies", out / "rough", copies_as="named", obscure_km=10.0)
    cell = cell_of(45.7589, 4.8414, 10)
    with Image.open(out / "rough" / neutral(shelf, "heron.jpg")) as picture:
        place = picture.getexif().get_ifd(0x8825)
    degrees, minutes, seconds = place[2]
    assert float(degrees + minutes / 60 + seconds / 3600) == pytest.approx(cell.latitude, abs=1e-6)
    assert (place[1], place[3], float(place[31])) == ("N", "E", cell.meters)
    with Image.open(out / "rough" / neutral(shelf, "-2+3.png")) as picture:
        place = picture.getexif().get_ifd(0x8825)
    assert (place[1], place[3]) == ("S", "W")


def test_others_read_what_is_in_a_copy(shelf: Shelf, out: Path) -> None:
    shelf.write("copies", out / "rough", copies_as="named", obscure_km=10.0)
    told = subprocess.run(
        [
            "exiftool",
            "-n",
            "-s3",
            "-Subject",
            "-GPSLatitude",
            "-Rating",
            out / "rough" / neutral(shelf, "heron.jpg"),
        ],
        capture_output=True,
        check=True,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    ).stdout.splitlines()
    assert "Ardea cinerea" in told[0]
    assert float(told[1]) == pytest.approx(cell_of(45.7589, 4.8414, 10).latitude, abs=1e-6)
    assert told[2] == "3"
