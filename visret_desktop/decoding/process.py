"""One decoder process, from the outside: orders in, photos out, within time and memory.

Whoever calls may be blocked no longer than the order allows, whatever becomes of the process: even
one that the system cannot end, because a drive does not answer it, is left behind. So its pipe is
read by a thread of its own, which waits with it.
"""

import json
import logging
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from io import RawIOBase
from typing import NoReturn, TypeVar, cast

from visret_desktop import own_python
from visret_desktop.decoding import messages
from visret_desktop.decoding.limits import BASE_BYTES
from visret_desktop.decoding.messages import (
    Answer,
    Bytes,
    DecodedPhoto,
    Need,
    Order,
    Picture,
    ReadFile,
    View,
)
from visret_desktop.decoding.room import FOR_DECODING, FOR_READING
from visret_desktop.errors import DecoderMissing, PhotoUnreadable

_START_SECONDS = 60.0  # of a machine that is very busy
_SLICE_SECONDS = 0.5
_END_SECONDS = 1.0
_BYTES_PER_PIXEL = 16  # the most that any way through `imaging` holds at once
# To the numbers of the order's views that are wanted; None: not even what the photo says.
Decide = Callable[[ReadFile], Sequence[int] | None]
Checked = TypeVar("Checked")
_log = logging.getLogger(__name__)
_left_behind: list["subprocess.Popen[bytes]"] = []  # ended, but not gone yet


class DecoderDied(Exception):
    """It ended, or had to be ended, in the middle of a photo; says how."""


class DecoderProcess:
    """A running decoder. For one caller at a time."""

    def __init__(self, niceness: int) -> None:
        """Start one.

        Raises:
            DecoderMissing: it does not start.
            DecoderDied: it ended before it was ready; another may not.
        """
        _forget_those_gone()
        self.is_free = False  # between two photos and in order
        self._is_urgent = not niceness  # somebody waits for it
        try:
            self._process = _start(niceness)
        except OSError as error:
            raise DecoderMissing(reason=error.strerror or str(error)) from error
        self._orders = cast(RawIOBase, self._process.stdin)
        self._answers = _Answers(cast(RawIOBase, self._process.stdout))
        self._seconds = self._patience = _START_SECONDS
        self._quick_patience = float("inf")
        self._doing = "Starting"
        self._most_memory = BASE_BYTES
        try:
            hello = self._receive(len(messages.READY))
        except PhotoUnreadable as error:
            self.end()
            raise DecoderMissing(reason=str(error)) from error
        if hello != messages.READY:
            self.end()
            raise DecoderMissing(reason="it is of another version")
        self.is_free = True

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def is_alive(self) -> bool:
        """Tell whether it runs."""
        return self._process.poll() is None

    def decode(self, order: Order, decide: Decide) -> DecodedPhoto:
        """Decode one photo; `decide` says how to go on once the file was read.

        Raises:
            PhotoUnreadable: with a code and a sentence.
            DecoderDied: a second try in another process may go better.
        """
        self.is_free = False
        self._seconds = self._patience = order.seconds
        self._quick_patience = float("inf")
        self._doing = "Reading"
        self._most_memory = memory_for(order.max_megapixels)
        self._send(messages.order_to_json(replace(order, memory=self._most_memory)))
        file = self._checked(messages.need_from_json)
        with FOR_READING.taken(file.step_bytes, is_urgent=self._is_urgent):
            self._send(messages.GO)
            decoded = self._decode(order, decide)
        self.is_free = True
        return decoded

    def _decode(self, order: Order, decide: Decide) -> DecodedPhoto:
        read = self._checked(messages.read_from_json)
        wanted = decide(read)
        self._send(messages.wanted_to_json(wanted))
        if wanted is None:
            return DecodedPhoto(read)
        views, most = [order.views[number] for number in wanted], order.max_megapixels
        self._doing = "Decoding"
        self._quick_patience = order.quick_seconds or float("inf")
        said = self._need_or_answer(views, most)
        if isinstance(said, Answer):
            return self._rest(read, said)
        with FOR_DECODING.taken(said.step_bytes, is_urgent=self._is_urgent):
            self._send(messages.GO)
            said = self._need_or_answer(views, most)
            if isinstance(said, Answer):
                return self._rest(read, said)
        # It took more than it thought: once more, with all the room to itself.
        with FOR_DECODING.taken(self._most_memory, is_urgent=self._is_urgent):
            self._send(messages.GO)
            answer = self._checked(lambda message: messages.answer_from_json(message, views, most))
            return self._rest(read, answer)

    def end(self) -> None:
        """End it, whatever it is doing. Returns soon even where the system cannot."""
        self.is_free = False
        self._process.kill()
        self._answers.close()
        self._orders.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            _log.warning("decoder %d does not end yet; leaving it behind", self.pid)
            _left_behind.append(self._process)

    # ---- talking ----------------------------------------------------------------------------

    def _need_or_answer(self, views: Sequence[View], most: int) -> Need | Answer:
        return self._checked(
            lambda message: messages.need_or_answer_from_json(message, views, most)
        )

    def _rest(self, read: ReadFile, answer: Answer) -> DecodedPhoto:
        pictures = tuple(
            Picture(width, height, self._pixels(3 * width * height))
            for width, height in answer.sizes
        )
        return DecodedPhoto(read, answer.metadata, answer.warning, pictures)

    def _send(self, message: bytes) -> None:
        try:
            messages.send(self._orders, message)
        except OSError as error:  # nobody reads any more
            raise self._death() from error

    def _checked(self, check: Callable[[Bytes], Checked]) -> Checked:
        message = self._receive(messages.MOST_JSON_BYTES)
        try:
            return check(message)
        except ValueError as error:
            _log.warning("decoder %d: %s", self.pid, error)
            raise DecoderDied("it gave an answer that makes no sense") from error
        except PhotoUnreadable:
            self.is_free = True
            self._log_detail(message)
            raise

    def _log_detail(self, message: Bytes) -> None:
        detail = json.loads(message).get("detail")
        if detail:
            _log.warning("decoder %d did not expect: %.500s", self.pid, str(detail))

    def _pixels(self, count: int) -> Bytes:
        pixels = self._receive(count)
        if len(pixels) != count:
            raise DecoderDied("it gave a picture of another size than it said")
        return pixels

    def _receive(self, most: int) -> Bytes:
        """Return the next message; what is waited for it is taken from the patience with it.

        The time is counted in slices: a program that was stopped for a while, with its machine or
        by a person, does not take that for a slow photo.
        """
        self._answers.ask(most)
        while True:
            try:
                message = self._answers.get(_SLICE_SECONDS)
            except queue.Empty:
                self._patience -= _SLICE_SECONDS
                self._quick_patience -= _SLICE_SECONDS
                self._check_limits()
                continue
            if message is None:
                raise self._death()
            return message

    # ---- faults -----------------------------------------------------------------------------

    def _check_limits(self) -> None:
        if self._patience <= 0:
            self._give_up("timed-out", f"{self._doing} took longer than {self._seconds:g} seconds.")
        if self._quick_patience <= 0:
            self._give_up("slow", "This photo takes long to decode.")
        if _resident_bytes(self.pid) > self._most_memory:
            self._give_up("too-large", "The picture does not fit into memory.")

    def _give_up(self, code: str, reason: str) -> NoReturn:
        """End in the middle of a photo: its memory is free before anybody else takes the room."""
        self.end()
        raise PhotoUnreadable(code, reason)

    def _death(self) -> DecoderDied:
        self.end()
        code = self._process.returncode
        if code is None or code >= 0:
            return DecoderDied(f"it ended with code {code}")
        try:
            return DecoderDied(signal.Signals(-code).name)
        except ValueError:
            return DecoderDied(f"signal {-code}")


