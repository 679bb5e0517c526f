"""The bar below the photos, in which tags, names and ratings are given by keyboard.

While its line is empty, keys rate, move to the next photo and undo.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.facts.condition_text import rating_words
from visret_desktop.gui.tagging.note_chips import NoteChips, tag_words
from visret_desktop.gui.tagging.tag_input import KnownNames, KnownTags, Shared, TagInput
from visret_desktop.gui.widgets.accessibility import ArrowGroup, announce, speak_as
from visret_desktop.gui.widgets.icons import flat_button
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.gui.widgets.window_layout import fill

_STEPS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ROWS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class TagLine(QLineEdit):
    """Says what a key means. Digits rate only while nothing is typed, as tags may have some."""

    entered = Signal()
    left = Signal()  # with Escape, while it is empty
    rated = Signal(int)
    stepped = Signal(int)  # to the next photo, or the one before
    moved = Signal(int)  # in the list of completions
    completed = Signal()  # the first completion is wanted
    undo_requested = Signal()
    redo_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setClearButtonEnabled(True)

    def event(self, event: QEvent) -> bool:
        """Take Tab for a completion while words are typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            is_plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
            if event.key() == Qt.Key.Key_Tab and is_plain and self.text():
                self.completed.emit()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter, walk, rate, undo; anything else is typed."""
        key = Qt.Key(event.key())
        if key in _ENTER:
            self.entered.emit()
        elif key in _ROWS:
            self.moved.emit(_ROWS[key])
        elif key == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
            else:
                self.left.emit()
        elif self.text() or not self._is_for_photos(event, key):
            super().keyPressEvent(event)

    def _is_for_photos(self, event: QKeyEvent, key: Qt.Key) -> bool:
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        digit = key - Qt.Key.Key_0
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_requested.emit()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_requested.emit()
        elif keys:
            return False
        elif key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif 0 <= digit <= 5:
            self.rated.emit(digit)
        else:
            return False
        return True


_MOST_CHIPS = 40


class TaggingBar(QWidget):
    """`entered` has what is meant, or None: the next photo; and whether it is a name."""

    entered = Signal(object, bool)
    removed = Signal(object)  # a Chip
    rated = Signal(int)
    stepped = Signal(int)
    scope_chosen = Signal(str)
    undo_requested = Signal()
    redo_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Pane)
        self.setAccessibleName(self.tr("Tags and names"))
        self._tags, self._names = KnownTags({}), KnownNames()
        self.shared = Shared()
        self._done = ""  # what was done last
        self._build()
        self._connect()
        self.hide()

    def _build(self) -> None:
        self.tag_button, self.name_button = (
            QPushButton(self.tr("Tag")),
            QPushButton(self.tr("Name")),
        )
        self._kinds = QButtonGroup(self)
        for button in (self.tag_button, self.name_button):
            button.setCheckable(True)
            self._kinds.addButton(button)
        ArrowGroup(self, (self.tag_button, self.name_button))
        self.line = TagLine()
        self.list = QListWidget()
        self.list.setObjectName("choices")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(self.tr("What may be meant"))
        self.list.hide()
        self.sign = PlainLabel(is_wrapped=True)
        self.scopes = QComboBox()
        self.scopes.setAccessibleName(self.tr("Which photos"))
        self.next = QCheckBox(self.tr("Go on by itself"))
        self.next.setToolTip(self.tr("The next photo comes after each tag, name or rating"))
        close = flat_button("x", self.tr("Close (Esc)"))
        close.clicked.connect(self.closed)
        self.chips = NoteChips()
        self.rating = PlainLabel()
        self.rating.setContentsMargins(0, 6, 0, 0)  # level with the chips
        row = QHBoxLayout()
        parts = (self.tag_button, self.name_button, (self.line, 1), self.scopes, self.next, close)
        fill(row, *parts, spacing=8)
        below = QHBoxLayout()
        fill(below, self.rating, (self.chips, 1), spacing=12)
        below.setAlignment(self.rating, Qt.AlignmentFlag.AlignTop)
        fill(QVBoxLayout(self), self.list, row, self.sign, below, margins=(12, 8, 8, 8), spacing=6)

    def _connect(self) -> None:
        line = self.line
        line.textChanged.connect(self._on_text)
        line.entered.connect(self._on_enter)
        line.left.connect(self.closed)
        line.rated.connect(self.rated)
        line.stepped.connect(self.stepped)
        line.moved.connect(self._move)
        line.completed.connect(self._complete)
        line.undo_requested.connect(self.undo_requested)
        line.redo_requested.connect(self.redo_requested)
        self.list.itemClicked.connect(lambda item: self._choose(item.text()))
        self._kinds.buttonClicked.connect(lambda _: self.open(is_name=self.is_name))
        self.scopes.activated.connect(lambda _: self.scope_chosen.emit(self.scopes.currentData()))
        self.chips.removed.connect(self.removed)

    # ---- for the window ---------------------------------------------------------------------

    @property
    def is_name(self) -> bool:
        """Whether names are typed."""
        return self.name_button.isChecked()

    def open(self, *, is_name: bool) -> None:
        """Show the bar with the keyboard in its line, for tags or for names."""
        (self.name_button if is_name else self.tag_button).setChecked(True)
        words = (
            self.tr("A name, such as Grey heron or Ardea cinerea; 0–5 rate")
            if is_name
            else self.tr("A tag, such as pond or Animals/Birds/Grey heron; 0–5 rate")
        )
        self.line.setPlaceholderText(words)
        self.line.setAccessibleName(self.tr("Name") if is_name else self.tr("Tag"))
        self.show()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._on_text()

    def know(self, tags: KnownTags, names: KnownNames) -> None:
        """Complete and understand by these from now on."""
        self._tags, self._names = tags, names
        self._on_text()

    def show_scopes(self, scopes: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer to work on these photos: key and words of each."""
        self.scopes.clear()
        for key, words in scopes:
            self.scopes.addItem(words, key)
        self.scopes.setCurrentIndex(max(0, self.scopes.findData(chosen)))
        self.scopes.setEnabled(len(scopes) > 1)

    def show_shared(self, shared: Shared) -> None:
        """Show what the photos have, all of them or some."""
        self.shared = shared
        count = shared.contents
        chips = [*shared.chips(is_name=True), *shared.chips(is_name=False)]
        self.chips.show_chips(chips[:_MOST_CHIPS])
        same = [stars for stars, having in shared.ratings.items() if having == count]
        self.rating.setText(
            rating_words(same[0]) if same else self.tr("several ratings") if shared.ratings else ""
        )
        self.rating.setVisible(bool(self.rating.text()))
        self._on_text()

    def done(self, words: str) -> None:
        """Say what was done, until somebody types."""
        self.line.clear()
        self._done = words
        self._show_sign()
        announce(self, words)

    # ---- typing -----------------------------------------------------------------------------

    def _typed(self) -> str:
        """Return what is typed, or chosen in the list of completions."""
        item = self.list.currentItem()
        return self.line.text() if item is None else self._as_typed(item.text())

    def _as_typed(self, words: str) -> str:
        mark = "|" if "/" in words else "/"  # which may be part of a tag
        return words if self.is_name else words.replace(" › ", mark)

    def _meant(self) -> TagInput | None:
        return (self._names if self.is_name else self._tags).meant(self._typed())

    def _on_text(self) -> None:
        text = self.line.text()
        known = self._names if self.is_name else self._tags
        completions = known.completions(text) if text.strip() else []
        self.list.clear()
        self.list.addItems([one if self.is_name else tag_words(one) for one in completions])
        self.list.setVisible(bool(completions))
        self.list.ensurePolished()
        height = self.list.sizeHintForRow(0) * len(completions) + 4 + 2 * self.list.frameWidth()
        self.list.setFixedHeight(max(1, height))
        if text:
            self._done = ""
        self._show_sign()

    def _show_sign(self) -> None:
        self.sign.setText(self._done or self._sign())

    def _sign(self) -> str:
        """Return what Enter does now."""
        meant, shared = self._meant(), self.shared
        if not shared.contents:
            return self.tr("Select photos to give them tags and names.")
        if meant is None:
            return self.tr("Enter: the next photo. ← →: walk. Ctrl+Z: undo. Esc: close.")
        words = meant.value if self.is_name else tag_words(meant.value)
        if shared.has_all(meant.value, is_name=self.is_name):
            sentence = self.tr("Enter removes “{0}” from %Ln photo(s).", "", shared.contents)
            return f"− {sentence}".format(words)
        count = shared.lacking(meant.value, is_name=self.is_name)
        if count < shared.contents:
            sentence = self.tr("Enter adds “{0}” to the %Ln photo(s) that lack it.", "", count)
        elif meant.is_new and not self.is_name:
            sentence = self.tr("Enter adds the new tag “{0}” to %Ln photo(s).", "", count)
        elif meant.is_new:
            sentence = self.tr(
                "Enter accepts “{0}”, which no list has, for %Ln photo(s).", "", count
            )
        elif self.is_name:
            sentence = self.tr("Enter accepts the name “{0}” for %Ln photo(s).", "", count)
        else:
            sentence = self.tr("Enter adds “{0}” to %Ln photo(s).", "", count)
        return f"+ {sentence}".format(words)

    def _move(self, rows: int) -> None:
        count = self.list.count()
        if count:
            here = self.list.currentRow()
            # The list stands above the line, so Up from the line comes to its last row.
            row = here + rows if here >= 0 else (0 if rows > 0 else count - 1)
            self.list.setCurrentRow(min(max(row, 0), count - 1))
            self._show_sign()
            announce(self, self.sign.text())

    def _complete(self) -> None:
        item = self.list.currentItem() or self.list.item(0)
        if item is not None:
            self._choose(item.text())

    def _choose(self, words: str) -> None:
        self.line.setText(self._as_typed(words))
        self.line.setFocus()

    def _on_enter(self) -> None:
        meant = self._meant()
        self.line.clear()  # at once: somebody types on
        self.entered.emit(meant, self.is_name)
