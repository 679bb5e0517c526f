"""The line in which a query is typed, and what is offered below it meanwhile."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QStringListModel, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QGuiApplication,
    QInputMethodEvent,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit, QWidget

from visret_desktop.gui.widgets.accessibility import keep_left_to_right
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.incoming_pictures import has_picture

_NARROWEST = 160  # pixels
_MOST_OFFERED = 5  # lines in sight: the photos are below


class _Offers(QCompleter):
    """Offers all lines of its model, and takes none of them by itself: Enter asks what is typed."""

    def splitPath(self, path: str) -> list[str]:
        """Return what a line must begin with to be offered: anything."""
        del path
        return [""]


class QueryLine(QLineEdit):
    """A line edit that passes on pasted pictures and Escape; drops go to the bar.

    `is_edited`: it is not what the program showed in it last. `is_new`: nothing is left of that.
    """

    escaped = Signal()
    left_down = Signal()  # to the photos below
    image_pasted = Signal(object)
    typed = Signal()  # another text stands in it
    edited = Signal()  # by hand: letters that are still being composed are none yet
    left = Signal()  # for something else in the window

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_new = self.is_edited = False
        self._before, self._is_all_selected, self._is_by_hand = "", False, False
        self._keeps_chips = self.is_composing = False
        self.earlier: list[str] = []  # queries, newest first
        self.suggestions: Callable[[str, int], Sequence[str]] = lambda _text, _cursor: ()
        self._offered = QStringListModel(self)
        self._make_completer()
        self.textEdited.connect(self._note_edit)
        self.textChanged.connect(self._on_changed)
        self.selectionChanged.connect(self._note_selection)  # which follows a change of the text
        self.setAcceptDrops(False)
        self.setMinimumWidth(_NARROWEST)
        keep_left_to_right(self)
        self.setAccessibleName(self.tr("Query"))
        self.setPlaceholderText(
            self.tr("Say what the photo shows, ask a question, or drop a photo here")
        )
        self.setToolTip(
            self.tr("Several parts: 2:golden retriever + pool - fruit   (Ctrl+F or / comes here)")
        )
        self._find = QAction(icon("search"), self.tr("Search"), self)
        self._find.triggered.connect(self.returnPressed)
        self.addAction(self._find, QLineEdit.ActionPosition.LeadingPosition)
        self.keep = QAction(icon("bookmark"), self.tr("Save this search (Ctrl+D)"), self)
        self.addAction(self.keep, QLineEdit.ActionPosition.TrailingPosition)
        self.keep.setVisible(False)  # what is added later than that is shown all the same
        self.clear_all = QAction(icon("x"), self.tr("Clear the line and all beside it"), self)
        self.addAction(self.clear_all, QLineEdit.ActionPosition.TrailingPosition)
        self.clear_all.setVisible(False)

    def _make_completer(self) -> None:
        completer = _Offers(self._offered, self)
        completer.setMaxVisibleItems(_MOST_OFFERED)
        self.setCompleter(completer)
        self._list.setAccessibleName(self.tr("What may follow, and earlier queries"))
        completer.activated.connect(self._on_chosen)

    @property
    def _list(self) -> QAbstractItemView:
        popup = self.completer().popup()
        assert popup is not None  # a completer has one from the start
        return popup

    def hide_offers(self) -> None:
        """Close the list of what may follow."""
        self._list.hide()

    def _on_chosen(self, line: str) -> None:
        """Note that a line is about to be there; one that goes on with this one is no new one."""
        self._is_by_hand = line not in self.earlier
        self.edited.emit()

    def _offer(self, text: str) -> None:
        """Offer lines that this one may become, and then earlier queries with these words."""
        begun = text.strip().casefold()
        earlier = (line for line in self.earlier if begun in line.casefold())
        lines = dict.fromkeys([*self.suggestions(text, self.cursorPosition()), *earlier])
        self._offered.setStringList([line for line in lines if line != text])

    def show_text(self, text: str) -> None:
        """Have a text that is not typed; what was offered for another one goes."""
        self.hide_offers()
        self.setText(text)
        self.is_new = self.is_edited = self._keeps_chips = False

    def keep_chips(self) -> None:
        """Let what is typed now belong to the same search, even if it replaces all of the line."""
        self._keeps_chips = True

    def _note_edit(self, text: str) -> None:
        self._is_by_hand = True
        self._offer(text)
        self.edited.emit()

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Leave letters alone while they are composed."""
        self.is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that something else in the window has the keyboard now."""
        super().focusOutEvent(event)
        is_away = Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason
        if event.reason() not in is_away:
            self.left.emit()

    def _note_selection(self) -> None:
        self._is_all_selected = self.hasSelectedText() and self.selectedText() == self.text()

    def _on_changed(self, text: str) -> None:
        is_replaced = not self._is_by_hand or self._is_all_selected or not (self._before and text)
        self._before, self._is_by_hand = text, False
        self.is_edited = True
        self.is_new = (self.is_new or is_replaced) and not self._keeps_chips
        self.typed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Escape, a paste of pictures, and Down to the photos or the earlier queries."""
        if event.key() == Qt.Key.Key_Escape and self._list.isVisible():
            event.ignore()  # the list closes itself
        elif event.key() == Qt.Key.Key_Escape:
            self.escaped.emit()
        elif event.matches(QKeySequence.StandardKey.Paste) and self._pastes_picture():
            pass  # it is a picture of the query now, and no text of the line
        elif event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._offer(self.text())
            self.completer().complete()
        elif event.key() == Qt.Key.Key_Down:
            self.left_down.emit()
        else:
            super().keyPressEvent(event)

    def _pastes_picture(self) -> bool:
        mime = QGuiApplication.clipboard().mimeData()
        if mime is None or not has_picture(mime):
            return False
        self.image_pasted.emit(mime)
        return True
