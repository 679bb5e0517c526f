"""What is asked, and of which photos: the things of a comparison, and the share of each."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from visret_desktop.engine.messages import AskedPhoto
from visret_desktop.models.answering.answer_matching import gist
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.rule_based_rewriter import own_words

_ARTICLE = re.compile(r"\A(?:the|an?) ", re.IGNORECASE)


@dataclass(frozen=True)
class ComparedEntity:
    """What photos are asked about: the whole question, or one of the things that it compares."""

    question: str  # as a reader is asked
    name: str = ""  # in a comparison


def entities_of(question: str, entities: Sequence[str]) -> tuple[ComparedEntity, ...]:
    """Return what to ask photos: the question, or in a comparison one thing after the other.

    No single photo answers a comparison, so it is asked to describe the thing that it was found
    for, in the question's own words if it is plain which belong to which thing.
    """
    if len(entities) < 2:
        return (ComparedEntity(question),)
    parts = _matched(own_words(question, Family.COMPARISON), entities) or entities
    return tuple(
        ComparedEntity(f"describe {part}", _ARTICLE.sub("", part.strip())) for part in parts
    )


def _matched(parts: Sequence[str], entities: Sequence[str]) -> list[str]:
    """Return the parts of a question in the order of the entities; none if that is not plain.

    A part belongs to the one entity that has any of the words that no other part has.
    """
    words = [gist(part).words for part in parts]
    own = [mine.difference(*words[:n], *words[n + 1 :]) for n, mine in enumerate(words)]
    matches = [[n for n, mine in enumerate(own) if mine & gist(one).words] for one in entities]
    is_one_to_one = sorted(matches) == [[n] for n in range(len(parts))]
    return [parts[n] for (n,) in matches] if is_one_to_one else []


def queues(photos: Sequence[AskedPhoto], things: int) -> list[list[str]]:
    """Return for each thing the content hashes to read, best first, each once.

    Photos that were found for none in particular are read for things that have none of their own.
    """
    if things == 1:
        return [list(dict.fromkeys(photo.content_hash for photo in photos))]
    of_none = [photo.content_hash for photo in photos if not 0 <= photo.entity < things]
    queues_of_things: list[list[str]] = []
    for number in range(things):
        own = [photo.content_hash for photo in photos if photo.entity == number]
        queues_of_things.append(list(dict.fromkeys(own or of_none)))
    return queues_of_things


def shares(images: int, things: int) -> list[int]:
    """Return how many photos each thing may have: the same, first ones one more, at least one."""
    each, more = divmod(images, things)
    return [max(1, each + (number < more)) for number in range(things)]
