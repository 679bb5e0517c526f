"""Runs of photos that stand in the order of their dates: of a day, of a month.

A day is a number such as 20240503, a month is 202405. 0 has the photos that do not say when they
were taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from visret_desktop.gui.grid.grid_layout import Section
from visret_desktop.library.catalog.photo_order import UNDATED

if TYPE_CHECKING:
    import numpy.typing as npt

Days: TypeAlias = "Sequence[int] | npt.NDArray[Any]"
DAY, MONTH = 1, 100  # what a day is divided by


@dataclass(frozen=True)
class Run:
    """Rows one after another, from `start`, that have one date.

    `photos` counts those behind others of their burst, too.
    """

    date: int
    start: int
    count: int
    photos: int


def day_of(sort_key: str) -> int:
    """Return the day of a photo."""
    digits = sort_key[:10].replace("-", "")
    is_dated = not sort_key.startswith(UNDATED) and len(digits) == 8 and digits.isdecimal()
    return int(digits) if is_dated else 0


def runs(days: Days, unit: int, whole: "Days | None" = None) -> list[Run]:
    """Return the runs of days (n,), which are in order, each of one day or one month.

    `whole` has the days of all photos where some of them have no row.
    """
    found = _runs(days, unit)
    if whole is None or len(whole) == len(days):
        return found
    known = {run.date: run.photos for run in _runs(whole, unit)}
    return [replace(run, photos=known.get(run.date, run.photos)) for run in found]


def _runs(days: Days, unit: int) -> list[Run]:
    if not len(days):
        return []
    import numpy as np  # not at the start of the window

    dates = np.asarray(days, np.int32) // unit
    starts = np.flatnonzero(np.diff(dates, prepend=-1))
    counts = np.diff(starts, append=len(dates))
    columns = (dates[starts], starts, counts, counts)
    return [Run(*each) for each in zip(*(column.tolist() for column in columns), strict=True)]


def dated_sections(days: Days, unit: int, whole: "Days | None" = None) -> list[Section]:
    """Return a section for each day or month, with its name in the system's language."""
    found = runs(days, unit, whole)
    return [Section(date_words(run.date), run.start, run.count, run.photos) for run in found]


def date_words(date: int) -> str:
    """Return 'Friday, 3 May 2024' for 20240503 and 'May 2024' for 202405, as one writes it here."""
    if not date:
        return QCoreApplication.translate("dates", "No date")
    if date < 1_000_000:
        year, month = divmod(date, 100)
        return QLocale().toString(QDate(year, month, 1), "MMMM yyyy") or str(date)
    day = QDate(date // 10_000, date // 100 % 100, date % 100)
    return QLocale().toString(day, QLocale.FormatType.LongFormat) or str(date)
