"""Note what a person says of photos, by content; each change can be undone."""

from collections.abc import Iterator
from dataclasses import replace

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import ChangeNotes, NotesChanged, PutNotes
from visret_desktop.engine.fieldwork.geotag_job import look_up_places
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.library.records import MOST_KEYWORDS, Notes


def change_notes(
    library: Library, request: ChangeNotes, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Change the notes of `request.hashes`; yield `NotesChanged`, `LibraryChanged`, `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        known = catalog.notes.of(request.hashes)
        before = catalog.put_notes(
            {name: changed(known.get(name, Notes()), request) for name in request.hashes}
        )
        if request.place or request.drop_place:
            look_up_places(catalog)
    yield NotesChanged(request.job, before)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def put_notes(
    library: Library, request: PutNotes, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Put notes in place of those before. Yields and raises as `change_notes`."""
    with library.adding() as catalog:
        before = catalog.put_notes(request.notes)
        look_up_places(catalog)
    yield NotesChanged(request.job, before)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def left_out(notes: Notes, change: ChangeNotes) -> int:
    """Return how many tags of a change have no room in notes."""
    kept = {tag for tag in notes.tags if tag not in change.drop_tags}
    return max(0, len(kept | set(filter(None, change.add_tags))) - MOST_KEYWORDS)


def changed(notes: Notes, change: ChangeNotes) -> Notes:
    """Return notes after a change. Tags and names keep their order; each is there once."""
    tags = [tag for tag in notes.tags if tag not in change.drop_tags]
    tags += [tag for tag in dict.fromkeys(change.add_tags) if tag and tag not in tags]
    added = {accepted.name: accepted for accepted in change.add_names}
    gone = {*change.drop_names, *added}
    names = [accepted for accepted in notes.names if accepted.name not in gone]
    rating = notes.rating if change.rating is None else change.rating
    place = change.place or notes.place
    return replace(
        notes,
        tags=tuple(tags[:MOST_KEYWORDS]),
        rating=None if change.drop_rating else rating,
        names=tuple([*names, *added.values()][:MOST_KEYWORDS]),
        place=None if change.drop_place else place,
    )
