"""Photos that carry the words of a query in their names, folders, titles or keywords.

All words that say something have to stand in one photo, in any of its texts; see `content_words`
and `catalog_text` for what counts as a word and as standing there. A person who gave a photo its
name knows better than an encoder what it shows, so such photos come before all others. The name of
a folder says less of each photo in it: where some photos are named by themselves, those in a folder
of that name are found beside what the photos show.
"""

from dataclasses import dataclass, field

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.encoder_search import EncoderSearch
from visret_desktop.engine.search.query_vectors import SplitQuery
from visret_desktop.library.catalog.catalog_text import Words
from visret_desktop.retrieval.content_words import content_words, forms

MOST_NAMED = 200  # photos that are shown as named, or as in a folder named so; the nearest ones
MOST_INSCRIBED = 100
_MOST_FOUND = 1000  # photos with the same words; what more have says little of each
_FEW = 20  # photos of which even all may be named
_SMALL_LIBRARY = 1000  # photos; what half of a small library is called still says something
_MOST_EXCLUDED = 50  # parts of a query that lead away from words


@dataclass(frozen=True)
class Named:
    """The photos that a query names.

    Attributes:
        places: by label where the words stand, as `Hit.named` says it.
        in_folders: ranks, by label, of others that are in a folder with the words in its name.
        by_itself: labels of those that carry all words without the names of their folders.
    """

    places: dict[int, str] = field(default_factory=dict)
    in_folders: dict[int, int] = field(default_factory=dict)
    by_itself: frozenset[int] = frozenset()

    @property
    def by_folder(self) -> set[int]:
        """The labels of those that need the name of a folder: it says nothing of one photo."""
        return {*self.places, *self.in_folders} - self.by_itself


def named_photos(library: Library, split_query: SplitQuery, search: EncoderSearch) -> Named:
    """Return the photos that a query names, the nearest by its text first, at most MOST_NAMED.

    None if so many are named that it says nothing, as with the name of the one big folder. Where no
    photo is named by itself, those in folders are: those who look for a heron have no use for all
    photos from Heron marsh before the herons that are tagged. What starts a file's name or a date
    counts anywhere. A photo that shows what the query does not want is none of them.
    """
    ranker = search.ranker
    words = _forms(split_query.words)
    if not words:
        return Named()
    away = [_forms(term.text) for term in split_query.others if _leads_away(term)]
    catalog = library.reader.words
    without = [each for each in away if each][:_MOST_EXCLUDED]
    asked = (words, without, ranker.filter, _most(len(ranker)))
    anywhere = catalog.photos(*asked)
    by_itself = catalog.photos(*asked, with_folders=False)
    are_apart = bool(by_itself) and not _is_start(words)
    named = _nearest(by_itself if are_apart else anywhere, search)
    places = catalog.places(named.values(), words)
    others = {each: number for each, number in anywhere.items() if each not in by_itself}
    in_folders = _nearest(others, search) if are_apart else {}
    return Named(
        {label: places[number] for label, number in named.items() if number in places},
        {label: rank for rank, label in enumerate(in_folders, 1)},
        frozenset(search.ranker.labels(by_itself)),
    )


def _nearest(photos: dict[str, int], search: EncoderSearch) -> dict[int, int]:
    """Return by label the photos (by content) that show no excluded term, the nearest first."""
    ranker = search.ranker
    hashes = ranker.labels(photos)
    nearest = [label for label, _ in ranker.nearest(search.text, list(hashes))[:MOST_NAMED]]
    shows_excluded = ranker.shows(nearest, search.parts.excluded)
    wanted = (label for label, is_one in zip(nearest, shows_excluded, strict=True) if not is_one)
    return {label: photos[hashes[label]] for label in wanted}


def inscribed_photos(
    library: Library, split_query: SplitQuery, search: EncoderSearch
) -> dict[int, int]:
    """Return by label the ranks of photos in whose pictures all words of a query stand.

    They come in as a list of their own: a sign that says frog may stand where no frog is.
    """
    words = _forms(split_query.words)
    contents = library.reader.inscriptions.ranked(words, search.ranker.filter, _MOST_FOUND)
    whole = [content for content, count in contents if count == len(words)][:MOST_INSCRIBED]
    label_of = {content: label for label, content in search.ranker.labels(whole).items()}
    labels = [label_of[content] for content in whole if content in label_of]
    shows_excluded = search.ranker.shows(labels, search.parts.excluded)
    wanted = (label for label, is_one in zip(labels, shows_excluded, strict=True) if not is_one)
    return {label: rank for rank, label in enumerate(wanted, 1)}


def _forms(text: str) -> Words:
    return [forms(word) for word in content_words(text)]


def _is_start(words: Words) -> bool:
    return any(form.endswith("*") for each in words for form in each)


def _leads_away(term: QueryTerm) -> bool:
    return term.weight < 0 and not term.image


def _most(photos: int) -> int:
    """Return how many of so many photos may carry the same words for that to say something."""
    share = photos // 2 if photos < _SMALL_LIBRARY else photos // 5
    return min(max(_FEW, share), _MOST_FOUND)
