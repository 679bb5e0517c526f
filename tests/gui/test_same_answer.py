"""Window and command line give the same answer: the same photos in the same order, and verdict."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from tests.gui.sketch_desk import SketchDesk
from visret_desktop.gui.window.main_window import MainWindow

_TOP = 8


@pytest.fixture
def desk(drawing_window: MainWindow, qtbot: QtBot) -> Iterator[SketchDesk]:
    made = SketchDesk(drawing_window, qtbot)
    yield made
    made.close()


def asked_by_command(query: str, strategy: str) -> dict[str, Any]:
    """Return what the command line answers; sketches that the window had drawn are kept."""
    options = ("--strategy", strategy, "--top", str(_TOP), "--json")
    command = [sys.executable, "-m", "visret_desktop", "search", query, *options]
    done = subprocess.run(command, check=True, capture_output=True, env=os.environ)
    body: dict[str, Any] = json.loads(done.stdout)
    return body


@pytest.mark.parametrize(
    ("query", "strategy", "nothing_matches"),
    [
        ("a moss owl asleep", "original", False),
        ("What do the feet of a tarn heron look like?", "rephrase", False),
        ("What do the feet of a tarn heron look like?", "hybrid", False),
        ("a steam locomotive", "visret", False),
        ("Which has the longer beak, a tarn heron or a clay toad?", "visret-single", None),
        ("a glass tetra swimming", "hybrid", True),
    ],
)
def test_the_same_photos_in_the_same_order_and_the_same_verdict(
    desk: SketchDesk, query: str, strategy: str, nothing_matches: bool | None
) -> None:
    desk.window._search.choose_strategy(strategy)
    desk.ask(query)
    answer = asked_by_command(query, strategy)
    shown = [(e.path, e.rank, e.band, e.score, e.column) for e in desk.entries()[:_TOP]]
    assert shown == [
        (hit["path"], hit["rank"], hit["band"], hit["score"], hit["column"])
        for hit in answer["hits"]
    ]
    grid = desk.window._grid
    says_no_match = grid._below.currentWidget() is grid.no_match
    assert says_no_match == answer["nothing_matches"]
    assert nothing_matches in (None, says_no_match)
    if query == "a steam locomotive":  # one that stands out comes before those of better ranks
        assert shown[0][1] > _TOP
