"""`visret bench institution`: a library on a server, searched, and indexed on many machines.

The server is one of its own in a new folder, or the address that was named, whose database must
have no library yet; only one of its own is killed.
"""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import machine
from bench.institution import filters, server_kill, together
from bench.institution.drawn_photos import drawn, write
from visret_desktop.cli.output import table
from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace

Json = dict[str, Any]
_BATCH = 2000


def measure(photos: int, dimension: int, library: str | None, seconds: float) -> Json:
    """Return what searching so many drawn photos takes; searchers at once have so many seconds.

    Raises:
        StoreError: there is no server.
    """
    about, space = machine.describe(), EmbeddingSpace("measured", dimension)
    with server(library) as (folder, address):
        with PostgresStore(address, space) as store:
            vectors = drawn(photos, dimension)

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
                "filters": filters.measured(store, vectors),
                "upserts_a_second": again / _seconds(lambda: load(again)),
                "together": together.measured(address, store, photos, seconds),
            }
        if folder is not None:
            body["kill"] = server_kill.measured(folder, address, 2 * photos)
    return body


@contextmanager
def server(address: str | None) -> Iterator[tuple[Path | None, str]]:
    """Yield the folder and the address of a private server, or None and `address`."""
    if address:
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
    graph = "with a graph" if body["graph"] else "without a graph"
    yield (
        f"{body['photos']:,} photos of {body['dimension']} numbers: written in "
        f"{body['load_seconds']:.0f} s, finished in {body['finish_seconds']:.0f} s {graph}, "
        f"{body['bytes_a_photo']:,.0f} bytes each; then {body['upserts_a_second']:,.0f} upserts a "
        "second"
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
