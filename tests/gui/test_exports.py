"""Exports by the window: what would be written is seen first; sidecars are reached from there."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from tests.gui.driver import WindowDriver
from tests.unit.exporters.exported import Shelf
from visret_desktop.engine.control import Control
from visret_desktop.engine.jobs import JOBS
from visret_desktop.engine.message_lines import parse_line
from visret_desktop.engine.messages import Event, Failed, Request
from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.gui.engine.engine_client import JobHandle
from visret_desktop.gui.interchange.export_dialog import ExportDialog
from visret_desktop.gui.interchange.sidecar_dialog import SidecarDialog
from visret_desktop.settings import Settings

_RUNS = {job.request: job.run for job in JOBS}
_ALL = ("All", None)


class Desk:
    """A library, and the engine's jobs done on it here; messages cross as lines, as they do."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.requests: list[Request] = []
        self._jobs = 0

    def run(self, request: Request) -> JobHandle:
        self._jobs += 1
        handle = JobHandle(lambda _: None, request, 0)
        asked = parse_line(request.to_line())
        assert isinstance(asked, Request)
        self.requests.append(asked)
        QTimer.singleShot(0, handle, lambda: self._do(handle, asked))
        return handle

    def _do(self, handle: JobHandle, asked: Request) -> None:
        try:
            for event in _RUNS[type(asked)](self.shelf.library, asked, Control()):
                told = parse_line(event.to_line())
                assert isinstance(told, Event)
                handle.take(told)
        except Cancelled:
            handle.abandon()
        except VisretError as error:
            handle.take(Failed(handle.request.job, error.code, str(error)))


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    root = tmp_path_factory.mktemp("shelf")
    with pytest.MonkeyPatch.context() as changed:
        for name in ("data", "cache", "config"):
            changed.setenv(f"VISRET_{name.upper()}_DIR", str(root / "profile" / name))
        made = Desk(Shelf(root))
        yield made
        made.shelf.library.close()


@pytest.fixture
def dialog(desk: Desk, qtbot: QtBot) -> Iterator[ExportDialog]:
    heron = tuple(desk.shelf.library.reader.photo_ids("name").tolist()[-2:])
    made = ExportDialog(desk.run, [_ALL, ("Two", heron)])
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: is_idle(made))
    yield made
    made.reject()


def is_idle(dialog: ExportDialog) -> bool:
    return dialog._job is None and not dialog._soon.isActive() and bool(dialog.status.text())


def choose(dialog: ExportDialog, name: str, qtbot: QtBot) -> None:
    dialog.form.formats.setCurrentIndex(dialog.form.formats.findData(name))
    qtbot.waitUntil(lambda: is_idle(dialog))


def remarks(dialog: ExportDialog) -> list[str]:
    tree = dialog.remarks
    return [tree.topLevelItem(row).text(0) for row in range(tree.topLevelItemCount())]


def test_what_would_be_written_is_seen_first(
    dialog: ExportDialog, someones_home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert dialog.status.text().startswith("5 photo")
    assert not dialog.reveal.isVisible()
    choose(dialog, "inaturalist", qtbot)
    assert dialog.status.text().startswith("2 photo")
    assert remarks(dialog)[0] == "3 photos have no accepted name and are left out."
    choose(dialog, "geojson", qtbot)
    assert dialog.status.text().startswith("5 photo")
    assert remarks(dialog) == []
    assert "QGIS" in dialog.form.sentence.text()
    dialog.form.photos.setCurrentIndex(1)
    qtbot.waitUntil(lambda: is_idle(dialog))
    file = someones_home / "points.geojson"
    chosen = (str(file), "")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: chosen)
    dialog.write.click()
    qtbot.waitUntil(lambda: "written to" in dialog.status.text())
    assert file.is_file()
    with qtbot.waitSignal(dialog.reveal_requested) as revealed:
        dialog.reveal.click()
    assert revealed.args == [str(file)]
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    dialog.write.click()  # and nothing was chosen
    assert is_idle(dialog)


