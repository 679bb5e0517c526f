"""Reads the library from the catalog on a thread."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from visret_desktop.gui.grid.library_entries import LibraryEntries
from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.library.library_model import Branch
from visret_desktop.gui.widgets.background import Background
from visret_desktop.library.catalog.catalog_facts import KnownFacts
from visret_desktop.library.catalog.folder_tree import Subfolder
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.library.records import Folder, Problem
from visret_desktop.paths import Paths

if TYPE_CHECKING:
    from visret_desktop.library.catalog.catalog_reader import CatalogReader
    from visret_desktop.library.catalog.photo_groups import Kind

_PATIENCE_MS = 1500
# Reading a large library takes the GIL from the window: so at most one part of time in 20.
_PAUSES_PER_READ = 20


@dataclass(frozen=True)
class Snapshot:
    """The library at one moment. `entries` is the earlier list if nothing changed in it."""

    folders: Sequence[Folder] = ()
    photos: int = 0
    problems: Sequence[Problem] = ()
    branches: dict[Branch, Sequence[Subfolder]] = field(default_factory=dict)
    entries: Sequence[GridEntry] = ()
    only: Filter = ALL_PHOTOS
    places: dict[int, tuple[str, str]] = field(default_factory=dict)
    known: KnownFacts = field(default_factory=KnownFacts)
    generation: str = ""  # of the catalog, for which `known` was read
    is_forgetting: bool = False  # traces of removed folders are left
    seconds: float = 0.0  # to read it


class LibraryView(QObject):
    """Reads snapshots; many changes in a row are read once."""

    opened = Signal(object)  # CatalogReader
    changed = Signal(object)  # Snapshot
    branch_read = Signal(object, object)  # Branch, its subfolders
    failed = Signal(str)

    def __init__(self, paths: Paths, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths = paths
        self._background = Background(self)
        self.reader: CatalogReader | None = None
        self.snapshot = Snapshot()
        self._only = ALL_PHOTOS
        self.one_per: Kind = "burst"  # what may be shown as one picture
        self._branches: set[Branch] = set()  # that are shown, beside the folders themselves
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE_MS)
        self._timer.timeout.connect(self.read)

    def open(self) -> None:
        """Open the catalog and read it; a lost one is left to the engine to restore."""
        self._background.run("open", lambda: _open(self._paths), self._on_opened)

    def close(self) -> None:
        """Stop reading."""
        self._timer.stop()
        self._background.close()
        if self.reader is not None:
            self.reader.close()

    def choose(self, only: Filter) -> None:
        """Show the photos of a filter."""
        self._only = only
        self.read()

    def read_branch(self, branch: Branch) -> None:
        """Read what is in a folder, now and whenever the library is read."""
        reader = self.reader
        if reader is not None and branch not in self._branches:
            self._branches.add(branch)
            slot = partial(self._on_branch, branch)
            self._background.run(f"branch {branch}", lambda: reader.subfolders(*branch), slot)

    def count(self, filters: Sequence[Filter], slot: Callable[[list[int]], None]) -> None:
        """Count the photos of each filter, and hand the counts to `slot`."""
        reader = self.reader
        if reader is not None:
            work = partial(_counts, reader, filters)
            self._background.run("count", work, partial(self._on_counts, slot))

    def _on_counts(self, slot: Callable[[list[int]], None], outcome: object) -> None:
        if isinstance(outcome, list):
            slot(outcome)

    def read_soon(self) -> None:
        """Read again, at most every 1.5 s."""
        if not self._timer.isActive():
            self._timer.start()

    def read(self) -> None:
        """Read again now."""
        reader, only, before = self.reader, self._only, self.snapshot
        branches = tuple(self._branches)
        if reader is not None:
            work = partial(_snapshot, reader, only, self.one_per, before, branches)
            self._background.run("read", work, self._on_read)

    def _on_opened(self, reader: object) -> None:
        if isinstance(reader, Exception):
            self.failed.emit(str(reader))
            return
        self.reader = reader  # type: ignore[assignment]
        self.opened.emit(reader)
        self.read()
        self._background.run("words", _load_words, lambda _: None)

    def _on_branch(self, branch: Branch, outcome: object) -> None:
        if isinstance(outcome, list):
            self.branch_read.emit(branch, outcome)

    def _on_read(self, snapshot: object) -> None:
        if isinstance(snapshot, Exception):
            self.failed.emit(self.tr("The library could not be read: {0}").format(snapshot))
        elif isinstance(snapshot, Snapshot) and snapshot.only == self._only:
            self.snapshot = snapshot
            pause = int(1000 * _PAUSES_PER_READ * snapshot.seconds)
            self._timer.setInterval(max(_PATIENCE_MS, pause))
            self.changed.emit(snapshot)


def _load_words() -> None:
    """Load what lines are read by, so that the first key does not wait for it."""
    from visret_desktop.facts.query import read_query
    from visret_desktop.places.gazetteer import Gazetteer
    from visret_desktop.retrieval.query import parse_query

    parse_query("a photo")
    read_query("a photo", KnownFacts(), Gazetteer.open(), date.today())


def _open(paths: Paths) -> "CatalogReader":
    # Imported on the thread: NumPy and sqlite-utils would delay the first paint by 0.2 s.
    from visret_desktop.library.catalog.catalog_opening import open_reader

    return open_reader(paths)


def _counts(reader: "CatalogReader", filters: Sequence[Filter]) -> list[int]:
    return [reader.counts(only)[0] for only in filters]


def _snapshot(
    reader: "CatalogReader",
    only: Filter,
    one_per: "Kind",
    before: Snapshot,
    branches: Sequence[Branch],
) -> Snapshot:
    started = time.perf_counter()
    generation = f"{reader.embeddings.generation('')}{reader.notes.version()}"
    entries = LibraryEntries(reader, "date", only, one_per)
    entries.prepare(before.entries)
    folders = reader.folders()
    shown = dict.fromkeys([*((folder.id, "") for folder in folders), *branches])
    return Snapshot(
        folders=folders,
        branches={branch: reader.subfolders(*branch) for branch in shown},
        photos=reader.counts()[0],
        problems=reader.problems(),
        entries=before.entries if entries == before.entries else entries,
        only=only,
        places=reader.folder_places(),
        known=before.known if generation == before.generation else reader.facts.all(),
        generation=generation,
        is_forgetting=reader.is_forgetting(),
        seconds=time.perf_counter() - started,
    )
