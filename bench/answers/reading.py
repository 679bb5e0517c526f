"""Reading by itself: a photo that shows it is given, or one that cannot; and are the boxes right?

A box is causal if the answer can be read from it alone, and not without it: the photo is cropped to
the boxes, and in another copy they are painted over.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt
from PIL import Image

from bench.answers.asking import Asker, is_refused, said
from bench.answers.book import Book, Box
from bench.answers.doubts import PremiseTest, with_premises
from bench.answers.questions import Question
from bench.answers.together import COUNTS, TogetherTest, roomy, score_together, some_photos
from visret_desktop.engine.messages import Ask, AskedPhoto
from visret_desktop.engine.runtime import Library
from visret_desktop.library.photos.fitting import fit_into
from visret_desktop.models.interfaces import Reader, Reading, SeenPicture
from visret_desktop.roles import Role

Pixels = npt.NDArray[np.uint8]
_GREY = 128
_GRID = 100  # boxes are compared on a grid of so many lines
_WHOLE: Box = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class Boxes:
    """What became of the boxes of one answer: scores, and overlaps with the truth as unions."""

    count_is_right: bool
    overlap: float
    random: float
    whole: float
    crop: float  # score of the answer from nothing but the boxes; 0 without any
    greyed: float  # and of that from everything else
    true_crop: float  # the same with the true boxes
    true_greyed: float
    is_approximate: bool


@dataclass(frozen=True)
class ReadingTest:
    """What became of one question with one photo that shows it, and one that does not."""

    is_morph: bool
    given: float
    is_given_refused: bool
    memory: float
    is_absent_refused: bool | None  # None: every photo shows it
    has_no_boxes_absent: bool | None
    boxes: Boxes | None  # None where nothing was answered
    premises: PremiseTest | None = None
    together: tuple[TogetherTest, ...] = ()


class ReadingTester:
    """Tests reading on the drawn photos of a library; `root` has their folders."""

    def __init__(self, library: Library, asker: Asker, book: Book, root: Path) -> None:
        self._library, self._asker, self._book, self._root = library, asker, book, root

    def test(self, question: Question, text: str, hashes: dict[str, str]) -> ReadingTest:
        """Return what becomes of a drawn question; `hashes` has contents by path of the photo."""
        stream = Random(text)
        species, part = question.things[0], question.part
        file = stream.choice(self._book.showing(species, part))
        others = self._book.showing(species, part, wanted=False)
        other = stream.choice(others) if others else ""
        path = self._root / species / file
        answered = self._asker.ask(_about(text, hashes[str(path)]))
        answer = said(answered)
        given = question.score(answer, [answer])
        recalled = self._asker.ask(Ask(question=text, images=0, knowledge="none"))
        refused = without_boxes = None
        if other:
            absent = self._root / species / other
            refused = is_refused(self._asker.ask(_about(text, hashes[str(absent)])))
            if self._reader.draws_boxes:
                picture = self._seen(_pixels(absent))
                without_boxes = not self._reader.regions(text, question.right, picture)
        boxes = None
        if answer and answered.evidence:
            (one,) = answered.evidence
            true = self._book.photos[species][file].boxes[part]
            kind = one.boxes_kind == "approximate"
            boxes = self._boxes(question, text, path, one.boxes, true, kind, stream)
        return ReadingTest(
            question.is_morph,
            given,
            is_refused(answered),
            question.score(said(recalled), [said(recalled)]),
            refused,
            without_boxes,
            boxes,
            self._premises(question, text, path, hashes[str(path)], stream),
            tuple(self._together(question, text, hashes, n, Random(text)) for n in COUNTS),
        )

    def _premises(
        self, question: Question, text: str, path: Path, content_hash: str, stream: Random
    ) -> PremiseTest | None:
        texts = with_premises(question, text, stream)
        if texts is None:
            return None
        picture = self._seen(_pixels(path))
        answers = (bool(self._asker.ask(_about(one, content_hash, False)).answer) for one in texts)
        alone = (self._reader.read(one, [picture]) for one in texts)
        return PremiseTest(*answers, *(one.is_shown and bool(one.answer) for one in alone))

    def _together(
        self, question: Question, text: str, hashes: dict[str, str], count: int, stream: Random
    ) -> TogetherTest:
        files = some_photos(self._book, question, count, stream)
        paths = [self._root / question.things[0] / file for file in files]
        photos = tuple(AskedPhoto(hashes[str(path)]) for path in paths)
        answered = self._asker.ask(Ask(question=text, photos=photos, images=count, boxes=False))
        pictures = [seen(_pixels(path), self._roomy.side) for path in paths]
        alone = (score_together(self._roomy, question, text, [one]) for one in pictures)
        return TogetherTest(
            count,
            question.score(said(answered), [said(answered)]),
            score_together(self._roomy, question, text, pictures),
            max(alone),
        )

    @cached_property
    def _roomy(self) -> Reader:
        return roomy(self._library)

    @property
    def _reader(self) -> Reader:
        reader: Reader = self._library.models.get(Role.READER)
        return reader

    def _boxes(
        self,
        question: Question,
        text: str,
        path: Path,
        found: Sequence[Box],
        true: Sequence[Box],
        is_approximate: bool,
        stream: Random,
    ) -> Boxes:
        pixels = _pixels(path)

        def score(changed: Pixels | None) -> float:
            if changed is None:
                return 0.0
            reading: Reading = self._reader.read(text, [self._seen(changed)])
            answer = reading.answer if reading.is_shown else ""
            return question.score(answer, [answer])

        return Boxes(
            len(found) == len(true),
            overlap(found, true),
            overlap(random_boxes(len(true), stream), true),
            overlap([_WHOLE], true),
            score(cropped(pixels, found)),
            score(greyed(pixels, found)),
            score(cropped(pixels, true)),
            score(greyed(pixels, true)),
            is_approximate,
        )

    def _seen(self, pixels: Pixels) -> SeenPicture:
        return seen(pixels, self._reader.side)


def seen(pixels: Pixels, side: int) -> SeenPicture:
    """Return a picture as a reader sees it; readers tell pictures apart by its key alone."""
    small = np.asarray(fit_into(Image.fromarray(pixels), side))
    digest = hashlib.sha256(f"{small.shape}".encode() + small.tobytes()).hexdigest()
    return SeenPicture(digest, small)


def _about(text: str, content_hash: str, boxes: bool = True) -> Ask:
    return Ask(question=text, photos=(AskedPhoto(content_hash),), images=1, boxes=boxes)


def _pixels(path: Path) -> Pixels:
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


# ---- boxes --------------------------------------------------------------------------------------


def overlap(ones: Sequence[Box], others: Sequence[Box]) -> float:
    """Return intersection over union of the areas that boxes cover together."""
    one, other = _covered(ones), _covered(others)
    return float((one & other).sum() / max(1, (one | other).sum()))


def _covered(boxes: Sequence[Box]) -> npt.NDArray[np.bool_]:
    area = np.zeros((_GRID, _GRID), bool)
    for box in boxes:
        left, top, right, bottom = (round(_GRID * edge) for edge in box)
        area[top:bottom, left:right] = True
    return area


def random_boxes(count: int, stream: Random) -> list[Box]:
    """Return boxes anywhere."""
    found = []
    for _ in range(count):
        left, right = sorted((stream.random(), stream.random()))
        top, bottom = sorted((stream.random(), stream.random()))
        found.append((left, top, right, bottom))
    return found


def cropped(pixels: Pixels, boxes: Sequence[Box]) -> Pixels | None:
    """Return what is around all boxes together; None without any."""
    if not boxes:
        return None
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = _in_pixels(
        (min(lefts), min(tops), max(rights), max(bottoms)), pixels
    )
    return pixels[top:bottom, left:right]


def greyed(pixels: Pixels, boxes: Sequence[Box]) -> Pixels:
    """Return the picture with its boxes painted over."""
    changed = pixels.copy()
    for box in boxes:
        left, top, right, bottom = _in_pixels(box, pixels)
        changed[top:bottom, left:right] = _GREY
    return changed


def _in_pixels(box: Box, pixels: Pixels) -> tuple[int, int, int, int]:
    """Return edges in pixels, with something between them."""
    height, width = pixels.shape[:2]
    left, top = min(int(box[0] * width), width - 1), min(int(box[1] * height), height - 1)
    right, bottom = round(box[2] * width), round(box[3] * height)
    return left, top, max(right, left + 1), max(bottom, top + 1)
