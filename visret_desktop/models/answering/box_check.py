"""What a reader is good at, and where its boxes are: on pictures whose truth is known.

A pack may bring its own, as a model may know one kind of picture only: `proof.json` is a list of
questions with answer and boxes (shares of the picture; none where only the answer counts), and
`proof.safetensors` has the pictures, uint8 (height, width, 3), under the names given there. No
picture file is ever opened for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta
from PIL import Image, ImageDraw

from visret_desktop import typed_values
from visret_desktop.errors import PackDamaged
from visret_desktop.models.answering.answer_matching import gist
from visret_desktop.models.answering.question_kinds import Kind, kind_of
from visret_desktop.models.interfaces import Box, Reader, SeenPicture
from visret_desktop.packs import strict_json
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import sentence

QUESTIONS_NAME, PICTURES_NAME = "proof.json", "proof.safetensors"
LEAST_OVERLAP = 0.5  # intersection over union of all boxes together
_MOST_QUESTIONS, _MOST_SIDE = 24, 4_096
_GRID = 400
_ASKS_PLACE = "Where "
_GROUND = (226, 221, 208)
_COLORS = {"red": (214, 40, 40), "blue": (38, 84, 200), "green": (40, 150, 70)}
_COUNTED = (("three", 3), ("five", 5), ("four", 4))
_COUNTED_SIDE, _COUNTED_RADIUS = 480, 38  # pixels
# Size of a picture, what is asked for, and what else is drawn: shape, color, box in shares.
_Thing = tuple[str, str, Box]
_DRAWN: tuple[tuple[tuple[int, int], _Thing, _Thing], ...] = (
    (
        (640, 420),
        ("disc", "red", (0.08, 0.14, 0.4, 0.627619)),
        ("square", "blue", (0.62, 0.5, 0.86, 0.865714)),
    ),
    (
        (420, 640),
        ("square", "green", (0.45, 0.62, 0.9, 0.915312)),
        ("disc", "red", (0.1, 0.08, 0.5, 0.3425)),
    ),
    (
        (560, 560),
        ("disc", "blue", (0.55, 0.06, 0.94, 0.45)),
        ("square", "red", (0.08, 0.55, 0.4, 0.87)),
    ),
)

Share = Annotated[float, Meta(ge=0.0, le=1.0)]


@dataclass(frozen=True, eq=False)
class Proof:
    """A picture, what is asked about it, and where that is."""

    question: str
    answer: str
    picture: SeenPicture
    boxes: tuple[Box, ...] = ()  # none: only the answer counts
    beside: SeenPicture | None = None  # one that shows nothing of what is asked for


class ProofQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry of `proof.json`."""

    picture: Annotated[str, Meta(max_length=100)]
    question: Annotated[str, Meta(max_length=1000)]
    answer: Annotated[str, Meta(max_length=1000)]
    boxes: tuple[tuple[Share, Share, Share, Share], ...] = ()


def proofs_of(pack: Pack) -> list[Proof]:
    """Return what a pack brings, or drawn pictures.

    Raises:
        PackDamaged: what it brings cannot be used.
    """
    if not any(file.path == QUESTIONS_NAME for file in pack.files):
        return drawn_proofs()
    from safetensors import SafetensorError
    from safetensors.numpy import load_file

    try:
        stored = strict_json.read(pack.directory / QUESTIONS_NAME)
        asked = typed_values.convert(stored, list[ProofQuestion])
        pictures = load_file(pack.directory / PICTURES_NAME)
        if not 0 < len(asked) <= _MOST_QUESTIONS:
            raise ValueError(f"it has {len(asked)} questions")
        return [
            Proof(one.question, one.answer, _seen(one.picture, pictures[one.picture]), one.boxes)
            for one in asked
        ]
    except (OSError, ValueError, LookupError, TypeError, SafetensorError) as error:
        reason = sentence("{file} cannot be used ({error})", file=QUESTIONS_NAME, error=error)
        raise PackDamaged(name=pack.name, reason=reason) from error


