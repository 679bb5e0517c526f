"""Thumbnails to pictures on pool threads; what scrolled away before its turn is dropped."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal
from PySide6.QtGui import QImage

from visret_desktop.library.thumbnails import ThumbnailStore

_CACHE_BYTES = 256 * 1024 * 1024
_THREADS = 2


class ThumbnailLoader(QObject):
    """A bounded cache of pictures by content hash, filled in the background."""

    loaded = Signal(str)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = ThumbnailStore(path)
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._bytes = 0
        self._absent: set[str] = set()
        self._wanted: list[str] = []
        self._lock = threading.Lock()
        self._busy = 0
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(_THREADS)
        self._fetched.connect(self._on_fetched)

    _fetched = Signal(str, QImage)

    def image(self, content_hash: str) -> QImage | None:
        """Return a picture that is there already."""
        image = self._images.get(content_hash)
        if image is not None:
            self._images.move_to_end(content_hash)
        return image

    def set_wanted(self, hashes: Iterable[str]) -> None:
        """Load these and forget earlier wishes: they have scrolled away."""
        missing = [h for h in hashes if h not in self._images and h not in self._absent]
        with self._lock:
            self._wanted = missing[::-1]
            start = min(_THREADS, len(missing)) - self._busy
            self._busy += max(0, start)
        for _ in range(start):
            self._pool.start(_Fetch(self))

    def retry_absent(self) -> None:
        """Ask again for thumbnails that were not there: indexing may have made them."""
        self._absent.clear()

    def close(self) -> None:
        """Stop loading and close the file."""
        with self._lock:
            self._wanted = []
        self._pool.waitForDone()
        self._store.close()

    def work(self) -> None:
        """Load wanted thumbnails until none is left. Called on pool threads."""
        while (content_hash := self._next()) is not None:
            jpeg = self._store.get(content_hash)
            image = QImage.fromData(jpeg) if jpeg else QImage()
            self._fetched.emit(content_hash, image)

    def _next(self) -> str | None:
        with self._lock:
            if self._wanted:
                return self._wanted.pop()
            self._busy -= 1
            return None

    def _on_fetched(self, content_hash: str, image: QImage) -> None:
        if image.isNull():
            self._absent.add(content_hash)
            return
        old = self._images.pop(content_hash, None)
        self._bytes += image.sizeInBytes() - (old.sizeInBytes() if old else 0)
        self._images[content_hash] = image
        while self._bytes > _CACHE_BYTES:
            _, dropped = self._images.popitem(last=False)
            self._bytes -= dropped.sizeInBytes()
        self.loaded.emit(content_hash)


class _Fetch(QRunnable):
    def __init__(self, loader: ThumbnailLoader) -> None:
        super().__init__()
        self._loader = loader

    def run(self) -> None:
        self._loader.work()
