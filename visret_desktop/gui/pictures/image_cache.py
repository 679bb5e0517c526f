"""Pictures in memory by name, bounded in bytes; the least recently used goes first."""

from collections import OrderedDict

from PySide6.QtGui import QImage


class ImageCache:
    """An LRU cache of `QImage`. Only the window's thread may touch it.

    `limit_bytes` may be changed; a lower limit takes effect with the next picture.
    """

    def __init__(self, limit_bytes: int) -> None:
        self.limit_bytes = limit_bytes
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._bytes = 0

    def get(self, name: str) -> QImage | None:
        """Return a picture and count it as used."""
        image = self._images.get(name)
        if image is not None:
            self._images.move_to_end(name)
        return image

    def put(self, name: str, image: QImage) -> None:
        """Keep a picture in place of an older one."""
        old = self._images.pop(name, None)
        self._bytes += image.sizeInBytes() - (old.sizeInBytes() if old is not None else 0)
        self._images[name] = image
        while self._bytes > self.limit_bytes:
            _, dropped = self._images.popitem(last=False)
            self._bytes -= dropped.sizeInBytes()

    def __contains__(self, name: str) -> bool:
        return name in self._images

    def __len__(self) -> int:
        return len(self._images)

    @property
    def size_bytes(self) -> int:
        """Bytes of all pictures."""
        return self._bytes
