"""What is known of the selected photos: what one can do with them, why one is here, facts."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAction
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.photo.photo_facts import FindSketch, PhotoFacts, WhyLines
from visret_desktop.gui.photo.photo_rows import Row, described, known_at_once, shared, utc_offset_of
from visret_desktop.gui.widgets.accessibility import speak_as
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.plain_text import ElidedLabel, PlainLabel
from visret_desktop.gui.widgets.theme import Text, set_text
from visret_desktop.gui.widgets.window_layout import Part, fill, scrolled
from visret_desktop.library.records import Photo

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


_NARROWEST = 256  # pixels: room for the actions
_MARGIN = 16
_MOST_READ = 5_000  # photos whose facts are gathered; reading them takes a tenth of a second
_ICON = QSize(18, 18)


PartOf = Callable[[Photo], QWidget | None]
NotesOf = Callable[[Sequence[Photo]], QWidget | None]  # what was noted of photos


class PhotoPanel(QWidget):
    """A row of actions above words. `list_chosen`: order by this list.

    To the window the panel is shown or hidden, as the person wants it. Besides, while no photo is
    selected, it takes no room, which concerns nobody else: `isHidden` tells what the person wants.
    It waits before it takes room, as the photos beside it move then: not between two clicks.
    """

    list_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        speak_as(self, QAccessible.Role.Pane)
        self._background = Background(self)
        self._why: WhyLines | None = None
        self._entries: list[GridEntry] = []
        self._known: Photo | None = None
        self._is_open = True
        self._is_stale = False
        self._waiting = QTimer(self, singleShot=True)
        self._waiting.timeout.connect(self.appear)
        self.find_sketch: FindSketch = lambda name: None
        self.spot_of: PartOf = lambda photo: None  # where it was taken
        self.found_in: PartOf = lambda photo: None  # what detectors found
        self.notes_of: NotesOf = lambda photos: None
        self._shown: Sequence[Photo] = ()  # of which everything is known
        self._again: Callable[[], None] = lambda: None
        self.reader: CatalogReader | None = None
        self.setMinimumWidth(_NARROWEST)
        self.setAccessibleName(self.tr("About the selected photo"))
        self._actions = QHBoxLayout()
        self._actions.setContentsMargins(_MARGIN - 5, 8, _MARGIN - 5, 0)
        self._actions.setSpacing(0)
        self._page = scrolled()
        self._page.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        fill(QVBoxLayout(self), self._actions, (self._page, 1), margins=(0, 0, 0, 0))
        self._fill("", [])

    def setVisible(self, is_visible: bool) -> None:
        """Show the panel as soon as a photo is selected, or hide it."""
        self._is_open = is_visible
        self._waiting.stop()
        super().setVisible(is_visible and bool(self._entries))

    def appear(self) -> None:
        """Take room at once, if there is something to show."""
        self.setVisible(self._is_open)

    def isHidden(self) -> bool:
        """Tell whether somebody hid the panel."""
        return not self._is_open

    def add_actions(self, actions: Sequence[QAction]) -> None:
        """Offer these, each as an icon; they are enabled by whoever made them."""
        for action in actions:
            button = QToolButton()
            button.setObjectName("flat")
            button.setDefaultAction(action)
            button.setIconSize(_ICON)
            button.setAccessibleName(action.text())
            self._actions.addWidget(button)
        self._actions.addStretch()

    def show_entries(self, entries: Sequence[GridEntry]) -> None:
        """Describe photos; details follow from a thread."""
        had_any = bool(self._entries)
        self._entries = list(entries)
        if had_any and not entries:
            self.appear()  # which takes it away
        elif entries and not had_any:
            self._waiting.start(QApplication.doubleClickInterval())
        if len(entries) == 1:
            self._show_one(entries[0])
        else:
            many = self.tr("%Ln photo(s)", "", len(entries))
            self._fill(many if entries else "", [])
            self._read_many()

    def read_again(self) -> None:
        """Describe the same photos anew: what is known of them changed."""
        self._is_stale = True
        if len(self._entries) == 1:
            self._show_one(self._entries[0])
        elif self._entries:
            self._read_many()

    def fill_again(self) -> None:
        """Show the same photos again, with what else is known of them now."""
        self._again()

    def focus_when_shown(self, widget: QWidget) -> None:
        """Give a part of the page the keyboard once the page is there."""
        QTimer.singleShot(0, widget, lambda: widget.setFocus(Qt.FocusReason.OtherFocusReason))

    def text(self) -> str:
        """Return all words shown."""
        page = self._page.widget()
        assert page is not None  # it was set
        shown = [w for w in page.findChildren(QWidget) if hasattr(w, "text")]
        return "\n".join(words for widget in shown if (words := widget.text()))

    def show_sketches(self) -> None:
        """Show the sketches beside their lists; some come late."""
        if self._why is not None:
            self._show_one(self._entries[0])

    def _show_one(self, entry: GridEntry) -> None:
        known = self._known
        if known is not None and known.id == entry.photo_id:
            self._fill(entry.name, described(entry, known))  # a new ranking of what is shown
        else:
            self._fill(entry.name, known_at_once(entry))
        reader = self.reader
        if reader is not None:
            number = entry.photo_id
            self._background.run("photos", partial(_read_one, reader, number), self._on_photos)

    def _read_many(self) -> None:
        reader, numbers = self.reader, [entry.photo_id for entry in self._entries[:_MOST_READ]]
        if reader is not None and 1 < len(self._entries) <= _MOST_READ:
            self._background.run("photos", lambda: reader.photos(numbers), self._on_photos)
        else:
            self._background.run("photos", lambda: None, self._on_photos)  # what runs is stale

    def _on_photos(self, photos: object) -> None:
        if not isinstance(photos, list) or not photos or not self._entries:
            return
        if len(self._entries) == 1:
            if photos == self._shown and not self._is_stale:
                return  # already
            self._known = photos[0]
            self._shown, self._is_stale = photos, False
            self._fill(self._entries[0].name, described(self._entries[0], photos[0]))
        else:
            words = self.tr("%Ln photo(s)", "", len(self._entries))
            self._shown = photos
            self._fill(words, shared(photos))

    def _fill(self, title: str, rows: Sequence[Row]) -> None:
        self._again = partial(self._fill, title, rows)
        page = QWidget()
        head = ElidedLabel(title, mode=Qt.TextElideMode.ElideMiddle)
        head.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_text(head, Text.TITLE, is_bold=True)
        place = self._page.verticalScrollBar().value()
        notes, known = self._notes(), self._known_parts()
        facts = PhotoFacts(rows)
        parts: list[Part | tuple[Part, int]] = [head, *self._reasons(), *notes, facts, *known]
        parts.append((None, 1))
        margins = (_MARGIN, 8, _MARGIN, _MARGIN)
        fill(QVBoxLayout(page), *parts, margins=margins, spacing=12)
        focus = QApplication.focusWidget()
        had_keyboard = focus is not None and self._page.isAncestorOf(focus)
        self._page.setWidget(page)
        self._page.verticalScrollBar().setValue(place)
        if had_keyboard:  # what had it is gone
            self._focus_first(page)

    def _focus_first(self, page: QWidget) -> None:
        tab = Qt.FocusPolicy.TabFocus
        parts = page.findChildren(QWidget)
        first = next((one for one in parts if one.focusPolicy() & tab and one.isEnabled()), None)
        if first is not None:
            first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _notes(self) -> list[QWidget]:
        """Return what was noted of the photos, once that is known."""
        wanted = {entry.photo_id for entry in self._entries}
        if not wanted or {photo.id for photo in self._shown} != wanted:
            return []
        notes = self.notes_of(self._shown)
        return [notes] if notes is not None else []

    def _known_parts(self) -> list[QWidget]:
        """Return what was found in the photo, and where it was taken, once that is known."""
        entry = self._entries[0] if len(self._entries) == 1 else None
        if entry is None or self._known is None or self._known.id != entry.photo_id:
            return []
        parts = (self.found_in(self._known), self.spot_of(self._known))
        return [part for part in parts if part is not None]

    def _reasons(self) -> list[QWidget]:
        """Return why the photo is here, with a title; nothing for many, and while browsing."""
        self._why = None
        entry = self._entries[0] if len(self._entries) == 1 else None
        if entry is None or not (entry.ranks or entry.named):
            return []
        entry = self._entries[0]
        head = PlainLabel(self.tr("Why it is here"))
        set_text(head, Text.BODY, is_bold=True)
        self._why = WhyLines(entry.ranks, self.find_sketch, entry.named, entry.says)
        self._why.chosen.connect(self.list_chosen)
        reasons = QWidget()
        fill(QVBoxLayout(reasons), head, self._why, margins=(0, 0, 0, 0), spacing=4)
        return [reasons]


def _read_one(reader: "CatalogReader", number: int) -> list[Photo]:
    """Return a photo, of which everything is known that takes its time."""
    photos = reader.photos([number])
    for photo in photos:
        utc_offset_of(photo.metadata)
    return photos
