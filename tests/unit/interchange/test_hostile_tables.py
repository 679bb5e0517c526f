"""Damaged, endless and odd tables end with a sentence, and in a bounded room."""

import io
import json
import os
import tracemalloc
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

from tests.unit.interchange.test_species_list_reader import META
from visret_desktop.interchange.camtrap import station_table
from visret_desktop.interchange.camtrap.reading import CamtrapPackage, PackageUnreadable
from visret_desktop.interchange.camtrap.station_table import StationsUnreadable, read_stations
from visret_desktop.interchange.detections.json_parts import NotJson, parts_of
from visret_desktop.interchange.foreign_files import Archive, TableUnreadable, rows_of
from visret_desktop.interchange.species.species_list_reader import ListUnreadable, read_list
from visret_desktop.interchange.tracks.gpx import read_track
from visret_desktop.interchange.tracks.track import TrackUnusable

_MEGABYTE = 1_000_000
_DEPLOYMENTS = (
    "deploymentID,latitude,longitude,deploymentStart,deploymentEnd\n" + "a,1,2,3,4\n" * 99
)


@contextmanager
def at_most(megabytes: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < megabytes * _MEGABYTE
    finally:
        tracemalloc.stop()


def package(path: Path, description: bytes = b"", **tables: Any) -> Path:
    """Write a package as a zip; `tables` are other things that resources say."""
    resources = [
        {"name": name, "path": f"{name}.csv", **tables.get(name, {})}
        for name in ("deployments", "media", "observations")
    ]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        said = description or json.dumps({"name": "p", "resources": resources}).encode()
        archive.writestr("datapackage.json", said)
        for one in resources:
            archive.writestr(f"{one['name']}.csv", _DEPLOYMENTS)
    return path


def read(path: Path) -> int:
    with CamtrapPackage(path) as opened:
        return sum(1 for _ in opened.rows("deployments"))


def test_a_whole_package_is_read(tmp_path: Path) -> None:
    assert read(package(tmp_path / "x.zip")) == 99


@pytest.mark.parametrize(
    "said",
    [
        {"encoding": "rot13"},
        {"encoding": "zlib_codec"},
        {"encoding": "klingon"},
        {"encoding": "\0"},
        {"path": "."},
        {"path": "/etc/passwd"},
        {"path": ["deployments.csv", "x"]},
        {"path": "missing.csv"},
    ],
)
def test_odd_tables_are_a_sentence(tmp_path: Path, said: dict[str, Any]) -> None:
    with pytest.raises(PackageUnreadable, match=r"deployments.*\.$"):
        read(package(tmp_path / "x.zip", deployments=said))


@pytest.mark.parametrize("damage", ["stream", "encrypted", "compression", "cut"])
def test_everyday_damage_of_a_zip_is_a_sentence(tmp_path: Path, damage: str) -> None:
    path = package(tmp_path / "x.zip")
    content = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo("deployments.csv")
    start = info.header_offset + 30 + len(info.filename)
    entry = content.rindex(b"PK\x01\x02", 0, content.rindex(b"deployments.csv"))
    if damage == "stream":
        content[start : start + 20] = b"\xff" * 20
    elif damage == "encrypted":
        content[entry + 8] |= 1
        content[info.header_offset + 6] |= 1
    elif damage == "compression":
        content[entry + 10] = content[info.header_offset + 8] = 77
    else:
        del content[len(content) // 2 :]
    path.write_bytes(content)
    with pytest.raises(PackageUnreadable, match=r"^[^\n]{10,300}\.$"):
        read(path)


def test_no_more_of_a_file_is_read_than_its_archive_says(tmp_path: Path) -> None:
    inside, path = PurePosixPath("a/b.csv"), tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("./a//b.csv", b"x" * _MEGABYTE)
    with Archive(path) as whole, whole.bounded(inside, _MEGABYTE) as file:
        assert whole.outermost("b.csv") == inside
        assert len(file.read()) == _MEGABYTE
    with Archive(path) as whole, pytest.raises(ValueError, match="larger than 0 MB"):
        whole.bounded(inside, _MEGABYTE - 1)
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")
    content[entry + 24 : entry + 28] = (1000).to_bytes(4, "little")  # its size, as the zip has it
    path.write_bytes(content)
    damaged = pytest.raises(zipfile.BadZipFile)  # a thousand bytes have another checksum
    with Archive(path) as lying, lying.bounded(inside, 1000) as file, damaged:
        file.read()


def test_a_title_that_is_no_text_harms_nobody(tmp_path: Path) -> None:
    resources = [{"name": n, "path": f"{n}.csv"} for n in ("deployments", "media", "observations")]
    said = {"title": "a\ud800\0b", "name": "\udfff", "resources": resources}
    with CamtrapPackage(package(tmp_path / "x.zip", json.dumps(said).encode())) as opened:
        assert (opened.title, opened.name) == ("a b", "a b")
        opened.source().encode()


def test_a_description_of_millions_of_objects_is_refused_before_it_is_read(tmp_path: Path) -> None:
    bomb = b'{"resources":[],"x":[' + b'{"":1},' * 2_000_000 + b"1]}"
    with at_most(40), pytest.raises(PackageUnreadable, match="too large"):
        read(package(tmp_path / "x.zip", bomb))


def test_a_pipe_as_a_table_does_not_hang(tmp_path: Path) -> None:
    with zipfile.ZipFile(package(tmp_path / "x.zip")) as archive:
        archive.extractall(tmp_path / "p")
    (tmp_path / "p" / "deployments.csv").unlink()
    os.mkfifo(tmp_path / "p" / "deployments.csv")
    with pytest.raises(PackageUnreadable, match="pipe"):
        read(tmp_path / "p")


# ---- tables without an end ----------------------------------------------------------------------


@pytest.mark.parametrize("piece", ["a", "\N{OTTER}", "a,", '"', "a\n", "\r"])
def test_no_line_and_no_record_is_without_an_end(piece: str) -> None:
    content = 'name\nx,"' + piece * (6 * _MEGABYTE // len(piece))
    text = io.TextIOWrapper(io.BytesIO(content.encode()), newline="")
    with at_most(100), pytest.raises(TableUnreadable):
        longest_row(text)


def longest_row(text: io.TextIOWrapper) -> int:
    return max(sum(map(len, row)) for row in rows_of(text, ",", 5 * _MEGABYTE))


def test_ordinary_rows_are_read() -> None:
    long = "x" * 100_000
    text = io.StringIO(f'a,b\n"two\nlines",{long}\n"say ""hi""",2\n', newline="")
    assert list(rows_of(text, ",")) == [["a", "b"], ["two\nlines", long], ['say "hi"', "2"]]
    assert list(rows_of(io.StringIO('a"b\tc\n'), "\t", quote=None)) == [['a"b', "c"]]


def test_no_rows_beyond_the_most_are_kept_of_a_table_of_stations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(station_table, "_MOST_ROWS", 100)
    (tmp_path / "x.csv").write_text("Station,Setup_date\n" + ",,,,,,,,,\n" * 20_000)
    with at_most(2), pytest.raises(StationsUnreadable, match="more than 100 lines"):
        read_stations(tmp_path / "x.csv")


def test_no_part_of_a_file_of_detections_is_without_an_end() -> None:
    """Millions of small objects in a part would take thirty times as many bytes."""
    for size in (7, 9):
        file = io.BytesIO(b'{"images":["' + b"a" * size * _MEGABYTE + b'"]}')
        if size == 7:
            assert len([*parts_of(file)]) == 1
            continue
        with pytest.raises(NotJson, match="too long"):
            list(parts_of(file))


def test_an_archive_of_one_line_does_not_fill_memory(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("meta.xml", META)
        archive.writestr("taxon.txt", "\N{OTTER}" + "a" * 40_000_000)
        archive.writestr("names.txt", "")
    with at_most(40), pytest.raises(ListUnreadable, match="longer than"):
        read_list(tmp_path / "x.zip", "x")


def test_a_damaged_archive_of_names_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("meta.xml", META)
        start = archive.start_dir + 30 + len("taxon.txt")
        archive.writestr("taxon.txt", "1\tArdea cinerea\tspecies\t\n" * 99)
        archive.writestr("names.txt", "")
        archive.writestr("places.txt", "")
    content = bytearray(path.read_bytes())
    content[start : start + 20] = b"\xff" * 20
    path.write_bytes(content)
    with pytest.raises(ListUnreadable, match=r"cannot be used as a list of names: [^\n]+\.$"):
        read_list(path, "x")


def test_attributes_without_an_end_are_refused() -> None:
    points = (f'<trkpt a{number}="1"/>'.encode() for number in range(100_000))
    with at_most(20), pytest.raises(TrackUnusable, match="attributes"):
        read_track([b"<gpx><trk><trkseg>", *points], "a.gpx")
    wide = " ".join(f'a{number}="1"' for number in range(200))
    with pytest.raises(TrackUnusable, match="attributes"):
        read_track([f"<gpx {wide}>".encode()], "a.gpx")


def test_lists_with_old_ends_of_lines_are_read(tmp_path: Path) -> None:
    (tmp_path / "mac.csv").write_bytes(b"name,common\rArdea cinerea,heron\rPica pica,magpie\r")
    found = read_list(tmp_path / "mac.csv", "x")
    assert [one.name for one in found.names] == ["Ardea cinerea", "Pica pica"]
    (tmp_path / "wide.csv").write_bytes("name\nArdea cinerea\n".encode("utf-16-le"))
    found = read_list(tmp_path / "wide.csv", "x")
    assert [one.name for one in found.names] == ["Ardea cinerea"]
    (tmp_path / "chinese.csv").write_bytes("苍鹭\n大山雀\n普通翠鸟\n".encode("gb18030"))
    with pytest.raises(ListUnreadable, match="--encoding"):
        read_list(tmp_path / "chinese.csv", "x")
    found = read_list(tmp_path / "chinese.csv", "x", "gb18030")
    assert [one.name for one in found.names] == ["苍鹭", "大山雀", "普通翠鸟"]
