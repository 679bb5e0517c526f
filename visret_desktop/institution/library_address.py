"""A library on a server by what a person calls it: the address of a server, or a folder.

And the password for a server in the system's keyring, for where it wants one and libpq has none:
libpq has those of PGPASSWORD, of `~/.pgpass` and of service files, and says itself whether one was
wanted. Nothing gets into the keyring but what a person asks to be kept.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import Any

from psycopg import conninfo, pq

from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.institution.store_errors import (
    LibraryMissing,
    ServerLoginRefused,
    StoreError,
    server_name,
)
from visret_desktop.paths import absolute
from visret_desktop.sentences import sentence

_PROGRAM = "visret"  # what its entries in the keyring stand under
_Space = Callable[[], EmbeddingSpace]


class KeyringSilent(StoreError):
    """There is no keyring, or it refuses."""

    code = "keyring"
    sentence = (
        "The system's keyring cannot be asked ({reason}). Put the password for the server {server} "
        "in ~/.pgpass or PGPASSWORD."
    )
    exit_code = 3


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
        except ServerLoginRefused as refusal:
            password = _kept_password(address, refusal)
            if password is None:
                raise
            held.enter_context(_given_to_libpq(password))
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


@contextmanager
def _given_to_libpq(password: str) -> Iterator[None]:
    """Let connections of the `with` block, those of Ray's processes too, have a password."""
    os.environ["PGPASSWORD"] = password
    try:
        yield
    finally:
        del os.environ["PGPASSWORD"]


# ---- the keyring --------------------------------------------------------------------------------


def keep_password(address: str, password: str) -> str:
    """Have the keyring keep the password for an address; return for whom, as `NAME@HOST:PORT`.

    Raises:
        ServerAddressWrong: it is none.
        KeyringSilent: the password is not kept.
    """
    with _keyring(address) as (keyring, whose):
        keyring.set_password(_PROGRAM, whose, password)
        is_kept = keyring.get_password(_PROGRAM, whose) == password
    if not is_kept:  # one that is switched off takes everything without a word
        raise _silent(address, sentence("it does not keep what it is given"))
    return whose


def forget_password(address: str) -> str:
    """Have the keyring forget the password for an address, if it has one; else as above."""
    with _keyring(address) as (keyring, whose):
        if keyring.get_password(_PROGRAM, whose) is not None:
            keyring.delete_password(_PROGRAM, whose)
    return whose


def _kept_password(address: str, refusal: StoreError) -> str | None:
    """Return what the keyring has for a server that let nobody in, if it wants a password.

    None: the keyring has none, or libpq had one, which is wrong then. Raises as above.
    """
    connection = getattr(refusal.__cause__, "pgconn", None)
    if connection is None or not connection.needs_password:
        return None
    with _keyring(address) as (keyring, whose):
        password: str | None = keyring.get_password(_PROGRAM, whose)
    return password


@contextmanager
def _keyring(address: str) -> Iterator[tuple[Any, str]]:
    """Yield the keyring, and for whom it has the password for an address. Raises as above."""
    whose = _whose(address)
    try:
        import keyring
        from keyring.errors import NoKeyringError
    except ImportError as error:  # of an older installation of the extra
        raise _silent(address, _first_line(error)) from error
    try:
        yield keyring, whose
    except NoKeyringError as error:
        raise _silent(address, sentence("there is none that works here")) from error
    except Exception as error:  # each keyring has errors of its own
        raise _silent(address, _first_line(error)) from error


def _silent(address: str, reason: object) -> KeyringSilent:
    return KeyringSilent(server=server_name(address), reason=reason)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0].rstrip(".")


def _whose(address: str) -> str:
    """Return who is let in where, by an address and libpq's own defaults.

    Raises:
        ServerAddressWrong: it is none.
    """
    server_name(address)
    options = pq.Conninfo.get_defaults()
    defaults = {one.keyword.decode(): one.val.decode() for one in options if one.val is not None}
    named = conninfo.conninfo_to_dict(address)
    parts = defaults | named
    host = named.get("host") or named.get("hostaddr")
    if not host and parts.get("service"):
        return f"{parts.get('user')}@{parts['service']}"
    host = host or parts.get("host") or parts.get("hostaddr") or "localhost"
    return f"{parts.get('user')}@{host}:{parts.get('port')}"
