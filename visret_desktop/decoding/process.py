"""One decoder process, from the outside: orders in, photos out, within time and memory."""

import json
import logging
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import NoReturn, TypeVar

from visret_desktop.decoding import messages
from visret_desktop.decoding.memory_limits import BASE_BYTES, FOR_DECODING, FOR_READING
from visret_desktop.decoding.messages import (
    Bytes,
    DecodedPhoto,
    DecodeReply,
    Need,
    Order,
    Picture,
    ReadFile,
    Rendition,
)
from visret_desktop.errors import DecoderMissing, PhotoUnreadable
from visret_desktop.processes import own_python
from visret_desktop.processes.child_process import Child
from visret_desktop.processes.interruptible import LOOK_SECONDS
from visret_desktop.sentences import sentence

_START_SECONDS = 60.0  # of a machine that is very busy
_BYTES_PER_PIXEL = 16  # the most that decoding holds at once
# To the numbers of the order's views that are wanted; None: not even what the photo says.
Decide = Callable[[ReadFile], Sequence[int] | None]
Checked = TypeVar("Checked")
_log = logging.getLogger(__name__)


class DecoderDied(Exception):
    """It ended, or had to be ended, in the middle of a photo; the message says how."""


class DecoderProcess:
    """A running decoder. For one caller at a time."""

    def __init__(self, niceness: int) -> None:
        """Start one.

        Raises:
            DecoderMissing: it does not start.
            DecoderDied: it ended before it was ready; another may start.
        """
        self.is_free = False  # between two photos and in order
        self._is_urgent = not niceness  # somebody waits for it
        command = own_python.program("decode", str(niceness))
        try:
            self._child = Child(command, is_low=niceness > 0)
        except OSError as error:
            raise DecoderMissing(reason=error.strerror or str(error)) from error
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
            raise DecoderMissing(reason=sentence("it is of another version"))
        self.is_free = True

    def is_alive(self) -> bool:
        """Return whether it runs."""
        return self._child.is_alive()

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
        need = self._checked(messages.need_or_read_from_json)
        if isinstance(need, ReadFile):
            decoded = self._decode(order, need, decide)
        else:
            with FOR_READING.taken(need.step_bytes, is_urgent=self._is_urgent):
                self._send(messages.GO)
                read = self._checked(messages.read_from_json)
                decoded = self._decode(order, read, decide)
        self.is_free = True
        return decoded

    def _decode(self, order: Order, read: ReadFile, decide: Decide) -> DecodedPhoto:
        wanted = decide(read)
        self._doing = "Decoding"
        self._quick_patience = order.quick_seconds or float("inf")
        if not order.goes_on or read.is_drawn:
            self._send(messages.wanted_to_json(wanted))
            if wanted is None:
                return DecodedPhoto(read)
            return self._made(order, read, [order.views[number] for number in wanted])
        try:
            made = self._made(order, read, order.views)
        except PhotoUnreadable:
            if wanted is None and self.is_free:  # nobody asked
                return DecodedPhoto(read)
            raise
        if wanted is None:
            return DecodedPhoto(read)
        return replace(made, pictures=tuple(made.pictures[number] for number in wanted))

    def _made(self, order: Order, read: ReadFile, renditions: Sequence[Rendition]) -> DecodedPhoto:
        most = order.max_megapixels
        answer = self._need_or_answer(renditions, most)
        if isinstance(answer, DecodeReply):
            return self._rest(read, answer)
        with FOR_DECODING.taken(answer.step_bytes, is_urgent=self._is_urgent):
            self._send(messages.GO)
            answer = self._need_or_answer(renditions, most)
            if isinstance(answer, DecodeReply):
                return self._rest(read, answer)
        # It took more than expected: once more, with all the room to itself.
        with FOR_DECODING.taken(self._most_memory, is_urgent=self._is_urgent):
            self._send(messages.GO)
            reply = self._checked(
                lambda message: messages.answer_from_json(message, renditions, most)
            )
            return self._rest(read, reply)

    def end(self) -> None:
        """End it, whatever it is doing. Returns soon even where the system cannot."""
        self.is_free = False
        if self._child.end() is None:
            _log.warning("decoder %d does not end yet; leaving it behind", self._child.pid)

    # ---- talking ----------------------------------------------------------------------------

    def _need_or_answer(self, renditions: Sequence[Rendition], most: int) -> Need | DecodeReply:
        return self._checked(
            lambda message: messages.need_or_answer_from_json(message, renditions, most)
        )

    def _rest(self, read: ReadFile, reply: DecodeReply) -> DecodedPhoto:
        pictures = tuple(
            Picture(width, height, self._pixels(3 * width * height))
            for width, height in reply.sizes
        )
        return DecodedPhoto(read, reply.metadata, reply.warning, pictures)

    def _send(self, message: bytes) -> None:
        try:
            self._child.send(messages.framed(message))
        except OSError as error:  # nobody reads any more
            raise self._death() from error

    def _checked(self, check: Callable[[Bytes], Checked]) -> Checked:
        message = self._receive(messages.MOST_JSON_BYTES)
        try:
            return check(message)
        except ValueError as error:
            _log.warning("decoder %d: %s", self._child.pid, error)
            raise DecoderDied("it gave an answer that makes no sense") from error
        except PhotoUnreadable:
            self.is_free = True
            self._log_detail(message)
            raise

    def _log_detail(self, message: Bytes) -> None:
        detail = json.loads(message).get("detail")
        if detail:
            _log.warning("decoder %d did not expect: %.500s", self._child.pid, str(detail))

    def _pixels(self, count: int) -> Bytes:
        pixels = self._receive(count)
        if len(pixels) != count:
            raise DecoderDied("it gave a picture of another size than it said")
        return pixels

    def _receive(self, most: int) -> Bytes:
        """Return the next message; the time that takes counts against the photo's."""
        try:
            message = self._child.receive(
                lambda pipe: messages.receive(pipe, most), self._check_limits
            )
        except (OSError, ValueError, MemoryError, EOFError) as error:
            _log.warning("decoder %d: %s", self._child.pid, error)
            message = None
        if message is None:
            raise self._death()
        return message

    # ---- faults -----------------------------------------------------------------------------

    def _check_limits(self) -> None:
        # Looks are counted, not the clock, as `aside.until` does.
        self._patience -= LOOK_SECONDS
        self._quick_patience -= LOOK_SECONDS
        if self._patience <= 0:
            self._give_up(
                "timed-out",
                sentence(
                    "{doing} took longer than {seconds:g} seconds.",
                    doing=self._doing,
                    seconds=self._seconds,
                ),
            )
        if self._quick_patience <= 0:
            self._give_up("slow", sentence("This photo takes long to decode."))
        if self._child.resident_bytes() > self._most_memory:
            self._give_up("too-large", sentence("The picture does not fit into memory."))

    def _give_up(self, code: str, reason: str) -> NoReturn:
        """End it in the middle of a photo, before another photo takes the room."""
        self.end()
        raise PhotoUnreadable(code, reason)

    def _death(self) -> DecoderDied:
        code = self._child.end()
        self.is_free = False
        if code is None or code >= 0:
            return DecoderDied(f"it ended with code {code}")
        try:
            return DecoderDied(signal.Signals(-code).name)
        except ValueError:
            return DecoderDied(f"signal {-code}")


def memory_for(max_megapixels: int) -> int:
    """Return the bytes that a decoder may take: never more than half of the machine's."""
    wanted = BASE_BYTES + _BYTES_PER_PIXEL * max_megapixels * 1_000_000
    return min(wanted, max(BASE_BYTES, _machine_bytes() // 2))


@cache
def _machine_bytes() -> int:
    import psutil

    return int(psutil.virtual_memory().total)
