"""What goes wrong with a library on a server, each as a sentence; and which it is, by SQLSTATE.

No sentence names a password: servers are named by `server_name`.
"""

import psycopg
from psycopg import conninfo

from visret_desktop.errors import VisretError


class StoreError(VisretError):
    """A server does not do what was asked of it."""

    code = "server"
    sentence = "The server {server} refused: {reason}."


class ServerUnreachable(StoreError):
    """Nothing answers there."""

    code = "server-unreachable"
    sentence = (
        "The server {server} does not answer ({reason}). See whether the address is right and the "
        "server runs; what was written before is kept."
    )
    exit_code = 3


class ServerAddressWrong(StoreError):
    """An address is none."""

    code = "server-address"
    sentence = (
        "{address} is no address of a library: {reason}. Name a folder for a private server, or an "
        "address such as postgresql://reader@photos.example.org/library."
    )
    exit_code = 2


class ServerLoginRefused(StoreError):
    """The name, the password, or how the server lets people in."""

    code = "server-login"
    sentence = (
        "The server {server} does not let you in ({reason}). See whether the name in the address "
        "is right, and the password in ~/.pgpass, PGPASSWORD or the keyring."
    )
    exit_code = 3


class DatabaseMissing(StoreError):
    """The server has no such database."""

    code = "server-database"
    sentence = (
        "The server {server} has no such database ({reason}). See whether the last part of the "
        "address is right; `createdb` makes one."
    )
    exit_code = 3


class LibraryMissing(StoreError):
    """A database has no library in it."""

    code = "server-library-missing"
    sentence = (
        "There is no library in {server} yet. `visret institution index FOLDER --library ADDRESS` "
        "makes one."
    )
    exit_code = 3


class LibraryOfOtherVersion(StoreError):
    """A library was made by another version of the program."""

    code = "server-library-version"
    sentence = (
        "The library in {server} has form {there}, and this program reads form {here}. Nothing "
        "was changed. Use the same version of visret everywhere; docs/institution.md says how to "
        "upgrade."
    )
    exit_code = 3


class LibraryOfOtherEncoder(StoreError):
    """A library's vectors are of another space than what is to be compared with them."""

    code = "server-library-encoder"
    sentence = (
        "The library in {server} was made by the encoder {there}, and {here} is used here; their "
        "vectors have nothing in common. Use the same encoder in the same precision."
    )
    exit_code = 3


class VectorsMissing(StoreError):
    """The server lacks pgvector, or a version of it that is new enough."""

    code = "server-pgvector"
    sentence = (
        "The server {server} lacks pgvector 0.8 or newer ({reason}). Whoever runs it installs that "
        "and runs CREATE EXTENSION vector in the library's database."
    )
    exit_code = 3


class ServerReadOnly(StoreError):
    """Somebody who may only read was to write, or a server that is a copy of another."""

    code = "server-read-only"
    sentence = (
        "On the server {server} you may not do that ({reason}); nothing was changed. Use the "
        "address of somebody who may write, on the main server."
    )
    exit_code = 3


class ServerDiskFull(StoreError):
    """The server has no room."""

    code = "server-disk-full"
    sentence = (
        "The server {server} has no room left ({reason}). What was written before is kept; it goes "
        "on when there is room."
    )


class ContentMissing(StoreError):
    """A file is of a content that is not there: another writer forgot it meanwhile."""

    code = "server-content-missing"
    sentence = (
        "On the server {server} somebody forgot a photo while a copy of it was being written "
        "({reason}); nothing of that was written. Try again."
    )


class FilterNotOnServer(StoreError):
    """A condition that only a desktop's library can answer."""

    code = "server-filter"
    sentence = "A library on a server cannot be narrowed by “{field}” yet. Leave that out."
    exit_code = 2


# By SQLSTATE, the longest start that fits; PostgreSQL's appendix A.
_OF_STATE: dict[str, type[StoreError]] = {
    "08": ServerUnreachable,
    "57P": ServerUnreachable,  # shut down, starting, crashed
    "53300": ServerUnreachable,  # too many connections
    "28": ServerLoginRefused,
    "23503": ContentMissing,
    "3D": DatabaseMissing,
    "42P01": LibraryMissing,
    "3F": LibraryMissing,
    "42501": ServerReadOnly,
    "25006": ServerReadOnly,
    "53100": ServerDiskFull,
    "53": StoreError,
    "0A": VectorsMissing,  # of CREATE EXTENSION, where its files are not there
    "58P01": VectorsMissing,
    "42704": VectorsMissing,
}
_LOGIN = ("password", "authentication", "no pg_hba.conf entry", "role")


def server_name(address: str) -> str:
    """Return host, port and database of an address, without a password.

    Raises:
        ServerAddressWrong: it is none.
    """
    try:
        parts = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        shown = address.partition("://")[0] + "://…"
        reason = _first_line(error).replace(address, shown)
        raise ServerAddressWrong(address=shown, reason=reason) from None
    host = parts.get("host") or "localhost"
    port = f":{parts['port']}" if "port" in parts else ""
    return f"{host}{port}/{parts.get('dbname') or ''}"


def of_server(error: psycopg.Error, server: str) -> StoreError:
    """Return what a server refused, or that it is gone, as an error with a sentence."""
    return _kind_of(error)(server=server, reason=_first_line(error))


def is_gone(error: psycopg.Error) -> bool:
    """Tell whether the connection or the server went away, or another writer was in the way.

    The same may go well later. A wrong password is no such thing: it stays wrong.
    """
    return _kind_of(error) is ServerUnreachable or (error.sqlstate or "").startswith("40")


def _kind_of(error: psycopg.Error) -> type[StoreError]:
    state = error.sqlstate or ""
    if not state and isinstance(error, psycopg.OperationalError):
        # While connecting, psycopg keeps only the words. The server speaks in its own language, so
        # this is a guess; what it said stands in the sentence either way.
        words = _first_line(error).rpartition("failed: ")[2]  # without the host's name
        if any(word in words for word in _LOGIN):
            return ServerLoginRefused
        if "database" in words and "does not exist" in words:
            return DatabaseMissing
        return ServerUnreachable
    starts = (state[:length] for length in (5, 3, 2) if state)
    return next((_OF_STATE[start] for start in starts if start in _OF_STATE), StoreError)


def _first_line(error: psycopg.Error) -> str:
    lines = str(error).strip().splitlines() or ["no reason was given"]
    return lines[0].removeprefix("connection failed: ").strip().rstrip(".")
