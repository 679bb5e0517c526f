"""A real PostgreSQL for the tests of a process, and a database of its own for each test."""

import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
import pytest

from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace

SPACE = EmbeddingSpace("things-0123", 8)
_numbers = count()


@dataclass(frozen=True)
class Server:
    """The private server of these tests."""

    folder: Path
    address: str

    def run(self, *statements: str) -> None:
        with psycopg.connect(self.address, autocommit=True) as db:
            for statement in statements:
                db.execute(statement)

    def database(self) -> str:
        """Return the address of a new database."""
        name = f"library_{next(_numbers)}"
        self.run(f"CREATE DATABASE {name}")
        return self.address.replace("@/postgres?", f"@/{name}?")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    # Not below pytest's folders, into which only root may look: the server runs as another user.
    folder = Path(tempfile.mkdtemp(prefix="visret-server-"))
    with private_server.running(folder) as address:
        server = Server(folder, address)
        # Its databases need not outlive a power cut: to make and to end them takes a minute else.
        server.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server
    shutil.rmtree(folder)


@pytest.fixture
def address(server: Server) -> str:
    return server.database()


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    with PostgresStore(address, SPACE) as opened:
        yield opened
