"""`visret saved`: searches with names, shared with the window."""

from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from visret_desktop.cli import commands, engine_jobs, facts, output_paths, photo_selection
from visret_desktop.cli.output import Json, Output, table
from visret_desktop.cli.repair import reading
from visret_desktop.engine.messages import CountFound, Finished, QueryTerm
from visret_desktop.engine.saved_search import SavedSearch, SavedTerm, titled
from visret_desktop.engine.saved_searches import (
    NameInUse,
    SavedSearches,
    SearchesDamaged,
    for_others,
    read_file,
    written,
)
from visret_desktop.errors import UsageError
from visret_desktop.facts.fact import Fact, ParsedLine
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.paths import default_paths

if TYPE_CHECKING:
    from visret_desktop.engine.runtime import Library
    from visret_desktop.library.catalog.catalog_reader import CatalogReader

_PLAIN = QueryTerm()
Got = TypeVar("Got")


def list_searches(options: Namespace, out: Output) -> int:
    """`visret saved list`."""
    paths, _ = engine_jobs.profile()
    searches = _without_damaged(out, lambda: SavedSearches(paths.saved_searches).all())
    if options.count and searches:
        with engine_jobs.open_library(out) as library:
            body = [_listed(one, library.reader, out, library) for one in searches]
    else:
        with reading(paths, out) as reader:
            body = [_listed(one, reader, out) for one in searches]
    rows = [
        (str(one["name"]), _number(one["found"]), _number(one["new"]), str(one["text"]))
        for one in body
    ]
    out.result({"searches": body}, table(("name", "found", "new", "search"), rows))
    return 0


def run(options: Namespace, out: Output) -> int:
    """`visret saved run NAME`."""
    saved = _without_damaged(out, lambda: _store().get(options.name))
    with photo_selection.asked_library(options, out) as library:
        line = ParsedLine(saved.words, (*_facts(library.reader, saved), *_where(library, options)))
        request = saved.request(facts.narrowed(Filter(), line.facts))
        changes: Json = {name: getattr(options, name) for name in ("strategy", "family", "m")}
        changes = {name: value for name, value in changes.items() if value}
        is_drawn_anew = bool(options.seed or changes)
        request = replace(
            request,
            **{"m": library.settings.m, **changes},
            draw_all=engine_jobs.draws_all(options, library.settings),
            seed=options.seed,
            plan_only=options.plan,
            sketches=() if is_drawn_anew else request.sketches,
        )
        return commands.found(library, saved.text(), request, line, options, out)


def add(options: Namespace, out: Output) -> int:
    """`visret saved add NAME QUERY…`."""
    paths, chosen = engine_jobs.profile()
    with reading(paths, out) as reader:
        query = facts.of_query(reader, " ".join(options.query), options, out)
    words, chips = query.line.rest, tuple[SavedTerm, ...]()
    if words and query.formula is None:
        terms = engine_jobs.terms_of(words)
        plain = next((term for term in terms if term == replace(_PLAIN, text=term.text)), None)
        words = plain.text if plain else ""
        chips = tuple(_chip(term) for term in terms if term is not plain)
    try:
        saved = SavedSearch(
            titled(engine_jobs.as_text(options.name)),
            words,
            query.formula is not None,
            chips,
            tuple(fact.text for fact in query.line.facts),
            options.strategy or chosen.strategy,
        )
    except ValueError as error:
        raise UsageError(reason=f"The search cannot be saved: {error}.") from error
    try:
        _without_damaged(out, lambda: _store().add(saved, is_replacing=options.overwrite))
    except NameInUse as error:
        raise UsageError(reason=f"{error} Or say --overwrite to replace it.") from error
    out.result({"saved": saved.name, "text": saved.text()}, [f"“{saved.name}” is saved."])
    return 0


