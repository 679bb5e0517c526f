"""The sentences that an answer is shown as: all of them are written here.

`subject` stands for what was read: photos, or sketches, which are always called so.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from visret_desktop.engine.answers.answer_aggregation import Combined, Group
from visret_desktop.engine.messages import Evidence
from visret_desktop.sentences import Sentence, form, joined, sentence

_LONGEST_TO_BE_FOLLOWED = 12  # words; a longer answer is a sentence of its own
_NUMBER = re.compile(r"\d+")
_NUMBERED = re.compile(
    r"\b(?:photo|picture|image)(?: \d{1,3}|s \d{1,3}(?:(?:,|,? and|,? or| &) \d{1,3})*)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class AnswerPart:
    """What was found out about one thing, from so many photos (or sketches) read that told it."""

    found: Combined
    read: int
    name: str = ""  # of the thing, in a comparison
    is_sketch: bool = False
    may_differ: bool = False
    left: int = 0  # photos that may still be read
    unusable: int = 0  # photos read of which the reader said nothing that can be used
    has_any: bool = True  # whether there was a photo to read


@dataclass(frozen=True)
class _Forms:
    """What is said where nothing was shown, used or read, and where answers differ."""

    one_does_not: str
    one_does_not_and: str
    none_does: str
    none_does_and: str
    one_unusable: str
    some_unusable: str
    unreadable: str
    not_found: str


_OF_PHOTOS = _Forms(
    form("The photo read does not show it."),
    form("The photo read does not show it; {unusable}."),
    form("None of the {read} photos read shows it."),
    form("None of the {read} photos read shows it; {unusable}."),
    form("What the reader says of the photo cannot be used."),
    form("What the reader says of the photos cannot be used."),
    form("No photo could be read."),
    form("No photo of it was found."),
)
_OF_SKETCHES = _Forms(
    form("The sketch read does not show it."),
    form("The sketch read does not show it; {unusable}."),
    form("None of the {read} sketches read shows it."),
    form("None of the {read} sketches read shows it; {unusable}."),
    form("What the reader says of the sketch cannot be used."),
    form("What the reader says of the sketches cannot be used."),
    form("No sketch could be read."),
    form("No sketch of it was found."),
)
_OF_PHOTOS_OF = _Forms(
    form("{name}: the photo read does not show it."),
    form("{name}: the photo read does not show it; {unusable}."),
    form("{name}: none of the {read} photos read shows it."),
    form("{name}: none of the {read} photos read shows it; {unusable}."),
    form("{name}: what the reader says of the photo cannot be used."),
    form("{name}: what the reader says of the photos cannot be used."),
    form("{name}: no photo could be read."),
    form("{name}: no photo of it was found."),
)
_OF_SKETCHES_OF = _Forms(
    form("{name}: the sketch read does not show it."),
    form("{name}: the sketch read does not show it; {unusable}."),
    form("{name}: none of the {read} sketches read shows it."),
    form("{name}: none of the {read} sketches read shows it; {unusable}."),
    form("{name}: what the reader says of the sketch cannot be used."),
    form("{name}: what the reader says of the sketches cannot be used."),
    form("{name}: no sketch could be read."),
    form("{name}: no sketch of it was found."),
)


def numbers(photos: Sequence[int]) -> Sentence:
    """Return '1', '1 and 3', '1, 3 and 4'."""
    *first, last = photos
    if not first:
        return joined([last])
    return sentence("{first} and {last}", first=", ".join(map(str, first)), last=last)


def plain(text: str) -> str:
    """Return an answer without the end of a sentence, to be put into ours."""
    return text.strip().rstrip(".").strip()


def sentence_of(text: str) -> str:
    """Return an answer as a sentence of its own."""
    return f"{_capital(plain(text))}."


def renumbered(text: str, photos: Sequence[int]) -> str:
    """Return what a reader said of photos 1, 2 … of its prompt with the numbers that people see.

    `photos` has those numbers in the order of the prompt.
    """

    def number(match: re.Match[str]) -> str:
        n = int(match[0])
        return str(photos[n - 1]) if 1 <= n <= len(photos) else match[0]

    return _NUMBERED.sub(lambda match: _NUMBER.sub(number, match[0]), text)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- one thing ------------------------------------------------------------------------------


def waiting(count: int, is_sketch: bool = False) -> Sentence:
    """Return what to say before anything was read."""
    if is_sketch:
        several = form("Reading {count} sketches …")
        return Sentence(several if count > 1 else form("Reading 1 sketch …"), {"count": count})
    several = form("Reading {count} photos …")
    return Sentence(several if count > 1 else form("Reading 1 photo …"), {"count": count})


def nothing_yet(read: int, left: int) -> Sentence:
    """Return what to say while no photo that was read shows it, and more are to be read."""
    if read == 1:
        return sentence("The first photo does not show it; reading {left} more …", left=left)
    return sentence(
        "The first {read} photos do not show it; reading {left} more …", read=read, left=left
    )


def of_one(part: AnswerPart) -> Sentence:
    """Return the sentence about a single question that photos answered."""
    if part.is_sketch:
        return _of_sketches(part)
    answer = part.found
    if answer.verdict == "answer":
        return joined([_with_places(answer.groups), *_of_few_moments(answer.groups[0], part)])
    if answer.verdict == "disagree":
        answers = _listed(answer.groups)
        if part.may_differ:
            return sentence("The photos differ: {answers}.", answers=answers)
        return sentence("The photos disagree: {answers}.", answers=answers)
    return _not_there(part, _OF_PHOTOS)


def _of_sketches(part: AnswerPart) -> Sentence:
    groups = part.found.groups
    if not groups:
        return _not_there(part, _OF_SKETCHES)
    common = plain(groups[0].text) if len(groups) == 1 else _listed(groups)
    if sum(len(group.photos) for group in groups) > 1:
        return sentence("From sketches, not from photos: {said}.", said=common)
    return sentence("From a sketch, not from photos: {said}.", said=common)


def _with_places(groups: Sequence[Group]) -> Sentence:
    first, *others = groups
    text, several = plain(first.text), len(first.photos) > 1
    values = {"answer": _capital(text), "photos": numbers(first.photos), "others": _but(others)}
    if len(text.split()) > _LONGEST_TO_BE_FOLLOWED:
        one = form("{answer}. That is from photo {photos}.")
        many = form("{answer}. That is from photos {photos}.")
        if others:
            one = form("{answer}. That is from photo {photos}; but {others}.")
            many = form("{answer}. That is from photos {photos}; but {others}.")
    else:
        one, many = form("{answer}, in photo {photos}."), form("{answer}, in photos {photos}.")
        if others:
            one = form("{answer}, in photo {photos}; but {others}.")
            many = form("{answer}, in photos {photos}; but {others}.")
    return Sentence(many if several else one, values)


def _of_few_moments(group: Group, part: AnswerPart) -> Iterator[Sentence]:
    """Say that there is one witness and no photo left, or fewer witnesses than photos."""
    if group.witnesses == 1 and part.read == 1 and not part.left:
        yield sentence("Only one photo was read.")
    elif group.witnesses == 1 and not part.left:
        yield sentence("Only one moment shows it.")
    elif 1 < group.witnesses < len(group.photos):
        yield sentence("These photos show {count} moments.", count=group.witnesses)


def _but(groups: Sequence[Group]) -> Sentence:
    """Return what other photos say; "" if there are none."""
    if not groups:
        return joined([])
    first, *others = groups
    one, many = form("{answer} in photo {photos}"), form("{answer} in photos {photos}")
    if others:
        one = form("{answer} in photo {photos}; but {others}")
        many = form("{answer} in photos {photos}; but {others}")
    return Sentence(
        many if len(first.photos) > 1 else one,
        {"answer": plain(first.text), "photos": numbers(first.photos), "others": _but(others)},
    )


def _listed(groups: Sequence[Group]) -> str:
    return ", ".join(f"{plain(one.text)} ({', '.join(map(str, one.photos))})" for one in groups)


def _not_there(part: AnswerPart, forms: _Forms) -> Sentence:
    """Say that nothing was shown, used or read."""
    values: dict[str, object] = {"name": _capital(part.name), "read": part.read}
    if part.found.verdict == "not-shown":
        template = forms.one_does_not if part.read == 1 else forms.none_does
        if part.unusable:
            template = forms.one_does_not_and if part.read == 1 else forms.none_does_and
            values["unusable"] = sentence(
                "what the reader says of {count} more cannot be used", count=part.unusable
            )
    elif part.unusable:
        template = forms.some_unusable if part.unusable > 1 else forms.one_unusable
    else:
        template = forms.unreadable if part.has_any else forms.not_found
    return Sentence(template, values)


def beside_sketches(photos: Sentence, sketches: AnswerPart, is_same: bool) -> Sentence:
    """Return the sentence about photos followed by what sketches say to an answered question."""
    groups = sketches.found.groups
    if not groups:
        return photos
    read = [n for group in groups for n in group.photos]
    answers = plain(groups[0].text) if len(groups) == 1 else _listed(groups)
    if is_same:
        one, many = (
            form("Sketch {sketches} says so, too."),
            form("Sketches {sketches} say so, too."),
        )
    else:
        one = form("Sketch {sketches} says otherwise: {said}.")
        many = form("Sketches {sketches} say otherwise: {said}.")
    values = {"sketches": numbers(read), "said": answers}
    return joined([photos, Sentence(many if len(read) > 1 else one, values)])


def other_boxes(photo: Evidence) -> Sentence:
    """Say how many boxes a photo has, where a reader says another number."""
    drawn = (
        form("In photo {n} the reader drew 1 box."),
        form("In photo {n} the reader drew {count} boxes."),
    )
    detected = (
        form("In photo {n} a detector drew 1 box."),
        form("In photo {n} a detector drew {count} boxes."),
    )
    forms, count = detected if photo.boxes_kind == "detected" else drawn, len(photo.boxes)
    return Sentence(forms[count > 1], {"n": photo.n, "count": count})


def together(text: str, photos: Sequence[int]) -> Sentence:
    """Say what a reader says of photos that it sees together."""
    return sentence(
        "Read together, photos {photos} say: {answer}.", photos=numbers(photos), answer=plain(text)
    )


def denial(one: Evidence) -> Sentence:
    """Say which photo denies what a question takes for granted, and how."""
    return sentence(
        "Photo {n} denies what the question takes for granted: {reply}", n=one.n, reply=one.note
    )


# ---- several things -------------------------------------------------------------------------


def of_several(parts: Sequence[AnswerPart], are_same: bool | None) -> Sentence:
    """Return the sentences of a comparison; `are_same`: None where that cannot be told."""
    sentences = [_of_thing(part) for part in parts]
    if are_same is not None:
        sentences.append(sentence("They are the same.") if are_same else sentence("They differ."))
    return joined([*sentences, *_of_thin(parts)])


def _of_thin(parts: Sequence[AnswerPart]) -> Iterator[Sentence]:
    """Say which things have one witness, once all are answered and none is read any more."""
    if any(part.left or not part.found.answer for part in parts):
        return
    thin = [one for one in parts if one.found.groups[0].witnesses == 1 and not one.is_sketch]
    if len(thin) == len(parts) and all(one.read == 1 for one in thin):
        yield sentence("Only one photo of each was read.")
    elif len(thin) == len(parts) and all(one.read > 1 for one in thin):
        yield sentence("Only one moment shows each of them.")
    else:
        read_once = form("Only one photo of “{name}” was read.")
        shown_once = form("Only one moment shows “{name}”.")
        for one in thin:
            yield Sentence(read_once if one.read == 1 else shown_once, {"name": one.name})


def _of_thing(part: AnswerPart) -> Sentence:
    answer, name = part.found, _capital(part.name)
    if answer.verdict == "answer":
        return _of_answered(part, name)
    if answer.verdict == "disagree":
        if part.is_sketch:
            differ = form("{name}: the sketches differ, {answers}.")
            disagree = form("{name}: the sketches disagree, {answers}.")
        else:
            differ = form("{name}: the photos differ, {answers}.")
            disagree = form("{name}: the photos disagree, {answers}.")
        values = {"name": name, "answers": _listed(answer.groups)}
        return Sentence(differ if part.may_differ else disagree, values)
    if part.left:
        return sentence("{name}: being read …", name=name)
    return _not_there(part, _OF_SKETCHES_OF if part.is_sketch else _OF_PHOTOS_OF)


def _of_answered(part: AnswerPart, name: str) -> Sentence:
    first, *others = part.found.groups
    if part.is_sketch:
        one = form("{name}: {answer} (sketch {read}).")
        many = form("{name}: {answer} (sketches {read}).")
        if others:
            one = form("{name}: {answer} (sketch {read}); but {others}.")
            many = form("{name}: {answer} (sketches {read}); but {others}.")
    else:
        one = form("{name}: {answer} (photo {read}).")
        many = form("{name}: {answer} (photos {read}).")
        if others:
            one = form("{name}: {answer} (photo {read}); but {others}.")
            many = form("{name}: {answer} (photos {read}); but {others}.")
    return Sentence(
        many if len(first.photos) > 1 else one,
        {
            "name": name,
            "answer": plain(first.text),
            "read": numbers(first.photos),
            "others": _but(others),
        },
    )


# ---- without photos -------------------------------------------------------------------------


def from_memory(answer: str) -> Sentence:
    """Return the sentence about what the reader says without having looked at anything."""
    if not answer:
        return sentence("Without photos the reader has no answer.")
    return sentence("From the reader's memory, not from photos: {answer}.", answer=plain(answer))


NO_PHOTO = sentence("There is no photo to read.")
NO_SKETCH = sentence("There is no sketch to read.")
ASKING_MEMORY = sentence("Asking the reader's memory, without photos …")
