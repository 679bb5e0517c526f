"""From labels to hits: which photos they are, their ranks in every list, and their bands."""

from collections.abc import Container, Iterable, Mapping, Sequence

from visret_desktop.engine.messages import Hit, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.listing import Fused, Listing
from visret_desktop.library.records import PhotoRow
from visret_desktop.retrieval.cutoff import Band

Copies = Sequence[PhotoRow]
Place = tuple[int, int]  # column and label


class Photos:
    """Photos by label, online copies first; each is looked up once in the length of a search."""

    def __init__(self, library: Library, request: Search) -> None:
        self._reader = library.reader
        self._filter = request.filter
        self._copies: dict[int, Copies] = {}

    def of(self, labels: Iterable[int]) -> dict[int, Copies]:
        """Return the photos of each label; labels without a photo have no entry."""
        wanted = list(labels)
        unknown = [label for label in wanted if label not in self._copies]
        rows = self._reader.rows_of_labels(unknown, self._filter)
        self._copies.update((label, rows.get(label, ())) for label in unknown)
        return {label: self._copies[label] for label in wanted if self._copies[label]}


def interleave(
    rankings: Mapping[int, Fused], photos: Photos, most: int, named: Container[int] = ()
) -> list[Place]:
    """Return at most `most` places, named photos first, the columns taking turns.

    A photo that stands in several columns goes to the one where it comes up first.
    """
    queues = {n: [label for label, _ in fused.scored[:most]] for n, fused in rankings.items()}
    queues = {n: sorted(queue, key=lambda label: label not in named) for n, queue in queues.items()}
    there = photos.of(dict.fromkeys(label for queue in queues.values() for label in queue))
    waiting = {n: iter([label for label in queue if label in there]) for n, queue in queues.items()}
    taken: dict[int, int] = {}
    while waiting and len(taken) < most:
        for column in list(waiting):
            label = next((n for n in waiting[column] if n not in taken), None)
            if label is None:
                del waiting[column]
            else:
                taken[label] = column
    return [(column, label) for label, column in list(taken.items())[:most]]


def ranks_of(label: int, lists: Mapping[str, Listing]) -> dict[str, int]:
    """Return a label's rank in every list that it stands in."""
    return {name: rank for name, found in lists.items() if (rank := found.ranks.get(label))}


def hit(
    rank: int,
    copies: Copies,
    score: float,
    band: Band | None,
    ranks: dict[str, int],
    column: int,
    named: str = "",
) -> Hit:
    """Describe one photo of a result; no band: no verdict is given."""
    first, *others = copies
    paths = tuple(copy.path for copy in others)
    return Hit(
        **vars(first),
        rank=rank,
        score=round(score, 5),
        ranks=ranks,
        band=band or "",
        copies=paths,
        column=column,
        named=named,
    )
