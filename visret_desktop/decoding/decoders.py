"""Decoders on demand: started for the first photo, kept for a while, replaced when they die.

If a decoder dies, its photo is tried once more in a new one, as something else may have ended it.
If that dies too, the photo is at fault. A photo that takes too long is not tried again.
"""

import atexit
import logging
import threading

from visret_desktop.decoding.messages import DecodedPhoto, Order
from visret_desktop.decoding.process import Decide, DecoderDied, DecoderProcess
from visret_desktop.errors import DecoderMissing, PhotoUnreadable
from visret_desktop.processes.resting_children import RestingChildren
from visret_desktop.sentences import sentence

_MOST_STARTS = 5
_log = logging.getLogger(__name__)


class Decoders:
    """As many decoders as there are callers at once. Thread-safe."""

    def __init__(self, niceness: int = 0) -> None:
        self._niceness = niceness
        self._resting: RestingChildren[DecoderProcess] = RestingChildren()
        self._busy: set[DecoderProcess] = set()
        self._lock = threading.Lock()
        self._closings = 0

    def decode(self, order: Order, decide: Decide | None = None) -> DecodedPhoto:
        """Decode one photo; `decide` says how to go on once the file was read, twice at worst.

        Without it all views are made.

        Raises:
            PhotoUnreadable: with a code and a sentence, whatever the photo did to a decoder.
            DecoderMissing: none can be started: the installation is at fault.
        """
        decide = decide or (lambda _: range(len(order.views)))
        closings = self._closings
        try:
            return self._decode(order, decide)
        except DecoderDied as death:
            _log.warning("a decoder died (%s): %s", death, order.path)
        try:
            if closings == self._closings:
                return self._decode(order, decide, is_second=True)
            reason = sentence("The program ended while it read this photo.")
            raise PhotoUnreadable("cancelled", reason)
        except DecoderDied as death:
            _log.warning("a second decoder died (%s): %s", death, order.path)
            reason = sentence(
                "This photo crashes the decoder ({death}); it is left out.", death=death
            )
            raise PhotoUnreadable("crashed", reason) from death

    def close(self) -> None:
        """End all, also those in the middle of a photo. More can be started."""
        with self._lock:
            self._closings += 1
            ending = [*self._resting.take_all(), *self._busy]
            self._busy.clear()
        for decoder in ending:
            decoder.end()

    def _decode(self, order: Order, decide: Decide, is_second: bool = False) -> DecodedPhoto:
        decoder = self._new() if is_second else self._take()
        try:
            return decoder.decode(order, decide)
        finally:
            self._give_back(decoder)

    def _take(self) -> DecoderProcess:
        with self._lock:
            decoder = self._resting.take()
            if decoder is not None:
                self._busy.add(decoder)
                return decoder
        return self._new()

    def _new(self) -> DecoderProcess:
        """Start one, up to five times: before its first photo, no photo can have ended it."""
        reason, closings = "", self._closings
        for _ in range(_MOST_STARTS):
            try:
                decoder = DecoderProcess(self._niceness)
            except DecoderDied as death:
                reason = str(death)
                continue
            with self._lock:
                if closings == self._closings:
                    self._busy.add(decoder)
                    return decoder
            decoder.end()
            raise DecoderDied("closed while it started")
        raise DecoderMissing(reason=reason)

    def _give_back(self, decoder: DecoderProcess) -> None:
        with self._lock:
            is_ours = decoder in self._busy
            self._busy.discard(decoder)
            if decoder.is_free and is_ours:
                self._resting.rest(decoder)
                return
        decoder.end()


FOR_PEOPLE = Decoders()  # somebody waits for the photo
FOR_INDEXING = Decoders(niceness=10)  # lets everything else go first
atexit.register(FOR_PEOPLE.close)
atexit.register(FOR_INDEXING.close)
