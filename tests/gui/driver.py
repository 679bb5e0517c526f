"""What a person does with the window, and what he sees in it; also what its engine said.

Tests know the window through this: everything is found as a child of the window by what it is.
"""

import os
import signal
from collections.abc import Callable
from dataclasses import asdict
from typing import TypeVar

from PySide6.QtCore import (
    QCoreApplication,
    QDeadlineTimer,
    QEvent,
    QEventLoop,
    QMimeData,
    QObject,
    Qt,
    QTimer,
)
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QMessageBox, QStackedWidget, QWidget

from visret_desktop.engine.messages import Message
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.facts.timeline_bar import Timeline
from visret_desktop.gui.grid.grid_page import GridPage
from visret_desktop.gui.grid.results_model import GridEntry, ResultsModel
from visret_desktop.gui.judging.judging_controller import JudgingController
from visret_desktop.gui.library.library_controller import LibraryController
from visret_desktop.gui.map.map_controller import MapController
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.photo.viewer import PhotoViewer
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.sketches.sketch_strip import SketchStrip
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.status_line import StatusLine
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.gui.widgets.window_layout import SidePanel
from visret_desktop.gui.window.main_window import MainWindow
from visret_desktop.gui.window.settings_controller import SettingsController
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PATIENCE_MS = 120_000
_GRACE_MS = 5_000  # for what a test began to put back
_LOOK_MS = 20  # a condition need not come with an event
OneKind = TypeVar("OneKind", bound=Message)
OneChild = TypeVar("OneChild", bound=QObject)


def confirm(box: QMessageBox) -> None:
    """Choose the verb of a question, in place of `QMessageBox.exec`."""
    role = QMessageBox.ButtonRole.AcceptRole
    (verb,) = (button for button in box.buttons() if box.buttonRole(button) == role)
    verb.click()


