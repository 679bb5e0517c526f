"""A Darwin Core Archive has every accepted name of what lives, and opens elsewhere."""

import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from dwca.darwincore.utils import qualname as qn
from dwca.read import DwCAReader
from lxml import etree

from tests.unit.exporters.made_library import BLANK, FACTS, HERON, export, fill, put_photo
from tests.unit.exporters.test_camtrap_dp import rows
from tests.unit.exporters.test_camtrap_round_trip import put_media, take_in
from visret_desktop.exporters.darwin_core.eml import (
    MULTIMEDIA,
    MULTIMEDIA_TERMS,
    OCCURRENCE_TERMS,
)
from visret_desktop.fieldbook.demo import plan_shots
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import (
    LAST_CHANGE,
    LAST_CHANGE_WORDS,
    AcceptedName,
    Metadata,
)

_MATERIAL = "darwin-core"
_XML = b"""<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"
 targetNamespace="http://www.w3.org/XML/1998/namespace">
 <xs:attribute name="lang" type="xs:language"/></xs:schema>"""


class _OfXml(etree.Resolver):
    """Has the one schema of EML's that is on the network."""

    def resolve(self, url: str, _public: str | None, context: object) -> object:
        return self.resolve_string(_XML, context) if url.endswith("/xml.xsd") else None


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.annotations.put_package(FACTS)
    yield opened
    opened.close()


def opened(path: Path, tmp_path: Path) -> list[dict[str, str]]:
    with DwCAReader(str(path), extensions_to_ignore=()) as archive:
        assert archive.metadata is not None
        found = []
        for row in archive:
            assert {photo.rowtype for photo in row.extensions} == {MULTIMEDIA}
            found.append({key.rpartition("/")[2]: value for key, value in row.data.items()})
        return found


def test_the_demonstration_opens_with_every_accepted_observation(
    catalog: Catalog, tmp_path: Path
) -> None:
    folder = catalog.roots.add(tmp_path / "demo").id
    accepted = set()
    for shot in plan_shots(60, 7):
        taken = f"{shot.taken.isoformat(timespec='seconds')}{shot.offset}"
        told = Metadata(taken_at=taken, latitude=shot.latitude, longitude=shot.longitude)
        name = AcceptedName(shot.spec.species, by="Ana", at="2026-05-01T10:00:00Z")
        names = () if shot.is_empty_scene else (name,)
        content = put_photo(catalog, folder, str(shot.path), told, *names)
        accepted.update((content, one.name, round(shot.latitude, 6)) for one in names)
    report = export(catalog, "darwin-core", tmp_path / "demo.zip", occurrences_by="photo")
    assert not report.remarks
    assert report.counts["occurrences"] == len(accepted) > 30
    found = opened(tmp_path / "demo.zip", tmp_path)
    assert {
        (one["occurrenceID"].split("-")[0], one["scientificName"], float(one["decimalLatitude"]))
        for one in found
    } == accepted
    assert {one["basisOfRecord"] for one in found} == {"HumanObservation"}
    assert {one["geodeticDatum"] for one in found} == {"WGS84"}
    assert all(re.fullmatch(r"\S{19}[+-]\d\d:\d\d", one["eventDate"]) for one in found)
    assert {one["identifiedBy"] for one in found} == {"Ana"}


def test_what_is_known_is_told_and_no_more(catalog: Catalog, tmp_path: Path) -> None:
    fill(catalog, tmp_path / "otters")
    nowhere = Metadata(taken_at="2026-05-01T10:00:00")
    put_photo(catalog, 1, "x/1.JPG", nowhere, replace(HERON, behavior="a\tb\nc"), BLANK)
    put_photo(catalog, 1, "x/2.JPG", Metadata(), HERON, AcceptedName("Homo sapiens"))
    report = export(catalog, "darwin-core", tmp_path / "otters.zip", occurrences_by="photo")
    found = opened(tmp_path / "otters.zip", tmp_path)
    by_name = [one["scientificName"] for one in found]
    assert (by_name.count("Lutra lutra"), by_name.count("Ardea cinerea"), len(found)) == (3, 6, 9)
    (absent,) = [one for one in found if one["occurrenceStatus"] == "absent"]
    assert absent["individualCount"] == "0"
    (local,) = [one for one in found if one["eventDate"] == "2026-05-01T10:00:00"]
    assert (local["decimalLatitude"], local["behavior"]) == ("", "a b c")
    assert {code: remark.count for code, remark in report.remarks.items()} == {
        "occurrence-time": 1,
        "occurrence-place": 2,
        "not-an-organism": 3,
    }


