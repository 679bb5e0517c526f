"""Which photos are wanted: conditions as data, and the one way in which they become SQL.

All conditions of a filter must hold. The values of one condition are alternatives. A negated
condition holds for exactly the photos for which it would not hold otherwise, so also for those that
say nothing about it. A filter is about files: of photos with the same bytes, some may pass.

To add a condition, write a function in `filter_clauses.py` and add a row to `FIELDS`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, ValidationError, to_builtins
from msgspec.structs import force_setattr

from visret_desktop import typed_values
from visret_desktop.library.catalog import filter_clauses as sql
from visret_desktop.library.catalog.filter_clauses import Clause
from visret_desktop.library.catalog.filter_values import (
    Area,
    Circle,
    Country,
    Detected,
    File,
    Hours,
    Light,
    Month,
    Moon,
    Number,
    Outline,
    Range,
    Rating,
    Region,
    Span,
    Text,
    Weekday,
    Whole,
)

_MOST_VALUES = 20_000  # in a filter; SQLite takes 32,766 in a statement


@dataclass(frozen=True)
class Field:
    """A kind of condition.

    `sentence` says to people which photos pass; `type` is what each value is checked against, and
    `clause` turns checked values into SQL. `known` is the SQL of whether a photo says anything in
    this field. A condition has at most `most` values. Where that is quicker, `lacks` is the SQL of
    a negated condition, and `photos` a query of the ids that a condition gives.
    """

    sentence: str
    type: Any
    clause: Callable[[Sequence[Any]], Clause]
    most: int = 100
    known: str = "1"
    lacks: Callable[[Sequence[Any]], Clause] | None = None
    photos: Callable[[Sequence[Any]], Clause] | None = None


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """That a photo has one of `values` in a field, or, negated, none of them.

    Raises:
        ValueError: there is no such field, or these values are not for it.
    """

    field: str
    values: tuple[Any, ...]
    negated: bool = False

    def __post_init__(self) -> None:
        field = FIELDS.get(self.field)
        if field is None:
            raise ValueError(f"photos have no field {self.field[:50]!r} to filter by")
        if not 0 < len(self.values) <= field.most:
            raise ValueError(f"{self.field} takes 1 to {field.most} values")
        try:
            values = typed_values.convert(to_builtins(self.values), tuple[field.type, ...])  # type: ignore[name-defined]
        except ValidationError as error:
            raise ValueError(f"{self.field}: {error}") from error
        force_setattr(self, "values", values)

    def where(self) -> Clause:
        """Return the SQL of this condition."""
        field = FIELDS[self.field]
        if self.negated and field.lacks is not None:
            return field.lacks(self.values)
        clause, values = field.clause(self.values)
        # What is unknown is NULL, and NOT NULL is no truth either.
        return Clause(f"NOT ifnull(({clause}), 0)" if self.negated else f"({clause})", values)

    def known(self) -> str:
        """Return the SQL of whether a photo says anything in this field."""
        return FIELDS[self.field].known

    def photos(self) -> Clause:
        """Return a query of the ids of this condition's photos."""
        quick = FIELDS[self.field].photos
        if quick is not None and not self.negated:
            return quick(self.values)
        clause, values = self.where()
        return Clause(f"SELECT photo.id FROM photo WHERE {clause}", values)


class Plain(Condition, frozen=True, forbid_unknown_fields=True):
    """A condition that is no choice between groups of others."""

    def __post_init__(self) -> None:
        if self.field == "either":
            raise ValueError("groups of conditions cannot have groups in them")
        super().__post_init__()


def _count(condition: Condition) -> int:
    """Return how many values a condition has, those in its groups included."""
    if condition.field != "either":
        return len(condition.values)
    return sum(_count(inner) for group in condition.values for inner in group)


class Filter(Struct, frozen=True, forbid_unknown_fields=True):
    """The photos for which all `conditions` hold; without conditions all photos.

    Raises:
        ValueError: there are too many values.
    """

    conditions: Annotated[tuple[Condition, ...], Meta(max_length=100)] = ()

    def __post_init__(self) -> None:
        if sum(map(_count, self.conditions)) > _MOST_VALUES:
            raise ValueError(f"a filter takes at most {_MOST_VALUES} values")

    def __bool__(self) -> bool:
        return bool(self.conditions)

    @classmethod
    def of(cls, **values: Iterable[Any]) -> "Filter":
        """Return the filter with these values by field, as in `Filter.of(rating=[Rating(4)])`."""
        return cls(tuple(Condition(field, tuple(wanted)) for field, wanted in values.items()))

    def where(self) -> Clause:
        """Return the SQL of this filter, for a statement that selects from `photo`."""
        clauses = [condition.where() for condition in self.conditions]
        sql = " AND ".join(clause.sql for clause in clauses) or "1"
        return Clause(sql, tuple(value for clause in clauses for value in clause.values))


ALL_PHOTOS = Filter()


def _either(groups: Sequence[Sequence[Condition]]) -> Clause:
    return sql.any_of(Filter(tuple(group)).where() for group in groups)


_LOOKED_AT = (
    "EXISTS (SELECT 1 FROM detected WHERE detected.content_hash = photo.content_hash"
    " AND failure = '')"
)

