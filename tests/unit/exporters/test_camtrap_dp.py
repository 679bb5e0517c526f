"""A Camtrap DP package is valid, says what lacks, and invents nothing."""

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from frictionless import Package, system

from tests.unit.exporters.made_library import FACTS, HERON, OTTER, export, fill, hash_of, put_photo
from visret_desktop.interchange.camtrap_schemas import FOLDER, TABLES
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import PackageFacts
from visret_desktop.library.records import AcceptedName, Metadata
from visret_desktop.paths import bundled


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    fill(opened, tmp_path / "otters")
    opened.annotations.put_package(FACTS)
    yield opened
    opened.close()


def rows(folder: Path, table: str) -> list[dict[str, str]]:
    with (folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def check(folder: Path) -> None:
    """Have frictionless validate the tables, with schemas from the disk."""
    said = json.loads((folder / "datapackage.json").read_text("utf-8"))
    for resource in said["resources"]:
        schema = bundled(*FOLDER, f"{resource['name']}-table-schema.json")
        resource["schema"] = json.loads(schema.read_text("utf-8"))
    said.pop("profile")
    with system.use_context(trusted=True):
        found = Package.from_descriptor(said, basepath=str(folder)).validate()
    assert found.valid, found.flatten(["fieldName", "message"])[:5]


def test_a_package_is_valid_and_says_what_is_known(catalog: Catalog, tmp_path: Path) -> None:
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    assert not report.remarks
    assert report.counts == {"photos": 8, "deployments": 2, "media": 8, "observations": 12}
    out = tmp_path / "out"
    check(out)
    mill, weir = rows(out, "deployments")
    assert (mill["deploymentID"], weir["deploymentID"]) == ("otters/mill", "otters/weir")
    assert (weir["latitude"], weir["longitude"]) == ("45.900000", "15.500000")
    assert weir["deploymentStart"] == "2026-04-30T21:00:00+02:00", "the zone of the place"
    media = rows(out, "media")
    assert media[3]["mediaID"] == hash_of("weir/IMG_0.JPG")
    assert media[3]["filePath"] == "otters/weir/IMG_0.JPG"
    assert media[3]["fileMediatype"] == "image/jpeg"
    seen = rows(out, "observations")
    otter = next(row for row in seen if row["scientificName"] == "Lutra lutra")
    assert (otter["count"], otter["sex"], otter["lifeStage"]) == ("2", "female", "adult")
    assert (otter["classifiedBy"], otter["classificationMethod"]) == ("Ana", "human")
    assert otter["classificationTimestamp"] == "2026-05-01T10:00:00Z"
    assert [row["observationType"] for row in seen].count("blank") == 1, "where a person said so"
    (visit, _) = (row for row in seen if row["eventStart"] != row["eventEnd"])
    assert visit["observationLevel"] == "event"
    assert (visit["eventStart"][11:16], visit["eventEnd"][11:16]) == ("21:00", "21:40")
    assert (visit["scientificName"], visit["count"]) == ("Ardea cinerea", "")
    events = {row["eventID"] for row in seen if row["deploymentID"] == "otters/weir"}
    assert len(events) == 1, "ten minutes are no pause"
    assert len({row["eventID"] for row in seen if row["deploymentID"] == "otters/mill"}) == 3
    said = json.loads((out / "datapackage.json").read_text())
    assert said["temporal"] == {"start": "2026-04-30", "end": "2026-05-02"}
    assert [one["scientificName"] for one in said["taxonomic"]] == ["Ardea cinerea", "Lutra lutra"]


def test_what_lacks_is_a_list(catalog: Catalog, tmp_path: Path) -> None:
    put_photo(catalog, 1, "hide/IMG_1.JPG", Metadata(taken_at="2026-05-01T10:00:00"), HERON)
    put_photo(catalog, 1, "pond/IMG_1.JPG", Metadata(taken_at="2026-05-02T10:00:00"), HERON)
    put_photo(catalog, 1, "undated/IMG_1.JPG", Metadata(), HERON)
    catalog.annotations.put_package(replace(FACTS, project="", license=""))
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    found = {code: remark.names for code, remark in report.remarks.items()}
    assert found["deployment-place"] == ["otters/hide", "otters/pond"]
    assert (found["package-facts"], found["package-license"]) == (["project"], ["license"])
    assert report.remarks["deployment-place"].sentence.startswith("2 deployments have no place.")
    assert not (tmp_path / "out").exists()


def test_places_and_zones_come_from_what_a_person_says(catalog: Catalog, tmp_path: Path) -> None:
    put_photo(catalog, 1, "hide/IMG_1.JPG", Metadata(taken_at="2026-05-01T10:00:00"), HERON)
    put_photo(catalog, 1, "hide/IMG_2.JPG", Metadata(), HERON)
    hide = survey(catalog, catalog.photo_ids().tolist()).named("otters/hide")
    assert hide is not None
    hide = hide.with_field("latitude", "-33.9").with_field("longitude", "18.4")
    hide = hide.with_field("deploymentID", "hide 1").with_field(
        "deploymentStart", "2026-04-01 08:00"
    )
    catalog.annotations.put_deployments([hide.stored()])
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    assert set(report.remarks) == {"photo-time"}
    assert report.remarks["photo-time"].count == 1
    check(tmp_path / "out")
    row = rows(tmp_path / "out", "deployments")[0]
    assert (row["deploymentID"], row["deploymentStart"]) == ("hide 1", "2026-04-01T08:00:00+02:00")
    assert row["deploymentEnd"] == "2026-05-01T10:00:00+02:00"


@pytest.mark.parametrize("by", ["folder", "drive", "outing"])
def test_deployments_are_folders_drives_or_outings(
    catalog: Catalog, tmp_path: Path, by: str
) -> None:
    catalog.annotations.put_package(PackageFacts(by=by))  # type: ignore[arg-type]
    found = survey(catalog, catalog.photo_ids().tolist()).deployments
    names = {
        "folder": {"otters/mill", "otters/weir"},
        "drive": {"otters"},
        "outing": {"otters/mill", "otters/weir"},  # nothing was grouped yet
    }
    assert {one.name for one in found} == names[by]


def test_hostile_names_and_copies(catalog: Catalog, tmp_path: Path) -> None:
    names = (
        "..evil.JPG",
        "a\nb.JPG",
        "~x.JPG",
        "c:\\d.JPG",
        'q",q.JPG',
        b"\xff.JPG".decode("utf-8", "surrogateescape"),
    )
    place = Metadata(taken_at="2026-05-01T10:00:00", latitude=1.0, longitude=2.0)
    for name in names:
        put_photo(catalog, 1, f"..hid\nden/{name}", place)
    with catalog.batch():
        photo = catalog.photos(catalog.photo_ids().tolist()[:1])[0]
        catalog.put_photo(
            1, "weir/copy.JPG", photo.fingerprint, photo.content_hash, "uid", photo.metadata
        )
    report = export(catalog, "camtrap-dp", tmp_path / "out")
    assert not report.remarks
    check(tmp_path / "out")
    assert report.counts["media"] == 8 + len(names), "of copies one"


def test_what_the_standard_has_no_word_for_is_a_tag(catalog: Catalog, tmp_path: Path) -> None:
    place = Metadata(taken_at="2026-05-01T10:00:00", latitude=1.0, longitude=2.0)
    chick = AcceptedName("Ardea cinerea", life_stage="chick", sex="Male")
    put_photo(catalog, 1, "nest/1.JPG", place, chick, replace(chick, count=3))
    export(catalog, "camtrap-dp", tmp_path / "out")
    check(tmp_path / "out")
    seen = [row for row in rows(tmp_path / "out", "observations") if "nest" in row["deploymentID"]]
    event = next(row for row in seen if row["observationLevel"] == "event")
    assert event["count"] == "3"
    seen.remove(event)
    assert [(row["sex"], row["lifeStage"], row["observationTags"]) for row in seen] == [
        ("male", "", "lifeStage:chick")
    ] * 2


def test_a_deployment_takes_no_nonsense(catalog: Catalog) -> None:
    from visret_desktop.errors import UsageError

    weir = survey(catalog, catalog.photo_ids().tolist()).named("otters/weir")
    assert weir is not None
    for column, text in (
        *(("latitude", "91"), ("longitude", "x"), ("nonsense", "1"), ("baitUse", "maybe")),
        *(("deploymentStart", "yesterday"), ("featureType", "sofa"), ("cameraHeight", "-1")),
    ):
        with pytest.raises(UsageError):
            weir.with_field(column, text)
    nowhere = replace(weir, guessed={}, said={})
    with pytest.raises(UsageError, match=r"'2026-05-01' .* nobody knows in which time zone"):
        nowhere.with_field("deploymentStart", "2026-05-01")
    with pytest.raises(UsageError, match="cameraHeight"):
        weir.with_field("cameraHeight", "1").with_field("cameraDepth", "1")


def test_an_obscured_place_is_told_by_nothing(catalog: Catalog, tmp_path: Path) -> None:
    weir = survey(catalog, catalog.photo_ids().tolist()).named("otters/weir")
    assert weir is not None
    weir = weir.with_field("locationName", "Krško").with_field("habitat", "weir at Krško")
    weir = weir.with_field("latitude", "45.956").with_field("longitude", "15.486")
    catalog.annotations.put_deployments([weir.stored()])
    put_photo(
        catalog,
        1,
        "weir/Krško 1.JPG",
        Metadata(taken_at="2026-05-01T10:00:00", latitude=45.956, longitude=15.486),
        replace(OTTER, behavior="near Krško", more=(("observationComments", "Krško"),)),
    )
    export(catalog, "camtrap-dp", tmp_path / "out", obscure_km=20.0)
    check(tmp_path / "out")
    whole = b"".join(path.read_bytes() for path in (tmp_path / "out").glob("*.csv"))
    for told in ("Krško", "weir", "mill", "otters", "45.956", "15.486", "45.95"):
        assert told.encode() not in whole, told
    row = next(row for row in rows(tmp_path / "out", "deployments"))
    assert 10_000 < int(row["coordinateUncertainty"]) < 20_000


def test_our_schemas_are_those_of_the_standard() -> None:
    for table in TABLES:
        schema = json.loads(bundled(*FOLDER, f"{table}-table-schema.json").read_text("utf-8"))
        assert schema["name"] == table
