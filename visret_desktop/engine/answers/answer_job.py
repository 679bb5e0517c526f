"""From a question and the photos that a search found to an answer, photo by photo.

    photos, best first, shared out among the compared things  `question_split`, `evidence_list`
          → pixels by our own decoders                        `pictures`
          → the reader, or what it said before                `reader_session`
          → whether answers agree, where no rule knows it     `answer_judging`
          → one answer, or several side by side               `answer_aggregation`
          → a sentence                                        `answer_builder`, `answer_sentences`
          → once that is said: where the photos show it       `nearest_part`
            (what fails from here on takes nothing back)

Each `Answered` event is whole and replaces the one before. Reading stops early when the answer
holds: three photos agree and none that was read says anything else (`answer_aggregation.holds`).
Where they contradict each other, show nothing, or may each have an answer of their own, all photos
that may be are read. One that cannot be read is passed over, and the next read in its place.
"""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

from visret_desktop.engine.answers.answer_builder import (
    Together,
    best_together,
    cleaned,
    composed,
    denied,
    from_memory,
    to_be_judged,
    with_reading,
)
from visret_desktop.engine.answers.answer_judging import AnswerJudging
from visret_desktop.engine.answers.answer_sentences import ASKING_MEMORY, renumbered
from visret_desktop.engine.answers.evidence_list import EvidenceList
from visret_desktop.engine.answers.pictures import key_of
from visret_desktop.engine.answers.question_split import entities_of
from visret_desktop.engine.answers.reader_session import Look, ReaderSession
from visret_desktop.engine.answers.stored_boxes import boxes_of, counted
from visret_desktop.engine.control import NO_CONTROL, Control
from visret_desktop.engine.messages import Answered, Ask, Evidence, Finished, Message
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import Cancelled, NotOurs, PhotoUnreadable, UsageError, VisretError
from visret_desktop.library.catalog.filter_values import Detected
from visret_desktop.models.answering.answer_matching import asks_for_words, gist
from visret_desktop.models.answering.premises import Premise, premises_of
from visret_desktop.models.answering.question_kinds import kind_of
from visret_desktop.models.interfaces import Box
from visret_desktop.models.rewriting.prompts import filled, prompt_text
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.questions.catalog_question import AskedThing
from visret_desktop.questions.named_things import thing_named
from visret_desktop.questions.question_wording import wordings
from visret_desktop.retrieval.query import refuse_too_much
from visret_desktop.sentences import sentence, verbatim

_MOST_PREMISES = 3  # of a question; each is one more question to each photo
_MOST_LETTERS = 300  # of the words in a photo that a reader is given
_log = logging.getLogger(__name__)


def ask(library: Library, request: Ask, control: Control = NO_CONTROL) -> Iterator[Message]:
    """Answer `request`; yield `Answered` again and again, and `Finished` at last.

    Raises:
        UsageError: there is no question, it is too long, or a sketch is none.
        PackMissing, PackDamaged, OutOfMemory, DeviceMissing: the reader cannot be used.
        Cancelled: `control` was; at most one picture or written word later.
    """
    if not request.question.strip():
        raise UsageError(reason=sentence("There is no question. Type what you want to know."))
    refuse_too_much([request.question])
    yield from _AnswerRun(library, request, control.is_cancelled).events()


