"""Files of photos: whole, safe to open in a spreadsheet, and never in the place of anything."""

import csv
import json
import re
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import parse
from PIL import Image

from tests.unit.exporters.exported import HERON, LYON, ODD, Run, Shelf
from tests.unit.exporters.made_library import BLANK, OTTER, export, put_photo
from visret_desktop.cli.main import main
from visret_desktop.errors import Cancelled
from visret_desktop.exporters import exporter
from visret_desktop.exporters.contact_sheets import font_of, wrapped
from visret_desktop.exporters.exporter import (
    FORMATS,
    Choices,
    Export,
    ExportTarget,
    Format,
    Lack,
    Report,
)
from visret_desktop.exporters.exporting import plan_export
from visret_desktop.exporters.inaturalist import NO_DATE, WITHOUT_PLACE
from visret_desktop.exporters.lists import cell
from visret_desktop.exporters.photos import COLUMNS, outgoing
from visret_desktop.interchange.foreign_files import as_it_was, harmless
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_detections import (
    DetectionFile,
    Label,
    PhotoFindings,
)
from visret_desktop.library.records import AcceptedName, Fingerprint, Metadata, Notes

_KML = "{http://www.opengis.net/kml/2.2}"
_SHOWN_ODD = r"caf\udce9" + "\n.jpg"


