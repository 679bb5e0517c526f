"""`visret bench institution`: a library on a server, searched, and indexed on many machines.

The server is one of its own in a new folder, or the address that was named, whose database must
have no library yet; only one of its own is killed.
"""

import tempfile
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from bench import machine
from bench.embeddings import Embeddings
from bench.institution import filters, indexing, kills, server_kill, together
from bench.institution.copied_photos import write_enlarged
from bench.institution.drawn_photos import write
from visret_desktop import file_changes
from visret_desktop.cli.output import table
from visret_desktop.errors import UsageError
from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.institution.store_errors import LibraryMissing

Json = dict[str, Any]
_BATCH = 2000
_QUERIES = 50  # of each kind


def measure(options: Namespace) -> Json:
    """Return what searching drawn photos takes.

    Raises:
        UsageError: something is asked for that needs real photos, or there is a library.
        StoreError: there is no server.
    """
    if options.kills or options.overhead or options.workers:
        raise UsageError(reason="Indexing is measured with real photos: name some by --pictures.")
    photos, dimension = options.photos or 100_000, options.dimension
    about, space = machine.describe(), EmbeddingSpace("measured", dimension)
    with _server(options.library) as (folder, address):
        with PostgresStore(address, space) as store:
            computed = partial(server_kill.processor_seconds, folder) if folder else None
            drawn = Embeddings(photos, dimension)
            vectors = drawn.photos(photos)
            queries = {"photos": drawn.photos(_QUERIES), "words": drawn.words(_QUERIES)}

            def load(count: int) -> None:
                for start in range(0, count, _BATCH):
                    part = range(start, min(start + _BATCH, count))
                    write(store, part, vectors[part.start : part.stop])

            again = min(_BATCH, photos)
            body: Json = {
                "machine": about,
                "photos": photos,
                "dimension": dimension,
                "load_seconds": _seconds(lambda: load(photos)),
                "finish_seconds": _seconds(store.finish_load),
                "graph": store.counts().is_indexed,
                "bytes_a_photo": store.counts().bytes / photos,
                "filters": filters.measured(store, vectors, queries, computed),
            }
            before = computed() if computed else 0.0
            body["upserts_a_second"] = again / _seconds(lambda: load(again))
            body["upsert_ms"] = 1000 * (computed() - before) / again if computed else None
            body["together"] = together.measured(address, store, photos, options.seconds)
        if folder is not None:
            body["kill"] = server_kill.measured(folder, address, photos)
    return body


def measure_indexing(options: Namespace) -> Json:
    """Return what indexing by Ray takes and outlives.

    Raises:
        UsageError: each run needs a new database, and one was named.
        NoPhotosToCopy, RayNotStarted, NotIndexed, StoreError: it cannot be measured.
    """
    if options.library and (options.overhead or options.workers):
        raise UsageError(reason="Each run makes a database of its own. Leave out --library.")
    body: Json = {"machine": machine.describe()}
    few, rounds = options.photos or 1200, options.rounds
    with (
        _server(options.library) as (_, address),
        _pictures(options.pictures, options.megapixels) as pictures,
    ):
        if options.overhead:
            body["overhead"] = indexing.overhead(pictures, address, few, rounds)
        if options.workers:
            body["workers"] = indexing.workers(pictures, address, few, rounds, options.workers)
        if options.kills:
            many, seed = options.photos or 20_000, options.seed
            body["kills"] = kills.measured(pictures, address, many, options.kills, seed)
    return body


@contextmanager
def _pictures(folder: Path, megapixels: int | None) -> Iterator[Path]:
    """Yield a folder of pictures, or of the same ones enlarged."""
    if megapixels is None:
        yield folder
        return
    with file_changes.temporary_folder() as enlarged:
        write_enlarged(folder, enlarged, megapixels)
        yield enlarged


@contextmanager
def _server(address: str | None) -> Iterator[tuple[Path | None, str]]:
    """Yield the folder and the address of a private server, or None and `address`.

    Raises:
        UsageError: there is a library, whose photos drawn ones would come to lie beside.
    """
    if address:
        with suppress(LibraryMissing), PostgresStore(address):
            raise UsageError(reason="There is a library already. Name an empty database.")
        yield None, address
        return
    with (
        tempfile.TemporaryDirectory(prefix="visret-bench-") as folder,
        private_server.running(Path(folder)) as own,
    ):
        yield Path(folder), own


def lines(body: Json) -> Iterator[str]:
    """Yield what was measured, for people."""
    yield machine.sentence(body["machine"])
    of_indexing: Json = {
        "overhead": indexing.overhead_lines,
        "workers": indexing.workers_lines,
        "kills": kills.lines,
    }
    for name, shown in of_indexing.items():
        if name in body:
            yield from shown(body[name])
    if "filters" in body:
        yield from _search_lines(body)


def _search_lines(body: Json) -> Iterator[str]:
    graph = "with a graph" if body["graph"] else "without a graph"
    each = body["upsert_ms"]
    computed = "" if each is None else f", each {each:.1f} ms of the server's processors"
    yield (
        f"{body['photos']:,} photos of {body['dimension']} numbers: written in "
        f"{body['load_seconds']:.0f} s, finished in {body['finish_seconds']:.0f} s {graph}, "
        f"{body['bytes_a_photo']:,.0f} bytes each; then {body['upserts_a_second']:,.0f} upserts a "
        f"second{computed}"
    )
    yield from table(filters.HEADERS, [filters.cells(row) for row in body["filters"]])
    yield ""
    yield from table(together.HEADERS, [[*together.cells(row)] for row in body["together"]])
    if "kill" in body:
        yield server_kill.line(body["kill"])


def _seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
