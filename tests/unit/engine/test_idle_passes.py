"""Words in pictures are read once all photos can be found, and make way for all else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.unit.engine.conftest import Desk
from tests.unit.models.inscriptions.lettering import write_lettered
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.idle_passes import OcrPass, look_when_idle
from visret_desktop.engine.messages import Finished, LibraryChanged, LookWhenIdle
from visret_desktop.errors import Cancelled
from visret_desktop.library.catalog.photo_filter import Filter


@pytest.fixture
def signs(tmp_path: Path) -> Path:
    root = tmp_path / "signs"
    write_lettered(root / "entrance.jpg", "ENTRANCE")
    write_lettered(root / "exit.jpg", "Way out")
    write_lettered(root / "nothing.jpg")
    (root / "copy.jpg").write_bytes((root / "exit.jpg").read_bytes())
    return root


def looked_at(desk: Desk) -> int:
    *_, ending = look_when_idle(desk.library, LookWhenIdle())
    assert isinstance(ending, Finished)
    number = ending.summary["looked_at"]
    assert isinstance(number, int)
    return number


def with_text(desk: Desk, text: str) -> list[str]:
    return desk.library.reader.contents(Filter.of(text=[text]))


def test_words_are_read_once_and_found(desk: Desk, signs: Path) -> None:
    desk.index(signs)
    found = desk.library.reader.inscriptions
    assert found.count() == 0, "indexing does not wait for it"
    events = list(look_when_idle(desk.library, LookWhenIdle(7)))
    assert [type(event) for event in events[-2:]] == [LibraryChanged, Finished]
    assert {event.job for event in events} == {7}
    assert events[-1].summary == {"looked_at": 3}, "copies are looked at once"
    (content,) = with_text(desk, "entrance")
    assert [line.text for line in found.lines(content)] == ["ENTRANCE"]
    assert len(with_text(desk, "way out")) == 1
    assert looked_at(desk) == 0
    assert desk.index(signs)["unchanged"] == 4, "nothing lacks it"


def test_it_can_be_switched_off(open_desk: Callable[..., Desk], signs: Path) -> None:
    desk = open_desk(read_words=False)
    desk.index(signs)
    assert looked_at(desk) == 0
    assert looked_at(open_desk()) == 3


def test_what_changed_or_cannot_be_read_is_left_for_indexing(desk: Desk, signs: Path) -> None:
    desk.index(signs)
    write_lettered(signs / "entrance.jpg", "Closed")
    (signs / "nothing.jpg").unlink()
    assert looked_at(desk) == 1
    assert with_text(desk, "entrance") == []
    desk.index(signs)
    assert looked_at(desk) == 1
    assert len(with_text(desk, "closed")) == 1


def test_photos_that_are_offline_wait(desk: Desk, signs: Path, tmp_path: Path) -> None:
    desk.index(signs)
    signs.rename(tmp_path / "unplugged")
    desk.index()
    assert looked_at(desk) == 0
    (tmp_path / "unplugged").rename(signs)
    desk.index()
    assert looked_at(desk) == 3


def test_cancelled_it_keeps_what_was_read(desk: Desk, signs: Path) -> None:
    class Ending(Control):
        asked = 0

        def admit(self, worker: int, is_over: Callable[[], bool] = lambda: False) -> bool:
            self.asked += 1
            if self.asked == 3:
                self.cancel()
            return super().admit(worker, is_over)

    desk.index(signs)
    with pytest.raises(Cancelled):
        list(look_when_idle(desk.library, LookWhenIdle(), Ending()))
    assert looked_at(desk) == 1, "two were kept"


def test_a_photo_of_usual_shape_is_decoded_no_larger_than_it_is_read() -> None:
    view = OcrPass().rendition
    usual = Image.new("L", (6000, 4000))
    usual.thumbnail((view.side, view.side))
    assert usual.height - view.least in (0, 1)