def lines_of(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def table_of(file: Path, encoding: str = "utf-8-sig") -> list[dict[str, str]]:
    with file.open(encoding=encoding, newline="") as stream:
        return list(csv.DictReader(stream))


def codes_of(body: dict[str, Any]) -> dict[str, int]:
    return {remark["code"]: remark["count"] for remark in body["remarks"]}


# ---- what is written ------------------------------------------------------------------------


def test_json_lines_say_everything(shelf: Shelf, out: Path) -> None:
    shelf.write("jsonl", out / "photos.jsonl")
    photos = {photo["path"]: photo for photo in lines_of(out / "photos.jsonl")}
    heron = photos[str(shelf.root / "one" / "heron.jpg")]
    assert set(heron) == set(COLUMNS)
    assert {name: heron[name] for name in ("name", "raw", "hash", "online", "folder")} == {
        "name": "heron.jpg",
        "raw": "heron.nef",
        "hash": shelf.hashes["heron.jpg"],
        "online": True,
        "folder": str(shelf.root / "one"),
    }
    assert heron["copies"] == [str(shelf.root / "two" / "heron.jpg")]
    for name, value in vars(LYON).items():
        if name != "rating":
            assert heron[name] == (list(value) if isinstance(value, tuple) else value)
    assert (heron["rating"], heron["own_rating"]) == (3, 3)
    assert heron["names"] == ["Ardea cinerea"]
    assert heron["accepted_by"] == ["Ada"]
    assert heron["individuals"] == ["2"]
    assert heron["own_tags"] == ["Animals|Birds|Grey heron", "Places|Home"]
    assert (heron["utc_offset"], heron["utc_offset_by"]) == ("UTC+02:00", "place")
    assert heron["place"].endswith("France")
    assert photos[str(shelf.root / "two" / "gone.jpg")]["online"] is False
    assert len(photos) == 5


def test_a_table_says_the_same_and_runs_nothing(shelf: Shelf, out: Path) -> None:
    shelf.write("csv", out / "photos.csv")
    rows = {row["path"]: row for row in table_of(out / "photos.csv")}
    heron = rows[str(shelf.root / "one" / "heron.jpg")]
    assert tuple(heron) == COLUMNS
    assert heron["title"] == "'" + str(LYON.title)
    assert heron["description"] == LYON.description
    assert (heron["camera"], heron["lens"]) == ("Maker Ä", "")
    assert (heron["latitude"], heron["online"]) == ("45.7589", "true")
    assert heron["keywords"] == "bird; '+1; Lyon"
    odd = rows[str(shelf.root / "one" / "sub" / "-2+3.png")]
    assert (odd["name"], odd["keywords"]) == ("'-2+3.png", "'=1+1")
    assert _SHOWN_ODD in {row["name"] for row in rows.values()}


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_no_text_begins_as_a_formula(start: str) -> None:
    assert cell(f"{start}1") == f"'{start}1"
    assert cell((f"{start}1", "2")) == f"'{start}1; 2"
    assert cell(f" {start}1") == f" {start}1"
    if not start.isspace():
        assert cell(f"x;{start}1") == f"x;'{start}1", "where cells end with a semicolon"
        assert cell(f"x\r\n{start}1") == f"x\r\n'{start}1"
        assert cell(("2", f"{start}1")) == f"2; '{start}1"
    for text in (f"{start}1", f"x;{start}1;{start}2", f"x; {start}1", "it's 1-2", "a;b"):
        assert as_it_was(harmless(text)) == text


def test_points_have_their_longitude_first(shelf: Shelf, out: Path) -> None:
    body = shelf.write("geojson", out / "photos.geojson")
    assert (body["counts"]["photos"], codes_of(body)) == (5, {})
    found = json.loads((out / "photos.geojson").read_bytes())
    assert found["type"] == "FeatureCollection"
    points = {tuple(one["geometry"]["coordinates"]) for one in found["features"]}
    assert points == {(4.8414, 45.7589), (-70.6, -33.5), (4.84, 45.75)}, "the last by deployment"
    heron = next(one for one in found["features"] if one["properties"]["name"] == "heron.jpg")
    assert heron["properties"]["names"] == ["Ardea cinerea"]
    assert "latitude" not in heron["properties"]


def test_placemarks_are_escaped(shelf: Shelf, out: Path) -> None:
    shelf.write("kml", out / "photos.kml")
    marks = parse(out / "photos.kml").getroot().findall(f"{_KML}Document/{_KML}Placemark")
    told = {mark.findtext(f"{_KML}name"): mark for mark in marks}
    assert {"Grey heron", "-2+3.png", "gone.jpg"} < set(told)
    heron = told["Grey heron"]
    assert heron.findtext(f"{_KML}Point/{_KML}coordinates") == "4.8414,45.7589"
    assert heron.findtext(f"{_KML}TimeStamp/{_KML}when") == "2024-05-01T10:20:30+02:00"
    # Globes take a description for HTML.
    assert "&lt;b&gt;" in str(heron.findtext(f"{_KML}description"))


def test_inaturalist_gets_a_row_for_each_name_and_event(shelf: Shelf, out: Path) -> None:
    body = shelf.write("inaturalist", out / "list.csv")
    assert codes_of(body)["no-name"] == 3
    first, *_ = table_of(out / "list.csv", "iso-8859-1")
    assert list(first) == [
        *("taxon name", "date observed", "description", "place name"),
        *("latitude", "longitude", "tags", "geoprivacy"),
    ]
    assert first["taxon name"] == HERON.name
    assert first["date observed"] == "2024-05-01T10:20:30+02:00"
    assert (first["latitude"], first["longitude"]) == ("45.7589", "4.8414")
    assert first["tags"] == "bird, +1, Lyon, Grey heron, Home"
    assert "2 individuals" in first["description"]
    assert "\n" not in first["description"]


def test_a_photo_with_two_names_lacks_date_and_place_once(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path / "photos").id
    put_photo(catalog, folder, "a.jpg", Metadata(format="JPEG"), OTTER, HERON)
    report = export(catalog, "inaturalist", tmp_path / "list.csv")
    assert len(table_of(tmp_path / "list.csv", "iso-8859-1")) == 2
    lacking = {code: (found.count, found.names) for code, found in report.remarks.items()}
    assert lacking == {code: (1, ["a.jpg"]) for code in (WITHOUT_PLACE.code, NO_DATE.code)}
    catalog.close()


def test_no_letter_becomes_the_sign_of_a_formula_in_a_list_for_inaturalist(tmp_path: Path) -> None:
    """Letters that its import cannot read become plainer ones, such as "=" and ";"."""
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path / "photos").id
    for number, text in enumerate(("⁼1+1", "﹦1+1", "⁺1+1", "﹫SUM(1)", "x\u037e=1+1")):
        known = Metadata(format="JPEG", title=text, keywords=(text,))
        put_photo(catalog, folder, f"{number}.jpg", known, replace(HERON, name=text))
    export(catalog, "inaturalist", tmp_path / "list.csv")
    cells = [text for row in table_of(tmp_path / "list.csv", "iso-8859-1") for text in row.values()]
    assert sum("1" in text for text in cells) == 15
    assert [text for text in cells if re.search(r"(?:^|;)\s*[=+@-]", text)] == []
    catalog.close()


