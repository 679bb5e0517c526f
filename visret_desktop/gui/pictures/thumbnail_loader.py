"""Loads thumbnails on threads; a request is dropped if its photo scrolls away before its turn.

The threads decode and scale with Pillow and do not touch Qt's objects, for the reason given in
`background`: Qt's image readers connect signals, too, while they probe for formats.

There are two caches, bounded in bytes, which drop the least recently used picture first. One has
copies scaled to their places in the grid, which paint about ten times as fast (some 250 of the
usual size, and always those on and around the screen). The other has thumbnails as they are stored.
"""

import io
import logging
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Signal
from PySide6.QtGui import QImage

from visret_desktop.gui.pictures.photo_decoding import to_qt
from visret_desktop.gui.widgets.background import Background
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.lru_cache import LruCache
from visret_desktop.roles import function_at

if TYPE_CHECKING:
    from PIL import Image


_THUMBNAIL_BYTES = 32 * 1024 * 1024
_SCALED_BYTES = 48 * 1024 * 1024
_PIXEL_BYTES = 4
_ATTEMPTS = 3  # a file that another process is creating is locked for a moment
_PAUSE_SECONDS = 0.05
_ON_SERVER = "visret_desktop.institution.thumbnail_folder:ThumbnailsOfServer"  # an extra
_log = logging.getLogger(__name__)

Box = tuple[int, int]  # device pixels
_AS_STORED: Box = (0, 0)


