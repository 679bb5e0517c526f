"""Own what is slow to open: the catalog, the encoder and the vector index of one library."""

import gc
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from copy import copy
from pathlib import Path
from typing import TypeVar

from visret_desktop import file_changes
from visret_desktop.engine.caches.reference_phrases import PhraseVectors
from visret_desktop.engine.caches.search_caches import SearchCaches
from visret_desktop.engine.indexes import Indexes
from visret_desktop.engine.messages import Request
from visret_desktop.engine.models.encoder_choice import (
    Division,
    SecondEncoder,
    divided,
    second_pack,
)
from visret_desktop.engine.models.first_encoder import FirstEncoder
from visret_desktop.engine.models.loaded_models import LoadedModels, OnDemand
from visret_desktop.engine.repair.catalog_recovery import mend, mend_after
from visret_desktop.engine.repair.folder_traces import remove_traces, sweep
from visret_desktop.engine.writers import NOTES_PAUSE_SECONDS, Writers
from visret_desktop.errors import VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_opening import open_reader
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import PhotoRow
from visret_desktop.library.repair.catalog_check import damage_of, loss_of
from visret_desktop.library.repair.orphans import evict
from visret_desktop.library.repair.restoring import Restored
from visret_desktop.models.interfaces import Encoder, Rewriter, Visualizer
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, absolute, claim
from visret_desktop.processes.limited_run import Watch
from visret_desktop.retrieval.background_worker import BackgroundGrowth
from visret_desktop.retrieval.content_index import ContentIndex
from visret_desktop.roles import Role
from visret_desktop.settings import DRAWN, DRAWN_REWRITER, Settings

_log = logging.getLogger(__name__)
Asked = TypeVar("Asked", bound=Request)
OfIndexes = TypeVar("OfIndexes", bound=Indexes)


