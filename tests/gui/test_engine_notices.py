"""When the window offers real models, and when it does not."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import EncoderState
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import Session
from visret_desktop.gui.widgets.banner import Banner
from visret_desktop.gui.window.engine_notices import EngineNotices
from visret_desktop.gui.window.window_state import WindowState

STARTER = EncoderState("starter", ready=True)


class Desk:
    """Banner and notices of a window whose engine never starts."""

    def __init__(self, state: Path) -> None:
        client = EngineClient()
        self.banner = Banner()
        self.session = Session(client)
        self.state = WindowState(state)
        self.notices = EngineNotices(client, self.session, self.banner, self.state, self.banner)


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    made = Desk(tmp_path / "window.ini")
    qtbot.addWidget(made.banner)
    return made


def test_models_are_offered_with_their_size_once_there_are_own_photos(desk: Desk) -> None:
    desk.session.encoder_state.emit(STARTER)
    desk.notices.note_own_photos(False)
    assert desk.banner.text() == "", "the demonstration is what the built-in models know"
    desk.notices.note_own_photos(True)
    assert "Models that do are a download of 349 MB" in desk.banner.text()
    desk.notices.note_own_photos(False)
    assert desk.banner.text() == ""


def test_dismissed_it_never_comes_back(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    desk.notices.note_own_photos(True)
    desk.session.encoder_state.emit(STARTER)
    desk.banner._on_dismiss()
    desk.session.encoder_state.emit(STARTER)
    assert desk.banner.text() == ""
    desk.state.stored.sync()
    later = Desk(tmp_path / "window.ini")
    qtbot.addWidget(later.banner)
    later.notices.note_own_photos(True)
    later.session.encoder_state.emit(STARTER)
    assert later.banner.text() == ""


def test_another_encoder_ends_the_offer(desk: Desk) -> None:
    desk.notices.note_own_photos(True)
    desk.session.encoder_state.emit(STARTER)
    assert desk.banner.text()
    desk.session.encoder_state.emit(EncoderState("siglip2-b-32-256", ready=True))
    assert desk.banner.text() == ""


def test_an_engine_that_does_not_come_back_is_said_with_a_way_to_start_it(
    desk: Desk, qtbot: QtBot
) -> None:
    desk.notices._client.lost.emit("The search engine keeps ending.")
    assert desk.banner.text().startswith("The search engine keeps ending. Your photos")
    with qtbot.waitSignal(desk.notices.start_requested):
        desk.banner._on_button()


def test_a_hint_that_stands_already_does_not_go_before_a_newer_one(qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.say("general", "Models know drawings only.", is_hint=True)
    banner.say("query", "These models read English.", is_hint=True)
    banner.say("general", "Models know drawings only.", is_hint=True)
    assert banner.text() == "These models read English."
    banner.say("general", "Models know more now.", is_hint=True)
    assert banner.text() == "Models know more now."
