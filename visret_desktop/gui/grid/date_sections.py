"""Runs of photos that stand in the order of their dates: of a day, of a month.

A day is a number such as 20240503. One that the photo does not say, but its file, is negative; 0 is
no day at all. A month is 202405.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from visret_desktop.gui.grid.grid_layout import Section
from visret_desktop.gui.languages.figures import count

if TYPE_CHECKING:
    import numpy.typing as npt

Days: TypeAlias = "Sequence[int] | npt.NDArray[Any]"
DAY, MONTH = 1, 100  # what a day is divided by


@dataclass(frozen=True)
class Run:
    """Rows one after another, from `start`, that have one date.

    `photos` counts those behind others of their burst, too; `guessed` those of them that stand here
    by the date of their file.
    """

    date: int
    start: int
    count: int
    guessed: int
    photos: int


def day_of(sort_key: str, taken_at: str | None) -> int:
    """Return the day of a photo."""
    digits = sort_key[:10].replace("-", "")
    day = int(digits) if len(digits) == 8 and digits.isdecimal() else 0
    return day if taken_at else -day


def runs(days: Days, unit: int, whole: "Days | None" = None) -> list[Run]:
    """Return the runs of days (n,), which are in order, each of one day or one month.

    `whole` has the days of all photos where some of them have no row.
    """
    found = _runs(days, unit)
    if whole is None or len(whole) == len(days):
        return found
    known = {run.date: run for run in _runs(whole, unit)}
    both = ((run, known.get(run.date, run)) for run in found)
    return [replace(run, photos=all_.photos, guessed=all_.guessed) for run, all_ in both]


def _runs(days: Days, unit: int) -> list[Run]:
    if not len(days):
        return []
    import numpy as np  # not at the start of the window

    found = np.asarray(days, np.int32)
    dates = np.abs(found) // unit
    starts = np.flatnonzero(np.diff(dates, prepend=-1))
    counts = np.diff(starts, append=len(dates))
    guessed = np.add.reduceat(found < 0, starts, dtype=np.int64)
    columns = (dates[starts], starts, counts, guessed, counts)
    return [Run(*each) for each in zip(*(column.tolist() for column in columns), strict=True)]


def dated_sections(days: Days, unit: int, whole: "Days | None" = None) -> list[Section]:
    """Return a section for each day or month, with its name in the system's language."""
    found = runs(days, unit, whole)
    return [Section(_title(run), run.start, run.count, run.photos) for run in found]


def date_words(date: int) -> str:
    """Return 'Friday, 3 May 2024' for 20240503 and 'May 2024' for 202405, as one writes it here."""
    if not date:
        return QCoreApplication.translate("dates", "No date")
    if date < 1_000_000:
        year, month = divmod(date, 100)
        return QLocale().toString(QDate(year, month, 1), "MMMM yyyy") or str(date)
    day = QDate(date // 10_000, date // 100 % 100, date % 100)
    return QLocale().toString(day, QLocale.FormatType.LongFormat) or str(date)


def guessed_words(run: Run) -> str:
    """Return how many photos stand here by the date of their file, or ""."""
    if not run.guessed or not run.date:
        return ""
    if run.guessed == run.photos:
        return QCoreApplication.translate("dates", "by the date of the file")
    words = QCoreApplication.translate("dates", "{0} by the date of the file")
    return words.format(count(run.guessed))


def _title(run: Run) -> str:
    guessed = guessed_words(run)
    return f"{date_words(run.date)} ({guessed})" if guessed else date_words(run.date)
