"""Let a desktop library become the beginning of an institution's, without computing again."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from visret_desktop.engine.messages import Finished, Message, Progress
from visret_desktop.engine.models.encoder_choice import used_forms
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import VisretError
from visret_desktop.institution.store import EmbeddingSpace, Store, StoredContent, StoredFile
from visret_desktop.institution.thumbnail_folder import ThumbnailFolder
from visret_desktop.library.catalog.catalog_connection import batched
from visret_desktop.library.records import Photo
from visret_desktop.roles import Role

_CHUNK = 500  # photos in a transaction


class NothingToAdopt(VisretError):
    """A desktop library has no vectors that could be taken over."""

    code = "nothing-to-adopt"
    sentence = (
        "The library on this computer has no vectors of the encoder {encoder}. Index it with that "
        "one first, or index its folders with `visret institution index`."
    )
    exit_code = 3


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
) -> Iterator[Message]:
    """Write a desktop library's photos that have vectors to a store, and yield what happens.

    `moved`: a folder here, and where everybody finds it. What a person noted of photos stays here.
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
    for chunk in batched(photo_ids, _CHUNK):
        photos = library.reader.photos(chunk)
        counts += _adopted(library, store, thumbnails, photos, moved)
        yield Progress(0, "index", done=counts.total(), total=len(photo_ids))
    store.finish_load()
    yield Finished(0, {name: counts[name] for name in ("adopted", "without_vector")})


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
    contents = [StoredContent(name, one.metadata, vectors[name]) for name, one in new.items()]
    files = [
        StoredFile(str(_place(photo.path, moved)), photo.fingerprint, photo.content_hash)
        for photo in ready
    ]
    store.upsert(contents, files)
    return Counter(adopted=len(ready), without_vector=len(photos) - len(ready))


def _place(path: Path, moved: tuple[Path, Path] | None) -> Path:
    if moved is None or not path.is_relative_to(moved[0]):
        return path
    return moved[1] / path.relative_to(moved[0])
