"""Read a typed query: words and example pictures with weights and minus signs.

    2:golden retriever + ./pool.jpg - fruit

Terms are separated by ' + ' and ' - ' with spaces around them, so that 'long-eared owl' stays one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from visret_desktop.errors import UsageError

Vectors = npt.NDArray[np.float32]
_IMAGE_SUFFIX = re.compile(
    r"\.(jpe?g|jpe|png|webp|tiff?|gif|bmp|jp2|hei[cf]|avif|jxl|p[pg]m|cr[23]|nef|arw|dng|orf|rw2|raf)",
    re.IGNORECASE,
)
_SEPARATOR = re.compile(r"(?:^|\s+)([+-])\s+")
_WEIGHT = re.compile(r"^(\d+(?:\.\d+)?|\.\d+):\s*(?=\S)")


@dataclass(frozen=True)
class Term:
    """One part of a query: words, or the path of an example picture."""

    text: str
    image: Path | None = None
    weight: float = 1.0


def parse_query(text: str, base: Path | None = None) -> tuple[Term, ...]:
    """Split `text` into terms; relative picture paths count from `base` (none: as they stand).

    Raises:
        UsageError: nothing was asked, or a picture that is named does not exist.
    """
    pieces = _SEPARATOR.split(text.strip())
    terms = [_term(pieces[0], 1.0, base)] if pieces[0].strip() else []
    for sign, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if not piece.strip():
            raise UsageError(reason=f"Nothing follows the {sign} in {text.strip()[:80]!r}.")
        terms.append(_term(piece, -1.0 if sign == "-" else 1.0, base))
    if not terms:
        raise UsageError(reason="The query is empty. Type what the photo shows.")
    return tuple(terms)


def _term(piece: str, sign: float, base: Path | None) -> Term:
    piece = piece.strip()
    weight = 1.0
    match = _WEIGHT.match(piece)
    if match:
        weight = float(match[1])
        piece = piece[match.end() :]
    return Term(piece, _picture(piece, base), sign * weight)


def _picture(piece: str, base: Path | None) -> Path | None:
    name = piece.strip("'\"")
    if len(name) > 4096 or "\0" in name or not _IMAGE_SUFFIX.fullmatch(Path(name).suffix):
        return None
    path = Path(name).expanduser()
    path = base / path if base else path
    if path.is_file():
        return path.absolute()
    if "/" in name or "\\" in name:
        raise UsageError(reason=f"There is no picture {name}.")
    return None


def combine(vectors: Vectors, weights: Sequence[float]) -> Vectors:
    """Add unit vectors (n, d) by weight and return the unit vector (d,) of the sum.

    Raises:
        UsageError: the terms cancel each other out.
    """
    total = np.asarray(weights, np.float32) @ vectors
    length = float(np.linalg.norm(total))
    if length < 1e-6:
        raise UsageError(reason="The parts of this query cancel each other out.")
    combined: Vectors = (total / length).astype(np.float32)
    return combined
