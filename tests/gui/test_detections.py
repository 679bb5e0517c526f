"""What a detector found: seen before it is kept, drawn over photos, hidden where it is nothing."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QToolButton, QTreeWidget
from pytestqt.qtbot import QtBot

from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Progress
from visret_desktop.gui.facts.facet_panel import FacetPanel
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.interchange.detections_dialog import DetectionsDialog
from visret_desktop.gui.interchange.photo_detections import FoundLines, best_of, boxes_of
from visret_desktop.gui.photo.photo_canvas import PhotoCanvas
from visret_desktop.gui.widgets.photo_boxes import paint_boxes
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import SidePanel
from visret_desktop.gui.window.interchange_controllers import DetectionController
from visret_desktop.library.catalog.catalog_detections import (
    Detection,
    DetectionFile,
    FileDetections,
    Label,
)
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.settings import Settings

FILE = DetectionFile(Path("/somewhere/result.json"), "MegaDetector", "md_v5a", 0.2, id=1)
ANIMAL, FOX = Label("animal"), Label("Vulpes vulpes", "red fox", "species", True)
BOX, OTHER = (0.1, 0.2, 0.3, 0.4), (0.5, 0.5, 0.25, 0.25)
LOOK = FileDetections(
    FILE,
    (
        Detection(ANIMAL, 0.93, BOX),
        Detection(FOX, 0.8, BOX),
        Detection(ANIMAL, 0.4, OTHER),
        Detection(FOX, None, None),
    ),
)


def test_a_thing_and_its_name_share_a_box() -> None:
    boxes = boxes_of([LOOK])
    assert boxes is not None
    assert boxes.places == ((0.1, 0.2, 0.4, 0.6000000000000001), (0.5, 0.5, 0.75, 0.75))
    assert boxes.labels == ("Vulpes vulpes 80 %", "animal 40 %")
    assert boxes_of([FileDetections(FILE, (Detection(FOX, 0.5, None),))]) is None
    assert [(one.label, one.confidence) for _, one in best_of([LOOK])] == [
        (FOX, None),
        (ANIMAL, 0.93),
    ]


def test_boxes_are_painted_with_their_labels() -> None:
    boxes = boxes_of([LOOK])
    assert boxes is not None
    pictures = []
    for shown in (boxes, boxes_of([FileDetections(FILE, LOOK.found[:1])])):
        picture = QImage(400, 300, QImage.Format.Format_RGB32)
        picture.fill(Qt.GlobalColor.gray)
        painter = QPainter(picture)
        assert shown is not None
        paint_boxes(painter, QRectF(0, 0, 400, 300), shown)
        painter.end()
        pictures.append(picture)
    assert pictures[0] != pictures[1]
    assert pictures[0].pixelColor(202, 200) != picture.pixelColor(350, 20), "the second box"


def test_lines_say_whence(qtbot: QtBot) -> None:
    looks = [LOOK, FileDetections(FILE, ()), FileDetections(FILE, (), "damaged")]
    lines = FoundLines(looks, {FOX.name})
    qtbot.addWidget(lines)
    said = "\n".join(label.text() for label in lines.findChildren(PlainLabel))
    for words in ("Detected", "animal 93 %", "Vulpes vulpes", "md_v5a, result.json"):
        assert words in said
    assert "a blank frame" in said
    assert "damaged" in said
    (button,) = lines.findChildren(QToolButton)
    assert not button.isEnabled(), "the name was accepted"
    again = FoundLines([LOOK], ())
    qtbot.addWidget(again)
    (button,) = again.findChildren(QToolButton)
    assert button.accessibleName() == "Note Vulpes vulpes as a name of this photo"
    with qtbot.waitSignal(again.accepted) as told:
        button.click()
    assert told.args == [LOOK, LOOK.found[3]]


# ---- in the window ----------------------------------------------------------------------------


class Detections:
    """The window with its dialog, and a file about its first photos."""

    def __init__(self, driver: WindowDriver, folder: Path) -> None:
        self.driver = driver
        self.work = driver.child(DetectionController)
        self.fox, self.blank, self.low = sorted(driver.entries(), key=lambda one: one.name)[:3]
        self.file = folder / "result.json"
        found = {"category": "1", "conf": 0.9, "bbox": list(BOX), "classifications": [["0", 0.8]]}
        images = [
            {"file": tail(self.fox), "detections": [found]},
            {"file": tail(self.blank), "detections": []},
            {"file": tail(self.low), "detections": [{**found, "conf": 0.3, "classifications": []}]},
            {"file": "nowhere.jpg", "detections": []},
        ]
        names = {"0": FOX.name}
        self.file.write_text(json.dumps({"images": images, "classification_categories": names}))

    @property
    def reader(self) -> CatalogReader:
        found = self.driver.library.view.reader
        assert found is not None
        return found

    def dialog(self) -> DetectionsDialog:
        self.driver.choose("Take in what a detector found …")
        dialog = self.work._dialog
        assert dialog is not None
        return dialog

    def until_done(self, dialog: DetectionsDialog) -> None:
        self.driver.until(lambda: dialog._job is None)

    def keep(self) -> None:
        dialog = self.dialog()
        dialog.read(self.file)
        self.until_done(dialog)
        dialog.keep.click()
        self.until_done(dialog)
        dialog.close()

    def drop(self) -> None:
        dialog = self.dialog()
        first = dialog.files.topLevelItem(0)
        assert first is not None
        dialog.files.setCurrentItem(first)
        dialog.drop.click()
        self.until_done(dialog)
        assert "removed" in dialog.status.text()
        dialog.close()

    def names(self, entry: GridEntry) -> list[str]:
        found = self.reader.notes.of([entry.content_hash])
        return [name.name for notes in found.values() for name in notes.names]


def tail(entry: GridEntry) -> str:
    return "D:\\cards\\" + "\\".join(Path(entry.path).parts[-2:]).upper()


@pytest.fixture(scope="module")
def driver(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(pictures_enabled=False, observer="Ann"))


@pytest.fixture
def detections(driver: WindowDriver, tmp_path: Path) -> Iterator[Detections]:
    made = Detections(driver, tmp_path)
    yield made
    for _ in made.reader.detections.files():
        made.drop()
    assert made.reader.detections.files() == []


def rows(tree: QTreeWidget) -> dict[str, str]:
    items = map(tree.topLevelItem, range(tree.topLevelItemCount()))
    return {item.text(0): item.text(1) for item in items if item is not None}


def test_what_a_file_says_is_seen_before_it_is_kept(detections: Detections) -> None:
    dialog = detections.dialog()
    assert not dialog.keep.isEnabled()
    assert not dialog.files.isVisible()
    dialog.read(detections.file)
    detections.until_done(dialog)
    assert "3 photo" in dialog.status.text()
    assert dialog.confidence.value() == 4, "a fifth, as nothing is advised"
    assert rows(dialog.found) == {
        "animal": "2",
        "Vulpes vulpes": "1",
        "Nothing: blank frames": "1",
        "Passed over: not in the library": "1",
    }
    dialog.confidence.setValue(10)
    assert rows(dialog.found)["animal"] == "1"
    assert rows(dialog.found)["Nothing: blank frames"] == "2"
    assert detections.reader.detections.files() == []
    dialog.keep.click()
    detections.until_done(dialog)
    assert "3 photo" in dialog.status.text()
    (file,) = detections.reader.detections.files()
    assert (file.path, file.photos, file.blank, file.least) == (detections.file, 3, 2, 0.5)
    assert rows(dialog.files) == {"result.json": "3"}
    wrong = detections.file.parent / "wrong.json"
    wrong.write_text("{}")
    dialog.read(wrong)
    detections.until_done(dialog)
    assert "none of the files that are known" in dialog.status.text()
    assert not dialog.keep.isEnabled()
    dialog.close()
    assert len(detections.reader.detections.files()) == 1


def test_a_folder_can_be_chosen_and_reading_stopped(detections: Detections) -> None:
    dialog = detections.dialog()
    detections.file.write_text(detections.file.read_text().replace("D:", "E:\\\\other"))
    dialog.folders.setCurrentIndex(1)
    dialog.read(detections.file)
    detections.until_done(dialog)
    assert "3 photo" in dialog.status.text()
    dialog.read(detections.file)
    job = dialog._job
    assert job is not None
    dialog._on_said(job, Progress(job.request.job, "detections", 1, 4))
    assert dialog.bar.value() == 250
    dialog.stop.click()
    detections.until_done(dialog)
    dialog.close()


def test_blank_frames_are_hidden_by_one_click(detections: Detections) -> None:
    driver = detections.driver
    panel = driver.child(FacetPanel)
    driver.child(SidePanel).show_leaf("facts")
    everything = len(driver.model.whole_ids())
    driver.until(lambda: panel._counts.photos == everything)
    assert not panel.blank.isVisible()
    detections.keep()
    driver.until(panel.blank.isVisible)
    panel.blank.click()
    driver.until(lambda: len(driver.model.whole_ids()) == everything - 1)
    assert detections.blank.photo_id not in driver.model.whole_ids()
    assert panel.blank.isChecked()
    driver.choose("Blank frames hidden")
    driver.until(lambda: len(driver.model.whole_ids()) == everything)
    driver.until(lambda: not panel.blank.isChecked())
    driver.until(lambda: any(row.words == "Detected" for row in panel.rows()))
    driver.child(SidePanel).show_leaf("library")


def test_a_name_is_accepted_in_the_viewer_and_taken_back(detections: Detections) -> None:
    driver = detections.driver
    detections.keep()
    driver.look_at(driver.model.row_of(detections.fox.photo_id))
    driver.until(lambda: driver.viewer.bar.found.isVisible())
    canvas = driver.child(PhotoCanvas)
    assert canvas.boxes is not None
    assert canvas.boxes.labels == ("Vulpes vulpes 80 %",)
    driver.press(driver.viewer, Qt.Key.Key_D)
    assert canvas.boxes is None
    driver.press(driver.viewer, Qt.Key.Key_D)
    driver.until(lambda: "Vulpes vulpes 80 %" in driver.photo_panel.text())
    detections.work.accept.trigger()
    driver.until(lambda: detections.names(detections.fox) == [FOX.name])
    (name,) = detections.reader.notes.of([detections.fox.content_hash]).values()
    assert name.names[0].source == "result.json"
    assert name.names[0].by == "Ann"
    assert name.names[0].at.endswith("Z")
    driver.until(lambda: "accepted" in driver.banner.text())
    driver.until(lambda: driver.buttons("Accept") == [])
    driver.undo()
    driver.until(lambda: detections.names(detections.fox) == [])
    driver.click("Accept")
    driver.until(lambda: detections.names(detections.fox) == [FOX.name])
    driver.undo()
    driver.until(lambda: detections.names(detections.fox) == [])
    driver.press(driver.viewer, Qt.Key.Key_Right)
    driver.until(lambda: not driver.viewer.bar.found.isVisible() or canvas.boxes is not None)
    detections.work.accept_of([detections.low])
    assert "No detector named" in driver.banner.text()
    driver.press(driver.viewer, Qt.Key.Key_Escape)
