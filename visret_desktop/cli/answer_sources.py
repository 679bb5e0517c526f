"""Where an answer of `visret ask` comes from, by the names that `--knowledge` takes."""

from typing import Literal, NamedTuple

OF_SETTINGS = ""


class Knowledge(NamedTuple):
    """What is read, and the strategy that finds or draws it."""

    reads: Literal["photos", "sketch", "photos+sketch", "none"]
    strategy: str = OF_SETTINGS


KNOWLEDGE = {
    "photos": Knowledge("photos"),
    "text": Knowledge("photos", "original"),
    "visret": Knowledge("photos", "visret"),
    "hybrid": Knowledge("photos", "hybrid"),
    "sketch": Knowledge("sketch", "visret"),
    "photos+sketch": Knowledge("photos+sketch"),
    "none": Knowledge("none"),
}
