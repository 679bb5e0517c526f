"""The rows of the photo panel: what is known of a photo, as words for people.

To add a row, add its title and a function to `ROWS`; to `SHARED_ROWS` for what many photos have in
common.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QTime

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.gui.languages import figures
from visret_desktop.library.keyword_paths import SEPARATOR, told_once
from visret_desktop.library.photos.maker_notes import MakerSequence
from visret_desktop.library.records import LAST_CHANGE, Metadata, Photo
from visret_desktop.places.place import UtcOffset, offset_of
from visret_desktop.places.sky import sky_of


class Places(tuple[str, ...]):
    """Paths. The panel shortens each in its middle and puts a button beside it that copies it."""


Words = str | Places | None
Row = tuple[str, str | Places]
translate = QCoreApplication.translate
_CAMERAS_NAMED = 3
_LONGEST = 300  # letters of what was read in a picture
_NO_BREAK = "\u00a0"  # a space at which no line breaks


def described(entry: GridEntry, photo: Photo) -> list[Row]:
    """Return titles and words of a photo."""
    return _rows((title, words(photo, entry)) for title, words in ROWS.items())


def known_at_once(entry: GridEntry) -> list[Row]:
    """Return titles and words that need no look into the catalog."""
    taken, drive = _taken(entry.taken_at), _drive(entry.online)
    return _rows([("Taken", taken), ("File", Places([entry.path])), ("Drive", drive)])


def shared(photos: Sequence[Photo]) -> list[Row]:
    """Return titles and words of what many photos have in common."""
    return _rows((title, words(photos)) for title, words in SHARED_ROWS.items())


def _rows(rows: Iterable[tuple[str, Words]]) -> list[Row]:
    return [(translate("PhotoRows", title), shown) for title, shown in rows if shown]


LIGHT_WORDS: dict[str, Callable[[], str]] = {
    "": str,
    "day": lambda: translate("facts", "daylight"),
    "dawn": lambda: translate("facts", "dawn"),
    "dusk": lambda: translate("facts", "dusk"),
    "night": lambda: translate("facts", "night"),
}
MOON_WORDS: dict[str, Callable[[], str]] = {
    "": str,
    "new": lambda: translate("facts", "new moon"),
    "waxing-crescent": lambda: translate("facts", "waxing crescent"),
    "first-quarter": lambda: translate("facts", "moon’s first quarter"),
    "waxing-gibbous": lambda: translate("facts", "waxing gibbous"),
    "full": lambda: translate("facts", "full moon"),
    "waning-gibbous": lambda: translate("facts", "waning gibbous"),
    "last-quarter": lambda: translate("facts", "moon’s last quarter"),
    "waning-crescent": lambda: translate("facts", "waning crescent"),
}


# ---- one photo --------------------------------------------------------------------------------


def day_and_time(stamp: str | None) -> str:
    """Return '17 December 2023, 08:46' for '2023-12-17T08:46:48+01:00', as one writes it here."""
    day, _, time = (stamp or "").partition("T")
    clock = QTime.fromString(time[:5], "HH:mm")
    shown = QLocale().toString(clock, QLocale.FormatType.ShortFormat) if clock.isValid() else ""
    return ", ".join(part for part in (_day(day), shown) if part)


def _day(iso: str) -> str:
    """Return the long form of a date without the day of the week; part of a date as it is."""
    date = QDate.fromString(iso, "yyyy-MM-dd")
    long = QLocale().dateFormat(QLocale.FormatType.LongFormat)
    return QLocale().toString(date, re.sub(r"dddd,?\s*|,?\s*dddd$", "", long)) or iso


def _taken(stamp: str | None) -> str:
    return day_and_time(stamp) or translate("PhotoRows", "no date")


def _taken_of(photo: Photo) -> str:
    taken = _taken(photo.metadata.taken_at)
    if photo.camera_time:
        words = translate("PhotoRows", "{0} – corrected; the camera's clock said {1}")
        taken = words.format(taken, day_and_time(photo.camera_time))
    if photo.metadata.taken_from != LAST_CHANGE:
        return taken
    words = translate("PhotoRows", "{0} – when the picture was last changed; it says no other time")
    return words.format(taken)


def utc_offset_of(metadata: Metadata) -> UtcOffset:
    """Return how far a photo's time is from UTC. The first one by its place takes its time."""
    return offset_of(metadata.taken_at, metadata.latitude, metadata.longitude)


def _zone(metadata: Metadata) -> str:
    offset = utc_offset_of(metadata)
    if not offset.text:
        return ""
    hours, minutes = offset.text[1:3].lstrip("0") or "0", offset.text[4:]
    sign = "−" if offset.text[0] == "-" else "+"
    shown = f"UTC{sign}{hours}" + (f":{minutes}" if minutes != "00" else "")
    return (
        translate("PhotoRows", "{0}, by its place").format(shown) if offset.by == "place" else shown
    )


def _sky(photo: Photo) -> str:
    metadata = photo.metadata
    if metadata.taken_from == LAST_CHANGE:
        return ""
    sky = sky_of(metadata.taken_at, metadata.latitude, metadata.longitude, photo.camera_time)
    return _line((LIGHT_WORDS[sky.light](), MOON_WORDS[sky.moon]()))


def _shortened(words: str) -> str:
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _keywords(keywords: Sequence[str]) -> str:
    return ", ".join(" › ".join(word.split(SEPARATOR)) for word in told_once(keywords))


def _drive(online: bool) -> str:
    return "" if online else translate("PhotoRows", "offline")


