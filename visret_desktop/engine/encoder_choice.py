"""Which encoder answers while photos are being embedded with another.

After a person chose another encoder pack its vectors are made in the background. Until every photo
has one, the pack that has them all goes on answering; nothing is remembered for that, the catalog
tells it.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO

import numpy as np
from PIL import Image

from visret_desktop.library.catalog_reader import CatalogReader
from visret_desktop.library.thumbnails import ThumbnailStore
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.packs.manifest import Pack, Role
from visret_desktop.packs.registry import BrokenPack
from visret_desktop.settings import Settings


def answering_pack(
    wanted: Pack, installed: Iterable[Pack | BrokenPack], reader: CatalogReader
) -> Pack:
    """Return the encoder pack that answers queries: `wanted`, unless another is ahead of it.

    Another one is ahead if it has embedded every photo and `wanted` has not.
    """
    names = set(reader.encoders())
    encoders = [p for p in installed if isinstance(p, Pack) and p.role is Role.ENCODER]
    others = [p for p in encoders if p.name != wanted.name and _names_of(p) & names]
    if not others or _has_all(wanted, names, reader):
        return wanted
    return next((pack for pack in others if _has_all(pack, names, reader)), wanted)


def second_pack(settings: Settings, installed: Iterable[Pack | BrokenPack]) -> Pack | None:
    """Return the encoder pack that answers beside the first, if one is set and usable."""
    name = settings.second_encoder
    packs = (p for p in installed if isinstance(p, Pack) and p.role is Role.ENCODER)
    wanted = (pack for pack in packs if pack.name == name != settings.encoder)
    return next(wanted, None)


def _names_of(pack: Pack) -> set[str]:
    """Return the names that its encoder may have in the catalog."""
    name = f"{pack.name}-{pack.digest}"
    return {name, f"{name}-int8"}


def _has_all(pack: Pack, names: set[str], reader: CatalogReader) -> bool:
    return any(not reader.unembedded(name) for name in _names_of(pack) & names)


def thumbnail_vectors(
    hashes: Iterable[str], thumbnails: ThumbnailStore, encoder: Encoder
) -> Iterator[tuple[str, Vectors]]:
    """Yield (hash, float32 (d,)) of photos that are out of reach, from their thumbnails.

    So a new encoder can answer for drives that are not plugged in. A thumbnail is larger than what
    encoders look at for most photos; what is lost is little beside not being found at all.
    """
    for content_hash in hashes:
        stored = thumbnails.get(content_hash)
        if stored is not None:
            with Image.open(BytesIO(stored)) as picture:
                pixels = encoder.preprocess(picture.convert("RGB"))
            yield content_hash, encoder.embed_images(pixels[np.newaxis])[0]
