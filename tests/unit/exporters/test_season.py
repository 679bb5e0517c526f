"""A season of camera traps, counted as camtrapR's documentation counts its example."""

import csv
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.unit.exporters.camtrapr_season import fill_with_stations
from tests.unit.exporters.made_library import export, put_photo
from visret_desktop.exporters.camera_traps.season import moment_of, season_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import DeploymentKey, StoredDeployment
from visret_desktop.library.records import AcceptedName, Metadata


@pytest.fixture(scope="module")
def borneo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    """The example, each station a deployment of which its period was said."""
    root = tmp_path_factory.mktemp("borneo")
    catalog = Catalog.open(root / "catalog.db")
    fill_with_stations(catalog, root)
    yield catalog
    catalog.close()


def test_records_are_as_many_as_camtrapr_says(borneo: Catalog) -> None:
    """`recordTable`: 56 records of 68 photos, 40 at least 60 minutes apart, one of them UNID."""
    ids = borneo.photo_ids().tolist()
    assert len(ids) == 68
    assert len(season_of(borneo, ids, 0).records) == 55
    season = season_of(borneo, ids, 60)
    counts = {one.species: (one.records, one.stations) for one in season.species()}
    assert counts == {"EGY": (6, 1), "MNE": (2, 1), "PBE": (18, 3), "TRA": (8, 1), "VTA": (5, 3)}
    counts_by_station = {
        station: {species: len(times) for species, times in of_station.items()}
        for station, of_station in season.times.items()
    }
    assert counts_by_station == {
        "StationA": {"PBE": 4, "VTA": 2},
        "StationB": {"MNE": 2, "PBE": 8, "VTA": 2},
        "StationC": {"EGY": 6, "PBE": 6, "TRA": 8, "VTA": 1},
    }


def test_trap_nights_are_as_many_as_camtrapr_says(borneo: Catalog) -> None:
    """`surveyReport`: 128 trap nights; first and last photos of each station."""
    season = season_of(borneo, borneo.photo_ids().tolist(), 60)
    assert [one.total_nights for one in season.stations] == [42, 43, 43]
    ends = [
        (
            min(one.first or 0 for one in each.operations),
            max(one.last or 0 for one in each.operations),
        )
        for each in season.stations
    ]
    days = [tuple(str(moment_of(end).date()) for end in both) for both in ends]
    assert days == [
        ("2009-04-10", "2009-05-07"),
        ("2009-04-05", "2009-05-14"),
        ("2009-04-06", "2009-05-12"),
    ]
    assert season.outside == season.undated == 0
    assert season.species()[2].abundance == pytest.approx(18 / 128 * 100)


def test_detection_histories_are_those_of_camtrapr(borneo: Catalog) -> None:
    """`detectionHistory` of VTA: occasions of 7 days, with effort."""
    season = season_of(borneo, borneo.photo_ids().tolist(), 60)
    history = season.history("VTA", 7)
    assert history == {
        "StationA": [0, 1, 0, 0, 1, 0, 0],
        "StationB": [0, 1, 0, 1, 0, 0, 0],
        "StationC": [0, 0, 1, 0, 0, 0, 0],
    }
    assert [one.occasions(7) for one in season.stations] == [
        [6.5, 7, 7, 7, 7, 7, 0.5],
        [6.5, 7, 7, 7, 7, 7, 1.5],
        [6.5, 7, 7, 7, 7, 7, 1.5],
    ]


def test_the_record_table_is_that_of_camtrapr(borneo: Catalog, someones_home: Path) -> None:
    """The rows that the documentation prints: the leopard cat at the first station."""
    export(borneo, "record-table", someones_home / "records.csv", minutes_apart=0)
    rows = _rows(someones_home / "records.csv")
    cats = [row for row in rows if (row["Station"], row["Species"]) == ("StationA", "PBE")]
    deltas = [
        [row[f"delta.time.{unit}"] for unit in ("secs", "mins", "hours", "days")] for row in cats
    ]
    assert deltas == [
        ["0", "0", "0.0", "0.0"],
        ["157140", "2619", "43.6", "1.8"],
        ["120", "2", "0.0", "0.0"],
        ["13560", "226", "3.8", "0.2"],
        ["120", "2", "0.0", "0.0"],
        ["1270920", "21182", "353.0", "14.7"],
    ]
    assert (cats[1]["DateTimeOriginal"], cats[1]["n_images"]) == ("2009-04-22 20:19:00", "1")
    assert (cats[1]["Date"], cats[1]["Time"]) == ("2009-04-22", "20:19:00")
    export(borneo, "record-table", someones_home / "hours.csv", minutes_apart=60)
    hourly = _rows(someones_home / "hours.csv")
    assert [row["n_images"] for row in hourly[:4]] == ["1", "2", "2", "1"]
    assert hourly[0]["FileName"] == "0.JPG"
    assert hourly[0]["Directory"].endswith("PBE")


