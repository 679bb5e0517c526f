"""Lists of species that a person imported: names, where they occur, and in which months."""

import json
import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, ValidationError, to_builtins

from visret_desktop import file_changes, typed_values
from visret_desktop.errors import VisretError
from visret_desktop.library.records import Text
from visret_desktop.names import check
from visret_desktop.sentences import sentence

MOST_NAMES = 100_000  # in a list
MOST_WORDS = 60  # for one name
_MOST_BYTES = 100_000_000
_log = logging.getLogger(__name__)


class ListUnknown(VisretError):
    """There is no list of this name."""

    code = "list-unknown"
    sentence = "There is no list of names called {name}. {known}"
    exit_code = 3


class ListedName(Struct, frozen=True):
    """A name of a list. Without months or regions the list does not say when or where.

    `regions` are ISO codes: of countries ("KE") or their parts ("DE-BY"). `also` are synonyms and
    further common names, in any language; `taxa` those that it belongs to, such as its family.
    """

    name: Annotated[Text, Meta(min_length=1)]
    common: Text = ""
    rank: Text = ""
    months: tuple[Annotated[int, Meta(ge=1, le=12)], ...] = ()
    regions: tuple[Annotated[str, Meta(max_length=10)], ...] = ()
    also: Annotated[tuple[Text, ...], Meta(max_length=MOST_WORDS)] = ()
    taxa: Annotated[tuple[Text, ...], Meta(max_length=MOST_WORDS)] = ()

    def occurs(self, country: str, region: str, month: int) -> bool:
        """Tell whether the list allows it there and then; "" and 0: nobody knows where or when."""
        is_then = not (self.months and month) or month in self.months
        here = {country, region}
        is_there = not (self.regions and country) or any(
            one in here or ("-" in one and not region and one.startswith(f"{country}-"))
            for one in self.regions
        )
        return is_then and is_there


class NameList(Struct, frozen=True):
    """One list; `file` is what it was imported from, `imported_at` in UTC."""

    title: str
    file: str
    imported_at: str
    names: Annotated[tuple[ListedName, ...], Meta(max_length=MOST_NAMES)]


@dataclass(frozen=True)
class NameLists:
    """The lists of a profile, each a file in `folder`."""

    folder: Path

    def titles(self) -> list[str]:
        """Return the titles of the lists, sorted."""
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def all(self) -> Iterator[NameList]:
        """Yield the lists that can be read."""
        for title in self.titles():
            name_list = self._read(title)
            if name_list is not None:
                yield name_list

    def get(self, title: str) -> NameList:
        """Return a list.

        Raises:
            ListUnknown: there is none of this title that can be read.
        """
        name_list = self._read(title) if title in self.titles() else None
        if name_list is None:
            raise self._unknown(title)
        return name_list

    def put(self, kept: NameList) -> None:
        """Keep a list, in place of one of the same title.

        Raises:
            UsageError: the title is no name.
        """
        content = json.dumps(to_builtins(kept), ensure_ascii=False).encode()
        file_changes.write(self._path(kept.title), content)

    def drop(self, title: str) -> None:
        """Forget a list. Raises as `get`."""
        if title not in self.titles():
            raise self._unknown(title)
        file_changes.remove(self._path(title))

    def named(self, text: str) -> ListedName | None:
        """Return what a typed name is in one of the lists: by its names, else by a synonym."""
        wanted, listed = text.casefold(), list(self.names())
        for one in listed:
            if wanted in (one.name.casefold(), one.common.casefold()):
                return one
        return next((one for one in listed if wanted in map(str.casefold, one.also)), None)

    def names(self) -> Iterable[ListedName]:
        """Yield the names of all lists."""
        return (one for known in self.all() for one in known.names)

    def _path(self, title: str) -> Path:
        return self.folder / f"{check(title)}.json"

    def _read(self, title: str) -> NameList | None:
        path = self.folder / f"{title}.json"
        try:
            if path.stat().st_size > _MOST_BYTES:
                raise ValueError("it is too large")
            return typed_values.convert(json.loads(path.read_bytes()), NameList)
        except (OSError, ValueError, ValidationError, RecursionError) as error:
            _log.warning("the list of names %s cannot be read: %s", title, error)
            return None

    def _unknown(self, title: str) -> ListUnknown:
        titles = self.titles()
        known = (
            sentence("There are: {titles}.", titles=", ".join(titles))
            if titles
            else "`visret names import` makes one."
        )
        return ListUnknown(name=title, known=known)