def test_ebird_gets_its_record_format(tmp_path: Path) -> None:
    """19 columns in their order and no header: name, count, place, day, time, parts of the world.

    Of an event the largest number in one photo counts. A state is told in countries whose parts are
    eBird's own, and no checklist claims to be complete.
    """
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path / "photos").id
    lake = Metadata(
        format="JPEG", taken_at="2026-05-01T07:05:00", latitude=42.4407, longitude=-76.4966
    )
    male = replace(HERON, name="Anas platyrhynchos", count=1, sex="male")
    ducks = (replace(male, count=2), replace(male, count=3, sex="female"))
    put_photo(catalog, folder, "lake/1.jpg", lake, male, AcceptedName("Homo sapiens"))
    later = replace(lake, taken_at="2026-05-01T07:06:00")
    put_photo(catalog, folder, "lake/2.jpg", later, *ducks, HERON)
    put_photo(catalog, folder, "lake/3.jpg", Metadata(format="JPEG"), HERON)
    river = Metadata(format="JPEG", taken_at="2026-05-02T23:59:00+02:00")
    put_photo(catalog, folder, "river/4.jpg", river, AcceptedName("Aves", "bird", count=0), BLANK)
    put_photo(catalog, folder, "river/5.jpg", river, AcceptedName("Aves", "=1+1"))
    report = export(catalog, "ebird", tmp_path / "ebird.csv")
    where = '"Ithaca, New York, United States (42.4407, -76.4966)",42.4407,-76.4966'
    rest = "05/01/2026,07:05,NY,US,Incidental,,,N,,,"
    assert (tmp_path / "ebird.csv").read_text("utf-8").splitlines() == [
        f",Anas,platyrhynchos,5,1 male; 2 male; 3 female,{where},{rest}",
        f",Ardea,cinerea,2,,{where},{rest}",
        "'=1+1,,,X,,photos/river,,,05/02/2026,23:59,,,Incidental,,,N,,,",
    ]
    assert (report.counts["photos"], report.counts["rows"]) == (3, 3)
    lacking = {code: remark.count for code, remark in report.remarks.items()}
    assert lacking == {
        "not-an-organism": 3,
        "no-name": 1,
        "no-date": 1,
        "row-without-place": 1,
    }
    export(catalog, "ebird", tmp_path / "rough.csv", obscure_km=10.0)
    rough = (tmp_path / "rough.csv").read_text("utf-8")
    assert "United States" in rough
    assert [told for told in ("42.44", "Ithaca", "NY", "river") if told in rough] == []
    catalog.close()


@pytest.mark.parametrize("name", ["geojson", "kml"])
def test_a_photo_without_a_place_is_left_out_of_a_map(tmp_path: Path, name: str) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path / "photos").id
    put_photo(catalog, folder, "weir/a.jpg", Metadata(format="JPEG", latitude=45.9, longitude=15.5))
    put_photo(catalog, folder, "b.jpg", Metadata(format="JPEG"))
    report = export(catalog, name, tmp_path / "out")
    assert {code: one.count for code, one in report.remarks.items()} == {"no-place": 1}
    catalog.close()