class WindowDriver:
    """A window, its parts, and the messages of its engine since `forget`.

    Without `client`, the window's engine is not heard.
    """

    def __init__(self, window: MainWindow, client: EngineClient | None = None) -> None:
        self.window, self.client = window, client or EngineClient()
        self.session = self.child(Session)
        self.keeper = self.child(SettingsController)
        self.bar, self.line = self.child(QueryBar), self.child(QueryBar).line
        self.grid, self.view = self.child(GridPage), self.child(GridPage).view
        self.model, self.viewer = self.child(ResultsModel), self.child(PhotoViewer)
        self.photo_panel, self.library = self.child(PhotoPanel), self.child(LibraryController)
        self.strip, self.board = self.child(SketchStrip), self.child(SketchViewModel)
        self.judging = self.child(JudgingController)
        self.history = self.child(UndoHistory)
        self.banner, self.status = self.child(Banner), self.child(StatusLine)
        self.said: list[Message] = []
        self.client.message_received.connect(self.said.append)

    @classmethod
    def open(cls, paths: Paths, settings: Settings) -> "WindowDriver":
        """Open a window."""
        client = EngineClient()
        driver = cls(MainWindow(paths, settings, client), client)
        driver.window.resize(1280, 800)  # wide enough for the panels, as the tests' screen is not
        driver.window.show()
        driver.to_front()
        return driver

    def close(self) -> None:
        """Close the window for good."""
        self.client.message_received.disconnect(self.said.append)
        self.window.close()
        self.window.deleteLater()

    def child(self, kind: type[OneChild]) -> OneChild:
        """Return the one part of the window of this kind."""
        (found,) = self.window.findChildren(kind)
        return found

    # ---- do ---------------------------------------------------------------------------------

    def to_front(self) -> None:
        """Have the window take the keyboard, without which shortcuts do nothing."""
        self.window.activateWindow()
        self.until(self.window.isActiveWindow)

    def begin(self, text: str) -> None:
        """Type a query and press Enter."""
        self.forget()
        self.line.setFocus()
        self.line.setText(text)
        self.press(self.line, Qt.Key.Key_Return)

    def ask(self, text: str) -> None:
        """Type a query, press Enter and wait for everything."""
        self.begin(text)
        self.settle()

    def drop(self, mime: QMimeData) -> None:
        """Drop a picture on the query, and wait for what is found by it."""
        self.forget()
        self.bar.accept_mime(mime)
        self.settle()

    def escape(self) -> None:
        """Clear the query once it is answered, and close what is offered for it."""
        self.settle()
        self.line.completer().popup().hide()
        self.press(self.line, Qt.Key.Key_Escape)

    def press(
        self,
        widget: QWidget,
        key: Qt.Key,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        """Press a key in a part of the window."""
        QTest.keyClick(widget, key, modifier)

    def look_at(self, row: int) -> None:
        """Open the viewer on a photo of the grid."""
        self.view.select_row(row)
        self.press(self.view, Qt.Key.Key_Space)

    def choose(self, text: str) -> None:
        """Choose an entry of the menus."""
        found = [a for a in self.window.findChildren(QAction) if a.text().split("\t")[0] == text]
        found[0].trigger()

    def undo(self) -> None:
        """Choose Undo, which names what it undoes."""
        self.history.undo_action.trigger()

    def click(self, text: str) -> None:
        """Click the one visible button of that text, once it is there."""
        self.until(lambda: len(self.buttons(text)) == 1)
        QTest.mouseClick(self.buttons(text)[0], Qt.MouseButton.LeftButton)

    def kill_engine(self) -> None:
        """End the engine as a crash does, and wait until it is gone."""
        pid = self.client.pid
        assert pid > 0, "there is no engine"
        os.kill(pid, signal.SIGKILL)
        self.until(lambda: self.client.pid != pid)

    # ---- wait -------------------------------------------------------------------------------

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait."""
        deadline = QDeadlineTimer(PATIENCE_MS)
        # With a time limit of its own, processEvents would not wait for events but go round and
        # round, and take the processor from the engine that is waited for.
        waker = QTimer()
        waker.start(_LOOK_MS)
        while not condition():
            assert not deadline.hasExpired(), f"waited too long: {self.state()}"
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            # Which only a loop does that is not called from outside of all.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def until_said(self, kind: type[Message]) -> None:
        """Wait for a message."""
        self.until(lambda: bool(self.of(kind)))

    def state(self) -> dict[str, object]:
        """Return what the window is at, for who waited in vain."""
        return {
            "line": self.line.text(),
            "facts": [fact.text for fact in self.bar.facts.facts()],
            "photos": self.model.rowCount(),
            "searching": self.session.searching,
            "page": type(self.page).__name__,
            "active": self.window.isActiveWindow(),
            "status": self.status.text(),
        }

    def standing(self) -> dict[str, object]:
        """Return what one test may change, and others expect as it was."""
        panels = (self.child(SidePanel), self.photo_panel, self.bar, self.status)
        return {
            "line": self.line.text(),
            "facts": [fact.text for fact in self.bar.facts.facts()],
            "chips": len(self.bar.chips.chips()),
            "place": self.library.panel.place(),
            "photos": self.model.rowCount(),
            "page": type(self.page).__name__,
            "order": (self.model.order, self.grid.dated_order),
            "height of a line": self.grid.size_slider.value(),
            "captions": self.grid.captions.isChecked(),
            "map": self.child(MapController).is_open,
            "timeline": self.child(Timeline).is_wanted,
            "leaf": self.child(SidePanel).leaf,
            "hidden": [type(panel).__name__ for panel in panels if panel.isHidden()],
            "size": self.window.size().toTuple(),
            "full screen": self.window.isFullScreen(),
            **asdict(self.settings),
        }

    def until_back(self, standing: dict[str, object]) -> None:
        """Wait until the window is at what it was, or say what a test left otherwise."""
        deadline = QDeadlineTimer(_GRACE_MS)
        self.until(lambda: self.standing() == standing or deadline.hasExpired())
        now = self.standing()
        left = {what: (standing[what], now[what]) for what in now if now[what] != standing[what]}
        assert not left, f"left in the window, as before and now: {left}"

    def settle(self) -> None:
        """Wait until nothing is searched for any more."""
        self.until(lambda: not self.session.searching)

    def until_indexed(self, photos: int) -> None:
        """Wait until the grid shows so many photos and nothing is indexed any more."""
        self.until(lambda: self.model.rowCount() == photos and not self.session.indexing)

    # ---- look -------------------------------------------------------------------------------

    @property
    def settings(self) -> Settings:
        """The settings that hold."""
        return self.keeper.settings

    @property
    def page(self) -> QWidget:
        """What lies in the middle: the grid, the viewer, the problems or the first steps."""
        pages = self.grid.parentWidget()
        assert isinstance(pages, QStackedWidget)
        return pages.currentWidget()

    def entry(self, row: int) -> GridEntry:
        """Return a photo of the grid."""
        found = self.model.entry(row)
        assert found is not None, row
        return found

    def entries(self) -> list[GridEntry]:
        """Return the photos of the grid, after a click on "Show" if some are folded away."""
        self.model.fold(False)
        return list(self.model.entries())

    def is_dimmed(self) -> bool:
        """Tell whether the photos answer something that is not asked any more."""
        return self.view._is_outdated

    def is_answered(self) -> bool:
        """Tell whether the grid shows the answer to a query."""
        return self.model.rowCount() > 0 and self.entry(0).rank == 1

    def buttons(self, text: str) -> list[QAbstractButton]:
        """Return the visible buttons of that text."""
        found = self.window.findChildren(QAbstractButton)
        return [button for button in found if button.text() == text and button.isVisible()]

    def forget(self) -> None:
        """Forget what was said."""
        self.said.clear()

    def of(self, kind: type[OneKind]) -> list[OneKind]:
        """Return the messages of a kind."""
        return [message for message in self.said if isinstance(message, kind)]
