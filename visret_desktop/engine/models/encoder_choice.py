"""Which encoder answers while photos are being embedded with another.

After a person chose another encoder pack its vectors are made in the background. Until every photo
has one, the pack that has them all goes on answering; nothing is remembered for that, the catalog
tells it.
"""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import TypeVar

import numpy as np
from PIL import Image

from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.models.encoder import PRECISIONS, Precision, name_of
from visret_desktop.models.interfaces import Encoder, Vectors
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import BrokenPack
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

Made = TypeVar("Made")


@dataclass(frozen=True)
class EncoderForm:
    """An encoder pack in one precision: what one set of vectors is made by."""

    pack: Pack
    precision: Precision = "fp32"

    @property
    def name(self) -> str:
        """What the catalog calls it."""
        return name_of(self.pack, self.precision)


def answering_form(
    wanted: EncoderForm, installed: Iterable[Pack | BrokenPack], reader: CatalogReader
) -> EncoderForm:
    """Return what answers queries: `wanted`, unless another form is ahead of it.

    Another one is ahead if it has embedded every photo and `wanted` has not; another precision of
    the same pack comes before other packs.
    """
    names = set(reader.encoders())
    encoders = [p for p in installed if isinstance(p, Pack) and p.role is Role.ENCODER]
    forms = [EncoderForm(pack, precision) for pack in encoders for precision in PRECISIONS]
    others = [form for form in forms if form != wanted and form.name in names]
    if not others or (wanted.name in names and not reader.unembedded(wanted.name)):
        return wanted
    others.sort(key=lambda form: form.pack.name != wanted.pack.name)
    return next((form for form in others if not reader.unembedded(form.name)), wanted)


def second_pack(settings: Settings, installed: Iterable[Pack | BrokenPack]) -> Pack | None:
    """Return the encoder pack that answers beside the first, if one is set and usable."""
    name = settings.second_encoder
    packs = (p for p in installed if isinstance(p, Pack) and p.role is Role.ENCODER)
    wanted = (pack for pack in packs if pack.name == name != settings.encoder)
    return next(wanted, None)


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


def in_portions(made: Iterable[Made], seconds: float) -> Iterator[list[Made]]:
    """Yield what takes time to make in lists, each of what was made in about `seconds`."""
    chunk, since = [], time.monotonic()
    for one in made:
        chunk.append(one)
        if time.monotonic() - since >= seconds:
            yield chunk
            chunk, since = [], time.monotonic()
    if chunk:
        yield chunk
