"""Clocks that were wrong: what is added to the times of photos, beside what their files say.

A correction belongs to contents, so copies share it and moved photos keep it. The time that
everything goes by is in the table of photos; what the file says stands beside it then, in
`camera_time`. Several corrections of a photo add up, so each of them can be taken back.
"""

import sqlite3
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from visret_desktop.library.catalog.catalog_connection import CatalogPart

LONGEST_SHIFT = 1000 * 366 * 86_400.0  # seconds, more than any clock is wrong
MOST_DRIFT = 86_400.0  # seconds a day


@dataclass(frozen=True)
class ClockShift:
    """What one photo's time becomes: seconds are added; it is so far from UTC, as '+02:00'.

    An `utc_offset` of "" leaves what the photo says.
    """

    seconds: float
    utc_offset: str = ""


@dataclass(frozen=True)
class KeptCorrection:
    """A correction of so many photos, in words, and when it was made: seconds since 1970."""

    number: int
    label: str
    made_at: float
    photos: int


class ClockCorrections(CatalogPart):
    """The corrections of one catalog, for reading."""

    def all(self) -> list[KeptCorrection]:
        """Return all corrections, the earliest first."""
        rows = self._db.execute(
            "SELECT correction.id, label, made_at, count(photo.id)"
            " FROM clock_correction AS correction LEFT JOIN clock ON correction_id = correction.id"
            " LEFT JOIN photo ON photo.content_hash = clock.content_hash"
            " GROUP BY correction.id ORDER BY correction.id"
        )
        return [KeptCorrection(*row) for row in rows]


def shifted(taken_at: str, shift: ClockShift) -> str:
    """Return a time as photos have it, `shift` later; as it is where the calendar ends."""
    try:
        local = datetime.fromisoformat(taken_at[:19])
        moved = local + timedelta(seconds=round(shift.seconds))
    except (ValueError, OverflowError):
        return taken_at
    return moved.isoformat(timespec="seconds") + (shift.utc_offset or taken_at[19:])


# ---- writing ----------------------------------------------------------------------------------


def put_correction(db: sqlite3.Connection, label: str, shifts: Mapping[str, ClockShift]) -> int:
    """Keep a correction of contents, by hash; return its number.

    Raises:
        ValueError: a clock cannot be so wrong.
    """
    if not all(abs(one.seconds) < LONGEST_SHIFT for one in shifts.values()):  # nor NaN
        raise ValueError("a clock cannot be so wrong")
    row = db.execute(
        "INSERT INTO clock_correction (label, made_at) VALUES (?, ?) RETURNING id",
        (label, time.time()),
    ).fetchone()
    db.executemany(
        "INSERT INTO clock VALUES (?, ?, ?, ?)",
        [(name, row[0], one.seconds, one.utc_offset) for name, one in shifts.items()],
    )
    for content_hash in shifts:
        correct(db, content_hash)
    return int(row[0])


def drop_correction(db: sqlite3.Connection, number: int) -> int:
    """Take a correction back; return of how many contents."""
    rows = db.execute("DELETE FROM clock WHERE correction_id = ? RETURNING content_hash", (number,))
    hashes = [content_hash for (content_hash,) in rows.fetchall()]
    db.execute("DELETE FROM clock_correction WHERE id = ?", (number,))
    for content_hash in hashes:
        correct(db, content_hash)
    return len(hashes)


def correct(db: sqlite3.Connection, content_hash: str) -> None:
    """Give the photos of a content the time that their file and all corrections say."""
    rows = db.execute(
        "SELECT seconds, utc_offset FROM clock WHERE content_hash = ? ORDER BY correction_id",
        (content_hash,),
    ).fetchall()
    if not rows:
        db.execute(
            "UPDATE photo SET taken_at = camera_time, sort_key = substr(camera_time, 1, 19),"
            " camera_time = NULL WHERE content_hash = ? AND camera_time IS NOT NULL",
            (content_hash,),
        )
        return
    offset = next((one for _, one in reversed(rows) if one), "")
    shift = ClockShift(sum(seconds for seconds, _ in rows), offset)
    photos = db.execute(
        "SELECT id, ifnull(camera_time, taken_at) FROM photo"
        " WHERE content_hash = ? AND taken_at > ''",
        (content_hash,),
    )
    for number, written in photos.fetchall():
        taken = shifted(written, shift)
        db.execute(
            "UPDATE photo SET taken_at = ?, sort_key = ?, camera_time = ? WHERE id = ?",
            (taken, taken[:19], written, number),
        )


def correct_new(db: sqlite3.Connection, content_hash: str) -> None:
    """Do the same for a photo that was just read, if there is a correction of it."""
    rows = db.execute("SELECT 1 FROM clock WHERE content_hash = ? LIMIT 1", (content_hash,))
    if rows.fetchone() is not None:
        correct(db, content_hash)


def drop_unused_corrections(db: sqlite3.Connection) -> None:
    """Drop what is said of contents that no photo has any more."""
    db.execute("DELETE FROM clock WHERE content_hash NOT IN (SELECT content_hash FROM photo)")
    db.execute("DELETE FROM clock_correction WHERE id NOT IN (SELECT correction_id FROM clock)")
