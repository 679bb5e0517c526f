"""A file of what one person noted of photos, and how it joins what another one noted.

Lines of JSON: a header, then each content by the hash of its bytes with its tags, rating, names and
noted place, so copies of the same photos on two computers are known to be the same. Joining loses
nothing and decides nothing: what both say differently stays as it is here, and what the other one
says of it becomes a tag below `TO_DECIDE`, which can be searched for and taken away.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta, Struct, to_builtins

from visret_desktop.errors import VisretError
from visret_desktop.interchange.foreign_files import BROKEN, LONGEST_LINE, reason_of
from visret_desktop.library.keyword_paths import SEPARATOR
from visret_desktop.library.records import MOST_KEYWORDS, AcceptedName, Notes, OwnPlace, Text
from visret_desktop.library.stored_values import plain_text, read, read_foreign
from visret_desktop.sentences import sentence

TO_DECIDE = "To decide"
_LONGEST_WORDS = 300  # of what is to be decided
_SAME_DEGREES = 1e-6  # a tenth of a meter
Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class NotesUnreadable(VisretError):
    """A file was not written by `visret export notes`, or is damaged."""

    code = "notes-unreadable"
    sentence = "{path} cannot be read as notes of another library: {reason}."
    exit_code = 2


class NoteHeader(Struct, frozen=True):
    """The first line. `observer` is the name in the settings of whoever wrote the file."""

    format: Literal["visret-notes"]
    version: Literal[1]
    observer: Text


class NotedContent(Struct, frozen=True):
    """What was noted of a content; `file` is the name of one of its photos, for people."""

    hash: Hash
    file: Text
    notes: Notes


def line_of(entry: NoteHeader | NotedContent) -> bytes:
    """Return a line of the file."""
    return json.dumps(to_builtins(entry), ensure_ascii=False).encode() + b"\n"


def read_notes(path: Path) -> Iterator[NoteHeader | NotedContent]:
    """Yield the header, then each content.

    Raises:
        NotesUnreadable: it is no such file, or a line is damaged; it says which.
    """
    kind: type[NoteHeader] | type[NotedContent] = NoteHeader
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE):
                number += 1
                entry = read(read_foreign(line), kind)
                if entry is None:
                    reason = sentence(
                        "line {number} is not as this program writes it", number=number
                    )
                    raise NotesUnreadable(path=path, reason=reason)
                yield entry
                kind = NotedContent
    except BROKEN as error:
        raise NotesUnreadable(path=path, reason=reason_of(error)) from error
    if kind is NoteHeader:
        raise NotesUnreadable(path=path, reason=sentence("it is empty"))


class JoinedNotes(NamedTuple):
    """Notes of two people, what they say differently, and how many tags and names had no room."""

    notes: Notes
    differences: tuple[str, ...]
    left_out: int


def joined_notes(ours: Notes, theirs: Notes, who: str) -> JoinedNotes:
    """Join what `who` noted with what is noted here. Done again it changes nothing."""
    names, differences = _joined_names(ours.names, theirs.names, who)
    if None not in (ours.rating, theirs.rating) and ours.rating != theirs.rating:
        differences.append(f"rating {theirs.rating} ({who})")
    if ours.place and theirs.place and not _is_same_place(ours.place, theirs.place):
        where = f"{theirs.place.latitude:.6f}, {theirs.place.longitude:.6f}"
        differences.append(f"place {where} ({who})")
    words = [plain_text(one.replace(SEPARATOR, " "), _LONGEST_WORDS) for one in differences]
    branch = TO_DECIDE + SEPARATOR
    added = (tag for tag in theirs.tags if not tag.startswith(branch))  # that is of their own notes
    tags = dict.fromkeys((*ours.tags, *added, *(branch + one for one in words)))
    notes = replace(
        ours,
        tags=tuple(tags)[:MOST_KEYWORDS],
        rating=theirs.rating if ours.rating is None else ours.rating,
        names=tuple(names)[:MOST_KEYWORDS],
        place=ours.place or theirs.place,
    )
    left_out = len(tags) - len(notes.tags) + len(names) - len(notes.names)
    return JoinedNotes(notes, tuple(words), left_out)


def _is_same_place(one: OwnPlace, other: OwnPlace) -> bool:
    apart = (one.latitude - other.latitude, one.longitude - other.longitude)
    return max(map(abs, apart)) < _SAME_DEGREES


def _joined_names(
    ours: Iterable[AcceptedName], theirs: Iterable[AcceptedName], who: str
) -> tuple[list[AcceptedName], list[str]]:
    """Return the groups of both, and what theirs say differently, in words."""
    names, added, differences = list(ours), list(theirs), list[str]()
    here, there = ({one.name for one in each} for each in (names, added))
    if here - there and there - here:
        differences += [f"named {name} ({who})" for name in sorted(there - here)]
    for one in added:
        of_name = [mine for mine in names if (mine.name, mine.event) == (one.name, one.event)]
        same = [mine for mine in of_name if mine.group == one.group or mine.is_bare]
        if one.is_bare and not one.more and of_name:
            continue  # it says less than is known
        if not same:
            names.append(one)
        elif _says_more(one, same[0]):
            names[names.index(same[0])] = one
        elif not _says_more(same[0], one) and _said(one) != _said(same[0]):
            differences.append(f"{_in_words(one)} ({one.by or who})")
    return names, differences


def _said(name: AcceptedName) -> tuple[object, ...]:
    """Return what is said of a group, without who said so and when."""
    return name.count, name.behavior.casefold(), *(name.group), name.more


def _says_more(one: AcceptedName, other: AcceptedName) -> bool:
    """Tell whether one says all that the other says of a group, and more."""
    pairs = list(zip(_said(one), _said(other), strict=True))
    is_all = all(mine == its or its in (None, "", ()) for mine, its in pairs)
    return is_all and _said(one) != _said(other)


def _in_words(name: AcceptedName) -> str:
    count = "" if name.count is None else f"{name.count} ×"
    extras = (f"{key} {value}" for key, value in name.more)
    more = " ".join(filter(None, (count, name.sex, name.life_stage, name.behavior, *extras)))
    return f"{name.name}: {more}"
