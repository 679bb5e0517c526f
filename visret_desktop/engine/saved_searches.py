"""Saved searches: named, as a person left them, in a file that every process reads anew.

What is in the file is checked as if a stranger had written it. A file that cannot be used is kept
aside, and whoever reads is told once.
"""

import json
import logging
import os
from base64 import b64encode
from collections.abc import Callable, Collection, Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace as changed

from visret_desktop import file_changes
from visret_desktop.engine.saved_search import SavedSearch, photo_key, photos_of, titled
from visret_desktop.errors import NotOurs, VisretError
from visret_desktop.packs import strict_json
from visret_desktop.sentences import Sentence, sentence

MOST = 500  # saved searches
SUFFIX = ".visret-searches"
_VERSION = 1
_MOST_BYTES = 128 * 2**20
_PATIENCE = 5.0  # seconds, with another process that writes the file
_log = logging.getLogger(__name__)


class SearchUnknown(VisretError):
    """There is no saved search of this name."""

    code = "search-unknown"
    sentence = "No saved search is called “{name}”. {known}"
    exit_code = 3


class NameInUse(VisretError):
    """Another saved search has this name."""

    code = "name-in-use"
    sentence = "A saved search is called “{name}” already. Choose another name."


class TooManySearches(VisretError):
    """No more can be saved."""

    code = "too-many-searches"
    sentence = "There are {most} saved searches, and no room for more. Remove some first."


class SearchesDamaged(VisretError):
    """The file of saved searches cannot be used, or not all of it."""

    code = "searches-damaged"
    sentence = "Not all saved searches could be read. The file as it was is kept as {path}."


class SearchesTooNew(VisretError):
    """A later version of the program wrote the file."""

    code = "searches-too-new"
    sentence = "{path} was written by a newer version of visret, which alone can read it."


class NoSearches(VisretError):
    """A file that was to be imported has no saved searches."""

    code = "no-searches"
    sentence = "{path} is no file of saved searches: {reason}."


