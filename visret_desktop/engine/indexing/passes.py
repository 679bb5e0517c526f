"""Passes: each makes something of every content, once.

A pass says which view of a photo it looks at and what it makes of it. All that a photo lacks is
made in one decode. The catalog's ledger says what is lacking, by the pass's name and version: for a
new pass, or a raised version, the next indexing run looks at all photos again, and leaves alone
what other passes made.

To add a pass, write a function that opens it and add a row to `PASSES`.
"""

import logging
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, Literal, Protocol

import numpy as np
import xxhash
from PIL import Image

from visret_desktop.decoding.messages import Bytes, Picture, Rendition
from visret_desktop.decoding.views import make_view, view_for
from visret_desktop.engine.models.encoder_choice import EncoderPreparation
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_embeddings import Labels, Vectors
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.photos.thumbnails import ThumbnailStore, make_thumbnail
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.interfaces import Pixels

_log = logging.getLogger(__name__)


class Pass:
    """One pass. `look` turns a picture of its `rendition` into a result, on many threads at once.

    Raise `version` to have all photos looked at again. `thumbnail` says when a photo's thumbnail
    will do: never; where the photo is offline; or always, so that no photo is decoded for this
    pass. A photo cannot be found without the result of a pass that `is_needed`.
    """

    is_needed = False

    def __init__(
        self,
        name: str,
        version: str,
        rendition: Rendition,
        look: Callable[[Picture], Any],
        thumbnail: Literal["never", "offline", "always"] = "offline",
    ) -> None:
        self.name, self.version = name, version
        self.rendition, self.thumbnail = rendition, thumbnail
        self._look = look

    def is_ready(self) -> bool:
        """Tell whether it can look at pictures now; otherwise `look` waits."""
        return True

    def is_for(self, folder_id: int) -> bool:
        """Tell whether it looks at the photos of a folder."""
        return True

    def lacking(self, catalog: CatalogReader) -> set[str]:
        """Return the hashes of photos that it is to look at."""
        return catalog.passes.lacking(self.name, self.version)

    def is_done(self, catalog: CatalogReader, content_hash: str) -> bool:
        """Tell whether it is done with a content."""
        return catalog.passes.is_done(self.name, self.version, content_hash)

    def gave_up(self, catalog: CatalogReader, content_hash: str) -> bool:
        """Tell whether it failed on a content."""
        value = catalog.passes.value(self.name, content_hash)
        return value is None and catalog.passes.is_done(self.name, self.version, content_hash)

    def look(self, pictures: Sequence[Picture]) -> list[Any]:
        """Return the result for each picture.

        Raises:
            VisretError, OSError, MemoryError: it cannot work now, with any photo; the run ends.
            Exception: of any other kind, about a photo; that photo is a problem.
        """
        return [self._look(picture) for picture in pictures]

    def store(self, catalog: Catalog, made: Sequence[tuple[str, Any]]) -> None:
        """Keep what it made, by content hash; called in the catalog's transaction."""
        for content_hash, result in made:
            catalog.put_result(self.name, self.version, content_hash, result)

    def after_commit(self) -> None:
        """Do what waits for the results to be safe."""

    def end_run(self) -> None:
        """Do what is to be done once, when all was looked at."""


