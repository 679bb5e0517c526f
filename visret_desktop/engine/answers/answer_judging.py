"""Ask the rewriter whether two answers agree, where neither rules nor table know it.

It has to follow worked examples and to pass a trial first (`models.answering.answer_judge`). The
outcome of the trial is kept, and each verdict in the cache, so that both cost once. Without such a
model nothing is asked, and the answers stand beside each other.
"""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from visret_desktop.engine.caches.answer_cache import verdict_key
from visret_desktop.engine.messages import Evidence
from visret_desktop.engine.models.loaded_models import load
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.models.answering import answer_judge
from visret_desktop.models.interfaces import YesOrNoModel
from visret_desktop.models.pack_settings import ChatSettings, read_settings
from visret_desktop.models.rewriting.chat_frame import llama_cpp_version
from visret_desktop.models.runtimes.model_trial import kept, kept_or_tried
from visret_desktop.processes.interruptible import IsStopped, answer
from visret_desktop.roles import Role

_RECORD_NAME = "judge.json"
_FORMAT = 2
_TRIAL_SECONDS = 600.0  # of all cores; a model that takes longer is too slow to judge
_JOB_SECONDS = 30.0  # for the pairs of one question; what is left then stays undecided
_log = logging.getLogger(__name__)


class _TooSlow(Exception):
    """The trial took too long. That is no verdict: a busy machine may be quiet the next time."""


@dataclass(frozen=True)
class _Interruptible:
    """A model that nobody waits for once the job is cancelled; it ends what it began, aside."""

    model: YesOrNoModel
    cancelled: IsStopped

    def chance_of_yes(self, kind: str, text: str) -> float | None:
        """Ask the model. Raises Cancelled as well."""
        ask = self.model.chance_of_yes
        return answer(lambda: ask(kind, text), self.cancelled, "judging", is_daemon=False)


class AnswerJudging:
    """The judge of one job, with what it said before. Not thread-safe."""

    def __init__(
        self, library: Library, clock: StageClock, cancelled: IsStopped, *, is_afresh: bool
    ) -> None:
        """Nothing is loaded yet. `is_afresh`: what was said before does not count."""
        self._library, self._clock, self._cancelled = library, clock, cancelled
        self._is_afresh = is_afresh
        self._seconds = 0.0
        self._verdicts: dict[str, bool] = {}

    @property
    def is_tried(self) -> bool:
        """Whether no trial is to come, which may take a minute: its outcome is known."""
        return not self._may_judge or self._kept() is not None

    def knows(self, question: str, pair: Sequence[Evidence]) -> bool:
        """Tell whether no model has to be asked about what two photos say."""
        return not self._may_judge or self._recalled(self._key(question, pair)) is not None

    def agree(self, question: str, pair: Sequence[Evidence]) -> bool:
        """Tell whether a model says that what two photos say can be true of one thing.

        Raises:
            Cancelled: nobody waits any more.
        """
        if not self._may_judge:
            return False
        key = self._key(question, pair)
        verdict = self._recalled(key)
        if verdict is None:
            verdict = self._ask(question, [photo.said for photo in pair])
            if verdict is not None:
                hashes = [photo.content_hash for photo in pair]
                self._library.caches.answers.keep_verdict(key, agree=verdict, hashes=hashes)
            self._verdicts[key] = bool(verdict)
        return bool(verdict)

    def _recalled(self, key: str) -> bool | None:
        if key in self._verdicts or self._is_afresh:
            return self._verdicts.get(key)
        return self._library.caches.answers.verdict(key)

    def _ask(self, question: str, answers: Sequence[str]) -> bool | None:
        """Return what the model says now; None: it says nothing, or there is no time for it."""
        self._check_cancelled()
        if self._model is None or self._seconds > _JOB_SECONDS:
            return None
        since = time.perf_counter()
        with self._clock.stage("read"):
            chance = answer_judge.chance_of_agreement(self._model, question, *answers)
        self._seconds += time.perf_counter() - since
        return None if chance is None else chance >= answer_judge.LEAST

    def _key(self, question: str, pair: Sequence[Evidence]) -> str:
        pack, answers = self._library.pack(Role.REWRITER), [photo.said for photo in pair]
        return verdict_key(pack, self._prompt, question, answers)

    @cached_property
    def _prompt(self) -> str:
        return answer_judge.prompt(self._library.paths)

    @cached_property
    def _may_judge(self) -> bool:
        """Whether there is a rewriter that follows examples, and did not fail the trial before."""
        try:
            pack = self._library.pack(Role.REWRITER)
            settings = read_settings(pack, ChatSettings)
        except VisretError:
            return False
        if pack.digest in self._library.caches.slow_judges:
            return False  # until the program is started again
        return settings.examples and not settings.continues and self._kept() is not False

    @cached_property
    def _model(self) -> YesOrNoModel | None:
        """The rewriter, if it passed the trial; None: it cannot judge.

        Raises:
            Cancelled: nobody waits any more; the trial begins anew the next time.
        """
        library = self._library
        try:
            pack = library.pack(Role.REWRITER)
            with self._clock.loading():
                rewriter: YesOrNoModel = load(lambda: library.rewriter, self._cancelled)
            model = _Interruptible(rewriter, self._cancelled)
            with self._clock.stage("read"):
                passed = kept_or_tried(
                    pack, library.paths, _RECORD_NAME, self._trial(), lambda: self._passes(model)
                )
        except _TooSlow:
            _log.info("the rewriter is too slow to compare answers now")
            self._library.caches.slow_judges.add(pack.digest)
            return None
        except Cancelled:
            raise
        except VisretError as error:
            _log.warning("answers are not compared by the rewriter: %s", error)
            return None
        return model if passed is True else None

    def _kept(self) -> object:
        """Return whether the rewriter passed the trial; None: it was not tried as it is."""
        pack = self._library.pack(Role.REWRITER)
        return kept(pack, self._library.paths, _RECORD_NAME, self._trial())

    def _trial(self) -> dict[str, object]:
        """Return what the outcome of the trial depends on beside the files."""
        return {
            "llama_cpp": llama_cpp_version(),
            "format": _FORMAT,
            "prompt": self._prompt,
            "pairs": answer_judge.trial_text(),
            "settings": dict(self._library.pack(Role.REWRITER).settings),
        }

    def _passes(self, model: YesOrNoModel) -> bool:
        until = time.process_time() + _TRIAL_SECONDS  # a busy machine makes it no longer

        def check() -> None:
            self._check_cancelled()
            if time.process_time() > until:
                raise _TooSlow

        passed = answer_judge.passes(model, check)
        _log.info("the rewriter %s answers", "compares" if passed else "cannot compare")
        return passed

    def _check_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled
