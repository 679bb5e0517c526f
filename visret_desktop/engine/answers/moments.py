"""Which photos show one moment, and so are one witness: bursts, copies and crops.

Files with the same bytes are one photo to begin with, and the catalog knows bursts. An edited copy,
a smaller one or a crop has other bytes and may have lost its time: two photos that were not plainly
taken at different times are laid over each other. What is compared are edges, so that light and
color do not matter, in all places and in sizes down to two fifths of the sides.
"""

import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import PhotoRow

_SIDE = 48  # pixels of a picture's longer side
_LEAST_SIDE = 2  # pixels, or it has no edges
_SMALLEST = 0.4  # sides of a crop that is found, as a share of those of the whole
_SIZES = np.geomspace(_SMALLEST, 1, 16)
_LEAST_ALIKE = 0.72  # cosine of edges
_FLAT = 0.02  # share of all edges that a place has at least; less would be noise
_APART = 60  # seconds; some clocks know only minutes
_MOST_LOOKED_AT = 20  # photos, before further ones of the same moments will do


@dataclass
class Moments:
    """Numbers the moments of photos, from 1, as they come. Not thread-safe."""

    thumbnails: ThumbnailStore
    copies: Mapping[str, Sequence[PhotoRow]]  # by content hash
    _members: list[list[PhotoRow]] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _pictures: dict[str, Image.Image | None] = field(default_factory=dict)

    def of(self, content_hash: str) -> int:
        """Return the number of the moment that a photo shows; of one that is gone it is its own."""
        if content_hash not in self._numbers:
            photos = self.copies.get(content_hash, ())[:1]
            same = (
                number
                for number, members in enumerate(self._members)
                if any(self._are_one(photo, other) for photo in photos for other in members)
            )
            number = next(same, len(self._members))
            if number == len(self._members):
                self._members.append([])
            self._members[number].extend(photos)
            self._numbers[content_hash] = number + 1
        return self._numbers[content_hash]

    def apart(self, hashes: Sequence[str], count: int) -> list[str]:
        """Return photos, the first ones of `count` different moments before the rest."""
        first, moments = list[str](), set[int]()
        for one in hashes[:_MOST_LOOKED_AT]:
            if len(moments) < count and self.of(one) not in moments:
                moments.add(self.of(one))
                first.append(one)
        return [*first, *(one for one in hashes if one not in first)]

    def _are_one(self, photo: PhotoRow, other: PhotoRow) -> bool:
        if photo.burst and photo.burst == other.burst:
            return True
        if photo.taken_at and other.taken_at and seconds_between(photo, other) > _APART:
            return False
        picture, beside = self._picture(photo), self._picture(other)
        return picture is not None and beside is not None and are_one_picture(picture, beside)

    def _picture(self, photo: PhotoRow) -> Image.Image | None:
        if photo.content_hash not in self._pictures:
            self._pictures[photo.content_hash] = _thumbnail(self.thumbnails, photo.content_hash)
        return self._pictures[photo.content_hash]


def _thumbnail(thumbnails: ThumbnailStore, content_hash: str) -> Image.Image | None:
    """Return a thumbnail in shades of gray; None: there is none now."""
    try:
        jpeg = thumbnails.get(content_hash)
        if jpeg is None:
            return None
        with Image.open(BytesIO(jpeg), formats=["JPEG"]) as picture:
            return picture.convert("L")
    except (OSError, ValueError, SyntaxError, sqlite3.Error):
        return None


def seconds_between(photo: PhotoRow, other: PhotoRow) -> float:
    """Return how far apart in local time two dated photos were taken; 0 where that is no time."""
    try:
        first, second = (datetime.fromisoformat(one.sort_key[:19]) for one in (photo, other))
    except ValueError:  # cameras write any digits
        return 0.0
    return abs((second - first).total_seconds())


def are_one_picture(one: Image.Image, other: Image.Image) -> bool:
    """Tell whether one of two gray pictures is a copy of the other one, or a crop of it."""
    return max(likeness(one, other), likeness(other, one)) >= _LEAST_ALIKE


def likeness(whole: Image.Image, part: Image.Image) -> float:
    """Return the cosine of the edges of a part and of that place of the whole that fits best.

    0 where the whole is a strip so narrow that nothing of it is left.
    """
    narrowest = _SIDE * min(whole.size) / max(whole.size)
    if narrowest < _LEAST_SIDE:
        return 0.0
    small = ImageOps.contain(whole, (_SIDE, _SIDE))
    edges, fitted = _edges(small), 0.0
    field_of_edges, energy = _spectrum(edges), _spectrum(np.abs(edges) ** 2)
    flat = _FLAT * float((np.abs(edges) ** 2).sum())
    scale = min(small.width / part.width, small.height / part.height)
    for size in _SIZES:
        width, height = (max(2, round(size * scale * side)) for side in part.size)
        if width > small.width or height > small.height:
            continue
        laid = _edges(part.resize((width, height), Image.Resampling.BICUBIC, reducing_gap=2))
        places = slice(small.height - height + 1), slice(small.width - width + 1)
        common = _overlaid(field_of_edges, laid)[places]
        below = _overlaid(energy, np.ones_like(laid))[places]
        own = float((np.abs(laid) ** 2).sum())
        cosines = common / np.sqrt(np.maximum(below, flat) * own + 1e-9)
        fitted = max(fitted, float(cosines.max()))
    return fitted


_Complex = npt.NDArray[np.complexfloating]


def _edges(picture: Image.Image) -> _Complex:
    """Return how brightness changes to the right and, as imaginary part, downwards: (h, w)."""
    down, right = np.gradient(np.asarray(picture, np.float32))
    return np.asarray(right + 1j * down)


def _spectrum(values: npt.NDArray[np.inexact]) -> _Complex:
    return np.fft.fft2(values, (_SIDE, _SIDE))


def _overlaid(spectrum: _Complex, part: _Complex) -> npt.NDArray[np.floating]:
    """Return the product of a part with what is below it, in each place: (_SIDE, _SIDE)."""
    return np.fft.ifft2(spectrum * np.conj(_spectrum(part))).real
