"""The map beside the photos, in a window with its engine: by mouse, by keys, and as a list."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from tests.gui.driver import WindowDriver
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.map.map_controller import MapController
from visret_desktop.gui.map.map_painting import ClusterCircle
from visret_desktop.gui.map.map_panel import MapPanel
from visret_desktop.settings import Settings

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


class MapDriver:
    """What a person does with the map."""

    def __init__(self, window: WindowDriver) -> None:
        self.window = window
        window.press(window.view, Qt.Key.Key_F7)
        self.work, self.panel = window.child(MapController), window.child(MapPanel)
        self.canvas = window.child(MapCanvas)
        self.all = window.model.rowCount()
        window.until(lambda: self.photos() > 0)
        self.placed = self.photos()

    def photos(self) -> int:
        return sum(circle.cluster.photos for circle in self.canvas.shown)

    def facts(self) -> list[str]:
        return [fact.text.partition(":")[0] for fact in self.window.bar.facts.facts()]

    def until_shown(self, photos: int) -> None:
        """Wait until grid and map have so many photos, and no others."""
        self.window.until(lambda: self.window.model.rowCount() == photos)
        self.window.until(lambda: self.panel.title.text().startswith(f"{photos} photo"))

    def until_all(self) -> None:
        """Wait until all photos are shown again."""
        self.window.until(lambda: self.window.model.rowCount() == self.all)
        self.window.until(lambda: self.panel.title.text().startswith(f"{self.placed} photo"))

    def click(self, circle: ClusterCircle) -> None:
        QTest.mouseClick(self.canvas, LEFT, NONE, QPoint(round(circle.x), round(circle.y)))

    def drag(self, *points: QPoint, modifier: Qt.KeyboardModifier = NONE) -> None:
        QTest.mousePress(self.canvas, LEFT, modifier, points[0])
        for point in points[1:]:
            QTest.mouseMove(self.canvas, point)
        QTest.mouseRelease(self.canvas, LEFT, modifier, points[-1])

    def east(self) -> tuple[list[QPoint], int]:
        """Return corners of the eastern part of the map, and how many photos are there."""
        points, view = self.canvas.points, self.canvas.view
        assert points is not None
        across, _ = view.pixels(points.x, points.y)
        # Between two photos, the middle ones of those that are farthest apart.
        sorted_, edge = np.sort(across), view.width - 4
        left = round(float(sorted_[np.argmax(np.diff(sorted_))] + np.diff(sorted_).max() / 2))
        low, high = 4, view.height - 4
        corners = ((left, low), (edge, low), (edge, high), (left, high), (left, low + 8))
        return [QPoint(*corner) for corner in corners], int((across > left).sum())


@pytest.fixture(scope="module")
def window(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(strategy="original"))


@pytest.fixture
def drawn_map(window: WindowDriver) -> Iterator[MapDriver]:
    """An open map of all photos."""
    found = MapDriver(window)
    found.canvas.show_all()
    yield found
    window.bar.facts.show_facts(())
    window.begin("")
    found.until_all()  # or the next test would find photos of this one on the map
    found.work.set_open(False)


def test_a_click_shows_the_photos_of_a_circle_and_another_all_again(drawn_map: MapDriver) -> None:
    circle = min(drawn_map.canvas.shown, key=lambda circle: circle.cluster.photos)
    count = circle.cluster.photos
    assert 0 < count < drawn_map.placed
    drawn_map.click(circle)
    drawn_map.until_shown(count)
    assert drawn_map.facts() == ["area"]
    (left,) = drawn_map.canvas.shown
    drawn_map.click(left)
    drawn_map.until_all()
    assert drawn_map.facts() == []


def test_by_keys_alone(drawn_map: MapDriver) -> None:
    canvas, window = drawn_map.canvas, drawn_map.window
    canvas.setFocus()
    circles = len(canvas.shown)
    first = canvas.shown[0]
    window.press(canvas, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is canvas
    window.press(canvas, Qt.Key.Key_Return)
    drawn_map.until_shown(first.cluster.photos)
    window.begin("")
    window.bar.facts.show_facts(())
    window.begin("")
    drawn_map.until_all()
    canvas.setFocus()
    for _ in range(circles + 1):
        window.press(canvas, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is not canvas, "Tab leaves the map after the last circle"
    canvas.setFocus()
    before = canvas.view
    window.press(canvas, Qt.Key.Key_Plus)
    assert canvas.view.scale == pytest.approx(2 * before.scale)
    window.press(canvas, Qt.Key.Key_Right)
    assert canvas.view.x > before.x
    window.press(canvas, Qt.Key.Key_0)
    assert canvas.view == before


def test_a_box_and_a_line_are_drawn_around_photos(drawn_map: MapDriver) -> None:
    corners, count = drawn_map.east()
    assert 0 < count < drawn_map.placed
    drawn_map.drag(corners[0], corners[2], modifier=Qt.KeyboardModifier.ShiftModifier)
    drawn_map.until_shown(count)
    assert drawn_map.facts() == ["area"]
    drawn_map.window.bar.facts.show_facts(())
    drawn_map.window.begin("")
    drawn_map.until_all()
    corners, count = drawn_map.east()  # where the map is now
    QTest.mouseClick(drawn_map.panel.lasso, LEFT)
    drawn_map.drag(*corners)
    drawn_map.until_shown(count)
    assert drawn_map.facts() == ["inside"]
    assert not drawn_map.panel.lasso.isChecked(), "a line is drawn once"


def test_dragging_and_the_wheel_move_the_map_and_choose_nothing(drawn_map: MapDriver) -> None:
    canvas = drawn_map.canvas
    canvas.zoom(4)
    before = canvas.view
    middle = canvas.rect().center()
    drawn_map.drag(middle, middle + QPoint(30, 0), middle + QPoint(60, 20))
    assert canvas.view.x == pytest.approx(before.x - 60 / before.scale)
    assert drawn_map.facts() == []


def test_a_photo_is_shown_on_the_map(drawn_map: MapDriver) -> None:
    window = drawn_map.window
    placed = next(n for n, one in enumerate(window.model.entries()) if _has_place(window, one))
    window.view.select_row(placed)
    panel = window.photo_panel
    window.until(lambda: "Show on the map" in panel.text())
    words = panel.text()
    assert " of " in words or ", " in words
    drawn_map.work.set_open(False)
    panel.appear()
    button = next(b for b in panel.findChildren(QPushButton) if b.text() == "Show on the map")
    button.click()
    assert drawn_map.work.is_open
    photo = panel.reader.photo(window.entry(placed).photo_id) if panel.reader else None
    assert photo is not None
    x, y = drawn_map.canvas.view.x, drawn_map.canvas.view.y
    assert drawn_map.canvas.view.scale > 50_000
    assert (x, y) == pytest.approx(_on_map(photo.metadata.latitude, photo.metadata.longitude))


def test_the_mark_follows_a_photo_that_is_dropped_on_the_map_and_taken_back(
    drawn_map: MapDriver,
) -> None:
    window, canvas = drawn_map.window, drawn_map.canvas
    entries = enumerate(window.model.entries())
    window.view.select_row(next(n for n, one in entries if not _has_place(window, one)))
    assert canvas._pin is None
    canvas.dropped.emit(10.0, 20.0)
    window.until(lambda: canvas._pin == (10.0, 20.0))
    assert drawn_map.photos() == drawn_map.placed + 1
    window.press(window.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    window.until(lambda: canvas._pin is None)
    assert drawn_map.photos() == drawn_map.placed


def _has_place(window: WindowDriver, entry: GridEntry) -> bool:
    reader = window.photo_panel.reader
    photo = reader.photo(entry.photo_id) if reader else None
    return photo is not None and photo.metadata.latitude is not None


def _on_map(latitude: float | None, longitude: float | None) -> tuple[float, float]:
    from visret_desktop.gui.map.projection import mercator

    x, y = mercator(latitude or 0, longitude or 0)
    return float(x), float(y)


def test_a_sentence_stands_where_no_photo_has_a_place(drawn_map: MapDriver) -> None:
    drawn_map.window.begin("before:1950")
    drawn_map.window.until(lambda: "None of these photos" in drawn_map.panel.sentence)
    drawn_map.window.bar.facts.show_facts(())
    drawn_map.window.begin("")
    drawn_map.until_all()
    assert not drawn_map.panel.sentence
