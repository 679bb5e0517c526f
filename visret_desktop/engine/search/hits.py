"""From labels to hits: which photos they are, their ranks in every list, and their bands."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Literal

from msgspec import structs

from visret_desktop.engine.caches.search_caches import Fused
from visret_desktop.engine.messages import Hit, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.library.records import PhotoRow
from visret_desktop.retrieval.confidence_bands import BANDS, Band

Copies = Sequence[PhotoRow]
Place = tuple[int, int]  # column and label
Bands = Mapping[int, Band]  # by label
RanksByList = Mapping[str, Mapping[int, int]]  # from 1, by the name of the list and by label


class HitPhotos:
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


def queues(
    rankings: Mapping[int, Fused], photos: HitPhotos, most: int, named: Container[int] = ()
) -> dict[int, list[int]]:
    """Return by column the labels of at most `most` photos as ranked, named ones first."""
    labels = {n: [label for label, _ in fused.scored] for n, fused in rankings.items()}
    ranked = {n: sorted(each, key=lambda x: x not in named)[:most] for n, each in labels.items()}
    there = photos.of(dict.fromkeys(label for each in ranked.values() for label in each))
    return {n: [label for label in each if label in there] for n, each in ranked.items()}


def placed(
    ranked: Mapping[int, Sequence[int]],
    bands: Mapping[int, Bands],
    first: Sequence[Container[int]] = (),
) -> list[Place]:
    """Return a place for each photo, in the order shown: those of `first`, then by band and rank.

    A photo that stands in several columns goes to the one that it answers best, and to none if it
    is weak there. Columns that have no bands take turns.
    """
    best: dict[int, tuple[int, int, int]] = {}  # group, rank and column by label
    group_of = {band: number for number, band in enumerate(BANDS, len(first))}
    for column, labels in ranked.items():
        groups = {label: group_of[band] for label, band in bands.get(column, {}).items()}
        for number in reversed(range(len(first))):
            groups |= {label: number for label in labels if label in first[number]}
        for rank, label in enumerate(labels):
            place = (groups.get(label, len(first)), rank, column)
            if label not in best or place < best[label]:
                best[label] = place
    return [(best[label][2], label) for label in sorted(best, key=best.__getitem__)]


def one_per_group(
    places: Sequence[Place], photos: HitPhotos, kind: Literal["burst", "event"]
) -> list[Place]:
    """Return the first place of each burst or event in each column; who is in none keeps its."""
    rows = photos.of(label for _, label in places)
    seen: set[tuple[int, int]] = set()
    left = []
    for column, label in places:
        group: int = getattr(rows[label][0], kind)
        if not group or (column, group) not in seen:
            left.append((column, label))
            seen.add((column, group))
    return left


def ranks_of(label: int, lists: RanksByList) -> dict[str, int]:
    """Return a label's rank in every list that it stands in."""
    return {name: rank for name, ranks in lists.items() if (rank := ranks.get(label))}


def hit(
    rank: int,
    copies: Copies,
    score: float,
    band: Band | None,
    ranks: dict[str, int],
    column: int,
    named: str = "",
    stands_for: int = 1,
    says: dict[str, str] | None = None,
) -> Hit:
    """Describe one photo of a result; no band: no verdict is given."""
    first, *others = copies
    paths = tuple(copy.path for copy in others)
    return Hit(
        *structs.astuple(first),
        rank=rank,
        score=round(score, 5),
        ranks=ranks,
        band=band or "",
        copies=paths,
        column=column,
        named=named,
        says=says or {},
        stands_for=stands_for,
    )
