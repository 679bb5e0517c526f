"""Which bursts are shown as one picture, and which of them somebody opened."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from visret_desktop.gui.grid.ranking_sections import group_of

if TYPE_CHECKING:
    from visret_desktop.gui.grid.results_model import GridEntry


class BurstFolds:
    """Bursts by their numbers. In front of a result's burst is the best of its photos there."""

    def __init__(self) -> None:
        self.is_on = False
        self.opened: set[int] = set()

    def toggle(self, burst: int) -> bool:
        """Open a burst, or close it; tell whether it is open now."""
        self.opened ^= {burst}
        return burst in self.opened

    def folded(self, entries: Sequence["GridEntry"]) -> tuple[list["GridEntry"], dict[int, int]]:
        """Return a ranking with one photo for each burst; all of an open one follow each other.

        Photos of one burst that stand under different headings stay there. Second, by photo id:
        how many photos one stands for there, where these are several.
        """
        if not self.is_on:
            return list(entries), {}
        behind: dict[tuple[int, str, int], list[GridEntry]] = {}
        fronts = []
        for entry in entries:
            place = (entry.burst, group_of(entry), entry.column)
            if not entry.burst or place not in behind:
                fronts.append(entry)
                behind[place] = []
            else:
                behind[place].append(entry)
        shown, photos = [], {}
        for entry in fronts:
            shown.append(entry)
            others = behind.get((entry.burst, group_of(entry), entry.column), [])
            if entry.burst in self.opened:
                shown += sorted(others, key=lambda other: (other.sort_key, other.name))
            elif others:
                photos[entry.photo_id] = 1 + len(others)
        return shown, photos


def burst_sizes(entries: Sequence["GridEntry"]) -> Mapping[int, int]:
    """Return how many photos of each burst there are."""
    return Counter(entry.burst for entry in entries if entry.burst)
