"""Corrections of clocks: everything goes by them, and each can be taken back."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.library.test_catalog import put
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.library.catalog import migrations
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_clocks import ClockShift, shifted
from visret_desktop.library.catalog.catalog_deployments import DeploymentKey, StoredDeployment
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Metadata

ONE, OTHER = "1" * 32, "2" * 32
TAKEN = "2018-12-31T05:53:55"
HOUR = ClockShift(3600)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    opened = Catalog.open(tmp_path / "catalog.db")
    opened.roots.add(tmp_path)
    put(opened, 1, "a.jpg", ONE, Metadata(taken_at=TAKEN))
    put(opened, 1, "b.jpg", OTHER, Metadata(taken_at="2024-05-11T12:00:00"))
    yield opened
    opened.close()


def times(catalog: Catalog) -> dict[str, tuple[str | None, str]]:
    found = catalog.photos(catalog.photo_ids("name").tolist())
    return {one.name: (one.metadata.taken_at, one.camera_time) for one in found}


def test_everything_goes_by_the_corrected_time(catalog: Catalog) -> None:
    before = catalog.photo_ids("date").tolist()
    number = catalog.annotations.put_correction(
        "six years", {ONE: ClockShift(169_200_000, "+02:00")}
    )
    assert times(catalog)["a.jpg"] == ("2024-05-11T13:53:55+02:00", TAKEN)
    assert catalog.photo_ids("date").tolist() == before[::-1]
    this_year = Filter.of(taken=[Span("2024", "2025")])
    assert catalog.counts(this_year)[0] == 2
    assert catalog.groups.ungrouped()  # events are found anew
    (kept,) = catalog.clocks.all()
    assert (kept.number, kept.label, kept.photos) == (number, "six years", 1)
    assert catalog.annotations.drop_correction(number) == 1
    assert times(catalog)["a.jpg"] == (TAKEN, "")
    assert catalog.photo_ids("date").tolist() == before
    assert catalog.clocks.all() == []


def test_corrections_add_up_and_each_can_be_taken_back(catalog: Catalog) -> None:
    first = catalog.annotations.put_correction("an hour", {ONE: HOUR, OTHER: HOUR})
    catalog.annotations.put_correction("a minute", {ONE: ClockShift(60, "+01:00")})
    assert times(catalog)["a.jpg"] == ("2018-12-31T06:54:55+01:00", TAKEN)
    assert catalog.annotations.drop_correction(first) == 2
    assert times(catalog) == {
        "a.jpg": ("2018-12-31T05:54:55+01:00", TAKEN),
        "b.jpg": ("2024-05-11T12:00:00", ""),
    }
    assert catalog.annotations.drop_correction(99) == 0


def test_the_light_of_a_corrected_time_is_known_but_not_that_of_a_mere_day(
    catalog: Catalog,
) -> None:
    for name, content, time in (("a.jpg", ONE, "12:00:00"), ("b.jpg", OTHER, "00:00:00")):
        facts = Metadata(taken_at=f"2024-05-11T{time}", latitude=46.05, longitude=14.51)
        put(catalog, 1, name, content, facts)
    number = catalog.annotations.put_correction(
        "half a day", dict.fromkeys((ONE, OTHER), ClockShift(-43_200))
    )
    look_up_places(catalog)
    ids = catalog.photo_ids("name").tolist()
    assert [catalog.placing.lights(ids)[one] for one in ids] == ["night", ""]
    catalog.annotations.drop_correction(number)
    look_up_places(catalog)
    assert [catalog.placing.lights(ids)[one] for one in ids] == ["day", ""]


def test_a_photo_that_is_read_again_stays_corrected(catalog: Catalog) -> None:
    number = catalog.annotations.put_correction("an hour", {ONE: HOUR})
    put(catalog, 1, "a.jpg", ONE, Metadata(taken_at=TAKEN, rating=3))
    put(catalog, 1, "copy.jpg", ONE, Metadata(taken_at=TAKEN))
    assert times(catalog)["a.jpg"] == times(catalog)["copy.jpg"] == ("2018-12-31T06:53:55", TAKEN)
    # Another date in its sidecar is corrected, too; other bytes are not.
    put(catalog, 1, "a.jpg", ONE, Metadata(taken_at="2020-01-01T00:00:00"))
    assert times(catalog)["a.jpg"] == ("2020-01-01T01:00:00", "2020-01-01T00:00:00")
    put(catalog, 1, "a.jpg", "3" * 32, Metadata(taken_at=TAKEN))
    assert times(catalog)["a.jpg"] == (TAKEN, "")
    catalog.annotations.drop_correction(number)
    assert times(catalog)["copy.jpg"] == (TAKEN, "")


def test_undated_photos_stay_undated(catalog: Catalog) -> None:
    put(catalog, 1, "c.jpg", "4" * 32, Metadata())
    catalog.annotations.put_correction("an hour", {"4" * 32: HOUR})
    assert times(catalog)["c.jpg"] == (None, "")


def test_the_time_of_a_package_is_no_longer_the_photos(catalog: Catalog) -> None:
    key = DeploymentKey("package", inside="P1", began="theirs")
    media = {ONE: {"timestamp": "2018-12-31T05:53:55Z", "favorite": "true"}}
    catalog.annotations.take_package(
        {"P1": StoredDeployment(key, "P1", "theirs")}, {"P1": media}, {}
    )
    number = catalog.annotations.put_correction("an hour", {ONE: HOUR})
    assert catalog.deployments.media_of([ONE]) == {ONE: {"favorite": "true"}}
    (photo, _) = catalog.deployments.photos(catalog.photo_ids("name").tolist())
    assert "timestamp" not in photo.media
    catalog.annotations.drop_correction(number)
    assert catalog.deployments.media_of([ONE]) == media


def test_corrections_go_with_their_folder_unless_notes_stay(catalog: Catalog) -> None:
    catalog.annotations.put_correction("an hour", {ONE: HOUR})
    catalog.roots.remove(1, keeps_notes=True)
    assert len(catalog.clocks.all()) == 1
    folder = catalog.roots.add(catalog.path.parent)
    put(catalog, folder.id, "a.jpg", ONE, Metadata(taken_at=TAKEN))
    assert times(catalog)["a.jpg"] == ("2018-12-31T06:53:55", TAKEN)
    catalog.roots.remove(folder.id)
    assert catalog.clocks.all() == []


@pytest.mark.parametrize("taken", ["2018-12", "nonsense", "9999-12-31T23:59:59"])
def test_what_cannot_be_shifted_stays(taken: str) -> None:
    assert shifted(taken, HOUR) == taken


def test_a_catalog_from_before_corrections_can_have_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = [one for one in migrations._steps if one.__name__ not in ("sources_of_dates", "clocks")]
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "_steps", older)
        with closing(Catalog.open(tmp_path / "old.db")) as old:
            old.roots.add(tmp_path)
            old._db.execute(
                "INSERT INTO photo (folder_id, relative, name, size, mtime_ns, content_hash,"
                " online, volume_uid, sort_key, taken_at, width, height, format) VALUES"
                f" (1, 'a.jpg', 'a.jpg', 10, 1, '{ONE}', 1, 'uid', '{TAKEN}', '{TAKEN}', 9, 9, '')"
            )
            old._db.commit()
    assert len(migrations.names()) == len(older) + 2
    with closing(Catalog.open(tmp_path / "old.db")) as opened:
        assert times(opened) == {"a.jpg": (TAKEN, "")}
        assert [one.metadata.taken_from for one in opened.photos([1])] == [None]
        opened.annotations.put_correction("an hour", {ONE: HOUR})
        assert times(opened)["a.jpg"] == ("2018-12-31T06:53:55", TAKEN)
