"""What stands below a photo on a sheet: no keyword that says where it was taken.

Titles and names of files stand there as they are.
"""

from visret_desktop.exporters.exporter import Export, Lack
from visret_desktop.exporters.obscuring import Aliases, Obscurer
from visret_desktop.library.records import Photo
from visret_desktop.sentences import form

NO_THUMBNAIL = Lack(
    "no-thumbnail",
    form("1 photo has no small picture yet, so its frame stays empty."),
    form("{count:,} photos have no small picture yet, so their frames stay empty."),
)
_STAR, _REJECTED = "★", "✕"


def stars_of(photo: Photo) -> str:
    """Return the rating as signs."""
    rating = photo.rating or 0
    return _REJECTED if rating < 0 else _STAR * rating


def time_of(photo: Photo) -> str:
    """Return when a photo was taken, to the minute; "" where it does not say."""
    return (photo.metadata.taken_at or "")[:16].replace("T", " ")


def names_of(photo: Photo) -> list[str]:
    """Return the accepted names: "Grey heron (Ardea cinerea)"."""
    return [
        f"{accepted.common} ({accepted.name})" if accepted.common else accepted.name
        for accepted in photo.notes.names
    ]


class Tags:
    """Keywords and tags of photos as they stand on a sheet."""

    def __init__(self, export: Export) -> None:
        from visret_desktop.places.gazetteer import Gazetteer  # NumPy, and a second of reading

        aliases = Aliases(export.reader.export_secret())
        self._obscurer = Obscurer(Gazetteer.open(), 0.0, aliases)

    def of(self, photo: Photo) -> list[str]:
        """Return those that say no place, of paths the last part, each once, none for programs."""
        tags = self._obscurer.kept((*photo.metadata.keywords, *photo.notes.tags), photo, None)
        return list(dict.fromkeys(tag.rpartition("|")[2] for tag in tags if tag and "=" not in tag))