def test_tables_of_a_season_say_the_same(borneo: Catalog, someones_home: Path) -> None:
    report = export(borneo, "season", someones_home / "season", minutes_apart=60)
    assert (report.counts["records"], report.counts["species"], report.remarks) == (39, 5, {})
    tables = {
        path.relative_to(someones_home / "season").as_posix(): path.read_text("utf-8").splitlines()
        for path in (someones_home / "season").rglob("*.csv")
    }
    assert tables["histories/005_VTA.csv"][1] == "StationA,0,1,0,0,1,0,0"
    assert tables["effort.csv"][3] == "StationC,6.5,7.0,7.0,7.0,7.0,7.0,1.5"
    assert tables["accumulation.csv"][-1] == "2009-05-17,128.0,5"
    assert tables["records_by_station.csv"][2] == "StationB,0,2,8,0,2"
    cats = tables["activity.csv"][3].split(",")
    assert (cats[0], sum(map(int, cats[1:25])), cats[1]) == ("PBE", 18, "4")  # four in hour 0
    assert tables["activity.csv"][0].endswith("h23,day,dawn,dusk,night,light_unknown")
    assert cats[25:] == ["0", "0", "0", "0", "18"], "the stations of the example have no zone"


def test_what_is_uncertain_is_told(tmp_path: Path) -> None:
    """Names without a time are counted as left out, records outside of a period as odd."""
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path).id
    otter = AcceptedName("Lutra lutra", count=2)
    put_photo(catalog, folder, "a/1.jpg", Metadata(taken_at="1970-01-01T00:00:10"), otter)
    put_photo(catalog, folder, "a/2.jpg", Metadata(taken_at="2026-05-02T00:00:00"), otter)
    put_photo(catalog, folder, "b/3.jpg", Metadata(), otter)
    put_photo(catalog, folder, "c/4.jpg", Metadata(taken_at="2026-05-02T00:00:00"))
    period = {
        "deploymentStart": "2026-05-01T12:00:00+02:00",
        "deploymentEnd": "2026-05-03T12:00:00+02:00",
    }
    catalog.annotations.put_deployments(
        [StoredDeployment(DeploymentKey("folder", folder, "a"), fields=period)]
    )
    season = season_of(catalog, catalog.photo_ids().tolist(), 30)
    assert (season.nights, season.outside, season.undated) == (2, 1, 1)
    report = export(catalog, "season", tmp_path / "out" / "season")
    codes = {"undated-names", "records-outside", "stations-without-effort"}
    assert set(report.remarks) == codes | {"stations-guessed", "doubtful-clocks"}
    (guessed,) = report.remarks["stations-guessed"].names
    assert guessed.endswith("c"), "of the first its period was said, of the second nobody knows it"
    assert season.species()[0].individuals == 4
    catalog.close()


@pytest.mark.parametrize(
    ("first", "last", "is_doubtful"),
    [
        ("1970-01-01T00:00:10", "1970-01-09T00:00:00", True),
        ("2024-05-01T00:00:00", "2026-05-20T00:00:00", True),
        ("2025-05-01T00:00:00", "2026-05-20T00:00:00", False),
        ("2026-05-01T00:00:00", "2099-01-01T00:00:00", True),
    ],
)
def test_clocks_that_were_hardly_right_are_told(
    first: str, last: str, is_doubtful: bool, tmp_path: Path
) -> None:
    """Where nobody said when a camera stood there, such photos would give it years of effort."""
    with closing(Catalog.open(tmp_path / "catalog.db")) as catalog:
        folder = catalog.roots.add(tmp_path).id
        for number, taken in enumerate((first, last)):
            put_photo(catalog, folder, f"a/{number}.jpg", Metadata(taken_at=taken))
        report = export(catalog, "season", tmp_path / "out" / "season")
    assert ("doubtful-clocks" in report.remarks) is is_doubtful
    if is_doubtful:
        assert report.remarks["doubtful-clocks"].names == [f"{tmp_path.name}/a"]


def _rows(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text("utf-8").splitlines()))