def test_groups_and_what_is_around_leave_with_their_photos(tmp_path: Path) -> None:
    """Two females and a cub of one species, in a deployment, an event, and a detector's file."""
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path / "photos").id
    cub = replace(OTTER, count=1, sex="", life_stage="juvenile", behavior="")
    blank, person = AcceptedName("blank"), AcceptedName("Homo sapiens")
    place = Metadata(format="JPEG", taken_at="2026-05-01T10:00:00", latitude=45.9, longitude=15.5)
    content = put_photo(catalog, folder, "weir/a.jpg", place, OTTER, cub, person)
    put_photo(catalog, folder, "weir/b.jpg", place, blank)
    label = Label("animal")
    file = DetectionFile(tmp_path / "md.json", "MegaDetector", "md_v5a")
    catalog.annotations.put_detections(
        file, [label], [PhotoFindings(content, [[0, 9200, -1, -1, -1, -1]])]
    )
    export(catalog, "csv", tmp_path / "out.csv")
    first, second = table_of(tmp_path / "out.csv")
    assert first["names"] == "Lutra lutra; Lutra lutra; Homo sapiens"
    assert (first["individuals"], first["sexes"]) == ("2; 1; ", "female; ; ")
    assert (first["life_stages"], first["behaviors"]) == ("adult; juvenile; ", "swimming; ; ")
    assert (first["deployment"], first["detections"]) == ("photos/weir", "animal 0.92")
    assert second["detections"] == ""
    export(catalog, "csv", tmp_path / "rough.csv", obscure_km=10.0)
    assert "weir" not in (tmp_path / "rough.csv").read_text("utf-8-sig")
    report = export(catalog, "inaturalist", tmp_path / "list.csv")
    (row,) = table_of(tmp_path / "list.csv", "iso-8859-1")
    assert row["taxon name"] == "Lutra lutra"
    assert "2 individuals; female; adult; swimming; 1 individual; juvenile" in row["description"]
    assert report.remarks["not-a-taxon"].names == ["Homo sapiens", "blank"]
    export(catalog, "kml", tmp_path / "out.kml")
    marks = parse(tmp_path / "out.kml").getroot().findall(f"{_KML}Document/{_KML}Placemark")
    assert marks[0].findtext(f"{_KML}name") == "otter, Homo sapiens"
    catalog.close()


def test_names_below_pictures_take_a_second_line_before_they_lose_letters() -> None:
    font = font_of(24)
    width = int(font.getlength("2024-05-01 grey heron"))
    assert wrapped("heron.jpg", font, width, 2) == ["heron.jpg"]
    name = "2024-05-01 grey heron_landing.jpg"
    lines = wrapped(name, font, width, 2)
    assert lines == ["2024-05-01 grey", "heron_landing.jpg"]
    endless = wrapped("x" * 200, font, width, 2)
    assert len(endless) == 2
    assert "…" in endless[1]
    assert all(font.getlength(line) <= width for line in endless)
    assert wrapped(name, font, 1, 1) == ["…"]


def test_copies_of_a_photo_are_one_observation(out: Path) -> None:
    catalog = Catalog.open(out / "catalog.db")
    folder = catalog.roots.add(out / "photos").id
    for number, taken in enumerate(("2026-05-01T10:00:00", None)):
        content, photo = f"{number:032x}", Metadata(format="JPEG", taken_at=taken)
        for name in (f"{number}.jpg", f"copies/{number}.jpg"):
            catalog.put_photo(folder, name, Fingerprint(10, 10**18), content, "uid", photo)
        catalog.annotations.put_notes({content: Notes(names=(OTTER,))})
    report = export(catalog, "inaturalist", out / "list.csv")
    catalog.close()
    assert (report.counts["photos"], report.counts["rows"]) == (4, 2)
    assert report.remarks["same-observation"].count == 2


