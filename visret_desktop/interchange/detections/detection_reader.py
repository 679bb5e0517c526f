"""Read a file of detections and find out which of the library's photos it is about.

What is kept of it are arrays of numbers, and only of photos that the library has: two million
detections take some 50 MB.
"""

from array import array
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from visret_desktop.interchange.detections.entries import (
    NOT_UNDERSTOOD,
    DetectionsUnusable,
    Entry,
    Finding,
    PathMatch,
    PathMatcher,
)
from visret_desktop.interchange.detections.formats import DetectionSource, open_file
from visret_desktop.interchange.detections.json_formats import BAD_BOX, BAD_CATEGORY
from visret_desktop.library.catalog.catalog_detections import UNITS, Label, PhotoFindings
from visret_desktop.sentences import sentence

STEPS = 20  # of confidence, in which photos are counted
USUAL_CONFIDENCE = 0.2
_NOT_UNDERSTOOD = -2  # in the place of a label's number
NOT_KNOWN = "what is said of it was not understood"
_WIDTH, _NO_BOX = 7, (-1,) * 4  # numbers of a finding; the last is what it is worth
_WORTH = 6
_MOST_FINDINGS = 10_000_000
_MOST_KEYS = 20_000
_EXAMPLES = 20
_SHOWN_EVERY = 2000  # entries


@dataclass(frozen=True)
class KnownPhotos:
    """The photos that a file may be about: contents by number, and where they lie.

    `sizes` (n, 2) are width and height of the upright photo, 0 where not known.
    """

    tails: PathMatcher
    hashes: Sequence[str]
    sizes: NDArray[np.int32]


@dataclass
class Counts:
    """How many entries became what, with some paths of each kind."""

    entries: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)

    def add(self, outcome: str, path: str) -> None:
        """Count an entry."""
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        examples = self.examples.setdefault(outcome, [])
        if len(examples) < _EXAMPLES:
            examples.append(path[:1000])


