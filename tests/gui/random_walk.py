"""A person who does anything at all with the real window: python random_walk.py SEED SECONDS.

Each step is printed before it is taken, so the last one printed is the one that ended the process.
What is typed and clicked goes through the window system, as from a person. Nothing is opened in
other programs, and files are chosen in the home folder alone.
"""

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, QUrl, Slot
from PySide6.QtGui import QAction, QContextMenuEvent, QDesktopServices, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QFileDialog,
    QLineEdit,
    QMenu,
    QScrollArea,
    QWidget,
)

from visret_desktop.gui import app
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.library.library_controller import LibraryController
from visret_desktop.gui.photo.photo_actions import PhotoActions
from visret_desktop.gui.photo.photo_panel import PhotoPanel
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.window.main_window import MainWindow

_PAUSES_MS = (0, 0, 10, 60, 250)
_PHOTOS = "photos"  # a folder in the home folder
_QUERIES = (
    "moss owl",
    "tarn heron -snow",
    "What colour are the feet of the tarn heron?",
    "How many eggs are in the nest of the moss owl?",
    "2:owl + snow - forest",
    "owl AND NOT forest",
    "owl AND (",
    "in spring 2024",
    "last winter at the heron marsh",
    "rated 4 or more",
    "keyword:pond",
    "detected:animal",
    'folder:"demonstration"',
    "Eule im Schnee",
    "the feet of the moss owl, and the feet of the tarn heron",
    "is:offline",
    "camera:NIKON",
    "zzzz qqqq",
    "-snow",
    "",
)
_WORDS = ("pond", "Ardea cinerea", "moss owl", "12", "2024-05-01", "/nowhere", "x" * 300, "&<b>")
_KEYS = (
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space),
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_1),
    *(Qt.Key.Key_K, Qt.Key.Key_N, Qt.Key.Key_5, Qt.Key.Key_Slash, Qt.Key.Key_Question),
    *(Qt.Key.Key_F2, Qt.Key.Key_F7, Qt.Key.Key_F8, Qt.Key.Key_F9, Qt.Key.Key_F10, Qt.Key.Key_F11),
)
_WITH_CTRL = "ABCDEFGIKLMNOPRSTUYZ012345"
_NONE, _CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_LEFT = Qt.MouseButton.LeftButton


