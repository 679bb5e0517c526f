"""From judged queries to rankings that are to be made: candidates, and which are relevant."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from visret_desktop.engine.runtime import Library
from visret_desktop.errors import UsageError
from visret_desktop.judging.corpus import Corpus
from visret_desktop.judging.judged_queries import JudgedQuery
from visret_desktop.library.catalog.photo_filter import ALL_PHOTOS, Filter
from visret_desktop.sentences import sentence

_DEPTH = 1_000  # a ranking is looked at as far down as this
_SAID = 20


@dataclass(frozen=True)
class RankingTask:
    """One ranking to make: for a query, or for one of the entities that it asks about.

    `column` is which of the rewriter's instructions is about the entity; None: all are wanted.
    `relevant` has content hashes: a copy under another name is the same photo. `wrong` has those of
    photos that somebody called wrong, where the candidates are a library of which most is unjudged.
    """

    query: int
    text: str
    family: str
    kind: str
    depth: int
    entity: str = ""
    column: int | None = None
    only: Filter = ALL_PHOTOS
    relevant: frozenset[str] = frozenset()
    instruction: str = ""
    pictures: tuple[str, ...] = ()
    wrong: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Images:
    """What became of the judged images: found, not there, or there but not searchable."""

    found: int
    missing: tuple[str, ...]
    unreadable: tuple[str, ...]

    def summary(self) -> dict[str, object]:
        """Return counts, and the first names of what is not there."""
        return {
            "found": self.found,
            "missing": len(self.missing),
            "unreadable": len(self.unreadable),
            "examples": [*self.missing, *self.unreadable][:_SAID],
        }


class TaskMaker:
    """Makes the tasks of a corpus whose library is open and indexed."""

    def __init__(self, library: Library, corpus: Corpus, whole_library: bool) -> None:
        name = library.encoder.name
        rows = library.reader.photo_rows()
        hashes = {row.content_hash for row in rows}
        labels = library.reader.embeddings.labels_of_hashes(hashes, name)
        if not labels:
            reason = sentence(
                "The library has no photos that the encoder {name} has looked at. Choose it in the"
                " settings and run `visret index`.",
                name=name,
            )
            raise UsageError(reason=reason)
        self._corpus = corpus
        self._hashes = {row.path: row.content_hash for row in rows if row.content_hash in labels}
        self._known = labels.keys()
        self._folders = {str(folder.path): folder for folder in library.reader.folders()}
        self._whole_library = whole_library
        self._photos = len(labels)

    def tasks(self) -> list[RankingTask]:
        """Return the tasks in the order of the queries; some may have no relevant photo."""
        queries = enumerate(self._corpus.queries)
        return [task for number, query in queries for task in self._tasks(number, query)]

    def images(self) -> Images:
        """Return what became of the judged images."""
        judged = {
            path: self._hash(number, place, path) is not None
            for number, query in enumerate(self._corpus.queries)
            for place, pool in enumerate(query.pools)
            for path in pool.judged
        }
        present_images = self._corpus.present_images
        absent = {path for path, is_there in judged.items() if not is_there}
        missing = absent if present_images is None else absent & set(present_images.missing)
        unreadable = absent - missing
        return Images(len(judged) - len(absent), tuple(sorted(missing)), tuple(sorted(unreadable)))

    def _tasks(self, number: int, query: JudgedQuery) -> Iterator[RankingTask]:
        relevant = [self._judged(number, n, p.judged, True) for n, p in enumerate(query.pools)]
        if self._whole_library or (number, 0) not in self._corpus.pool_folders:
            everything = frozenset().union(*relevant)
            wrong = [self._judged(number, n, p.judged, False) for n, p in enumerate(query.pools)]
            unwanted = frozenset().union(*wrong) - everything
            yield self._task(number, query, everything, wrong=unwanted)
            return
        columns = _columns(query)
        for place, pool in enumerate(query.pools):
            folder = self._folders[str(self._corpus.pool_folders[number, place])]
            yield self._task(
                number,
                query,
                relevant[place],
                entity=pool.entity,
                column=columns[place] if len(columns) > 1 else None,
                only=Filter.of(folder=[folder.id]),
                depth=max(1, folder.photo_count),
            )

    def _judged(
        self, number: int, place: int, judged: Mapping[str, bool], is_right: bool
    ) -> frozenset[str]:
        """Return the hashes of the photos that are there and were judged so."""
        paths = (path for path, grade in judged.items() if grade is is_right)
        hashes = (self._hash(number, place, path) for path in paths)
        return frozenset(content for content in hashes if content is not None)

    def _hash(self, number: int, place: int, path: str) -> str | None:
        """Return the hash of a judged photo, if it is there; it may have moved since."""
        found = self._hashes.get(self._corpus.absolute(number, place, path))
        content_hash = self._corpus.queries[number].hashes.get(path)
        return found or (content_hash if content_hash in self._known else None)

    def _task(
        self,
        number: int,
        query: JudgedQuery,
        relevant: frozenset[str],
        *,
        wrong: frozenset[str] = frozenset(),
        entity: str = "",
        column: int | None = None,
        only: Filter = ALL_PHOTOS,
        depth: int = 0,
    ) -> RankingTask:
        return RankingTask(
            number,
            query.text,
            query.family,
            query.kind,
            min(depth or self._photos, _DEPTH),
            entity,
            column,
            only,
            relevant,
            query.instruction,
            query.pictures,
            wrong,
        )


def _columns(query: JudgedQuery) -> list[int]:
    """Return for each pool the place of its entity in the query, which orders the instructions."""
    text = query.text.casefold()
    places = [(text.find(pool.entity.casefold()), n) for n, pool in enumerate(query.pools)]
    order = [n for _, n in sorted(places)]
    return [order.index(n) for n in range(len(query.pools))]
