"""The decoder: a process that reads, hashes and decodes photos for another one.

Orders come in on stdin, answers go out on stdout (`messages.py`). It ends when stdin does. A file
that harms it costs that file alone: the other side ends a decoder that takes too long, and replaces
one that died. It loads what decoding needs and nothing else: no models, no SQLite, no Qt.
"""

import os
import queue
import traceback
from collections.abc import Callable, Sequence
from io import FileIO, RawIOBase
from pathlib import Path

import xxhash
from PIL import Image

from visret_desktop.decoding import memory_limits, messages
from visret_desktop.decoding.messages import Bytes, DecodeReply, Need, Order, ReadFile, Rendition
from visret_desktop.decoding.views import make_view
from visret_desktop.errors import PhotoUnreadable
from visret_desktop.library.photos import imaging, metadata
from visret_desktop.library.photos.sketch_tag import is_drawn
from visret_desktop.library.records import Fingerprint
from visret_desktop.processes.child_process import listen, private_stdout
from visret_desktop.sentences import sentence

_MOST_FILE_BYTES = 2 * 1024**3
_MOST_SIDECAR_BYTES = 8 * 1024**2
_STRIP_BYTES = 4 * 1024**2


def main(arguments: Sequence[str]) -> int:
    """Decode until stdin ends; the one argument is the niceness."""
    memory_limits.lower_priority(int(arguments[0]))
    private = private_stdout()
    answers = FileIO(private, "w")
    heard: queue.SimpleQueue[Bytes] = listen(
        lambda stdin: messages.receive(stdin, messages.MOST_JSON_BYTES)
    )
    messages.send(answers, messages.READY)
    _silence_libraries()
    decoder = _Decoder(answers, heard)
    while True:
        decoder.serve(messages.order_from_json(heard.get()))


def _silence_libraries() -> None:
    """Drop what native libraries print about damaged files: nobody could tell of which photo."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)


class _Decoder:
    """Answers one order after the other."""

    def __init__(self, answers: RawIOBase, heard: "queue.SimpleQueue[Bytes]") -> None:
        self._answers = answers
        self._heard = heard

    def serve(self, order: Order) -> None:
        memory_limits.limit_memory(order.memory)
        memory_limits.limit_time(order.seconds)
        try:
            self._decode(order)
        except PhotoUnreadable as error:
            self._refuse(error, "")
        except MemoryError:
            reason = sentence("The picture does not fit into memory.")
            self._refuse(PhotoUnreadable("too-large", reason), "")
        except Exception as error:  # noqa: BLE001 - hostile bytes lead anywhere
            reason = sentence("The picture is damaged and cannot be read.")
            self._refuse(PhotoUnreadable("unreadable", reason), _where(error))
        memory_limits.limit_time(0)

    def _refuse(self, error: PhotoUnreadable, detail: str) -> None:
        messages.send(self._answers, messages.refusal_to_json(error, detail))

    def _ask(self, order: Order, step_bytes: int) -> None:
        """Wait until there is memory for the next step; waiting takes none of the photo's time."""
        if step_bytes <= messages.FREE_BYTES:
            return
        memory_limits.limit_time(0)
        messages.send(self._answers, messages.need_to_json(Need(step_bytes)))
        if self._heard.get() != messages.GO:
            raise ValueError("the answer to a question was not GO")
        memory_limits.limit_time(order.seconds)

    def _decode(self, order: Order) -> None:
        data, fingerprint = read_whole(Path(order.path), lambda size: self._ask(order, size))
        sidecar = _sidecar(order.sidecar)
        content_hash = xxhash.xxh3_128_hexdigest(data)
        read = ReadFile(content_hash, fingerprint, sidecar is not None, is_drawn(data))
        messages.send(self._answers, messages.read_to_json(read))
        wanted: Sequence[int] | None = range(len(order.views))
        if read.is_drawn or not order.goes_on:
            wanted = messages.wanted_from_json(self._heard.get())
        if wanted is not None:
            self._answer(order, data, sidecar, [order.views[number] for number in wanted])

    def _answer(
        self, order: Order, data: bytes, sidecar: bytes | None, renditions: Sequence[Rendition]
    ) -> None:
        limited = order.memory

        def make_room(step_bytes: int) -> None:
            nonlocal limited
            self._ask(order, step_bytes)
            limited = min(order.memory, memory_limits.BASE_BYTES + len(data) + step_bytes)
            memory_limits.limit_memory(limited)

        try:
            reply, images = _made(order, data, sidecar, renditions, make_room)
        except MemoryError:
            if limited == order.memory:
                raise
            self._ask(order, order.memory)  # it takes more than expected
            memory_limits.limit_memory(order.memory)
            reply, images = _made(order, data, sidecar, renditions, imaging.take_room)
        messages.send(self._answers, messages.answer_to_json(reply))
        for image in images:
            self._send_pixels(image)

    def _send_pixels(self, image: Image.Image) -> None:
        """Send a picture in strips: large ones need not be in memory twice."""
        width, height = image.size
        rows = max(1, _STRIP_BYTES // (3 * width))
        strips = (
            image.crop((0, top, width, min(top + rows, height))).tobytes()
            for top in range(0, height, rows)
        )
        messages.send_in_parts(self._answers, 3 * width * height, strips)


def _made(
    order: Order,
    data: bytes,
    sidecar: bytes | None,
    renditions: Sequence[Rendition],
    make_room: Callable[[int], None],
) -> tuple[DecodeReply, list[Image.Image]]:
    """Decode a photo; return the answer and the pictures that follow it."""
    name = Path(order.path).name
    least = [rendition.least for rendition in renditions]
    decoded = imaging.decode(
        data,
        name,
        minimum_side=0 if 0 in least else max(least, default=1),
        max_megapixels=order.max_megapixels,
        make_room=make_room,
    )
    described, warning = metadata.read_metadata(decoded, data, name, sidecar)
    images = [make_view(rendition, decoded.image) for rendition in renditions]
    sizes = tuple(image.size for image in images)
    return DecodeReply(described, decoded.warning or warning, sizes), images


def read_whole(path: Path, make_room: Callable[[int], None]) -> tuple[bytes, Fingerprint]:
    """Return a file's bytes and the fingerprint it had when it was opened.

    `make_room` is called with its size before it is read.

    Raises:
        PhotoUnreadable: it is not there, may not be read, or is absurdly large.
    """
    try:
        with path.open("rb") as file:
            status = os.fstat(file.fileno())
            if status.st_size > _MOST_FILE_BYTES:
                raise PhotoUnreadable("too-large", sentence("The file is larger than 2 GB."))
            make_room(status.st_size)
            # No more than the size it had: a file may grow while it is read, or never end.
            return file.read(status.st_size), Fingerprint.of(status)
    except PermissionError as error:
        raise PhotoUnreadable("no-permission", sentence("You may not read this file.")) from error
    except FileNotFoundError as error:
        raise PhotoUnreadable("vanished", sentence("The file is not there any more.")) from error
    except OSError as error:
        reason = sentence(
            "The disk could not read this file ({strerror}).", strerror=error.strerror
        )
        raise PhotoUnreadable("disk-error", reason) from error


def _sidecar(path: str | None) -> bytes | None:
    if path is None:
        return None
    try:
        with Path(path).open("rb") as file:
            return file.read(_MOST_SIDECAR_BYTES)
    except OSError:
        return None


def _where(error: Exception) -> str:
    """Return an unexpected error and where it came from, for the log."""
    frames = traceback.extract_tb(error.__traceback__)[-3:]
    places = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(frames))
    return f"{error!r} at {places}"
