"""Passwords of servers in the system's keyring, for where a server wants one and libpq has none.

libpq has those of PGPASSWORD, of `~/.pgpass` and of service files, and says itself whether one was
wanted. Nothing gets into the keyring but what a person asks to be kept.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import keyring
from keyring.errors import NoKeyringError, PasswordDeleteError
from psycopg import conninfo, pq

from visret_desktop.institution.store_errors import StoreError, server_name
from visret_desktop.sentences import sentence

_PROGRAM = "visret"  # what its entries stand under


class KeyringSilent(StoreError):
    """There is no keyring, or it refuses."""

    code = "keyring"
    sentence = (
        "The system's keyring cannot be asked ({reason}). Put the password for the server {server} "
        "in ~/.pgpass or PGPASSWORD."
    )
    exit_code = 3


def keep(address: str, password: str) -> str:
    """Have the keyring keep the password for an address; return for whom, as `NAME@HOST:PORT`.

    Raises:
        ServerAddressWrong: it is none.
        KeyringSilent: the password is not kept.
    """
    whose = _whose(address)
    with _refusing(address):
        keyring.set_password(_PROGRAM, whose, password)
    return whose


def forget(address: str) -> str:
    """Have the keyring forget the password for an address, if it has one. As `keep` otherwise."""
    whose = _whose(address)
    with _refusing(address):
        try:
            keyring.delete_password(_PROGRAM, whose)
        except PasswordDeleteError:
            if keyring.get_password(_PROGRAM, whose) is not None:
                raise
    return whose


def known(address: str, refused: StoreError) -> str | None:
    """Return what the keyring has for a server that let nobody in, if it wants a password.

    None: the keyring has none, or libpq had one, which is wrong then.

    Raises:
        KeyringSilent: nobody knows.
    """
    connection = getattr(refused.__cause__, "pgconn", None)
    if connection is None or not connection.needs_password:
        return None
    with _refusing(address):
        password: str | None = keyring.get_password(_PROGRAM, _whose(address))
    return password


@contextmanager
def given_to_libpq(password: str) -> Iterator[None]:
    """Let connections of the `with` block, those of children too, have a password."""
    os.environ["PGPASSWORD"] = password
    try:
        yield
    finally:
        del os.environ["PGPASSWORD"]


def _whose(address: str) -> str:
    """Return who is let in where, by an address and libpq's own defaults.

    Raises:
        ServerAddressWrong: it is none.
    """
    server_name(address)
    defaults = {
        one.keyword.decode(): one.val.decode()
        for one in pq.Conninfo.get_defaults()
        if one.val is not None
    }
    parts = defaults | conninfo.conninfo_to_dict(address)
    place = parts.get("service") or f"{parts.get('host') or 'localhost'}:{parts.get('port')}"
    return f"{parts.get('user')}@{place}"


@contextmanager
def _refusing(address: str) -> Iterator[None]:
    try:
        yield
    except NoKeyringError as error:
        reason = sentence("there is none that works here")
        raise KeyringSilent(server=server_name(address), reason=reason) from error
    except Exception as error:  # each keyring has errors of its own
        lines = str(error).strip().splitlines() or [type(error).__name__]
        reason = lines[0].rstrip(".")
        raise KeyringSilent(server=server_name(address), reason=reason) from error