FIELDS: dict[str, Field] = {
    "folder": Field(
        "in one of these folders of the library", Number, sql.is_one_of("photo.folder_id"), 10_000
    ),
    "below": Field("in one of these folders or in a folder inside it", Whole, sql.below, 1000),
    "taken": Field(
        "taken from the first date to before the second", Span, sql.taken, known=sql.HAS["date"]
    ),
    "area": Field("taken within these bounds", Area, sql.area, known=sql.HAS["place"]),
    "camera": Field(
        "taken with one of these cameras",
        Text,
        sql.is_one_of("photo.camera"),
        1000,
        known="photo.camera IS NOT NULL",
    ),
    "lens": Field(
        "taken with one of these lenses",
        Text,
        sql.is_one_of("photo.lens"),
        1000,
        known="photo.lens IS NOT NULL",
    ),
    "kind": Field("files of one of these kinds", Text, sql.is_one_of("photo.format")),
    "keyword": Field(
        "with one of these keywords, or with one below them",
        Text,
        sql.keyword,
        1000,
        photos=sql.photos_by_keyword,
    ),
    "words": Field(
        "with all these words in names or descriptions", Text, sql.words, photos=sql.photos_by_words
    ),
    "rating": Field(
        "rated from the lower to the higher number of stars",
        Rating,
        sql.rating,
        known=f"{sql.RATING} IS NOT NULL",
    ),
    "detected": Field(
        "in which detectors found one of these, with at least this confidence",
        Detected,
        sql.detected,
        known=_LOOKED_AT,
        photos=sql.photos_by_detected,
    ),
    "blank": Field(
        "in which a detector found nothing", Literal["blank"], sql.blank, known=_LOOKED_AT
    ),
    "species": Field("for which one of these names, or any, was accepted", Text, sql.species, 1000),
    "has": Field(
        "that say when or where they were taken", Literal["place", "date"], sql.has, lacks=sql.lacks
    ),
    "near": Field(
        "taken within so many kilometers of these points", Circle, sql.near, known=sql.HAS["place"]
    ),
    "inside": Field(
        "taken inside a line drawn on the map", Outline, sql.inside, known=sql.HAS["place"]
    ),
    "country": Field(
        "taken in one of these countries",
        Country,
        sql.is_one_of("photo.country"),
        known=sql.HAS["place"],
    ),
    "region": Field(
        "taken in one of these regions",
        Region,
        sql.is_one_of("photo.region"),
        300,
        known=sql.HAS["place"],
    ),
    "town": Field(
        "taken nearest to one of these towns",
        Number,
        sql.is_one_of("photo.town"),
        known=sql.HAS["place"],
    ),
    "month": Field(
        "taken in one of these months of any year", Month, sql.month, known=sql.HAS["date"]
    ),
    "hour": Field("taken between these times of day", Hours, sql.hour, known=sql.HAS["date"]),
    "weekday": Field(
        "taken on one of these days of the week", Weekday, sql.weekday, known=sql.HAS["date"]
    ),
    "light": Field(
        "taken in one of these lights by the sun",
        Light,
        sql.is_one_of("photo.light"),
        known="photo.light > ''",
    ),
    "moon": Field(
        "taken at one of these phases of the moon",
        Moon,
        sql.is_one_of("photo.moon"),
        known="photo.moon > ''",
    ),
    "exposure": Field(
        "exposed for so many seconds",
        Range,
        sql.in_range("exposure_seconds"),
        known="photo.exposure_seconds IS NOT NULL",
    ),
    "aperture": Field(
        "with f-numbers in these ranges",
        Range,
        sql.in_range("f_number"),
        known="photo.f_number IS NOT NULL",
    ),
    "focal": Field(
        "with focal lengths in these ranges, in mm",
        Range,
        sql.in_range("focal_length_mm"),
        known="photo.focal_length_mm IS NOT NULL",
    ),
    "iso": Field(
        "with ISO speeds in these ranges", Range, sql.in_range("iso"), known="photo.iso IS NOT NULL"
    ),
    "altitude": Field(
        "taken so many meters above the sea",
        Range,
        sql.in_range("altitude"),
        known="photo.altitude IS NOT NULL",
    ),
    "label": Field(
        "with one of these color labels", Text, sql.label, known="photo.color_label IS NOT NULL"
    ),
    "text": Field("with all these words in the picture", Text, sql.text),
    "mark": Field(
        "that were marked right, wrong or either for any query",
        Literal["right", "wrong", "marked"],
        sql.mark,
    ),
    "copy": Field(
        "that are, or are not, a further file with the same bytes as another",
        bool,
        sql.copy,
        photos=sql.photos_by_copy,
    ),
    "photo": Field("that are one of these, by paths or names", File, sql.files, 1000),
    "burst": Field(
        "of the burst of one of these photos, by paths or names", File, sql.in_group("burst")
    ),
    "event": Field(
        "of the event of one of these photos, by paths or names", File, sql.in_group("event")
    ),
    "either": Field(
        "for which all conditions of one of these groups hold", tuple[Plain, ...], _either
    ),
}
