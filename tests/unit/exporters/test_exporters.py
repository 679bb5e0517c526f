"""Files of photos: whole, safe to open in a spreadsheet, and never in the place of anything."""

import csv
import io
import json
import logging
import os
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from visret_desktop.cli.main import main
from visret_desktop.exporters import csv_file
from visret_desktop.exporters.exporter import EXPORTERS, Exporter
from visret_desktop.exporters.row import COLUMNS, Row, row_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Fingerprint, Metadata, Photo
from visret_desktop.paths import default_paths

ODD = os.fsdecode(b"caf\xe9.jpg")
KNOWN = Metadata(
    4000, 3000, "JPEG", "2024-05-01T10:20:30", -33.5, 13.4, -3.0, "Maker Ä", None, 0.01, 2.8, 35.0,
    200, 5, '=HYPERLINK("http://x")', 'Two lines,\nand a "quote"', ("bird", "+1", "lake"),
)  # fmt: skip
PLAIN = Metadata(10, 10, "PNG", keywords=("=1+1",))
PRINT = Fingerprint(1, 1_700_000_000 * 10**9)


@pytest.fixture
def library(profile: Path, tmp_path: Path) -> Path:
    """A library of four photos in two folders, of which two have the same bytes."""
    paths = default_paths()
    catalog = Catalog.open(paths.catalog)
    for folder in ("one", "two"):
        (tmp_path / folder / "sub").mkdir(parents=True)
    one, two = (catalog.add_folder(tmp_path / name).id for name in ("one", "two"))
    catalog.put_photo(one, "heron.jpg", PRINT, "a" * 32, "", KNOWN, companion="heron.nef")
    catalog.put_photo(one, "sub/-2+3.png", PRINT, "b" * 32, "", PLAIN)
    catalog.put_photo(two, "copy.jpg", PRINT, "a" * 32, "", KNOWN)
    offline = catalog.put_photo(two, ODD, PRINT, "c" * 32, "", Metadata())
    catalog.set_offline([offline])
    catalog.close()
    return tmp_path


@pytest.fixture
def out(someones_home: Path) -> Iterator[Path]:
    """A folder to export to; the log that a command begins is ended."""
    root = logging.getLogger()
    before = list(root.handlers)
    yield someones_home
    for handler in [handler for handler in root.handlers if handler not in before]:
        root.removeHandler(handler)
        handler.close()


