"""One photo at a time: what is shown while it loads, zoom, pan, walking, what went wrong."""

import os
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractButton, QApplication
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, hash_of, write_thumbnails
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.photo.photo_canvas import PhotoCanvas
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.pictures.photo_decoding import (
    decode_levels,
    decode_picture,
    end_decoding,
    level_for,
)
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.background import close_all

WIDTH, HEIGHT = 3200, 2400


@pytest.fixture
def shown(tmp_path: Path) -> list[GridEntry]:
    """Two photos, one that is none, one that is gone, one whose drive is away."""
    paths = [tmp_path / f"{number}.jpg" for number in range(1, 6)]
    Image.new("RGB", (WIDTH, HEIGHT), (200, 30, 30)).save(paths[0], quality=50)
    Image.new("RGB", (300, 200), (30, 200, 30)).save(paths[1])
    paths[2].write_bytes(b"no picture at all")
    sizes = [(WIDTH, HEIGHT), (300, 200), (300, 200), (300, 200), (300, 200)]
    return [
        entry(
            number,
            path=str(path),
            name=path.name,
            width=size[0],
            height=size[1],
            online=number != 5,
        )
        for number, (path, size) in enumerate(zip(paths, sizes, strict=True), 1)
    ]


@pytest.fixture
def loader(qapp: QApplication, tmp_path: Path) -> Iterator[ThumbnailLoader]:
    made = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", range(1, 6), (300, 225)))
    yield made
    made.close()


@pytest.fixture
def viewer(qtbot: QtBot, loader: ThumbnailLoader) -> Iterator[PhotoViewer]:
    made = PhotoViewer(loader)
    qtbot.addWidget(made)
    made.resize(800, 600 + 48 + 72)  # a line above, the filmstrip below
    made.show()
    yield made
    close_all(made)


def _middle(viewer: PhotoViewer) -> QColor:
    image = viewer.canvas.grab().toImage()
    return image.pixelColor(image.width() // 2, image.height() // 2)


def test_shows_the_thumbnail_first_then_the_photo(
    qtbot: QtBot, viewer: PhotoViewer, loader: ThumbnailLoader, shown: list[GridEntry]
) -> None:
    with qtbot.waitSignal(loader.loaded):
        loader.set_wanted([hash_of(1)])
    viewer.show_entries(shown, 0)
    assert viewer.photo() is None
    thumbnail = _middle(viewer)
    assert abs(thumbnail.red() - 37) < 8
    qtbot.waitUntil(lambda: viewer.photo() is not None, timeout=30_000)
    photo = viewer.photo()
    assert photo is not None
    assert (photo.width(), photo.height()) == (WIDTH, HEIGHT)
    assert _middle(viewer).red() > 190


def test_a_thumbnail_that_is_not_loaded_yet_is_asked_for(
    qtbot: QtBot, viewer: PhotoViewer, loader: ThumbnailLoader, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 4)
    qtbot.waitUntil(lambda: loader.image(hash_of(5)) is not None, timeout=30_000)
    assert abs(_middle(viewer).red() - 5 * 37) < 8


def test_photos_that_cannot_be_shown_say_why(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 4)
    sentence = "This photo is offline: it was moved, or its drive unplugged. "
    assert viewer.sentence() == sentence + shown[4].path
    assert sentence in viewer.accessibleDescription()
    viewer.show_entries(shown, 3)
    qtbot.waitUntil(lambda: bool(viewer.sentence()), timeout=30_000)
    assert viewer.sentence() == f"This photo cannot be read any more: {shown[3].path}"
    viewer.show_entries(shown, 0)
    assert viewer.sentence() == ""
    viewer.show_entries(shown, 2)
    qtbot.waitUntil(lambda: bool(viewer.sentence()), timeout=30_000)
    assert "Errno" not in viewer.sentence()


def test_closing_does_not_wait_for_a_photo_that_never_comes(
    viewer: PhotoViewer, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "silent.jpg")
    silent = entry(1, path=str(tmp_path / "silent.jpg"), name="silent.jpg", online=True)
    viewer.show_entries([silent], 0)
    started = time.monotonic()
    with (tmp_path / "silent.jpg").open("wb"):  # opens once a decoder has opened it
        end_decoding()
        close_all(viewer)
    assert time.monotonic() - started < 20


def test_walks_and_closes(qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]) -> None:
    seen: list[int] = []
    closed: list[int] = []
    viewer.shown.connect(lambda entry: seen.append(entry.photo_id))
    viewer.closed.connect(closed.append)
    viewer.show_entries(shown, 1)
    keys = Qt.Key
    for key in (keys.Key_Left, keys.Key_Left, keys.Key_End, keys.Key_Right, keys.Key_Home):
        qtbot.keyClick(viewer, key)
    assert seen == [2, 1, 1, 5, 5, 1]
    qtbot.keyClick(viewer, keys.Key_Right)
    qtbot.keyClick(viewer, keys.Key_Escape)
    qtbot.keyClick(viewer, keys.Key_Space)
    assert closed == [2, 2]


