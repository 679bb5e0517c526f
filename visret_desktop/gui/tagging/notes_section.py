"""The annotations of photos in the photo panel: tags, identifications and suggested names.

Enter accepts the selected suggestion. None is selected at first, so an accidental Enter accepts
nothing. Number keys do nothing here, because elsewhere they rate. A suggestion shows similarity and
claims no more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QDateTime, QItemSelectionModel, QLocale, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.engine.field_messages import NamesSuggested, SuggestedName
from visret_desktop.gui.languages.figures import decimal
from visret_desktop.gui.tagging.note_chips import NoteChip, NoteChips
from visret_desktop.gui.tagging.tag_input import Shared
from visret_desktop.gui.widgets.icons import icon
from visret_desktop.gui.widgets.plain_text import PlainLabel, literally
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import fill
from visret_desktop.library.records import AcceptedName, Photo


class SuggestionList(QListWidget):
    """`accepted` has the suggestion that a person took."""

    accepted = Signal(object)

    def __init__(self, names: Sequence[SuggestedName], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = list(names)
        self.setObjectName("choices")
        self.setAccessibleName(self.tr("Suggested names"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        for one in self._names:
            both = f"{one.common} – {one.name}" if one.common else one.name
            likeness = decimal(one.likeness, 2)
            item = QListWidgetItem(f"{likeness}   {both}", self)  # what is cut off is of the name
            tip = self.tr("{0}: likeness {1}, {2}. Select it and press Enter to accept it.")
            tip_text = tip.format(both, likeness, one.source)
            item.setToolTip(literally(tip_text))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, tip_text)
        self.ensurePolished()
        height = self.sizeHintForRow(0) * len(self._names) + 4 + 2 * self.frameWidth()
        self.setFixedHeight(max(1, height))
        self.itemDoubleClicked.connect(self._accept)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Accept with Enter; the first Down selects the first name."""
        chosen = self.selectedItems()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if chosen:
                self._accept(chosen[0])
        elif event.key() == Qt.Key.Key_Down and not chosen:
            self.setCurrentRow(0, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        else:
            super().keyPressEvent(event)

    def _accept(self, item: QListWidgetItem) -> None:
        self.accepted.emit(self._names[self.row(item)])


@dataclass(frozen=True)
class Suggestions:
    """What is suggested for the photos shown; `sentence` says why there is nothing, or what is."""

    found: NamesSuggested | None = None
    sentence: str = ""
    is_working: bool = False


class NotesSection(QWidget):
    """Shows what one photo, or several, have; says what is to be removed, changed or accepted."""

    removed = Signal(object)  # a Chip
    edited = Signal(object)  # an AcceptedName whose details are wanted
    grouped = Signal(object)  # an AcceptedName, beside which another group of it is wanted
    accepted = Signal(object)  # a SuggestedName
    suggestions_wanted = Signal()
    import_wanted = Signal()

    def __init__(
        self,
        photos: Sequence[Photo],
        suggestions: Suggestions,
        parent: QWidget | None = None,
        *,
        has_lists: bool = True,
    ) -> None:
        super().__init__(parent)
        self.list: SuggestionList | None = None
        notes = {photo.content_hash: photo.notes for photo in photos}
        shared = Shared.of(len(notes), notes.values())
        names = [one for own in notes.values() for one in own.names] if len(notes) == 1 else []
        parts: list[QWidget] = []
        if shared.tags:
            parts += [self._title(self.tr("Tags")), self._chips(shared.chips(is_name=False))]
        if shared.names:
            parts.append(self._title(self.tr("Accepted names")))
            several = () if names else (self._chips(shared.chips(is_name=True)),)
            parts += [*(self._name(one) for one in names), *several]
        parts += self._suggestions(suggestions, len(photos), has_lists=has_lists)
        fill(QVBoxLayout(self), *parts, margins=(0, 0, 0, 0), spacing=6)

    def _title(self, words: str) -> PlainLabel:
        head = PlainLabel(words)
        set_text(head, Text.BODY, is_bold=True)
        return head

    def _chips(self, shown: Sequence[NoteChip]) -> QWidget:
        chips = NoteChips()
        chips.show_chips(shown)
        chips.removed.connect(self.removed)
        return chips

    def _name(self, one: AcceptedName) -> QWidget:
        made = QWidget()
        head = PlainLabel(f"{one.common} – {one.name}" if one.common else one.name, is_wrapped=True)
        below = PlainLabel("\n".join(filter(None, (_details(one), self._origin(one)))))
        below.setWordWrap(True)
        below.setEnabled(False)
        set_text(below, Text.SMALL)
        head.setAccessibleName(f"{head.text()}, {below.text()}")
        words = QVBoxLayout()
        fill(words, head, below, spacing=0)
        edit = self._button("pencil", self.tr("Say more of {0}").format(one.name))
        edit.clicked.connect(partial(self.edited.emit, one))
        more = self._button("plus", self.tr("Another group of {0}, such as young").format(one.name))
        more.clicked.connect(partial(self.grouped.emit, one))
        drop = self._button("x", self.tr("Remove {0}").format(one.name))
        chip = NoteChip(one.name, is_name=True, having=1, of=1, group=one)
        drop.clicked.connect(partial(self.removed.emit, chip))
        row = QHBoxLayout(made)
        fill(row, (words, 1), edit, more, drop, margins=(0, 0, 0, 0), spacing=2)
        for button in (edit, more, drop):
            row.setAlignment(button, Qt.AlignmentFlag.AlignTop)
        return made

    def _button(self, name: str, words: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName("flat")
        button.setIcon(icon(name))
        button.setToolTip(literally(words))
        button.setAccessibleName(words)
        return button

    def _origin(self, one: AcceptedName) -> str:
        """Return who accepted it, when, and how it was found."""
        at = QDateTime.fromString(one.at, Qt.DateFormat.ISODate).toLocalTime()
        when = QLocale().toString(at, QLocale.FormatType.ShortFormat) if at.isValid() else one.at
        source = self.tr("typed") if one.source == "typed" else one.source
        return " · ".join(filter(None, (one.by, when, source)))

    def _suggestions(self, known: Suggestions, photos: int, *, has_lists: bool) -> list[QWidget]:
        parts: list[QWidget] = []
        if known.found is not None and known.found.names:
            self.list = SuggestionList(known.found.names)
            self.list.accepted.connect(self.accepted)
            parts += [self._title(self.tr("Suggested names")), self.list]
        if known.sentence:
            hint = PlainLabel(known.sentence, is_wrapped=True)
            hint.setEnabled(False)
            set_text(hint, Text.SMALL)
            parts.append(hint)
        if self.list is None:
            words = self.tr("Suggest names for %Ln photo(s)", "", photos)
            button = QPushButton(words if photos > 1 else self.tr("Suggest names"))
            button.setEnabled(not known.is_working)
            button.clicked.connect(self.suggestions_wanted)
            buttons = [button]
            if not has_lists:
                buttons.append(QPushButton(self.tr("Import names …")))
                buttons[-1].clicked.connect(self.import_wanted)
            holder = QWidget()
            below = QVBoxLayout(holder)  # side by side they may be wider than the panel
            fill(below, *buttons, spacing=8, margins=(0, 0, 0, 0))
            for button in buttons:
                below.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
            parts.append(holder)
        return parts


def _details(one: AcceptedName) -> str:
    count = "" if one.count is None else f"{one.count} ×"
    return " · ".join(filter(None, (count, one.sex, one.life_stage, one.behavior)))


def accepted_of(suggested: SuggestedName) -> AcceptedName:
    """Return the name to accept; who and when are added where it is kept."""
    return AcceptedName(suggested.name, suggested.common, suggested.rank, source=suggested.source)