def thumbnail_pass(longer_side: int) -> tuple[str, str, Rendition, Callable[[Picture], bytes]]:
    """Return what makes a pass that makes thumbnails: name, version, view, look."""

    def look(picture: Picture) -> bytes:
        return make_thumbnail(image_of(picture), longer_side)

    return "thumbnail", "1", Rendition(longer_side, longer_side * 2 // 3), look


class Thumbnails(Pass):
    """The thumbnails. Photos are found without them where there is no room for more."""

    def __init__(self, store: ThumbnailStore, longer_side: int) -> None:
        super().__init__(*thumbnail_pass(longer_side), thumbnail="never")
        self._store = store
        self._has_room = True  # as far as is known
        self._there = store.hashes()  # not asked for each photo: that takes long
        self._given_up: set[str] = set()

    def lacking(self, catalog: CatalogReader) -> set[str]:
        """Return the hashes of photos without one; none where none could be kept."""
        self._given_up = catalog.passes.done(self.name, self.version)
        lacking = super().lacking(catalog) - self._there
        if lacking:
            self._has_room = self._store.can_grow()
        return lacking if self._has_room else set()

    def is_done(self, catalog: CatalogReader, content_hash: str) -> bool:
        """Tell whether a content has one or could keep none."""
        is_there = content_hash in self._there or content_hash in self._given_up
        return is_there or not self._has_room

    def store(self, catalog: Catalog, made: Sequence[tuple[str, bytes]]) -> None:
        """Write thumbnails, before the catalog knows of the photos."""
        try:
            self._store.put_many(made)
            self._there.update(content_hash for content_hash, _ in made)
        except (sqlite3.Error, OSError) as error:
            _log.warning("%d thumbnails are not kept: %s", len(made), error)
            self._has_room = False


class PictureEncoder(Protocol):
    """What a pass needs of an encoder."""

    name: str
    preprocess: Preprocess

    def embed_images(self, pixels: Pixels) -> Vectors:
        """As `Encoder` says."""
        ...


class Embedding(Pass):
    """Vectors by one encoder in one form. Its name is that of the space; so it has one version."""

    def __init__(
        self,
        encoder: PictureEncoder,
        *,
        is_needed: bool = False,
        add: Callable[[Labels, Vectors], None] | None = None,
        level: Callable[[], None] = lambda: None,
        made: Mapping[bytes, Vectors] | None = None,
        folders: Collection[int] | None = None,
        is_ready: Callable[[], bool] = lambda: True,
    ) -> None:
        """Give new vectors to an index by `add`; `level` has one for the end of a run.

        `made` has vectors that are there already, by the digest of the picture (`digest_of`). Only
        the photos of `folders` are looked at; None: all. `is_ready`: nobody has to wait for it.
        """
        super().__init__(encoder.name, "1", view_for(encoder.preprocess), lambda _: None)
        self.is_needed = is_needed
        self._encoder = encoder
        self._add, self._level = add, level
        self._made = made or {}
        self._folders = folders
        self._is_ready = is_ready
        self._added: list[tuple[int, Vectors]] = []
        self._given_up: set[str] = set()  # not asked for each photo: that takes long

    def is_ready(self) -> bool:
        """Tell whether the encoder is there."""
        return self._is_ready()

    def is_for(self, folder_id: int) -> bool:
        """Tell whether the space has the photos of a folder."""
        return self._folders is None or folder_id in self._folders

    def lacking(self, catalog: CatalogReader) -> set[str]:
        """Return the hashes of photos that are not in the space."""
        self._given_up = catalog.passes.done(self.name, self.version)
        return catalog.embeddings.lacking(self.name, self._folders)

    def is_done(self, catalog: CatalogReader, content_hash: str) -> bool:
        """Tell whether a content is in the space, or was given up."""
        return content_hash in self._given_up or catalog.embeddings.has(content_hash, self.name)

    def look(self, pictures: Sequence[Picture]) -> list[Vectors]:
        """Return the float32 (d,) vector of each picture."""
        if self._made:
            known = [self._made.get(digest_of(picture.rgb)) for picture in pictures]
            lacking = [one for one, vector in zip(pictures, known, strict=True) if vector is None]
            made = iter(self._embed(lacking) if lacking else ())
            return [next(made) if vector is None else vector for vector in known]
        return self._embed(pictures)

    def _embed(self, pictures: Sequence[Picture]) -> list[Vectors]:
        normalize = self._encoder.preprocess.normalize
        pixels = np.stack([normalize(picture.rgb) for picture in pictures])
        return list(self._encoder.embed_images(pixels))

    def store(self, catalog: Catalog, made: Sequence[tuple[str, Vectors]]) -> None:
        """Put vectors into the space."""
        for content_hash, vector in made:
            label = catalog.put_embedding(content_hash, self.name, vector)
            if self._add is not None:
                self._added.append((label, vector))

    def after_commit(self) -> None:
        """Let the index find them."""
        added, self._added = self._added, []
        if added and self._add is not None:
            labels, vectors = zip(*added, strict=True)
            self._add(np.array(labels, np.int64), np.stack(vectors))

    def end_run(self) -> None:
        """Make the index equal to the catalog, and save it."""
        self._level()


def _second_encoder(library: Library) -> Pass | None:
    if library.second is None:
        return None
    return Embedding(library.second.encoder, level=library.level_second)


# Opens each pass that a library may do without; None: it is switched off. Where one cannot be
# opened the run does without it and says so.
PASSES: dict[str, Callable[[Library], Pass | None]] = {
    "second encoder": _second_encoder,
}


def digest_of(rgb: Bytes) -> bytes:
    """Return what names the pixels of a picture."""
    return xxhash.xxh3_128_digest(rgb)


def needed_passes(library: Library, made: Mapping[bytes, Vectors] | None = None) -> list[Pass]:
    """Return the passes that no library does without: thumbnails, and the encoders.

    `made`: see `Embedding`. An encoder that is not ready for this computer yet is prepared aside.

    Raises:
        PackMissing, PackDamaged, DeviceMissing, OutOfMemory: the encoder cannot be used.
    """
    encoders = (_encoder(side, made) for side in library.sides)
    return [Thumbnails(library.thumbnails, library.settings.thumbnail_pixels), *encoders]


def _encoder(side: Library, made: Mapping[bytes, Vectors] | None) -> Pass:
    pack = side.first.pack_to_prepare()
    preparation = (
        None if pack is None else EncoderPreparation(pack, lambda: side.first.next_encoder)
    )
    return Embedding(
        preparation or side.first.next_encoder,
        is_needed=True,
        add=None if side.first.is_changing() else lambda *some: side.indexes.vectors().add(*some),
        level=side.level_index,
        made=made,
        folders=side.folders,
        is_ready=preparation.is_ready if preparation else lambda: True,
    )


def look_or_fail(one: Pass, pictures: Sequence[Picture]) -> list[Any]:
    """Return what a pass makes of each picture, or the exception that it came to."""
    try:
        return one.look(pictures)
    except (VisretError, OSError, MemoryError):
        raise
    except Exception as error:  # noqa: BLE001 - a pass's edge: it is that photo's problem
        if len(pictures) == 1:
            _log.exception("%s failed on a photo", one.name)
            return [error]
        return [made for picture in pictures for made in look_or_fail(one, [picture])]


def from_thumbnails(
    one: Pass, hashes: Sequence[str], thumbnails: ThumbnailStore
) -> Iterator[tuple[str, Any]]:
    """Yield what a pass makes of contents by their thumbnails: (hash, result or exception).

    So a new encoder can answer for drives that are not plugged in. A thumbnail is larger than what
    encoders look at for most photos; what is lost is little beside not being found at all.
    """
    for content_hash in hashes:
        stored = thumbnails.get(content_hash)
        if stored is not None:
            with Image.open(BytesIO(stored)) as opened:
                view = make_view(one.rendition, opened.convert("RGB"))
            picture = Picture(view.width, view.height, view.tobytes())
            yield content_hash, look_or_fail(one, [picture])[0]


def store_all(
    catalog: Catalog, passes: Sequence[Pass], made: Sequence[tuple[Pass, str, Any]]
) -> None:
    """Keep results by pass in their order; what failed is noted, so that it is not tried again."""
    for one in passes:
        results = [(content, result) for by, content, result in made if by is one]
        good = [(content, result) for content, result in results if not _is_failure(result)]
        if good:
            one.store(catalog, good)
        if not one.is_needed:
            for content, result in results:
                if _is_failure(result):
                    catalog.put_result(one.name, one.version, content, None)


def _is_failure(result: Any) -> bool:
    return isinstance(result, Exception)


def image_of(picture: Picture) -> Image.Image:
    """Return a picture that a decoder sent."""
    return Image.frombytes("RGB", (picture.width, picture.height), picture.rgb)
