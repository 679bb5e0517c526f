"""A real PostgreSQL for the tests of a process, and a database of its own for each test."""

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.institution.photos import content, file
from visret_desktop.cli.main import main
from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store import EmbeddingSpace
from visret_desktop.library.records import Metadata
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

SPACE = EmbeddingSpace("things-0123", 8)
SHOWN = ("a red bird on a branch", "a blue boat", "a yellow flower", "a green boat at night")
DOCUMENT = Path(__file__).parents[2] / "docs" / "institution.md"
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
    with (
        tempfile.TemporaryDirectory(prefix="visret-server-") as folder,
        private_server.running(Path(folder)) as address,
    ):
        server = Server(Path(folder), address)
        # Its databases need not outlive a power cut: to make and to end them takes a minute else.
        server.run("ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")
        yield server


@pytest.fixture
def address(server: Server) -> str:
    return server.database()


@pytest.fixture
def store(address: str) -> Iterator[PostgresStore]:
    with PostgresStore(address, SPACE) as opened:
        yield opened


@pytest.fixture
def library(
    address: str,
    exported: Path,
    paths_of_run: Paths,
    profile: Path,
    starter_pack: Callable[[Role], Pack],
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """A library of pictures that show just what words say, made by the built-in encoder."""
    del exported, profile
    monkeypatch.setenv("VISRET_DATA_DIR", str(paths_of_run.data))  # it is compiled there
    encoder = open_encoder(starter_pack(Role.ENCODER), paths_of_run)
    vectors = encoder.embed_texts(SHOWN)
    taken = [Metadata(taken_at=f"202{year}-07-01T10:00:00", camera="R5") for year in range(3)]
    with PostgresStore(address, EmbeddingSpace(encoder.name, encoder.dimension)) as store:
        store.upsert(
            [
                content(n, vector, one)
                for n, vector, one in zip(range(4), vectors, [*taken, Metadata()], strict=True)
            ],
            [file(f"/mnt/{'new' if n else 'old'}/{n}.jpg", n) for n in range(4)],
        )
    return address


def grant(address: str, name: str, role: str) -> None:
    """Let somebody into a library with the rights that the document gives a role."""
    rights = re.findall(rf"^    (GRANT .+? TO ){role};$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    with psycopg.connect(address) as db:
        if not db.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (name,)).fetchone():
            db.execute(f"CREATE ROLE {name} LOGIN")
        for right in rights:
            db.execute(f"{right}{name}")


def command(line: Sequence[str]) -> list[str]:
    """Return what searches a library on a server as one here, or looks after it."""
    if line[0] == "search":
        return [*line, "--strategy", "original"]
    return ["institution", *line]


def answer(capsys: pytest.CaptureFixture[str], *line: str) -> Any:
    """Return what `visret search` or a command of `visret institution` answers."""
    assert main([*command(line), "--json"]) == 0
    return json.loads(capsys.readouterr().out)
