"""What leaves this computer: the page tells what the logs of all processes tell."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.hub.server import Hub
from visret_desktop import logs
from visret_desktop.gui.window.about_page import PrivacyPage
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


@pytest.fixture(autouse=True)
def _no_handler_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    loggers = [logging.getLogger(), logging.getLogger("httpx2")]
    before = [list(logger.handlers) for logger in loggers]
    level = loggers[0].level
    yield
    loggers[0].setLevel(level)
    for logger, kept in zip(loggers, before, strict=True):
        for handler in [one for one in logger.handlers if one not in kept]:
            logger.removeHandler(handler)
            handler.close()


def open_page(paths: Paths, qtbot: QtBot) -> PrivacyPage:
    page = PrivacyPage(paths, draws=True)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: "On record" in page.summary.text())
    return page


def test_without_a_request_it_says_so(paths: Paths, qtbot: QtBot) -> None:
    logs.set_up(paths.logs, "window")
    logging.getLogger("visret_desktop").info("nothing of a network")
    page = open_page(paths, qtbot)
    assert "no request" in page.summary.text()
    assert not page.record.isVisible()
    page.done(0)


def test_each_request_is_on_record_without_its_secrets(paths: Paths, qtbot: QtBot) -> None:
    logs.set_up(paths.logs, "window")
    hub = Hub()
    hub.add("a/b", {"c.json": b"{}"})
    client = Client(hub.address)
    commit = client.look_up("a/b", "main", lambda: False).commit
    client.files_of("a/b", commit, lambda: False)
    client.close()
    hub.close()
    page = open_page(paths, qtbot)
    assert "2 requests" in page.summary.text()
    newest, oldest = page.record.toPlainText().splitlines()
    assert f"GET {hub.address}/api/models/a/b/revision/main   200" in oldest
    assert newest.endswith(f"/tree/{commit}   200"), "what follows the ? is left out"
    kept = "".join(path.read_text() for path in paths.logs.iterdir())
    assert f"/tree/{commit}?…" in kept, "in the files, too: it may let others fetch"
    page.done(0)


def test_the_record_outlives_rotation(paths: Paths) -> None:
    paths.logs.mkdir(parents=True)
    request = 'GET https://h/{0}?x=1 "HTTP/1.1 200 OK"'
    line = f"2026-01-0{{0}} 10:00:00,123 INFO httpx2: HTTP Request: {request}"
    for number, name in ((1, "network.log.2"), (2, "network.log.1"), (3, "network.log")):
        (paths.logs / name).write_text(line.format(number) + "\nhalf a line")
    told = [(one.when[:10], one.address) for one in logs.requests(paths.logs)]
    assert told == [(f"2026-01-0{n}", f"https://h/{n}") for n in (1, 2, 3)]


def test_one_switch_for_drawn_pictures(paths: Paths, qtbot: QtBot) -> None:
    page = open_page(paths, qtbot)
    with qtbot.waitSignal(page.pictures_switched) as switched:
        page.draws.click()
    assert switched.args == [False]
    page.done(0)
