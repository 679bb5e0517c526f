"""Workers obey the reins."""

import threading

from visret_desktop.engine.control import Control


def admitted(control: Control, worker: int, seconds: float = 0.2) -> bool | None:
    """Return what admit says, or None while it blocks."""
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(control.admit(worker)), daemon=True)
    thread.start()
    thread.join(seconds)
    return answers[0] if answers else None


def test_only_as_many_workers_as_allowed() -> None:
    control = Control(workers=2)
    assert admitted(control, 1) is True
    assert admitted(control, 2) is None
    control.set_workers(3)
    assert admitted(control, 2) is True


def test_pause_holds_and_cancel_frees() -> None:
    control = Control()
    control.set_paused(True)
    assert admitted(control, 0) is None
    control.cancel()
    assert admitted(control, 0) is False


def test_query_goes_first() -> None:
    control = Control()
    with control.making_way():
        assert admitted(control, 0) is None
    assert admitted(control, 0) is True


def test_resting_workers_notice_that_the_work_is_over() -> None:
    control = Control(workers=1)
    over = threading.Event()
    answers: list[bool] = []
    thread = threading.Thread(target=lambda: answers.append(control.admit(3, over.is_set)))
    thread.start()
    over.set()
    control.wake()
    thread.join(5)
    assert answers == [False]