def test_an_animal_is_counted_once_in_each_event(catalog: Catalog, tmp_path: Path) -> None:
    folder = catalog.roots.add(tmp_path / "card").id
    place = Metadata(latitude=45.9, longitude=15.5)
    for number in range(10):  # one otter in one trigger; in two frames its cub, too
        taken = replace(place, taken_at=f"2026-05-01T21:00:{number:02}+02:00")
        otter = AcceptedName("Lutra lutra", count=1, life_stage="adult", by="Ana")
        cub = replace(otter, life_stage="juvenile")
        names = (otter, cub) if number in (3, 4) else (otter,)
        put_photo(catalog, folder, f"weir/{number}.JPG", taken, *names)
    put_photo(catalog, folder, "weir/blank.JPG", replace(taken, taken_at="2026-05-01T21:20:00"))
    late = replace(place, taken_at="2026-05-01T21:40:00+02:00")
    put_photo(catalog, folder, "weir/late.JPG", late, replace(otter, count=0))
    report = export(catalog, "darwin-core", tmp_path / "otters.zip")
    found = opened(tmp_path / "otters.zip", tmp_path)
    assert [(one["lifeStage"], one["individualCount"]) for one in found] == [
        ("adult", "1"),
        ("juvenile", "1"),
    ]
    (event,) = {one["eventID"] for one in found}
    assert {one["eventDate"] for one in found} == {
        "2026-05-01T21:00:00+02:00/2026-05-01T21:40:00+02:00"
    }
    assert len({one["occurrenceID"] for one in found}) == 2
    assert report.counts == {"photos": 10, "occurrences": 2}
    export(catalog, "darwin-core", tmp_path / "photos.zip", occurrences_by="photo")
    by_photo = opened(tmp_path / "photos.zip", tmp_path)
    assert [one["occurrenceStatus"] for one in by_photo] == [*["present"] * 12, "absent"]
    assert {one["eventID"] for one in by_photo} == {event}


def test_the_official_example_is_counted_as_its_own_converter_counts(
    catalog: Catalog, tmp_path: Path, material: Path
) -> None:
    """camtrapdp (R) takes what was observed of events; that of machines nobody accepted."""
    example = material / "camtrap-dp" / "example"
    catalog.roots.add(tmp_path / "cards")
    put_media(catalog, example)
    take_in(catalog, example)
    export(catalog, "darwin-core", tmp_path / "out.zip")
    wanted = [
        row
        for row in rows(example, "observations")
        if row["observationLevel"] == "event" and row["observationType"] == "animal"
    ]
    assert len(wanted) == 29
    columns = ("scientificName", "sex", "lifeStage", "behavior")
    found = opened(tmp_path / "out.zip", tmp_path)
    assert Counter(
        (*(row[name] for name in columns), row["count"], row["classifiedBy"])
        for row in wanted
        if row["classificationMethod"] == "human"
    ) == Counter(
        (*(one[name] for name in columns), one["individualCount"], one["identifiedBy"])
        for one in found
    )


def test_places_can_be_obscured(catalog: Catalog, tmp_path: Path) -> None:
    fill(catalog, tmp_path / "otters")
    export(catalog, "darwin-core", tmp_path / "otters.zip", obscure_km=10.0)
    for one in opened(tmp_path / "otters.zip", tmp_path):
        assert one["decimalLatitude"] not in ("45.900000", "45.950000")
        assert 5_000 < int(one["coordinateUncertaintyInMeters"]) < 10_000
        assert "10 km" in one["dataGeneralizations"]
    with zipfile.ZipFile(tmp_path / "otters.zip") as archive:
        whole = b"".join(archive.read(name) for name in archive.namelist())
    assert b"weir" not in whole
    assert b"IMG_" not in whole


def test_what_lacks_is_a_list(catalog: Catalog, tmp_path: Path) -> None:
    catalog.roots.add(tmp_path / "photos")
    catalog.annotations.put_package(PackageFacts())
    report = export(catalog, "darwin-core", tmp_path / "none.zip")
    assert set(report.remarks) == {"package-facts", "no-names"}
    assert report.remarks["package-facts"].names == ["title", "contributor", "license"]
    assert all(remark.lack.is_needed for remark in report.remarks.values())