class _Answers:
    """Reads a pipe on a thread, one message each time it is asked to; closes it at the end."""

    def __init__(self, pipe: RawIOBase) -> None:
        self._asked: queue.SimpleQueue[int] = queue.SimpleQueue()
        self._got: queue.SimpleQueue[Bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._run, args=(pipe,), name="decoder", daemon=True).start()

    def ask(self, most: int) -> None:
        """Read one message of at most that many bytes; `get` returns it."""
        self._asked.put(most)

    def get(self, seconds: float) -> Bytes | None:
        """Return what was asked for; None: there is nothing more, or nothing that makes sense.

        Raises:
            queue.Empty: not within that time.
        """
        return self._got.get(timeout=seconds)

    def close(self) -> None:
        """Have the thread end, as soon as nothing more comes."""
        self._asked.put(-1)

    def _run(self, pipe: RawIOBase) -> None:
        with pipe:
            while (most := self._asked.get()) >= 0:
                try:
                    self._got.put(messages.receive(pipe, most))
                except (OSError, ValueError, MemoryError) as error:
                    _log.warning("decoder: %s", error)
                    self._got.put(None)


def _start(niceness: int) -> "subprocess.Popen[bytes]":
    command = own_python.program("decode", str(niceness))
    pipe = subprocess.PIPE
    if sys.platform == "win32":
        priority = subprocess.BELOW_NORMAL_PRIORITY_CLASS if niceness else 0
        flags = subprocess.CREATE_NO_WINDOW | priority
        return subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, creationflags=flags)
    # A process group of its own: Ctrl-C is for the program, which ends its decoders by itself.
    return subprocess.Popen(command, bufsize=0, stdin=pipe, stdout=pipe, process_group=0)


def memory_for(max_megapixels: int) -> int:
    """Return the bytes that a decoder may take: never more than half of the machine's."""
    wanted = BASE_BYTES + _BYTES_PER_PIXEL * max_megapixels * 1_000_000
    return min(wanted, max(BASE_BYTES, _machine_bytes() // 2))


@cache
def _machine_bytes() -> int:
    import psutil

    return int(psutil.virtual_memory().total)


def _resident_bytes(pid: int) -> int:
    import psutil

    try:
        return int(psutil.Process(pid).memory_info().rss)
    except psutil.Error:  # it just ended
        return 0


def _forget_those_gone() -> None:
    _left_behind[:] = [process for process in _left_behind if process.poll() is None]
