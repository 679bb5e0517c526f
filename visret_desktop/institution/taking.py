"""Take a selection of a library on a server along, as a desktop library: for field work.

It becomes the three folders of a profile, as a program on a stick has them (`portable`): vectors,
facts, small copies, what one noted oneself. Nothing is decoded or computed. Its photos are where
the server's are, so elsewhere they are offline, and found all the same. `adopt --notes` brings
back what is noted meanwhile.
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from visret_desktop import file_changes
from visret_desktop import settings as settings_file
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.errors import VisretError
from visret_desktop.institution.library_encoder import form_of
from visret_desktop.institution.store import Store, StoredContent, StoredFile
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import batched
from visret_desktop.library.catalog.catalog_detections import (
    UNITS,
    Detection,
    DetectionFile,
    Label,
    PhotoFindings,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import MOST_KEYWORDS, Folder, Metadata, Notes
from visret_desktop.library.sqlite_files import SUFFIXES
from visret_desktop.ocr_lines import from_json
from visret_desktop.paths import Paths, claim

_CHUNK = 200  # contents in a transaction
_WORDS_VERSION = "taken along"  # of the pass that read words: the server does not know which


class NotEmpty(VisretError):
    """A place for a new library has one."""

    code = "library-there"
    sentence = "There is a library in {path} already. Name a new folder."
    exit_code = 2


def take(
    store: Store, only: Filter, target: Path, thumbnails: ThumbnailFolder | None, here: Paths
) -> Iterator[Message]:
    """Write the photos that pass a filter to a new desktop library, and yield what happens.

    `here` has the encoder that made the vectors. A library that cannot be written to its end is
    none: it is taken away again. Ends with `Finished`, whose summary has the keys
    of `visret institution take --json`.

    Raises:
        NotEmpty, FolderOfOthers: `target` is no new folder.
        LibraryEncoderMissing: the encoder is not installed, so nothing could be searched.
        StoreError: the server.
    """
    paths = Paths(target / "data", target / "cache", target / "config")
    if paths.catalog.exists():
        raise NotEmpty(path=target)
    form = form_of(store.space, here)
    total = store.count(only)
    claim(paths)
    chosen = settings_file.load(paths.settings).changed(
        encoder=form.pack.name, encoder_precision=form.precision
    )
    settings_file.save(paths.settings, chosen)
    with _whole_or_none(paths.catalog), closing(Catalog.open(paths.catalog)) as catalog:
        catalog.mark_taken_along()
        taking = _Taking(store, catalog, ThumbnailStore(paths.thumbnails), thumbnails)
        for chunk in batched(store.contents(only), _CHUNK):
            taking.write(chunk)
            yield Progress(0, "index", done=taking.counts["taken"], total=total)
        taking.finish()
    names = ("taken", "files", "thumbnails", "noted", "detected")
    yield Finished(0, {name: taking.counts[name] for name in names})


@contextmanager
def _whole_or_none(catalog: Path) -> Iterator[None]:
    """Remove a catalog whose writing in the `with` block does not come to its end."""
    try:
        yield
    except BaseException:
        for suffix in SUFFIXES:
            file_changes.remove(catalog.with_name(f"{catalog.name}{suffix}"))
        raise


class _Look(NamedTuple):
    """What a file says of a content."""

    content_hash: str
    failure: str
    things: tuple[Detection, ...]

    def findings(self, labels: Sequence[Label]) -> PhotoFindings:
        """Return it as it is imported, its labels by their numbers."""
        rows = [[labels.index(one.label), *_in_units(one)] for one in self.things]
        return PhotoFindings(self.content_hash, rows, self.failure)


class _Taking:
    """The writing of one library."""

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        kept: ThumbnailStore,
        thumbnails: ThumbnailFolder | None,
    ) -> None:
        self._store, self._catalog, self._kept, self._thumbnails = store, catalog, kept, thumbnails
        self._person = store.notes.person()
        self._folders: dict[Path, Folder] = {}
        self._detections: dict[DetectionFile, list[_Look]] = {}
        self.counts: Counter[str] = Counter()

    def write(self, chunk: Sequence[tuple[StoredContent, Sequence[StoredFile]]]) -> None:
        """Write contents with their files, notes and small copies."""
        hashes = [content.content_hash for content, _ in chunk]
        notes = self._store.notes.of(hashes)
        for _, files in chunk:
            for file in files:
                self._folder_of(root_of(file.path))
        with self._catalog.batch(new_generation=True):
            for content, files in chunk:
                self._write_content(content, files, notes.get(content.content_hash, {}))
        own = {name: by[self._person] for name, by in notes.items() if self._person in by}
        self._catalog.annotations.put_notes(own)
        for name, looks in self._store.detections.of_contents(hashes).items():
            self.counts["detected"] += 1
            for look in looks:
                one = _Look(name, look.failure, look.found)
                self._detections.setdefault(look.file, []).append(one)
        jpegs = [(name, jpeg) for name in hashes if (jpeg := self._thumbnail(name)) is not None]
        self._kept.put_many(jpegs)
        self.counts.update(taken=len(chunk), noted=len(own), thumbnails=len(jpegs))

    def _write_content(
        self, content: StoredContent, files: Sequence[StoredFile], notes: Mapping[str, Notes]
    ) -> None:
        tags = [tag for who, one in notes.items() if who != self._person for tag in one.tags]
        metadata = _with_keywords(content.metadata, tags)
        for file in files:
            folder = self._folder_of(root_of(file.path))
            relative = os.path.relpath(_local(file.path), folder.path)
            self._catalog.put_photo(
                *(folder.id, relative, file.fingerprint, content.content_hash),
                *(folder.volume_uid, metadata),
            )
        space = self._store.space.encoder
        self._catalog.put_embedding(content.content_hash, space, content.vector)
        if lines := from_json(content.inscription):
            self._catalog.put_inscription(_WORDS_VERSION, content.content_hash, lines)
        self.counts["files"] += len(files)

    def finish(self) -> None:
        """Write what belongs to all: what detectors found, and where photos are."""
        for file, looks in self._detections.items():
            labels = list({one.label: None for look in looks for one in look.things})
            findings = [
                look.findings(labels) for look in sorted(looks, key=lambda one: one.content_hash)
            ]
            self._catalog.annotations.put_detections(file, labels, findings)
        look_up_places(self._catalog)

    def _folder_of(self, root: Path) -> Folder:
        if root not in self._folders:
            self._folders[root] = self._catalog.roots.add(root)
        return self._folders[root]

    def _thumbnail(self, content_hash: str) -> bytes | None:
        return self._thumbnails.get(content_hash) if self._thumbnails is not None else None


def root_of(path: str) -> Path:
    """Return the folder that stands in a desktop library for where a file is.

    "/mnt/photos" for "/mnt/photos/2024/a.jpg"; for "s3://archive/a.jpg" one that is nowhere.
    """
    parts = _local(path).parts
    return Path(*parts[: min(3, len(parts) - 1)])


def _local(path: str) -> Path:
    scheme, is_address, inside = path.partition("://")
    return Path(f"/{scheme}", inside) if is_address else Path(path)


def _with_keywords(metadata: Metadata, tags: Iterable[str]) -> Metadata:
    """Return metadata with tags of other people, which are keywords to whoever takes them along."""
    keywords = tuple(dict.fromkeys((*metadata.keywords, *tags)))
    return replace(metadata, keywords=keywords[:MOST_KEYWORDS])


def _in_units(one: Detection) -> list[int]:
    sure = -1 if one.confidence is None else round(one.confidence * UNITS)
    box = (-1,) * 4 if one.box is None else (round(side * UNITS) for side in one.box)
    return [sure, *box]
