"""Passwords in a keyring: when it is asked, and what is said where there is none."""

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring
from keyring.errors import KeyringLocked, PasswordDeleteError

from tests.institution.conftest import SPACE, Server
from visret_desktop.cli.main import main
from visret_desktop.institution.postgres_store import PostgresStore

STATUS = ("institution", "status", "--library")
PASSWORD = ("institution", "password", "--library")


class OwnKeyring(KeyringBackend):
    """A keyring that forgets all at the end of its test."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}
        self.asked = 0
        self.is_locked = False

    def get_password(self, service: str, username: str) -> str | None:
        if self.is_locked:
            raise KeyringLocked("Nobody unlocked it.\nAt all.")
        self.asked += 1
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        if self.kept.pop((service, username), None) is None:
            raise PasswordDeleteError("not found")


@pytest.fixture
def kept() -> Iterator[OwnKeyring]:
    before, own = keyring.get_keyring(), OwnKeyring()
    keyring.set_keyring(own)
    yield own
    keyring.set_keyring(before)


@pytest.fixture
def asking(server: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a library whose server wants a password of `keeper`, which libpq lacks."""
    monkeypatch.setenv("PGPASSFILE", os.devnull)
    monkeypatch.delenv("PGPASSWORD", raising=False)
    rules = server.folder / "pg_hba.conf"
    before = rules.read_text()
    server.run("CREATE ROLE keeper LOGIN SUPERUSER PASSWORD 'right'")
    rules.write_text(f"local all keeper scram-sha-256\n{before}")
    server.run("SELECT pg_reload_conf()")
    with PostgresStore(address, SPACE):
        pass
    yield address.replace("postgres@/", "keeper@/")
    rules.write_text(before)
    server.run("SELECT pg_reload_conf()", "DROP ROLE keeper")


def keep(address: str, password: str, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
    return main([*PASSWORD, address])


def test_a_password_is_asked_for_where_libpq_has_none(
    asking: str, address: str, kept: OwnKeyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main([*STATUS, address]) == 0
    assert kept.asked == 0  # that server wants none
    assert main([*STATUS, asking]) == 3
    assert keep(asking, "right", monkeypatch) == 0
    ((program, whose),) = kept.kept
    assert (program, whose.partition("@")[0]) == ("visret", "keeper")
    assert main([*STATUS, asking]) == 0
    assert "PGPASSWORD" not in os.environ  # which another server would get

    asked = kept.asked
    passwords = tmp_path / "passwords"
    passwords.write_text("*:*:*:keeper:wrong\n")
    passwords.chmod(0o600)
    monkeypatch.setenv("PGPASSFILE", str(passwords))
    assert main([*STATUS, asking]) == 3  # a wrong one is said, and not replaced by another
    assert kept.asked == asked
    monkeypatch.setenv("PGPASSFILE", os.devnull)
    for _ in range(2):
        assert main([*PASSWORD, asking, "--forget"]) == 0
    assert kept.kept == {}
    assert main([*STATUS, asking]) == 3


def test_where_there_is_no_keyring_it_is_said(
    asking: str,
    kept: OwnKeyring,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept.is_locked = True
    assert main([*STATUS, asking]) == 3
    assert "cannot be asked (Nobody unlocked it)" in capsys.readouterr().err
    keyring.set_keyring(NoKeyring())
    assert main([*STATUS, asking]) == 3
    assert "there is none that works here" in capsys.readouterr().err
    assert keep(asking, "right", monkeypatch) == 3
    assert "~/.pgpass or PGPASSWORD" in capsys.readouterr().err


def test_no_password_is_kept_of_a_folder_and_none_that_is_empty(
    kept: OwnKeyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = "postgresql:///?service=photos"
    assert main([*PASSWORD, str(tmp_path)]) == 2
    assert keep(address, "", monkeypatch) == 2
    assert keep("postgresql://me@[host/library", "right", monkeypatch) == 2
    assert kept.kept == {}
    assert keep(address, "right", monkeypatch) == 0
    ((_, whose),) = kept.kept
    assert whose.endswith("@photos")
