"""A library on a server by what a person calls it: the address of a server, or a folder."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext

from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.institution.store_errors import LibraryMissing, ServerLoginRefused
from visret_desktop.paths import absolute

_Space = Callable[[], EmbeddingSpace]


@contextmanager
def opened_library(place: str, space: _Space | None = None) -> Iterator[tuple[str, PostgresStore]]:
    """Open a library for a `with` block; yield the address of its server, too.

    A folder has a private server, which runs meanwhile. Where there is no library one of `space` is
    made; None: none is. A password that the server wants and nobody gave is that of the keyring.

    Raises:
        StoreError: it cannot be opened or made.
    """
    with (
        nullcontext(place)
        if "://" in place
        else private_server.running(absolute(place), is_making=space is not None) as address,
        ExitStack() as held,
    ):
        try:
            store = _store(address, space)
        except ServerLoginRefused as refused:
            from visret_desktop.institution import kept_passwords  # looks for keyrings as it loads

            password = kept_passwords.known(address, refused)
            if password is None:
                raise
            held.enter_context(kept_passwords.given_to_libpq(password))
            store = _store(address, space)
        with store:
            yield address, store


def _store(address: str, space: _Space | None) -> PostgresStore:
    try:
        return PostgresStore(address)
    except LibraryMissing:
        if space is None:
            raise
        return PostgresStore(address, space())
