"""`visret institution tag`, `judge`, `conflicts`, `save`, `saved` and `unsave`: what people note in
a library on a server, each under their own name there.
"""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from visret_desktop.cli import engine_jobs, facts
from visret_desktop.cli.institution.extra import check_extra
from visret_desktop.cli.institution.searching import KnownOnServer, filter_of
from visret_desktop.cli.output import Json, Output, table
from visret_desktop.cli.tag import change_of, check_details, notes_body, notes_line
from visret_desktop.engine.saved_search import SavedSearch, titled
from visret_desktop.engine.saved_searches import NameInUse
from visret_desktop.errors import UsageError

if TYPE_CHECKING:
    from visret_desktop.institution.store import Conflict, Store, StoredHit

_MOST = 20_000  # photos that are noted at once
_LISTED = 20  # photos; --json has all
_NONE = "No photo was chosen."


def tag(options: Namespace, out: Output) -> int:
    """`visret institution tag FACTS…`."""
    check_extra("psycopg", "pgvector")
    check_details(options)
    from visret_desktop.institution.library_address import opened_library

    paths, chosen = engine_jobs.profile()
    with opened_library(options.library) as (_, store):
        hits = _chosen(store, options, out)
        hashes = tuple(hit.content_hash for hit in hits)
        person, notes = store.notes.person(), store.notes.of(hashes)
        own = {name: by[person] for name, by in notes.items() if person in by}
        profile = (paths.name_lists, chosen.observer)
        change = change_of(options, own, lambda: store.values().keywords(), profile, out)
        if change is not None and hashes:
            store.notes.change(replace(change, hashes=hashes))
            notes = store.notes.of(hashes)
    body: Json = {
        "photos": len(hits),
        "person": person,
        "noted": change is not None,
        "notes": [
            {"path": hit.path, "of": {who: notes_body(one) for who, one in by.items()}}
            for hit in hits
            if (by := notes.get(hit.content_hash))
        ],
    }
    out.result(body, _note_lines(body) if hits else [_NONE])
    return 0 if hits else 1


def judge(options: Namespace, out: Output) -> int:
    """`visret institution judge QUERY FACTS…`."""
    check_extra("psycopg", "pgvector")
    from visret_desktop.institution.library_address import opened_library

    query = engine_jobs.as_text(options.judged)
    with opened_library(options.library) as (_, store):
        hits = _chosen(store, options, out)
        hashes = [hit.content_hash for hit in hits]
        if options.verdict != "show":
            is_right = {"right": True, "wrong": False, "none": None}[options.verdict]
            store.notes.judge(query, hashes, is_right)
        judged = store.notes.judgments(query)
    marks: list[Json] = [
        {"path": hit.path, "of": judged[hit.content_hash]}
        for hit in hits
        if hit.content_hash in judged
    ]
    lines = [f"“{query}”: {_photos(len(hits))}, {len(marks)} judged."]
    lines += [f"{one['path']}: {_opinions(one['of'])}" for one in marks[:_LISTED]]
    body = {"query": query, "photos": len(hits), "judgments": marks}
    out.result(body, lines if hits else [_NONE])
    return 0 if hits else 1


def conflicts(options: Namespace, out: Output) -> int:
    """`visret institution conflicts`."""
    check_extra("psycopg", "pgvector")
    from msgspec import to_builtins

    from visret_desktop.institution.library_address import opened_library

    with opened_library(options.library) as (_, store):
        listed = store.notes.conflicts(options.top)
    lines = [_conflict_line(one) for one in listed]
    body = {"conflicts": [to_builtins(one) for one in listed]}
    out.result(body, lines or ["Nobody disagrees with anybody."])
    return 0


def save(options: Namespace, out: Output) -> int:
    """`visret institution save NAME QUERY…`."""
    check_extra("psycopg", "pgvector")
    from visret_desktop.institution.library_address import opened_library

    with opened_library(options.library) as (_, store):
        query = " ".join(options.query)
        parsed = facts.of_query(KnownOnServer(store.values()), query, options, out)
        try:
            search = SavedSearch(
                titled(engine_jobs.as_text(options.name)),
                parsed.line.rest,
                parsed.formula is not None,
                facts=tuple(fact.text for fact in parsed.line.facts),
            )
        except ValueError as error:
            raise UsageError(reason=f"The search cannot be saved: {error}.") from error
        try:
            store.notes.save_search(search, is_replacing=options.overwrite)
        except NameInUse as error:
            raise UsageError(reason=f"{error} Or say --overwrite to replace it.") from error
    out.result({"saved": search.name, "text": search.text()}, [f"“{search.name}” is saved."])
    return 0


def saved(options: Namespace, out: Output) -> int:
    """`visret institution saved`."""
    check_extra("psycopg", "pgvector")
    from visret_desktop.institution.library_address import opened_library

    with opened_library(options.library) as (_, store):
        searches = store.notes.searches()
    body = [{"name": one.name, "text": one.text()} for one in searches]
    rows = [(one["name"], one["text"]) for one in body]
    out.result({"searches": body}, table(("name", "search"), rows))
    return 0


def unsave(options: Namespace, out: Output) -> int:
    """`visret institution unsave NAME`."""
    check_extra("psycopg", "pgvector")
    from visret_desktop.institution.library_address import opened_library

    with opened_library(options.library) as (_, store):
        search = store.notes.remove_search(engine_jobs.as_text(options.name))
    out.result({"removed": search.name}, [f"“{search.name}” is removed."])
    return 0


def _chosen(store: "Store", options: Namespace, out: Output) -> "list[StoredHit]":
    """Return the photos that facts choose.

    Raises:
        UsageError: there are no facts, words among them, or too many photos.
    """
    words, only = filter_of(store, options, out)
    if words or not only:
        reason = "Say by facts which photos, such as photo:IMG_1234.jpg, keyword:owl or taken:2024."
        raise UsageError(reason=reason)
    hits = store.latest(_MOST + 1, only)
    if len(hits) > _MOST:
        raise UsageError(reason=f"These are more than {_MOST:,} photos. Choose fewer at a time.")
    return hits


def _note_lines(body: Json) -> Iterator[str]:
    notes: Sequence[Json] = body["notes"]
    done = f"noted by {body['person']}" if body["noted"] else f"{len(notes)} with notes"
    yield f"{_photos(body['photos'])}, {done}."
    for one in notes[:_LISTED]:
        of_people = (f"{who}: {notes_line(noted)}" for who, noted in one["of"].items())
        yield f"{one['path']}: {'; '.join(of_people)}"
    if len(notes) > _LISTED:
        yield f"… and {len(notes) - _LISTED:,} more; --json lists them all."


def _conflict_line(conflict: "Conflict") -> str:
    of_query = f" for “{conflict.query}”" if conflict.query else ""
    place = conflict.path or conflict.content_hash
    return f"{place}: {conflict.kind}{of_query}: {_opinions(conflict.opinions)}"


def _opinions(opinions: Json) -> str:
    words = {True: "right", False: "wrong"}
    return ", ".join(
        f"{who} {words[one] if isinstance(one, bool) else _listed(one)}"
        for who, one in sorted(opinions.items())
    )


def _listed(one: object) -> str:
    return " + ".join(map(str, one)) if isinstance(one, list) else str(one)


def _photos(count: int) -> str:
    return f"{count:,} {'photo' if count == 1 else 'photos'}"