class SavedSearches:
    """The saved searches of a profile, in the order in which they are listed.

    All that reads raises `SearchesDamaged` once where something is lost, and goes on with the rest
    from then on; and `SearchesTooNew`.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def aside(self) -> Path:
        """Where a damaged file is kept."""
        return self._path.with_suffix(".damaged.json")

    def all(self) -> tuple[SavedSearch, ...]:
        """Return the searches."""
        try:
            content = strict_json.read(self._path, _MOST_BYTES)
        except FileNotFoundError:
            return ()
        except (OSError, ValueError) as error:
            _log.warning("%s cannot be read: %s", self._path, error)
            raise self._kept_aside(()) from error
        searches, lost = _read(content, self._path)
        if lost:
            raise self._kept_aside(searches)
        return searches

    def get(self, name: str) -> SavedSearch:
        """Return a search by its name.

        Raises:
            SearchUnknown: there is none.
        """
        return search_named(self.all(), name)

    def add(self, search: SavedSearch, *, is_replacing: bool = False) -> None:
        """Put a search at the end, or in the place of one that has its name.

        Raises:
            NameInUse: there is one, and `is_replacing` is false.
            TooManySearches: there is no room.
        """
        with self._changing() as searches:
            place = _place(searches, search.name)
            if place is None:
                _check_room(len(searches) + 1)
                searches.append(search)
            elif not is_replacing:
                raise NameInUse(name=search.name)
            else:
                searches[place] = search

    def remove(self, name: str) -> tuple[SavedSearch, int]:
        """Take a search out; return it, and its place in the list.

        Raises:
            SearchUnknown: there is none.
        """
        with self._changing() as searches:
            search = search_named(searches, name)
            place = searches.index(search)
            del searches[place]
        return search, place

    def put_back(self, search: SavedSearch, place: int) -> None:
        """Put a removed search where it was.

        Raises:
            NameInUse: another one has its name now.
        """
        with self._changing() as searches:
            if _place(searches, search.name) is not None:
                raise NameInUse(name=search.name)
            searches.insert(place, search)

    def rename(self, name: str, other: str) -> None:
        """Give a search another name.

        Raises:
            SearchUnknown: there is none.
            NameInUse: another one has that name.
        """
        with self._changing() as searches:
            search = search_named(searches, name)
            if _place(searches, other) not in (None, searches.index(search)):
                raise NameInUse(name=other)
            searches[searches.index(search)] = changed(search, name=other)

    def move(self, name: str, steps: int) -> None:
        """Move a search down the list by so many places, or up if it is negative.

        Raises:
            SearchUnknown: there is none.
        """
        with self._changing() as searches:
            search = search_named(searches, name)
            place = searches.index(search) + steps
            searches.remove(search)
            searches.insert(max(0, place), search)

    def note_seen(self, name: str, contents: Collection[str]) -> None:
        """Note that these photos of a search were looked at; nothing happens if it is gone."""
        with self._changing() as searches:
            place = _place(searches, name)
            if place is not None:
                searches[place] = searches[place].having_seen(contents)

    def take_in(self, searches: Sequence[SavedSearch]) -> list[str]:
        """Add searches of somebody else; return the names they have here.

        One that is here already is not added again; where only the name is, it gets another.

        Raises:
            TooManySearches: there is no room for all of them.
        """
        names = []
        with self._changing() as here:
            known = {_what(one) for one in here}
            taken = {one.name for one in here}
            for search in searches:
                if _what(search) in known:
                    continue
                names.append(free_name(search.name, taken))
                here.append(changed(search, name=names[-1]))
                known.add(_what(search))
                taken.add(names[-1])
            _check_room(len(here))
        return names

    def drop(self, is_unwanted: Callable[[str], bool]) -> None:
        """Remove the searches that say something unwanted."""
        with self._changing() as searches:
            searches[:] = [one for one in searches if not one.says(is_unwanted)]

    def keep_only(self, contents: AbstractSet[str]) -> None:
        """Forget photos that are not among these content hashes, and searches by such photos."""
        known = {photo_key(one) for one in contents}
        with self._changing() as searches:
            searches[:] = [
                _of_known(one, known, contents) for one in searches if one.photos() <= contents
            ]

    @contextmanager
    def _changing(self) -> Iterator[list[SavedSearch]]:
        """Yield the searches, to be written as they are at the end of the `with` block."""
        with self._alone():
            before = self.all()
            searches = list(before)
            yield searches
            if tuple(searches) != before:
                self._write(searches)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        from filelock import FileLock

        path = self._path.with_suffix(".lock")
        file_changes.make_folder(path.parent)
        os.close(file_changes.open_lock(path))  # a file of ours, and no link to somebody's
        with FileLock(path, timeout=_PATIENCE):  # goes with a process that dies
            yield

    def _write(self, searches: Sequence[SavedSearch]) -> None:
        file_changes.write(self._path, written(searches))

    def _kept_aside(self, searches: Sequence[SavedSearch]) -> SearchesDamaged:
        """Keep the file under another name, and what could be read of it in its place."""
        aside = self.aside
        try:
            file_changes.move(self._path, aside, is_replacing=True)
            if searches:
                self._write(searches)
        except (OSError, NotOurs) as error:
            _log.warning("%s stays as it is: %s", self._path, error)
            aside = self._path
        return SearchesDamaged(path=aside)


# ---- files that people pass on -------------------------------------------------------------------


def written(searches: Sequence[SavedSearch]) -> bytes:
    """Return searches as the bytes of a file."""
    body = {"version": _VERSION, "searches": to_builtins(list(searches))}
    # Not by msgspec: a path may have bytes that are no letters.
    return json.dumps(body, indent=1).encode("ascii")


def for_others(
    searches: Sequence[SavedSearch], *, with_paths: bool
) -> tuple[list[SavedSearch], list[str]]:
    """Return searches as other people get them, and the names of those that lack something.

    Without paths, folders and example pictures are left out, and searches that are nothing more.
    """
    whole = [search.bare() for search in searches]
    passed = whole if with_paths else [search.without_paths() for search in whole]
    lacking = [one.name for one, other in zip(whole, passed, strict=True) if one != other]
    return [search for search in passed if search is not None], lacking


def read_file(path: Path) -> tuple[SavedSearch, ...]:
    """Return the searches in a file that a person named.

    Raises:
        NoSearches: it has none, or one of them is not right.
        SearchesTooNew: a later version wrote it.
    """
    try:
        searches, lost = _read(strict_json.read(path), path)
    except OSError as error:
        raise NoSearches(
            path=path, reason=error.strerror or sentence("it cannot be read")
        ) from error
    except ValueError as error:
        raise NoSearches(path=path, reason=error) from error
    if lost or not searches:
        raise NoSearches(path=path, reason=lost or sentence("it is empty"))
    return tuple(search.bare() for search in searches)


def free_name(name: str, taken: AbstractSet[str]) -> str:
    """Return a name that is not taken: 'owls', or else 'owls 2' …"""
    taken = {one.casefold() for one in taken}
    number, free = 1, name
    while free.casefold() in taken:
        number += 1
        free = f"{name[:190]} {number}"
    return free


def _read(content: Any, path: Path) -> tuple[tuple[SavedSearch, ...], str]:
    """Return the searches that are right, and why others are not; "" if all are.

    Raises:
        SearchesTooNew: a later version wrote it.
    """
    version = content.get("version") if isinstance(content, dict) else None
    if isinstance(version, int) and version > _VERSION:
        raise SearchesTooNew(path=path)
    listed = content.get("searches") if version == _VERSION else None
    if not isinstance(listed, list):
        return (), sentence("it has no list of searches")
    searches: list[SavedSearch] = []
    lost = sentence("it has more than {most} searches", most=MOST) if len(listed) > MOST else ""
    for one in listed[:MOST]:
        try:
            search = convert(one, SavedSearch)
        except (ValidationError, ValueError):
            lost = _unread(one)
            continue
        name = free_name(search.name, {other.name for other in searches})
        searches.append(changed(search, name=name))
    return tuple(searches), lost


def _unread(search: Any) -> Sentence:
    """Say of which search something is not understood; a later version may have written it."""
    name = search.get("name") if isinstance(search, dict) else None
    if not isinstance(name, str) or not name.strip():
        return sentence("a search has something that this version does not know")
    return sentence(
        "the search “{name}” has something that this version does not know", name=name[:80]
    )


def _place(searches: Sequence[SavedSearch], name: str) -> int | None:
    wanted = titled(name).casefold()
    places = (place for place, one in enumerate(searches) if one.name.casefold() == wanted)
    return next(places, None)


def search_named(searches: Sequence[SavedSearch], name: str) -> SavedSearch:
    """Return the search of this name.

    Raises:
        SearchUnknown: there is none.
    """
    place = _place(searches, name)
    if place is None:
        names = ", ".join(one.name for one in searches[:20])
        known = (
            sentence("There are: {names}.", names=names)
            if names
            else sentence("None is saved yet.")
        )
        raise SearchUnknown(name=titled(name), known=known)
    return searches[place]


def _check_room(count: int) -> None:
    if count > MOST:
        raise TooManySearches(most=MOST)


def _what(search: SavedSearch) -> SavedSearch:
    """Return what a search looks for, whatever it is called."""
    return changed(search.bare(), name="-")


def _of_known(search: SavedSearch, known: AbstractSet[bytes], contents: AbstractSet[str]) -> Any:
    """Return a search without photos that are not known."""
    kept = sorted(photos_of(search.seen) & known)
    return changed(
        search,
        seen=None if search.seen is None else b64encode(b"".join(kept)).decode(),
        right=tuple(one for one in search.right if one in contents),
        wrong=tuple(one for one in search.wrong if one in contents),
    )
