"""A library on a server by what a person calls it: the address of a server, or a folder."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext

from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.institution.store_errors import LibraryMissing
from visret_desktop.paths import absolute


@contextmanager
def opened_library(
    place: str, space: Callable[[], EmbeddingSpace] | None = None
) -> Iterator[tuple[str, PostgresStore]]:
    """Open a library for a `with` block; yield the address of its server, too.

    A folder has a private server, which runs meanwhile. Where there is no library one of `space` is
    made; None: none is.

    Raises:
        StoreError: it cannot be opened or made.
    """
    with (
        nullcontext(place)
        if "://" in place
        else private_server.running(absolute(place), is_making=space is not None) as address
    ):
        try:
            store = PostgresStore(address)
        except LibraryMissing:
            if space is None:
                raise
            store = PostgresStore(address, space())
        with store:
            yield address, store