class _Sheet(HTMLParser):
    """What is in a contact sheet."""

    def __init__(self) -> None:
        super().__init__()
        self.sources: list[str] = []
        self.tags: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def test_a_sheet_for_browsers_asks_for_nothing(shelf: Shelf, out: Path) -> None:
    title = "<script>alert(1)</script>"
    body = shelf.write("html", out / "sheet.html", title=title)
    assert (body["counts"]["photos"], codes_of(body)) == (5, {})
    sheet = _Sheet()
    sheet.feed((out / "sheet.html").read_text())
    assert len(sheet.sources) == 5  # the one that is offline, too
    assert all(source.startswith("data:image/jpeg;base64,") for source in sheet.sources)
    assert not {"script", "link", "iframe"} & set(sheet.tags)
    assert title in sheet.texts
    assert "Grey heron (Ardea cinerea)" in sheet.texts
    assert str(shelf.root) not in "".join(sheet.texts)


def test_a_sheet_to_print_has_a_page_for_twenty(shelf: Shelf, out: Path) -> None:
    shelf.write("pdf", out / "sheet.pdf", title="Größe")
    content = (out / "sheet.pdf").read_bytes()
    assert content.startswith(b"%PDF-1.4")
    assert content.endswith(b"%%EOF\n")
    assert content.count(b"/Type /Page ") == 1
    assert "Größe".encode("utf-16-be").hex().upper().encode() in content
    start = int(content.rsplit(b"startxref\n", 1)[1].split()[0])
    assert content[start:].startswith(b"xref\n")
    for number, line in enumerate(re.findall(rb"(\d{10}) 00000 n ", content[start:]), 1):
        assert content[int(line) :].startswith(f"{number} 0 obj".encode())


def test_nothing_is_written_in_a_dry_run(shelf: Shelf, out: Path) -> None:
    for name in FORMATS:
        told = shelf.write(name, out / name, dry=True)
        assert not list(out.glob(f"{name}*"))
        done = shelf.write(name, out / name)
        assert (told["counts"], told["remarks"]) == (done["counts"], done["remarks"])
    assert len(list(out.iterdir())) == len(FORMATS)


# ---- which photos -----------------------------------------------------------------------------


def test_an_export_can_be_kept_to_folders_and_facts(shelf: Shelf, out: Path, run: Run) -> None:
    file = out / "photos.jsonl"
    assert run("jsonl", "--out", file, "--folder", shelf.root / "one" / "sub") == {
        "exported": str(file),
        "format": "jsonl",
        "dry_run": False,
        "photos": 1,
        "counts": {"photos": 1},
        "remarks": [],
    }
    assert [photo["name"] for photo in lines_of(file)] == ["-2+3.png"]
    assert run("csv", "--dry-run", "--where", "rating:3")["photos"] == 2
    assert run("csv", "--dry-run", "type:png")["photos"] == 1  # a query of facts alone
    assert run("csv", "--dry-run", "--out", file, "--replace", "type:png")["exported"] is None
    run("csv", code=2)
    run("csv", "--out", out / "none.csv", "--folder", shelf.root / "three", code=3)
    assert not (out / "none.csv").exists()


# ---- where it is written --------------------------------------------------------------------


def test_nothing_is_replaced_unasked(shelf: Shelf, out: Path, run: Run) -> None:
    file = out / "photos.csv"
    file.write_text("mine")
    run("csv", "--out", file, code=1)
    assert file.read_text() == "mine"
    run("csv", "--out", file, "--overwrite")
    run("csv", "--out", file, "--replace")
    assert len(table_of(file)) == 5


def test_nothing_is_written_among_photos(shelf: Shelf, out: Path, run: Run) -> None:
    for folder in ("one", "one/sub"):
        run("csv", "--out", shelf.root / folder / "photos.csv", "--overwrite", code=2)
        run("copies", "--out", shelf.root / folder / "copies", code=2)
    assert not list(shelf.root.rglob("*.csv"))
    run("csv", "--out", out / "no" / "photos.csv", code=2)
    run("copies", "--out", out / "no" / "copies", code=2)
    assert not list(out.iterdir())


