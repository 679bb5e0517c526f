"""Photos are placed by a track: seen on map and list first, kept then, and undone."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QWidget
from pytestqt.qtbot import QtBot

from tests.unit.interchange.made_tracks import gpx, stamp
from tests.unit.library.test_catalog import put
from visret_desktop.engine.field_messages import KeepPlaces, NotesChanged, PutNotes
from visret_desktop.engine.messages import Failed, Finished
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.grid.results_model import ResultsModel
from visret_desktop.gui.interchange.placing_form import PhotoChoice
from visret_desktop.gui.interchange.track_dialog import TrackDialog
from visret_desktop.gui.tagging.note_changes import NoteChanges
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.incoming_pictures import DropTarget
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.window.interchange_controllers import TrackController
from visret_desktop.interchange.tracks.geotagging import GeotagOutcome
from visret_desktop.interchange.tracks.gpx import source_of
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import Metadata, Notes, OwnPlace

WALK = gpx([(43.46, 11.88, stamp(0)), (43.47, 11.88, stamp(500)), (43.47, 11.89, stamp(1000))])
FIRST, SECOND, THIRD = "1" * 32, "2" * 32, "3" * 32
ALL = PhotoChoice("All", None)


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CatalogReader]:
    """Three photos of a camera that was 100 s slow; one has a place of its own."""
    folder = tmp_path_factory.mktemp("track")
    catalog = Catalog.open(folder / "catalog.db")
    catalog.roots.add(folder)
    with_place = Metadata(taken_at="2024-05-03T14:02:30", latitude=43.465, longitude=11.88)
    put(catalog, 1, "a.jpg", FIRST, Metadata(taken_at="2024-05-03T14:00:00"))
    put(catalog, 1, "known.jpg", SECOND, with_place)
    put(catalog, 1, "late.jpg", THIRD, Metadata(taken_at="2024-05-03T18:00:00"))
    catalog.close()
    made = CatalogReader(folder / "catalog.db")
    yield made
    made.close()


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    (tmp_path / "walk.gpx").write_bytes(WALK)
    return tmp_path / "walk.gpx"


@pytest.fixture
def dialog(reader: CatalogReader, qtbot: QtBot) -> Iterator[TrackDialog]:
    made = TrackDialog(reader, [ALL, PhotoChoice("One", [1])])
    qtbot.addWidget(made)
    made.show()
    yield made
    made.reject()


def placed(dialog: TrackDialog) -> int:
    return -1 if dialog._placing is None else dialog._placing.counts[GeotagOutcome.PLACED]


def listed(dialog: TrackDialog) -> dict[str, str]:
    model = dialog.model
    rows = range(model.rowCount())
    return {model.index(row, 0).data(): model.index(row, 2).data() for row in rows}


def read(dialog: TrackDialog, path: Path, qtbot: QtBot, photos: int = 1) -> None:
    dialog.read([path])
    qtbot.waitUntil(lambda: placed(dialog) == photos)


def test_what_would_happen_is_listed_and_drawn(
    dialog: TrackDialog, walk: Path, qtbot: QtBot
) -> None:
    assert not dialog.keep.isEnabled()
    assert "not changed" in dialog.sentence.text()
    read(dialog, walk, qtbot)
    assert listed(dialog) == {
        "a.jpg": "placed, 0 s from a point of the track",
        "known.jpg": "check: its own place is 222 m from the track then",
        "late.jpg": "not placed: 3 h 43 min after the track ends",
    }
    assert [dialog.only.itemText(row) for row in range(4)] == [
        "All photos: 3",
        "Placed: 1",
        "With a place already: 1",
        "Not placed: 1",
    ]
    assert "Europe/Rome" in dialog.form.zone.placeholderText()
    assert "1 photo" in dialog.sentence.text()
    points = dialog.canvas.points
    assert points is not None
    np.testing.assert_allclose(points.degrees, [[43.46, 11.88]], atol=1e-5)
    before = dialog.canvas.grab().toImage()
    dialog.canvas.show_tracks([], 600)
    assert dialog.canvas.grab().toImage() != before, "the line was there"


def test_each_change_is_tried_at_once(dialog: TrackDialog, walk: Path, qtbot: QtBot) -> None:
    read(dialog, walk, qtbot)
    dialog.form.offset.setText("-4:00:00")
    qtbot.waitUntil(
        lambda: "late.jpg" in listed(dialog) and listed(dialog)["late.jpg"][:6] == "placed"
    )
    dialog.form.zone.setText("+06:00")
    dialog.form.offset.setText("+0:00:00")
    qtbot.waitUntil(lambda: listed(dialog)["late.jpg"][:6] == "placed")
    dialog.form.zone.setText("Atlantis")
    qtbot.waitUntil(lambda: "Atlantis" in dialog.sentence.text())
    assert not dialog.keep.isEnabled()
    dialog.form.zone.setText("")
    dialog.form.gap.setValue(1)
    dialog.form.offset.setText("+0:02:30")
    qtbot.waitUntil(lambda: listed(dialog).get("a.jpg", "").startswith("not placed: in a gap"))
    dialog.form.photos.setCurrentIndex(1)
    qtbot.waitUntil(lambda: list(listed(dialog)) == ["a.jpg"])


def test_offsets_change_by_keys(dialog: TrackDialog) -> None:
    line = dialog.form.offset
    for key, modifier in (
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier),
    ):
        QTest.keyClick(line, key, modifier)
    assert line.text() == "-0:00:59"


def test_the_offset_is_found_by_photos_with_a_place(
    dialog: TrackDialog, walk: Path, qtbot: QtBot
) -> None:
    read(dialog, walk, qtbot)
    dialog.form.by_places.click()
    qtbot.waitUntil(lambda: dialog.form.offset.text() == "+0:01:40")
    qtbot.waitUntil(lambda: listed(dialog)["known.jpg"].startswith("has a place of its own, 0 m"))
    assert "Found by 1 photo" in dialog.sentence.text()
    dialog.form.photos.setCurrentIndex(1)
    qtbot.waitUntil(lambda: list(listed(dialog)) == ["a.jpg"])
    dialog.form.by_places.click()
    qtbot.waitUntil(lambda: "None of these photos" in dialog.sentence.text())


def test_the_offset_is_found_by_a_photo_of_a_clock(
    dialog: TrackDialog, walk: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    read(dialog, walk, qtbot)
    dialog.form.by_clock.click()
    assert "Select the photo" in dialog.sentence.text()
    dialog.table.selectRow(0)
    typed = ["noon", "14:01:40"]

    def answer(question: QInputDialog) -> int:
        question.setTextValue(typed.pop())
        return QInputDialog.DialogCode.Accepted

    monkeypatch.setattr(QInputDialog, "exec", answer)
    for offset in ("+0:01:40", "+0:01:40"):
        dialog.form.by_clock.click()
        assert dialog.form.offset.text() == offset
    assert "no time" in dialog.sentence.text()


def test_list_and_map_go_together_by_keys(dialog: TrackDialog, walk: Path, qtbot: QtBot) -> None:
    read(dialog, walk, qtbot)
    dialog.only.setCurrentIndex(2)
    assert list(listed(dialog)) == ["known.jpg"]
    dialog.only.setCurrentIndex(0)
    dialog.table.selectRow(0)
    assert dialog.canvas._pin == pytest.approx((43.46, 11.88))
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.canvas._pin == (43.465, 11.88)
    QTest.keyClick(dialog.table, Qt.Key.Key_Down)
    assert dialog.canvas._pin is None
    dialog.canvas.choose(dialog.canvas.shown[0])
    assert dialog.table.currentIndex().row() == 0
    QTest.keyClick(dialog.canvas, Qt.Key.Key_Plus)
    QTest.keyClick(dialog.canvas, Qt.Key.Key_0)
    assert dialog.canvas.view == dialog.canvas._whole


def test_a_file_that_is_no_track_is_a_sentence(
    dialog: TrackDialog, walk: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    (tmp_path / "cut.gpx").write_bytes(WALK[: WALK.rindex(b"<trkpt")])
    (tmp_path / "bad.gpx").write_bytes(b"<kml/>")
    dialog.read([tmp_path / "bad.gpx"])
    qtbot.waitUntil(lambda: "it begins with <kml>" in dialog.sentence.text())
    assert not dialog.keep.isEnabled()
    dialog.read([tmp_path / "cut.gpx", tmp_path / "bad.gpx"])
    qtbot.waitUntil(lambda: placed(dialog) == 1)
    assert "it ends in the middle" in dialog.sentence.text()
    assert "it begins with <kml>" in dialog.sentence.text()
    named = dialog.form.files.text()
    assert named == "cut.gpx"
    dialog.read([tmp_path / "bad.gpx"])  # a bad one takes nothing from what is read
    qtbot.waitUntil(lambda: "it ends in the middle" not in dialog.sentence.text())
    qtbot.waitUntil(lambda: "it begins with <kml>" in dialog.sentence.text())
    assert dialog.form.files.text() == named
    qtbot.waitUntil(lambda: placed(dialog) == 1)
    assert dialog.keep.isEnabled()


# ---- keep and undo ------------------------------------------------------------------------------


class Work:
    """The work with an engine that is never started: what is sent waits, and is answered here."""

    def __init__(self, reader: CatalogReader, qtbot: QtBot) -> None:
        self.window, self.banner, self.client = QWidget(), Banner(), EngineClient()
        for widget in (self.window, self.banner):
            qtbot.addWidget(widget)
        self.window.show()
        model = ResultsModel(self.window)
        self.history = UndoHistory(self.window)
        changes = NoteChanges(self.client, self.history, self.window)
        self.work = TrackController(changes, lambda: reader, model, list, self.banner, self.window)

    def opened(self, walk: Path, qtbot: QtBot) -> TrackDialog:
        self.work.open([walk])
        dialog = self.work._dialog
        assert dialog is not None
        dialog.form.photos.setCurrentIndex(1)  # all; the grid shows none
        qtbot.waitUntil(lambda: placed(dialog) == 1)
        return dialog


@pytest.fixture
def work(reader: CatalogReader, qtbot: QtBot) -> Iterator[Work]:
    made = Work(reader, qtbot)
    yield made
    made.work.close()


def test_nothing_is_kept_before_it_is_said_and_it_can_be_undone(
    work: Work, walk: Path, qtbot: QtBot
) -> None:
    dialog = work.opened(walk, qtbot)
    assert work.client._waiting == []
    dialog.keep.click()
    assert work.work._dialog is None
    (asked,) = work.client._waiting
    assert isinstance(asked, KeepPlaces)
    assert asked.places == {FIRST: OwnPlace(43.46, 11.88, 12.5, source_of(walk))}
    before = {FIRST: Notes(("tag",))}
    work.client.take(NotesChanged(asked.job, before))
    work.client.take(Finished(asked.job))
    assert "1 photo" in work.banner.text()
    work.banner._button.click()
    undone = work.client._waiting[-1]
    assert isinstance(undone, PutNotes)
    assert undone.notes == before
    assert work.banner.text() == ""


def test_what_the_engine_cannot_keep_is_said(work: Work, walk: Path, qtbot: QtBot) -> None:
    work.opened(walk, qtbot).keep.click()
    work.client.take(Failed(work.client._waiting[0].job, "library-busy", "Another one writes."))
    assert work.banner.text().startswith("Another one writes.")
    assert not work.banner._button.isVisible()


def test_closing_ends_what_is_read(work: Work, walk: Path, qtbot: QtBot) -> None:
    dialog = work.opened(walk, qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert work.work._dialog is None
    assert work.client._waiting == []


def test_a_track_that_is_dropped_is_told_from_folders_and_photos(
    qtbot: QtBot, walk: Path, tmp_path: Path
) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    target = DropTarget(widget)
    dropped: list[list[Path]] = []
    target.tracks_dropped.connect(dropped.append)
    for paths in ([walk], [tmp_path], [tmp_path / "a.txt"]):
        mime = QMimeData()
        mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        event = QDropEvent(
            QPointF(1, 1),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        assert target.eventFilter(widget, event)
    assert dropped == [[walk]]
