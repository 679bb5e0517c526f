"""`visret tag`: tags, ratings and accepted names, shown, changed and taken back."""

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from visret_desktop.cli import engine_jobs
from visret_desktop.cli.last_notes import photos_in_words, take_back
from visret_desktop.cli.output import Json, Output
from visret_desktop.cli.photo_selection import NotInLibrary, add_choice, chosen_contents
from visret_desktop.errors import UsageError
from visret_desktop.library.keyword_paths import last_part, typed_path
from visret_desktop.library.records import (
    LONGEST_TEXT,
    MOST_KEYWORDS,
    AcceptedName,
    Notes,
    OwnPlace,
)
from visret_desktop.library.stored_values import plain_text
from visret_desktop.paths import absolute

if TYPE_CHECKING:
    from visret_desktop.engine.field_messages import ChangeNotes
    from visret_desktop.engine.runtime import Library

_LISTED = 20  # photos; --json has all
_MOST_COUNTED = 1_000_000
_UNRATED = "as it is"
_DETAILS = ("count", "sex", "stage", "behavior")


def add_options(parser: ArgumentParser) -> None:
    """Add the options of the command, but for `--folder` and `--where`."""
    add_choice(parser)
    parser.add_argument(
        "--events",
        action="store_true",
        help="with all photos of their events, which a camera took without a long pause",
    )
    add_changes(parser)
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--place-of",
        metavar="PHOTO",
        type=absolute,
        help="note the place of another photo of the library, where a photo knows none itself",
    )
    where.add_argument("--drop-place", action="store_true", help="take a noted place away")
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--dry-run", action="store_true", help="only tell what would change")
    only.add_argument("--undo", action="store_true", help="take back the last `visret tag`")


def add_changes(parser: ArgumentParser) -> None:
    """Add what is to be noted."""
    parser.add_argument(
        "--add",
        metavar="TAG",
        action="append",
        type=a_tag,
        default=[],
        help="a tag, also a path such as 'Animals/Birds/Grey heron'; may be repeated",
    )
    parser.add_argument(
        "--remove", metavar="TAG", action="append", type=a_tag, default=[], help="take a tag away"
    )
    parser.add_argument(
        "--rate",
        metavar="N",
        type=_rating,
        default=_UNRATED,
        help="0 to 5 stars, -1: rejected, `none`: as the file says",
    )
    parser.add_argument(
        "--name",
        metavar="NAME",
        type=_text,
        help="accept a name for what the photos show; once for each group, such as females, young",
    )
    parser.add_argument(
        "--instead",
        action="store_true",
        help="with --name: in place of all groups of that name, not beside them",
    )
    parser.add_argument(
        "--drop-name", metavar="NAME", type=_text, help="take an accepted name away"
    )
    parser.add_argument("--count", metavar="N", type=_count, help="with --name: individuals")
    parser.add_argument("--sex", type=_text, help="with --name, such as female")
    parser.add_argument("--stage", type=_text, help="with --name: life stage, such as juvenile")
    parser.add_argument("--behavior", type=_text, help="with --name, such as feeding")
    parser.add_argument(
        "--by", metavar="WHO", type=_text, help="who accepts the name (default: as set)"
    )


def _text(text: str) -> str:
    words = " ".join(engine_jobs.as_text(text).replace("\0", " ").split())
    if not words or "\ufffd" in words:
        raise ArgumentTypeError(f"{text[:40]!r} is no text")
    if len(words) > LONGEST_TEXT:
        raise ArgumentTypeError(f"{words[:40]!r}… is too long")
    return words


def a_tag(text: str) -> str:
    """Read a tag as it is typed."""
    words = _text(text)
    if not typed_path(words):
        raise ArgumentTypeError(f"{words[:40]!r} is no tag")
    return words


def _rating(text: str) -> int | str | None:
    if text == "none":
        return None
    if text == _UNRATED:  # the default is read, too
        return text
    if text not in ("-1", "0", "1", "2", "3", "4", "5"):
        raise ArgumentTypeError(f"{text[:40]!r} is no rating: 0 to 5, -1 or none")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text[:9]) <= _MOST_COUNTED):
        raise ArgumentTypeError(f"{text[:40]!r} is no count of individuals")
    return int(text)


def tag(options: Namespace, out: Output) -> int:
    """`visret tag QUERY|PATH…`."""
    from visret_desktop.engine.field_messages import ChangeNotes

    _check(options)
    with engine_jobs.open_library(out) as library:
        if options.undo:
            return take_back(library.paths.last_tags, "visret tag", library, out)
        contents = chosen_contents(library, options, out)
        if options.events:
            contents = library.reader.groups.with_others("event", contents)
        if not contents:
            out.result({"photos": 0, "changed": 0, "notes": []}, ["No photo was chosen."])
            return 1
        notes = library.reader.notes.of(contents)
        lists, observer = library.paths.name_lists, library.settings.observer
        change = change_of(options, notes, library.reader.notes.tags, (lists, observer), out)
        if options.place_of or options.drop_place:
            place = _place_of(library, options.place_of) if options.place_of else None
            change = replace(change or ChangeNotes(), place=place, drop_place=options.drop_place)
        if change is None:
            return _show(library, contents, out)
        return _apply(library, contents, change, options, out)