def remove(options: Namespace, out: Output) -> int:
    """`visret saved remove NAME`."""
    saved, _ = _without_damaged(out, lambda: _store().remove(options.name))
    out.result({"removed": saved.name}, [f"“{saved.name}” is removed."])
    return 0


def export(options: Namespace, out: Output) -> int:
    """`visret saved export FILE`."""
    from visret_desktop.library.protected_folders import photo_places

    paths, chosen = engine_jobs.profile()
    searches = _without_damaged(out, lambda: SavedSearches(paths.saved_searches).all())
    passed, lacking = for_others(searches, with_paths=options.paths)
    with reading(paths, out) as reader:
        photos = photo_places(reader, chosen.folder_seconds)
    output_paths.check_file(options.file, photos, options)
    output_paths.write_file(options.file, written(passed), photos, options)
    if lacking:
        names = ", ".join(lacking)
        out.notice(f"Without folders and example pictures (--paths writes them, too): {names}")
    body = {"exported": str(options.file), "searches": len(passed), "lacking": lacking}
    out.result(body, [f"{options.file} has {len(passed)} saved searches."])
    return 0


def take_in(options: Namespace, out: Output) -> int:
    """`visret saved import FILE`."""
    searches = read_file(options.file)
    names = _without_damaged(out, lambda: _store().take_in(searches))
    known = len(searches) - len(names)
    lines = [f"Added: {', '.join(names)}."] if names else []
    lines += [f"{known} of them were here already."] if known else []
    out.result({"imported": names, "known": known}, lines)
    return 0


def _store() -> SavedSearches:
    return SavedSearches(default_paths().saved_searches)


def _without_damaged(out: Output, work: Callable[[], Got]) -> Got:
    """Return what `work` returns; where the file was damaged, say so and go on with the rest."""
    try:
        return work()
    except SearchesDamaged as error:
        out.notice(str(error))
        return work()


def _chip(term: QueryTerm) -> SavedTerm:
    return SavedTerm(term, Path(term.image).name if term.image else term.text)


def _where(library: "Library", options: Namespace) -> tuple[Fact, ...]:
    return facts.of_where(library.reader, options)


def _facts(reader: "CatalogReader", saved: SavedSearch) -> tuple[Fact, ...]:
    """Return the facts of a saved search.

    Raises:
        UsageError: the library has no such photos any more.
    """
    from visret_desktop.facts.query import read_facts
    from visret_desktop.places.gazetteer import Gazetteer

    facts, unread = read_facts(saved.facts, reader.facts, Gazetteer.open(), date.today())
    if unread:
        raise UsageError(reason=" ".join(note.sentence for _, note in unread))
    return facts


def _listed(
    saved: SavedSearch, reader: "CatalogReader", out: Output, library: "Library | None" = None
) -> Json:
    """Return what is listed of a search; `found` and `new` are None where they are not known."""
    body = {
        "name": saved.name,
        "text": saved.text(),
        "words": saved.words,
        "facts": list(saved.facts),
        "strategy": saved.strategy,
        "found": None,
        "new": None,
    }
    try:
        only = facts.narrowed(Filter(), _facts(reader, saved))
    except UsageError as error:
        out.notice(f"{saved.name}: {error}")
        return body
    if not saved.terms:
        contents = reader.contents(only)
        count = reader.counts(only)[0]
    elif library is not None:
        contents, count = _found_by(library, saved, only)
    else:
        return body
    if count < 0:
        return body
    is_new_known = saved.seen is not None
    return {**body, "found": count, "new": len(saved.new_among(contents)) if is_new_known else None}


def _found_by(library: "Library", saved: SavedSearch, only: Filter) -> tuple[list[str], int]:
    from visret_desktop.engine.search.count_job import count_found

    asked = CountFound(search=saved.counting(only))
    (ending,) = (one for one in count_found(library, asked) if isinstance(one, Finished))
    return ending.summary["contents"], ending.summary["found"]


def _number(count: object) -> str:
    return "" if count is None else f"{count:,}"
