"""The sentences in which figures of the catalog are said: all of them are written here.

Days are in ISO 8601, so that they are the same in every language.
"""

from collections.abc import Iterator, Sequence

from visret_desktop.questions.catalog_figures import Basis, CatalogFigures, CatalogRow
from visret_desktop.questions.catalog_question import CatalogQuestion
from visret_desktop.sentences import Sentence, form, joined, sentence

_MOST_NAMES = 6  # that a sentence has
_OF_DAYS = ("often", "first", "last", "dates", "pause")  # kinds of questions


def sentence_of(question: CatalogQuestion, figures: CatalogFigures) -> Sentence:
    """Return the answer, by what it was counted, and what it leaves out."""
    if figures.uncounted:
        return sentence(
            "No name or word says {thing}, and the search is sure of no photo, so it cannot be"
            " counted.",
            thing=_quoted(figures.uncounted),
        )
    parts = [_answer(question, figures), *_bases(question, figures)]
    if figures.copies:
        one = form("1 of them is a further file of the same photo.")
        many = form("{count:,} of them are further files of the same photos.")
        parts.append(Sentence(one if figures.copies == 1 else many, {"count": figures.copies}))
    if figures.undated and figures.last and question.kind in _OF_DAYS:
        one = form("1 of them does not say when it was taken.")
        many = form("{count:,} of them do not say when they were taken.")
        parts.append(Sentence(one if figures.undated == 1 else many, {"count": figures.undated}))
    if figures.left_rows:
        parts.append(sentence("{count:,} more rows are left out.", count=figures.left_rows))
    return joined(parts)


def _answer(question: CatalogQuestion, figures: CatalogFigures) -> Sentence:
    if question.kind == "compare":
        return _comparison(question, figures)
    photos = _photos(question, figures.photos, by=figures.basis)
    if not figures.photos:
        return sentence("There is {photos}.", photos=photos)
    values = {"photos": photos, "first": figures.first, "last": figures.last}
    if question.kind in _OF_DAYS and not figures.last:
        one = form("{photos}, but it does not say when it was taken.")
        many = form("{photos}, but none of them says when it was taken.")
        return Sentence(one if figures.photos == 1 else many, values)
    if question.kind == "often":
        one, many = form("{photos}, on 1 day."), form("{photos}, on {days:,} days.")
        return Sentence(one if figures.days == 1 else many, values | {"days": figures.days})
    if question.kind == "pause" and figures.pause_days:
        days = figures.pause_days
        one = form("The longest pause in {photos} is 1 day, from {first} to {last}.")
        many = form("The longest pause in {photos} is {days:,} days, from {first} to {last}.")
        return Sentence(one if days == 1 else many, values | {"days": days})
    if question.kind in ("first", "last"):
        return _edge(question, figures, photos)
    if question.kind == "dates":
        return Sentence(form("{photos}, from {first} to {last}."), values)
    if question.by == "person":
        return _people(figures, photos)
    is_one = question.kind == "table" and sum(bool(row.value) for row in figures.rows) < 2
    if question.kind == "most" or is_one:
        return _most(figures.rows, photos)
    return sentence("{photos}.", photos=photos)


def _edge(question: CatalogQuestion, figures: CatalogFigures, photos: Sentence) -> Sentence:
    is_last = question.kind == "last"
    values = {
        "photos": photos,
        "day": figures.last if is_last else figures.first,
        "place": figures.place,
    }
    if figures.place:
        first = form("{day}, near {place}: the first of {photos}.")
        last = form("{day}, near {place}: the last of {photos}.")
    else:
        first, last = form("{day}: the first of {photos}."), form("{day}: the last of {photos}.")
    return Sentence(last if is_last else first, values)


def _most(rows: Sequence[CatalogRow], photos: Sentence) -> Sentence:
    named = [row for row in rows if row.value]
    if not named:
        return sentence("None of {photos} says that.", photos=photos)
    best = [row.value for row in named if row.photos == named[0].photos]
    if len(best) == 1:
        return sentence(
            "{value}: {count:,} of {photos}.",
            value=best[0],
            count=named[0].photos,
            photos=photos,
        )
    return sentence(
        "{values}: {count:,} each, of {photos}.",
        values=", ".join(best[:_MOST_NAMES]),
        count=named[0].photos,
        photos=photos,
    )


