"""A clock that was wrong is corrected after a preview, and taken back."""

from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import pytest
from PySide6.QtWidgets import QFileDialog, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from tests.gui.test_deployments_dialog import Desk, desk
from visret_desktop.engine.field_messages import CorrectClock
from visret_desktop.engine.indexing.clock_job import correct_clock, drop_correction
from visret_desktop.engine.messages import EngineLost, Finished
from visret_desktop.gui.interchange import clock_dialog
from visret_desktop.gui.interchange.clock_dialog import ClockDialog
from visret_desktop.interchange.tracks.clock import read_offset
from visret_desktop.library.catalog.catalog import Catalog

__all__ = ["desk"]


@pytest.fixture
def dialog(desk: Desk, compiled: Path, qtbot: QtBot) -> ClockDialog:
    made_here = desk.library.paths.compiled  # bursts are found anew by the encoder: not made again
    if not made_here.exists():
        made_here.symlink_to(compiled)
    photos = [("All photos of the library", None)]
    made = ClockDialog(desk.client.run, desk.library.reader, photos)
    qtbot.addWidget(made)
    made.show()
    return made


def times(desk: Desk) -> dict[str, str | None]:
    return {str(photo.path): photo.taken_at for photo in desk.library.reader.placing.photos()}


def test_times_are_seen_kept_and_taken_back(
    dialog: ClockDialog,
    desk: Desk,
    qtbot: QtBot,
) -> None:
    before = times(desk)
    dated = [taken for taken in before.values() if taken]
    assert not dialog.correct.isEnabled()
    dialog.shift.setText("+0:01:30")
    qtbot.waitUntil(lambda: bool(desk.client._waiting))
    desk.answer()
    assert dialog.status.text().startswith(f"{len(dated)} photo")
    assert dialog.status.text().endswith("would be corrected.")
    assert dialog.times.topLevelItemCount() == len(dated)
    assert times(desk) == before, "nothing is kept yet"
    dialog.correct.click()
    desk.answer()
    desk.answer()  # times as they are now
    assert dialog.status.text().endswith(" corrected.")
    assert dialog.shift.text() == "", "Correct once more would add the same"
    assert not dialog.correct.isEnabled()
    after = times(desk)
    assert all(after[name] != taken for name, taken in before.items() if taken)
    row = dialog.kept.topLevelItem(0)
    assert row is not None
    assert row.text(0) == "+0:01:30; weir/IMG_0.JPG …"
    row.setSelected(True)
    dialog.drop.click()
    desk.answer()
    assert times(desk) == before
    assert not dialog.kept.isVisible()


@pytest.mark.usefixtures("dialog")  # with the encoder as it is made ready
def test_times_that_are_kept_stay_so_where_events_cannot_be_found(desk: Desk) -> None:
    with closing(Catalog.open(desk.library.paths.catalog)) as catalog:
        when = "CREATE TRIGGER broken BEFORE INSERT ON photo_group"
        catalog._db.execute(f"{when} BEGIN SELECT raise(ABORT, 'no'); END")
    events = list(correct_clock(desk.library, CorrectClock(seconds=90.0, is_dry_run=False)))
    assert isinstance(events[-1], Finished), "else one corrects the same once more"
    assert len(desk.library.reader.clocks.all()) == 1


def test_what_was_taken_back_elsewhere_is_not_taken_back_again(
    dialog: ClockDialog, desk: Desk
) -> None:
    list(correct_clock(desk.library, CorrectClock(seconds=90.0, is_dry_run=False)))
    dialog._show_kept()
    (one,) = desk.library.reader.clocks.all()
    drop_correction(desk.library, one.number)
    row = dialog.kept.topLevelItem(0)
    assert row is not None
    row.setSelected(True)
    dialog.drop.click()
    desk.answer()
    assert "taken back already" in dialog.status.text()
    assert not dialog.kept.isVisible()


def test_while_a_correction_is_written_nobody_types_another(
    dialog: ClockDialog,
    desk: Desk,
    qtbot: QtBot,
) -> None:
    dialog.shift.setText("+0:01:30")
    qtbot.waitUntil(lambda: bool(desk.client._waiting))
    desk.answer()
    dialog.correct.click()
    (request,) = desk.client._waiting
    typing = (dialog.photos, dialog.shift, dialog.zone)
    assert not any(widget.isEnabled() for widget in typing)
    desk.client.take(EngineLost(request.job))
    assert all(widget.isEnabled() for widget in typing)
    assert dialog.kept.topLevelItemCount() == 0
    dialog.correct.click()
    keeping = desk.client._waiting.pop()
    for event in correct_clock(desk.library, cast(CorrectClock, keeping)):
        if not isinstance(event, Finished):  # the engine dies once the correction is kept
            desk.client.take(event)
    desk.client.take(EngineLost(keeping.job))
    assert dialog.status.text() == dialog.stopped()
    assert dialog.kept.topLevelItemCount() == 1, "one looks there whether it was kept"


