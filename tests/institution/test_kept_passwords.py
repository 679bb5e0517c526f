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
from keyring.backends.null import Keyring as SwitchedOff
from keyring.errors import KeyringLocked, PasswordDeleteError

from tests.institution.conftest import SPACE, Server
from visret_desktop.cli.institution import searching
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


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


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


def keep(
    address: str, password: str, monkeypatch: pytest.MonkeyPatch, encoding: str = "utf-8"
) -> int:
    line = io.BytesIO(f"{password}\n".encode(encoding))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(line))
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
    keyring.set_keyring(SwitchedOff())  # which takes a password without a word
    assert keep(asking, "right", monkeypatch) == 3
    assert "it does not keep what it is given" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "keyring", None)  # as in an older installation of the extra
    assert main([*STATUS, asking]) == 3
    assert "keyring cannot be asked" in capsys.readouterr().err


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


def test_the_server_that_an_address_names_has_a_password_of_its_own(
    kept: OwnKeyring, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PGHOST", "PGHOSTADDR", "PGPORT", "PGSERVICE"):
        monkeypatch.delenv(name, raising=False)
    for where in ("localhost/library", "/library?hostaddr=192.0.2.7"):
        assert keep(f"postgresql://me@{where}", where, monkeypatch) == 0
    assert [whose for _, whose in kept.kept] == ["me@localhost:5432", "me@192.0.2.7:5432"]
    monkeypatch.setenv("PGSERVICE", "photos")
    monkeypatch.setenv("PGHOST", "usual")
    kept.kept.clear()
    for where in ("other/library", "/library?hostaddr=192.0.2.7", "/library"):
        assert keep(f"postgresql://me@{where}", where, monkeypatch) == 0
    whose = [whose for _, whose in kept.kept]
    assert whose == ["me@other:5432", "me@192.0.2.7:5432", "me@photos"]


def test_who_types_no_password_keeps_none(
    kept: OwnKeyring, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended(_: str) -> str:
        raise EOFError  # Ctrl-D

    monkeypatch.setattr(searching, "getpass", ended)
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert main([*PASSWORD, "postgresql://me@h/library"]) == 2
    assert "No password was given" in capsys.readouterr().err
    assert kept.kept == {}


def test_a_password_is_a_line_of_utf_8_and_stands_in_no_error(
    kept: OwnKeyring,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    address = "postgresql://me@h/library"
    assert keep(address, "secret ü", monkeypatch, "latin-1") == 2
    printed = capsys.readouterr()
    assert "no text in UTF-8" in printed.err
    assert "secret" not in printed.out + printed.err + caplog.text
    assert keep(address, "secret ü", monkeypatch) == 0
    assert [*kept.kept.values()] == ["secret ü"]
    assert "secret" not in capsys.readouterr().out + caplog.text
