"""Questions about one picture, with the answers that its truth gives."""
from visret_desktop.fieldbook.drawing import Look

# The parts that are asked for: key in the look, and what people call them.
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
_SHOWN, _HARDLY_SHOWN = 0.003, 0.0005  # shares of the picture


def is_shown(area: float) -> bool:
    """Whether a part that covers this share of the picture is large enough to tell its color."""
    return area >= _SHOWN


def is_missing(area: float) -> bool:
    """Whether a part that covers this share can't be seen. Between the two nothing is asked."""
    return area < _HARDLY_SHOWN
