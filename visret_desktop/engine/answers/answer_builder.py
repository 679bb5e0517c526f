"""From what was read so far to the answer that is shown: whole each time, by pure functions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from visret_desktop.engine.answers import answer_sentences
from visret_desktop.engine.answers.answer_aggregation import (
    NOTHING_AGREED,
    Agreed,
    Told,
    are_alike,
    combine,
    deciding,
    holds,
    may_differ,
    same,
    undecided,
)
from visret_desktop.engine.answers.answer_sentences import AnswerPart
from visret_desktop.engine.answers.question_split import ComparedEntity
from visret_desktop.engine.messages import Answered, Evidence, Said
from visret_desktop.models.answering.answer_matching import gist
from visret_desktop.models.answering.question_kinds import kind_of
from visret_desktop.models.answering.reader_regions import MOST_BOXES
from visret_desktop.models.interfaces import Reading
from visret_desktop.sentences import Sentence, joined, sentence, verbatim, visible

_MOST_LETTERS = 600  # of an answer; what goes on longer is none
_MOST_REASONING = 6000
_TOLD = ("shows", "not-shown")
_OPEN = ("waiting", "reading")
_NOTHING_USABLE = sentence("The reader said nothing that can be used.")
Source = Literal["", "photos", "sketch", "photos and sketch", "memory"]
_SOURCES: dict[tuple[bool, bool], Source] = {
    (True, False): "photos",
    (False, True): "sketch",
    (True, True): "photos and sketch",
    (False, False): "",
}


def with_reading(evidence: Evidence, reading: Reading, is_cached: bool) -> Evidence:
    """Return what a picture says, once it was read."""
    answer = cleaned(reading.answer, _MOST_LETTERS)
    reasoning = cleaned(reading.reasoning, _MOST_REASONING)
    known = replace(evidence, reasoning=reasoning, note=verbatim(reading.note), is_cached=is_cached)
    if not reading.is_shown:
        return replace(known, state="not-shown")
    if not any(letter.isalnum() for letter in answer):  # also where it says "[]"
        return replace(known, state="unusable", note=verbatim(reading.note or _NOTHING_USABLE))
    return replace(known, state="shows", said=answer)


def denied(evidence: Evidence, question: str, reply: str) -> Evidence:
    """Return evidence of a photo that denies what was taken for granted, when asked for that."""
    note = verbatim(f"“{question}” {answer_sentences.sentence_of(cleaned(reply, _MOST_LETTERS))}")
    return replace(evidence, state="not-shown", note=note)


def cleaned(text: str, most: int) -> str:
    """Return what a model wrote on one line, without what controls a terminal, and not endless."""
    line = visible(" ".join(text.split()))
    return line if len(line) <= most else line[: most - 1] + "…"


def is_enough(
    thing: ComparedEntity,
    entity: int,
    evidence: Sequence[Evidence],
    agreed: Agreed = NOTHING_AGREED,
) -> bool:
    """Tell whether no further photo about a thing needs to be read."""
    return holds(thing.question, _told(evidence, entity, is_sketch=False), agreed)


def to_be_judged(
    thing: ComparedEntity, entity: int, evidence: Sequence[Evidence]
) -> list[tuple[Evidence, Evidence]]:
    """Return pairs of photos of a thing whose answers nothing but a model can compare."""
    pairs = undecided(thing.question, _told(evidence, entity, is_sketch=False))
    return [(evidence[one.n - 1], evidence[other.n - 1]) for one, other in pairs]


@dataclass(frozen=True)
class Together:
    """What a reader says to the whole question with these photos in one prompt; "": nothing."""

    text: str = ""
    photos: tuple[int, ...] = ()


def best_together(answered: Answered, things: int, most: int) -> list[Evidence]:
    """Return the photos to be read in one prompt of at most `most`; often none.

    They are the first of each moment that shows it, as many of each of the things, of which each
    needs an answer. Of one thing there are several, and each photo may not have its own answer.
    """
    each = most // things
    verdicts = ("answer", "disagree") if things == 1 else ("answer",)
    if answered.verdict not in verdicts or (things == 1 and may_differ(answered.question)):
        return []
    shown = [one for one in answered.evidence if one.state == "shows" and not one.is_sketch]
    if things > 1:
        shown = [one for one in shown if one.decides]
    moments = {(one.entity, one.moment): one for one in reversed(shown)}
    first = sorted(moments.values(), key=lambda one: one.n)
    own = [[one for one in first if one.entity == entity] for entity in range(things)]
    count = min(each, *map(len, own))
    return [one for photos in own for one in photos[:count]] if count * things > 1 else []


@dataclass(frozen=True)
class _Known:
    """What is known of one thing: from photos if they show it, else from sketches."""

    photos: AnswerPart
    sketches: AnswerPart

    @property
    def best(self) -> AnswerPart:
        """The part that the answer is from."""
        if self.photos.found.groups or not self.sketches.found.groups:
            return self.photos
        return self.sketches


def composed(
    request_question: str,
    entities: Sequence[ComparedEntity],
    evidence: Sequence[Evidence],
    *,
    is_settled: bool,
    only_sketches: bool = False,
    together: Together = Together(),
    agreed: Agreed = NOTHING_AGREED,
) -> Answered:
    """Return the answer that evidence gives, without number, reader and times.

    `only_sketches`: no photo is to be read. `together` is the answer of a comparison where each
    thing has one. Of one thing, what photos say one by one counts, and what they say together
    only stands beside it where that is something else.
    """
    only_sketches = only_sketches or (bool(evidence) and all(one.is_sketch for one in evidence))
    known = [_known(one, n, evidence, only_sketches, agreed) for n, one in enumerate(entities)]
    parts = [one.best for one in known]
    verdict = _verdict(parts)
    joint = together.text if verdict == "answer" and len(entities) > 1 else ""
    miscounted = _miscounted(request_question, evidence)
    differs = len(entities) == 1 and _differs(request_question, together, parts[0])
    if not is_settled and verdict in ("not-shown", "unknown"):
        verdict = "reading"
    if verdict == "reading" and not any(part.found.groups for part in parts):
        text = _so_far(evidence, only_sketches)
    elif len(entities) > 1:
        text = answer_sentences.of_several(parts, _are_same(request_question, entities, parts))
        text = joined([answer_sentences.sentence_of(joint), text]) if joint else text
    else:
        nothing = answer_sentences.NO_SKETCH if only_sketches else answer_sentences.NO_PHOTO
        text = _of_one(entities[0].question, known[0]) if evidence else nothing
        if verdict == "not-shown" and (denying := _denying(evidence)):
            text = joined([text, *map(answer_sentences.denial, denying)])
    if miscounted:
        text = joined([text, answer_sentences.other_boxes(miscounted[0])])
    if differs:
        text = joined([text, answer_sentences.together(together.text, together.photos)])
    answered = Answered(
        question=request_question,
        answer=_answer(parts, joint) if verdict == "answer" else "",
        verdict=verdict,
        source=_source(request_question, known),
        sentence=text,
        entities=tuple(thing.name for thing in entities if thing.name),
        said=_said(known),
        evidence=_marked(entities, parts, evidence, agreed) if is_settled else tuple(evidence),
        is_doubted=bool(miscounted) or differs,
        witnesses=_witnesses(parts, together.photos if joint else ()) if verdict == "answer" else 0,
        is_settled=is_settled,
    )
    return replace(answered, reasoning=_reasoning(answered))


def from_memory(question: str, reading: Reading) -> Answered:
    """Return the answer that a reader gives without looking at anything."""
    answer = cleaned(reading.answer, _MOST_LETTERS) if reading.is_shown else ""
    return Answered(
        question=question,
        answer=answer_sentences.plain(answer),
        verdict="answer" if answer else "unknown",
        source="memory" if answer else "",
        sentence=answer_sentences.from_memory(answer),
        reasoning=cleaned(reading.reasoning, _MOST_REASONING),
        said=(Said(answer),) if answer else (),
        is_settled=True,
    )


# ---- parts ----------------------------------------------------------------------------------


def _told(evidence: Sequence[Evidence], entity: int, *, is_sketch: bool) -> list[Told]:
    return [
        Told(one.n, one.said, one.moment)
        for one in evidence
        if one.entity == entity and one.is_sketch == is_sketch and one.state in _TOLD
    ]


def _known(
    thing: ComparedEntity,
    entity: int,
    evidence: Sequence[Evidence],
    only_sketches: bool,
    agreed: Agreed,
) -> _Known:
    photos, sketches = (
        _part(thing, entity, evidence, is_sketch, agreed) for is_sketch in (False, True)
    )
    own = [one.is_sketch for one in evidence if one.entity == entity]
    has_only_sketches = all(own) if own else only_sketches
    return _Known(sketches if has_only_sketches else photos, sketches)


def _part(
    thing: ComparedEntity,
    entity: int,
    evidence: Sequence[Evidence],
    is_sketch: bool,
    agreed: Agreed,
) -> AnswerPart:
    own = [one for one in evidence if one.entity == entity and one.is_sketch == is_sketch]
    return AnswerPart(
        combine(thing.question, _told(evidence, entity, is_sketch=is_sketch), agreed),
        sum(one.state in _TOLD for one in own),
        thing.name,
        is_sketch,
        may_differ(thing.question),
        left=sum(one.state in _OPEN for one in own),
        unusable=sum(one.state == "unusable" for one in own),
        has_any=bool(own),
    )


def _verdict(
    parts: Sequence[AnswerPart],
) -> Literal["reading", "answer", "disagree", "not-shown", "unknown"]:
    """Return that of all parts: of a comparison each has to be answered."""
    verdicts = {part.found.verdict for part in parts}
    for one in ("disagree", "unknown", "not-shown"):
        if one in verdicts:
            return one
    return "answer"


def _answer(parts: Sequence[AnswerPart], joint: str) -> str:
    if joint or len(parts) == 1:
        return answer_sentences.plain(joint or parts[0].found.answer)
    return "; ".join(f"{part.name}: {answer_sentences.plain(part.found.answer)}" for part in parts)


def _differs(question: str, together: Together, part: AnswerPart) -> bool:
    """Tell whether photos of one thing say together what they do not say one by one."""
    if not together.text:
        return False
    return not part.found.answer or not same(question, (part.found.answer, together.text))


def _witnesses(parts: Sequence[AnswerPart], joint: Sequence[int]) -> int:
    """Return how many moments of each thing say it; a sketch shows none.

    `joint` has the photos of an answer to all things at once, as many of each.
    """
    moments = [0 if part.is_sketch else part.found.groups[0].witnesses for part in parts]
    return min(*moments, len(joint) // len(parts)) if joint else min(moments)


def _source(question: str, known: Sequence[_Known]) -> Source:
    """Return where the answer is from; sketches beside photos count where they say the same."""
    by_photos = any(one.best.found.groups and not one.best.is_sketch for one in known)
    by_sketch = any(one.best.found.groups and one.best.is_sketch for one in known)
    agrees = len(known) == 1 and not by_sketch and _is_same_beside(question, known[0])
    return _SOURCES[by_photos, by_sketch or (by_photos and agrees)]


def _is_same_beside(question: str, known: _Known) -> bool:
    """Tell whether sketches say to a question exactly what photos say."""
    photos, sketches = known.photos.found, known.sketches.found
    if known.photos.is_sketch or photos.verdict != "answer" or len(sketches.groups) != 1:
        return False
    return same(question, (photos.answer, sketches.groups[0].text))


def _are_same(
    question: str, entities: Sequence[ComparedEntity], parts: Sequence[AnswerPart]
) -> bool | None:
    """Tell whether all things have the same answer; None: that is not plain."""
    if not all(part.found.verdict == "answer" and len(part.found.groups) == 1 for part in parts):
        return None
    asked = " ".join((question, *(thing.question for thing in entities)))
    return are_alike(asked, [part.found.answer for part in parts])


def _said(known: Sequence[_Known]) -> tuple[Said, ...]:
    return tuple(
        Said(group.text, entity, group.photos, group.witnesses)
        for entity, one in enumerate(known)
        for part in ((one.photos,) if one.photos.is_sketch else (one.photos, one.sketches))
        for group in part.found.groups
    )


def _marked(
    entities: Sequence[ComparedEntity],
    parts: Sequence[AnswerPart],
    evidence: Sequence[Evidence],
    agreed: Agreed,
) -> tuple[Evidence, ...]:
    """Return evidence in which those that decide are marked."""
    marked: set[int] = set()
    for number, (thing, part) in enumerate(zip(entities, parts, strict=True)):
        readings = _told(evidence, number, is_sketch=part.is_sketch)
        marked.update(deciding(thing.question, readings, agreed))
    return tuple(replace(one, decides=one.n in marked) for one in evidence)


def _reasoning(answered: Answered) -> str:
    """Return what led the best photo to the answer."""
    numbers = next((one.photos for one in answered.said), ())
    by_number = {one.n: one.reasoning for one in answered.evidence}
    return next((by_number[n] for n in numbers if by_number.get(n)), "")


# ---- sentences ------------------------------------------------------------------------------


def _miscounted(question: str, evidence: Sequence[Evidence]) -> list[Evidence]:
    """Return photos of which a reader says another number than they have boxes."""
    if kind_of(question) != "count":
        return []
    photos = (one for one in evidence if one.state in _TOLD and not one.is_sketch)
    return [
        one
        for one in photos
        if one.boxes_kind in ("read", "detected")
        and (amount := gist(one.said, question).amount) is not None
        and (len(one.boxes) < MOST_BOXES or one.boxes_kind != "read")
        and not amount.low <= len(one.boxes) <= amount.high
    ]


def _denying(evidence: Sequence[Evidence]) -> list[Evidence]:
    """Return the first photo that denies what the question takes for granted, if one does."""
    return [one for one in evidence if one.state == "not-shown" and one.note][:1]


def _so_far(evidence: Sequence[Evidence], only_sketches: bool) -> Sentence:
    settled = [one for one in evidence if one.state in _TOLD]
    left = [one for one in evidence if one.state in _OPEN]
    if settled and left and not only_sketches:
        return answer_sentences.nothing_yet(len(settled), len(left))
    return answer_sentences.waiting(max(1, len(left)), only_sketches)


def _of_one(question: str, known: _Known) -> Sentence:
    of_photos = answer_sentences.of_one(known.photos)
    if known.photos.is_sketch:
        return of_photos
    if known.best.is_sketch:
        return joined([answer_sentences.of_one(known.sketches), of_photos])
    is_same = _is_same_beside(question, known)
    return answer_sentences.beside_sketches(of_photos, known.sketches, is_same)
