"""Read a typed query: words and example pictures with weights and minus signs.

    2:golden retriever + ./pool.jpg - fruit

Terms are separated by ' + ' and ' - ' with spaces around them, so 'long-eared owl' is one term.
Quotes around a term keep signs inside it. What words exclude ('-fruit', 'without fruit') becomes a
term with a minus sign. A query may exclude only: what is least like that comes first.
"""

import os
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt

from visret_desktop.errors import UsageError
from visret_desktop.exclusions import exclusions
from visret_desktop.sentences import sentence

Vectors = npt.NDArray[np.float32]
Existing = Callable[[str], Path | None]  # the picture of this name, if there is one

_SUFFIXES = (
    r"\.(?:jpg|jpeg|jpe|png|webp|tiff?|gif|bmp|jp2|j2k|jpx|hei[cf]|hif|avif|jxl|p[pgbn]m"
    r"|cr[23]|nef|nrw|arw|dng|orf|rw2|raf|pef|srw|x3f)"
)
IMAGE_SUFFIX = re.compile(_SUFFIXES + r"\Z", re.IGNORECASE)
_END_OF_PICTURE = re.compile(_SUFFIXES + r"(?=\s+[+-](?:\s|$)|\s*$)", re.IGNORECASE)
_SIGN = re.compile(r"(?<!\s)\s+([+-])(?=\s|$)")
_LEADING_SIGN = re.compile(r"([+-])(?=\s|$)")
_QUOTED = re.compile(r"""(?:"([^"]*)"|'([^']*)')(?=\s+[+-](?:\s|$)|\s*$)""")
# Not a weight: a digit right after the colon, as in a time of day or a ratio ('10:30', '16:9').
_WEIGHT = re.compile(r"(\d{1,9}(?:\.\d{1,9})?|\.\d{1,9}):(?!\d)\s*(?=\S)")
_LONGEST_QUERY = 4000  # characters; a model reads some hundred
_MOST_TERMS = 100
_MOST_SIGNS_IN_A_PATH = 8
_LIGHTEST, _HEAVIEST = 0.001, 1000.0


@dataclass(frozen=True)
class Term:
    """One part of a query: words, or the path of an example picture; minus: a negative weight."""

    text: str
    image: Path | None = None
    weight: float = 1.0
    is_quoted: bool = field(default=False, compare=False)


def parse_query(
    text: str, base: Path | None = None, is_file: Callable[[str], bool] = os.path.isfile
) -> tuple[Term, ...]:
    """Split `text` into terms; relative picture paths count from `base` (None: the current folder).

    What looks like the path of a picture is one if `is_file` says so. It may raise, as a scout does
    for a disk that does not answer.

    Raises:
        UsageError: the query is empty or too long, or names a picture that does not exist.
    """
    text = text.strip()
    if not text:
        raise UsageError(reason=sentence("The query is empty. Type what the photo shows."))
    refuse_too_much([text])
    terms = tuple(_terms(text, partial(_existing, base, is_file)))
    refuse_too_much([term.text for term in terms])
    return terms


def refuse_too_much(texts: Sequence[str]) -> None:
    """Refuse a query whose terms, given by their texts, are too much.

    Raises:
        UsageError: there are too many, or they are too long together.
    """
    length = sum(map(len, texts))
    if length > _LONGEST_QUERY:
        reason = sentence(
            "The query has {length:,} characters; {most:,} are the most.",
            length=length,
            most=_LONGEST_QUERY,
        )
        raise UsageError(
            reason=sentence("{reason} Say in fewer words what the photo shows.", reason=reason)
        )
    if len(texts) > _MOST_TERMS:
        reason = sentence(
            "The query has {count:,} parts; {most} are the most.",
            count=len(texts),
            most=_MOST_TERMS,
        )
        raise UsageError(reason=sentence("{reason} Leave some out.", reason=reason))


