"""Note what a person says: of photos by content, places from tracks among it, and of deployments:
in the catalog, beside what the photos say, and never in them.

Each change of photos can be undone by what `NotesChanged` says.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import (
    ChangeNotes,
    DropPlaces,
    KeepDeployments,
    KeepPlaces,
    NotesChanged,
    PutNotes,
)
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.engine.runtime import Library
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.records import MOST_KEYWORDS, AcceptedName, Notes, OwnPlace


def change_notes(
    library: Library, request: ChangeNotes, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Change the notes of `request.hashes`; yield `NotesChanged`, `LibraryChanged`, `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        known = catalog.notes.of(request.hashes)
        before = catalog.annotations.put_notes(
            {name: changed(known.get(name, Notes()), request) for name in request.hashes}
        )
        if request.place or request.drop_place:
            look_up_places(catalog)
    yield from _changed(request.job, before)


def put_notes(
    library: Library, request: PutNotes, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Put notes in place of those before. Yields and raises as `change_notes`."""
    with library.adding() as catalog:
        before = catalog.annotations.put_notes(request.notes)
        look_up_places(catalog)
    yield from _changed(request.job, before)


def keep_places(
    library: Library, request: KeepPlaces, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Note `request.places`, but for contents that say themselves where they were taken.

    Yields and raises as `change_notes`.
    """
    with library.adding() as catalog:
        own = catalog.placing.with_own_place(request.places)
        wanted: dict[str, OwnPlace | None] = {
            name: place for name, place in request.places.items() if name not in own
        }
        before = _put_places(catalog, wanted)
    yield from _changed(request.job, before)


def drop_places(
    library: Library, request: DropPlaces, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Forget the places that came from `request.source`. Yields and raises as `change_notes`."""
    with library.adding() as catalog:
        before = _put_places(catalog, dict.fromkeys(catalog.placing.placed_by(request.source)))
    yield from _changed(request.job, before)


def keep_deployments(
    library: Library, request: KeepDeployments, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Keep what is said of deployments and of packages; yield `LibraryChanged` and `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        catalog.annotations.put_deployments(request.said)
        if request.package is not None:
            catalog.annotations.put_package(request.package)
        look_up_places(catalog)
    yield LibraryChanged(request.job)
    yield Finished(request.job)


def _changed(job: int, before: dict[str, Notes]) -> Iterator[Message]:
    yield NotesChanged(job, before)
    yield LibraryChanged(job)
    yield Finished(job)


def _put_places(catalog: Catalog, places: dict[str, OwnPlace | None]) -> dict[str, Notes]:
    """Change the places in notes; return those that were different before."""
    known = catalog.notes.of(places)
    changed = {
        name: replace(known.get(name, Notes()), place=place)
        for name, place in places.items()
        if known.get(name, Notes()).place != place
    }
    before = catalog.annotations.put_notes(changed)
    look_up_places(catalog)
    return before


def left_out(notes: Notes, change: ChangeNotes) -> int:
    """Return how many tags of a change have no room in notes."""
    kept = {tag for tag in notes.tags if tag not in change.drop_tags}
    return max(0, len(kept | set(filter(None, change.add_tags))) - MOST_KEYWORDS)


def changed(notes: Notes, change: ChangeNotes) -> Notes:
    """Return notes after a change. Tags and names keep their order; each is there once.

    Of names each group: two adult females and a juvenile of one species are two of them.
    """
    tags = [tag for tag in notes.tags if tag not in change.drop_tags]
    tags += [tag for tag in dict.fromkeys(change.add_tags) if tag and tag not in tags]
    names = [
        one
        for one in notes.names
        if one.name not in change.drop_names and one not in change.drop_groups
    ]
    for accepted in change.add_names:
        names = with_group(names, accepted)
    rating = notes.rating if change.rating is None else change.rating
    place = change.place or notes.place
    return replace(
        notes,
        tags=tuple(tags[:MOST_KEYWORDS]),
        rating=None if change.drop_rating else rating,
        names=tuple(names[:MOST_KEYWORDS]),
        place=None if change.drop_place else place,
    )


def with_group(names: Sequence[AcceptedName], added: AcceptedName) -> list[AcceptedName]:
    """Return names with a group of individuals.

    It takes the place of the same group, and of the bare name, of which it says more. A bare name
    adds nothing where its groups are known already.
    """
    same = [one for one in names if one.name == added.name and one.event == added.event]
    if added.is_bare and any(not one.is_bare for one in same):
        return list(names)
    replaced = [one for one in same if one.is_bare or one.group == added.group]
    kept = [one for one in names if one not in replaced]
    at = names.index(replaced[0]) if replaced else len(kept)
    return [*kept[:at], added, *kept[at:]]
