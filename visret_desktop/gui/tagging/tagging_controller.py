"""Connects the tagging bar with grid, viewer, library and engine."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.facts.condition_text import rating_words
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.tagging.note_changes import NoteChanges, NoteJobs
from visret_desktop.gui.tagging.note_chips import NoteChip, tag_words
from visret_desktop.gui.tagging.tag_input import KnownNames, KnownTags, Shared, TagInput
from visret_desktop.gui.tagging.tagging_bar import TaggingBar
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.dialog import ask_line
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.library.records import AcceptedName, OwnPlace
from visret_desktop.library.stored_values import plain_text
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


Scope = Literal["selection", "burst", "event"]
_KEY = "notes"  # of sentences in the banner


class TaggingController(QObject):
    """Tags, ratings and names of what is selected, or of its burst or event."""

    stepped = Signal(int)  # to the next photo, or the one before
    closed = Signal()  # the photos are to have the keyboard
    notes_changed = Signal()
    observer_given = Signal(str)

    def __init__(
        self,
        client: EngineClient,
        paths: Paths,
        settings: Settings,
        reader: "Callable[[], CatalogReader | None]",
        history: UndoHistory,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._paths, self._reader, self._banner, self._window = paths, reader, banner, window
        self.observer, self._by_event = settings.observer, settings.events_as_one
        self._has_asked = False  # who accepts names
        self._entries: list[GridEntry] = []
        self._hashes: tuple[str, ...] = ()
        self._scope: Scope = "selection"
        # What the photos have decides whether Enter adds or removes, so what is asked for while
        # that is being read waits.
        self._is_reading = False
        self._waiting: list[Callable[[], None]] = []
        self._background = Background(self, threads=1)
        self.changes = NoteChanges(client, history, self)
        self.bar = TaggingBar()
        self._make_actions(window)
        self._connect()
        self.set_entries([])

    def _make_actions(self, window: QWidget) -> None:
        # Single letters belong to photos: in other lists they search. So the grid and the viewer
        # listen for them themselves (`listen_in`).
        self._tag = QAction(self.tr("Tag …") + "\tK", window)
        self._name = QAction(self.tr("Name …") + "\tN", window)
        self._tag.triggered.connect(lambda: self.open(is_name=False))
        self._name.triggered.connect(lambda: self.open(is_name=True))
        self.rates = []
        for stars in range(6):
            words = rating_words(stars)
            action = QAction(words[0].upper() + words[1:], window)
            action.setShortcut(QKeySequence(f"Ctrl+{stars}"))
            action.triggered.connect(lambda _=False, stars=stars: self.rate(stars))
            window.addAction(action)
            self.rates.append(action)
        self._copied: tuple[str, OwnPlace] | None = None  # a photo's name, and its place
        self._copy = QAction(self.tr("Copy place"), window)
        self._copy.triggered.connect(self._copy_place)
        self._paste = QAction(window)
        self._paste.triggered.connect(self._paste_place)
        self._name_pasting()
        self.actions = (self._tag, self._name)

    def _connect(self) -> None:
        bar, changes, history = self.bar, self.changes, self.changes.history
        bar.entered.connect(self._on_entered)
        bar.removed.connect(self._remove)
        bar.rated.connect(self.rate)
        bar.stepped.connect(self.stepped)
        bar.scope_chosen.connect(self._choose_scope)
        bar.undo_requested.connect(history.undo)
        bar.redo_requested.connect(history.redo)
        bar.closed.connect(self.close_bar)
        changes.changed.connect(self._on_changed)
        changes.failed.connect(self._on_failed)
        history.undone.connect(self._on_undone)

    # ---- for the window ---------------------------------------------------------------------

    def listen_in(self, *places: QWidget) -> None:
        """Let K and N open the bar in these parts of the window."""
        for place in places:
            for keys, is_name in (("K", False), ("N", True)):
                action = QAction(place)
                action.setShortcut(QKeySequence(keys))
                action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
                action.triggered.connect(partial(self._open_by_key, is_name))
                place.addAction(action)

    def _open_by_key(self, is_name: bool, _checked: bool = False) -> None:
        self.open(is_name=is_name)

    def open(self, *, is_name: bool = False) -> None:
        """Open the bar."""
        self.bar.open(is_name=is_name)
        self.read_known()
        self._show_scopes()
        self._read()

    def close_bar(self) -> None:
        """Close the bar; the photos have the keyboard again."""
        self.bar.line.clear()
        self.bar.hide()
        self.closed.emit()

    def set_entries(self, entries: Sequence[GridEntry]) -> None:
        """Work on these photos from now on."""
        if [one.photo_id for one in entries] != [one.photo_id for one in self._entries]:
            self._scope = self._usual_scope()
        self._entries = list(entries)
        for action in (*self.actions, *self.rates):
            action.setEnabled(bool(entries))
        self._copy.setEnabled(len(entries) == 1)
        self._name_pasting()
        if not self.bar.isHidden():
            self._show_scopes()
            self._read()

    def take_settings(self, chosen: Settings) -> None:
        """Keep the name that the settings have, and work on whole events where these are shown."""
        self.observer, self._by_event = chosen.observer, chosen.events_as_one
        self._scope = self._usual_scope()

    def fill(self, menu: QMenu) -> None:
        """Put what can be done with the photos into a menu."""
        menu.addSeparator()
        menu.addActions(list(self.actions))
        rating = menu.addMenu(self.tr("Rating"))
        rating.addActions(self.rates)
        menu.addActions([self._copy, self._paste])

    # ---- which photos -----------------------------------------------------------------------

    def _usual_scope(self) -> Scope:
        return "event" if self._by_event else "selection"

    def _in_scope(self, words: str, deed: Callable[[Sequence[str]], None]) -> None:
        """Do what the words name to the photos, or to all of their burst or events."""
        hashes = tuple(dict.fromkeys(entry.content_hash for entry in self._entries))
        scope = self._usual_scope() if self.bar.isHidden() else self._scope
        reader = self._reader()
        if scope == "selection" or reader is None or not hashes:
            deed(hashes)
            return
        self._background.run(
            f"{words} {hashes[0]}",  # a key for each deed, or the next one would drop it
            partial(reader.groups.with_others, scope, hashes),
            lambda outcome: deed(outcome if isinstance(outcome, list) else hashes),
        )

    def _show_scopes(self) -> None:
        entries, scopes = self._entries, []
        if entries:
            scopes.append(("selection", self.tr("%Ln photo(s)", "", len(entries))))
        if len(entries) == 1 and entries[0].burst:
            scopes.append(("burst", self.tr("Its burst")))
        if any(entry.event for entry in entries):
            words = self.tr("Its event") if len(entries) == 1 else self.tr("Their events")
            scopes.append(("event", words))
        self.bar.show_scopes(scopes, self._scope)

    def _choose_scope(self, scope: Scope) -> None:
        self._scope = scope
        self.bar.line.setFocus()
        self._read()

    def _read(self) -> None:
        """Read what the photos have; it is shown when that is done."""
        reader, scope = self._reader(), self._scope
        self._hashes = tuple(dict.fromkeys(entry.content_hash for entry in self._entries))
        if reader is not None:
            self._is_reading = True
            work = partial(_shared, reader, self._hashes, scope)
            self._background.run("shared", work, self._on_shared)

    def _on_shared(self, outcome: object) -> None:
        self._is_reading = False
        if isinstance(outcome, tuple):
            self._hashes, shared = outcome
            self.bar.show_shared(shared)
        while self._waiting and not self._is_reading:
            self._waiting.pop(0)()

    def _once_read(self, deed: Callable[[], None]) -> None:
        if self._is_reading and not self.bar.isHidden():
            self._waiting.append(deed)
        else:
            deed()

    def read_known(self) -> None:
        """Read the tags and names that there are, to complete them."""
        reader = self._reader()
        if reader is not None:
            self._background.run("known", partial(_known, reader, self._paths), self._on_known)

    def _on_known(self, outcome: object) -> None:
        if isinstance(outcome, tuple):
            self.bar.know(*outcome)

    # ---- changes ----------------------------------------------------------------------------

    def _on_entered(self, meant: TagInput | None, is_name: bool) -> None:
        if meant is None:
            self._once_read(lambda: self.stepped.emit(1))
        elif self._entries:
            self._once_read(partial(self._toggle, meant, is_name))

    def _toggle(self, meant: TagInput, is_name: bool) -> None:
        """Add what was typed, or remove it if all photos have it."""
        shared = self.bar.shared
        if shared.has_all(meant.value, is_name=is_name):
            self._remove(NoteChip(meant.value, is_name, shared.contents, shared.contents))
        elif is_name:
            listed = meant.listed
            names = (meant.value, listed.common if listed else "", listed.rank if listed else "")
            self.accept_name(self._hashes, AcceptedName(*names))
        else:
            words = self.tr("Added: {0}").format(tag_words(meant.value))
            self._change(words, self._hashes, add_tags=(meant.value,))

    def _remove(self, chip: NoteChip) -> None:
        name = chip.value if chip.is_name else tag_words(chip.value)
        words = self.tr("Removed: {0}").format(name)
        self.remove(words, self._hashes, chip)

    def remove(self, words: str, hashes: Sequence[str], chip: NoteChip) -> None:
        """Remove a tag or name of contents."""
        if chip.group is not None:
            self._change(words, hashes, drop_groups=(chip.group,))
        elif chip.is_name:
            self._change(words, hashes, drop_names=(chip.value,))
        else:
            self._change(words, hashes, drop_tags=(chip.value,))

    def accept_name(
        self,
        hashes: Sequence[str],
        accepted: AcceptedName,
        instead_of: AcceptedName | None = None,
    ) -> None:
        """Accept a name for contents; who does so is asked for once, and never made up.

        It is a group beside those that are there, or `instead_of` one of them.
        """
        if not self.observer and not self._has_asked:
            question = self.tr(
                "Your name is kept with each name that you accept: on this computer, or on the"
                " server of the library, where all see it. It goes into what you export. It can be"
                " changed in the settings, or left empty."
            )
            answer = ask_line(self._window, self.tr("Who names this?"), question)
            if answer is None:
                return  # nothing is accepted, and the next time asks again
            self._has_asked = True
            if answer.strip():
                self.observer = " ".join(answer.split())[:200]
                self.observer_given.emit(self.observer)
        now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        whole = replace(accepted, by=accepted.by or self.observer, at=accepted.at or now)
        words = self.tr("Accepted: {0}").format(accepted.name)
        dropped = (instead_of,) if instead_of else ()
        self._change(words, hashes, add_names=(whole,), drop_groups=dropped)

    def rate(self, stars: int) -> None:
        """Rate the photos; the same rating again leaves it to the file."""
        if not self.bar.isHidden():
            self._once_read(partial(self._rate, stars))
            return
        words = rating_words(stars)
        self._in_scope(words, lambda hashes: self._change(words, hashes, rating=stars))

    def _rate(self, stars: int) -> None:
        shared = self.bar.shared
        is_off = shared.ratings.get(stars) == shared.contents
        words = self.tr("Rating taken back") if is_off else rating_words(stars)
        self._change(words, self._hashes, rating=None if is_off else stars, drop_rating=is_off)

    # ---- places -----------------------------------------------------------------------------

    def _name_pasting(self) -> None:
        name = self._copied[0].replace("&", "&&") if self._copied else ""
        self._paste.setText(self.tr("Paste the place of {0}").format(name or "…"))
        self._paste.setEnabled(bool(self._entries and self._copied))

    def _copy_place(self) -> None:
        reader = self._reader()
        if reader is not None:
            work = partial(_place_of, reader, self._entries[0].photo_id)
            self._background.run("place", work, self._on_place)

    def _on_place(self, outcome: object) -> None:
        if isinstance(outcome, tuple):
            self._copied = outcome
            self._name_pasting()
        else:
            self._banner.say(_KEY, self.tr("This photo has no place to copy."))

    def _paste_place(self) -> None:
        if self._copied:
            name, place = self._copied
            self._place(self.tr("Place of {0}").format(name), place)

    def place_at(self, latitude: float, longitude: float) -> None:
        """Note a place of the map for the photos, as far as they do not know their own."""
        self._place(self.tr("Place on the map"), OwnPlace(latitude, longitude, source="map"))

    def _place(self, words: str, place: OwnPlace) -> None:
        def put(hashes: Sequence[str]) -> None:
            self.changes.place(words, dict.fromkeys(hashes, place), self._on_placed)

        self._in_scope(words, put)

    def _on_placed(self, jobs: NoteJobs) -> None:
        if jobs.failure:
            self._banner.say(_KEY, jobs.failure)
        elif not jobs.before:
            self._banner.say(_KEY, self.tr("These photos know their own place, or have this one."))
        self._on_changed()

    def _change(self, words: str, hashes: Sequence[str], **changes: object) -> None:
        if not hashes:
            return
        self.changes.change(words, hashes, **changes)
        if self.bar.isHidden():
            return
        self._is_reading = True  # until it is changed, and read again
        self.bar.done(words)
        if self.bar.next.isChecked() and hashes == self._hashes:
            self.stepped.emit(1)

    def _on_undone(self, words: str) -> None:
        if not self.bar.isHidden():
            self.bar.done(self.tr("Undone: {0}").format(words))

    def _on_failed(self, sentence: str) -> None:
        self._banner.say(_KEY, sentence)
        self._waiting.clear()
        self._read()

    def _on_changed(self) -> None:
        self.read_known()
        if not self.bar.isHidden():
            self._read()
        self.notes_changed.emit()


def _shared(
    reader: "CatalogReader", hashes: tuple[str, ...], scope: Scope
) -> tuple[tuple[str, ...], Shared]:
    if scope != "selection":
        hashes = tuple(reader.groups.with_others(scope, hashes))
    return hashes, Shared.of(len(hashes), reader.notes.of(hashes).values())


def _place_of(reader: "CatalogReader", photo_id: int) -> tuple[str, OwnPlace] | None:
    for photo in reader.photos([photo_id]):
        facts = photo.metadata
        if facts.latitude is not None and facts.longitude is not None:
            where = (facts.latitude, facts.longitude, facts.altitude)
            return photo.name, OwnPlace(*where, source=plain_text(f"photo {photo.name}"))
    return None


def _known(reader: "CatalogReader", paths: Paths) -> tuple[KnownTags, KnownNames]:
    from visret_desktop.interchange.species.name_lists import NameLists

    listed = tuple(NameLists(paths.name_lists).names())
    return KnownTags(reader.notes.tags()), KnownNames(listed, tuple(reader.notes.names()))
