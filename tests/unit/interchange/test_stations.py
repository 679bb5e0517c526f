"""Tables of stations: what they say, which photos are of which row, and what is left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.exporters.camtrapr_season import fill_with_season
from tests.unit.exporters.made_library import export, put_photo
from visret_desktop.exporters.camera_traps.season import season_of
from visret_desktop.interchange.camtrap.import_plan import ImportPlan
from visret_desktop.interchange.camtrap.station_plan import plan_stations
from visret_desktop.interchange.camtrap.station_table import (
    StationsUnreadable,
    read_stations,
)
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import AcceptedName, Metadata

# camtrapR's `camtraps`, with degrees instead of meters.
CAMTRAPS = """\
Station,lat,long,Setup_date,Retrieval_date,Problem1_from,Problem1_to
StationA,5.47,117.1,02/04/2009,14/05/2009,NA,NA
StationB,5.48,117.2,03/04/2009,16/05/2009,NA,NA
StationC,5.49,117.3,04/04/2009,17/05/2009,12/05/2009,17/05/2009
"""


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    catalog = Catalog.open(tmp_path / "catalog.db")
    yield catalog
    catalog.close()


def take(catalog: Catalog, table: Path) -> ImportPlan:
    plan = plan_stations(table, catalog)
    catalog.annotations.take_package(plan.deployments, plan.media, {})
    return plan


def written(folder: Path, text: str) -> Path:
    path = folder / "stations.csv"
    path.write_text(text, "utf-8")
    return path


def ids_of(catalog: Catalog) -> list[int]:
    return [int(number) for number in catalog.photo_ids()]


def test_the_example_of_camtrapr_has_its_trap_nights(catalog: Catalog, tmp_path: Path) -> None:
    """`surveyReport` with problems: 122.5 trap nights, 37.5 of them at the third station."""
    fill_with_season(catalog, tmp_path)
    plan = take(catalog, written(tmp_path, CAMTRAPS))
    assert (plan.matched, plan.sentences()) == (68, [])
    season = season_of(catalog, ids_of(catalog), 60)
    assert [one.total_nights for one in season.stations] == [42, 43, 37.5]
    assert len(season.records) == 39
    placed = {photo.placed_by: photo.metadata.latitude for photo in catalog.photos(ids_of(catalog))}
    names = ("deployment StationA", "deployment StationB", "deployment StationC")
    assert placed == dict(zip(names, (5.47, 5.48, 5.49), strict=True))


def test_what_goes_out_comes_in_again(catalog: Catalog, tmp_path: Path) -> None:
    fill_with_season(catalog, tmp_path)
    take(catalog, written(tmp_path, CAMTRAPS))
    before = season_of(catalog, ids_of(catalog), 60)
    export(catalog, "stations", tmp_path / "out.csv")
    catalog.annotations.drop_package(take(catalog, tmp_path / "stations.csv").source, {})
    assert [one.name for one in season_of(catalog, ids_of(catalog), 60).stations] != ["StationA"]
    plan = take(catalog, tmp_path / "out.csv")
    assert (plan.matched, plan.sentences()) == (68, [])
    after = season_of(catalog, ids_of(catalog), 60)
    assert [one.working for one in after.stations] == [one.working for one in before.stations]


def test_a_folder_has_several_deployments_by_dates(catalog: Catalog, tmp_path: Path) -> None:
    """Two visits, a photo of each and one between; a station without photos counts, too."""
    folder = catalog.roots.add(tmp_path).id
    otter = AcceptedName("Lutra lutra")
    for day in ("2026-05-02", "2026-05-25", "2026-06-05"):
        taken = Metadata(taken_at=f"{day}T03:00:00")
        put_photo(catalog, folder, f"Weir/{day}.jpg", taken, otter)
    table = written(
        tmp_path,
        "placename;deployment_id;start_date;end_date;latitude;longitude\n"
        "Weir;weir-1;2026-05-01;2026-05-11;45,9;15,5\n"
        "Weir;weir-2;2026-06-01 10:00;2026-06-11 10:00;45,9;15,5\n"
        "Mill;mill-1;2026-05-01;2026-05-11;45,8;15,4\n",
    )
    plan = take(catalog, table)
    assert {name: len(photos) for name, photos in plan.media.items()} == {
        "weir-1": 1,
        "weir-2": 2,
        "mill-1": 0,
    }
    assert [str(one) for one in plan.sentences()] == [
        "1 photo was taken in no period of its station: it is of the nearest one.",
        "1 deployment has no photos here; its effort counts all the same: mill-1.",
    ]
    season = season_of(catalog, ids_of(catalog), 30)
    nights = {one.name: one.total_nights for one in season.stations}
    assert (nights["Weir"], nights["Mill"]) == (20, 10)
    assert season.history("Lutra lutra", 10)["Mill"][0] == 0


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Weir,2026-13-45,2026-05-11,1,1", "Line 2: '2026-13-45' is no date such as 2026-05-01"),
        ("Weir,2026-05-11,2026-05-01,1,1", "Line 2: Weir would end before it starts"),
        (",2026-05-01,2026-05-11,1,1", "Line 2: it names no station"),
        ("Weir,2026-05-01,2026-05-11,91,1", "Line 2: '91' cannot be the latitude (it is more"),
        (
            "Weir,2026-05-01,2026-05-11,1,1\nWeir,2026-05-05,2026-05-20,1,1",
            "Lines 2 and 3 say that Weir was there at one time twice",
        ),
        (
            "Weir,2026-05-01,2026-05-11,1,1\nWeir,2026-06-01,2026-06-11,1,2",
            "Lines 2 and 3 say that Weir is in two places, 111 km apart.",
        ),
        ("Weir,2026-05-01,2026-05-11,1,NA", "Line 2: '1' is no place without latitude and long"),
        ("Weir,1970-01-01,2026-05-11,1,1", "Line 2: 1970-01-01 is before 1990, or yet to come."),
        ("Weir,2026-05-01,2099-05-11,1,1", "Line 2: 2099-05-11 is before 1990, or yet to come."),
    ],
)
def test_what_cannot_be_is_told(line: str, sentence: str, catalog: Catalog, tmp_path: Path) -> None:
    table = written(tmp_path, f"Station,Setup_date,Retrieval_date,lat,lon\n{line}\n")
    assert str(plan_stations(table, catalog).sentences()[0]).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name,when\nWeir,2026-05-01\n", "no column is called Station. Its columns are: name"),
        ("Station,Setup\nWeir,02/04/2026\n", "nothing tells days from months in dates such as 02"),
        ("", "it is empty"),
    ],
)
def test_what_is_no_table_of_stations_is_refused(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(StationsUnreadable, match=reason):
        read_stations(written(tmp_path, text))


def test_days_and_months_are_told_apart_by_the_whole_table(tmp_path: Path) -> None:
    american = "Station,Setup,Retrieval\nA,04/02/2026,04/30/2026\n"
    german = "Standort;Aufbau;Abbau\nA;2.4.2026;30.4.2026 14:30\n"
    for text, day in ((american, 2), (german, 2)):
        row = read_stations(written(tmp_path, text)).rows[0]
        assert row.start is not None
        assert (row.start.month, row.start.day, row.start.hour) == (4, day, 12)


def test_meters_are_no_degrees(tmp_path: Path) -> None:
    text = "Station,utm_x,utm_y,Setup_date\nA,523000,605000,2026-05-01\n"
    table = read_stations(written(tmp_path, text))
    assert "UTM" in str(table.remarks[0])
    assert "latitude" not in table.rows[0].fields


def test_a_period_over_the_change_to_summer_time_stays_as_the_table_has_it(
    catalog: Catalog, tmp_path: Path
) -> None:
    """The only photo is of summer time, and the day of setup is not."""
    folder = catalog.roots.add(tmp_path).id
    put_photo(catalog, folder, "Weir/1.jpg", Metadata(taken_at="2026-04-02T03:00:00"))
    period = "2026-03-20 12:00,2026-04-10 12:00"
    take(catalog, written(tmp_path, f"Station,Setup,Retrieval,lat,lon\nWeir,{period},45.9,15.5\n"))
    export(catalog, "stations", tmp_path / "out.csv")
    row = (tmp_path / "out.csv").read_text("utf-8").splitlines()[1]
    assert row.split(",")[3:5] == ["2026-03-20 12:00:00", "2026-04-10 12:00:00"]


def test_a_camera_whose_photos_are_from_before_its_setup_has_no_trap_nights(
    catalog: Catalog, tmp_path: Path
) -> None:
    """Nobody said when it ended, its clock was reset, and it failed later."""
    folder = catalog.roots.add(tmp_path).id
    put_photo(catalog, folder, "Weir/1.jpg", Metadata(taken_at="2020-01-01T00:00:00"))
    table = "Station,Setup,Problem1_from,Problem1_to\nWeir,2026-05-01,2026-05-10,2026-05-12\n"
    take(catalog, written(tmp_path, table))
    (weir,) = season_of(catalog, ids_of(catalog), 30).stations
    assert [one.nights for one in weir.operations] == [0]
