"""Getting, using and removing models in the window, from a hub on this machine."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.hub.server import Fault, Hub
from visret_desktop.gui.models_dialog import ModelsDialog
from visret_desktop.gui.models_table import STATE
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack, Role
from visret_desktop.packs.offers import find_offer
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

ENCODER = "siglip2-b-32-256"
WEIGHTS = "open_clip_model.safetensors"
SECONDS = 30_000
YES, NO = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No


@pytest.fixture
def hub(
    starter_pack: Callable[[Role], Pack], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[Hub]:
    """A hub that gives the built-in encoder where the offered one lies."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_TOKEN_PATH", str(tmp_path / "token"))
    pack, offer = starter_pack(Role.ENCODER), find_offer(ENCODER)
    assert offer is not None
    served = Hub()
    served.add(
        offer.repo, {file.path: (pack.directory / file.path).read_bytes() for file in pack.files}
    )
    try:
        yield served
    finally:
        served.close()


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    made.data.mkdir()
    return made


@pytest.fixture
def dialog(qtbot: QtBot, paths: Paths, hub: Hub) -> Iterator[ModelsDialog]:
    shown = ModelsDialog(paths, Settings(hub_endpoint=hub.address))
    qtbot.addWidget(shown)
    shown.show()
    yield shown
    shown.done(0)


def choose(dialog: ModelsDialog, name: str) -> None:
    dialog.view.selectRow(dialog._table.row_of(name))


def state(dialog: ModelsDialog, name: str) -> str:
    table = dialog._table
    return str(table.data(table.index(table.row_of(name), STATE)))


def press(dialog: ModelsDialog, qtbot: QtBot, button: str) -> None:
    """Press a button and wait until the work is done."""
    with qtbot.waitSignal(dialog._work.ended, timeout=SECONDS):
        dialog.buttons[button].click()


def test_a_pack_is_fetched_used_checked_and_removed(
    dialog: ModelsDialog, qtbot: QtBot, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(dialog, ENCODER)
    assert not dialog.buttons["use"].isEnabled()
    press(dialog, qtbot, "get")
    assert registry.find(paths, ENCODER).role is Role.ENCODER
    assert state(dialog, ENCODER) == "here"

    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.buttons["use"].click()
    assert used.args == [{"encoder": ENCODER}]
    dialog.show_settings(Settings(encoder=ENCODER))
    assert state(dialog, ENCODER) == "in use"

    press(dialog, qtbot, "check")
    assert "whole" in dialog.said.text()

    monkeypatch.setattr(QMessageBox, "question", lambda *_: YES)
    with qtbot.waitSignal(dialog.use_requested) as used:
        dialog.buttons["remove"].click()
    assert used.args == [{"encoder": "starter"}], "the built-in one takes over"
    assert state(dialog, ENCODER) == ""


def test_a_failure_is_a_sentence_and_the_next_try_goes_on(
    dialog: ModelsDialog, qtbot: QtBot, hub: Hub
) -> None:
    hub.faults[WEIGHTS] += [Fault(status=404)]
    choose(dialog, ENCODER)
    press(dialog, qtbot, "get")
    assert dialog.said.text().endswith(".")
    assert state(dialog, ENCODER) == "begun"
    assert dialog.buttons["get"].text() == "Go on"
    press(dialog, qtbot, "get")
    assert state(dialog, ENCODER) == "here"


def test_damage_is_found_and_repaired(dialog: ModelsDialog, qtbot: QtBot, paths: Paths) -> None:
    choose(dialog, ENCODER)
    press(dialog, qtbot, "get")
    weights = paths.packs / ENCODER / WEIGHTS
    altered = bytearray(weights.read_bytes())
    altered[-1] ^= 1
    weights.write_bytes(altered)
    press(dialog, qtbot, "check")
    assert WEIGHTS in dialog.said.text()
    assert state(dialog, ENCODER) == "damaged"
    press(dialog, qtbot, "get")
    assert state(dialog, ENCODER) == "here"


def test_without_consent_nothing_is_fetched(
    dialog: ModelsDialog, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def refuse(_parent: object, _title: str, text: str) -> QMessageBox.StandardButton:
        asked.append(text)
        return NO

    monkeypatch.setattr(QMessageBox, "question", refuse)
    dialog.get_set("light")
    assert "Llama" in asked[0]
    assert not dialog._work.is_running
    assert hub.requests == []


def test_a_set_that_is_not_whole_is_not_used(
    dialog: ModelsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hub lacks two of the set's models: what came is kept, and nothing is changed over."""
    monkeypatch.setattr(QMessageBox, "question", lambda *_: YES)
    ended = qtbot.waitSignal(dialog._work.ended, timeout=SECONDS)
    with qtbot.assertNotEmitted(dialog.use_requested), ended:
        dialog.get_set("light")
    assert state(dialog, ENCODER) == "here"
    assert "has no" in dialog.said.text()


def test_closing_stops_the_work(dialog: ModelsDialog, qtbot: QtBot, hub: Hub) -> None:
    hub.faults[WEIGHTS] += [Fault(seconds_per_piece=0.2, piece=2048)]
    choose(dialog, ENCODER)
    with qtbot.waitSignal(dialog._work.progressed, timeout=SECONDS):
        dialog.buttons["get"].click()
    dialog.done(0)
    assert not dialog._work.is_running