def test_who_writes_as_before_is_told_how_it_is_now(
    shelf: Shelf, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(out / "photos.jsonl")]) == 2
    assert f"visret export jsonl --out {out / 'photos.jsonl'}" in capsys.readouterr().err


def test_a_choice_of_another_format_is_refused(shelf: Shelf, out: Path, run: Run) -> None:
    assert "copies" in run("csv", "--dry-run", "--as", "named", code=2)["error"]["sentence"]
    run("pdf", "--dry-run", "--obscure", "10", code=2)
    run("csv", "--dry-run", "--obscure", "0", code=2)
    run("xmp", "--dry-run", "--out", out / "x", code=2)


# ---- growing --------------------------------------------------------------------------------

_NEEDED = Lack("no-license", "Say a license.", "Say {0} licenses.", is_needed=True)


def names_and_stars(export: Export, place: ExportTarget, report: Report) -> Iterator[int]:
    """The recipe of CONTRIBUTING, with names and stars as a text."""
    with place.file() as file:
        for done, one in enumerate(outgoing(export, report), 1):
            file.write(f"{one.photo.name!r} {one.photo.rating or 0}\n".encode())
            report.count()
            yield done


def torn(export: Export, place: ExportTarget, report: Report) -> Iterator[int]:
    with place.file() as file:
        file.write(b"half")
        yield 1
        raise Cancelled


def unlicensed(export: Export, place: ExportTarget, report: Report) -> Iterator[int]:
    yield from names_and_stars(export, place, report)
    report.note(_NEEDED)


def add(monkeypatch: pytest.MonkeyPatch, function: Any) -> str:
    name = str(function.__name__)
    added = Format(name, ".txt", "a toy", f"{__name__}:{name}")
    monkeypatch.setitem(exporter.FORMATS, name, added)
    return name


def test_a_format_is_one_row_of_the_table(
    shelf: Shelf, out: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = add(monkeypatch, names_and_stars)
    run(name, "--out", out / "photos.txt", "--folder", shelf.root / "one")
    told = sorted((out / "photos.txt").read_text().splitlines())
    assert told == ["'-2+3.png' 0", "'heron.jpg' 3"]


def test_what_breaks_off_leaves_nothing(
    shelf: Shelf, out: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(add(monkeypatch, torn), "--out", out / "photos.txt", code=130)
    assert not list(out.iterdir())


def test_what_lacks_something_needed_is_not_written(
    shelf: Shelf, out: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = add(monkeypatch, unlicensed)
    error = run(name, "--out", out / "photos.txt", code=1)["error"]
    assert (error["code"], "Say a license." in error["sentence"]) == ("export-not-complete", True)
    assert codes_of(run(name, "--dry-run")) == {"no-license": 1}
    assert not list(out.iterdir())


def test_odd_names_leave_in_every_format(shelf: Shelf, out: Path) -> None:
    assert ODD in {path.name for path in (shelf.root / "two").iterdir()}
    for name in ("csv", "jsonl", "geojson", "kml", "html"):
        shelf.write(name, out / name)
        (out / name).read_bytes().decode("utf-8")


def test_many_photos_take_little_memory(shelf: Shelf) -> None:
    ids = shelf.library.reader.photo_ids().tolist() * 1_000
    made = Export(
        shelf.library.reader,
        ids,
        Choices(),
        shelf.library.thumbnails.get,
        lambda _: True,
        lambda _: Image.new("RGB", (8, 8)),
    )
    for name in ("csv", "geojson"):
        for _ in plan_export(FORMATS[name], replace(made, photo_ids=ids[:5]), Report()):
            pass
        tracemalloc.start()
        try:
            for _ in plan_export(FORMATS[name], made, Report()):
                pass
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        assert peak < 6_000_000  # some hundred photos at a time
