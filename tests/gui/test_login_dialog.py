"""Logging in to the hub from the window of models: a hub on loopback, a token of one's own."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tests.hub.server import Fault, Hub
from visret_desktop import settings
from visret_desktop.gui.models.login_dialog import LoginDialog
from visret_desktop.gui.models.models_dialog import ModelsDialog
from visret_desktop.gui.models.own_model_dialog import OwnModelDialog
from visret_desktop.gui.models.pack_progress import LinkLabel, with_links
from visret_desktop.packs.offers import find_offer
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

READER = "hf_reader"
GATED = "siglip2-b-32-256"
CONTENT = {
    "open_clip_config.json": b"{}",
    "open_clip_model.safetensors": b"x",
    "tokenizer.json": b"{}",
    "tokenizer_config.json": b"{}",
}


@pytest.fixture
def hub() -> Iterator[Hub]:
    """A hub with one gated repository."""
    served = Hub()
    offer = find_offer(GATED)
    assert offer is not None
    served.add(offer.repo, CONTENT, readers=frozenset((READER,)))
    try:
        yield served
    finally:
        served.close()


@pytest.fixture
def home(tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A profile and a home of huggingface_hub, for this process and those that it begins."""
    for name in ("HF_TOKEN", "HF_HUB_OFFLINE", "HF_ENDPOINT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    constants = "huggingface_hub.constants"
    monkeypatch.setattr(f"{constants}.HF_HUB_OFFLINE", False)
    monkeypatch.setattr(f"{constants}.HF_TOKEN_PATH", str(tmp_path / "hf" / "token"))
    monkeypatch.setattr(f"{constants}.HF_STORED_TOKENS_PATH", str(tmp_path / "hf/stored_tokens"))
    monkeypatch.setattr(f"{constants}.HF_HUB_CACHE", str(tmp_path / "hf" / "hub"))
    for name in ("data", "cache", "config"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(f"VISRET_{name.upper()}_DIR", str(tmp_path / name))
    chosen = Settings(hub_endpoint=hub.address)
    settings.save(tmp_path / "config" / "settings.json", chosen)
    return tmp_path


@pytest.fixture
def dialog(home: Path, hub: Hub, qtbot: QtBot) -> Iterator[LoginDialog]:
    shown = LoginDialog(hub.address)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitUntil(lambda: shown.known is not None)
    yield shown
    shown.done(0)


@pytest.fixture
def models(home: Path, hub: Hub, qtbot: QtBot) -> Iterator[ModelsDialog]:
    paths = Paths(home / "data", home / "cache", home / "config")
    shown = ModelsDialog(paths, Settings(hub_endpoint=hub.address))
    qtbot.addWidget(shown)
    shown.show()
    yield shown
    shown.done(0)


def click(qtbot: QtBot, button: QPushButton) -> None:
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def log_in(dialog: LoginDialog, qtbot: QtBot, token: str) -> None:
    dialog.token.setText(token)
    click(qtbot, dialog.log_in)


def kept(home: Path) -> str:
    path = home / "hf" / "token"
    return path.read_text() if path.exists() else ""


def test_a_gated_model_leads_to_the_login_and_from_there_to_the_model(
    models: ModelsDialog, qtbot: QtBot, home: Path, hub: Hub
) -> None:
    row = models._table.row_of(GATED)
    models.view.selectRow(row)
    with qtbot.waitSignal(models._work.ended):
        click(qtbot, models.buttons["get"])
    assert "accepted its license" in models.line.label.text()
    click(qtbot, models.line.login)
    (dialog,) = models.findChildren(LoginDialog)
    qtbot.waitUntil(lambda: dialog.known is not None)
    assert f"{hub.address}/settings/tokens" in dialog.intro.text()
    assert not hub.asked("whoami-v2")
    with qtbot.waitSignal(dialog.accepted):
        log_in(dialog, qtbot, READER)
    assert kept(home) == READER
    assert "Logged in" in models.line.label.text()
    assert not models.line.login.isVisible()
    with qtbot.waitSignal(models._work.ended):
        click(qtbot, models.buttons["get"])
    assert not models.line.login.isVisible()  # what fails now is no question of who asks
    assert {request.token for request in hub.asked("open_clip_config.json")} == {"", READER}


def test_a_wrong_token_is_said_and_can_be_mended(
    dialog: LoginDialog, qtbot: QtBot, home: Path
) -> None:
    assert not dialog.log_in.isEnabled()
    log_in(dialog, qtbot, "hf_unheard_of")
    assert not dialog.token.isEnabled()
    qtbot.waitUntil(lambda: "does not accept" in dialog.status.text())
    assert kept(home) == ""
    assert dialog.token.isEnabled()
    with qtbot.waitSignal(dialog.accepted):
        log_in(dialog, qtbot, READER)
    assert kept(home) == READER


def test_a_hub_that_is_away_is_said(
    dialog: LoginDialog, qtbot: QtBot, home: Path, hub: Hub
) -> None:
    hub.close()
    log_in(dialog, qtbot, READER)
    qtbot.waitUntil(lambda: "cannot be reached" in dialog.status.text())
    assert "command" not in dialog.status.text()
    assert kept(home) == ""


def test_a_silent_hub_can_be_given_up(
    dialog: LoginDialog, qtbot: QtBot, home: Path, hub: Hub
) -> None:
    gate = threading.Event()
    hub.always["whoami-v2"] = Fault(gate=gate)
    log_in(dialog, qtbot, READER)
    qtbot.waitUntil(lambda: bool(hub.asked("whoami-v2")))
    click(qtbot, dialog.leave)
    assert "Given up" in dialog.status.text()
    assert dialog.log_in.isEnabled()
    gate.set()
    qtbot.wait(500)
    assert kept(home) == ""
    assert dialog.isVisible()


def test_who_is_logged_in_can_log_out(
    home: Path, hub: Hub, dialog: LoginDialog, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(dialog.accepted):
        log_in(dialog, qtbot, READER)
    asked = len(hub.requests)
    again = LoginDialog(hub.address)
    qtbot.addWidget(again)
    again.show()
    qtbot.waitUntil(lambda: again.known is not None)
    assert f"{READER} at home" in again.intro.text()
    assert not again.token.isVisible()
    with qtbot.waitSignal(again.changed):
        click(qtbot, again.log_out)
    assert kept(home) == ""
    assert again.token.isVisible()
    assert len(hub.requests) == asked
    again.done(0)


def test_a_token_of_the_environment_is_not_ours_to_forget(
    home: Path, hub: Hub, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", READER)
    shown = LoginDialog(hub.address)
    qtbot.addWidget(shown)
    shown.show()
    qtbot.waitUntil(lambda: shown.known is not None)
    assert "HF_TOKEN" in shown.intro.text()
    assert not shown.log_out.isEnabled()
    shown.done(0)


def test_a_private_repository_leads_to_the_login(
    models: ModelsDialog, qtbot: QtBot, hub: Hub
) -> None:
    click(qtbot, models.buttons["add"])
    (own,) = models.findChildren(OwnModelDialog)
    assert not own.login.isVisible()
    own.line.setText("hf:someone/secret")
    qtbot.waitUntil(own.login.isVisible)
    click(qtbot, own.login)
    (dialog,) = own.findChildren(LoginDialog)
    qtbot.waitUntil(lambda: dialog.known is not None)
    hub.add("someone/secret", CONTENT)  # as if the token opened it
    with qtbot.waitSignal(dialog.accepted):
        log_in(dialog, qtbot, READER)
    qtbot.waitUntil(lambda: "An encoder" in own.status.text())
    assert not own.login.isVisible()
    own.done(0)


def test_the_keyboard_stops_at_sentences_only_where_a_link_is(qtbot: QtBot) -> None:
    label = LinkLabel()
    qtbot.addWidget(label)
    assert not label.focusPolicy() & Qt.FocusPolicy.TabFocus
    label.setText(with_links("See https://example.org/page."))
    assert label.focusPolicy() & Qt.FocusPolicy.TabFocus
    label.setText("Done.")
    assert not label.focusPolicy() & Qt.FocusPolicy.TabFocus
