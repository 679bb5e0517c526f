"""What is said of the selected photo."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QLabel, QScrollArea, QToolButton
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry
from visret_desktop.gui.photo import photo_rows
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.photo.photo_rows import ROWS
from visret_desktop.gui.tagging.notes_section import NotesSection, Suggestions
from visret_desktop.gui.widgets.background import close_all
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import LAST_CHANGE, Fingerprint, Metadata, Photo

HERON = Metadata(
    4000, 3000, "JPEG", "2024-05-01T10:20:30.5+02:00", -33.5, 13.4, -3.0, "Maker", "Long lens",
    0.01, 2.8, 35.0, 200, 4, "Heron", "At the lake", ("bird", "lake"),
)  # fmt: skip


@pytest.fixture
def panel(qtbot: QtBot, tmp_path: Path) -> Iterator[PhotoPanel]:
    """The panel of a library with photos 1 to 3, for somebody who writes dates as C does."""
    before = QLocale()
    QLocale.setDefault(QLocale.c())
    (tmp_path / "photos").mkdir()
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path / "photos").id
    mark, small = Fingerprint(8_200_000, 10**18), Fingerprint(1000, 10**18)
    assert catalog.put_photo(folder, "heron.jpg", mark, "a" * 32, "", HERON, companion="h.nef") == 1
    later = Metadata(taken_at="2024-06-03T08:00:00", camera="Maker", keywords=("lake", "reed"))
    other = Metadata(camera="Other", keywords=("lake",))
    assert catalog.put_photo(folder, "later.jpg", small, "b" * 32, "", later) == 2
    assert catalog.put_photo(folder, "other.jpg", small, "c" * 32, "", other) == 3
    catalog.close()
    made = PhotoPanel()
    qtbot.addWidget(made)
    made.reader = Catalog.open_readonly(tmp_path / "catalog.db")
    yield made
    close_all(made)
    made.reader.close()
    QLocale.setDefault(before)


def test_what_is_known_is_said(qtbot: QtBot, panel: PhotoPanel, tmp_path: Path) -> None:
    panel.show_entries([entry(1, path="/x/heron.jpg", taken_at="", online=False, copies=("/y",))])
    at_once = ("IMG_000001.jpg", "Taken", "no date", "File", "/x/heron.jpg", "Drive")
    assert panel.text().splitlines() == [*at_once, "offline"]
    qtbot.waitUntil(lambda: "Heron" in panel.text())
    assert panel.text().splitlines() == [
        *("IMG_000001.jpg", "Title", "Heron", "Description", "At the lake"),
        *("Keywords", "bird, lake", "Rating", "★★★★"),
        *(
            "Taken",
            "1 May 2024, 10:20",
            "Time zone",
            "UTC+2",
            "Sun and moon",
            "daylight\u00a0· moon’s\u00a0last\u00a0quarter",
            "Place",
            "33.5000°\u00a0S, 13.4000°\u00a0E, -3\u00a0m",
        ),
        *(
            "Camera",
            "Maker · Long lens",
            "Exposure",
            "1/100\u00a0s\u00a0· f/2.8\u00a0· 35\u00a0mm\u00a0· ISO\u00a0200",
        ),
        *("Size", "4,000\u00a0×\u00a03,000\u00a0· JPEG\u00a0· 8.2\u00a0MB"),
        *("File", str(tmp_path / "photos" / "heron.jpg")),
        *("RAW file", "h.nef", "Copies", "/y"),
    ]


def test_selected_words_are_copied_instead_of_the_photo(qtbot: QtBot, panel: PhotoPanel) -> None:
    actions = PhotoActions(panel)
    panel.show_entries([entry(1, path="/x/heron.jpg")])
    actions.set_entries([entry(1, path="/x/heron.jpg")])
    panel.appear()
    qtbot.waitUntil(lambda: "Heron" in panel.text())
    panel.activateWindow()
    qtbot.waitUntil(panel.isActiveWindow)
    (title,) = [label for label in panel.findChildren(QLabel) if label.text() == "At the lake"]
    qtbot.mouseDClick(title, Qt.MouseButton.LeftButton, pos=QPoint(4, 6))
    qtbot.keyClick(title, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "At"
    close_all(actions)


def test_a_hit_says_why_it_is_here(qtbot: QtBot, panel: PhotoPanel) -> None:
    panel.show_entries([entry(1, rank=1, ranks={"text": 3}, named="keywords")])
    lines = panel.text().splitlines()
    assert lines[1:4] == ["Why it is here", "Its keywords say so", "3rd by text"]


def test_a_path_can_be_copied(qtbot: QtBot, panel: PhotoPanel) -> None:
    panel.show_entries([entry(1, path="/x/heron.jpg")])
    (copy,) = [b for b in panel.findChildren(QToolButton) if b.accessibleName() == "Copy the path"]
    copy.click()
    assert QGuiApplication.clipboard().text() == "/x/heron.jpg"


def test_many_photos_say_what_they_share(qtbot: QtBot, panel: PhotoPanel, tmp_path: Path) -> None:
    panel.show_entries([entry(1), entry(2), entry(3)])
    assert panel.text() == "3 photos"
    qtbot.waitUntil(lambda: "Taken" in panel.text())
    assert panel.text().splitlines() == [
        *("3 photos", "Keywords", "lake", "Taken", "1 May 2024 – 3 June 2024", "1 without a date"),
        *("Camera", "Maker", "Other", "Size", "8.2 MB"),
        *("Folder", str(tmp_path / "photos")),
    ]


def test_it_takes_room_only_with_a_selection_and_unless_it_was_hidden(
    qtbot: QtBot, panel: PhotoPanel
) -> None:
    panel.show()
    assert (panel.isVisible(), panel.isHidden()) == (False, False)
    panel.show_entries([entry(1)])
    assert not panel.isVisible()  # a second click must hit the photo that the first one hit
    qtbot.waitUntil(panel.isVisible)
    panel.show_entries([])
    assert (panel.isVisible(), panel.isHidden()) == (False, False)
    panel.hide()
    panel.show_entries([entry(1)])
    panel.appear()
    assert (panel.isVisible(), panel.isHidden()) == (False, True)
    panel.show()
    assert panel.isVisible()


def test_actions_are_icons_with_names(qtbot: QtBot, panel: PhotoPanel) -> None:
    actions = PhotoActions(panel)
    panel.add_actions(actions.for_panel)
    buttons = {b.accessibleName(): b for b in panel.findChildren(QToolButton) if b.defaultAction()}
    assert list(buttons) == [action.text() for action in actions.for_panel]
    assert buttons["Find similar"].toolTip() == "Find similar (Ctrl+Return)"
    for shown, is_enabled in (([], False), ([entry(1)], True), ([entry(1), entry(2)], False)):
        actions.set_entries(shown)
        assert buttons["Find similar"].isEnabled() is is_enabled
    assert buttons["Copy path"].isEnabled()
    added = QSignalSpy(actions.add_requested)
    buttons["Add to the query"].click()
    assert added.count() == 2
    close_all(actions)


def test_nothing_is_cut_off_at_the_narrowest(qtbot: QtBot, panel: PhotoPanel) -> None:
    panel.notes_of = lambda photos: NotesSection(photos, Suggestions(), has_lists=False)
    panel.resize(panel.minimumWidth(), 600)
    panel.show_entries([entry(1)])
    panel.appear()
    qtbot.waitUntil(lambda: "Import names" in panel.text())
    page = panel.findChild(QScrollArea)
    assert page.widget().minimumSizeHint().width() <= page.viewport().width()


def test_a_row_is_one_entry_of_the_table(
    qtbot: QtBot, panel: PhotoPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The recipe of CONTRIBUTING, with a row that every photo has and one that none has."""
    monkeypatch.setitem(
        photo_rows.ROWS,
        "Megapixels",
        lambda photo, _: f"{photo.metadata.width * photo.metadata.height / 1e6:g}",
    )
    monkeypatch.setitem(photo_rows.ROWS, "Never", lambda _, entry: "")
    panel.show_entries([entry(1)])
    qtbot.waitUntil(lambda: "Heron" in panel.text())
    assert panel.text().endswith("Megapixels\n12")
    assert "Never" not in panel.text()


