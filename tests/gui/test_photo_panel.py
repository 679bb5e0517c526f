"""What is said of the selected photo."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry
from visret_desktop.gui.photo import photo_rows
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Fingerprint, Metadata

HERON = Metadata(
    4000, 3000, "JPEG", "2024-05-01T10:20:30.5+02:00", -33.5, 13.4, -3.0, "Maker", None, 0.01, 2.8,
    35.0, 200, 4, "Heron", "At the lake", ("bird", "lake"),
)  # fmt: skip


@pytest.fixture
def panel(qtbot: QtBot, tmp_path: Path) -> Iterator[PhotoPanel]:
    """The panel of a library with one photo, number 1."""
    (tmp_path / "photos").mkdir()
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.add_folder(tmp_path / "photos").id
    mark = Fingerprint(1, 10**18)
    assert catalog.put_photo(folder, "heron.jpg", mark, "a" * 32, "", HERON, companion="h.nef") == 1
    catalog.close()
    made = PhotoPanel()
    qtbot.addWidget(made)
    made.reader = Catalog.open_readonly(tmp_path / "catalog.db")
    yield made
    made.close_pool()
    made.reader.close()


def test_what_is_known_is_said(qtbot: QtBot, panel: PhotoPanel, tmp_path: Path) -> None:
    assert "Select a photo" in panel.text()
    panel.show_entry(entry(1, name="heron.jpg", path="/x/heron.jpg", online=False, copies=("/y",)))
    assert panel.text() == "Name\nheron.jpg\nFile\n/x/heron.jpg\nThis drive is not plugged in."
    qtbot.waitUntil(lambda: "Heron" in panel.text())
    assert panel.text().splitlines() == [
        *("Name", "heron.jpg", "Title", "Heron", "Description", "At the lake"),
        *("Keywords", "bird, lake", "Rating", "★★★★"),
        *("Taken", "2024-05-01, 10:20:30 (UTC+02:00)", "Place", "33.50000° S, 13.40000° E, -3 m"),
        *("Camera", "Maker", "Exposure", "1/100 s   f/2.8   35 mm   ISO 200"),
        *("Picture", "4000 × 3000  JPEG", "File", str(tmp_path / "photos" / "heron.jpg")),
        *("RAW beside it", "h.nef", "The same picture is also at", "/y"),
    ]


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
    panel.show_entry(entry(1))
    qtbot.waitUntil(lambda: "Heron" in panel.text())
    assert panel.text().endswith("Megapixels\n12")
    assert "Never" not in panel.text()
