"""What is asked of the catalog, as data: which photos, and what is wanted to know of them."""

from dataclasses import dataclass
from typing import Literal

from visret_desktop.facts.fact import Fact
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Condition, Filter

# How many photos; on how many days; the first or last one; from when to when; how many of each
# value, or which value most; which of several things more; the longest time without one.
Kind = Literal["count", "often", "first", "last", "dates", "table", "most", "compare", "pause"]
# What a table has a row for. A person is one who named what a photo shows.
By = Literal[
    "", "year", "month", "place", "country", "camera", "lens", "folder", "species", "keyword",
    "person",
]  # fmt: skip


@dataclass(frozen=True)
class AskedThing:
    """A thing that photos are to show, in the words that were typed.

    `names` are the keywords, accepted names and detections of the library that say it, and
    `conditions` the alternatives by which photos have one of them; none: no name says it.
    """

    text: str
    names: tuple[str, ...] = ()
    conditions: tuple[Condition, ...] = ()

    def narrowed(self, only: Filter) -> Filter:
        """Return the filter of the photos that have one of the names, too."""
        if len(self.conditions) == 1:
            return Filter((*only.conditions, *self.conditions))
        either = Condition("either", tuple((one,) for one in self.conditions))
        return Filter((*only.conditions, either))


@dataclass(frozen=True)
class CatalogQuestion:
    """A question that the catalog answers, of the photos with all `facts`.

    Without `things` it is asked of all of them. Only `compare` has several.
    """

    kind: Kind
    things: tuple[AskedThing, ...] = ()
    facts: tuple[Fact, ...] = ()
    by: By = ""


@dataclass(frozen=True)
class QuestionBefore:
    """A question that was answered: its words, the conditions beside it, and the answer's photos.

    Without `photos` nothing is known of them.
    """

    question: str = ""
    facts: Filter = ALL_PHOTOS
    photos: Filter = ALL_PHOTOS
