"""Saved searches: save what is shown, open, count, rename, reorder, remove, pass on."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog, QWidget

from visret_desktop import file_changes
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.engine.saved_searches import (
    SUFFIX,
    SavedSearches,
    SearchesDamaged,
    SearchUnknown,
    for_others,
    read_file,
    written,
)
from visret_desktop.errors import NotOurs, VisretError
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.facts.condition_text import fact_words
from visret_desktop.gui.grid.results_view import ResultsView
from visret_desktop.gui.languages.figures import count
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.library.library_controller import LibraryController
from visret_desktop.gui.library.library_model import SavedRow
from visret_desktop.gui.saved.saved_counts import SavedCounts
from visret_desktop.gui.saved.saved_search_state import ask_name, place_of, saved_of
from visret_desktop.gui.search.history import SearchState
from visret_desktop.gui.search.query_bar import QueryBar
from visret_desktop.gui.search.search_controller import SearchController
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.widgets.dialog import is_confirmed
from visret_desktop.gui.widgets.menus import Entry
from visret_desktop.gui.widgets.protected_folders import ProtectedFolders
from visret_desktop.gui.widgets.undo_history import UndoHistory
from visret_desktop.paths import Paths
from visret_desktop.strategies import STRATEGIES

_KEY, _NEW_KEY, _REMOVED = "saved", "saved-new", "saved-removed"  # of sentences in the banner
_UNSAVED_KEY = "unsaved"  # why what is shown was not saved, until something else is shown
_LONGEST_NAME = 60  # that is proposed, in letters


class SavedController(QObject):
    """Connects the file of saved searches with the panel, the line and the grid."""

    def __init__(
        self,
        paths: Paths,
        folder_seconds: float,
        session: Session,
        search: SearchController,
        library: LibraryController,
        bar: QueryBar,
        view: ResultsView,
        picture: Callable[[str], QImage | None],
        history: UndoHistory,
        banner: Banner,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._window, self._banner, self._picture = window, banner, picture
        self._history = history
        self._session = session
        self._search, self._library, self._bar, self._view = search, library, bar, view
        self._store = SavedSearches(paths.saved_searches)
        self._searches: tuple[SavedSearch, ...] = ()
        self._counts = SavedCounts(session, self)
        self._counts.counted.connect(self._on_counted)
        self._places = ProtectedFolders(paths.catalog, folder_seconds, self)
        self._places.looked.connect(self._on_places)
        self._to_export: tuple[Path, bool] | None = None  # until it is known where photos lie
        self._is_library_changed = True
        self._opened = ""  # name of the search that is shown
        self._shown = SearchState()  # as which it is shown
        self._new: frozenset[str] = frozenset()  # photos that are marked in the grid
        self._drawn: dict[str, int] = {}  # what searches with sketches found when they were shown
        session.library_changed.connect(self._on_changed)
        history.moved.connect(partial(banner.clear, _REMOVED))
        library.view.changed.connect(lambda _: self.read())
        library.panel.saved_requested.connect(self._on_requested)
        search.history.arrived.connect(self._on_arrived)
        search.settled.connect(lambda _: self._note_drawn())
        search.repeated.connect(self._note_drawn)
        bar.save_requested.connect(self.save)
        self.read()

    def entries(self) -> tuple[Entry, ...]:
        """Return what the menu of searches has."""
        return (
            (self.tr("Save this search …"), "Ctrl+D", self.save),
            (self.tr("Export saved searches …"), "", self._choose_file),
            (self.tr("Import saved searches …"), "", self._import),
        )

    def close(self) -> None:
        """Count no more."""
        self._counts.close()

    # ---- save and open ----------------------------------------------------------------------

    def save(self) -> None:
        """Ask for a name, and save what is shown under it."""
        saved = self._what_is_shown(self._opened or "-")
        if saved is None:
            return
        proposed = self._opened or self._proposed()
        name = ask_name(self._window, self.tr("Save this search"), proposed)
        if name:
            self._keep(name)

    def _proposed(self) -> str:
        """Return what is searched for as the window says it: 'heron, at least ★★★★'."""
        place = self._search.history.place()
        chips = (f"− {c.label}" if c.term.weight < 0 else c.label for c in place.chips)
        parts = (place.text, *chips, *(fact_words(fact) for fact in place.facts))
        path = self._library.panel.path(self._library.panel.place())
        words = [part for part in (*parts, path.name if path else "") if part]
        return ", ".join(words)[:_LONGEST_NAME]

    def _keep(self, name: str) -> None:
        self.read()
        saved = self._what_is_shown(name)
        taken = {one.name.casefold(): one.name for one in self._searches}
        if saved is None:
            return
        if name.casefold() in taken and not self._may_replace(taken[name.casefold()]):
            return
        if self._done(partial(self._store.add, saved, is_replacing=True)):
            self._open_as(name, self._search.history.here)
            self._note_drawn()

    def _may_replace(self, name: str) -> bool:
        question = self.tr("Replace the saved search “{0}” by what is shown?").format(name)
        title, verb = self.tr("Save this search"), self.tr("Replace")
        return name == self._opened or is_confirmed(self._window, title, question, verb)

    def _what_is_shown(self, name: str) -> SavedSearch | None:
        """Return what is shown as a search of this name; None, and said, if nothing is searched."""
        panel = self._library.panel
        path = panel.path(panel.place())
        place = self._search.history.place()
        is_search = bool(place.terms or place.facts or path)
        try:
            if is_search:
                return saved_of(name, place, str(path) if path else "")
            sentence = self.tr("Search for something first: all photos need no saved search.")
        except ValueError as error:
            sentence = self.tr("This search cannot be saved: {0}").format(error)
        self._banner.say(_UNSAVED_KEY, sentence, is_hint=True)
        return None

    def open(self, name: str) -> None:
        """Show a saved search as it was left."""
        saved = next((one for one in self._searches if one.name == name), None)
        if saved is None:
            return
        facts, unread = self._bar.reading.read_facts(saved.facts)
        place = place_of(saved, facts, self._picture)
        if unread:  # searching without them would find too much
            words = " ".join((*(text for text, _ in unread), saved.words))
            self._bar.show_query(words, place.chips, facts)
            self._bar.noted.emit(" ".join(translated(note.sentence) for _, note in unread))
            self._bar.line.setFocus()
            return
        self._search.history.open(place)
        self._open_as(name, place)

    def _open_as(self, name: str, place: SearchState) -> None:
        self._opened, self._shown = name, place
        self._new = frozenset()
        self._look_at(name)

    def _look_at(self, name: str) -> None:
        """Mark what is new in the search that is shown; from now on it is not new any more."""
        saved = next((one for one in self._searches if one.name == name), None)
        known = self._counts.of(name)
        if saved is not None and known is not None and known.contents is not None:
            self._mark(self._new | saved.new_among(known.contents))
            self._done(partial(self._store.note_seen, name, known.contents))
        else:
            self._mark(self._new)

    def _mark(self, new: frozenset[str]) -> None:
        self._new = new
        self._view.show_new(new)
        if new:
            words = self.tr("New since you looked at “{0}” last: {1}. They are marked.")
            sentence = words.format(self._opened, count(len(new)))
            self._banner.say(_NEW_KEY, sentence, is_hint=True)
        else:
            self._banner.clear(_NEW_KEY)

    def _on_arrived(self) -> None:
        place = self._search.history.here
        self._banner.clear(_UNSAVED_KEY)
        self._bar.line.keep.setVisible(bool(place.terms or place.facts))
        if self._opened and place != self._shown:
            self._opened = ""
            self._mark(frozenset())

    # ---- change the list --------------------------------------------------------------------

    def _on_requested(self, command: str, name: str) -> None:
        commands: dict[str, Callable[[str], None]] = {
            "open": self.open,
            "rename": self._rename,
            "update": self._keep,
            "up": lambda name: self._move(name, -1),
            "down": lambda name: self._move(name, 1),
            "remove": self._remove,
        }
        commands[command](name)

    def _rename(self, name: str) -> None:
        other = ask_name(self._window, self.tr("Rename the saved search"), name)
        if not other or other == name:
            return
        is_open = self._opened == name
        if self._done(partial(self._store.rename, name, other)) and is_open:
            self._opened = other

    def _move(self, name: str, steps: int) -> None:
        self._done(partial(self._store.move, name, steps))

    def _remove(self, name: str) -> None:
        removed: list[tuple[SavedSearch, int]] = []
        if not self._done(lambda: removed.append(self._store.remove(name))):
            return
        self._history.push(
            self.tr("Removed: {0}").format(name),
            undo=partial(self._done, partial(self._store.put_back, *removed[0])),
            redo=partial(self._done, partial(self._store.remove, name)),
        )
        words = self.tr("The saved search “{0}” is removed.").format(name)
        undo = self.tr("Undo")
        self._banner.say(_REMOVED, words, is_hint=True, button=undo, action=self._history.undo)

    def _done(self, change: Callable[[], object]) -> bool:
        """Change the file, show the list as it is then, and say what did not work."""
        try:
            change()
        except SearchesDamaged as error:
            self._banner.say(_KEY, translated(error))
            return self._done(change)
        except SearchUnknown:  # another window or command removed it
            self.read()
            return False
        except (VisretError, OSError) as error:
            self._banner.say(_KEY, translated(error))
            self.read()
            return False
        self.read()
        return True

    # ---- show and count ---------------------------------------------------------------------

    def read(self) -> None:
        """Read the file, which another process may have changed, and show what is in it."""
        try:
            self._searches = self._store.all()
        except SearchesDamaged as error:
            self._banner.say(_KEY, translated(error))
            with suppress(VisretError):
                self._searches = self._store.all()
        except VisretError as error:
            self._searches = ()
            self._banner.say(_KEY, translated(error))
        self._show()
        self._look()

    def _show(self) -> None:
        self._library.panel.show_saved([self._row(search) for search in self._searches])

    def _row(self, search: SavedSearch) -> SavedRow:
        known = self._counts.of(search.name)
        if known is None:
            return SavedRow(search.name, tip=search.text())
        is_drawn = bool(search.terms) and STRATEGIES[search.strategy].draws
        photos = self._drawn.get(search.name, -1) if is_drawn else known.found
        is_shown = search.name == self._opened
        new = 0 if is_shown else len(search.new_among(known.contents or ()))
        state = self.tr("{0} new").format(count(new)) if new else ""
        return SavedRow(search.name, count(photos) if photos >= 0 else "", state, search.text())

    def _note_drawn(self) -> None:
        """Keep how many photos a search finds with its sketches: its words find other ones."""
        saved = next((one for one in self._searches if one.name == self._opened), None)
        shown = self._what_is_shown(saved.name) if saved else None
        if saved is None or shown is None or self._search.ranked is None:
            return
        self._drawn.pop(saved.name, None)
        if replace(shown, seen=saved.seen) == saved:  # no sketch of it was changed
            self._drawn[saved.name] = self._search.ranked.found
        self._show()

    def _on_changed(self) -> None:
        self._is_library_changed = True
        self._drawn.clear()

    def _look(self) -> None:
        reader, known = self._library.view.reader, self._library.view.snapshot.known
        if reader is not None and self._library.view.snapshot.folders:
            is_changed = self._is_library_changed and not self._session.indexing
            self._is_library_changed = self._is_library_changed and not is_changed
            self._counts.look(self._searches, reader, known, is_changed=is_changed)

    def _on_counted(self, name: str) -> None:
        if name == self._opened:
            self._look_at(name)
        self._show()

    # ---- pass on ----------------------------------------------------------------------------

    def _choose_file(self) -> None:
        title, kind = self.tr("Export saved searches"), self.tr("Saved searches (*{0})")
        start = self.tr("searches") + SUFFIX
        path, _ = QFileDialog.getSaveFileName(self._window, title, start, kind.format(SUFFIX))
        if path:
            self._export(Path(path), with_paths=False)

    def _export(self, path: Path, *, with_paths: bool) -> None:
        self._to_export = (path, with_paths)
        self._places.look()

    def _on_places(self) -> None:
        if self._to_export is None:
            return
        (path, with_paths), self._to_export = self._to_export, None
        if self._places.known is None:
            self._banner.say(_KEY, self.tr("A folder does not answer, so nothing was exported."))
            return
        passed, lacking = for_others(self._searches, with_paths=with_paths)
        try:
            with file_changes.asked_file(path, self._places.known, is_replacing=True) as file:
                file.write(written(passed))
        except (VisretError, NotOurs) as error:
            self._banner.say(_KEY, translated(error))
            return
        words = self.tr("The saved searches are in {0}.").format(path)
        if not lacking:
            self._banner.say(_KEY, words, is_hint=True)
            return
        less = self.tr("Folders and example pictures are left out, in: {0}.")
        sentence = f"{words} {less.format(', '.join(lacking))}"
        again = partial(self._export, path, with_paths=True)
        self._banner.say(
            _KEY, sentence, is_hint=True, button=self.tr("Export them, too"), action=again
        )

    def _import(self) -> None:
        title, kind = self.tr("Import saved searches"), self.tr("Saved searches (*{0})")
        path, _ = QFileDialog.getOpenFileName(self._window, title, "", kind.format(SUFFIX))
        if path:
            self._done(lambda: self._store.take_in(read_file(Path(path))))
