"""Small pictures of sketches and of photos used instead of them, loaded on a thread."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from visret_desktop.engine.messages import HASH_PREFIX
from visret_desktop.gui.pictures.photo_decoding import decode_small
from visret_desktop.gui.pictures.thumbnail_loader import ThumbnailLoader
from visret_desktop.gui.sketches.sketch_plan import Key
from visret_desktop.gui.widgets.background import Background
from visret_desktop.lru_cache import LruCache

_SIDE = 384
_MOST_BYTES = 32 * 1024 * 1024  # all that two instructions may have, 26 each


class SketchPictures(QObject):
    """Pictures by path, or by 'hash:…' for photos of the library."""

    loaded = Signal()

    def __init__(self, loader: ThumbnailLoader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._loader = loader
        self._background = Background(self, threads=1)
        self._images = LruCache[str, QImage](_MOST_BYTES, QImage.sizeInBytes)
        self._thumbnails: set[str] = set()  # asked for, of all that the grid loads
        self._previews: dict[Key, tuple[tuple[str, int], QImage]] = {}
        loader.loaded.connect(self._on_thumbnail)

    def picture(self, path: str) -> QImage | None:
        """Return a picture, or ask for it: `loaded` follows."""
        if path.startswith(HASH_PREFIX):
            content_hash = path.removeprefix(HASH_PREFIX)
            image = self._loader.image(content_hash)
            if image is None:
                self._thumbnails.add(content_hash)
                self._loader.request(content_hash)
            return image
        found = self._images.get(path)
        if found is None and path:
            self._images.put(path, QImage())  # being loaded
            self._background.run(
                path, lambda: decode_small(Path(path), _SIDE), lambda got: self._keep(path, got)
            )
        return found if found is not None and not found.isNull() else None

    def preview(self, key: Key, path: str, step: int) -> QImage | None:
        """Return the newest preview of a sketch; later ones may overwrite the same file."""
        known, image = self._previews.get(key, (("", 0), None))
        if path and known != (path, step):
            newer = QImage(path)
            if not newer.isNull():  # otherwise it is being written: keep the one before
                image = newer
                self._previews[key] = ((path, step), newer)
        return image

    def _keep(self, path: str, got: object) -> None:
        if isinstance(got, QImage):
            self._images.put(path, got)
            self.loaded.emit()

    def _on_thumbnail(self, content_hash: str) -> None:
        if content_hash in self._thumbnails:
            self._thumbnails.remove(content_hash)
            self.loaded.emit()
