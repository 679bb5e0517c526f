"""Begin and end transactions so that the connection stays usable, whatever the disk does."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Make everything in the `with` block one transaction: all of it or, after an error, nothing.

    Afterwards the connection is ready for the next one, whatever happened: on a full disk some
    statements end the transaction and others, `COMMIT` among them, leave it open.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