def _check(options: Namespace) -> None:
    changes = (
        *(options.add, options.remove, options.name, options.drop_name, _rates(options)),
        *(options.place_of, options.drop_place),
    )
    if options.undo and (options.photos or options.where or options.folders or any(changes)):
        raise UsageError(reason="--undo stands alone: it takes back the last `visret tag`.")
    check_details(options)


def check_details(options: Namespace) -> None:
    """Raise UsageError if more is said of a name than its name."""
    details = [name for name in _DETAILS if getattr(options, name) is not None]
    details += ["instead"] if options.instead else []
    if details and not options.name:
        raise UsageError(reason=f"--{details[0]} says more of a name: give it by --name.")


def _rates(options: Namespace) -> bool:
    return bool(options.rate != _UNRATED)


def change_of(
    options: Namespace,
    noted: Mapping[str, Notes],
    every_tag: Callable[[], Iterable[str]],
    profile: tuple[Path, str],
    out: Output,
) -> "ChangeNotes | None":
    """Return what the options change of notes, `noted` by content; None: nothing.

    `every_tag` returns the tags that there are, `profile` has the folder of imported lists of
    species, and who accepts names.
    """
    from visret_desktop.engine.field_messages import ChangeNotes
    from visret_desktop.interchange.species.name_lists import NameLists

    if not any((options.add, options.remove, options.name, options.drop_name, _rates(options))):
        return None
    names: tuple[AcceptedName, ...] = ()
    if options.name:
        listed = NameLists(profile[0]).named(options.name)
        names = (
            AcceptedName(
                listed.name if listed else options.name,
                listed.common if listed else "",
                listed.rank if listed else "",
                options.count,
                options.sex or "",
                options.stage or "",
                options.behavior or "",
                options.by or profile[1],
                now(),
            ),
        )
        if not names[0].by:
            unknown = "Nobody is kept as the one who accepted the name"
            out.notice(f"{unknown}: give --by, or your name in the settings.")
    tags = {tag for notes in noted.values() for tag in notes.tags}
    every = set(every_tag()) if options.add else set()
    return ChangeNotes(
        add_tags=tuple(typed_path(text, every) for text in options.add),
        drop_tags=tuple(_there(text, tags, out) for text in options.remove),
        rating=options.rate if _rates(options) else None,
        drop_rating=_rates(options) and options.rate is None,
        add_names=names,
        drop_names=(
            *((_name_there(options.drop_name, noted),) if options.drop_name else ()),
            *((names[0].name,) if options.instead else ()),
        ),
    )


def _place_of(library: "Library", path: Path) -> OwnPlace:
    """Return the place of a photo, as one that is noted for others.

    Raises:
        NotInLibrary: there is no such photo.
        UsageError: it has no place.
    """
    reader = library.reader
    content = reader.content_of_path(path)
    rows = reader.rows_by_hash([content] if content else [])
    if not content or content not in rows:
        raise NotInLibrary(path=path)
    (photo,) = reader.photos([rows[content][0].photo_id])
    facts = photo.metadata
    if facts.latitude is None or facts.longitude is None:
        raise UsageError(reason=f"{path.name} has no place itself.")
    where = (facts.latitude, facts.longitude, facts.altitude)
    return OwnPlace(*where, source=plain_text(f"photo {path.name}"))


