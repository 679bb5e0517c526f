"""Everything that determines one picture."""

from dataclasses import dataclass
from random import Random

from visret_desktop.fieldbook.world import (
    LAND_HABITATS,
    LIGHTS,
    MANY_VIEWS,
    SEA_HABITATS,
    SPECIES,
    VIEWS,
)


@dataclass(frozen=True)
class Spec:
    """Everything that determines one picture."""

    species: str
    view: str
    count: int
    habitat: str
    light: str
    seed: int

    @property
    def group(self) -> str:
        """bird, frog, butterfly, flower or fish."""
        return str(SPECIES[self.species]["group"])


def random_spec(stream: Random, species: str | None = None, view: str | None = None) -> Spec:
    """Draw a spec; whole-body views come twice as often as details."""
    species = species or stream.choice(list(SPECIES))
    views = VIEWS[SPECIES[species]["group"]]
    weights = [2 if name in MANY_VIEWS else 1 for name in views]
    view = view or stream.choices(views, weights=weights)[0]
    many = view in MANY_VIEWS
    count = stream.choices([1, 2, 3], weights=[0.6, 0.22, 0.18])[0] if many else 1
    group = SPECIES[species]["group"]
    habitat = stream.choice(SEA_HABITATS if group == "fish" else LAND_HABITATS)
    light = stream.choices(LIGHTS, weights=[0.5, 0.3, 0.2])[0]
    return Spec(species, view, count, habitat, light, stream.randrange(1 << 30))
