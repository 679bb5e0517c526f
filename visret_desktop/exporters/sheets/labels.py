"""What stands below a photo on a sheet: nothing that says where it was taken."""

from visret_desktop.exporters.exporter import Lack
from visret_desktop.library.records import Photo

NO_THUMBNAIL = Lack(
    "no-thumbnail",
    "1 photo has no small picture yet, so its frame stays empty.",
    "{0} photos have no small picture yet, so their frames stay empty.",
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


def tags_of(photo: Photo) -> list[str]:
    """Return keywords and tags, of paths the last part, each once; not those for programs."""
    tags = (*photo.metadata.keywords, *photo.notes.tags)
    return list(dict.fromkeys(tag.rpartition("|")[2] for tag in tags if tag and "=" not in tag))