def test_whatever_a_format_offers_is_seen_whole_and_said_in_words_of_the_window(
    dialog: ExportDialog, qtbot: QtBot
) -> None:
    form = dialog.form
    for row in range(form.formats.count()):
        form.formats.setCurrentIndex(row)
        qtbot.waitUntil(lambda: is_idle(dialog))
        for part in (
            form.formats,
            form.copies,
            form.title,
            form.minutes,
            form.days,
            form.rough_part,
        ):
            if part.isVisible():
                assert part.height() >= part.sizeHint().height(), form.name
                assert form.rect().contains(part.geometry()), form.name
        assert form.formats.currentText() != form.name
        said = (form.sentence.text(), *remarks(dialog))
        assert not any("`" in words or "…" in words for words in said), said
        assert all(words[0].isupper() or words[0].isdigit() for words in said), said


def test_what_would_write_nothing_cannot_be_exported(dialog: ExportDialog, qtbot: QtBot) -> None:
    assert dialog.write.isEnabled()
    dialog.form.photos.addItem("None", ())
    dialog.form.photos.setCurrentIndex(2)
    qtbot.waitUntil(lambda: is_idle(dialog))
    assert dialog.status.text() == "Nothing would be written."
    assert not dialog.write.isEnabled()
    dialog.form.photos.setCurrentIndex(0)
    qtbot.waitUntil(lambda: is_idle(dialog))
    assert dialog.write.isEnabled()


def test_enter_presses_what_has_the_keyboard_else_the_primary_button(
    dialog: ExportDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(dialog, "_place", lambda: (asked.append(dialog.form.name) or "", False))
    dialog.form.formats.setFocus()
    qtbot.keyClick(dialog.form.formats, Qt.Key.Key_Return)
    assert asked == ["csv"]
    dialog.form.title.show()
    dialog.form.title.setFocus()
    qtbot.keyClick(dialog.form.title, Qt.Key.Key_Return)
    assert asked == ["csv"]  # it ended what was typed
    dialog.shut.setFocus()
    with qtbot.waitSignal(dialog.rejected):
        qtbot.keyClick(dialog.shut, Qt.Key.Key_Return)


def test_a_format_has_the_choices_that_it_goes_by(
    dialog: ExportDialog, desk: Desk, qtbot: QtBot
) -> None:
    form = dialog.form
    assert not form.title.isVisible()
    assert form.rough_part.isVisible()
    choose(dialog, "pdf", qtbot)
    assert form.title.isVisible()
    assert not form.rough_part.isVisible()
    choose(dialog, "copies", qtbot)
    assert form.copies.isVisible()
    assert not form.rough_part.isVisible()  # the same bytes have the exact place in them
    form.copies.setCurrentIndex(1)
    form.rough.setChecked(True)
    form.width_of_grid.setValue(25)
    qtbot.waitUntil(lambda: is_idle(dialog))
    asked = desk.requests[-1]
    assert asked.choices.copies_as == "named"  # type: ignore[attr-defined]
    assert asked.choices.obscure_km == 25  # type: ignore[attr-defined]
    assert any("keyword" in words for words in remarks(dialog))
    choose(dialog, "html", qtbot)
    assert desk.requests[-1].choices.obscure_km == 0  # type: ignore[attr-defined]


def test_a_folder_of_copies_gets_a_name_of_its_own(
    dialog: ExportDialog, someones_home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(dialog, "copies", qtbot)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(someones_home))
    for number in (1, 2):
        dialog.write.click()
        qtbot.waitUntil(lambda: is_idle(dialog))
        assert len(list(someones_home.iterdir())) == number
    assert str(someones_home) in dialog.status.text()


def test_what_cannot_be_written_is_a_sentence(
    dialog: ExportDialog, desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    among = str(desk.shelf.root / "one" / "a.csv")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (among, ""))
    dialog.write.click()
    qtbot.waitUntil(lambda: "among your photos" in dialog.status.text())
    assert not dialog.reveal.isVisible()
    assert dialog.form.isEnabled()


def test_sidecars_have_a_dialog_of_their_own(
    dialog: ExportDialog, desk: Desk, qtbot: QtBot
) -> None:
    choose(dialog, "xmp", qtbot)
    with qtbot.waitSignal(dialog.sidecars_requested):
        dialog.write.click()
    assert not dialog.isVisible()
    sidecars = SidecarDialog(desk.run, [("All", ())], is_allowed=False)
    qtbot.addWidget(sidecars)
    sidecars.show()
    qtbot.waitUntil(lambda: "would change" in sidecars.status.text())
    assert sidecars.tree.topLevelItemCount() == 3  # one is offline
    assert not sidecars.write.isVisible()
    sidecars.allow.setFocus()
    with qtbot.waitSignal(sidecars.allow_requested):
        qtbot.keyClick(sidecars.allow, Qt.Key.Key_Return)
    desk.shelf.library.settings = Settings(write_sidecars=True)
    sidecars.take_settings(Settings(write_sidecars=True))
    assert sidecars.focusWidget() is sidecars.write  # not the button that closes
    qtbot.keyClick(sidecars.write, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "were written" in sidecars.status.text())
    written = sorted(path.name for path in desk.shelf.root.rglob("*.xmp"))
    assert written == ["heron.jpg.xmp"] * 2
    sidecars.undo.click()
    qtbot.waitUntil(lambda: "as they were before" in sidecars.status.text())
    assert not list(desk.shelf.root.rglob("*.xmp"))
    sidecars.reject()


def test_the_window_exports_what_it_shows(
    drawing_window: WindowDriver, someones_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = drawing_window
    file = someones_home / "photos.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    window.view.select_row(0)
    (action,) = (each for each in window.window.actions() if each.text() == "Export …")
    action.trigger()
    dialog = window.child(ExportDialog)
    told = [dialog.form.photos.itemText(row) for row in range(3)]
    starts = ("1 selected photo", f"{window.model.rowCount()} photo", "All photos of the library")
    assert all(words.startswith(start) for words, start in zip(told, starts, strict=True))
    dialog.form.photos.setCurrentIndex(1)
    window.until(lambda: is_idle(dialog))
    dialog.write.click()
    window.until(lambda: "written" in dialog.status.text())
    with file.open(encoding="utf-8-sig", newline="") as stream:
        assert len(list(csv.DictReader(stream))) == window.model.rowCount()
    dialog.reject()


def test_what_was_found_is_exported_without_the_less_likely_photos_on_screen(
    drawing_window: WindowDriver,
) -> None:
    """Those fill the screen below what was found, and were exported with it."""
    window = drawing_window
    bands = ("confident", "maybe", "weak", "weak", "weak")
    everything = list(window.model.entries())
    shown = everything[: len(bands)]
    ranked = [structs.replace(one, band=band) for one, band in zip(shown, bands, strict=True)]
    window.model.set_entries(ranked)
    window.view.select_none()
    choices = {}
    for is_folded in (False, True):
        window.model.fold(is_folded)
        (action,) = (each for each in window.window.actions() if each.text() == "Export …")
        action.trigger()
        dialog = window.window.findChildren(ExportDialog)[-1]
        photos = dialog.form.photos
        choices[is_folded] = [photos.itemText(row) for row in range(photos.count())]
        window.until(lambda dialog=dialog: is_idle(dialog))
        dialog.reject()
    window.model.set_entries(everything)
    found, every = "2 photos found", "All photos of the library"
    assert choices[False] == [found, "5 photos shown in the window", every]
    assert choices[True] == [found, every]


def test_a_folder_that_is_not_there_is_named_and_enter_tries_again(
    dialog: ExportDialog, someones_home: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = someones_home / "found" / "owls.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    dialog.write.click()
    qtbot.waitUntil(lambda: "is not there" in dialog.status.text())
    assert f"{file.parent} is not there. Make it" in dialog.status.text()
    assert dialog.focusWidget() is dialog.write
    file.parent.mkdir()
    qtbot.keyClick(dialog.write, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "written to" in dialog.status.text())
    assert file.is_file()
