"""Grid entries and thumbnails that the tests draw themselves."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from PIL import Image

from visret_desktop.gui.grid.results_model import GridEntry
from visret_desktop.library.photos.thumbnails import ThumbnailStore, make_thumbnail


def hash_of(number: int) -> str:
    """Return the content hash that entry `number` has."""
    return f"{number:032x}"


def entry(number: int, **changed: Any) -> GridEntry:
    """Return an entry; neighbors differ in name, date and picture."""
    values: dict[str, Any] = {
        "photo_id": number,
        "content_hash": hash_of(number),
        "path": f"/photos/IMG_{number:06d}.jpg",
        "name": f"IMG_{number:06d}.jpg",
        "taken_at": f"20{number % 20:02d}-05-01T12:00:00",
        "width": 400,
        "height": 300,
        "online": True,
    }
    values |= changed
    return GridEntry(**({"sort_key": values["taken_at"] or ""} | values))


def entries(count: int) -> list[GridEntry]:
    """Return entries 1 to `count`."""
    return [entry(number) for number in range(1, count + 1)]


def write_thumbnails(path: Path, numbers: Iterable[int], size: tuple[int, int]) -> Path:
    """Write a store with a picture of its own color for each number; return its path."""
    store = ThumbnailStore(path)
    store.put_many(
        [
            (hash_of(n), make_thumbnail(Image.new("RGB", size, (n * 37 % 256, 90, 160)), 384))
            for n in numbers
        ]
    )
    store.close()
    return path