def _comparison(question: CatalogQuestion, figures: CatalogFigures) -> Sentence:
    basis_of = dict(zip((row.value for row in figures.rows), figures.bases, strict=True))
    one, other = sorted(figures.rows, key=lambda row: -row.photos)
    scope = CatalogQuestion("count", (), question.facts)
    first, second = (
        _photos(scope, row.photos, row.value, basis_of[row.value]) for row in (one, other)
    )
    if figures.basis in ("words", "maybe"):
        return sentence("{first}, {second}.", first=first, second=second)
    if one.photos == other.photos:
        return sentence("As many: {first}, {second}.", first=first, second=second)
    return sentence("More {thing}: {first}, {second}.", thing=one.value, first=first, second=second)


def _people(figures: CatalogFigures, photos: Sentence) -> Sentence:
    people = [f"{row.value} ({row.photos:,})" for row in figures.rows if row.value]
    if not people:
        return sentence("{photos}, but nobody is noted who named them.", photos=photos)
    names = ", ".join(people[:_MOST_NAMES])
    return sentence("{photos}, named by {people}.", photos=photos, people=names)


def _photos(question: CatalogQuestion, count: int, thing: str = "", by: Basis = "all") -> Sentence:
    """Return '12 photos of “herons” (in 2023)'."""
    thing = thing or (question.things[0].text if question.things else "")
    values = {"count": count, "thing": thing}
    if by == "words":
        none = form("no photo with “{thing}” in its name, title or description")
        one = form("1 photo with “{thing}” in its name, title or description")
        many = form("{count:,} photos with “{thing}” in their names, titles or descriptions")
    elif by == "maybe":
        none, one = form("no photo named “{thing}”"), form("1 photo that may show “{thing}”")
        many = form("{count:,} photos that may show “{thing}”")
    elif thing:
        none, one = form("no photo named “{thing}”"), form("1 photo of “{thing}”")
        many = form("{count:,} photos of “{thing}”")
    else:
        none, one, many = form("no photo"), form("1 photo"), form("{count:,} photos")
    photos = Sentence(many if count > 1 else one if count else none, values)
    scope = " · ".join(filter(None, (fact.source or fact.text for fact in question.facts)))
    return sentence("{photos} ({scope})", photos=photos, scope=scope) if scope else photos


def _bases(question: CatalogQuestion, figures: CatalogFigures) -> Iterator[Sentence]:
    """Yield by what the things were counted."""
    by = {basis: list[str]() for basis in figures.bases}
    for thing, basis in zip(question.things, figures.bases, strict=True):
        by[basis].append(thing.text)
    if "names" in by:
        names = ", ".join(figures.names[:_MOST_NAMES])
        names += ", …" if len(figures.names) > _MOST_NAMES else ""
        some = form("Only photos named so are counted ({names}); others may show more.")
        none = form("Only photos named so are counted ({names}); others may show it.")
        yield Sentence(some if figures.photos else none, {"names": names})
    if "words" in by:
        yield sentence(
            "No name says {thing} and the search is sure of no photo, so how many show it cannot be"
            " counted.",
            thing=_quoted(by["words"]),
        )
    if "maybe" in by:
        yield sentence(
            "No name says {thing} and the search is sure of no photo: these are the ones that it"
            " found or that have the words in their names, titles or descriptions.",
            thing=_quoted(by["maybe"]),
        )
    if "looks" in by and figures.worded and "words" not in by:
        yield sentence(
            "No name says {thing}: counted are the photos that surely look like it, and {count:,}"
            " with the word in their names, titles or descriptions.",
            thing=_quoted(by["looks"]),
            count=figures.worded,
        )
    elif "looks" in by:
        yield sentence(
            "No name says {thing}: counted are the photos that surely look like it.",
            thing=_quoted(by["looks"]),
        )


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(f"“{text}”" for text in texts)
