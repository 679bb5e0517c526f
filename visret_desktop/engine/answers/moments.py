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
from functools import cached_property
from io import BytesIO

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

from visret_desktop.errors import Cancelled
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import PhotoRow
from visret_desktop.processes.interruptible import IsStopped

_Complex = npt.NDArray[np.complexfloating]
_Real = npt.NDArray[np.floating]
_Size = tuple[int, int]  # height, width

_SIDE = 48  # pixels of a picture's longer side
_LEAST_SIDE = 2  # pixels, or it has no edges
_SMALLEST = 0.4  # sides of a crop that is found, as a share of those of the whole
_SIZES = np.geomspace(_SMALLEST, 1, 16)
_LEAST_ALIKE = 0.72  # cosine of edges
# Gray levels by which edges differ from those beside them. Drawn skies have at most 0.9, photos at
# least 3.7, and 1.2 with three tenths of their contrast.
_LEAST_DETAIL = 1.0
_TINY = 1e-9  # where there are no edges
_FLAT = 0.02  # share of all edges that a place has at least; less would be noise
_APART = 60  # seconds; some clocks know only minutes
_MOST_LOOKED_AT = 20  # photos, before further ones of the same moments will do


class EdgePicture:
    """A gray picture that is laid over others. What that takes of it alone is computed once."""

    def __init__(self, picture: Image.Image) -> None:
        self._picture = picture
        self._laid: dict[_Size, _Complex] = {}
        self._below: dict[_Size, _Real] = {}

    def is_one_with(self, other: "EdgePicture") -> bool:
        """Tell whether one of two pictures is a copy of the other one, or a crop of it.

        Of plain skies that cannot be told, as all are alike: they count as different.
        """
        if not (self._has_detail and other._has_detail):
            return False
        return max(self._likeness(other), other._likeness(self)) >= _LEAST_ALIKE

    def _likeness(self, part: "EdgePicture") -> float:
        """Return the cosine of the edges of a part and of the place here that fits best."""
        fitted, (rows, columns) = 0.0, self._edges.shape
        width, height = part._picture.size
        scale = min(columns / width, rows / height)
        for share in _SIZES:
            size = max(2, round(share * scale * height)), max(2, round(share * scale * width))
            if size[0] <= rows and size[1] <= columns:
                common = np.fft.ifft2(self._spectrum * part._laid_at(size)).real
                below = self._below_at(size)
                cosines = common[: below.shape[0], : below.shape[1]] / below
                fitted = max(fitted, float(cosines.max()))
        return fitted

    @cached_property
    def _edges(self) -> _Complex:
        return _edges(ImageOps.contain(self._picture, (_SIDE, _SIDE)))

    @cached_property
    def _has_detail(self) -> bool:
        """Whether there is more than a strip so narrow that nothing is left, or a plain sky."""
        if _SIDE * min(self._picture.size) / max(self._picture.size) < _LEAST_SIDE:
            return False
        changes = (np.abs(np.diff(self._edges, axis=axis)) for axis in (0, 1))
        return any(one.mean() >= _LEAST_DETAIL for one in changes)

    @cached_property
    def _spectrum(self) -> _Complex:
        return _spectrum(self._edges)

    @cached_property
    def _energy(self) -> _Complex:
        return _spectrum(np.abs(self._edges) ** 2)

    def _below_at(self, size: _Size) -> _Real:
        """Return how strong the edges below a part of a size are, in each of its places."""
        if size not in self._below:
            rows, columns = (
                side - of + 1 for side, of in zip(self._edges.shape, size, strict=True)
            )
            energy = np.fft.ifft2(self._energy * np.conj(_spectrum(np.ones(size)))).real
            flat = _FLAT * float((np.abs(self._edges) ** 2).sum())
            self._below[size] = np.sqrt(np.maximum(energy[:rows, :columns], flat) + _TINY)
        return self._below[size]

    def _laid_at(self, size: _Size) -> _Complex:
        """Return the spectrum of all edges in a size, which are as strong as one."""
        if size not in self._laid:
            small = self._picture.resize(size[::-1], Image.Resampling.BICUBIC, reducing_gap=2)
            edges = _edges(small)
            strength = np.sqrt(float((np.abs(edges) ** 2).sum()) + _TINY)
            self._laid[size] = np.conj(_spectrum(edges / strength))
        return self._laid[size]


def _edges(picture: Image.Image) -> _Complex:
    """Return how brightness changes to the right and, as imaginary part, downwards: (h, w)."""
    down, right = np.gradient(np.asarray(picture, np.float32))
    return np.asarray(right + 1j * down)


def _spectrum(values: npt.NDArray[np.inexact]) -> _Complex:
    return np.fft.fft2(values, (_SIDE, _SIDE))


@dataclass
class Moments:
    """Numbers the moments of photos, from 1, as they come. Not thread-safe.

    Laying photos over each other takes time, so its methods raise Cancelled when `is_stopped()`.
    """

    thumbnails: ThumbnailStore
    copies: Mapping[str, Sequence[PhotoRow]]  # by content hash
    is_stopped: IsStopped = lambda: False
    _members: list[list[PhotoRow]] = field(default_factory=list)
    _numbers: dict[str, int] = field(default_factory=dict)
    _pictures: dict[str, EdgePicture | None] = field(default_factory=dict)

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
        if self.is_stopped():
            raise Cancelled
        picture, beside = self._picture(photo), self._picture(other)
        return picture is not None and beside is not None and picture.is_one_with(beside)

    def _picture(self, photo: PhotoRow) -> EdgePicture | None:
        if photo.content_hash not in self._pictures:
            self._pictures[photo.content_hash] = _thumbnail(self.thumbnails, photo.content_hash)
        return self._pictures[photo.content_hash]


def _thumbnail(thumbnails: ThumbnailStore, content_hash: str) -> EdgePicture | None:
    """Return a thumbnail in shades of gray; None: there is none now."""
    try:
        jpeg = thumbnails.get(content_hash)
        if jpeg is None:
            return None
        with Image.open(BytesIO(jpeg), formats=["JPEG"]) as picture:
            return EdgePicture(picture.convert("L"))
    except (OSError, ValueError, SyntaxError, sqlite3.Error):
        return None


def seconds_between(photo: PhotoRow, other: PhotoRow) -> float:
    """Return how far apart in local time two dated photos were taken; 0 where that is no time."""
    try:
        first, second = (datetime.fromisoformat(one.sort_key[:19]) for one in (photo, other))
    except ValueError:  # cameras write any digits
        return 0.0
    return abs((second - first).total_seconds())
