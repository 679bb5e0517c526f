"""Species in other colors: what a part's color is can then be seen, but not remembered.

Each part of a morph has a color of its own choice, never the one that the species has. Some of the
others are kept from training for each part of each species.
"""

from random import Random

from visret_desktop.fieldbook.drawing import Look
from visret_desktop.fieldbook.flowers import LEAF
from visret_desktop.fieldbook.world import COLORS, SPECIES

_HELD_OUT = 3  # colors of each part of each species


def own_look(species: str) -> Look:
    """Return the species' look with nothing left to defaults; it draws the same pictures."""
    look = SPECIES[species]
    return {"leafc": LEAF} | look if look["group"] == "flower" else look


def named_colors(look: Look) -> dict[str, str]:
    """Return the parts of a look whose color has a name."""
    names = {LEAF: "green"} | {color: color for color in COLORS}
    return {part: names[value] for part, value in look.items() if value in names}


def held_out_colors(species: str, part: str) -> frozenset[str]:
    """Return the colors that no training shows on this part of this species."""
    own = named_colors(own_look(species)).get(part)
    others = [color for color in COLORS if color != own]
    return frozenset(Random(f"{species}|{part}").sample(others, _HELD_OUT))


def random_morph(species: str, stream: Random, held_out: bool) -> Look:
    """Return the species' look in other colors, of those kept from training or of the rest."""
    look = dict(own_look(species))
    own = named_colors(look)
    for part in (*own, *({"leafc"} & look.keys() - own.keys())):
        kept = held_out_colors(species, part)
        free = [name for name in COLORS if name != own.get(part) and (name in kept) == held_out]
        look[part] = stream.choice(free)
    return look