def test_walking_fast_shows_the_last_and_decodes_few(
    qtbot: QtBot,
    viewer: PhotoViewer,
    shown: list[GridEntry],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decoded: list[Path] = []

    def counting(path: Path) -> object:
        decoded.append(path)
        return decode_levels(path)

    monkeypatch.setattr("visret_desktop.gui.photo.decoded_photos.decode_levels", counting)
    viewer.show_entries(shown[:1] * 40 + shown[1:2], 0)
    for _ in range(40):
        qtbot.keyClick(viewer, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: viewer.photo() is not None, timeout=30_000)
    photo = viewer.photo()
    assert photo is not None
    assert photo.width() == 300
    assert len(decoded) < 20


def test_zoom_keeps_the_point_under_the_cursor(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 0)
    qtbot.waitUntil(lambda: viewer.photo() is not None, timeout=30_000)
    assert viewer.canvas.scale() == pytest.approx(0.25)
    at = QPointF(300, 200)
    point = (at - viewer.canvas.target().topLeft()) / viewer.canvas.scale()
    for zoom in (0.5, 1.0, 4.0):
        viewer.canvas.zoom_to(zoom, at)
        assert viewer.canvas.scale() == zoom
        after = (at - viewer.canvas.target().topLeft()) / viewer.canvas.scale()
        assert (after.x(), after.y()) == pytest.approx((point.x(), point.y()))
    qtbot.keyClick(viewer, Qt.Key.Key_1)
    assert viewer.canvas.scale() == 1
    qtbot.keyClick(viewer, Qt.Key.Key_Plus)
    qtbot.keyClick(viewer, Qt.Key.Key_Minus)
    assert viewer.canvas.scale() == pytest.approx(1)
    qtbot.keyClick(viewer, Qt.Key.Key_0)
    assert viewer.canvas.scale() == pytest.approx(0.25)
    for _ in range(40):
        qtbot.keyClick(viewer, Qt.Key.Key_Plus)
    assert viewer.canvas.scale() == 16


def test_small_photos_can_be_seen_at_a_hundred_percent(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 1)
    qtbot.waitUntil(lambda: viewer.photo() is not None, timeout=30_000)
    assert viewer.canvas.scale() > 2
    qtbot.keyClick(viewer, Qt.Key.Key_1)
    assert viewer.canvas.target().size().toSize().toTuple() == (300, 200)
    assert viewer.canvas.target().center() == QPointF(400, 300)


class _Dense(PhotoCanvas):
    """On a screen with two device pixels to each pixel."""

    def devicePixelRatioF(self) -> float:
        return 2.0


def test_a_hundred_percent_is_a_device_pixel_for_each_photo_pixel(qtbot: QtBot) -> None:
    canvas = _Dense()
    qtbot.addWidget(canvas)
    canvas.resize(400, 300)
    canvas.show_photo((1600, 1200), [])
    assert canvas.scale() == 0.5
    canvas.toggle_zoom()
    assert (canvas.scale(), canvas.target().width()) == (1, 800)


def test_panning_stops_at_the_edge(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 0)
    qtbot.waitUntil(lambda: viewer.photo() is not None, timeout=30_000)
    viewer.canvas.zoom_to(1.0)
    before = viewer.canvas.target().topLeft()
    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(viewer.canvas, left, pos=QPoint(400, 300))
    qtbot.mouseMove(viewer.canvas, QPoint(450, 340))
    assert viewer.canvas.target().topLeft() - before == QPointF(50, 40)
    for _ in range(3):
        qtbot.mouseMove(viewer.canvas, QPoint(5000, 5000))
    assert viewer.canvas.target().topLeft() == QPointF(0, 0)
    qtbot.mouseRelease(viewer.canvas, left, pos=QPoint(450, 340))
    viewer.resize(400, 420)
    assert viewer.canvas.target().contains(QPointF(200, 150))


def test_hidden_it_lets_go_of_the_photo(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 0)
    qtbot.waitUntil(lambda: viewer.photo() is not None, timeout=30_000)
    viewer.hide()
    assert viewer.photo() is None


def test_neighbors_are_decoded_ahead(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown[:2], 0)
    qtbot.waitUntil(lambda: viewer._decoded.get(shown[1].path) is not None, timeout=30_000)
    qtbot.keyClick(viewer, Qt.Key.Key_Right)
    photo = viewer.photo()
    assert photo is not None
    assert photo.width() == 300


def test_the_line_above_says_what_is_shown_and_how_large(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.verdict_of = lambda entry: "maybe" if entry.photo_id == 1 else ""
    viewer.mark_of = lambda _entry: "right"
    viewer.show_entries(shown, 0)
    bar = viewer.bar
    assert bar.name.text() == "1.jpg"
    assert bar.facts.text().endswith("  ·  1 of 5  ·  maybe  ·  right")
    assert viewer.accessibleName().startswith("1.jpg, ")
    assert bar.scale.text() == "25 %"
    qtbot.mouseClick(bar.scale, Qt.MouseButton.LeftButton)
    assert (bar.scale.text(), viewer.canvas.scale()) == ("100 %", 1)
    qtbot.mouseClick(bar.larger, Qt.MouseButton.LeftButton)
    assert bar.scale.text() == "125 %"
    assert bar.scale.accessibleName() == "Show the whole photo"
    qtbot.mouseClick(bar.scale, Qt.MouseButton.LeftButton)
    assert viewer.canvas.is_fit


def test_nothing_covers_the_photo(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    viewer.show_entries(shown, 4)  # which has a notice
    parts = (viewer.bar, viewer.canvas, viewer.notice, viewer.filmstrip)
    assert all(part.isVisible() for part in parts)
    for upper, lower in pairwise(parts):
        assert upper.geometry().bottom() + 1 == lower.geometry().top()
    qtbot.keyClick(viewer, Qt.Key.Key_T)
    assert not viewer.filmstrip.isVisible()
    assert viewer.notice.geometry().bottom() + 1 == viewer.height()


def test_buttons_and_filmstrip_walk(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    left = Qt.MouseButton.LeftButton
    viewer.show_entries(shown, 0)
    assert not viewer.before.isEnabled()
    qtbot.mouseClick(viewer.after, left)
    assert viewer.bar.name.text() == "2.jpg"
    qtbot.keyClick(viewer.after, Qt.Key.Key_Left)  # not to another button
    assert viewer.bar.name.text() == "1.jpg"
    qtbot.mouseClick(viewer.filmstrip, left, pos=viewer.filmstrip.rect_of(3).center())
    assert viewer.bar.name.text() == "4.jpg"
    with qtbot.waitSignal(viewer.closed) as closed:
        qtbot.mouseClick(viewer.bar.shut, left)
    assert closed.args == [4]


class _Many(Sequence[GridEntry]):
    """200,000 photos that are made when they are asked for."""

    def __len__(self) -> int:
        return 200_000

    def __getitem__(self, row: Any) -> Any:
        return entry(range(1, 200_001)[row])


def test_the_filmstrip_shows_what_is_beside_the_photo_and_loads_no_more(
    qtbot: QtBot, viewer: PhotoViewer, loader: ThumbnailLoader
) -> None:
    many = _Many()
    viewer.show_entries(many, 2)
    strip = viewer.filmstrip
    qtbot.waitUntil(lambda: loader.image(hash_of(5)) is not None, timeout=30_000)
    image = strip.grab().toImage()
    assert abs(image.pixelColor(strip.rect_of(2).center()).red() - 3 * 37) < 8  # not veiled
    assert strip.rect_of(0).left() == 8
    viewer.show_entries(many, 100_000)
    assert abs(strip.rect_of(100_000).center().x() - viewer.width() // 2) < 2
    assert len(strip.missing()) < 20
    viewer.show_entries(many, len(many) - 1)
    assert strip.rect_of(len(many) - 1).right() + 1 + 8 == viewer.width()


def test_full_screen_shows_only_the_photo_until_the_mouse_moves(
    qtbot: QtBot, viewer: PhotoViewer, shown: list[GridEntry]
) -> None:
    closed: list[int] = []
    viewer.closed.connect(closed.append)
    full = Qt.WindowState.WindowFullScreen
    viewer.full_screen_requested.connect(lambda: viewer.setWindowState(viewer.windowState() ^ full))
    viewer.show_entries(shown, 0)
    qtbot.keyClick(viewer, Qt.Key.Key_F)
    assert viewer.isFullScreen()
    assert not viewer.bar.isVisible()
    assert viewer.canvas.geometry() == viewer.rect()
    qtbot.mouseMove(viewer.canvas, QPoint(310, 320))
    qtbot.waitUntil(viewer.bar.isVisible)
    assert viewer.bar.full.accessibleName() == "Leave full screen"
    qtbot.keyClick(viewer, Qt.Key.Key_Escape)
    assert not viewer.isFullScreen()
    assert closed == []
    qtbot.keyClick(viewer, Qt.Key.Key_F)
    qtbot.keyClick(viewer, Qt.Key.Key_Space)  # closes at once, and leaves no full screen behind
    assert closed == [1]
    assert not viewer.isFullScreen()


def test_everything_has_a_name(viewer: PhotoViewer, shown: list[GridEntry]) -> None:
    viewer.show_entries(shown, 1)
    buttons = viewer.findChildren(QAbstractButton)
    assert len(buttons) == 11
    for button in buttons:
        assert button.accessibleName()
        assert button.toolTip().startswith(button.accessibleName())


def test_levels_halve_down_to_a_page(shown: list[GridEntry], qapp: QApplication) -> None:
    levels = decode_levels(Path(shown[0].path))
    assert [level.width() for level in levels] == [3200, 1600, 800]
    assert level_for(levels, 0.1).width() == 800
    assert level_for(levels, 0.3).width() == 1600
    assert level_for(levels, 0.5).width() == 1600
    assert level_for(levels, 2.0).width() == 3200
    assert decode_picture(Path(shown[1].path)).pixelColor(10, 10).green() > 190
