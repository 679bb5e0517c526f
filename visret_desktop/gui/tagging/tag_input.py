"""What a typed tag or name means: one that is known, or a new one; and what may follow."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from visret_desktop.gui.tagging.note_chips import NoteChip
from visret_desktop.interchange.species.name_lists import ListedName
from visret_desktop.library.keyword_paths import (
    SEPARATOR,
    completions,
    last_part,
    typed_path,
    with_all_around,
)
from visret_desktop.library.records import LONGEST_TEXT, Notes

MOST = 7  # completions


@dataclass(frozen=True)
class TagInput:
    """What typed words stand for."""

    value: str
    is_new: bool = False
    listed: ListedName | None = None


class KnownTags:
    """The keywords and tags of a library, by how many photos have each."""

    def __init__(self, tags: Mapping[str, int]) -> None:
        nodes = with_all_around(tags)
        self._tags = {tag: tags.get(tag, 0) for tag in nodes}

    def meant(self, text: str) -> TagInput | None:
        """Return the tag that is meant: as typed, in other cases, or by its last part alone."""
        path = typed_path(text, self._tags)[:LONGEST_TEXT]
        if not path:
            return None
        ending = [tag for tag in self._tags if last_part(tag).casefold() == path.casefold()]
        paths = [tag for tag in ending if SEPARATOR in tag]
        if SEPARATOR not in path and len(paths) == 1:
            return TagInput(paths[0])
        if path in self._tags:
            return TagInput(path)
        same = next((tag for tag in self._tags if tag.casefold() == path.casefold()), None)
        return TagInput(same) if same else TagInput(path, is_new=True)

    def completions(self, begun: str) -> list[str]:
        """Return the tags that typed words may become."""
        return list(completions(begun, self._tags, MOST))


@dataclass(frozen=True)
class KnownNames:
    """The names of lists, and those that were accepted."""

    listed: Sequence[ListedName] = ()
    accepted: Collection[str] = ()
    _by_words: dict[str, ListedName] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        for name in self.accepted:
            self._by_words.setdefault(name.casefold(), ListedName(name))
        for one in self.listed:
            for words in one.also:
                self._by_words.setdefault(words.casefold(), one)
        for one in reversed(self.listed):
            self._by_words[one.name.casefold()] = one
            if one.common:
                self._by_words[one.common.casefold()] = one

    def meant(self, text: str) -> TagInput | None:
        """Return the name that is meant by either of its names; else the words as they are."""
        words = " ".join(text.split())[:LONGEST_TEXT]
        if not words:
            return None
        # As completions write them, with the common name in front.
        known = self._by_words.get(words.rpartition(" – ")[2].casefold())
        return TagInput(known.name, listed=known) if known else TagInput(words, is_new=True)

    def completions(self, begun: str) -> list[str]:
        """Return the names that typed words may become: 'Grey heron – Ardea cinerea'."""
        wanted = " ".join(begun.split()).casefold()
        words = dict.fromkeys(_shown(one) for one in self._beginning(wanted)) if wanted else {}
        return list(words)[:MOST]

    def _beginning(self, wanted: str) -> Iterator[ListedName]:
        inner = []
        for words, one in self._by_words.items():
            if words.startswith(wanted):
                yield one
            elif f" {wanted}" in words or f"-{wanted}" in words:
                inner.append(one)
        yield from inner


def _shown(one: ListedName) -> str:
    return f"{one.common} – {one.name}" if one.common else one.name


@dataclass(frozen=True)
class Shared:
    """How many of some contents have each tag, name and rating."""

    contents: int = 0
    tags: dict[str, int] = field(default_factory=dict)
    names: dict[str, int] = field(default_factory=dict)
    ratings: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, contents: int, notes: Iterable[Notes]) -> "Shared":
        """Count what notes have; contents without any have none."""
        tags: dict[str, int] = {}
        names: dict[str, int] = {}
        ratings: dict[int, int] = {}
        for one in notes:
            for tag in one.tags:
                tags[tag] = tags.get(tag, 0) + 1
            for name in {accepted.name for accepted in one.names}:
                names[name] = names.get(name, 0) + 1
            if one.rating is not None:
                ratings[one.rating] = ratings.get(one.rating, 0) + 1
        return cls(contents, tags, names, ratings)

    def chips(self, *, is_name: bool) -> list[NoteChip]:
        """Return the names or tags as chips; those that most of the contents have come first."""
        counted = sorted(self._of(is_name).items(), key=lambda one: -one[1])
        return [NoteChip(value, is_name, having, self.contents) for value, having in counted]

    def has_all(self, value: str, *, is_name: bool) -> bool:
        """Tell whether all have a tag or name."""
        return self.contents > 0 and self._of(is_name).get(value, 0) == self.contents

    def lacking(self, value: str, *, is_name: bool) -> int:
        """Return how many lack a tag or name."""
        return self.contents - self._of(is_name).get(value, 0)

    def _of(self, is_name: bool) -> dict[str, int]:
        return self.names if is_name else self.tags
