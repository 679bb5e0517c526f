"""What the catalog says to a question: figures, and the photos behind each of them.

A figure counts files, as filters and the window do. What no name of the library says is counted by
the photos that surely look like it (`looks`) or have its words in their names and titles, and the
figures say so. Words alone are no count, as a library of dogs may have one file that is named so;
nor are photos that a search found and is not sure of, which are shown as such.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from visret_desktop.facts.operators import condition_text
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.catalog.fact_columns import Ids
from visret_desktop.library.catalog.filter_values import Span
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Condition, Filter
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.questions.catalog_question import AskedThing, By, CatalogQuestion, Kind
from visret_desktop.retrieval.content_words import content_words, forms

MOST_ROWS = 120  # of a table: the months of ten years
MOST_IDS = 1000  # photos that a row names
_MOST_BEST = 100  # values that as many photos have
_FACETS = {"place": "town"}  # tables whose facet has another name
_DAYS_OF = {"year": 10_000, "month": 100}  # what a day such as 20240503 is divided by

_TELL_COPIES = ("count", "often", "table", "most")  # kinds of questions

Basis = Literal["all", "names", "words", "maybe", "looks"]
_WEAKEST_FIRST: tuple[Basis, ...] = ("words", "maybe", "looks", "names", "all")


@dataclass(frozen=True)
class Looks:
    """By thing, the contents that look like it; of those in `unsure` they only may."""

    by_thing: Mapping[str, Collection[str]] = field(default_factory=dict)
    unsure: Collection[str] = ()


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
        photos: how many it is about, with the `undated` ones, and the `copies` of the same bytes
            where a number of photos is asked for.
        days: on how many days they were taken.
        first, last: such days in ISO 8601, "" without any; of the longest pause the days around
            it, and `pause_days` from one to the other, 0 without any.
        place: where the first or last one was taken, "" where nobody knows.
        bases: by what each thing was counted: by the `names` that say it, by what photos look like,
            or, where none surely does, by what they may show, or by words in names and titles;
            `worded` photos have these. `uncounted` are those that none has or looks like.
        rows: the table; `left_rows` more are left out.
        behind: the photos that the answer is about, at most `MOST_IDS` where no filter finds them.
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
    worded: int = 0
    uncounted: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    rows: tuple[CatalogRow, ...] = ()
    left_rows: int = 0
    behind: Filter = ALL_PHOTOS

    def is_counted(self, kind: Kind) -> bool:
        """Return whether they answer: how many are named so is not how many show it."""
        is_by_words = "words" in self.bases and kind in ("count", "often", "compare")
        return not (self.uncounted or is_by_words or "maybe" in self.bases)

    @property
    def basis(self) -> Basis:
        """The weakest of `bases`; without a thing all photos are meant."""
        return min(self.bases, key=_WEAKEST_FIRST.index, default="all")


def things_to_look_for(question: CatalogQuestion) -> list[str]:
    """Return the things that no name says, so that only their looks can count."""
    return [one.text for one in question.things if not one.conditions]


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
        self._words = 0  # photos that have words in their names
        self._sets = [self._photos_of(thing, looks) for thing in question.things]
        self._photos = self._sets[0] if self._sets else self._all()

    def figures(self) -> CatalogFigures:
        kind, photos = self._question.kind, self._photos
        dates, pairs = photos.dates, [*zip(self._question.things, self._sets, strict=True)]
        plain = CatalogFigures(
            photos=len(photos.ids),
            copies=self._reader.groups.further_files(photos.ids) if kind in _TELL_COPIES else 0,
            undated=int(np.count_nonzero(photos.days == 0)),
            days=len(dates),
            first=dates[0].isoformat() if dates else "",
            last=dates[-1].isoformat() if dates else "",
            bases=tuple(one.basis for one in self._sets),
            worded=self._words,
            uncounted=tuple(
                thing.text for thing, one in pairs if one.basis == "looks" and not len(one.ids)
            ),
            names=tuple(dict.fromkeys(n for thing in self._question.things for n in thing.names)),
            behind=self._behind(photos.ids),
        )
        if plain.uncounted:
            return plain
        if kind == "compare":
            rows = tuple(self._row(thing.text, one, one.ids) for thing, one in pairs)
            return replace(plain, rows=rows, behind=self._of_both())
        if kind == "pause":
            return self._with_pause(plain, dates)
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
        # A keyword that has the words says something else, or it would be a name of the thing.
        words = [forms(word) for word in content_words(thing.text)]
        worded = self._reader.words.titled(words, self._only)
        looking = self._reader.ids_by_hash(looks.by_thing.get(thing.text, ()), self._only)
        self._words += len(worded)
        ids, days = self._reader.photo_days(self._only)
        is_in = np.isin(ids, np.concatenate((np.array(worded, np.int64), looking)))
        basis: Basis = "maybe" if len(looking) and thing.text in looks.unsure else "looks"
        if len(worded) and not len(looking):
            basis = "words"
        return _Photos(ids[is_in], days[is_in], None, basis)

    def _behind(self, ids: Ids, *more: Condition) -> Filter:
        """Return the filter of some photos of the set, those that have `more`; else their paths."""
        only = self._photos.only
        if only is not None or not len(ids):
            return Filter((*(only or self._only).conditions, *more))
        return self._named(ids)

    def _named(self, ids: Ids) -> Filter:
        """Return a filter that names photos."""
        rows = self._reader.rows_of_ids(ids[:MOST_IDS].tolist())
        return Filter((Condition("photo", tuple(row.path for row in rows.values())),))

    def _of_both(self) -> Filter:
        """Return the filter of the photos of all things."""
        if all(one.only is not None for one in self._sets):
            either = tuple(one for thing in self._question.things for one in thing.conditions)
            return AskedThing("", conditions=either).narrowed(self._only)
        ids = np.concatenate([one.ids[: MOST_IDS // len(self._sets)] for one in self._sets])
        return self._named(ids)

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
        photos, is_ranked = self._photos, self._question.kind == "most"
        columns = self._reader.fact_columns((photos.ids, photos.days))
        facet, place_of = _FACETS.get(by, by), np.argsort(photos.ids)
        spans = photos.days // _DAYS_OF.get(by, 1)
        if by in _DAYS_OF:
            counts = columns.years() if by == "year" else columns.months()
            counts = sorted(counts, key=lambda one: -one.photos) if is_ranked else counts[::-1]
            left = max(0, len(counts) - MOST_ROWS)
        else:
            counts = columns.counts(facet, most=MOST_ROWS)
            left = columns.values_of(facet) - len(counts)
        has_value, rows = np.zeros(len(photos.ids), np.bool_), list[CatalogRow]()
        for one in counts[:MOST_ROWS]:
            if by in _DAYS_OF:
                places = np.flatnonzero(spans == one.value)
            else:
                places = np.sort(place_of[columns.rows_with(facet, one.value)])
            has_value[places] = True
            label, ids = self._label(by, one.value), photos.ids[places]
            rows.append(self._row(label, photos, ids, one.condition))
        rest = photos.ids[~has_value]
        if len(rest) and not left:
            rows.append(CatalogRow("", len(rest), tuple(rest[:MOST_IDS].tolist())))
        if is_ranked and counts:
            best = [one.condition for one in counts if one.photos == counts[0].photos]
            values = tuple(value for one in best for value in one.values)[:_MOST_BEST]
            ids = np.unique(np.concatenate([row.ids for row in rows[: len(best)]]))
            plain = replace(plain, behind=self._behind(ids, Condition(best[0].field, values)))
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
        species = [v for one in conditions if one.field == "species" for v in one.values]
        photos, rest = self._photos.ids, np.ones(len(self._photos.ids), np.bool_)
        by_person = dict[str, Ids]()
        for person, named in self._reader.notes.people(species).items():
            is_in = np.isin(photos, np.array(named, np.int64))
            by_person[person] = photos[is_in]
            rest &= ~is_in
        by_person[""] = photos[rest]
        for person, ids in sorted(by_person.items(), key=lambda one: (not one[0], -len(one[1]))):
            if len(ids):
                yield CatalogRow(person, len(ids), tuple(ids[:MOST_IDS].tolist()))

    def _with_edge(
        self, plain: CatalogFigures, dates: Sequence[date], is_last: bool
    ) -> CatalogFigures:
        """Return the photos of the first or last day, and where the very first or last is from."""
        if not dates:
            return replace(plain, rows=(self._row("", self._photos, self._photos.ids),))
        shown = self._with_days(plain, dates[-1] if is_last else dates[0])
        ids, place = shown.rows[0].ids, ""
        photo = self._reader.photo(ids[0] if is_last else ids[-1])
        if photo is not None:
            place = self._town(photo.metadata.latitude, photo.metadata.longitude)
        return replace(shown, place=place)

    def _with_pause(self, plain: CatalogFigures, dates: Sequence[date]) -> CatalogFigures:
        """Return the longest time from one day to the next; of several as long the first one."""
        pairs = [*pairwise(dates)]
        if not pairs:
            return replace(plain, rows=(self._row("", self._photos, self._photos.ids),))
        before, after = max(pairs, key=lambda pair: pair[1] - pair[0])
        return replace(
            self._with_days(plain, before, after),
            first=before.isoformat(),
            last=after.isoformat(),
            pause_days=(after - before).days,
        )

    def _with_days(self, plain: CatalogFigures, *days: date) -> CatalogFigures:
        """Return a row for each of some days; the photos of all of them are behind the answer."""
        photos, rows, spans = self._photos, list[CatalogRow](), list[Span]()
        numbers = [int(day.strftime("%Y%m%d")) for day in days]
        for day, number in zip(days, numbers, strict=True):
            spans.append(Span(day.isoformat(), (day + timedelta(days=1)).isoformat()))
            condition = Condition("taken", (spans[-1],))
            ids = photos.ids[photos.days == number]
            rows.append(self._row(day.isoformat(), photos, ids, condition))
        ids = photos.ids[np.isin(photos.days, numbers)]
        behind = self._behind(ids, Condition("taken", tuple(spans)))
        return replace(plain, rows=tuple(rows), behind=behind)

    def _town(self, latitude: float | None, longitude: float | None) -> str:
        if latitude is None or longitude is None:
            return ""
        spot = self._names.spot(latitude, longitude)
        town, country = self._names.town(spot.town), self._names.country(spot.country)
        return ", ".join(place.name for place in (town, country) if place is not None)


def _date(number: int) -> date | None:
    """Return the day that 20240503 is; None: it is none."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None