def drawn_proofs() -> list[Proof]:
    """Return discs and squares on a plain ground, wide, high and square, and discs to count."""
    made = list[Proof]()
    for number, (size, wanted, other) in enumerate(_DRAWN):
        picture = Image.new("RGB", size, _GROUND)
        draw = ImageDraw.Draw(picture)
        for shape, color, box in (wanted, other):
            edges = [round(edge * size[axis]) for edge, axis in zip(box, (0, 1, 0, 1), strict=True)]
            (draw.ellipse if shape == "disc" else draw.rectangle)(edges, fill=_COLORS[color])
        what = f"the {wanted[1]} {wanted[0]}"
        seen = _seen(f"drawn {number}", np.asarray(picture))
        made.append(Proof(f"Where is {what}?", what, seen, (wanted[2],)))
        color_of = {shape: color for shape, color, _ in (wanted, other)}
        red = next(shape for shape, color in color_of.items() if color == "red")
        is_red = "yes" if red == "disc" else "no"
        without = _discs(3 + number)
        made.append(Proof("What color is the square?", color_of["square"], seen, beside=without))
        made.append(Proof("Is the disc red?", is_red, seen))
        made.append(Proof("Which of them is red, the disc or the square?", red, seen))
    made.extend(Proof("How many discs are there?", word, _discs(n)) for word, n in _COUNTED)
    return made


def _discs(count: int) -> SeenPicture:
    """Return a picture of so many blue discs, in rows of two."""
    picture = Image.new("RGB", (_COUNTED_SIDE, _COUNTED_SIDE), _GROUND)
    draw = ImageDraw.Draw(picture)
    for number in range(count):
        x, y = 150 + 180 * (number % 2), 90 + 150 * (number // 2)
        edges = (x - _COUNTED_RADIUS, y - _COUNTED_RADIUS, x + _COUNTED_RADIUS, y + _COUNTED_RADIUS)
        draw.ellipse(edges, fill=_COLORS["blue"])
    return _seen(f"discs {count}", np.asarray(picture))


def kinds_passed(reader: Reader, proofs: Sequence[Proof]) -> set[Kind]:
    """Return the kinds of questions to which a reader's answers are right in two of three."""
    right: dict[Kind, list[bool]] = {}
    for one in proofs:
        if not one.question.startswith(_ASKS_PLACE):  # the boxes answer that
            right.setdefault(kind_of(one.question), []).append(_is_right(reader, one))
    return {kind for kind, each in right.items() if are_enough(sum(each), len(each))}


def reads_together(reader: Reader, proofs: Sequence[Proof]) -> bool:
    """Tell whether answers stay right in two of three cases where another picture is beside.

    It shows nothing of what is asked for, and stands before or behind the one that does.
    """
    pairs = [(one, one.picture, one.beside) for one in proofs if one.beside is not None]
    trials = [(one, order) for one, *pair in pairs for order in (pair, pair[::-1])]
    return are_enough(sum(_is_right(reader, *each) for each in trials), len(trials))


def _is_right(reader: Reader, proof: Proof, pictures: Sequence[SeenPicture] = ()) -> bool:
    reading = reader.read(proof.question, pictures or [proof.picture])
    reading_gist, true = (gist(text, proof.question) for text in (reading.answer, proof.answer))
    return reading.is_shown and bool(reading.answer) and reading_gist.agrees_with(true)


def right_boxes(reader: Reader, proofs: Sequence[Proof]) -> tuple[int, int]:
    """Return for how many pictures a reader's boxes overlap with the true ones by half, of all."""
    placed = [one for one in proofs if one.boxes]
    regions = (reader.regions(one.question, one.answer, one.picture) for one in placed)
    right = sum(
        overlap(boxes or (), one.boxes) >= LEAST_OVERLAP
        for boxes, one in zip(regions, placed, strict=True)
    )
    return right, len(placed)


def are_enough(right: int, tried: int) -> bool:
    """Whether two of three are right."""
    return 3 * right >= 2 * tried > 0


def overlap(some: Sequence[Box], others: Sequence[Box]) -> float:
    """Return intersection over union of what two lists of boxes cover; 0 where there is nothing."""
    one, other = _covered(some), _covered(others)
    union = int((one | other).sum())
    return float((one & other).sum()) / union if union else 0.0


def _covered(boxes: Sequence[Box]) -> npt.NDArray[np.bool_]:
    grid = np.zeros((_GRID, _GRID), bool)
    for box in boxes:
        left, top, right, bottom = (round(edge * _GRID) for edge in box)
        grid[top:bottom, left:right] = True
    return grid


def _seen(key: str, pixels: npt.NDArray[np.generic]) -> SeenPicture:
    is_picture = pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3
    if not is_picture or not 0 < min(pixels.shape[:2]) <= max(pixels.shape[:2]) <= _MOST_SIDE:
        raise ValueError(f"{key[:80]} is no picture")
    return SeenPicture(f"proof {key}", pixels.astype(np.uint8))
