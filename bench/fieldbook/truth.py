"""What is true of one picture: what it shows, in which colors, and where."""

from dataclasses import dataclass, field

import numpy as np

from bench.fieldbook.morphs import named_colors, own_look
from bench.fieldbook.regions import Mask, Picture, render_shown
from visret_desktop.fieldbook.drawing import Look
from visret_desktop.fieldbook.spec import Spec

Box = tuple[float, float, float, float]  # left, top, right, bottom as shares of width and height

# The parts that can be asked for: key in the look, and what people call them.
PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "bird": {
        "legs": ("feet", "legs", "toes"),
        "beak": ("beak", "bill"),
        "eggs": ("eggs",),
        "under": ("underwings", "wing undersides"),
        "head": ("head",),
        "belly": ("belly", "breast"),
    },
    "frog": {
        "back": ("back",),
        "belly": ("belly", "underside"),
        "feet": ("feet", "toes", "toe pads"),
        "eye": ("eyes",),
        "sac": ("throat",),
    },
    "butterfly": {
        "up": ("upper wings", "wing uppersides"),
        "down": ("folded wings", "wing undersides"),
        "cat": ("caterpillar", "larva"),
    },
    "flower": {
        "petal": ("petals", "blossom"),
        "center": ("center",),
        "fruit": ("berries", "fruit", "ripe fruit"),
        "leafc": ("leaves", "leaf"),
    },
    "fish": {
        "body": ("body", "scales"),
        "fin": ("fins",),
        "tail": ("tail", "tail fin"),
        "mouth": ("mouth", "lips"),
    },
}
_CLEARLY, _HARDLY = 0.003, 0.0005  # shares of the square that holds the picture
# What these views show in the color of a part is another part of the animal.
_NOT_THE_PART = {("head", "belly"), ("foot", "back"), ("face", "back")}


@dataclass(frozen=True)
class Truth:
    """What is true of one picture."""

    spec: Spec
    size: tuple[int, int]  # width and height in pixels
    colors: dict[str, str]  # of parts that can be asked for
    animals: list[Box]
    parts: dict[str, list[Box]] = field(default_factory=dict)  # one for each animal that shows it
    areas: dict[str, float] = field(default_factory=dict)  # largest of a part, share of the square

    @property
    def is_morph(self) -> bool:
        """Whether the colors are not the species' own."""
        own = named_colors(own_look(self.spec.species))
        return any(own.get(part) != color for part, color in self.colors.items())

    def shows(self, part: str) -> bool | None:
        """Whether the part is large enough to tell its color; None where that is disputable."""
        if (self.spec.view, part) in _NOT_THE_PART:
            return None
        area = self.areas.get(part, 0.0)
        return True if area >= _CLEARLY else None if area >= _HARDLY else False


def render_truth(
    spec: Spec, look: Look, width: int, height: int | None = None
) -> tuple[Picture, Truth, dict[str, Mask]]:
    """Return the picture, what is true of it, and where any animal shows each part."""
    keys = list(PARTS[spec.group])
    pixels, shown = render_shown(spec, width, height, look, keys)
    colors = {part: color for part, color in named_colors(look).items() if part in keys}
    animals = [box_of(animal.whole) for animal in shown if animal.whole.any()]
    truth = Truth(spec, (width, height or width), colors, animals)
    square = max(truth.size) ** 2
    together: dict[str, Mask] = {}
    for part in keys:
        if masks := [animal.parts[part] for animal in shown if part in animal.parts]:
            together[part] = np.any(masks, axis=0)
            truth.parts[part] = [box_of(mask) for mask in masks]
            truth.areas[part] = max(int(mask.sum()) for mask in masks) / square
    return pixels, truth, together


def box_of(mask: Mask) -> Box:
    """Return the box around what is true in a mask (height, width) that is not empty."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    height, width = mask.shape
    return (
        int(columns[0]) / width,
        int(rows[0]) / height,
        (int(columns[-1]) + 1) / width,
        (int(rows[-1]) + 1) / height,
    )
