"""Independent records of species, kept in as little memory as they need."""

from array import array
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

import numpy as np

_WIDTH = 9  # numbers of a record
_NOBODY = -1  # counted individuals


class SpeciesRecord(NamedTuple):
    """A species at a station, by the first photo of it.

    `since` is how long before that the species was last there, in seconds; 0: never. `frames` are
    photos of different seconds, `individuals` the most that were counted in one; None: nobody did.
    `light` is that of the sun: "night"; "" where the place or the zone is not known.
    """

    station: str
    species: str
    common: str
    time: int
    photo_id: int
    since: int
    frames: int
    individuals: int | None
    light: str = ""


class Records(Sequence[SpeciesRecord]):
    """Records, each made when it is asked for: of a million photos there may be half a million.

    They are kept as numbers, texts by their places in a list, in a fifth of the memory.
    """

    def __init__(self) -> None:
        self._numbers = array("q")
        self._texts: list[str] = []
        self._place_of: dict[str, int] = {}

    def append(self, record: SpeciesRecord) -> None:
        """Add a record behind the others."""
        self._numbers.extend(
            (
                *map(self._place, record[:3]),
                *record[3:7],
                _NOBODY if record.individuals is None else record.individuals,
                self._place(record.light),
            )
        )

    def _place(self, text: str) -> int:
        place = self._place_of.setdefault(text, len(self._texts))
        if place == len(self._texts):
            self._texts.append(text)
        return place

    def __len__(self) -> int:
        return len(self._numbers) // _WIDTH

    @overload
    def __getitem__(self, index: int) -> SpeciesRecord: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[SpeciesRecord]: ...
    def __getitem__(self, index: int | slice) -> SpeciesRecord | Sequence[SpeciesRecord]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(len(self)))]
        start = range(len(self))[index] * _WIDTH
        numbers = self._numbers[start : start + _WIDTH]
        station, species, common, time, photo, since, frames, individuals, light = numbers
        return SpeciesRecord(
            station=self._texts[station],
            species=self._texts[species],
            common=self._texts[common],
            time=time,
            photo_id=photo,
            since=since,
            frames=frames,
            individuals=None if individuals == _NOBODY else individuals,
            light=self._texts[light],
        )

    def by_species(self) -> Iterator[SpeciesRecord]:
        """Yield them in the order of species and time."""
        if not self._numbers:
            return
        table = np.frombuffer(self._numbers, np.int64).reshape(-1, _WIDTH)
        rank = {text: number for number, text in enumerate(sorted(self._texts))}
        ranks = np.array([rank[text] for text in self._texts])
        species, time = (SpeciesRecord._fields.index(name) for name in ("species", "time"))
        for number in np.lexsort((table[:, time], ranks[table[:, species]])):
            yield self[int(number)]
