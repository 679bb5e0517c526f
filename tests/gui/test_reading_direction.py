"""Where the language is read from right to left, some things are not."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from visret_desktop.gui.facts.timeline_bar import TimelineBar
from visret_desktop.gui.map.map_canvas import MapCanvas
from visret_desktop.gui.photo.photo_facts import PhotoFacts
from visret_desktop.gui.photo.photo_rows import Places
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.widgets.plain_text import ElidedLabel
from visret_desktop.recent_queries import RecentQueries


@pytest.fixture
def mirrored(qapp: QApplication) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_maps_axes_paths_and_queries_are_never_mirrored(
    mirrored: None, qtbot: QtBot, tmp_path: Path
) -> None:
    bar = QueryBar(tmp_path, RecentQueries(tmp_path / "queries.json"))
    facts = PhotoFacts([("File", Places(["/photos/a.jpg"]))])
    kept: list[QWidget] = [MapCanvas(), TimelineBar(), bar.line]
    for widget in (*kept, bar, facts):
        qtbot.addWidget(widget)
    kept += facts.findChildren(ElidedLabel)
    assert len(kept) == 4
    assert not any(widget.isRightToLeft() for widget in kept)
    assert bar.isRightToLeft()
