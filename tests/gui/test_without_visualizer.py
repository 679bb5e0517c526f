"""A window whose visualizer is not installed is whole without it."""

from collections.abc import Callable, Iterator

import pytest

from tests.gui.driver import WindowDriver
from tests.gui.sketch_desk import SketchDesk
from visret_desktop.engine.messages import SketchProgress
from visret_desktop.settings import Settings


@pytest.fixture(scope="module")
def window(open_on_library: Callable[[Settings], WindowDriver]) -> WindowDriver:
    return open_on_library(Settings(visualizer="not-there"))


@pytest.fixture
def desk(window: WindowDriver) -> Iterator[SketchDesk]:
    made = SketchDesk(window)
    yield made
    made.leave()


def test_one_quiet_line_and_results_by_words(desk: SketchDesk) -> None:
    said_before = desk.driver.banner.text()
    desk.ask("What colour are the feet of the tarn heron?")
    assert desk.lists() == {"text", "instruction"}
    assert desk.of(SketchProgress) == []
    assert "not-there" in desk.strip.groups[0].line.note.text()
    assert desk.strip.groups[0].line.note.isVisible()
    assert desk.driver.banner.text() == said_before
    assert desk.states() == {}
    desk.ask("A steam locomotive")
    assert "not-there" in desk.strip.groups[0].line.note.text()
    assert desk.driver.view.isVisible()  # words of which nothing is known are never so sure