class Walk(QObject):
    """Takes one random step after the other."""

    def __init__(self, window: MainWindow, seed: int, seconds: float) -> None:
        super().__init__(window)
        self._window, self._chance, self._steps = window, random.Random(seed), 0
        self._is_over = False
        self._acting_in: tuple[QWidget | None, QWidget | None] | None = None
        self._bar, self._view = window.findChild(QueryBar), window.findChild(ResultsView)
        self._panel, self._search = window.findChild(PhotoPanel), window.findChild(SearchController)
        self._library = window.findChild(LibraryController)
        # Other programs are not ours to start.
        QDesktopServices.setUrlHandler("file", self, "opened")
        QDesktopServices.setUrlHandler("https", self, "opened")
        window.findChild(PhotoActions).actions[2].setVisible(False)
        QTimer.singleShot(int(seconds * 1000), self, self._end)
        self._go_on()

    @Slot(QUrl)
    def opened(self, address: QUrl) -> None:
        """Take what another program is to open."""

    def _end(self) -> None:
        self._is_over = True

    def _go_on(self) -> None:
        QTimer.singleShot(self._chance.choice(_PAUSES_MS), self, self._step)

    def _step(self) -> None:
        popup, dialog = QApplication.activePopupWidget(), QApplication.activeModalWidget()
        if self._is_over:
            self._leave(popup, dialog)
            return
        self._go_on()  # first: a menu or dialog that the step opens has a loop of its own
        if (popup, dialog) == self._acting_in:
            return  # a key or button is just being pressed
        self._steps += 1
        if popup is not None:
            self._in_popup(popup)
        elif isinstance(dialog, QFileDialog):
            self._in_file_dialog(dialog)
        elif dialog is not None and dialog is not self._window:
            self._in_dialog(dialog)
        else:
            self._in_window()

    def _leave(self, popup: QWidget | None, dialog: QWidget | None) -> None:
        """Close what is open, and the window at last."""
        if popup is not None:
            popup.close()
        elif dialog is not None:
            dialog.close()
        else:
            _tell(f"closes the window after {self._steps} steps")
            self._window.close()
            return
        QTimer.singleShot(0, self, self._step)

    # ---- where one is -----------------------------------------------------------------------

    def _in_popup(self, popup: QWidget) -> None:
        deeds = ((4, Qt.Key.Key_Down), (1, Qt.Key.Key_Up), (3, Qt.Key.Key_Return))
        keys = [key for _, key in deeds] + [Qt.Key.Key_Escape]
        key = self._chance.choices(keys, [*(weight for weight, _ in deeds), 2])[0]
        if key == Qt.Key.Key_Return and isinstance(popup, QMenu):
            action = popup.activeAction()
            _tell(f"chooses {action.text() if action else ''!r} in a menu")
            if action is not None and not _can_be_chosen(action):
                key = Qt.Key.Key_Escape
        else:
            _tell(f"presses {key.name} in a popup")
        self._key(popup, key)

    def _in_file_dialog(self, dialog: QFileDialog) -> None:
        line = dialog.findChild(QLineEdit)
        if line is None or self._chance.random() < 0.4:
            _tell("leaves a dialog of files")
            dialog.reject()
            return
        chosen = self._chance.choice(sorted(Path.home().iterdir()))
        _tell(f"chooses {chosen.name} in a dialog of files")
        line.setText(str(chosen))
        self._act(dialog, lambda _: dialog.accept())  # which may ask whether to replace a file

    def _in_dialog(self, dialog: QWidget) -> None:
        deeds: Sequence[tuple[int, Callable[[QWidget], None]]] = (
            (6, self._press_button),
            (2, self._press_key),
            (2, self._type_words),
            (2, self._choose_row),
            (1, self._choose_in_box),
            (1, lambda one: self._key(one, Qt.Key.Key_Escape)),
        )
        self._one_of(deeds)(dialog)

    def _in_window(self) -> None:
        window = self._window
        deeds: Sequence[tuple[int, Callable[[QWidget], None]]] = (
            (4, self._ask),
            (5, self._click_photo),
            (6, lambda _: self._press_button(self._panel)),
            (5, self._press_button),
            (5, self._choose_action),
            (5, self._press_key),
            (2, self._open_menu),
            (1, self._type_words),
            (2, self._choose_row),
            (1, self._choose_in_box),
            (1, self._resize),
            (1, self._add_folder),
        )
        self._one_of(deeds)(window)

    def _one_of(
        self, deeds: Sequence[tuple[int, Callable[[QWidget], None]]]
    ) -> Callable[[QWidget], None]:
        weights = [weight for weight, _ in deeds]
        return self._chance.choices([deed for _, deed in deeds], weights)[0]

    # ---- what one does ----------------------------------------------------------------------

    def _ask(self, _place: QWidget) -> None:
        text = self._chance.choice(_QUERIES)
        _tell(f"asks {text!r}")
        self._key(self._window, Qt.Key.Key_F, _CTRL)
        if self._window.focusWidget() is self._bar.line:
            self._bar.line.setText(text)
            self._key(self._window, Qt.Key.Key_Return)

    def _click_photo(self, _place: QWidget) -> None:
        if not self._view.isVisible():
            return
        port = self._view.viewport()
        place = QPoint(
            self._chance.randrange(max(1, port.width())),
            self._chance.randrange(max(1, port.height())),
        )
        how = self._chance.choice((_NONE, _NONE, _CTRL, _SHIFT))
        _tell(f"clicks among the photos at {place.x()}, {place.y()} with {how.name}")
        self._click(port, place, how)

    def _press_button(self, place: QWidget) -> None:
        buttons = [
            one
            for one in place.findChildren(QAbstractButton)
            if one.isVisible() and one.isEnabled() and not one.visibleRegion().isEmpty()
        ]
        if not buttons:
            return
        button = self._chance.choice(buttons)
        name = button.text() or button.accessibleName() or button.toolTip()
        if self._chance.random() < 0.5:
            _tell(f"clicks {name!r} in {_kind(place)}")
            self._click(button, button.visibleRegion().boundingRect().center(), _NONE)
        else:
            _tell(f"goes to {name!r} in {_kind(place)} and presses Space")
            button.setFocus(Qt.FocusReason.TabFocusReason)
            self._key(place, Qt.Key.Key_Space)

    def _choose_action(self, _place: QWidget) -> None:
        actions = [
            one
            for menu in self._window.menuBar().findChildren(QMenu)
            for one in menu.actions()
            if _can_be_chosen(one) and one.menu() is None
        ]
        action = self._chance.choice(actions)
        _tell(f"chooses {action.text()!r}")
        action.trigger()

    def _press_key(self, place: QWidget) -> None:
        if self._chance.random() < 0.7:
            key, how = self._chance.choice(_KEYS), self._chance.choice((_NONE, _NONE, _SHIFT))
        else:
            letter = self._chance.choice(_WITH_CTRL)
            key, how = getattr(Qt.Key, f"Key_{letter}"), _CTRL
        _tell(f"presses {how.name} {key.name}")
        self._key(place, key, how)

    def _open_menu(self, place: QWidget) -> None:
        """Ask for the menu of whatever has the keyboard."""
        widget = QApplication.focusWidget() or place
        _tell(f"opens the menu of {_kind(widget)}")
        middle = widget.rect().center()
        reason = QContextMenuEvent.Reason.Keyboard
        event = QContextMenuEvent(reason, middle, widget.mapToGlobal(middle))
        QApplication.postEvent(widget, event)

    def _type_words(self, place: QWidget) -> None:
        lines = [
            one
            for one in place.findChildren(QLineEdit)
            if one.isVisible() and one.isEnabled() and not one.isReadOnly()
        ]
        if not lines:
            return
        line, words = self._chance.choice(lines), self._chance.choice(_WORDS)
        _tell(f"types {words[:20]!r} into {line.accessibleName()!r}")
        line.setFocus(Qt.FocusReason.TabFocusReason)
        line.setText(words)
        if self._chance.random() < 0.6:
            self._key(place, Qt.Key.Key_Return)

    def _choose_row(self, place: QWidget) -> None:
        lists = [
            one
            for one in place.findChildren(QAbstractItemView)
            if one.isVisible() and one.model() is not None and one.model().rowCount()
        ]
        if not lists:
            return
        chosen = self._chance.choice(lists)
        row = self._chance.randrange(chosen.model().rowCount())
        _tell(f"chooses row {row} of {chosen.accessibleName()!r}")
        index = chosen.model().index(row, 0)
        chosen.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)
        self._click(chosen.viewport(), chosen.visualRect(index).center(), _NONE)

    def _choose_in_box(self, place: QWidget) -> None:
        boxes = [one for one in place.findChildren(QComboBox) if one.isVisible() and one.count()]
        boxes = [one for one in boxes if one.isEnabled()]
        if boxes:
            box = self._chance.choice(boxes)
            box.setFocus(Qt.FocusReason.TabFocusReason)
            key = self._chance.choice((Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Space))
            _tell(f"presses {key.name} in {box.accessibleName()!r}")
            self._key(place, key)

    def _resize(self, _place: QWidget) -> None:
        width, height = self._chance.choice(((1280, 800), (1500, 1000), (700, 560)))
        _tell(f"makes the window {width} x {height}")
        self._window.resize(width, height)

    def _add_folder(self, _place: QWidget) -> None:
        """Add the photos, should they have been removed."""
        if not self._library.view.snapshot.photos:
            _tell("adds the folder again")
            self._library.add([Path.home() / _PHOTOS])

    # ---- mouse and keyboard -----------------------------------------------------------------

    def _key(self, place: QWidget, key: Qt.Key, how: Qt.KeyboardModifier = _NONE) -> None:
        self._act(place, lambda target: QTest.keyClick(target, key, how))

    def _click(self, place: QWidget, point: QPoint, how: Qt.KeyboardModifier) -> None:
        """Click a point of a widget, scrolled to if need be; what stays hidden nobody clicks."""
        _scroll_to(place, point)
        there, window = place.mapTo(place.window(), point), _window_of(place)
        is_inside = window is not None and QRect(QPoint(), window.size()).contains(there)
        if is_inside and place.visibleRegion().contains(point):
            self._act(place, lambda target: QTest.mouseClick(target, _LEFT, how, there))

    def _act(self, place: QWidget, deed: Callable[[QWindow], None]) -> None:
        """Do something in a widget's window, as the window system would.

        Meanwhile no step is taken but in what that opens: Qt needs the window until it is done.
        """
        target = _window_of(place)
        if target is not None:
            before = self._acting_in
            self._acting_in = QApplication.activePopupWidget(), QApplication.activeModalWidget()
            deed(target)
            self._acting_in = before