class _AnswerRun:
    """The state of one job."""

    def __init__(self, library: Library, request: Ask, cancelled: IsStopped) -> None:
        self._library, self._request, self._cancelled = library, request, cancelled
        self._question = request.question.strip()
        self._clock = StageClock()
        self._session = ReaderSession(library, request, self._clock, cancelled)
        self._is_memory = request.images == 0 or request.knowledge == "none"
        self._entities = entities_of(self._question, request.entities)
        self._together = Together()
        self._is_settled = False
        self._verdict = ""
        to_read = () if self._is_memory else self._entities
        self._evidence = EvidenceList(library, request, to_read, cancelled)
        self._judging = AnswerJudging(library, self._clock, cancelled, is_afresh=request.afresh)

    def events(self) -> Iterator[Message]:
        if self._is_memory:
            yield from self._recollect()
        else:
            yield self._answered()
            for number in self._evidence.in_turn():
                yield from self._read(number)
            yield from self._settle()
            if self._request.boxes:
                yield from self._find_boxes()
            yield from self._judge_at_last()
        self._session.learn()
        yield self._finished()

    # ---- reading ----------------------------------------------------------------------------

    def _read(self, number: int) -> Iterator[Answered]:
        """Read one picture; yield the answer before, if that takes time, and after it."""
        self._check_cancelled()
        one = self._evidence.at(number)
        question = self._entities[one.entity].question
        try:
            content_hash = self._evidence.content_of(one)
            key = key_of(content_hash, one.is_thumbnail)
            question = self._with_words(question, one, content_hash)
            reading = self._session.recalled(question, [key])
            is_cached = reading is not None
            if reading is None:
                self._evidence.change(number, state="reading")
                yield self._answered()
                looks = [partial(self._evidence.look, one)]
                reading = self._session.read(question, looks, [content_hash])
                self._forget_the_forgotten(one)
            evidence = with_reading(one, reading, is_cached)
            evidence = self._denial(one, evidence.state, key) or evidence
            self._evidence.evidence[number - 1] = evidence
            if self._judging.is_tried:
                yield from self._judge(one.entity)
        except PhotoUnreadable as error:
            line = cleaned(error.reason, 600)
            why = error.reason if line == error.reason else line
            self._evidence.pass_over(number, verbatim(why))
        yield self._answered()

    def _judge(self, entity: int) -> Iterator[Answered]:
        """Note which answers about a thing a model says agree, of those that rules cannot compare.

        What was read is shown before the model is asked.

        Raises:
            Cancelled: nobody waits any more.
        """
        thing, is_shown = self._entities[entity], False
        for pair in to_be_judged(thing, entity, self._evidence.evidence):
            is_asked = not self._judging.knows(thing.question, pair)
            if is_asked and not is_shown:
                yield self._answered()
                is_shown = True
            if self._judging.agree(thing.question, pair):
                gists = (gist(photo.said, thing.question) for photo in pair)
                self._evidence.agreed.add((thing.question, frozenset(gists)))
            if is_asked:
                self._forget_the_forgotten(*pair)

    def _judge_at_last(self) -> Iterator[Answered]:
        """Try a model for the first time and have it judge: that takes long, so it comes last."""
        if self._judging.is_tried:
            return
        for entity in range(len(self._entities)):
            yield from self._judge(entity)
        if self._evidence.agreed:
            yield self._answered()

    def _with_words(self, question: str, one: Evidence, content_hash: str) -> str:
        """Return a question for words with those that were read in a photo, as quoted data."""
        if one.is_sketch or not asks_for_words(question):
            return question
        lines = self._library.reader.inscriptions.lines(content_hash)
        words = cleaned(" / ".join(line.text for line in lines), _MOST_LETTERS)
        if not words:
            return question
        values = {"question": question, "words": words.translate(str.maketrans("“”", "''"))}
        return filled(prompt_text("reader-words", self._library.paths), values)

    @cached_property
    def _premises(self) -> tuple[Premise, ...]:
        """What is taken for granted; nothing in a comparison, whose questions are our own."""
        if len(self._entities) > 1:
            return ()
        premises = premises_of(self._question, lambda words: bool(self._named(words).conditions))
        return premises[:_MOST_PREMISES]

    def _named(self, words: str) -> AskedThing:
        """Return a thing in English words with the names that the library has for it."""
        english = next(one for one in wordings() if one.language.code == "en")
        return thing_named(words, self._library.reader.facts, english)

    def _denial(self, one: Evidence, state: str, key: str) -> Evidence | None:
        """Return evidence that denies what the question takes for granted; None: it does not.

        `state` is that in which the question left it.

        A photo that does not show it may lack a part and not show it, so it is asked for no part.
        Replies of a kind that the reader is known not to be reliable at do not count.

        Raises:
            PhotoUnreadable: the picture cannot be read now.
        """
        if one.is_sketch or state not in ("shows", "not-shown"):
            return None
        for premise in self._premises:
            is_wanted = state == "shows" or premise.claim != "yes"
            if not is_wanted or not self._may_count(premise.question):
                continue
            reading = self._session.recalled(premise.question, [key])
            if reading is None:
                looks = [partial(self._evidence.look, one)]
                hashes = [self._evidence.content_of(one)]
                reading = self._session.read(premise.question, looks, hashes)
                self._forget_the_forgotten(one)
            is_denied = reading.is_shown and premise.is_denied_by(reading.answer)
            # A reader that had to be loaded for it is known only now.
            if is_denied and reading.answer and self._may_count(premise.question):
                return denied(one, premise.question, reading.answer)
        return None

    def _may_count(self, question: str) -> bool:
        return self._session.unproved(question) in ("", "untried")

    def _forget_the_forgotten(self, *read: Evidence) -> None:
        """Keep no trace of photos whose folder was forgotten while they were read."""
        wanted = {one.content_hash for one in read if not one.is_sketch}
        if wanted - self._library.reader.rows_by_hash(list(wanted)).keys():
            self._session.forget()
            try:
                self._library.caches.answers.keep_only(self._library.reader.content_hashes())
            except (OSError, NotOurs) as error:
                _log.warning("readings of photos that were forgotten are left: %s", error)

    def _settle(self) -> Iterator[Answered]:
        """Say that nothing more is to be read one by one; then what the best photos say together.

        Those are of different moments, as many of each thing; all things need an answer.
        """
        self._is_settled = True
        settled = self._answered()
        yield settled
        shown = best_together(settled, len(self._entities), self._session.most_together)
        if not shown:
            return
        try:
            self._together = self._read_together(shown)
        except VisretError as error:
            _log.warning("photos are not read together: %s", error)
        if self._together.text:
            yield self._answered()

    def _read_together(self, shown: Sequence[Evidence]) -> Together:
        """Return what the reader says to the whole question, with several photos before it."""
        self._check_cancelled()
        things = [self._entities[one.entity].name for one in shown]
        named = (f"Photo {n}: {thing}." for n, thing in enumerate(things, 1) if thing)
        question = " ".join((*named, self._question))
        keys = [key_of(one.content_hash, one.is_thumbnail) for one in shown]
        reading = self._session.recalled(question, keys)
        if reading is None:
            looks: list[Look] = [partial(self._evidence.look, one) for one in shown]
            reading = self._session.read(question, looks, [one.content_hash for one in shown])
            self._forget_the_forgotten(*shown)
        numbers = tuple(one.n for one in shown)
        answer = renumbered(reading.answer, numbers)  # in the prompt they are photos 1, 2 …
        return Together(cleaned(answer, 600) if reading.is_shown else "", numbers)

    # ---- boxes ------------------------------------------------------------------------------

    def _find_boxes(self) -> Iterator[Answered]:
        """Look where photos show what they say; the answer was said before, and stays."""
        for one in self._evidence.shown:
            self._check_cancelled()
            question = self._entities[one.entity].question
            if stored := self._stored_boxes(one):
                self._evidence.change(one.n, boxes=stored, boxes_kind="detected")
                yield self._answered()
                continue
            try:
                content_hash = self._evidence.content_of(one)
                key = key_of(content_hash, one.is_thumbnail)
                look = partial(self._evidence.look, one)
                boxes, is_guess = self._session.boxes(question, one.said, key, look, [content_hash])
            except PhotoUnreadable:
                continue
            except VisretError as error:
                _log.warning("no boxes: %s", error)
                return
            self._forget_the_forgotten(one)
            if boxes:
                kind = "approximate" if is_guess else "read"
                self._evidence.change(one.n, boxes=boxes, boxes_kind=kind)
                yield self._answered()

    def _stored_boxes(self, one: Evidence) -> tuple[Box, ...]:
        """Return the boxes that an imported detection has of what the question counts."""
        noun = counted(self._question) if kind_of(self._question) == "count" else ""
        files = self._library.reader.detections.of(one.content_hash) if noun else []
        if not files or one.is_sketch:
            return ()
        names = {
            value.name
            for condition in self._named(noun).conditions
            for value in condition.values
            if isinstance(value, Detected)
        }
        return boxes_of(files, noun, names)

    # ---- what is said -----------------------------------------------------------------------

    def _recollect(self) -> Iterator[Answered]:
        """Ask the reader without any picture."""
        yield self._dressed(Answered(question=self._question, sentence=ASKING_MEMORY))
        self._check_cancelled()
        reading = self._session.recalled(self._question, [])
        if reading is None:
            reading = self._session.read(self._question, [], [])
        yield self._dressed(from_memory(self._question, reading))

    def _answered(self) -> Answered:
        answered = composed(
            self._question,
            self._entities,
            self._evidence.evidence,
            is_settled=self._is_settled,
            only_sketches=self._request.knowledge == "sketch",
            together=self._together,
            agreed=self._evidence.agreed,
        )
        return self._dressed(answered)

    def _dressed(self, answered: Answered) -> Answered:
        self._verdict = answered.verdict
        return replace(
            answered,
            job=self._request.job,
            unproved=self._session.unproved(self._question) if answered.answer else "",
            reader=self._session.name,
            timings=self._clock.timings(),
            expected_seconds=self._session.expected_seconds(self._unread()),
        )

    def _unread(self) -> int:
        """Return how many pictures are still to be read, if all of them are."""
        return sum(
            not self._session.knows(
                self._entities[one.entity].question, key_of(one.content_hash, one.is_thumbnail)
            )
            for one in self._evidence.open
        )

    def _finished(self) -> Finished:
        read = [
            one
            for one in self._evidence.evidence
            if one.state in ("shows", "not-shown", "unusable")
        ]
        seconds, model_seconds = self._clock.seconds(), self._clock.model_seconds()
        figures = {
            "reader": self._session.name,
            "verdict": self._verdict,
            "photos_read": sum(not one.is_sketch for one in read),
            "sketches_read": sum(one.is_sketch for one in read),
            "from_cache": self._session.from_cache,
            "reader_calls": self._session.calls,
            "stages": self._clock.timings(),
            "seconds": round(seconds, 5),
            "model_seconds": round(model_seconds, 5),
            "overhead_seconds": round(max(0.0, seconds - model_seconds), 5),
        }
        return Finished(self._request.job, figures)

    # ---- state ------------------------------------------------------------------------------

    def _check_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled
