"""Keep the places that photos got from tracks, and take those of a track back."""

from collections.abc import Iterator
from dataclasses import replace

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import DropPlaces, KeepPlaces, NotesChanged
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.engine.place_lookup import place_photos
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import Notes, OwnPlace


def keep_places(
    library: Library, request: KeepPlaces, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Note `request.places`, but for contents that say themselves where they were taken.

    Yields `NotesChanged` with the contents whose notes changed, `LibraryChanged`, `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        own = catalog.placing.with_own_place(request.places)
        wanted: dict[str, OwnPlace | None] = {
            name: place for name, place in request.places.items() if name not in own
        }
        before = _note(catalog, wanted)
    yield NotesChanged(request.job, before)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def drop_places(
    library: Library, request: DropPlaces, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Forget the places that came from `request.source`. Yields and raises as `keep_places`."""
    with library.adding() as catalog:
        before = _note(catalog, dict.fromkeys(catalog.placing.placed_by(request.source)))
    yield NotesChanged(request.job, before)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def _note(catalog: Catalog, places: dict[str, OwnPlace | None]) -> dict[str, Notes]:
    """Change the places in notes; return those that were different before."""
    known = catalog.notes.of(places)
    changed = {
        name: replace(known.get(name, Notes()), place=place)
        for name, place in places.items()
        if known.get(name, Notes()).place != place
    }
    before = catalog.put_notes(changed)
    look_up_places(catalog)
    return before


def look_up_places(catalog: Catalog) -> None:
    """Find the countries and towns of photos whose places changed."""
    for _ in place_photos(catalog):
        pass
