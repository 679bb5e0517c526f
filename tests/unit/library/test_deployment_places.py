"""Photos have the place of their deployment, unless they or a track know a better one."""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.unit.exporters.made_library import export, hash_of, put_photo
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.interchange.deployments.survey import survey
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import (
    DeploymentKey,
    PackageFacts,
    StoredDeployment,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Metadata, Notes, OwnPlace

AT_GHENT = {"latitude": "51.05", "longitude": "3.72"}
AT_WEIR = StoredDeployment(DeploymentKey("folder", 1, "weir"), "W1", fields=AT_GHENT)
TAKEN = Metadata(taken_at="2026-05-01T10:00:00")
OWN = replace(TAKEN, latitude=45.9, longitude=15.5)
Places = dict[str, tuple[float | None, float | None, str]]


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.roots.add(tmp_path / "otters")
    for name in ("weir/1.JPG", "weir/2.JPG", "weir/below/3.JPG", "weirs/4.JPG"):
        put_photo(opened, 1, name, TAKEN)
    put_photo(opened, 1, "weir/own.JPG", OWN)
    yield opened
    opened.close()


def placed(catalog: Catalog) -> Places:
    photos = catalog.photos(catalog.photo_ids("name").tolist())
    return {
        photo.name: (photo.metadata.latitude, photo.metadata.longitude, photo.placed_by)
        for photo in photos
        if photo.metadata.latitude is not None
    }


GHENT = (51.05, 3.72, "deployment W1")
SAVA = (45.9, 15.5, "")


def test_the_photos_of_a_folder_have_its_place(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([AT_WEIR])
    assert placed(catalog) == {"1.JPG": GHENT, "2.JPG": GHENT, "own.JPG": SAVA}
    look_up_places(catalog)
    assert catalog.counts(Filter.of(country=["BE"]))[0] == 2
    assert catalog.counts(Filter.of(has=["place"]))[0] == 3
    put_photo(catalog, 1, "weir/new.JPG", TAKEN)
    assert catalog.annotations.place_by_deployments()
    assert not catalog.annotations.place_by_deployments(), "nothing is new"
    assert placed(catalog)["new.JPG"] == GHENT
    put_photo(catalog, 1, "weir/new.JPG", replace(TAKEN, title="changed"))
    assert placed(catalog)["new.JPG"] == GHENT
    catalog.annotations.put_deployments([StoredDeployment(AT_WEIR.key)])
    assert placed(catalog) == {"own.JPG": SAVA}


def test_a_place_that_follows_is_not_taken_for_one_that_was_told(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([AT_WEIR])
    weir = survey(catalog, catalog.photo_ids().tolist()).named("W1")
    assert weir is not None
    assert weir.guessed["latitude"] == "45.900000", "by the photo that knows its own"
    photos = {photo.path.name: photo for photo in catalog.placing.photos()}
    assert photos["1.JPG"].latitude is None, "a track may place it"
    assert photos["own.JPG"].has_own_place


def test_it_leaves_with_its_photos(catalog: Catalog, tmp_path: Path) -> None:
    catalog.annotations.put_deployments([AT_WEIR])
    look_up_places(catalog)
    report = export(catalog, "geojson", tmp_path / "out.geojson")
    assert (report.counts["photos"], report.remarks["no-place"].count) == (3, 2)
    export(catalog, "csv", tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert (rows["1.JPG"]["latitude"], rows["1.JPG"]["placed_by"]) == ("51.05", "deployment W1")
    assert "Belgium" in rows["1.JPG"]["place"]


def test_what_was_noted_goes_before_and_what_is_dropped_falls_back(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([AT_WEIR])
    noted = {hash_of("weir/1.JPG"): Notes(place=OwnPlace(50.0, 4.0, 12.0, "walk.gpx"))}
    catalog.annotations.put_notes(noted)
    assert placed(catalog)["1.JPG"] == (50.0, 4.0, "walk.gpx")
    catalog.annotations.put_notes({hash_of("weir/1.JPG"): Notes()})
    assert placed(catalog)["1.JPG"] == GHENT


def test_a_tag_does_not_forget_the_country(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([AT_WEIR])
    look_up_places(catalog)
    catalog.annotations.put_notes({hash_of("weir/1.JPG"): Notes(("pond",))})
    assert catalog.counts(Filter.of(country=["BE"]))[0] == 2


def take(catalog: Catalog, source: str, latitude: str, *photos: str) -> None:
    key = DeploymentKey("package", inside="P1", began=source)
    of_package = {
        "P1": StoredDeployment(key, "P1", source, {"latitude": latitude, "longitude": "4.5"})
    }
    media = {"P1": {hash_of(name): {"favorite": source} for name in photos}}
    catalog.annotations.take_package(of_package, media, {})


def test_the_package_that_came_last_counts_and_leaves_the_first(catalog: Catalog) -> None:
    catalog.annotations.put_deployments([AT_WEIR])
    take(catalog, "theirs", "51.5", "weir/1.JPG", "weirs/4.JPG")
    of_first = {"1.JPG": (51.5, 4.5, "deployment P1"), "4.JPG": (51.5, 4.5, "deployment P1")}
    others: Places = {"2.JPG": GHENT, "own.JPG": SAVA}
    assert placed(catalog) == of_first | others
    take(catalog, "ours", "52.5", "weir/1.JPG")
    assert placed(catalog)["1.JPG"] == (52.5, 4.5, "deployment P1")
    media = catalog.deployments.media_of([hash_of("weir/1.JPG")])
    assert media == {hash_of("weir/1.JPG"): {"favorite": "ours"}}
    found = survey(catalog, catalog.photo_ids().tolist())
    sources = {one.name: one.source for one in found.deployments}
    assert set(sources.values()) == {"theirs", "ours", ""}
    assert catalog.annotations.drop_package("ours", {}) == 1
    assert placed(catalog) == of_first | others
    media = catalog.deployments.media_of([hash_of("weir/1.JPG")])
    assert media == {hash_of("weir/1.JPG"): {"favorite": "theirs"}}
    catalog.annotations.drop_package("theirs", {})
    assert placed(catalog) == {"1.JPG": GHENT} | others


def test_an_older_catalog_keeps_what_its_package_said(tmp_path: Path) -> None:
    path = tmp_path / "older.db"
    catalog = Catalog.open(path)
    catalog.roots.add(tmp_path / "otters")
    put_photo(catalog, 1, "weir/1.JPG", TAKEN)
    take(catalog, "theirs", "51.5", "weir/1.JPG")
    catalog.close()
    with closing(sqlite3.connect(path)) as db, db:  # as the step before left it
        db.execute("DELETE FROM _sqlite_migrations WHERE name = 'several_packages'")
        db.execute("UPDATE photo SET latitude = NULL, longitude = NULL, placed_by = NULL")
        for table in ("placed_content", "package", "machine_observation"):
            db.execute(f"DROP TABLE {table}")
        db.execute("ALTER TABLE deployed RENAME TO newer")
        db.execute("DROP INDEX deployed_in")
        db.execute(
            "CREATE TABLE deployed (content_hash TEXT PRIMARY KEY, deployment_id INTEGER NOT NULL"
            " REFERENCES deployment(id) ON DELETE CASCADE, media TEXT NOT NULL) WITHOUT ROWID"
        )
        db.execute("INSERT INTO deployed SELECT * FROM newer")
        db.execute("DROP TABLE newer")
        db.execute("CREATE INDEX deployed_in ON deployed (deployment_id)")
    with closing(Catalog.open(path)) as opened:
        media = opened.deployments.media_of([hash_of("weir/1.JPG")])
        assert media == {hash_of("weir/1.JPG"): {"favorite": "theirs"}}
        assert opened.annotations.place_by_deployments(), "as the next run of indexing does"
        assert placed(opened) == {"1.JPG": (51.5, 4.5, "deployment P1")}
        take(opened, "ours", "52.5", "weir/1.JPG")
        assert placed(opened)["1.JPG"][0] == 52.5


def test_drives_and_outings_have_places_too(catalog: Catalog, tmp_path: Path) -> None:
    catalog.annotations.put_package(PackageFacts(by="drive"))
    catalog.annotations.put_deployments(
        [StoredDeployment(DeploymentKey("drive", 1), "card", "", AT_GHENT)]
    )
    assert len(placed(catalog)) == 5
    catalog.annotations.put_package(PackageFacts(by="outing"))
    assert placed(catalog) == {"own.JPG": SAVA}, "a deployment is an outing now"
    ids = dict(
        zip(
            (p.name for p in catalog.photos(catalog.photo_ids().tolist())),
            catalog.photo_ids().tolist(),
            strict=True,
        )
    )
    catalog.put_groups([(ids[name], None, ids["1.JPG"]) for name in ("1.JPG", "2.JPG")])
    key = DeploymentKey("outing", 1, "weir", "2026-05-01T10:00:00")
    catalog.annotations.put_deployments([StoredDeployment(key, "walk", "", AT_GHENT)])
    assert set(placed(catalog)) == {"1.JPG", "2.JPG", "own.JPG"}


def test_copies_share_it_and_it_goes_with_the_folder(catalog: Catalog, tmp_path: Path) -> None:
    other = catalog.roots.add(tmp_path / "copies").id
    (first,) = [one for one in catalog.photos(catalog.photo_ids().tolist()) if one.name == "1.JPG"]
    with catalog.batch():
        catalog.put_photo(other, "copy.JPG", first.fingerprint, first.content_hash, "", TAKEN)
    catalog.annotations.put_deployments([AT_WEIR])
    assert placed(catalog)["copy.JPG"] == GHENT
    catalog.roots.remove(1)
    assert placed(catalog) == {}


def test_half_a_place_is_none_and_photos_keep_their_own(catalog: Catalog) -> None:
    half = replace(AT_WEIR, fields={"latitude": "51.05"})
    catalog.annotations.put_deployments([half])
    weir = survey(catalog, catalog.photo_ids().tolist()).named("W1")
    assert weir is not None
    assert weir.place is None, "not mixed with what the photo says that knows its own"
    whole = weir.with_field("longitude", "3.72")
    assert whole.place == (51.05, 3.72)
    assert placed(catalog) == {"own.JPG": SAVA}
