"""A season in figures: those of camtrapR's example, counted anew when something else is chosen."""

import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt
from pytestqt.qtbot import QtBot

from tests.unit.exporters.camtrapr_season import fill_with_stations
from visret_desktop.exporters.camera_traps.season import (
    DAY,
    AccumulationDay,
    Operation,
    Season,
    Station,
    season_of,
)
from visret_desktop.exporters.camera_traps.species_records import Records, SpeciesRecord
from visret_desktop.gui.interchange import season_dialog
from visret_desktop.gui.interchange.export_form import ExportForm
from visret_desktop.gui.interchange.season_dialog import FigureTable, SeasonDialog
from visret_desktop.interchange.deployments.deployment import Deployment
from visret_desktop.interchange.deployments.survey import Period
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_deployments import DeploymentKey
from visret_desktop.library.catalog.catalog_reader import CatalogReader


@pytest.fixture(scope="module")
def borneo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    root = tmp_path_factory.mktemp("borneo")
    catalog = Catalog.open(root / "catalog.db")
    fill_with_stations(catalog, root)
    yield catalog
    catalog.close()


@pytest.fixture
def dialog(borneo: Catalog, qtbot: QtBot) -> Iterator[SeasonDialog]:
    first = tuple(borneo.photo_ids("name").tolist()[:1])
    made = SeasonDialog(borneo, [("One", first), ("None", ()), ("All", None)])
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(made.export.isEnabled)
    yield made
    made.reject()


def rows(model: QAbstractItemModel) -> list[list[str]]:
    """Return what a table shows, the titles first."""
    titles = [
        model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())
    ]
    cells = [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]
    return [titles, *cells]


def test_the_figures_are_those_of_camtrapr(dialog: SeasonDialog, qtbot: QtBot) -> None:
    dialog.minutes.setValue(0)
    qtbot.waitUntil(lambda: dialog.sentence.text() == "55 records in 128.0 trap nights.")
    dialog.minutes.setValue(60)
    qtbot.waitUntil(lambda: dialog.sentence.text() == "39 records in 128.0 trap nights.")
    species = rows(dialog.species)
    assert species[3] == [
        *("PBE", "–", "18", "18", "3", "14.06", "2009-04-05 00:11", "2009-05-14 02:11")
    ]
    assert rows(dialog.stations)[1] == [
        *("StationA", "42.0", "8", "6", "2", "2009-04-02", "2009-05-14")
    ]
    activity = rows(dialog.activity)
    assert activity[3][:6] == ["PBE", "·", "·", "·", "·", "18"]
    assert activity[3][6] == "4", "in the hour after midnight"
    dialog.of.setCurrentText("VTA")
    assert rows(dialog.history)[1] == ["StationA", *"0100100"]
    dialog.days.setValue(30)
    assert rows(dialog.history)[1] == ["StationA", "1", "1"]
    growth = rows(dialog.growth)
    assert growth[1] == ["2009-04-05", "7.5", "1"]
    assert growth[-1] == ["2009-05-17", "128.0", "5"]


def test_only_none_is_shown_as_zero() -> None:
    """A record in 6,693 trap nights, and one in 40,000."""
    species, stations = FigureTable(digits=2), FigureTable()
    species.show(("RAI",), [(100 / 6693,), (100 / 40_000,), (0.0,), (14.0625,), (None,)])
    assert rows(species)[1:] == [["0.01"], ["0.003"], ["0.00"], ["14.06"], ["–"]]
    stations.show(("Trap nights",), [(10 / 1440,), (0.0,), (42.0,)])
    assert rows(stations)[1:] == [["0.007"], ["0.0"], ["42.0"]]


def test_other_photos_are_counted_alone(dialog: SeasonDialog, qtbot: QtBot) -> None:
    dialog.photos.setCurrentIndex(0)
    qtbot.waitUntil(lambda: dialog.sentence.text() == "1 record in 42.0 trap nights.")
    dialog.photos.setCurrentIndex(1)
    qtbot.waitUntil(lambda: dialog.sentence.text() == "There are no photos here.")
    assert not dialog.export.isEnabled()
    assert [rows(model)[1:] for model in (dialog.species, dialog.history)] == [[], []]