class ThumbnailLoader(QObject):
    """A bounded cache of pictures by content hash, filled in the background."""

    loaded = Signal(str, QImage)

    def __init__(self, path: Path, parent: QObject | None = None, place: str = "") -> None:
        """Load from a file, or of a library on a server from the `place` of its thumbnails."""
        super().__init__(parent)
        self._store, self._path, self._place = ThumbnailStore(path), path, place
        self._thumbnails = LruCache[str, QImage](_THUMBNAIL_BYTES, QImage.sizeInBytes)
        self._scaled = LruCache[str, QImage](_SCALED_BYTES, QImage.sizeInBytes)
        self._boxes: dict[str, Box] = {}  # for which box a scaled copy was made
        self._absent: set[str] = set()
        self._wanted: list[tuple[str, Box]] = []  # the last is the next
        self._requested: set[tuple[str, Box]] = set()  # those of them that do not scroll away
        self._loading: set[tuple[str, Box]] = set()
        self._lock = threading.Lock()
        self._is_busy = False
        # Two threads are hardly faster and take the GIL from scrolling twice as often.
        self._background = Background(self, threads=1)

    def image(self, content_hash: str) -> QImage | None:
        """Return the largest picture that is loaded."""
        return self._thumbnails.get(content_hash) or self._scaled.get(content_hash)

    def scaled(self, content_hash: str) -> QImage | None:
        """Return the best loaded picture for a cell, perhaps of another size."""
        return self._scaled.get(content_hash) or self._thumbnails.get(content_hash)

    def set_wanted(self, hashes: Iterable[str], boxes: Mapping[str, QSize] | None = None) -> None:
        """Load these in order instead of what was wanted before, which has scrolled away.

        What was requested stays. Of those with a box (device pixels), a copy that fits into it is
        made.
        """
        sizes = {name: (box.width(), box.height()) for name, box in (boxes or {}).items()}
        wanted = [(name, sizes.get(name, _AS_STORED)) for name in hashes]
        needed = sum(width * height for width, height in sizes.values()) * _PIXEL_BYTES
        self._scaled.most = max(_SCALED_BYTES, needed)
        missing = [
            task for task in wanted if task[0] not in self._absent and not self._is_there(*task)
        ]
        with self._lock:
            kept = [task for task in self._wanted if task in self._requested]
            missing = [task for task in missing if task not in self._loading]
            self._wanted = [*reversed(missing), *kept]
            self._start()

    def request(self, content_hash: str) -> None:
        """Load one thumbnail before the others."""
        if content_hash in self._absent or content_hash in self._thumbnails:
            return
        with self._lock:
            self._wanted.append((content_hash, _AS_STORED))
            self._requested.add((content_hash, _AS_STORED))
            self._start()

    def retry_absent(self) -> None:
        """Ask again for thumbnails that were missing: indexing may have made them."""
        self._absent.clear()
        with self._lock:
            self._loading.clear()  # a read in progress may be too early

    def close(self) -> None:
        """Stop loading and close the store; what is wanted from now on is not loaded."""
        self._background.close()
        self._store.close()

    def _is_there(self, content_hash: str, box: Box) -> bool:
        if box == _AS_STORED:
            return content_hash in self._thumbnails
        return content_hash in self._scaled and self._boxes.get(content_hash) == box

    def _start(self) -> None:
        # An engine that shuts down may still change what is shown.
        if self._wanted and not self._is_busy and not self._background.is_closed:
            self._is_busy = True
            self._background.run_each("thumbnails", self._fetched, self._on_fetched)

    # ---- on the thread ----------------------------------------------------------------------

    def _fetched(self) -> Iterator[tuple[str, Box, QImage]]:
        while (task := self._next()) is not None:
            content_hash, box = task
            picture = self._decode(content_hash, box)
            image = to_qt(picture) if picture is not None else QImage()
            yield content_hash, box, image

    def _next(self) -> tuple[str, Box] | None:
        with self._lock:
            if self._wanted and not self._background.is_closed:
                task = self._wanted.pop()
                self._requested.discard(task)
                self._loading.add(task)
                return task
            self._is_busy = False
            return None

    def _decode(self, content_hash: str, box: Box) -> "Image.Image | None":
        jpeg = self._read(content_hash)
        try:
            return decode_thumbnail(jpeg, box) if jpeg else None
        except (OSError, SyntaxError) as error:
            _log.warning("thumbnail %s: %s", content_hash, error)
            return None

    @cached_property
    def _source(self) -> ThumbnailStore:
        if not self._place:
            return self._store
        source: ThumbnailStore = function_at(_ON_SERVER)(self._path, self._place)
        return source

    def _read(self, content_hash: str) -> bytes | None:
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                return self._source.get(content_hash)
            # Locked or damaged, or a bucket, whose errors are of many kinds: the cell stays empty.
            except Exception as error:  # noqa: BLE001
                _log.warning("thumbnail %s, attempt %d: %s", content_hash, attempt, error)
                time.sleep(_PAUSE_SECONDS)
        return None

    # ---- on the window's thread -------------------------------------------------------------

    def _on_fetched(self, pictures: list[tuple[str, Box, QImage]]) -> None:
        for picture in pictures:
            self._keep(*picture)

    def _keep(self, content_hash: str, box: Box, image: QImage) -> None:
        with self._lock:
            self._loading.discard((content_hash, box))
        if image.isNull():
            self._absent.add(content_hash)
            return
        self._absent.discard(content_hash)
        if box == _AS_STORED:
            self._thumbnails.put(content_hash, image)
        else:  # perhaps of an earlier size, which is better than nothing
            self._scaled.put(content_hash, image)
            self._boxes[content_hash] = box
            if len(self._boxes) > 2 * len(self._scaled):  # some of copies that were dropped
                self._boxes = {h: b for h, b in self._boxes.items() if h in self._scaled}
        self.loaded.emit(content_hash, image)


def decode_thumbnail(jpeg: bytes, box: Box) -> "Image.Image":
    """Return a thumbnail, or a copy of it that fits into `box` unless that is (0, 0).

    Raises:
        OSError, SyntaxError: the bytes are not a whole JPEG.
    """
    from PIL import Image  # late: the window opens before any thumbnail is decoded

    with Image.open(io.BytesIO(jpeg), formats=["JPEG"]) as opened:
        if box == _AS_STORED:
            return opened.convert("RGB")
        size = fitting(opened.size, box)
        opened.draft("RGB", size)  # decodes at a half, a quarter or an eighth where that is enough
        picture = opened.convert("RGB")
    return picture.resize(size, Image.Resampling.BICUBIC) if picture.size != size else picture


def fitting(size: tuple[int, int], box: Box) -> tuple[int, int]:
    """Return the size of the same aspect that fits into `box`, never larger than `size`."""
    scale = min(box[0] / size[0], box[1] / size[1], 1.0)
    return max(1, round(size[0] * scale)), max(1, round(size[1] * scale))
