"""`visret summary`: a season of camera traps in figures."""

import json
from pathlib import Path

import pytest

from tests.unit.exporters.made_library import fill
from visret_desktop.cli.main import main
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.library.catalog.catalog import Catalog


@pytest.fixture(autouse=True)
def _otters(tmp_path: Path, profile: Path) -> None:
    (tmp_path / "otters").mkdir()
    (profile / "data").mkdir(parents=True)
    catalog = Catalog.open(profile / "data" / "catalog.db")
    fill(catalog, tmp_path / "otters")
    look_up_places(catalog)
    catalog.close()


def test_stations_and_species_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "--minutes", "15", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    mill, weir = body["stations"]
    assert (weir["station"], weir["photos"], weir["records"]) == (
        *("otters/weir", 5),
        {"Ardea cinerea": 1, "Lutra lutra": 2},
    )
    assert mill["deployments"][0]["start"] == "2026-05-02T00:00:00"
    heron, otter = body["species"]
    assert (heron["records"], heron["stations"], otter["individuals"]) == (4, 2, 4)
    assert otter["hours"][21] == 2
    # At 45.9° N the sun sets at 20:07 on the last of April, and it is light again at 5:20.
    assert otter["lights"] == {"day": 0, "dawn": 0, "dusk": 0, "night": 2}
    assert heron["lights"]["night"] == 3, "one was taken at midnight to the second: no verdict"
    assert otter["history"] == {"otters/mill": [0], "otters/weir": [1]}


def test_a_person_reads_it_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary"]) == 0
    text = capsys.readouterr().out
    assert "otters/weir  0.03         5       2" in text
    assert "5 records in 0.1 trap nights." in text
    assert "by the sun     day  dawn  dusk  night  not known" in text


def test_a_gap_beyond_a_week_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["summary", "--minutes", "10081"]) == 2
    assert "no whole number from 0 to 10,080" in capsys.readouterr().err
