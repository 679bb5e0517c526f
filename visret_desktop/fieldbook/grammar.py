"""Say in words what a picture shows, in one canonical wording."""

from visret_desktop.fieldbook.spec import Spec
from visret_desktop.fieldbook.world import SPECIES

_VIEWS = {
    "bird": {
        "standing": "{n} standing",
        "flying": "{n} flying with wings spread",
        "head": "a close-up of the head of {n}",
        "feet": "a close-up of the feet of {n}",
        "nest": "{n} on a nest with eggs",
    },
    "frog": {
        "sitting": "{n} sitting",
        "above": "{n} seen from above",
        "belly": "the belly of {n}",
        "face": "a close-up of the face of {n}",
        "foot": "a close-up of the foot of {n}",
    },
    "butterfly": {
        "open": "{n} with open wings",
        "closed": "{n} with closed wings",
        "caterpillar": "the caterpillar of {n}",
    },
    "flower": {
        "plant": "{n} plant",
        "blossom": "a close-up of the blossom of {n}",
        "leaf": "a close-up of the leaf of {n}",
        "fruit": "the fruit of {n}",
    },
    "fish": {
        "side": "{n} swimming",
        "front": "the face of {n} from the front",
        "tail": "a close-up of the tail of {n}",
    },
}
_HABITATS = {
    "meadow": "in a meadow",
    "pond": "by a pond",
    "forest": "in a forest",
    "snow": "in the snow",
    "rocks": "among rocks",
    "dunes": "in the dunes",
    "reef": "on a reef",
    "kelp": "in the kelp",
    "pebbles": "over pebbles",
}
_LIGHTS = {"day": "by day", "dusk": "at dusk", "night": "at night"}
_NUMBERS = {2: "two", 3: "three"}


def phrase(species: str, view: str | None = None, count: int = 1) -> str:
    """Return 'a tarn heron flying with wings spread', 'two marl daisies'."""
    noun = f"{_NUMBERS[count]} {plural(species)}" if count > 1 else f"{_article(species)} {species}"
    if view is None:
        return noun
    worded = _VIEWS[SPECIES[species]["group"]][view].format(n=noun)
    return worded.replace(" its ", " their ") if count > 1 else worded


def description(spec: Spec) -> str:
    """Return everything that a spec says, in words."""
    what = phrase(spec.species, spec.view, spec.count)
    return f"{what} {_HABITATS[spec.habitat]} {_LIGHTS[spec.light]}"


def plural(name: str) -> str:
    """Return the plural of a species' name."""
    if name.endswith(("finch", "discus")):
        return f"{name}es"
    if name.endswith(("daisy", "poppy", "tansy")):
        return f"{name[:-1]}ies"
    return f"{name}s"


def _article(name: str) -> str:
    return "an" if name[0] in "aeiou" else "a"
