"""Work on threads: results come back to the window's thread, stale ones do not."""

import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from visret_desktop.gui.widgets.background import Background


@pytest.fixture
def background(qapp: object) -> Iterator[Background]:
    made = Background(threads=1)
    yield made
    made.close()


def test_results_and_errors_reach_the_slot_on_the_windows_thread(
    qtbot: QtBot, background: Background
) -> None:
    got: list[tuple[object, int]] = []

    def slot(result: object) -> None:
        got.append((result, threading.get_ident()))

    background.run("ident", threading.get_ident, slot)
    background.run("error", lambda: 1 // 0, slot)
    qtbot.waitUntil(lambda: len(got) == 2)
    assert got[0][0] != threading.get_ident()
    assert isinstance(got[1][0], ZeroDivisionError)
    assert {thread for _, thread in got} == {threading.get_ident()}


def test_only_the_newest_call_under_a_key_is_worked_and_delivered(
    qtbot: QtBot, background: Background
) -> None:
    gate = threading.Event()
    worked: list[int] = []
    got: list[object] = []
    background.run("other", gate.wait, lambda _: None)
    for number in range(20):
        background.run("photo", lambda n=number: worked.append(n) or n, got.append)
    gate.set()
    qtbot.waitUntil(lambda: bool(got))
    assert (worked, got) == ([19], [19])


def test_a_slot_may_ask_again(qtbot: QtBot, background: Background) -> None:
    got: list[object] = []

    def slot(result: object) -> None:
        got.append(result)
        if len(got) < 3:
            background.run("key", lambda: len(got), slot)

    background.run("key", lambda: 0, slot)
    qtbot.waitUntil(lambda: got == [0, 1, 2])


def test_nothing_is_delivered_after_closing(qtbot: QtBot, background: Background) -> None:
    gate, got = threading.Event(), []
    background.run("key", gate.wait, got.append)
    threading.Timer(0.05, gate.set).start()
    background.close()
    background.run("key", lambda: 1, got.append)
    qtbot.wait(50)
    assert got == []