def now() -> str:
    """Return the time as accepted names keep it."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _there(text: str, tags: set[str], out: Output) -> str:
    """Return the tag that is to be removed: as typed, in other cases, or by its last part."""
    wanted = typed_path(text, tags)
    if wanted in tags:
        return wanted
    same = [tag for tag in tags if tag.casefold() == wanted.casefold()]
    same = same or [tag for tag in tags if last_part(tag).casefold() == wanted.casefold()]
    if len(same) > 1:
        reason = f"Several tags are called {text!r}: {', '.join(sorted(same)[:8])}. Give one whole."
        raise UsageError(reason=reason)
    if not same:
        out.notice(f"None of these photos has the tag {text!r} from here.")
    return same[0] if same else wanted


def _name_there(text: str, known: Mapping[str, Notes]) -> str:
    names = {one for notes in known.values() for one in notes.names}
    wanted = text.casefold()
    return next(
        (one.name for one in names if wanted in (one.name.casefold(), one.common.casefold())), text
    )


def _apply(
    library: "Library",
    contents: Sequence[str],
    change: "ChangeNotes",
    options: Namespace,
    out: Output,
) -> int:
    from visret_desktop.engine.field_messages import MOST_CONTENTS, NotesChanged
    from visret_desktop.engine.fieldwork.annotations_job import (
        change_notes,
        changed,
        left_out,
        remember,
    )

    if change.place:
        placed = library.reader.placing.with_own_place(contents)
        contents = [name for name in contents if name not in placed]
        if placed:
            knows = "knows its" if len(placed) == 1 else "know their"
            out.notice(f"{photos_in_words(len(placed))} {knows} own place; it stays.")
    known = library.reader.notes.of(contents)
    before = {name: known.get(name, Notes()) for name in contents}
    after = {name: changed(notes, change) for name, notes in before.items()}
    different = [name for name in contents if after[name] != before[name]]
    if crowded := [count for notes in before.values() if (count := left_out(notes, change))]:
        out.notice(
            f"{photos_in_words(len(crowded))} can hold no more than {MOST_KEYWORDS} tags: up to"
            f" {max(crowded)} of these are left out."
        )
    if not options.dry_run:
        kept: dict[str, Notes] = {}
        for start in range(0, len(different), MOST_CONTENTS):
            part = tuple(different[start : start + MOST_CONTENTS])
            for event in change_notes(library, replace(change, hashes=part)):
                kept |= event.before if isinstance(event, NotesChanged) else {}
        remember(library.paths.last_tags, kept, after)
    verb = "would change" if options.dry_run else "changed"
    return _tell(library, contents, different, before, after, verb, out)


# ---- what is told -------------------------------------------------------------------------------


def _show(library: "Library", contents: Sequence[str], out: Output) -> int:
    known = library.reader.notes.of(contents)
    noted = [name for name in contents if name in known]
    body: list[Json] = [
        {"path": path, "notes": notes_body(known[name])} for name, path in _paths(library, noted)
    ]
    out.result({"photos": len(contents), "notes": body}, _shown_lines(len(contents), body))
    return 0


def _shown_lines(photos: int, body: Sequence[Json]) -> Iterator[str]:
    yield f"{photos_in_words(photos)}, {len(body)} with notes."
    for one in body[:_LISTED]:
        yield f"{one['path']}: {notes_line(one['notes'])}"
    if len(body) > _LISTED:
        yield f"… and {len(body) - _LISTED:,} more; --json lists them all."


def _tell(
    library: "Library",
    contents: Sequence[str],
    different: Sequence[str],
    before: Mapping[str, Notes],
    after: Mapping[str, Notes],
    verb: str,
    out: Output,
) -> int:
    notes: list[Json] = [
        {"path": path, "before": notes_body(before[name]), "after": notes_body(after[name])}
        for name, path in _paths(library, different)
    ]
    body = {"photos": len(contents), "changed": len(different), "notes": notes}
    out.result(body | {"kept": verb == "changed"}, _changed_lines(body, verb))
    return 0


def _changed_lines(body: Json, verb: str) -> Iterator[str]:
    yield f"{photos_in_words(body['photos'])}: the notes of {body['changed']:,} {verb}."
    for one in body["notes"][:_LISTED]:
        yield f"{one['path']}: {notes_line(one['after']) or 'nothing noted'}"
    if len(body["notes"]) > _LISTED:
        yield f"… and {len(body['notes']) - _LISTED:,} more; --json lists them all."


def _paths(library: "Library", contents: Sequence[str]) -> list[tuple[str, str]]:
    rows = library.reader.rows_by_hash(contents)
    return [(name, rows[name][0].path) for name in contents if name in rows]


def notes_body(notes: Notes) -> Json:
    """Return what `--json` says of notes."""
    from msgspec import to_builtins

    body: dict[str, Any] = to_builtins(notes)
    return body


def notes_line(notes: Json) -> str:
    """Return notes, as `notes_body` has them, as one line."""
    parts = [" › ".join(tag.split("|")) for tag in notes["tags"]]
    if notes["rating"] is not None:
        parts.append(f"{notes['rating']} stars")
    groups: dict[str, list[str]] = {}
    for one in notes["names"]:
        name = one["name"] + (f" ({one['common']})" if one["common"] else "")
        known = (one["sex"], one["life_stage"], one["behavior"])
        count = "" if one["count"] is None else f"{one['count']} ×"
        groups.setdefault(name, []).append(" ".join(filter(None, (count, *known))))
    if notes["place"]:
        parts.append("at {latitude:.5f}, {longitude:.5f} ({source})".format(**notes["place"]))
    for name, each in groups.items():
        groups_in_words = " + ".join(filter(None, each))
        parts.append(f"{name}: {groups_in_words}" if groups_in_words else name)
    return ", ".join(parts)
