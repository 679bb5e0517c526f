"""Which photos a command works on: files and folders, or a query, narrowed by facts and folders."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.argument_types import whole_number
from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.output import Output
from visret_desktop.engine.messages import QueryTerm, Search
from visret_desktop.errors import UsageError, VisretError
from visret_desktop.facts.fact import ParsedLine
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library
    from visret_desktop.library.catalog.catalog_reader import CatalogReader


BANDS = ("confident", "maybe", "weak")
_NOTHING = (
    "Say which photos: name files or folders of the library, or a query such as 'keyword:owl' or"
    " 'a heron', or narrow them by --where or --folder."
)
_MIXED = "Name files and folders, or a query, not both: {0} is none of the library's photos."


class NotInLibrary(VisretError):
    """A file or folder that the library does not have."""

    code = "photo-missing"
    sentence = "{path} is not in the library, or changed since it was indexed: see `visret index`."
    exit_code = 3


def add_choice(parser: ArgumentParser) -> None:
    """Add what says which photos, but for `--folder` and `--where`."""
    parser.add_argument(
        "photos",
        metavar="QUERY|PATH",
        nargs="*",
        help="photos and folders of the library, or a query; of words, what surely matches them",
    )
    parser.add_argument(
        "--top", metavar="N", type=whole_number, default=100, help="hits of words (default 100)"
    )
    parser.add_argument(
        "--min-band",
        choices=BANDS,
        default="confident",
        help="leave out hits of words below this band (default confident)",
    )
    parser.set_defaults(as_typed=False, sketches=None)


def chosen_contents(library: "Library", options: Namespace, out: Output) -> list[str]:
    """Return the hashes of the contents that the options choose, each once.

    Raises:
        UsageError: they choose nothing, or a query is wrong.
        NotInLibrary, FolderUnknown: the library has no such photo or folder.
    """
    reader = library.reader
    if not (options.photos or options.where or options.folders):
        raise UsageError(reason=_NOTHING)
    engine_jobs.check_scope(reader, library.settings.folder_seconds, options.folders)
    scope = engine_jobs.below(options.folders) if options.folders else Filter()
    named = [path for text in options.photos if (path := _named(reader, text))]
    if named and len(named) < len(options.photos):
        other = next(text for text in options.photos if not _named(reader, text))
        raise UsageError(reason=_MIXED.format(engine_jobs.as_text(other)))
    if not named and options.photos:
        return _of_query(library, scope, options, out)
    only = facts.narrowed(scope, facts.of_where(reader, options))
    if not named:
        return reader.contents(only)
    wanted: dict[str, None] = {}
    for path in named:
        wanted |= dict.fromkeys(_contents_at(reader, path))
    if not only.conditions:
        return list(wanted)
    passing = set(reader.contents(only))
    return [content for content in wanted if content in passing]


def _named(reader: "CatalogReader", text: str) -> Path | None:
    """Return the path of a photo or folder that is meant, in the library or on the disk."""
    path = absolute(text)
    root = reader.folder_around(path)
    is_folder = any(folder.path == path for folder in reader.folders())
    if not (root or is_folder):
        return path if path.exists() else None
    has_photos = reader.counts(engine_jobs.below([path]))[0] > 0
    return path if is_folder or has_photos or path.exists() or "/" in text else None


def _contents_at(reader: "CatalogReader", path: Path) -> list[str]:
    if content := reader.content_of_path(path):
        return [content]
    contents = reader.contents(engine_jobs.below([path]))
    if not contents:
        raise NotInLibrary(path=path)
    return contents


def _of_query(library: "Library", scope: Filter, options: Namespace, out: Output) -> list[str]:
    """Return what a query finds: all photos with its facts, or the best hits of its words."""
    asked = facts.of_query(library.reader, " ".join(options.photos), options, out)
    only = facts.narrowed(scope, asked.line.facts)
    formula = str(asked.formula) if asked.formula else ""
    if not formula and not asked.line.rest and asked.line.facts:
        return library.reader.contents(only)
    terms = (QueryTerm(formula),) if formula else engine_jobs.terms_of(asked.line.rest)
    request = Search(
        terms=terms, formula=formula, filter=only, strategy="original", top_k=options.top
    )
    result = engine_jobs.search(library, request, (), out)
    result.keep(BANDS[: BANDS.index(options.min_band) + 1])
    return [hit.content_hash for hit in result.hits]


def request_of(
    library: "Library", options: Namespace, out: Output
) -> tuple[str, Search, ParsedLine]:
    """Read a query; return it as text, what is to be searched, and the facts in it."""
    query = engine_jobs.as_text(" ".join(options.query))
    asked = facts.of_query(library.reader, " ".join(options.query), options, out)
    line, only = asked.line, facts.narrowed(Filter(), asked.line.facts)
    formula = str(asked.formula) if asked.formula else ""
    is_of_facts = not line.rest and line.facts
    terms: tuple[QueryTerm, ...] = (QueryTerm(formula),) if formula else ()
    if not (formula or is_of_facts):
        terms = engine_jobs.terms_of(line.rest)
    request = Search(
        terms=terms,
        formula=formula,
        filter=only,
        strategy=options.strategy or library.settings.strategy,
        m=options.m or library.settings.m,
        draw_all=engine_jobs.draws_all(options, library.settings),
        seed=options.seed,
        family=options.family or "",
        plan_only=options.plan,
    )
    return query, request, line


def photos_found(library: "Library", options: Namespace, out: Output) -> list[int]:
    """Search as `visret search` does; return the ids of the hits, the best first."""
    _, request, _ = request_of(library, options, out)
    if not request.terms:
        wanted = below_folders(library, request.filter, options)
        return [int(number) for number in library.reader.photo_ids("date", wanted)]
    result = engine_jobs.search(library, replace(request, top_k=options.top), options.folders, out)
    result.keep(BANDS[: BANDS.index(options.min_band) + 1])
    if result.ranked.found > len(result.hits):
        out.notice(f"{len(result.hits)} of {result.ranked.found} photos found; --top N has more.")
    return [hit.photo_id for hit in result.hits]


def below_folders(library: "Library", only: Filter, options: Namespace) -> Filter:
    """Return a filter that also keeps to the folders of `--folder`.

    Raises:
        FolderUnknown, FolderMissing: as `jobs.search`.
    """
    engine_jobs.check_scope(library.reader, library.settings.folder_seconds, options.folders)
    scope = engine_jobs.below(options.folders) if options.folders else Filter()
    return Filter((*only.conditions, *scope.conditions))


@contextmanager
def asked_library(options: Namespace, out: Output) -> Iterator["Library"]:
    """Open the library with the encoders that the options name."""
    chosen = engine_jobs.encoders_of(options.encoder, options.encoders)
    with engine_jobs.open_library(out, **chosen) as library:
        if chosen:
            engine_jobs.check_looked(library)
        yield library


@contextmanager
def searched_library(options: Namespace, out: Output) -> Iterator["Library"]:
    """Open the library on a server that the options name, else as `asked_library`.

    Raises:
        UsageError: for a library on a server an encoder is named, where it has its own, or files
            are to be replaced, where some may be photos of it; or only its thumbnails are named.
        VisretError: it cannot be opened.
    """
    if not options.library:
        if options.thumbnails:
            raise UsageError(reason="--thumbnails is for a server's library: add its --library.")
        with asked_library(options, out) as library:
            yield library
        return
    if options.encoder or options.encoders:
        raise UsageError(reason="A library on a server has an encoder of its own. Name none.")
    if options.overwrite:
        reason = "For a library on a server no file is replaced: it may be a photo. Name a new one."
        raise UsageError(reason=reason)
    check_extra("psycopg", "pgvector", "fsspec")
    from visret_desktop.institution.searching.server_library import opened

    place = options.library, options.thumbnails
    with opened(*engine_jobs.profile(), *place) as library:
        yield library
