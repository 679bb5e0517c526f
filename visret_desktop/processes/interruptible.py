"""Make a call on a thread of its own, and wait for it no longer than is wanted.

Asking a disk or a server, reading from a child process, loading a model: no system lets us break
off all of these, and some never return. So they happen aside. Whoever waits looks up ten times a
second and may give up; the thread is left behind then, and what the call returns goes nowhere.
"""

import math
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Generic, TypeVar

from visret_desktop.errors import Cancelled

LOOK_SECONDS = 0.1
Result = TypeVar("Result")
IsStopped = Callable[[], bool]
Look = Callable[[], None]  # called while nothing comes; what it raises ends the waiting


class TooSlow(Exception):
    """It was waited for long enough."""


class CallThread(Generic[Result]):
    """A thread that makes calls, one after the other. For one caller at a time."""

    def __init__(self, name: str, *, is_daemon: bool = True) -> None:
        """Start it. A thread that is no daemon makes its calls before the program ends."""
        self._calls: queue.SimpleQueue[Callable[[], Result] | None] = queue.SimpleQueue()
        self._outcomes: queue.SimpleQueue[tuple[Result] | BaseException] = queue.SimpleQueue()
        threading.Thread(target=self._run, name=name, daemon=is_daemon).start()

    def make(self, call: Callable[[], Result], look: Look) -> Result:
        """Return what `call` returns, and raise what it or `look` raises."""
        self.begin(call)
        return self.outcome(look)

    def begin(self, call: Callable[[], Result]) -> None:
        """Have the thread make a call; `outcome` has to be asked for before the next."""
        self._calls.put(call)

    def outcome(self, look: Look) -> Result:
        """Return what the call returns, and raise what it or `look` raises.

        After `look` has raised, nothing more can be asked for.
        """
        while True:
            try:
                outcome = self._outcomes.get(timeout=LOOK_SECONDS)
            except queue.Empty:
                look()
                continue
            if isinstance(outcome, BaseException):
                raise outcome
            return outcome[0]

    def end(self, last: Callable[[], object] = lambda: None) -> None:
        """Have the thread call `last` and end, as soon as the call in hand returns."""
        self._last = last
        self._calls.put(None)

    def _run(self) -> None:
        while (call := self._calls.get()) is not None:
            try:
                self._outcomes.put((call(),))
            except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
                self._outcomes.put(error)
            del call  # with all that it holds
        with suppress(Exception):  # nobody waits for it
            self._last()


def until(seconds: float, is_stopped: IsStopped) -> Look:
    """Return a look that raises Cancelled when `is_stopped`, and TooSlow after so many seconds.

    Looks are counted, not the clock: a program that was stopped for a while, with its machine or by
    a person, does not take that for slowness.
    """
    left = seconds

    def look() -> None:
        nonlocal left
        if is_stopped():
            raise Cancelled
        left -= LOOK_SECONDS
        if left <= 0:
            raise TooSlow(f"nothing came for {seconds:g} seconds")

    return look


def answer(
    call: Callable[[], Result],
    is_stopped: IsStopped,
    name: str = "aside",
    *,
    is_daemon: bool = True,
) -> Result:
    """Return what `call` returns, and raise what it raises.

    Raises:
        Cancelled: `is_stopped` returned True before.
    """
    thread: CallThread[Result] = CallThread(name, is_daemon=is_daemon)
    try:
        return thread.make(call, until(math.inf, is_stopped))
    finally:
        thread.end()


def pieces(
    read: Callable[[], Iterator[Result]], is_stopped: IsStopped, seconds: float
) -> Iterator[Result]:
    """Yield what the generator `read()` yields, and raise what it raises.

    Raises:
        Cancelled: `is_stopped` returned True while nothing came.
        TooSlow: nothing came for longer than `seconds`.
    """
    generator = read()
    thread: CallThread[tuple[Result] | None] = CallThread("reading")

    def piece() -> tuple[Result] | None:
        for value in generator:
            return (value,)
        return None

    try:
        while (got := thread.make(piece, until(seconds, is_stopped))) is not None:
            yield got[0]
    finally:
        thread.end(getattr(generator, "close", lambda: None))
