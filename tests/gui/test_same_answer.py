"""Window and command line give the same answer: the same photos in the same order, and verdict."""

import json
from collections.abc import Iterator

import pytest

from tests.gui.driver import WindowDriver
from tests.gui.sketch_desk import SketchDesk
from visret_desktop.cli.main import main
from visret_desktop.gui.search.search_controller import SearchController

_TOP = 8


@pytest.fixture
def desk(drawing_window: WindowDriver) -> Iterator[SketchDesk]:
    made = SketchDesk(drawing_window)
    yield made
    made.leave()


@pytest.mark.parametrize(
    ("query", "strategy", "nothing_matches"),
    [
        ("a rosy ibis standing", "original", False),
        ("a moss owl asleep", "original", True),  # none of them is there
        ("What do the feet of a tarn heron look like?", "rephrase", False),
        ("What do the feet of a tarn heron look like?", "hybrid", False),
        ("a steam locomotive", "visret", True),
        ("Which has the longer beak, a tarn heron or a clay toad?", "visret-single", None),
        ("a glass tetra swimming", "hybrid", True),
    ],
)
def test_the_same_photos_in_the_same_order_and_the_same_verdict(
    desk: SketchDesk,
    capsys: pytest.CaptureFixture[str],
    query: str,
    strategy: str,
    nothing_matches: bool | None,
) -> None:
    window = desk.driver
    window.child(SearchController).choose_strategy(strategy)
    window.ask(query)
    capsys.readouterr()
    assert main(["search", query, "--strategy", strategy, "--top", str(_TOP), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    entries = sorted(window.entries(), key=lambda e: e.rank or 0)  # columns take turns
    shown = [(e.path, e.rank, e.band, e.score, e.column) for e in entries[:_TOP]]
    assert shown == [
        (hit["path"], hit["rank"], hit["band"], hit["score"], hit["column"])
        for hit in answer["hits"]
    ]
    says_no_match = window.grid.no_match.isVisible()
    assert says_no_match == answer["nothing_matches"]
    assert nothing_matches in (None, says_no_match)
