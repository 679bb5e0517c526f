"""What screen readers take the viewer and the photo panel for."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.gui.entries import entries, write_thumbnails
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.background import close_all

Role = QAccessible.Role


def _heard(widget: QWidget) -> tuple[Role, str]:
    found = QAccessible.queryAccessibleInterface(widget)
    return found.role(), found.text(QAccessible.Text.Name)


@pytest.fixture
def loader(tmp_path: Path) -> Iterator[ThumbnailLoader]:
    made = ThumbnailLoader(write_thumbnails(tmp_path / "t.db", range(1, 3), (60, 40)))
    yield made
    made.close()


def test_the_viewer_is_a_picture_with_the_name_of_its_photo(
    qtbot: QtBot, loader: ThumbnailLoader
) -> None:
    viewer = PhotoViewer(loader)
    qtbot.addWidget(viewer)
    viewer.show_entries(entries(3), 1)
    role, name = _heard(viewer)
    assert role == Role.Graphic
    assert name.startswith("IMG_000002.jpg, ")
    assert name.endswith("2 of 3")
    assert _heard(viewer.filmstrip) == (Role.Grouping, "Photos beside this one")
    assert _heard(viewer.after) == (Role.Button, "Next photo")
    close_all(viewer)


def test_each_fact_of_the_panel_is_said_with_its_title(qtbot: QtBot) -> None:
    panel = PhotoPanel()
    qtbot.addWidget(panel)
    panel.show_entries(entries(1))
    assert _heard(panel) == (Role.Pane, "About the selected photo")
    said = [_heard(label)[1] for label in panel.findChildren(QWidget)]
    assert "File: /photos/IMG_000001.jpg" in said
    close_all(panel)


def test_roles_end_with_their_widgets(qtbot: QtBot) -> None:
    for number in range(50):
        around = QWidget()
        made = QWidget(around)
        speak_as(made, Role.Graphic)
        made.setAccessibleName(str(number))
        assert _heard(made) == (Role.Graphic, str(number))
        del made, around