@pytest.mark.parametrize(
    ("taken_at", "place", "zone"),
    [
        ("2024-05-01T10:20:30", (-1.29, 36.82), "UTC+3, by its place"),
        ("2024-05-01T10:20:30", (-34.9, 138.6), "UTC+9:30, by its place"),
        ("2024-05-01T10:20:30-05:00", (-1.29, 36.82), "UTC−5"),
        ("2024-05-01T10:20:30", (None, None), None),
    ],
)
def test_the_time_zone_is_the_camera_s_or_that_of_the_place(
    taken_at: str, place: tuple[float | None, float | None], zone: str | None
) -> None:
    known = Metadata(taken_at=taken_at, latitude=place[0], longitude=place[1])
    photo = Photo(1, 1, Path("/x/a.jpg"), "a.jpg", "a" * 32, Fingerprint(1, 1), True, known)
    rows = dict(photo_rows.described(entry(1), photo))
    assert rows.get("Time zone") == zone
    assert "10:20" in rows["Taken"]


def test_a_time_that_is_not_the_cameras_says_so(panel: PhotoPanel) -> None:
    assert panel.reader is not None
    photo = panel.reader.photos([1])[0]
    corrected = replace(photo, camera_time="2018-12-31T05:53:55")
    changed = replace(photo, metadata=replace(photo.metadata, taken_from=LAST_CHANGE))
    assert [ROWS["Taken"](one, entry(1)) for one in (photo, corrected, changed)] == [
        "1 May 2024, 10:20",
        "1 May 2024, 10:20 – corrected; the camera's clock said 31 December 2018, 05:53",
        "1 May 2024, 10:20 – when the picture was last changed; it says no other time",
    ]