def test_the_window_goes_on_while_days_are_counted(
    dialog: SeasonDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that began in 1970 gives fifty years of days at each station."""
    counted, threads = Season.accumulation, []

    def noted(season: Season) -> Iterator[AccumulationDay]:
        threads.append(threading.current_thread())
        return counted(season)

    monkeypatch.setattr(Season, "accumulation", noted)
    dialog.minutes.setValue(0)
    qtbot.waitUntil(lambda: dialog.sentence.text().startswith("55 records"))
    assert threads
    assert threading.main_thread() not in threads


def test_a_history_of_fifty_years_is_shown_at_once(
    dialog: SeasonDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    deployment = Deployment(DeploymentKey("folder", 1, "weir"), "weir", 1)
    operation = Operation(deployment, (Period(0, 20_000 * DAY),), 0, 20_000 * DAY, 1, 0, 0)
    stations = [Station(f"weir {number}", (operation,)) for number in range(10)]
    seen = Records()
    for station in stations:
        for day in range(0, 20_000, 100):
            seen.append(SpeciesRecord(station.name, "Lutra lutra", "", day * DAY, 1, 0, 1, None))
    monkeypatch.setattr(season_dialog, "season_of", lambda *_: Season(stations, seen, 0))
    dialog.minutes.setValue(0)
    qtbot.waitUntil(lambda: dialog.of.currentText() == "Lutra lutra")
    dialog.tabs.setCurrentIndex(3)
    begun = time.thread_time()
    dialog.days.setValue(1)
    assert time.thread_time() - begun < 2
    assert dialog.history.columnCount() == 1 + 20_000
    assert [dialog.history.index(0, column).data() for column in (1, 2, 101)] == ["1", "0", "1"]


def test_no_photo_is_looked_at_for_a_page_that_was_closed(
    dialog: SeasonDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, looked_at = threading.Event(), list[int]()

    def late(reader: CatalogReader, ids: Iterable[int], minutes: int) -> Season:
        begun.set()
        while not dialog._background.is_closed:
            begun.wait()
        looked_at.extend(chosen := list(ids))
        return season_of(reader, chosen, minutes)

    monkeypatch.setattr(season_dialog, "season_of", late)
    dialog.minutes.setValue(0)
    assert begun.wait(60)
    dialog.reject()  # waits for what was begun
    assert looked_at == []


def test_tables_are_ordered_by_figures_not_by_digits(dialog: SeasonDialog) -> None:
    table = dialog.tabs.widget(0)
    ordered = table.model()
    ordered.sort(2, Qt.SortOrder.DescendingOrder)
    counts = [int(row[2]) for row in rows(ordered)[1:]]
    assert counts == sorted(counts, reverse=True)
    assert max(counts) >= 10


def test_what_is_looked_at_is_what_is_exported(dialog: SeasonDialog, qtbot: QtBot) -> None:
    form = ExportForm([("One", (1,)), ("None", ()), ("All", None)])
    qtbot.addWidget(form)
    dialog.minutes.setValue(45)
    dialog.days.setValue(14)
    with qtbot.waitSignal(dialog.export_requested):
        qtbot.waitUntil(dialog.export.isEnabled)
        dialog.export.click()
    dialog.hand_on(form)
    assert (form.name, form.ids) == ("season", None)
    chosen = form.choices()
    assert (chosen.minutes_apart, chosen.occasion_days) == (45, 14)


def test_a_library_without_names_says_so(tmp_path: Path, qtbot: QtBot) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    made = SeasonDialog(catalog, [("All", None)])
    qtbot.addWidget(made)
    qtbot.waitUntil(lambda: made.sentence.text() == "There are no photos here.")
    made.reject()
    catalog.close()
