"""Note what a person says: of photos by content, places from tracks among it, and of deployments:
in the catalog, beside what the photos say, and never in them.

Each change can be undone by what `NotesChanged` or `DeploymentsChanged` says.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

from msgspec import to_builtins

from visret_desktop import file_changes
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.field_messages import (
    MOST_CONTENTS,
    ChangeNotes,
    DeploymentsChanged,
    DropPlaces,
    JoinNotes,
    JoinSaid,
    KeepDeployments,
    KeepPlaces,
    NotesChanged,
    PutNotes,
)
from visret_desktop.engine.messages import Finished, LibraryChanged, Message
from visret_desktop.engine.place_lookup import look_up_places
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import Cancelled
from visret_desktop.interchange.note_files import NotedContent, NoteHeader, joined_notes, read_notes
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_connection import CHUNK, batched
from visret_desktop.library.records import MOST_KEYWORDS, AcceptedName, Notes, OwnPlace

_MOST_IN_EVENT = 5_000  # contents


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


def join_notes(
    library: Library, request: JoinNotes, control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Read a file; yield `JoinSaid` and, unless it is a dry run, keep what is joined.

    Then `NotesChanged` says what was noted before, and `LibraryChanged` and `Finished` follow.
    What was noted before is also remembered for `visret import-notes --undo`.

    Raises:
        NotesUnreadable: it is no such file, or a line is damaged; it says which.
        LibraryBusy: another process is writing.
        Cancelled: nothing was kept.
    """
    path = Path(request.path)
    entries = read_notes(path)
    header = next(entries)
    who = (header.observer if isinstance(header, NoteHeader) else "") or path.stem
    theirs: dict[str, Notes] = {}
    files: dict[str, str] = {}
    contents = 0
    for chunk in batched((one for one in entries if isinstance(one, NotedContent)), CHUNK):
        if control.is_cancelled():
            raise Cancelled
        here = library.reader.rows_by_hash([one.hash for one in chunk])
        contents += len(chunk)
        theirs |= {one.hash: one.notes for one in chunk if one.hash in here}
        files |= {name: rows[0].path for name, rows in here.items()}
    # Joined while nobody else notes: what a window noted while the file was read is among ours.
    with nullcontext(library.reader) if request.is_dry_run else library.adding() as catalog:
        ours = dict.fromkeys(theirs, Notes()) | catalog.notes.of(theirs)
        joined = {name: joined_notes(ours[name], one, who) for name, one in theirs.items()}
        changed = {name: both.notes for name, both in joined.items() if both.notes != ours[name]}
        before = {name: ours[name] for name in changed}
        if isinstance(catalog, Catalog):
            # First what it was: a run that is ended can be taken back, too.
            remember(library.paths.last_joined_notes, before, changed)
            catalog.annotations.put_notes(changed)
            look_up_places(catalog)
    differing = [(files[name], both.differences) for name, both in joined.items()]
    differing = [one for one in differing if one[1]]
    yield JoinSaid(
        request.job,
        who,
        contents,
        len(theirs),
        len(changed),
        len(differing),
        sum(both.left_out for both in joined.values()),
        tuple(differing[:MOST_CONTENTS]),
    )
    if not request.is_dry_run:
        for names in batched(before, _MOST_IN_EVENT):
            yield NotesChanged(request.job, {name: before[name] for name in names})
        yield LibraryChanged(request.job)
    yield Finished(request.job)


def remember(path: Path, before: Mapping[str, Notes], after: Mapping[str, Notes]) -> None:
    """Keep what was noted of contents before a change, and after it, to take it back later."""
    stored = {name: [to_builtins(one), to_builtins(after[name])] for name, one in before.items()}
    if stored:
        file_changes.write(path, json.dumps(stored).encode())


def keep_deployments(
    library: Library, request: KeepDeployments, _control: Control = NO_CONTROL
) -> Iterator[Message]:
    """Keep what is said of deployments and of packages.

    Yields `DeploymentsChanged`, `LibraryChanged` and `Finished`.

    Raises:
        LibraryBusy: another process is writing.
    """
    with library.adding() as catalog:
        here = catalog.deployments.said_of(one.key for one in request.said)
        rows = zip(request.said, here, request.instead_of or here, strict=True)
        changed = [(new, before) for new, before, expected in rows if before == expected]
        catalog.annotations.put_deployments([new for new, _ in changed])
        stayed = len(here) - len(changed)
        package = request.package and catalog.deployments.package()
        if request.package and package == (request.package_instead_of or package):
            catalog.annotations.put_package(request.package)
        elif request.package:
            package, stayed = None, stayed + 1
        look_up_places(catalog)
    deployments = tuple(before for _, before in changed)
    yield DeploymentsChanged(request.job, deployments, package, stayed)
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