def _terms(text: str, existing: Existing) -> Iterator[Term]:
    picture_ends = [match.end() for match in _END_OF_PICTURE.finditer(text)]
    position, sign, known_sign = 0, 1.0, None
    if lead := _LEADING_SIGN.match(text):
        position, sign, known_sign = lead.end(), -1.0 if lead[1] == "-" else 1.0, lead[1]
    while True:
        start = position + len(text[position:]) - len(text[position:].lstrip())
        if start == len(text) or _LEADING_SIGN.match(text, start):
            raise UsageError(
                reason=sentence(
                    "Nothing follows the {sign} in {query}.",
                    sign=known_sign,
                    query=_short(text),
                )
            )
        term, position, is_plain = _term(text, start, sign, picture_ends, existing)
        yield from _without_excluded(term) if is_plain else (term,)
        following = _SIGN.match(text, position)
        if following is None:
            return
        position, sign = following.end(), -1.0 if following[1] == "-" else 1.0
        known_sign = following[1]


def _term(
    text: str, start: int, sign: float, picture_ends: Sequence[int], existing: Existing
) -> tuple[Term, int, bool]:
    """Read one term from `start` on; return it, where it ends, and whether it is plain words."""
    weight = 1.0
    if match := _WEIGHT.match(text, start):
        weight, start = float(match[1]), match.end()
        if not _LIGHTEST <= weight <= _HEAVIEST:
            reason = sentence(
                "A weight is between {lightest} and {heaviest:.0f}, not {weight}.",
                lightest=_LIGHTEST,
                heaviest=_HEAVIEST,
                weight=match[1],
            )
            raise UsageError(reason=reason)
    quoted = _QUOTED.match(text, start)
    if quoted and (inside := (quoted[1] or quoted[2] or "").strip()):
        term = Term(inside, _picture(inside, existing), sign * weight, is_quoted=True)
        return term, quoted.end(), False
    end = _end_of_picture(text, start, picture_ends, existing) or _end_of_words(text, start)
    words = text[start:end]
    is_plain = sign > 0 and not IMAGE_SUFFIX.search(words)
    return Term(words, _picture(words, existing), sign * weight), end, is_plain


def _without_excluded(term: Term) -> Iterator[Term]:
    """Yield what a term wants, if anything, and a term for each thing that it excludes."""
    left, excluded = exclusions(term.text)
    if left or not excluded:
        yield replace(term, text=left)
    yield from (Term(name, weight=-1.0) for name in excluded)


def _end_of_words(text: str, start: int) -> int:
    sign = _SIGN.search(text, start)
    return sign.start() if sign else len(text)


def _end_of_picture(
    text: str, start: int, picture_ends: Sequence[int], existing: Existing
) -> int | None:
    """Return where the path of an existing picture ends; it may contain ' - ', as folders do."""
    first = bisect_right(picture_ends, start)
    for end in reversed(picture_ends[first : first + _MOST_SIGNS_IN_A_PATH]):
        if existing(text[start:end]):
            return end
    return None


def _picture(name: str, existing: Existing) -> Path | None:
    """Return the picture that a term names; None if the term is words."""
    if not IMAGE_SUFFIX.search(name):
        return None
    path = existing(name)
    if path is None and ("/" in name or "\\" in name):
        raise UsageError(reason=sentence("There is no picture {name}.", name=_short(name)))
    return path


def _existing(base: Path | None, is_file: Callable[[str], bool], name: str) -> Path | None:
    path = os.path.expanduser(name)  # noqa: PTH111 - Path's raises for unknown people
    path = os.path.join(base, path) if base else path  # noqa: PTH118
    return Path(path).absolute() if is_file(path) else None


def _short(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:79]}…")


def combine(vectors: Vectors, weights: Sequence[float]) -> Vectors:
    """Add unit vectors (n, d) by weight and return the unit vector (d,) of the sum.

    Raises:
        UsageError: the terms cancel each other out.
    """
    shares = np.asarray(weights, np.float32)
    total = shares @ np.asarray(vectors, np.float32)
    length = float(np.linalg.norm(total))
    if length < 1e-6 * max(1.0, float(np.abs(shares).sum())):
        raise UsageError(reason=sentence("The parts of this query cancel each other out."))
    combined: Vectors = (total / length).astype(np.float32)
    return combined
