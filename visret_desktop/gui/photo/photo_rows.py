"""The rows of the photo panel: what is known of a photo, as words for people.

To add a row, add its title and a function to `ROWS`.
"""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.library.records import Metadata, Photo

Words = Callable[[Photo, GridEntry], str | None]


def described(entry: GridEntry, photo: Photo) -> list[tuple[str, str]]:
    """Return titles and words of a photo."""
    rows = ((title, words(photo, entry)) for title, words in ROWS.items())
    return [(_translated(title), shown) for title, shown in rows if shown]


def known_at_once(entry: GridEntry) -> list[tuple[str, str]]:
    """Return titles and words that need no look into the catalog."""
    words = {"Name": entry.name, "File": _file(entry.path, entry.online)}
    return [(_translated(title), shown) for title, shown in words.items()]


def _translated(text: str) -> str:
    return QCoreApplication.translate("PhotoRows", text)


def _file(path: str, online: bool) -> str:
    return path if online else _translated("{0}\nThis drive is not plugged in.").format(path)


def _taken(stamp: str) -> str:
    """Return '2023-12-17, 08:46:48 (UTC+01:00)' for '2023-12-17T08:46:48+01:00'."""
    day, _, time = stamp.partition("T")
    clock, zone = time[:8], time[8:].lstrip("0123456789.")  # fractions say nothing
    parts = (day, clock) if clock else (day,)
    shown = ", ".join(parts)
    zone = "" if zone in ("Z", "+00:00") else zone
    if not time[8:]:
        return shown
    return f"{shown} (UTC{zone})"


def _place(found: Metadata) -> str:
    if found.latitude is None or found.longitude is None:
        return ""
    north = "N" if found.latitude >= 0 else "S"
    east = "E" if found.longitude >= 0 else "W"
    text = f"{abs(found.latitude):.5f}° {north}, {abs(found.longitude):.5f}° {east}"
    return text if found.altitude is None else f"{text}, {found.altitude:.0f} m"


def _exposure(found: Metadata) -> str:
    seconds = found.exposure_seconds
    parts = [
        "" if not seconds else f"1/{1 / seconds:.0f} s" if seconds < 0.4 else f"{seconds:g} s",
        f"f/{found.f_number:g}" if found.f_number else "",
        f"{found.focal_length_mm:g} mm" if found.focal_length_mm else "",
        f"ISO {found.iso}" if found.iso else "",
    ]
    return "   ".join(part for part in parts if part)


def _picture(found: Metadata) -> str:
    return f"{found.width} × {found.height}  {found.format}"


# In the order in which they are shown. A row that says nothing of a photo is left out.
ROWS: dict[str, Words] = {
    "Name": lambda photo, _: photo.name,
    "Title": lambda photo, _: photo.metadata.title,
    "Description": lambda photo, _: photo.metadata.description,
    "Keywords": lambda photo, _: ", ".join(photo.metadata.keywords),
    "Rating": lambda photo, _: "★" * (photo.metadata.rating or 0),
    "Taken": lambda photo, _: _taken(photo.metadata.taken_at or ""),
    "Place": lambda photo, _: _place(photo.metadata),
    "Camera": lambda photo, _: photo.metadata.camera,
    "Lens": lambda photo, _: photo.metadata.lens,
    "Exposure": lambda photo, _: _exposure(photo.metadata),
    "Picture": lambda photo, _: _picture(photo.metadata),
    "File": lambda photo, _: _file(str(photo.path), photo.online),
    "RAW beside it": lambda photo, _: photo.companion,
    "The same picture is also at": lambda _, entry: "\n".join(entry.copies),
}