class DetectionData:
    """What a file says of the library's photos. `labels` are what findings point at."""

    def __init__(self, source: DetectionSource, photos: KnownPhotos, counts: Counts) -> None:
        self.source, self._photos, self.counts = source, photos, counts
        self.labels: list[Label] = []
        self.flaws: Mapping[str, int] = source.flaws
        # Rows of entries, in the order of their contents, and of findings.
        self._contents = np.empty(0, np.int64)
        self._spans = np.empty((0, 2), np.int64)
        self._failures: list[str] = []
        self._unsure = np.empty(0, np.int16)  # of entries, in `UNITS`
        self._found = np.empty((0, _WIDTH), np.int16)

    @property
    def advised(self) -> float:
        """The least confidence that is worth keeping, as far as the file says."""
        return USUAL_CONFIDENCE if self.source.advised is None else self.source.advised

    def photos(self, least: float) -> Iterator[PhotoFindings]:
        """Yield each photo with what was found with at least this confidence, by its hash.

        One in which nothing was found, and something was not understood, has that as its failure.
        """
        kept = self._kept(least)
        enough = round(least * UNITS)
        starts = np.flatnonzero(np.diff(self._contents, prepend=-1)).tolist()
        hashes = [self._photos.hashes[number] for number in self._contents[starts].tolist()]
        ends = [*starts[1:], len(self._contents)][: len(starts)]
        for content_hash, first, last in sorted(zip(hashes, starts, ends, strict=True)):
            labels: list[list[int]] = []
            for start, end in self._spans[first:last].tolist():
                labels += self._found[start:end, :_WORTH][kept[start:end]].tolist()
            is_unsure = int(self._unsure[first:last].max()) >= max(1, enough)
            failure = next(filter(None, self._failures[first:last]), "")
            if is_unsure:
                failure = failure or NOT_KNOWN
            yield PhotoFindings(content_hash, labels, "" if labels else failure)

    def _kept(self, least: float) -> NDArray[np.bool_]:
        shares = self._found[:, _WORTH]
        return (self._found[:, 0] >= 0) & ((shares < 0) | (shares >= round(least * UNITS)))

    def histogram(self) -> tuple[dict[int, list[int]], list[int]]:
        """Count photos by the least confidence, in `STEPS`: those with each label, and blank ones.

        Entry n counts photos where something was found with at least n / `STEPS`.
        """
        rows = np.repeat(np.arange(len(self._spans)), np.diff(self._spans)[:, 0])
        contents, numbers = np.unique(self._contents, return_inverse=True)
        findings = np.concatenate(
            [np.arange(start, end) for start, end in self._spans.tolist()] or [np.empty(0, int)]
        ).astype(np.int64)
        shares = self._found[findings, _WORTH].astype(np.int64)
        steps = np.where(shares < 0, STEPS, shares * STEPS // UNITS)
        of, photo = self._found[findings, 0], numbers[rows] if len(rows) else rows
        by_label: dict[int, list[int]] = {}
        best_of_all = np.full(len(contents), -1)
        for label in range(len(self.labels)):
            best = np.full(len(contents), -1)
            is_this = of == label
            np.maximum.at(best, photo[is_this], steps[is_this])
            np.maximum(best_of_all, best, out=best_of_all)
            by_label[label] = _at_least(best)
        unsure = np.where(self._unsure > 0, self._unsure.astype(np.int64) * STEPS // UNITS, -1)
        np.maximum.at(best_of_all, numbers, unsure)
        looked = np.ones(len(contents), np.bool_)
        looked[numbers[np.array([bool(failure) for failure in self._failures], np.bool_)]] = False
        seen = int(looked.sum())
        blank = [seen - count for count in _at_least(best_of_all[looked])]
        return by_label, blank


def _at_least(best: NDArray[np.int64]) -> list[int]:
    counts = np.bincount(best[best >= 0], minlength=STEPS + 1)
    return [int(count) for count in counts[::-1].cumsum()[::-1]]


def gathering(
    path: Path, photos: KnownPhotos, *, is_name_enough: bool = False
) -> Generator[tuple[int, int], None, DetectionData]:
    """Read a file, yield how many bytes of how many were read, and return what it says.

    `is_name_enough`: a photo is found by its name even if no folder agrees.

    Raises:
        FileMissing: it is not there.
        DetectionsUnusable: it is of no known format, damaged from the start, or too long.
    """
    return (yield from _Gathering(path, photos, is_name_enough=is_name_enough).run())


class _Gathering:
    """The work of `gathering`."""

    def __init__(self, path: Path, photos: KnownPhotos, *, is_name_enough: bool) -> None:
        self._path, self._photos, self._is_name_enough = path, photos, is_name_enough
        self._numbers: dict[str, int] = {}
        self._counts = Counts()
        count = len(photos.hashes)
        self._tail_of = array("h", bytes(2 * count))  # of the entry that has a content
        self._path_of = array("q", bytes(8 * count))  # the hash of its path
        self._contents, self._starts, self._ends = array("q"), array("q"), array("q")
        self._tails = array("h")
        self._failures: list[str] = []
        self._unsure = array("h")
        self._keys: dict[str, int] = {}
        self._found = array("h")

    def run(self) -> Generator[tuple[int, int], None, DetectionData]:
        with open_file(self._path) as source:
            for number, entry in enumerate(source.entries(), 1):
                self._take(entry, source)
                if number % _SHOWN_EVERY == 0:
                    yield source.progress()
        return self._gathered(source)

    def _take(self, entry: Entry, source: DetectionSource) -> None:
        counts = self._counts
        counts.entries += 1
        content, tail = self._content_of(entry)
        if content < 0:
            return
        known = self._tail_of[content]
        path = hash(entry.path)
        if known and not (source.adds_up and known == tail and self._path_of[content] == path):
            if tail <= known:
                counts.add("duplicate" if tail == known else PathMatch.ELSEWHERE.value, entry.path)
                return
            counts.add(PathMatch.ELSEWHERE.value, "")  # the one before, which fits less
        else:
            counts.outcomes["matched"] = counts.outcomes.get("matched", 0) + (not known)
        self._tail_of[content], self._path_of[content] = tail, path
        if entry.failure:
            counts.add("failed", entry.path)
        self._contents.append(content)
        self._starts.append(len(self._found) // _WIDTH)
        for finding in entry.findings:
            self._put(finding, content, source)
        self._ends.append(len(self._found) // _WIDTH)
        self._tails.append(tail)
        self._failures.append(entry.failure)
        self._unsure.append(_units(entry.unsure))

    def _content_of(self, entry: Entry) -> tuple[int, int]:
        """Return the number of the content that an entry is about, and how well it fits; or -1."""
        if entry.content_hash:
            if not self._numbers:
                self._numbers = {name: at for at, name in enumerate(self._photos.hashes)}
            if (number := self._numbers.get(entry.content_hash, -1)) >= 0:
                return number, 1000
        match = self._photos.tails.find(
            entry.path, is_name_enough=self._is_name_enough or entry.is_loose
        )
        if match.outcome is not PathMatch.FOUND:
            self._counts.add(match.outcome.value, entry.path)
        return match.content, match.tail

    def _put(self, finding: Finding, content: int, source: DetectionSource) -> None:
        key = self._keys.setdefault(finding.key, len(self._keys))
        if key >= _MOST_KEYS:
            raise self._too_long(f"{_MOST_KEYS:,} names")
        if len(self._found) >= _MOST_FINDINGS * _WIDTH:
            raise self._too_long(f"{_MOST_FINDINGS:,} detections")
        box: Sequence[float] | None = finding.box
        if box is not None and source.has_pixels:
            box = self._shares(box, content, source)
        self._found.append(key)
        self._found.append(_units(finding.confidence))
        self._found.extend(_NO_BOX if box is None else [_units(side) for side in box])
        self._found.append(_units(finding.worth))

    def _too_long(self, what: str) -> DetectionsUnusable:
        return DetectionsUnusable(
            name=self._path.name,
            reason=sentence("it has more than {what}. Split it into several files", what=what),
        )

    def _shares(
        self, box: Sequence[float], content: int, source: DetectionSource
    ) -> Sequence[float] | None:
        """Return a box in pixels as shares of the photo; None: it does not lie in it."""
        width, height = self._photos.sizes[content].tolist()
        left, top, across, down = box
        if not (width and height) or left + across > width + 2 or top + down > height + 2:
            source.flaws[BAD_BOX] = source.flaws.get(BAD_BOX, 0) + 1
            return None
        right, bottom = min(left + across, width), min(top + down, height)
        left, top = max(left, 0.0), max(top, 0.0)
        return left / width, top / height, (right - left) / width, (bottom - top) / height

    def _gathered(self, source: DetectionSource) -> DetectionData:
        gathered = DetectionData(source, self._photos, self._counts)
        contents = np.array(self._contents, np.int64)
        rows = np.argsort(contents, kind="stable")
        # Of entries about one photo, those that fit best.
        rows = rows[(np.array(self._tails) == np.array(self._tail_of)[contents])[rows]]
        gathered._contents = contents[rows]
        spans = np.column_stack((np.array(self._starts, np.int64), np.array(self._ends, np.int64)))
        gathered._spans = spans[rows]
        gathered._failures = [self._failures[row] for row in rows.tolist()]
        unsure = np.array(self._unsure, np.int16)
        numbers: dict[Label, int] = {}
        of_key = np.full(len(self._keys) + 1, -1, np.int16)
        for key, at in self._keys.items():
            label = source.label(key)
            if label is NOT_UNDERSTOOD:
                of_key[at] = _NOT_UNDERSTOOD
            elif label is not None:
                of_key[at] = numbers.setdefault(label, len(numbers))
        gathered.labels = list(numbers)
        boxes = np.array(self._found, np.int16).reshape(-1, _WIDTH)
        boxes[:, 0] = of_key[boxes[:, 0]]
        gathered._found = boxes
        # What is there and not understood keeps its photo from being blank.
        is_odd = boxes[:, 0] == _NOT_UNDERSTOOD
        if is_odd.any():
            source.flaws[BAD_CATEGORY] = source.flaws.get(BAD_CATEGORY, 0) + int(is_odd.sum())
            shares = np.where(boxes[:, 1] < 0, UNITS, boxes[:, 1]).astype(np.int16)
            of_entry = np.repeat(np.arange(len(spans)), np.diff(spans)[:, 0])
            np.maximum.at(unsure, of_entry[is_odd], shares[is_odd])
        gathered._unsure = unsure[rows]
        return gathered


def _units(share: float) -> int:
    return -1 if share != share else int(share * UNITS + 0.5)
