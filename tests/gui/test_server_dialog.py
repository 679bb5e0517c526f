"""Which library on a server is opened, and what leaves the computer then."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from tests.gui.driver import WindowDriver
from visret_desktop.engine.messages import Search
from visret_desktop.gui.library import server_dialog
from visret_desktop.gui.library.server_dialog import ServerDialog, what_leaves
from visret_desktop.gui.widgets.plain_text import PlainLabel
from visret_desktop.paths import Paths, ServerPaths, split_password
from visret_desktop.settings import Settings


def texts(dialog: ServerDialog) -> list[str]:
    return [label.text() for label in dialog.findChildren(PlainLabel)]


def test_an_address_can_be_opened_once_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_dialog, "_NEEDED", ())
    dialog = ServerDialog()
    assert what_leaves() in texts(dialog)
    assert not dialog.open_button.isEnabled()
    dialog.address.setText("postgresql://reader@photos.example.org/library")
    assert dialog.open_button.isEnabled()
    dialog.address.setText("  ")
    assert not dialog.open_button.isEnabled()


def test_without_the_extra_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_dialog, "_NEEDED", ("no_such_library",))
    dialog = ServerDialog()
    assert any("visret-desktop[institution]" in text for text in texts(dialog))
    dialog.address.setText("postgresql://reader@photos.example.org/library")
    assert not dialog.open_button.isEnabled()


@pytest.mark.parametrize(
    ("address", "shown", "password"),
    [
        ("postgresql://ann:a%20b:c?@h:1,i:2/db", "postgresql://ann@h:1,i:2/db", "a b:c?"),
        ("postgresql://:x@h/db", "postgresql://@h/db", "x"),
        (
            "postgresql://a:x@h/db?password=w&password=y&sslmode=require",
            "postgresql://a@h/db?sslmode=require",
            "y",
        ),
        (
            "postgresql://a@h/db?sslmode=require&password=y",
            "postgresql://a@h/db?sslmode=require&",
            "y",
        ),
        ("postgresql://ann@h:1/db?sslpassword=z", "postgresql://ann@h:1/db?sslpassword=z", ""),
        ("/srv/ann:x@y", "/srv/ann:x@y", ""),
    ],
)
def test_a_password_does_not_stand_in_the_list_of_processes(
    address: str, shown: str, password: str
) -> None:
    assert split_password(address) == (shown, password)


def test_each_photo_is_searched_where_the_settings_want_each_event_once(tmp_path: Path) -> None:
    own = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    paths = ServerPaths.below(tmp_path / "session", own, "postgresql://photos.example.org/library")
    driver = WindowDriver.open(paths, Settings(events_as_one=True, watch_folders=False))
    driver.bar.ask_text("a heron")
    query = driver.session.query
    assert query is not None
    assert isinstance(query.request, Search)
    assert query.request.one_per == "photo"
    driver.close()


@pytest.mark.parametrize("is_of_server", [False, True])
def test_what_would_go_with_the_session_is_not_offered(tmp_path: Path, is_of_server: bool) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    if is_of_server:
        paths = ServerPaths.below(tmp_path / "session", paths, "postgresql://h/library")
    driver = WindowDriver.open(paths, Settings(watch_folders=False))
    texts = {one.text() for one in driver.window.findChildren(QAction) if one.isVisible()}
    for text in ("Save this search …", "Right for this query", "Save marks as …"):
        assert (text in texts) is not is_of_server, text
    driver.close()


@pytest.mark.slow("the command that keeps a password has a process of its own")
def test_a_password_that_cannot_be_kept_is_said_and_the_library_can_be_opened(
    monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(server_dialog, "_NEEDED", ())
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    dialog = ServerDialog()
    dialog.address.setText("postgresql://reader@photos.example.org/library")
    dialog.keep.setChecked(True)
    assert not dialog.keep.isEnabled()  # nothing is there to keep
    dialog.password.setText("secret")
    assert dialog.keep.isEnabled()
    dialog.open_button.click()
    assert not dialog.open_button.isEnabled()
    qtbot.waitUntil(dialog.open_button.isEnabled, timeout=120_000)
    assert "~/.pgpass" in dialog.about.text() or "[institution]" in dialog.about.text()
    assert not dialog.keep.isChecked()
    assert not dialog.result()
