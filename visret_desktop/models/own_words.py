"""Instructions from a query's own words, where no model has better ones.

'Show me …' and 'What color are …?' are left out, and a plain comparison is taken apart: 'cat vs
dog' is about two pictures. The wordings are English; any other query stays as it is.
"""

import re
from collections.abc import Iterator

from visret_desktop.models.interfaces import Family
from visret_desktop.models.meaning import lost_or_added

_LONGEST = 4000  # characters: no query that may be asked is longer
_PICTURE = r"(?:photo|picture|image|shot|photograph)s?"
_OPENINGS = re.compile(
    rf"(?:please )?(?:can you )?(?:show me|find(?: me)?|search for|look for|i(?: am|'m) looking for"
    rf"|looking for|where is the one with|i (?:want|would like) to see"
    rf"|do (?:we|you|i) have|have (?:we|you|i) got)\b\s*"
    rf"(?:(?:any|a|the|all|some) )?(?:{_PICTURE} (?:of|with|showing) )?"
    rf"|(?:any )?{_PICTURE} (?:of|with|showing) ",
    re.IGNORECASE,
)
_FEATURE = r"(?:colou?r|shade|hue|shape|size|pattern|texture|length)s?"
_ASKED = tuple(
    re.compile(rf"(?:tell me |i wonder |i want to know )?{pattern}\Z", re.IGNORECASE)
    for pattern in (
        rf"(?:what|which) {_FEATURE} (?:is|are) (.+)",
        rf"what(?: is|'s| are) the {_FEATURE} of (.+)",
        r"what (?:do|does) (.+) look like",
        r"how (?:do|does) (.+) look",
        r"what(?: is|'s| are) (.+) like",
        r"(?:describe|what do you know about) (.+)",
    )
)
_COMPARED = tuple(
    re.compile(rf"{pattern}\Z", re.IGNORECASE)
    for pattern in (
        r"(?:compare|comparing) (?P<things>.+)",
        r"(?:what(?: is|'s| are) )?(?:the )?differences? between (?P<things>.+)",
        r"(?:which|who) (?:has|have) the \w+er (?P<part>[^,]+), (?P<things>.+)",
        r"(?P<things>[^:]+): which (?:has|have) the \w+er (?P<part>.+)",
        r"(?:which|what) (?:is|are) \w+er, (?P<things>.+)",
        r"(?P<things>.+ (?:vs\.?|versus) .+)",
    )
)
_BETWEEN = re.compile(r",? (?:and|or|with|from|to|vs\.?|versus) (?:of )?|, ", re.IGNORECASE)
_OF_PART = re.compile(r"(.+ of )(.+)", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:the|a|an) ", re.IGNORECASE)


def own_words(query: str, family: Family) -> tuple[str, ...]:
    """Return the instructions that the words of the query make, or (query,)."""
    if len(query) > _LONGEST:
        return (query,)
    text = " ".join(query.replace("’", "'").split()).rstrip("?!. ")
    if family is Family.COMPARISON:
        found = tuple(_things(text))
    elif family is Family.QUESTION:
        found = tuple(match[1] for pattern in _ASKED if (match := pattern.match(text)))[:1]
    else:
        opening = _OPENINGS.match(text)
        found = (text[opening.end() :],) if opening else ()
    is_plain = bool(found) and all(one.strip() for one in found)
    return found if is_plain and not lost_or_added(query, family, found) else (query,)


def _things(text: str) -> Iterator[str]:
    """Yield the things of a comparison; none if it is not plain which words belong to each."""
    match = next((match for pattern in _COMPARED if (match := pattern.match(text))), None)
    if match is None:
        return
    first, *others = _BETWEEN.split(match["things"])
    part = match.groupdict().get("part")
    of_part = _OF_PART.match(first)
    before = f"the {part} of " if part else of_part[1] if of_part else ""
    things = [of_part[2] if of_part and not part else first]
    things += [other.removeprefix(before) for other in others]
    lengths = [len(_ARTICLE.sub("", thing).split()) for thing in things]
    if len(things) > 1 and lengths[-1] <= min(lengths):  # not 'an African and an Asian elephant'
        yield from (before + thing for thing in things)
