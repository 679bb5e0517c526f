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

    def folded(self, entries: Sequence["GridEntry"]) -> list["GridEntry"]:
        """Return a ranking with one photo for each burst; all of an open one follow each other.

        Photos of one burst that stand under different headings stay there.
        """
        if not self.is_on:
            return list(entries)
        behind: dict[tuple[int, str, int], list[GridEntry]] = {}
        fronts = []
        for entry in entries:
            place = (entry.burst, group_of(entry), entry.column)
            if not entry.burst or place not in behind:
                fronts.append(entry)
                behind[place] = []
            else:
                behind[place].append(entry)
        shown = []
        for entry in fronts:
            shown.append(entry)
            if entry.burst in self.opened:
                others = behind[entry.burst, group_of(entry), entry.column]
                shown += sorted(others, key=lambda other: (other.sort_key, other.name))
        return shown


def burst_sizes(entries: Sequence["GridEntry"]) -> Mapping[int, int]:
    """Return how many photos of each burst there are."""
    return Counter(entry.burst for entry in entries if entry.burst)
