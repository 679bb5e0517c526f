"""Thumbnails in a folder or bucket, by content hash: never in the database, which they would load.

They lie in folders by the first digits of the hash, so that none gets too full.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import fsspec

from visret_desktop import file_changes
from visret_desktop.institution.photo_sources import BucketMissing, address_of
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.system_errors import writing_to


class ThumbnailFolder:
    """JPEGs at an address, such as `/srv/thumbnails` or `s3://bucket/thumbnails`. Thread-safe."""

    def __init__(self, address: str, *, is_read_only: bool = False) -> None:
        """Open one; a folder is made if it is new, unless that is `is_read_only`.

        Raises:
            FolderOfOthers: the folder holds somebody's files.
            BucketMissing, VisretError: it cannot be made or reached.
        """
        self._fs: Any = None
        self._address = self._root = address
        with self._refusing():
            if "://" in address:
                self._fs, self._root = fsspec.core.url_to_fs(address)
                if not is_read_only:
                    self._fs.makedirs(self._root, exist_ok=True)
            elif not is_read_only:
                with file_changes.as_usual():  # others are to read them
                    file_changes.claim(Path(address))

    def put(self, content_hash: str, jpeg: bytes) -> None:
        """Keep one. Raises BucketMissing or VisretError if the bucket or disk refuses."""
        place = self._place(content_hash)
        with self._refusing():
            if self._fs is None:
                file_changes.write(Path(place), jpeg, is_private=False)
                return
            with suppress(Exception):  # to ask a bucket for a folder first is a request each
                self._fs.pipe_file(place, jpeg)
                return
            self._fs.makedirs(place.rpartition("/")[0], exist_ok=True)
            self._fs.pipe_file(place, jpeg)

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Let what goes wrong in the `with` block be a sentence."""
        if "://" not in self._address:
            with writing_to(Path(self._address)):
                yield
            return
        try:
            yield
        except Exception as error:  # each of fsspec's file systems has errors of its own
            raise BucketMissing(address=self._address, reason=error) from error

    def get(self, content_hash: str) -> bytes | None:
        """Return one; None: there is none. Raises OSError if the disk or bucket fails."""
        place = self._place(content_hash)
        try:
            read = Path(place).read_bytes() if self._fs is None else self._fs.cat_file(place)
        except FileNotFoundError:
            return None
        return bytes(read)

    def _place(self, content_hash: str) -> str:
        return f"{self._root}/{content_hash[:2]}/{content_hash[2:4]}/{content_hash}.jpg"


class ThumbnailsOfServer(ThumbnailStore):
    """The thumbnails of a library on a server: what a folder or bucket has, read when shown."""

    def __init__(self, path: Path, place: str) -> None:
        """Look into `place`; "": there are none."""
        super().__init__(path)
        self._folder = ThumbnailFolder(address_of(place), is_read_only=True) if place else None

    def get(self, content_hash: str) -> bytes | None:
        """Return the JPEG of a photo, if there is one.

        Raises:
            OSError: the folder or bucket fails.
        """
        return None if self._folder is None else self._folder.get(content_hash)
