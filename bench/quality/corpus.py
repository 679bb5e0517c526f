"""The photos that are searched: for each data set a library of its own, or the person's.

A query's own candidates become a folder of that library, made of links to the images, so that a
search within them is an ordinary search in one folder. Nothing is copied where links are possible,
and the images themselves are only read.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path

from bench import datasets, fieldbook_world
from bench.quality.setup import DRAWN, Setup
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.judging.corpus import BenchPaths, Corpus, link, work_of
from visret_desktop.judging.judged_queries import JudgedQuery, Pool
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python

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
    present_images = datasets.look_for_images(queries, root)
    if not present_images.found:
        raise UsageError(reason=_NO_IMAGES.format(named, root, present_images.missing[0]))
    missing = frozenset(present_images.missing)
    folders = {
        (number, place): _lay_out(pool, root, missing, work / "pools")
        for number, query in enumerate(queries)
        for place, pool in enumerate(query.pools)
    }
    paths, to_index = _own_library(work, home), tuple(dict.fromkeys(folders.values()))
    return Corpus(paths, work, queries, to_index, folders, present_images)


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