def _window_of(place: QWidget) -> QWindow | None:
    """Return the window that a widget lies in, as the window system knows it, if it is shown."""
    window = place.window()
    return window.windowHandle() if window.isVisible() else None


def _scroll_to(place: QWidget, point: QPoint) -> None:
    """Scroll the pages that a widget lies in, until a point of it is in sight."""
    around = place
    while not around.isWindow():
        around = around.parentWidget()
        page = around.widget() if isinstance(around, QScrollArea) else None
        if page is not None and page.isAncestorOf(place):
            shown = place.mapTo(page, point)
            around.ensureVisible(shown.x(), shown.y())


def _can_be_chosen(action: QAction) -> bool:
    is_quit = action.shortcut().toString() == "Ctrl+Q"
    return action.isEnabled() and action.isVisible() and not action.isSeparator() and not is_quit


def _kind(widget: QWidget) -> str:
    return type(widget).__name__


def _tell(step: str) -> None:
    print(step, flush=True)


class WalkedWindow(MainWindow):
    """A window that somebody walks through once it is open."""

    seed, seconds = 1, 60.0

    def begin(self, folders: Sequence[Path], query: str) -> None:
        """Begin the walk, too."""
        super().begin(folders, query)
        self._walk = Walk(self, self.seed, self.seconds)

    def report_mistake(self, error: BaseException) -> None:
        """Tell, besides, after which step."""
        _tell(f"MISTAKE: {error!r}")
        super().report_mistake(error)


if __name__ == "__main__":
    WalkedWindow.seed, WalkedWindow.seconds = int(sys.argv[1]), float(sys.argv[2])
    app.MainWindow = WalkedWindow  # type: ignore[misc]
    sys.exit(app.main([]))