class Library:
    """One profile's library. Opening is cheap: models and index load when first asked for."""

    def __init__(self, paths: Paths, settings: Settings) -> None:
        self.paths = paths
        self.settings = settings
        self.restored = mend(paths)  # what was done if the catalog was damaged
        # An error that may mean that the catalog is damaged; `mend_after` finds out.
        self.suspicion: Exception | None = None
        self.restorations = 0  # of the catalog, since this was opened
        self._mending = threading.Lock()
        self.reader = self._open_reader()
        self.thumbnails = ThumbnailStore(paths.thumbnails)
        self.caches = SearchCaches(paths, settings)
        self.phrases = PhraseVectors(paths.phrases)
        self.models = LoadedModels(paths, settings)
        self._drawn: Library | None = None
        self._division = Division()
        self._lock = threading.RLock()
        self.writers = Writers(paths)
        self._reading_labels = BackgroundGrowth(self, _read_labels)
        self._begin(self._division)
        self.divide()

    def _begin(self, division: Division) -> None:
        """Begin with the encoder for these folders: nothing is loaded yet."""
        self._division = division
        self.first = FirstEncoder(
            self.paths,
            self.settings,
            self.reader,
            self.models,
            self._lock,
            lambda: self.pack(Role.ENCODER),
            self.lacking,
            lambda: self.indexes.drop(),
        )
        self._drawn_rewriter: OnDemand[Rewriter] | None = None
        if self._is_rewritten_as_drawn():
            self._drawn_rewriter = self.models.on_demand(Role.REWRITER, self._open_drawn_rewriter)
        self._second: SecondEncoder | None = None
        self._has_chosen_second = False
        self.indexes = self._open_indexes()

    def _open_reader(self) -> CatalogReader:
        return open_reader(self.paths)

    def _open_indexes(self) -> Indexes:
        return self._indexes_of(Indexes)

    def _indexes_of(self, kind: type[OfIndexes]) -> OfIndexes:
        return kind(
            self.paths,
            self.reader,
            lambda: self.encoder,
            self._is_in_run,
            self._reading_labels.start,
            self._lock,
        )

    def adapted(self, request: Asked) -> Asked:
        """Return a request as it can be done with this library.

        Raises:
            VisretError: it cannot.
        """
        return request

    def latest(self, only: Filter, most: int) -> tuple[list[PhotoRow], int]:
        """Return at most so many photos of a filter, the latest first, and how many there are."""
        photo_ids = self.reader.photo_ids("date", only)
        shown = photo_ids[:most].tolist()
        rows = self.reader.rows_of_ids(shown)
        return [rows[number] for number in shown if number in rows], len(photo_ids)

    def divide(self) -> None:
        """Find out which encoder is for which folders, as these may have changed."""
        own, drawn = divided(self.paths, self.settings, self.reader)
        with self._lock:
            if own != self._division:
                self._begin(own)
            if drawn is None:
                self._drawn = None
            elif self._drawn is None:
                self._drawn = copy(self)  # the same catalog, models and memory
                self._drawn._begin(drawn)
            else:
                self._drawn._division = drawn

    @property
    def sides(self) -> "list[Library]":
        """The library as each encoder in use sees it: itself, and the demonstration's if both are.

        Each side has photos, an encoder and an index of its own.
        """
        return [self] if self._drawn is None else [self, self._drawn]

    def _is_rewritten_as_drawn(self) -> bool:
        """Whether only drawings are here, whose rewriter knows their world."""
        is_drawn = self._division.encoder == DRAWN
        return is_drawn and self.settings.uses_built_in(Role.REWRITER.name)

    def _open_drawn_rewriter(self) -> Rewriter:
        opened: Rewriter = self.models.open(Role.REWRITER, self.pack(Role.REWRITER))
        return opened

    @property
    def folders(self) -> frozenset[int] | None:
        """The ids of the folders on this side; None: all."""
        return self._division.folders

    def lacking(self, space: str) -> set[str]:
        """Return the hashes of photos on this side that are not in a space."""
        return self.reader.embeddings.lacking(space, self.folders)

    @classmethod
    @contextmanager
    def open(
        cls, paths: Paths, settings: Settings, *, is_finishing: bool = True
    ) -> Iterator["Library"]:
        """Open the library for the length of a `with` block.

        Traces of folders that an earlier process could not remove go now, if `is_finishing`.

        Raises:
            FolderOfOthers: a directory of the profile holds somebody's files.
            OSError: the data directory is not there and cannot be made.
        """
        claim(paths)
        library = cls(paths, settings)
        try:
            if is_finishing:
                library.finish_forgetting()
            yield library
        finally:
            library.close()

    def close(self) -> None:
        """Give back files and memory; what was noted is backed up."""
        self._reading_labels.stop()
        self.writers.back_up_last()
        self.reader.close()
        self.thumbnails.close()
        gc.unfreeze()
        self.writers.leave_one_file()

    def _is_in_run(self) -> bool:
        return self.writers.is_in_run

    @property
    def encoder(self) -> Encoder:
        """The encoder that answers queries, loaded on first use."""
        return self.first.encoder

    @property
    def second(self) -> SecondEncoder | None:
        """The encoder that answers beside the first, if the settings name one that is there."""
        with self._lock:
            if not self._has_chosen_second:
                self._has_chosen_second = True
                pack = second_pack(self.settings, registry.installed(self.paths))
                if pack is not None:
                    model = self.first.on_demand(pack)
                    self._second = SecondEncoder(pack, model.get, self.paths, self.reader)
            return self._second

    def second_index(self) -> ContentIndex:
        """Return its index, by the labels of the encoder that answers."""
        assert self.second is not None
        return self.second.index(self.encoder.name, self._is_in_run())

    def level_second(self) -> None:
        """Make its index equal to the catalog and save it; called by the one writer."""
        if self.second is not None:
            self.second.level(self.encoder.name)

    @property
    def rewriter(self) -> Rewriter:
        """The rewriter of this side of the library, loaded on first use."""
        if self._drawn_rewriter is not None:
            return self._drawn_rewriter.get()
        rewriter: Rewriter = self.models.get(Role.REWRITER)
        return rewriter

    @property
    def visualizer(self) -> Visualizer:
        """The visualizer that the settings name, loaded on first use, which may take long."""
        visualizer: Visualizer = self.models.get(
            Role.VISUALIZER,
            lambda: {
                "encoders": [each.name for each in self.encoders],
                "drawing": self.settings.drawing,
            },
        )
        return visualizer

    def can_draw(self) -> bool:
        """Tell whether what draws knows this side's photos: drawings find no real photo."""
        try:
            is_of_things = self.pack(Role.ENCODER).knows == "things"
            return not (is_of_things and self.pack(Role.VISUALIZER).knows == "drawings")
        except VisretError:  # the search says so
            return True

    @property
    def only_readable(self) -> Path | None:
        """The one folder whose photos the reader knows; None: it knows all."""
        if self.settings.encoder == DRAWN:
            return None
        try:
            knows = self.pack(Role.READER).knows
        except VisretError:  # opening the reader says so
            return None
        return absolute(self.paths.demo) if knows == "drawings" else None

    def prepare_visualizer(self, watch: Watch) -> None:
        """Do what may take minutes at the first use of a visualizer. As `LoadedModels.prepare`."""
        self.models.prepare(Role.VISUALIZER, watch, drawing=self.settings.drawing)

    @property
    def encoders(self) -> list[Encoder]:
        """The encoders that answer: the first, and the second once it has looked at all photos."""
        answering = [self.encoder]
        with suppress(VisretError):  # the first answers alone
            if self.second is not None and self.second.is_whole():
                answering.append(self.second.encoder)
        return answering

    def pack(self, role: Role) -> Pack:
        """Return the pack that is used for a role. Raises as `LoadedModels.pack`."""
        if role is Role.ENCODER and self._division.encoder:
            return registry.find(self.paths, self._division.encoder)
        if role is Role.REWRITER and self._is_rewritten_as_drawn():
            return registry.find(self.paths, DRAWN_REWRITER)
        return self.models.pack(role)

    def level_index(self) -> None:
        """Make the index equal to the catalog and save it; called by the one writer."""
        with self._lock:
            self.first.change()
            self.indexes.level()

    def drop_index(self) -> None:
        """Delete the saved indexes of all encoders; they are made anew from the catalog.

        Raises:
            OSError, NotOurs: a file of them stays.
        """
        with self._lock:
            for side in self.sides:
                side.indexes.forget()
            file_changes.remove_tree(self.paths.index_dir)

    @contextmanager
    def writing(self) -> Iterator[Catalog]:
        """Be the one writer for the length of a `with` block.

        Raises:
            LibraryBusy: another process is.
            PlaceMissing: the data folder is not there any more; none is begun in its place.
            sqlite3.DatabaseError: the catalog is damaged or lost, which `mend_after` sees to.
        """
        with self.writers.holding():
            if damage := damage_of(self.paths, is_thorough=False):
                raise sqlite3.DatabaseError(damage)
            sweep(self.paths)
            catalog = Catalog.open(self.paths.catalog)
            for side in self.sides:
                side.indexes.drop_stale()
            self.writers.is_in_run = self.writers.has_written = True
            try:
                self.remove_traces(catalog)
                yield catalog
                self._evict(catalog)
            finally:
                self.writers.is_in_run = False
                catalog.close()
            self._back_up()

    @contextmanager
    def adding(self) -> Iterator[Catalog]:
        """Write a few rows, also while another thread is `writing`. Raises as that."""
        with self.writers.holding():
            if loss := loss_of(self.paths):  # opening would begin another one in its place
                raise sqlite3.DatabaseError(loss)
            with closing(Catalog.open(self.paths.catalog)) as catalog:
                self.writers.has_written = self.writers.has_noted = True
                yield catalog
            self._back_up(NOTES_PAUSE_SECONDS)

    def _evict(self, catalog: Catalog) -> None:
        """Drop what is kept of photos that were deleted long ago; if that fails, go on."""
        try:
            evict(catalog, self.thumbnails)
        except (OSError, sqlite3.Error) as error:
            _log.warning("what is kept of deleted photos stays: %s", error)

    def remove_traces(self, catalog: Catalog) -> None:
        """Remove the traces of folders that are being forgotten, as far as it can be done now."""
        remove_traces(catalog, self.paths, self.thumbnails, self.drop_index)

    def finish_forgetting(self) -> None:
        """Remove the traces that are left of folders, if there are any and it can be done."""
        if not self.reader.is_forgetting():
            return
        try:
            with self.writing():
                pass  # it removes traces before anything is written
        except (VisretError, OSError, sqlite3.Error) as error:
            _log.warning("traces of a folder that was removed are still left: %s", error)

    # ---- damage -----------------------------------------------------------------------------

    def _back_up(self, pause: float | None = None) -> None:
        if error := self.writers.back_up(pause):
            self.suspicion = error

    def mend_after(self, error: Exception) -> Restored | None:
        """Restore the catalog if it is damaged, so that an unexpected `error` may come of that.

        Several threads may find the same damage; `restorations` tells a later one that it is gone.

        Raises:
            CatalogDamaged: another process, or another thread of this one, is writing it.
        """
        with self._mending:
            self.suspicion = error
            restored = mend_after(error, self.paths)
            self.suspicion = None
            if restored is not None:
                self.restorations += 1
                for side in self.sides:
                    side.indexes.forget()
        return restored


def _read_labels(library: Library) -> bool:
    """Read the labels of all photos; return that there is nothing left to do."""
    try:
        library.indexes.read_labels()
    except sqlite3.Error as error:  # searching goes on without
        _log.warning("the labels of photos could not be read: %s", error)
    return False
