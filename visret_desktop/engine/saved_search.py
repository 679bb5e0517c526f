"""One saved search: what is asked, as a person left it, and which photos were seen."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace as changed

from visret_desktop.engine.messages import (
    HASH_PREFIX,
    Hashes,
    Name,
    QueryTerm,
    Search,
    Sketch,
    excluded_hashes,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.strategies import STRATEGIES

MOST_SEEN = 20_000  # photos that are remembered of one search
_SEEN_BYTES = 8  # of a content hash: enough to tell photos apart
Line = Annotated[str, Meta(max_length=4000)]
Title = Annotated[str, Meta(min_length=1, max_length=200)]


class SavedTerm(Struct, frozen=True):
    """A term beside the line, and how it is called there."""

    term: QueryTerm
    label: Line = ""


class SavedSearch(Struct, frozen=True, omit_defaults=True):
    """A search as a person left it.

    `words` stand in the line; they are a formula where `is_formula`. `facts` are canonical texts
    (`visret_desktop.facts`). `family` is "" unless the person chose it. `seen` has the photos that
    it found when it was looked at last; None: that is not known. `stopped` and `locked` name
    sketches.
    """

    name: Title
    words: Line = ""
    is_formula: bool = False
    chips: Annotated[tuple[SavedTerm, ...], Meta(max_length=100)] = ()
    facts: Annotated[tuple[Line, ...], Meta(max_length=100)] = ()
    strategy: Name = "original"
    family: Name = ""
    instructions: Annotated[tuple[Line, ...], Meta(max_length=100)] = ()
    sketches: Annotated[tuple[Sketch, ...], Meta(max_length=200)] = ()
    locked: Annotated[tuple[Name, ...], Meta(max_length=200)] = ()
    stopped: Annotated[tuple[Name, ...], Meta(max_length=200)] = ()
    is_bare: bool = False
    right: Hashes = ()
    wrong: Hashes = ()
    seen: Annotated[str, Meta(max_length=MOST_SEEN * 11)] | None = None

    def __post_init__(self) -> None:
        if not self.name or self.name != titled(self.name):
            raise ValueError("the name is not one line of words")
        if self.strategy not in STRATEGIES:
            raise ValueError(f"there is no strategy {self.strategy[:50]!r}")
        if not (self.words.strip() or self.chips or self.facts):
            raise ValueError("it looks for nothing")
        photos_of(self.seen)

    @property
    def terms(self) -> tuple[QueryTerm, ...]:
        """What is searched for by meaning; () where facts alone are."""
        words = (QueryTerm(self.words),) if self.words else ()
        return (*words, *(term.term for term in self.chips))

    def text(self) -> str:
        """Return it as one line that people read."""
        signs = {True: "−", False: "+"}
        chips = (f"{signs[term.term.weight < 0]} {_shown(term)}" for term in self.chips)
        return " ".join(part for part in (self.words, *chips, *self.facts) if part)

    def request(self, only: Filter) -> Search:
        """Return what the engine is asked; `only` has the conditions of its facts."""
        drawn = tuple(sketch for sketch in self.sketches if sketch.name not in self.stopped)
        return replace(
            self.counting(only),
            strategy=self.strategy,
            family=self.family,
            instructions=self.instructions,
            sketches=drawn,
        )

    def counting(self, only: Filter) -> Search:
        """Return the search by its words and pictures alone, without a model that writes."""
        return Search(
            terms=self.terms,
            filter=only,
            formula=self.words if self.is_formula else "",
            exclude_hashes=excluded_hashes(self.terms),
            right_hashes=self.right,
            wrong_hashes=self.wrong,
        )

    def having_seen(self, contents: Collection[str]) -> "SavedSearch":
        """Return it with the photos of these content hashes as those that were looked at."""
        known = sorted({photo_key(one) for one in contents}) if len(contents) <= MOST_SEEN else None
        seen = None if known is None else b64encode(b"".join(known)).decode()
        return changed(self, seen=seen)

    def new_among(self, contents: Iterable[str]) -> frozenset[str]:
        """Return the content hashes that were not seen; none where nothing is known of that."""
        if self.seen is None:
            return frozenset()
        seen = photos_of(self.seen)
        return frozenset(one for one in contents if photo_key(one) not in seen)

    def says(self, is_so: Callable[[str], bool]) -> bool:
        """Return whether something is so of any text in it."""
        pictures = (term.term.image for term in self.chips)
        drawn = (text for sketch in self.sketches for text in (sketch.instruction, sketch.image))
        labels = (text for term in self.chips for text in (term.label, term.term.text))
        own = (self.name, self.words, *self.facts, *self.instructions)
        return any(is_so(text) for text in (*own, *pictures, *labels, *drawn))

    def photos(self) -> set[str]:
        """Return the content hashes of the photos that it searches by."""
        images = [term.term.image for term in self.chips]
        images += [sketch.image for sketch in self.sketches]
        return {
            image.removeprefix(HASH_PREFIX) for image in images if image.startswith(HASH_PREFIX)
        }

    def without_paths(self) -> "SavedSearch | None":
        """Return it without what means something on this computer alone; None: nothing is left."""
        facts = tuple(text for text in self.facts if not _names_folder(text))
        if self.is_formula and (_names_folder(self.words) or _has_path(self.words)):
            return None
        chips = tuple(term for term in self.chips if not term.term.image)
        if not (self.words or chips or facts):
            return None
        sketches = tuple(sketch for sketch in self.sketches if not sketch.image)
        return changed(self, facts=facts, chips=chips, sketches=sketches)

    def bare(self) -> "SavedSearch":
        """Return it without what says something of the photos of this library."""
        return changed(self, seen=None, right=(), wrong=())


def titled(text: str) -> str:
    """Return a name as it is kept: one line of letters that can be seen."""
    line = " ".join(text.split())
    return "".join(letter for letter in line if letter.isprintable())[:200].strip()


def photo_key(content_hash: str) -> bytes:
    """Return the first bytes of a content hash, by which a seen photo is known."""
    return bytes.fromhex(content_hash[: 2 * _SEEN_BYTES].ljust(2 * _SEEN_BYTES, "0"))


def photos_of(seen: str | None) -> set[bytes]:
    """Return the keys of the photos that were seen. Raises ValueError: it is no list of them."""
    keys = b64decode(seen or "", validate=True)
    if len(keys) % _SEEN_BYTES:
        raise ValueError("what was seen is cut off")
    return {keys[place : place + _SEEN_BYTES] for place in range(0, len(keys), _SEEN_BYTES)}


def _shown(term: SavedTerm) -> str:
    words, weight = term.label or term.term.text or term.term.image, abs(term.term.weight)
    return words if weight == 1 else f"{weight:g}:{words}"


def _names_folder(text: str) -> bool:
    from visret_desktop.facts.operators import operators_in

    return any(typed.name in ("folder", "path") for typed in operators_in(text))


def _has_path(text: str) -> bool:
    return "/" in text or "\\" in text