def export(*words: str | Path, code: int = 0) -> None:
    assert main(["export", *map(str, words)]) == code


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def table_of(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8-sig", newline="") as stream:
        return list(csv.DictReader(stream))


# ---- what is written ------------------------------------------------------------------------


def test_json_lines_say_everything(library: Path, out: Path) -> None:
    export(out / "photos.jsonl")
    photos = {photo["path"]: photo for photo in lines_of(out / "photos.jsonl")}
    assert next(iter(photos)) in (str(library / "one/heron.jpg"), str(library / "two/copy.jpg"))
    heron = photos[str(library / "one" / "heron.jpg")]
    assert set(heron) == set(COLUMNS)
    assert {name: heron[name] for name in ("name", "raw", "hash", "online", "folder")} == {
        "name": "heron.jpg",
        "raw": "heron.nef",
        "hash": "a" * 32,
        "online": True,
        "folder": str(library / "one"),
    }
    assert heron["copies"] == [str(library / "two" / "copy.jpg")]
    for name, value in vars(KNOWN).items():
        assert heron[name] == (list(value) if isinstance(value, tuple) else value)
    assert (heron["utc_offset"], heron["utc_offset_by"]) == ("UTC+01:00", "place")
    assert photos[str(library / "two" / ODD)]["online"] is False
    assert len(photos) == 4


def test_a_table_says_the_same_and_runs_nothing(library: Path, out: Path) -> None:
    export(out / "photos.csv")
    rows = {row["path"]: row for row in table_of(out / "photos.csv")}
    heron = rows[str(library / "one" / "heron.jpg")]
    assert tuple(heron) == COLUMNS
    assert heron["title"] == "'" + str(KNOWN.title)
    assert heron["description"] == KNOWN.description
    assert heron["camera"] == "Maker Ä"
    assert heron["lens"] == ""
    assert (heron["latitude"], heron["online"]) == ("-33.5", "true")
    assert heron["keywords"] == "bird; +1; lake"
    assert heron["copies"] == str(library / "two" / "copy.jpg")
    odd = rows[str(library / "one" / "sub" / "-2+3.png")]
    assert (odd["name"], odd["keywords"]) == ("'-2+3.png", "'=1+1")
    names = {row["name"] for row in rows.values()}
    assert r"caf\udce9.jpg" in names


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_text_begins_as_a_formula(start: str) -> None:
    found = Metadata(title=f"{start}1", keywords=(f"{start}1",), description=f" {start}1")
    photo = Photo(1, 1, Path("/a"), f"{start}a.jpg", "a" * 32, PRINT, True, found, f"{start}a.nef")
    written = io.BytesIO()
    csv_file.write([row_of(photo, Path("/"), ())], written)
    ((_, cells),) = enumerate(
        csv.DictReader(io.StringIO(written.getvalue().decode("utf-8-sig"), newline=""))
    )
    for name in ("title", "keywords", "name", "raw"):
        assert cells[name].startswith(f"'{start}"), name
    assert cells["description"] == f" {start}1"


def test_an_export_can_be_kept_to_folders(
    library: Path, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    export(out / "photos.jsonl", "--folder", library / "one" / "sub", "--json")
    assert json.loads(capsys.readouterr().out) == {
        "exported": str(out / "photos.jsonl"),
        "format": "jsonl",
        "photos": 1,
    }
    assert [photo["name"] for photo in lines_of(out / "photos.jsonl")] == ["-2+3.png"]
    export(out / "none.csv", "--folder", library / "three", code=3)
    assert not (out / "none.csv").exists()


def test_an_empty_library_has_an_empty_table(profile: Path, out: Path) -> None:
    export(out / "photos.csv")
    assert (out / "photos.csv").read_text(encoding="utf-8-sig").strip() == ",".join(COLUMNS)


# ---- where it is written --------------------------------------------------------------------


def test_nothing_is_replaced_unasked(library: Path, out: Path) -> None:
    file = out / "photos.csv"
    file.write_text("mine")
    export(file, code=1)
    assert file.read_text() == "mine"
    export(file, "--overwrite")
    assert len(table_of(file)) == 4


def test_nothing_is_written_among_photos(library: Path, out: Path) -> None:
    for folder in ("one", "one/sub"):
        export(library / folder / "photos.csv", "--overwrite", code=2)
    assert not list(library.rglob("*.csv"))
    export(out / "photos", code=2)  # no kind is named
    export(out / "no" / "photos.csv", code=2)
    assert not list(out.iterdir())


def test_what_breaks_off_leaves_nothing(
    library: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(photos: Iterable[Row], file: BinaryIO) -> None:
        file.write(str(next(iter(photos))).encode("utf-8", "backslashreplace"))
        raise KeyboardInterrupt

    monkeypatch.setitem(EXPORTERS, "torn", Exporter("torn", ".torn", "breaks off", write))
    export(out / "photos.torn", code=130)
    assert not list(out.iterdir())


# ---- growing --------------------------------------------------------------------------------


def test_an_exporter_is_one_row_of_the_table(
    library: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recipe of CONTRIBUTING, with names and stars as a text."""

    def write(photos: Iterable[Row], file: BinaryIO) -> None:
        for photo in photos:
            file.write(f"{photo['name']} {photo['rating'] or 0}\n".encode("utf-8", "replace"))

    monkeypatch.setitem(EXPORTERS, "toy", Exporter("toy", ".txt", "names and stars", write))
    export(out / "photos.txt", "--folder", library / "one")
    export(out / "same", "--format", "toy", "--folder", library / "one")
    assert sorted((out / "photos.txt").read_text().splitlines()) == ["-2+3.png 0", "heron.jpg 5"]
    assert (out / "same").read_bytes() == (out / "photos.txt").read_bytes()


@pytest.mark.parametrize("name", EXPORTERS)
def test_many_photos_take_little_memory(name: str, tmp_path: Path) -> None:
    photo = Photo(1, 1, Path("/photos/a.jpg"), "a.jpg", "a" * 32, PRINT, True, KNOWN)
    rows = (row_of(photo, Path("/photos"), ()) for _ in range(20_000))
    with (tmp_path / "photos").open("wb") as file:
        tracemalloc.start()
        try:
            EXPORTERS[name].write(rows, file)
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
    assert peak < 1_000_000
    assert (tmp_path / "photos").stat().st_size > 20_000 * 200
