"""What the catalog says to a question: figures, and the photos behind each of them.

A figure counts files, as filters and the window do. What no name of the library says is counted by
the words in names and titles of photos, else by those that surely look like it (`looks`), and the
figures say which of these it was.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from visret_desktop.facts.operators import condition_text
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.fact_columns import Ids
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import Condition, Filter
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.questions.catalog_question import AskedThing, By, CatalogQuestion
from visret_desktop.retrieval.content_words import content_words, forms

MOST_ROWS = 120  # of a table: the months of ten years
MOST_IDS = 1000  # photos that a row names
_MOST_WORDED = 1_000_000  # photos with the same words
_FACETS = {"place": "town"}  # tables whose facet has another name
_DAYS_OF = {"year": 10_000, "month": 100}  # what a day such as 20240503 is divided by

Looks = Mapping[str, Collection[str]]  # by thing, the contents that surely look like it
Basis = Literal["all", "names", "words", "looks"]
_WEAKEST_FIRST: tuple[Basis, ...] = ("looks", "words", "names", "all")


@dataclass(frozen=True)
class CatalogRow:
    """A row of a table: so many `photos` have `value`; "": they do not say any.

    `ids` has the newest of them, at most `MOST_IDS`. `query` finds them all; "": none does.
    """

    value: str = ""
    photos: int = 0
    ids: tuple[int, ...] = ()
    query: str = ""


@dataclass(frozen=True)
class CatalogFigures:
    """The figures of a question.

    Attributes:
        photos: how many it is about, with the `copies` of the same bytes and the `undated` ones.
        days: on how many days they were taken.
        first, last: such days in ISO 8601, "" without any; of the longest pause the days around
            it, and `pause_days` from one to the other, 0 without any.
        place: where the first or last one was taken, "" where nobody knows.
        bases: by what each thing was counted: by the `names` that say it, by words in names and
            titles, or by what photos look like. `uncounted` are those that no photo looks like.
        rows: the table; `left_rows` more are left out.
    """

    photos: int
    copies: int = 0
    undated: int = 0
    days: int = 0
    first: str = ""
    last: str = ""
    pause_days: int = 0
    place: str = ""
    bases: tuple[Basis, ...] = ()
    uncounted: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rows: tuple[CatalogRow, ...] = ()
    left_rows: int = 0

    @property
    def basis(self) -> Basis:
        """The weakest of `bases`; without a thing all photos are meant."""
        return min(self.bases, key=_WEAKEST_FIRST.index, default="all")


def things_to_look_for(reader: CatalogReader, question: CatalogQuestion) -> list[str]:
    """Return the things that no name and no word says, so that only their looks can count."""
    things = (one for one in question.things if not one.conditions)
    return [one.text for one in things if not _worded(reader, one)]


def figures_of(
    reader: CatalogReader, names: Gazetteer, question: CatalogQuestion, looks: Looks
) -> CatalogFigures:
    """Return what the catalog says."""
    return _Count(reader, names, question, looks).figures()


@dataclass(frozen=True)
class _Photos:
    """Photos of a thing, newest first: ids (n,), their days (n,) as 20240503, 0 where unknown.

    `only` is the filter that they are all photos of; None: there is none.
    """

    ids: Ids
    days: npt.NDArray[np.int32]
    only: Filter | None
    basis: Basis = "all"

    @property
    def dates(self) -> list[date]:
        """The days on which any was taken, in order."""
        return [day for number in np.unique(self.days) if (day := _date(int(number)))]


class _Count:
    """The state of one count."""

    def __init__(
        self, reader: CatalogReader, names: Gazetteer, question: CatalogQuestion, looks: Looks
    ) -> None:
        self._reader, self._names, self._question = reader, names, question
        self._only = Filter(tuple(fact.condition for fact in question.facts))
        self._sets = [self._photos_of(thing, looks) for thing in question.things]
        self._photos = self._sets[0] if self._sets else self._all()

    def figures(self) -> CatalogFigures:
        kind, photos = self._question.kind, self._photos
        dates, pairs = photos.dates, [*zip(self._question.things, self._sets, strict=True)]
        plain = CatalogFigures(
            photos=len(photos.ids),
            copies=self._copies(),
            undated=int(np.count_nonzero(photos.days == 0)),
            days=len(dates),
            first=dates[0].isoformat() if dates else "",
            last=dates[-1].isoformat() if dates else "",
            bases=tuple(one.basis for one in self._sets),
            uncounted=tuple(
                thing.text for thing, one in pairs if one.basis == "looks" and not len(one.ids)
            ),
            names=tuple(dict.fromkeys(n for thing in self._question.things for n in thing.names)),
        )
        if plain.uncounted:
            return plain
        if kind == "compare":
            rows = tuple(self._row(thing.text, one, one.ids) for thing, one in pairs)
            return replace(plain, rows=rows)
        if kind == "pause":
            return _with_pause(plain, dates)
        if kind in ("first", "last"):
            return self._with_edge(plain, dates, is_last=kind == "last")
        if kind in ("count", "often"):
            return replace(plain, rows=(self._row("", photos, photos.ids),))
        if self._question.by == "person":
            return replace(plain, rows=tuple(self._by_person()))
        return self._with_table(plain, "year" if kind == "dates" else self._question.by)

    # ---- which photos -----------------------------------------------------------------------

    def _all(self) -> _Photos:
        return _Photos(*self._reader.photo_days(self._only), self._only)

    def _photos_of(self, thing: AskedThing, looks: Looks) -> _Photos:
        if thing.conditions:
            narrowed = thing.narrowed(self._only)
            return _Photos(*self._reader.photo_days(narrowed), narrowed, "names")
        worded = _worded(self._reader, thing)
        contents = sorted(worded or set(looks.get(thing.text, ())))
        rows = self._reader.rows_by_hash(contents, self._only).values()
        numbers = [row.photo_id for copies in rows for row in copies]
        ids, days = self._reader.photo_days(self._only)
        is_in = np.isin(ids, np.array(numbers, np.int64))
        return _Photos(ids[is_in], days[is_in], None, "words" if worded else "looks")

    def _copies(self) -> int:
        """Return how many photos are further files of the same bytes."""
        ids, only = self._photos.ids, self._photos.only
        if only is not None:
            return len(ids) - len(self._reader.contents(only))
        rows = self._reader.rows_of_ids(ids.tolist()).values()
        return len(ids) - len({row.content_hash for row in rows})

    # ---- rows -------------------------------------------------------------------------------

    def _row(
        self, value: str, photos: _Photos, ids: Ids, condition: Condition | None = None
    ) -> CatalogRow:
        """Return the row of some photos of a set: those with a condition, or all."""
        query = ""
        if photos.only is not None and len(ids):
            conditions = (*photos.only.conditions, *((condition,) if condition else ()))
            query = " AND ".join(condition_text(one, self._names) for one in conditions)
        return CatalogRow(value, len(ids), tuple(ids[:MOST_IDS].tolist()), query)

    def _with_table(self, plain: CatalogFigures, by: By) -> CatalogFigures:
        photos, columns = self._photos, self._reader.fact_columns()
        places = columns.rows_of(photos.ids)
        if by in _DAYS_OF:
            counts = columns.years(places) if by == "year" else columns.months(places)
            is_ranked = self._question.kind == "most"
            counts = sorted(counts, key=lambda one: -one.photos) if is_ranked else counts[::-1]
        else:
            counts = columns.counts(_FACETS.get(by, by), places)
        rows, rest = list[CatalogRow](), photos.ids
        around = photos.only.conditions if photos.only is not None else ()
        for one in counts[:MOST_ROWS]:
            if by in _DAYS_OF:
                ids = photos.ids[photos.days // _DAYS_OF[by] == one.value]
            else:
                those = self._reader.photo_ids(only=Filter((*around, one.condition)))
                ids = photos.ids[np.isin(photos.ids, those)]
            rest = rest[~np.isin(rest, ids)]
            rows.append(self._row(self._label(by, one.value), photos, ids, one.condition))
        left = max(0, len(counts) - MOST_ROWS)
        if len(rest) and not left:
            rows.append(CatalogRow("", len(rest), tuple(rest[:MOST_IDS].tolist())))
        return replace(plain, rows=tuple(rows), left_rows=left)

    def _label(self, by: By, value: Any) -> str:
        if by == "month":
            return f"{value // 100:04}-{value % 100:02}"
        place = self._names.town(value) if by == "place" else None
        place = self._names.country(value) if by == "country" else place
        return place.name if place is not None else str(value)

    def _by_person(self) -> Iterator[CatalogRow]:
        """Yield who gave photos the names of a thing, most photos first."""
        conditions = self._question.things[0].conditions
        species = {v for one in conditions if one.field == "species" for v in one.values}
        rows = self._reader.rows_of_ids(self._photos.ids.tolist())
        notes = self._reader.notes.of({row.content_hash for row in rows.values()})
        by_person: dict[str, list[int]] = {}
        for number, row in rows.items():
            names = notes[row.content_hash].names if row.content_hash in notes else ()
            for person in {one.by for one in names if one.name in species} or {""}:
                by_person.setdefault(person, []).append(number)
        for person, ids in sorted(by_person.items(), key=lambda one: (not one[0], -len(one[1]))):
            yield CatalogRow(person, len(ids), tuple(ids[:MOST_IDS]))

    def _with_edge(
        self, plain: CatalogFigures, dates: Sequence[date], is_last: bool
    ) -> CatalogFigures:
        """Return the photos of the first or last day, and where the very first or last is from."""
        if not dates:
            return plain
        day = dates[-1] if is_last else dates[0]
        ids = self._photos.ids[self._photos.days == int(day.strftime("%Y%m%d"))]
        after = (day + timedelta(days=1)).isoformat()
        condition = Condition("taken", (Span(day.isoformat(), after),))
        photo = self._reader.photo(int(ids[0] if is_last else ids[-1]))
        place = ""
        if photo is not None:
            place = self._town(photo.metadata.latitude, photo.metadata.longitude)
        row = self._row(day.isoformat(), self._photos, ids, condition)
        return replace(plain, rows=(row,), place=place)

    def _town(self, latitude: float | None, longitude: float | None) -> str:
        if latitude is None or longitude is None:
            return ""
        spot = self._names.spot(latitude, longitude)
        town, country = self._names.town(spot.town), self._names.country(spot.country)
        return ", ".join(place.name for place in (town, country) if place is not None)


def _worded(reader: CatalogReader, thing: AskedThing) -> set[str]:
    """Return the contents of photos in whose name, title or description all words stand.

    A keyword that has them says something else, or it would be a name of the thing.
    """
    words = [forms(word) for word in content_words(thing.text)]
    photos = reader.words.photos(words, most=_MOST_WORDED, with_folders=False)
    places = reader.words.places(photos.values(), words)
    return {content for content, number in photos.items() if places[number] in ("name", "title")}


def _with_pause(plain: CatalogFigures, dates: Sequence[date]) -> CatalogFigures:
    """Return the longest time from one day to the next; of several as long the first one."""
    pairs = [*pairwise(dates)]
    if not pairs:
        return plain
    before, after = max(pairs, key=lambda pair: pair[1] - pair[0])
    return replace(
        plain,
        first=before.isoformat(),
        last=after.isoformat(),
        pause_days=(after - before).days,
    )


def _date(number: int) -> date | None:
    """Return the day that 20240503 is; None: it is none."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None
