"""The sections of the grid, by date or by how sure hits are, and the titles above them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QCoreApplication, QDate, QLocale

from visret_desktop.gui.grid.grid_layout import Block, Section
from visret_desktop.library.catalog.photo_order import UNDATED

if TYPE_CHECKING:
    import numpy.typing as npt

    from visret_desktop.gui.grid.results_model import GridEntry


# Of a search: text matches come first, then hits that the match decision calls confident and maybe,
# at last the weak ones, which can be folded away if there is anything above them. Where several
# subjects are compared, each has a column of its own between the first and the last ones.

WEAK = "weak"


@dataclass(frozen=True)
class Titles:
    """The words over each group; `others` follow named ones where there is no verdict."""

    named: str
    confident: str
    maybe: str
    weak: str
    others: str


def group_of(entry: "GridEntry") -> str:
    """Return the group of an entry: 'named', or its band."""
    return "named" if entry.named else entry.band


def is_foldable(entries: Sequence["GridEntry"]) -> bool:
    """Tell whether there are weak ones, and others than these."""
    groups = {group_of(entry) for entry in entries}
    return WEAK in groups and len(groups) > 1


def arranged(
    entries: Sequence["GridEntry"],
    subjects: Sequence[str],
    titles: Titles,
    photos: Mapping[int, int],
    *,
    is_folded: bool,
) -> tuple[list["GridEntry"], list[Block]]:
    """Return the entries of a ranking in the order shown, and the sections that they form.

    `photos`: by photo id, how many photos one stands for, where these are several.
    """
    folds = is_foldable(entries)
    shown, blocks = [], []
    weak = [entry for entry in entries if folds and group_of(entry) == WEAK]
    others = [entry for entry in entries if not folds or group_of(entry) != WEAK]
    columns = [[entry for entry in others if _column(entry, n)] for n in range(len(subjects))]
    # Before a second subject is known, what there is answers the whole query; a verdict may leave a
    # column empty.
    if sum(map(bool, columns)) > 1 or (any(columns) and any(entry.band for entry in entries)):
        in_columns = {entry.photo_id for column in columns for entry in column}
        first = [entry for entry in others if entry.photo_id not in in_columns]
        blocks = [[_sections(first, 0, titles, photos)]] if first else []
        shown, block = first, []
        for subject, column in zip(subjects, columns, strict=True):
            total = photos_of(column, photos)
            heading = Section(subject, len(shown), 0, total, is_subject=True)
            block.append([heading, *_sections(column, len(shown), titles, photos)])
            shown = shown + column
        blocks.append(block)
    else:
        shown, blocks = others, [[_sections(others, 0, titles, photos)]]
    if folds:
        below = folding(titles.weak, len(shown), weak, photos, is_folded=is_folded)
        blocks.append([[below]])
    return (shown if is_folded or not folds else shown + weak), _joined(blocks)


def folding(
    title: str,
    start: int,
    weak: Sequence["GridEntry"],
    photos: Mapping[int, int],
    *,
    is_folded: bool,
) -> Section:
    """Return the section of the weak ones, which a button shows or hides."""
    count = 0 if is_folded else len(weak)
    return Section(title, start, count, photos_of(weak, photos), folds=True)


def photos_of(entries: Iterable["GridEntry"], photos: Mapping[int, int]) -> int:
    """Return for how many photos entries stand."""
    return sum(photos.get(entry.photo_id, 1) for entry in entries)


def _column(entry: "GridEntry", number: int) -> bool:
    return entry.column == number and not entry.named


def _sections(
    entries: Sequence["GridEntry"], start: int, titles: Titles, photos: Mapping[int, int]
) -> list[Section]:
    words = {"named": titles.named, "confident": titles.confident, "maybe": titles.maybe}
    sections: list[Section] = []
    for group, run in groupby(entries, group_of):
        own = list(run)
        title = words.get(group, titles.others if sections else "")
        sections.append(Section(title, start, len(own), photos_of(own, photos)))
        start += len(own)
    return sections


def _joined(blocks: list[Block]) -> list[Block]:
    """Return the blocks with those of a single column made one."""
    made: list[Block] = []
    for block in blocks:
        if made and len(made[-1]) == 1 and len(block) == 1:
            made[-1] = [[*made[-1][0], *block[0]]]
        else:
            made.append(block)
    return made


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
    day_runs = runs(days, unit, whole)
    return [Section(date_words(run.date), run.start, run.count, run.photos) for run in day_runs]


def date_words(date: int) -> str:
    """Return 'Friday, 3 May 2024' for 20240503 and 'May 2024' for 202405, as one writes it here."""
    if not date:
        return QCoreApplication.translate("dates", "No date")
    if date < 1_000_000:
        year, month = divmod(date, 100)
        return QLocale().toString(QDate(year, month, 1), "MMMM yyyy") or str(date)
    day = QDate(date // 10_000, date // 100 % 100, date % 100)
    return QLocale().toString(day, QLocale.FormatType.LongFormat) or str(date)