def test_a_camera_that_works_by_itself_is_a_machine(catalog: Catalog, tmp_path: Path) -> None:
    from visret_desktop.interchange.deployments.survey import survey

    fill(catalog, tmp_path / "otters")
    mill = survey(catalog, catalog.photo_ids().tolist()).deployments[0]
    mill = mill.with_field("captureMethod", "activityDetection")
    catalog.annotations.put_deployments([mill.with_field("setupBy", "Ana").stored()])
    export(catalog, "darwin-core", tmp_path / "otters.zip")
    found = opened(tmp_path / "otters.zip", tmp_path)
    kinds = {(one["parentEventID"], one["basisOfRecord"], one["recordedBy"]) for one in found}
    assert kinds == {
        ("otters/mill", "MachineObservation", "Ana"),
        ("otters/weir", "HumanObservation", ""),
    }


def test_what_describes_it_is_valid(catalog: Catalog, tmp_path: Path, material: Path) -> None:
    fill(catalog, tmp_path / "otters")
    catalog.annotations.put_package(replace(FACTS, description="Two <cameras> & an \x0c otter"))
    export(catalog, "darwin-core", tmp_path / "otters.zip")
    with zipfile.ZipFile(tmp_path / "otters.zip") as archive:
        eml = etree.fromstring(archive.read("eml.xml"))
        meta = etree.fromstring(archive.read("meta.xml"))
    here = material / _MATERIAL
    parser = etree.XMLParser()
    parser.resolvers.add(_OfXml())
    schema = etree.XMLSchema(etree.parse(here / "schema" / "eml-2.1.1" / "eml.xsd", parser))
    assert schema.validate(eml), schema.error_log
    terms = {field.get("term") for field in meta.iter("{*}field")}
    for name, own in (
        ("core/dwc_occurrence_2025-07-10.xml", OCCURRENCE_TERMS),
        ("extension/gbif/1.0/multimedia.xml", MULTIMEDIA_TERMS),
    ):
        known = {one.get("qualName") for one in etree.parse(here / name).iter("{*}property")}
        assert set(own.values()) <= known
        assert set(own.values()) <= terms


def test_the_same_photos_give_the_same_tables(catalog: Catalog, tmp_path: Path) -> None:
    fill(catalog, tmp_path / "otters")
    tables = []
    for name in ("one.zip", "two.zip"):
        export(catalog, "darwin-core", tmp_path / name)
        with zipfile.ZipFile(tmp_path / name) as archive:
            tables.append([archive.read(f"{each}.txt") for each in ("occurrence", "multimedia")])
    assert tables[0] == tables[1]
    assert qn("scientificName") == OCCURRENCE_TERMS["scientificName"]


def test_a_time_that_is_only_the_last_change_says_so_everywhere(
    catalog: Catalog, tmp_path: Path
) -> None:
    folder = catalog.roots.add(tmp_path / "otters").id
    here = Metadata(taken_at="2026-05-02T01:00:00+02:00", latitude=45.9, longitude=15.5)
    put_photo(catalog, folder, "weir/a.JPG", replace(here, taken_from=LAST_CHANGE), HERON)
    put_photo(catalog, folder, "mill/b.JPG", here, HERON)
    export(catalog, "darwin-core", tmp_path / "otters.zip")
    remarks = {row["parentEventID"]: row["occurrenceRemarks"] for row in _rows_of(tmp_path)}
    assert remarks == {"otters/weir": LAST_CHANGE_WORDS, "otters/mill": ""}
    export(catalog, "camtrap-dp", tmp_path / "package")
    comments = [row["mediaComments"] for row in rows(tmp_path / "package", "media")]
    assert sorted(comments) == ["", LAST_CHANGE_WORDS]
    export(catalog, "inaturalist", tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text("latin-1").count(LAST_CHANGE_WORDS) == 1
    export(catalog, "jsonl", tmp_path / "rows.jsonl")
    assert (tmp_path / "rows.jsonl").read_text("utf-8").count(f'"taken_from": "{LAST_CHANGE}"') == 1


def _rows_of(folder: Path) -> list[dict[str, str]]:
    return opened(folder / "otters.zip", folder)
