"""The photos that are searched: for each data set a library of its own, or the person's.

A query's own candidates become a folder of that library, made of links to the images, so that a
search within them is an ordinary search in one folder. Nothing is copied where links are possible,
and the images themselves are only read.
"""

import hashlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from visret_desktop import file_changes, own_python
from visret_desktop.engine.indexing.control import IndexControl
from visret_desktop.engine.indexing.indexing import index_folders
from visret_desktop.engine.messages import IndexFolders, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.evaluation import datasets, fieldbook_world
from visret_desktop.evaluation.datasets import JudgedQuery, Pool, Presence
from visret_desktop.evaluation.quality.setup import DRAWN, Setup
from visret_desktop.paths import Paths

_NO_IMAGES = (
    "No image of {} is below {}, such as {}. Let --images name the folder that the paths begin in."
)


class WorldNotDrawn(VisretError):
    """The process that draws the fieldbook world died."""

    code = "fieldbook-drawing"
    sentence = (
        "The pictures could not be drawn: {reason}. If a system library is missing, "
        "`visret doctor` names it."
    )
    exit_code = 3


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
    presence: Presence | None = None

    def absolute(self, query: int, pool: int, path: str) -> str:
        """Return where a judged image is in the library."""
        folder = self.pool_folders.get((query, pool))
        return str(folder / path) if folder else path


def prepare(setup: Setup, home: Paths) -> Corpus:
    """Read the queries of a checked setup and lay their images out; the fieldbook's are drawn.

    Raises:
        UsageError: a file is not what it should be, or no image is there.
        FileMissing: there is no such file.
        WorldNotDrawn: the drawing process died.
    """
    if setup.data_set in DRAWN:
        return _fieldbook(setup, home)
    assert setup.file is not None
    if setup.data_set == "own":
        # The person's library, but generated pictures are kept apart: theirs may be pruned.
        work = work_of(home, "own", str(setup.file.absolute()))
        paths = Paths(home.data, work / "cache", home.config)
        return Corpus(paths, work, read_queries("own", setup.file, setup.queries))
    assert setup.images is not None
    return _published(setup, setup.file, setup.images.absolute(), home)


def of_folder(folder: Path, home: Paths) -> Corpus:
    """Return a library of a folder's photos, of which nothing is judged."""
    work = work_of(home, "folder", str(folder.absolute()))
    return Corpus(_own_library(work, home), work, [], (folder.absolute(),))


def work_of(home: Paths, name: str, *made_of: str) -> Path:
    """Return the folder that a data set is worked on in, by all that makes it what it is."""
    digest = hashlib.sha256("\n".join(made_of).encode(errors="surrogateescape")).hexdigest()
    work = home.cache / "bench" / f"{name}-{digest[:8]}"
    work.mkdir(parents=True, exist_ok=True)
    return work


def _own_library(work: Path, home: Paths) -> BenchPaths:
    return BenchPaths(work / "data", work / "cache", home.config, home)


def read_queries(name: str, file: Path, count: int | None) -> list[JudgedQuery]:
    """Return the first queries of a file.

    Raises:
        UsageError, FileMissing: it is not of its form, has none, or is not there.
    """
    queries = datasets.read(name, file)
    if not queries:
        raise UsageError(reason=f"There is no query in {file}.")
    return _chosen(queries, count)


def _chosen(queries: Sequence[JudgedQuery], count: int | None) -> list[JudgedQuery]:
    """Return the first queries, the kinds taking turns."""
    kinds: dict[str, list[JudgedQuery]] = {}
    for query in queries:
        kinds.setdefault(query.kind, []).append(query)
    ranks = {id(query): n for of_kind in kinds.values() for n, query in enumerate(of_kind)}
    kept = {id(query) for query in sorted(queries, key=lambda q: ranks[id(q)])[:count]}
    return [query for query in queries if id(query) in kept]


# ---- the fieldbook ------------------------------------------------------------------------------


def _fieldbook(setup: Setup, home: Paths) -> Corpus:
    beside = () if setup.beside is None else (setup.beside.absolute(),)
    work = work_of(home, setup.data_set, str(setup.seed), str(setup.photos), *map(str, beside))
    world = work / "world"
    arguments = {
        "--seed": setup.seed,
        "--photos": setup.photos,
        "--queries": fieldbook_world.QUERIES,
        "--drawn": setup.m if setup.with_ceilings else 0,
    }
    options = [str(word) for pair in arguments.items() for word in pair]
    options += ["--short"] if setup.data_set == "fieldbook-short" else []
    command = own_python.module(fieldbook_world.__name__, str(world), *options)
    drawing = own_python.run(command)
    if drawing.returncode:
        lines = drawing.stderr.strip().splitlines() or [f"exit code {drawing.returncode}"]
        raise WorldNotDrawn(reason=lines[-1])
    queries = datasets.read("own", world / fieldbook_world.JUDGMENTS)
    chosen = _chosen(queries, setup.queries)
    return Corpus(_own_library(work, home), work, chosen, (world / "photos", *beside))


# ---- published data sets ------------------------------------------------------------------------


def _published(setup: Setup, file: Path, root: Path, home: Paths) -> Corpus:
    name = setup.data_set
    if name == "inquire":
        name = datasets.inquire_form(file)
    queries = read_queries(name, file, setup.queries)
    work = work_of(home, name, str(root))
    if not any(query.pools for query in queries):
        return Corpus(_own_library(work, home), work, queries, (root,))
    return laid_out(queries, root, work, home, str(file))


def laid_out(queries: list[JudgedQuery], root: Path, work: Path, home: Paths, named: str) -> Corpus:
    """Return a library in `work` in which each pool of the queries is a folder.

    Raises:
        UsageError: no image is below `root`; it says of which file, which is `named`.
    """
    presence = datasets.look_for_images(queries, root)
    if not presence.found:
        raise UsageError(reason=_NO_IMAGES.format(named, root, presence.missing[0]))
    missing = frozenset(presence.missing)
    folders = {
        (number, place): _lay_out(pool, root, missing, work / "pools")
        for number, query in enumerate(queries)
        for place, pool in enumerate(query.pools)
    }
    paths, to_index = _own_library(work, home), tuple(dict.fromkeys(folders.values()))
    return Corpus(paths, work, queries, to_index, folders, presence)


def _lay_out(pool: Pool, root: Path, missing: frozenset[str], pools: Path) -> Path:
    """Link a pool's images into a folder, which is named by them, and return it."""
    digest = hashlib.sha256("\n".join(sorted(pool.judged)).encode()).hexdigest()
    folder = pools / digest[:16]
    for path in pool.judged.keys() - missing:
        target = folder / path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            link(root / path, target)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def link(image: Path, target: Path) -> None:
    """Link, or copy where the disk or the system has no links."""
    for is_symbolic in (True, False):  # a hard link would change the link count of the photo
        try:
            file_changes.link(image, target, is_symbolic=is_symbolic)
        except OSError:
            continue
        return
    file_changes.copy(image, target)


# ---- the library --------------------------------------------------------------------------------


def index(library: Library, corpus: Corpus) -> Iterator[Message]:
    """Index the data set's own library; a person's library stays as it is."""
    if corpus.to_index:
        request = IndexFolders(folders=tuple(map(str, corpus.to_index)))
        yield from index_folders(library, request, IndexControl(os.cpu_count() or 1))