def _place(metadata: Metadata) -> str:
    if metadata.latitude is None or metadata.longitude is None:
        return ""
    north = "N" if metadata.latitude >= 0 else "S"
    east = "E" if metadata.longitude >= 0 else "W"
    parts = [f"{abs(metadata.latitude):.4f}° {north}", f"{abs(metadata.longitude):.4f}° {east}"]
    parts += [] if metadata.altitude is None else [f"{metadata.altitude:.0f} m"]
    return ", ".join(part.replace(" ", _NO_BREAK) for part in parts)


def _placed_by(photo: Photo) -> str:
    words = translate("PhotoRows", "{0} – noted here, not in the photo itself")
    return words.format(photo.placed_by) if photo.placed_by else ""


def _camera(metadata: Metadata) -> str:
    return " · ".join(part for part in (metadata.camera, metadata.lens) if part)


def _exposure(metadata: Metadata) -> str:
    seconds = metadata.exposure_seconds
    parts = [
        "" if not seconds else f"1/{1 / seconds:.0f} s" if seconds < 0.4 else f"{seconds:g} s",
        f"f/{metadata.f_number:g}" if metadata.f_number else "",
        f"{round(metadata.focal_length_mm, 1):g} mm" if metadata.focal_length_mm else "",
        f"ISO {metadata.iso}" if metadata.iso else "",
    ]
    return _line(parts)


def _series(metadata: Metadata) -> str:
    sequence = MakerSequence.of(metadata.sequence)
    if not (sequence and sequence.series):
        return ""
    return translate("PhotoRows", "{0} of {1}").format(sequence.number, sequence.total)


def _size(photo: Photo) -> str:
    metadata = photo.metadata
    pixels = (
        f"{figures.count(metadata.width)} × {figures.count(metadata.height)}"
        if metadata.width
        else ""
    )
    return _line((pixels, metadata.format, _bytes(photo.fingerprint.size)))


def _line(parts: Iterable[str]) -> str:
    """Return parts as a line that, if it has to, breaks between them only."""
    return f"{_NO_BREAK}· ".join(part.replace(" ", _NO_BREAK) for part in parts if part)


def _bytes(size: int) -> str:
    return QLocale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


# In the order in which they are shown. A row that says nothing of a photo is left out.
ROWS: dict[str, Callable[[Photo, GridEntry], Words]] = {
    "Title": lambda photo, _: photo.metadata.title,
    "Description": lambda photo, _: photo.metadata.description,
    "Keywords": lambda photo, _: _keywords(photo.metadata.keywords),
    "Words in it": lambda photo, _: _shortened(photo.written),
    "Rating": lambda photo, _: "★" * (photo.rating or 0),
    "Taken": lambda photo, _: _taken_of(photo),
    "Time zone": lambda photo, _: _zone(photo.metadata),
    "Sun and moon": lambda photo, _: _sky(photo),
    "Place": lambda photo, _: _place(photo.metadata),
    "Placed by": lambda photo, _: _placed_by(photo),
    "Camera": lambda photo, _: _camera(photo.metadata),
    "Exposure": lambda photo, _: _exposure(photo.metadata),
    "In its series": lambda photo, _: _series(photo.metadata),
    "Size": lambda photo, _: _size(photo),
    "File": lambda photo, _: Places([str(photo.path)]),
    "Drive": lambda photo, _: _drive(photo.online),
    "RAW file": lambda photo, _: photo.companion,
    "Copies": lambda _, entry: Places(entry.copies),
}


# ---- many photos ------------------------------------------------------------------------------


def _days(photos: Sequence[Photo]) -> str:
    days = sorted((photo.metadata.taken_at or "")[:10] for photo in photos)
    dated = [day for day in days if day]
    if not dated:
        return ""
    first, last = _day(dated[0]), _day(dated[-1])
    words = first if first == last else f"{first} – {last}"
    if len(dated) == len(days):
        return words
    undated = translate("PhotoRows", "{0} without a date")
    return f"{words}\n{undated.format(figures.count(len(days) - len(dated)))}"


def _cameras(photos: Sequence[Photo]) -> str:
    cameras = Counter(photo.metadata.camera for photo in photos if photo.metadata.camera)
    named = [camera for camera, _ in cameras.most_common(_CAMERAS_NAMED)]
    more = len(cameras) - len(named)
    return "\n".join(
        [*named, *([translate("PhotoRows", "and {0} more").format(more)] if more else [])]
    )


def _common_keywords(photos: Sequence[Photo]) -> str:
    common = set.intersection(*(set(photo.metadata.keywords) for photo in photos))
    return _keywords([word for word in photos[0].metadata.keywords if word in common])


def _common_rating(photos: Sequence[Photo]) -> str:
    ratings = {photo.rating for photo in photos}
    return "★" * (ratings.pop() or 0) if len(ratings) == 1 else ""


def _folder(photos: Sequence[Photo]) -> Places:
    parents = {str(photo.path.parent) for photo in photos}
    try:
        common = Path(os.path.commonpath(parents))
    except ValueError:  # on several drives
        return Places()
    return Places([str(common)] if common != Path(common.anchor) else [])


def _all_bytes(photos: Sequence[Photo]) -> str:
    return _bytes(sum(photo.fingerprint.size for photo in photos))


def _offline(photos: Sequence[Photo]) -> str:
    count = sum(not photo.online for photo in photos)
    return translate("PhotoRows", "{0} offline").format(figures.count(count)) if count else ""


SHARED_ROWS: dict[str, Callable[[Sequence[Photo]], Words]] = {
    "Keywords": _common_keywords,
    "Rating": _common_rating,
    "Taken": _days,
    "Camera": _cameras,
    "Size": _all_bytes,
    "Folder": _folder,
    "Drive": _offline,
}
