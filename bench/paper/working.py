"""Do what is not in the ledger yet: rewrite, rank, answer, judge; each model loaded once."""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, TypeVar

from bench.paper import prompts
from bench.paper.doing import (
    ANSWER_WORDS,
    Do,
    answering,
    judging,
    ranking,
    rewriting,
)
from bench.paper.ledger import Cost, Entry, Kind, Ledger, key_of
from bench.paper.questions import Asked, Material, Question
from bench.paper.setup import (
    ANSWERED,
    DAMPING,
    MOST_IMAGES,
    Answering,
    Setup,
    Way,
)
from visret_desktop.engine.answers.question_split import shares
from visret_desktop.engine.messages import Message, Notice, Progress
from visret_desktop.engine.models.loaded_models import LoadedModels
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import Rate
from visret_desktop.errors import OutOfMemory, PhotoUnreadable, UsageError
from visret_desktop.judging.corpus import index
from visret_desktop.models.answering.llama_reader import FAILURES
from visret_desktop.models.answering.reader_answers import UnusableAnswer
from visret_desktop.packs.manifest import Pack
from visret_desktop.processes import malloc_tuning
from visret_desktop.roles import Role
from visret_desktop.sentences import verbatim
from visret_desktop.settings import Settings

Json = dict[str, Any]
Item = TypeVar("Item")
Items = Sequence[tuple[str, Item]]  # with their keys; "" while nobody knows it
_REPLY_TOKENS = 160  # of an instruction, or of a score with its reason
_ROOM_MB = 100_000  # no sketch is dropped before the run is over
_FAULTS = (*FAILURES, UnusableAnswer, UsageError, PhotoUnreadable, OutOfMemory)