def listed(dialog: ClockDialog, desk: Desk) -> list[QTreeWidgetItem]:
    dialog.look()
    desk.answer()
    items = [dialog.times.topLevelItem(row) for row in range(dialog.times.topLevelItemCount())]
    return [one for one in items if one is not None]


def shown_now(item: QTreeWidgetItem) -> datetime:
    return datetime.fromisoformat(item.text(1)[:19])


def test_nothing_to_add_is_no_correction(dialog: ClockDialog, desk: Desk) -> None:
    dialog.shift.setText("+0:00:00")
    assert listed(dialog, desk), "one of them may show a clock"
    assert dialog.status.text().startswith("Type what is to be added")
    assert not dialog.correct.isEnabled()


def test_a_drift_is_so_much_for_each_day(dialog: ClockDialog, desk: Desk) -> None:
    before = shown_now(listed(dialog, desk)[0])
    dialog.drift.setValue(2)
    dialog.look()
    assert desk.client._waiting == []
    assert dialog.status.text().startswith("Say since when")
    dialog.since.setText(f"{before - timedelta(days=10)}")
    first = listed(dialog, desk)[0]
    assert datetime.fromisoformat(first.text(2)[:19]) - before == timedelta(seconds=20)
    assert dialog.correct.isEnabled()
    request = dialog._request(is_dry_run=False)
    assert request is not None
    assert request.label.startswith("+2 s a day since")


def test_a_photo_of_a_clock_says_what_to_add(
    dialog: ClockDialog, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = listed(dialog, desk)
    dialog.by_clock.click()
    assert dialog.status.text().startswith("Select a photo")
    first.setSelected(True)
    true = f"{shown_now(first) + timedelta(seconds=95)}"
    monkeypatch.setattr(clock_dialog, "ask_line", lambda *_: true)
    dialog.by_clock.click()
    assert dialog.shift.text() == "+0:01:35"


def test_another_camera_that_was_right_says_what_to_add(
    dialog: ClockDialog, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = "/nowhere/x.jpg"
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (chosen, ""))
    first, *_, last = listed(dialog, desk)
    apart = shown_now(last) - shown_now(first)
    assert apart
    first.setSelected(True)
    dialog.by_pair.click()
    assert dialog.status.text().startswith("“x.jpg” is no photo of your library")
    chosen = last.toolTip(0)
    dialog.by_pair.click()
    assert read_offset(dialog.shift.text()) == apart.total_seconds()


def test_what_is_no_shift_or_zone_is_a_sentence(
    dialog: ClockDialog,
    desk: Desk,
    qtbot: QtBot,
) -> None:
    dialog.shift.setText("soon")
    qtbot.waitUntil(lambda: "is no offset" in dialog.status.text())
    assert desk.client._waiting == []
    dialog.shift.clear()
    dialog.zone.setText("Middle/Earth")
    qtbot.waitUntil(lambda: bool(desk.client._waiting))
    desk.answer()
    assert "Middle/Earth" in dialog.status.text()
    assert not dialog.correct.isEnabled()


def test_tables_come_in_by_the_dialog_of_packages(
    desk: Desk,
    tmp_path: Path,
) -> None:
    """What a table is shows by its headers: names that people noted, or stations."""
    names, table = tmp_path / "names.csv", tmp_path / "stations.csv"
    names.write_text(
        "File,RelativePath,Species\nIMG_1.JPG,weir,Lynx lynx\nIMG_9.JPG,weir,Lynx lynx\n"
    )
    packages = desk.packages(names)
    assert "1 of the 2 names that people noted would be accepted" in packages.status.text()
    tops = [packages.tree.topLevelItem(row) for row in range(packages.tree.topLevelItemCount())]
    assert [one.text(0) for one in tops if one] == ["Names", "Photos that are not in your library"]
    table.write_text("Station,Setup_date,Retrieval_date,Latitude,Longitude\nweir,,,45.9,15.5\n")
    packages.read(table)
    desk.answer()
    assert "belong to its stations" in packages.status.text()
    packages.keep.click()
    desk.answer()
    (source,) = desk.library.reader.deployments.sources()
    assert source.startswith("stations.csv")
    desk.banner._on_button()
    desk.answer()
    assert desk.library.reader.deployments.sources() == {}
