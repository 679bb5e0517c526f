"""A search does not wait for a model that it no longer wants."""

import threading

import pytest

from visret_desktop.engine.models.loaded_models import is_loading, load
from visret_desktop.errors import Cancelled, PackDamaged


def test_what_was_opened_is_returned_and_what_failed_is_raised() -> None:
    assert load(lambda: "model", lambda: False) == "model"

    def fail() -> str:
        raise PackDamaged(name="pack", reason="torn")

    with pytest.raises(PackDamaged, match="torn"):
        load(fail, lambda: False)
    with pytest.raises(TimeoutError):
        load(_late, lambda: False)


def _late() -> str:
    raise TimeoutError


def test_a_cancelled_search_leaves_loading_to_itself() -> None:
    goes_on, opened = threading.Event(), []

    def open_slowly() -> str:
        goes_on.wait(30)
        opened.append("model")
        return "model"

    answers = iter([False, True])
    with pytest.raises(Cancelled):
        load(open_slowly, lambda: next(answers))
    assert is_loading()
    assert opened == []
    goes_on.set()
    for thread in threading.enumerate():
        if thread.name == "loading":
            thread.join(30)
    assert opened == ["model"]
    assert not is_loading()
