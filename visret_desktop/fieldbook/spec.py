"""What determines one picture, and which combinations are kept from training."""

from dataclasses import dataclass
from random import Random

from visret_desktop.fieldbook.world import (
    LAND_HABITATS,
    LAND_WEATHERS,
    LIGHTS,
    MANY_VIEWS,
    SEA_HABITATS,
    SEA_WEATHERS,
    SPECIES,
    VIEWS,
)

# Details are half as frequent as whole animals, single animals more so than several, night rare.
_COUNT_WEIGHTS = (0.55, 0.25, 0.2)
_LIGHT_WEIGHTS = (0.55, 0.3, 0.15)


@dataclass(frozen=True)
class Spec:
    """Everything that determines one picture."""

    species: str
    view: str
    count: int
    habitat: str
    light: str
    seed: int
    weather: str = "clear"

    @property
    def group(self) -> str:
        """bird, frog, butterfly, flower or fish."""
        return str(SPECIES[self.species]["group"])


def random_spec(stream: Random, species: str | None = None, view: str | None = None) -> Spec:
    """Return a random spec; whole-body views are twice as frequent as details."""
    species = species or stream.choice(list(SPECIES))
    group = SPECIES[species]["group"]
    views = VIEWS[group]
    weights = [2 if name in MANY_VIEWS else 1 for name in views]
    view = view or stream.choices(views, weights=weights)[0]
    count = stream.choices((1, 2, 3), weights=_COUNT_WEIGHTS)[0] if view in MANY_VIEWS else 1
    habitat = stream.choice(SEA_HABITATS if group == "fish" else LAND_HABITATS)
    light = stream.choices(LIGHTS, weights=_LIGHT_WEIGHTS)[0]
    weathers = SEA_WEATHERS if group == "fish" else LAND_WEATHERS
    weather = stream.choices(list(weathers), weights=list(weathers.values()))[0]
    return Spec(species, view, count, habitat, light, stream.randrange(1 << 30), weather)
