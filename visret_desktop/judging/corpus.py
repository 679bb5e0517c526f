"""The photos that settings are compared on: all judged ones, and others as distractors.

They are linked into a folder with a catalog of its own, so that every encoder can be tried without
embedding a whole library with it first. Nothing is copied where links are possible, and photos and
the person's library are only read. A library with up to `OTHERS` unjudged photos is taken whole; of
a larger one, that many.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from xxhash import xxh3_128_hexdigest

from visret_desktop import file_changes
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.judging.judged_queries import JudgedQuery, PresentImages
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.records import PhotoRow
from visret_desktop.paths import Paths


@dataclass(frozen=True)
class BenchPaths(Paths):
    """Directories of a benchmark's own library, which uses the person's model packs."""

    home: Paths

    @property
    def packs(self) -> Path:
        """Installed model packs."""
        return self.home.packs

    @property
    def compiled(self) -> Path:
        """Encoders compiled to ONNX, once per pack."""
        return self.home.compiled


@dataclass(frozen=True)
class Corpus:
    """Judged queries and where their photos are.

    `pool_folders` has the folder of candidates by query and pool number; without an entry the
    candidates are the whole library. `to_index` has the folders to be indexed first.
    """

    paths: Paths
    work: Path
    queries: list[JudgedQuery]
    to_index: tuple[Path, ...] = ()
    pool_folders: dict[tuple[int, int], Path] = field(default_factory=dict)
    present_images: PresentImages | None = None

    def absolute(self, query: int, pool: int, path: str) -> str:
        """Return where a judged image is in the library."""
        folder = self.pool_folders.get((query, pool))
        return str(folder / path) if folder else path


def work_of(home: Paths, name: str, *made_of: str) -> Path:
    """Return the folder that a data set is worked on in, by all that makes it what it is."""
    digest = hashlib.sha256("\n".join(made_of).encode(errors="surrogateescape")).hexdigest()
    work = home.cache / "bench" / f"{name}-{digest[:8]}"
    work.mkdir(parents=True, exist_ok=True)
    return work


def link(image: Path, target: Path) -> None:
    """Link, or copy where the disk or the system has no links."""
    for is_symbolic in (True, False):  # a hard link would change the link count of the photo
        try:
            file_changes.link(image, target, is_symbolic=is_symbolic)
        except OSError:
            continue
        return
    file_changes.copy(image, target)


def index(library: Library, corpus: Corpus) -> Iterator[Message]:
    """Index the data set's own library; a person's library stays as it is."""
    if corpus.to_index:
        request = IndexFolders(folders=tuple(map(str, corpus.to_index)))
        yield from index_folders(library, request, Control(os.cpu_count() or 1))


OTHERS = 1000


@dataclass(frozen=True)
class PhotoPool:
    """The corpus to search, and how many photos it is of how many."""

    corpus: Corpus
    judged: int
    others: int
    library: int
    missing: tuple[str, ...]  # judged photos that are not there: deleted, or on a drive that is


def lay_out(
    home: Paths, file: Path, queries: Sequence[JudgedQuery], reader: CatalogReader, others: int
) -> PhotoPool:
    """Link what `queries` judge, and `others` further photos, into the pool of `file`."""
    work = work_of(home, "advice", str(file.absolute()))
    rows = [row for row in reader.photo_rows() if row.online]
    place = _Placer(rows, work / "photos")
    moved = [_with_links(query, place) for query in queries]
    judged = len(place.links)
    others = place.add_others(rows, others)
    place.link_all()
    paths = BenchPaths(work / "data", work / "cache", home.config, home)
    corpus = Corpus(paths, work, moved, (place.folder,))
    return PhotoPool(corpus, judged, others, reader.counts()[0], tuple(sorted(place.missing)))


def _with_links(query: JudgedQuery, place: "_Placer") -> JudgedQuery:
    pools = tuple(
        replace(pool, judged=_linked(pool.judged, query.hashes, place)) for pool in query.pools
    )
    return replace(query, pools=pools, hashes={})


def _linked(
    judged: Mapping[str, bool], hashes: Mapping[str, str], place: "_Placer"
) -> dict[str, bool]:
    photos = ((place.add(path, hashes.get(path, "")), grade) for path, grade in judged.items())
    return {str(link): grade for link, grade in photos if link is not None}


class _Placer:
    """Decides which photo gets which name in the pool's folder."""

    def __init__(self, rows: Iterable[PhotoRow], folder: Path) -> None:
        self.folder = folder
        self.links: dict[Path, Path] = {}  # name in the folder: photo
        self.missing: set[str] = set()
        self._hash_of = {row.path: row.content_hash for row in rows}
        self._path_of = {row.content_hash: row.path for row in rows}

    def add(self, path: str, known_hash: str = "") -> Path | None:
        """Give a judged photo its name; a photo that moved is known by its hash."""
        content_hash = self._hash_of.get(path) or known_hash
        photo = Path(path if path in self._hash_of else self._path_of.get(content_hash, path))
        if not photo.is_file():
            self.missing.add(path)
            return None
        return self._name(photo, content_hash or xxh3_128_hexdigest(path.encode(errors="replace")))

    def add_others(self, rows: Sequence[PhotoRow], count: int) -> int:
        """Give up to `count` photos that nobody judged a name; return how many there were.

        Which ones follows from their bytes: the same library has the same pool.
        """
        before = len(self.links)
        judged = {name.stem for name in self.links}
        for content_hash in sorted(self._path_of.keys() - judged):
            if len(self.links) - before == count:
                break
            photo = Path(self._path_of[content_hash])
            if photo.is_file():
                self._name(photo, content_hash)
        return len(self.links) - before

    def link_all(self) -> None:
        """Make the folder hold exactly these photos."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for stale in set(self.folder.iterdir()) - self.links.keys():
            file_changes.remove(stale)
        for name, photo in self.links.items():
            if not name.exists():
                file_changes.remove(name)  # a link to where the photo was
                link(photo, name)

    def _name(self, photo: Path, content_hash: str) -> Path:
        name = self.folder / f"{content_hash}{photo.suffix.lower()}"
        self.links[name] = photo
        return name
