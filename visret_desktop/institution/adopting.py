"""Let a desktop library become the beginning of an institution's, without computing again."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from visret_desktop.engine.field_messages import ChangeNotes
from visret_desktop.engine.fieldwork.annotations_job import changed
from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.models.encoder_choice import used_forms
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.institution.store import EmbeddingSpace, Store, StoredContent, StoredFile
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.judgments import Judgments, judgments_file
from visret_desktop.library.catalog.catalog_connection import batched
from visret_desktop.library.records import Notes, Photo
from visret_desktop.library.stored_values import is_text
from visret_desktop.ocr_lines import to_json
from visret_desktop.roles import Role

_CHUNK = 500  # photos in a transaction
_HASH = re.compile("[0-9a-f]{32}")  # of a content; others name no photo of a library


class NothingToAdopt(VisretError):
    """A desktop library has no vectors that could be taken over."""

    code = "nothing-to-adopt"
    sentence = (
        "The library on this computer has no vectors of the encoder {encoder}. Index it with that "
        "one first, or index its folders with `visret institution index`."
    )
    exit_code = 3


class TakenAlong(VisretError):
    """A library that `take` made was to be taken over whole."""

    code = "taken-along"
    sentence = (
        "The library on this computer was taken along from a server, and knows photos as they were "
        "then. Bring back what you noted with --notes; index new photos with "
        "`visret institution index`."
    )
    exit_code = 2


def check_not_taken(library: Library) -> None:
    """Refuse a library that would set photos on a server back, and name those of buckets anew.

    Raises:
        TakenAlong: `take` made it.
    """
    if library.reader.is_taken_along():
        raise TakenAlong


def space_of_library(library: Library) -> EmbeddingSpace:
    """Return the space of which a desktop library has most vectors, of its encoder.

    Raises:
        NothingToAdopt: it has none.
        VisretError: its encoder is not there.
    """
    pack, embeddings = library.pack(Role.ENCODER), library.reader.embeddings
    for form in used_forms(pack, library.reader):
        return EmbeddingSpace(form.name, embeddings.sample(form.name, 1).shape[1])
    raise NothingToAdopt(encoder=pack.name)


def adopt(
    library: Library,
    store: Store,
    thumbnails: ThumbnailFolder | None,
    moved: tuple[Path, Path] | None,
    *,
    is_of_notes: bool = False,
) -> Iterator[Message]:
    """Write a desktop library's photos that have vectors to a store, and yield what happens.

    `moved`: a folder here, and where everybody finds it. What was noted of photos and judged is
    added to what the person whose address it is noted there before. With `is_of_notes` nothing else
    is written: a library that was taken along knows photos as they were, and buckets as folders.
    Ends with `Finished`, whose summary has the keys of `visret institution adopt --json`.

    Raises:
        StoreError: the library on the server does not take them.
        NothingToAdopt: the vectors are of another space than its.
    """
    space = store.space.encoder
    if space not in library.reader.embeddings.spaces():
        raise NothingToAdopt(encoder=space)
    photo_ids = library.reader.photo_ids().tolist()
    counts: Counter[str] = Counter()
    done = 0
    for chunk in batched(photo_ids, _CHUNK):
        photos = library.reader.photos(chunk)
        if not is_of_notes:
            counts += _adopted(library, store, thumbnails, photos, moved)
        counts += _adopt_notes(store, {one.content_hash: one.notes for one in photos})
        done += len(photos)
        yield Progress(0, "index", done=done, total=len(photo_ids))
    judgments = Judgments.open(judgments_file(library.paths, library.settings))
    counts["judged"] = _adopt_judgments(store, judgments)
    if not is_of_notes:
        store.finish_load()
    names = ("adopted", "without_vector", "noted", "ratings_kept", "detected", "judged")
    yield Finished(0, {name: counts[name] for name in names})


def _adopted(
    library: Library,
    store: Store,
    thumbnails: ThumbnailFolder | None,
    photos: Sequence[Photo],
    moved: tuple[Path, Path] | None,
) -> Counter[str]:
    vectors = library.reader.embeddings.whole(
        {photo.content_hash for photo in photos}, store.space.encoder
    )
    ready = [photo for photo in photos if photo.content_hash in vectors]
    lacking = store.lacking({photo.content_hash for photo in ready})
    new = {one.content_hash: one for one in ready if one.content_hash in lacking}
    for name in new if thumbnails is not None else ():
        jpeg = library.thumbnails.get(name)
        if jpeg is not None and thumbnails is not None:
            thumbnails.put(name, jpeg)
    lines = library.reader.inscriptions.lines
    contents = [
        StoredContent(name, one.metadata, vectors[name], to_json(lines(name)))
        for name, one in new.items()
    ]
    files = [
        StoredFile(str(_place(photo.path, moved)), photo.fingerprint, photo.content_hash)
        for photo in ready
    ]
    store.upsert(contents, files)
    detections = library.reader.detections.of_contents({one.content_hash for one in ready})
    store.detections.put(detections)
    return Counter(
        adopted=len(ready),
        without_vector=len(photos) - len(ready),
        detected=len(detections),
    )


def _adopt_notes(store: Store, notes: Mapping[str, Notes]) -> Counter[str]:
    """Add notes to one's own on a server; return of how many, and how many ratings there stayed."""
    here = {name: noted for name, noted in notes.items() if noted}
    if not here:
        return Counter()
    own = store.notes.person()
    there = {name: by.get(own, Notes()) for name, by in store.notes.of(here).items()}
    merged = {name: _merged(there.get(name, Notes()), noted) for name, noted in here.items()}
    changed_since = store.notes.put(merged, there)
    done = here.keys() - changed_since
    ratings = ((there[name].rating, here[name].rating) for name in there.keys() & done)
    kept = sum(None not in (one, other) and one != other for one, other in ratings)
    again = _adopt_notes(store, {name: here[name] for name in changed_since})
    return again + Counter(noted=len(done), ratings_kept=kept)


def _merged(there: Notes, here: Notes) -> Notes:
    """Return notes with what else is noted here; a rating and a place that are there stay."""
    change = ChangeNotes(
        add_tags=here.tags,
        rating=here.rating if there.rating is None else None,
        add_names=here.names[:100],
        place=there.place or here.place,
    )
    return changed(there, change)


def _adopt_judgments(store: Store, judgments: Judgments) -> int:
    """Add judgments to one's own on a server, which stay; return how many were added."""
    count = 0
    own = store.notes.person()
    for entry in (one for one in judgments.entries if is_text(one["query"])):
        there = {name for name, by in store.notes.judgments(entry["query"]).items() if own in by}
        hashes = {path: str(one) for path, one in entry.get("hashes", {}).items()}
        for is_right in (True, False):
            judged = {
                hashes[path]
                for path, grade in entry["photos"].items()
                if _HASH.fullmatch(hashes.get(path, "")) and bool(grade) is is_right
            } - there
            store.notes.judge(entry["query"], judged, is_right)
            count += len(judged)
    return count


def _place(path: Path, moved: tuple[Path, Path] | None) -> Path:
    if moved is None or not path.is_relative_to(moved[0]):
        return path
    return moved[1] / path.relative_to(moved[0])
