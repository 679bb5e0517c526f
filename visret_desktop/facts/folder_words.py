"""Words of a query that stand in the names of folders: 'tuscany' in '2015 Trip to Tuscany'."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from visret_desktop.facts.fact import Known, folded
from visret_desktop.retrieval.content_words import Forms, content_words, forms

_WORD = re.compile(r"[^\W_]+")
_MOST_OFFERED = 2


def words_of(text: str) -> list[Forms]:
    """Return the words of a text that say something, each in all its forms."""
    return [tuple(map(folded, forms(word))) for word in content_words(text)]


def folders_with(words: Sequence[Forms], have: Sequence[str]) -> list[str]:
    """Return the folders whose own name has all of the words."""
    likely = _likely(words, tuple(have))
    return [path for path in likely if len(_carried(words, path)) == len(words)]


def offered_folders(text: str, known: Known) -> Iterator[tuple[str, str, int]]:
    """Yield what of a query may mean folders: a folder's name, the words for it, and its photos.

    Those folders are meant whose names have most of the words. Several of different names go by the
    words. Folders that have the whole library in them say nothing.
    """
    # Years and numbers are dates or the starts of names, and are offered as these.
    words = [each for each in words_of(text) if not each[0].endswith("*")]
    counts = known.photos_in_folders() if words else {}
    have = tuple(counts)
    carried = {path: found for path in _likely(words, have) if (found := _carried(words, path))}
    if not carried:
        return
    most = max(map(len, carried.values()))
    best = {path: found for path, found in carried.items() if len(found) == most}
    whole = _photos(have, counts)
    for found in tuple(dict.fromkeys(best.values()))[:_MOST_OFFERED]:
        paths = [path for path, of_path in best.items() if of_path == found]
        names = {folded(own_name(path)) for path in paths}
        typed = " ".join(words[number][0] for number in found)
        photos = _photos(paths, counts)
        if 0 < photos < whole:
            yield own_name(paths[0]) if len(names) == 1 else typed, typed, photos


def _likely(words: Sequence[Forms], have: tuple[str, ...]) -> list[str]:
    """Return the folders in whose own names the letters of any word stand: there may be 100,000."""
    starts = {part for each in words for form in each for part in _WORD.findall(form)[:1]}
    names = plain_names(have)
    likely = {n for start in starts for n, name in enumerate(names) if start in name}
    return [have[number] for number in sorted(likely)]


@lru_cache(2)
def plain_names(paths: tuple[str, ...]) -> Sequence[str]:
    """Return the names of folders, as they are compared: at each key all are looked at."""
    return tuple(map(folded, map(own_name, paths)))


def _carried(words: Sequence[Forms], path: str) -> tuple[int, ...]:
    """Return the numbers of the words that stand in the own name of a folder."""
    there = _words_in_name(path)
    return tuple(n for n, each in enumerate(words) if any(_stands(form, there) for form in each))


def own_name(path: str) -> str:
    """Return the name of a folder without those around it."""
    return os.path.basename(path) or path  # noqa: PTH119 - a PurePath takes 10 times as long


@lru_cache(100_000)
def _words_in_name(path: str) -> Sequence[str]:
    return _WORD.findall(folded(own_name(path)))


def _stands(form: str, there: Sequence[str]) -> bool:
    if form.endswith("*"):
        return any(word.startswith(form[:-1]) for word in there)
    parts = _WORD.findall(form)
    return any(list(there[n : n + len(parts)]) == parts for n in range(len(there)))


def _photos(paths: Iterable[str], counts: Mapping[str, int]) -> int:
    """Return how many photos are in any of these folders."""
    photos, inside = 0, "\0"
    for path in sorted(paths, key=lambda one: one.replace(os.sep, "\0")):  # outer ones first
        if not path.startswith(inside):
            photos += counts.get(path, 0)
            inside = f"{path.rstrip(os.sep)}{os.sep}"
    return photos