@dataclass
class Work:
    """One run over a ledger. The steps build on each other, in the order of the methods."""

    setup: Setup
    settings: Settings
    material: Material
    packs: Mapping[str, Pack]
    ledger: Ledger
    costs: list[Cost] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.settings = replace(
            self.settings,
            second_encoder="",
            encoder_precision="fp32",
            drawing="diffusers",
            rrf_k=DAMPING,
            sketch_pixels=(),
            sketch_cache_mb=_ROOM_MB,
            pictures_enabled=True,
        )

    def run(self) -> Iterator[Message]:
        """Do all that is left; with `only_looks` only count it."""
        yield from self.rewrite()
        yield from self.rank()
        yield from self.answer()
        yield from self.judge()

    # ---- queries to instructions ----------------------------------------------------------------

    def instruction(self, rewriter: str, asked: Asked) -> str | None:
        """Return the instruction that a rewriter made, None if it has not yet."""
        found = self.ledger.value(self._rewrite_key(rewriter, asked))
        return None if found is None else str(found["instruction"])

    def rewrite(self) -> Iterator[Message]:
        """Ask each rewriter about all that it is wanted for."""
        for rewriter in self.setup.rewriters:
            wanted = [
                asked
                for data_set, questions in self.material.questions.items()
                if any(way.rewriter == rewriter for way in self.setup.all_ways(data_set))
                for question in questions
                for asked in question.things
                if asked.is_measurable
            ]
            items = [(self._rewrite_key(rewriter, asked), asked) for asked in wanted]
            opened = partial(self._rewriting, rewriter)
            yield from self._each("rewrite", rewriter, items, opened)

    def _rewriting(self, rewriter: str) -> Do[Asked]:
        return rewriting(self._open(Role.REWRITER, rewriter))

    def _rewrite_key(self, rewriter: str, asked: Asked) -> str:
        return key_of("rewrite", self._model(rewriter), prompts.to_rewrite(asked))

    # ---- rankings -------------------------------------------------------------------------------

    def ranking(self, way: Way, asked: Asked) -> Json | None:
        """Return a ranking, None if it has not been made yet.

        It has the number of `relevant` images, their `ranks`, how many are `ranked`, and for
        readers the content hashes of the `first` ones and the files of the `sketches`.
        """
        key = self._rank_key(way, asked)
        return self.ledger.value(key) if key else None

    def rank(self) -> Iterator[Message]:
        """Rank the images of each query in each way, one encoder and visualizer after the other."""
        for encoder in self.setup.encoders:
            for visualizer in ("", *self.setup.visualizers):
                wanted = [
                    (way, asked)
                    for data_set, questions in self.material.questions.items()
                    for way in self.setup.all_ways(data_set)
                    if (way.encoder, way.visualizer) == (encoder, visualizer)
                    for question in questions
                    for asked in question.things
                    if asked.is_measurable
                ]
                items = [(self._rank_key(*item), item) for item in wanted]
                yield from self._ranked(encoder, visualizer, items)

    def _ranked(
        self, encoder: str, visualizer: str, items: Items[tuple[Way, Asked]]
    ) -> Iterator[Message]:
        model = f"{encoder}, {visualizer}" if visualizer else encoder
        if not self._left(items):
            self._count("rank", model, items)
            return
        with self._library(encoder, visualizer) as library:
            yield from index(library, self.material.corpus)
            yield from self._each("rank", model, items, partial(self._ranking, library))

    def _ranking(self, library: Library) -> Do[tuple[Way, Asked]]:
        return ranking(library, self.material.corpus, self.instruction)

    def _rank_key(self, way: Way, asked: Asked) -> str:
        """Return what names a ranking, "" while its instruction is not known."""
        text: str | None = asked.query.text
        if way.rewriter:
            text = self.instruction(way.rewriter, asked)
        models = [self._model(name) for name in (way.encoder, way.visualizer) if name]
        return key_of("rank", way.strategy, models, text, asked.images) if text else ""

    # ---- answers --------------------------------------------------------------------------------

    def said(self, one: Answering, question: Question) -> str | None:
        """Return what was answered, None if nothing was yet."""
        key = self._answer_key(one, question)
        found = self.ledger.value(key) if key else None
        return None if found is None else str(found["answer"])

    def answer(self) -> Iterator[Message]:
        """Let each reader answer all questions from all that it is to answer from."""
        for reader in self.setup.readers:
            wanted = [
                (one, question)
                for data_set in self._answered()
                for one in self.setup.all_answerings(data_set)
                if one.reader == reader
                for question in self.questions(data_set)
            ]
            items = [(self._answer_key(*item), item) for item in wanted]
            if not self._left(items):
                self._count("answer", reader, items)
                continue
            with self._library(self.setup.encoders[0], "") as library:
                opened = partial(self._answering, reader, library)
                yield from self._each("answer", reader, items, opened)

    def _answering(self, reader: str, library: Library) -> Do[tuple[Answering, Question]]:
        model = self._open(Role.READER, reader, pictures=MOST_IMAGES, words=ANSWER_WORDS)
        return answering(model, library, self._images)

    def questions(self, data_set: str) -> list[Question]:
        """Return the questions of a data set that can be answered and judged."""
        own = self.material.questions.get(data_set, ())
        return [one for one in own if one.is_measurable and one.things[0].query.answers]

    def _answered(self) -> list[str]:
        return [name for name in ANSWERED if name in self.material.questions]

    def _images(self, one: Answering, question: Question) -> list[list[str]] | None:
        """Return what is looked at for each thing: photos by hash, sketches by file name.

        None: its rankings are not known yet.
        """
        if one.way is None:
            return []
        found = [self.ranking(one.way, thing) for thing in question.things]
        listed = "sketches" if one.known == "sketch" else "first"
        own = shares(one.images, len(found))
        images = [f[listed][:n] for f, n in zip(found, own, strict=True) if f is not None]
        return images if len(images) == len(found) else None

    def _answer_key(self, one: Answering, question: Question) -> str:
        images = self._images(one, question)
        if images is None:
            return ""
        prompt = prompts.text_of(prompts.reading(question, bool(images)))
        names = [thing.species for thing in question.things]
        return key_of("answer", self._model(one.reader), prompt, question.text, names, images)

    # ---- scores ---------------------------------------------------------------------------------

    def score(self, one: Answering, question: Question) -> float | None:
        """Return the score of an answer from 0 to 1, None if it has none yet.

        As in the authors' program an answer to which the judge gave no score has 0.
        """
        key = self._judge_key(one, question)
        found = self.ledger.value(key) if key else None
        return None if found is None else float(found["score"] or 0.0)

    def judge(self) -> Iterator[Message]:
        """Let the judge grade all answers."""
        if not self.setup.readers:
            return
        wanted = [
            (one, question)
            for data_set in self._answered()
            for one in self.setup.all_answerings(data_set)
            for question in self.questions(data_set)
        ]
        items = [(self._judge_key(*item), item) for item in wanted]
        yield from self._each("judge", self.setup.judging, items, self._judging)

    def _judging(self) -> Do[tuple[Answering, Question]]:
        return judging(self._open(Role.REWRITER, self.setup.judging), self.said)

    def _judge_key(self, one: Answering, question: Question) -> str:
        said = self.said(one, question)
        if said is None:
            return ""
        return key_of("judge", self._model(self.setup.judging), prompts.to_judge(question, said))

    # ---- one step -------------------------------------------------------------------------------

    def _each(
        self, kind: Kind, model: str, items: Items[Item], opened: Callable[[], Do[Item]]
    ) -> Iterator[Message]:
        """Do the items that are not done, and count all; one that fails is tried another time."""
        left = self._left(items)
        if left:
            yield Notice(sentence=verbatim(f"{len(left)} to {kind} with {model}."))
            do, rate = opened(), Rate(len(left))
            for key, item in left.items():
                started = time.perf_counter()
                try:
                    value = do(item)
                except _FAULTS as error:
                    self.faults[f"{kind}, {model}: {error}"] += 1
                else:
                    seconds = round(time.perf_counter() - started, 3)
                    self.ledger.add(Entry(key, kind, model, seconds, value))
                rate.count()
                done, seconds_left = rate.done, rate.seconds_left()
                yield Progress(stage=kind, done=done, total=len(left), seconds_left=seconds_left)
            del do
            malloc_tuning.give_back()
        self._count(kind, model, items)

    def _left(self, items: Items[Item]) -> dict[str, Item]:
        """Return what is to be done now, by key: nothing where a person only looks."""
        missing = set() if self.setup.only_looks else self.ledger.missing(key for key, _ in items)
        return {key: item for key, item in items if key and key in missing}

    def _count(self, kind: Kind, model: str, items: Items[Item]) -> None:
        if items:
            self.costs.append(self.ledger.cost(kind, model, [key for key, _ in items]))

    def _model(self, name: str) -> list[object]:
        """Return all that a model's outcome depends on."""
        pack = self.packs[name]
        return [pack.name, pack.digest, pack.settings]

    def _open(self, role: Role, name: str, **room: int) -> Any:
        pack = self.packs[name]
        if role is Role.REWRITER:  # one made to write a few words may have room for these only
            most = max(_REPLY_TOKENS, int(pack.settings.get("max_tokens", 0)))
            pack = replace(pack, settings={**pack.settings, "max_tokens": most})
        return LoadedModels(self.material.home, self.settings).open(role, pack, **room)

    def _library(self, encoder: str, visualizer: str) -> AbstractContextManager[Library]:
        pack = self.packs[encoder]
        paths = self.material.paths_of(f"{pack.name}-{pack.digest}")
        for directory in (paths.data, paths.cache, paths.sketches):
            directory.mkdir(parents=True, exist_ok=True)
        visualizer = visualizer or self.settings.visualizer
        settings = replace(self.settings, encoder=encoder, visualizer=visualizer)
        return Library.open(paths, settings)
