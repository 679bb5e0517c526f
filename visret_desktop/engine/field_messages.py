"""Messages of field work: notes on photos, tracks, detections, names, files for others.

As in `messages`, with which they share the border between window and engine.
"""

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from visret_desktop.engine.messages import Event, Hash, Request
from visret_desktop.library.records import AcceptedName, Notes, OwnPlace, Text

MOST_CONTENTS = 20_000  # in one request
Contents = Annotated[tuple[Hash, ...], Meta(max_length=MOST_CONTENTS)]
_Texts = Annotated[tuple[Text, ...], Meta(max_length=1000)]
_Stars = Annotated[int, Meta(ge=-1, le=5)]


@dataclass(frozen=True)
class ChangeNotes(Request):
    """Change what a person noted of contents; what is not named stays as it is.

    `rating` sets the stars (0: none, whatever the file says), `drop_rating` leaves them to the file
    again. A name that is added replaces an equal one. `NotesChanged` says what was noted before.
    """

    kind = "change-notes"
    hashes: Contents = ()
    add_tags: _Texts = ()
    drop_tags: _Texts = ()
    rating: _Stars | None = None
    drop_rating: bool = False
    add_names: Annotated[tuple[AcceptedName, ...], Meta(max_length=100)] = ()
    drop_names: _Texts = ()
    place: OwnPlace | None = None
    drop_place: bool = False


@dataclass(frozen=True)
class PutNotes(Request):
    """Note this of contents, in place of what was noted before: to undo and to redo."""

    kind = "put-notes"
    notes: Annotated[dict[Hash, Notes], Meta(max_length=MOST_CONTENTS)] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class KeepPlaces(Request):
    """Note where contents were taken, as a track says; not of those that say it themselves."""

    kind = "keep-places"
    places: Annotated[dict[Hash, OwnPlace], Meta(max_length=MOST_CONTENTS)] = field(
        default_factory=dict
    )


@dataclass(frozen=True)
class DropPlaces(Request):
    """Forget the places that were noted from a source, such as a track's file name."""

    kind = "drop-places"
    source: Text = ""


@dataclass(frozen=True)
class NotesChanged(Event):
    """Notes were changed; `before` is what was noted until then, by content hash."""

    kind = "notes-changed"
    before: dict[str, Notes] = field(default_factory=dict)
