"""A chat model in llama.cpp that rewrites, translates and describes queries."""

import logging
import math
import re
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from visret_desktop.models.interfaces import Family, Rewrite
from visret_desktop.models.pack_settings import ChatSettings
from visret_desktop.models.rewriting.chat_frame import ChatFrame, prompt_tokens
from visret_desktop.models.rewriting.example_continuation import (
    grammar_of,
    part_in,
    parts_of,
    prompt_of,
)
from visret_desktop.models.rewriting.prompts import (
    DESCRIBED,
    TRANSLATION,
    choose_family,
    examples,
    prompt_text,
)
from visret_desktop.models.rewriting.question_reading import read_question
from visret_desktop.models.rewriting.rewrite_check import described, literal
from visret_desktop.models.rewriting.rewriter_answers import (
    UnusableRewrite,
    is_enough,
    is_translation,
    read_answer,
    without_thinking,
)
from visret_desktop.models.rewriting.rule_based_rewriter import own_words, put_together
from visret_desktop.paths import Paths
from visret_desktop.sentences import sentence

if TYPE_CHECKING:
    from visret_desktop.models.rewriting.prompt_prefix_cache import PromptBeginnings

_CHARACTERS_PER_TOKEN = 16  # more than any tokenizer makes of prose; spares it megabytes
_REASON_LENGTH = 200
_FIRST_WORDS = ("a", "9", "日")  # of queries, which their letters may grow together with the frame
_log = logging.getLogger(__name__)

SEED = 0


class LlamaRewriter:
    """One loaded chat model. Thread-safe: who comes while it is asked waits for its answer."""

    def __init__(
        self,
        llama: Any,
        name: str,
        settings: ChatSettings,
        paths: Paths,
        beginnings: "PromptBeginnings | None" = None,
        frame: ChatFrame | None = None,
    ) -> None:
        """Take a loaded `llama_cpp.Llama`; `paths` tells where a person's own prompts lie.

        Without `beginnings` it reads every prompt whole; `frame` is what its chat handler fills in.
        """
        from jinja2 import TemplateError

        self.name = name
        self._llama = llama
        self._lock = threading.Lock()  # searches and answers ask it on threads of their own
        self._settings = settings
        self._paths = paths
        self._beginnings = beginnings
        self._frame = frame
        self._seconds_per_word = 0.0  # of the last answer
        # What llama_cpp and a model's chat template raise for texts that they cannot process.
        self._failures = (
            *(ValueError, RuntimeError, LookupError, TypeError, AssertionError, OSError),
            *(MemoryError, TemplateError),
        )

    def rewrite(self, query: str, family: Family | None = None) -> Rewrite:
        """Return instructions; `family` None: chosen from the query.

        Never raises for what the model says: then the query itself is the instruction.
        """
        family = family or choose_family(query)
        if not query.strip():
            return Rewrite(family, (query,), sentence("The query is empty."))
        try:
            instructions = self._instructions(query, family)
            return Rewrite(family, instructions, seconds_per_word=self._seconds_per_word)
        except UnusableRewrite as error:
            note, is_final = sentence("{error}; the query's own words are used.", error=error), True
            refusal = error.kind
        except self._failures as error:
            _log.warning("rewriting failed", exc_info=True)
            note = sentence(
                "The rewriter failed ({error}); the query's own words are used.",
                error=first_line(error),
            )
            is_final, refusal = False, "failed"
        own = own_words(query, family)
        return Rewrite(family, own, note, refusal, is_final=is_final)

    def _instructions(self, query: str, family: Family) -> tuple[str, ...]:
        self._check_length(query)
        settings = self._settings
        if settings.continues:
            return self._continued(query, family)
        is_several = family is Family.COMPARISON
        before = self._seconds_of_writing()
        text, is_ended = self._completed(
            _quiet(query),
            family.value,
            lambda reply: is_enough(reply, settings, is_several=is_several),
        )
        if not is_ended:
            raise UnusableRewrite(sentence("The rewriter came to no end"))
        writing = self._seconds_of_writing() - before
        self._seconds_per_word = writing / max(1, len(text.split()))
        instructions = read_answer(text, settings, is_several=is_several)
        if instructions in ((query,), (_quiet(query),)):
            return own_words(query, family)
        return _unless_changed(query, family, instructions)

    def _continued(self, query: str, family: Family) -> tuple[str, ...]:
        """Return instructions with the part that the model chose of the query's own words."""
        asked = read_question(_quiet(query))
        parts = () if family is Family.DESCRIPTION or asked.action else parts_of(query, asked)
        if not parts or not asked.things or not asked.is_english:
            return own_words(query, family)
        part = part_in(self._chosen(_quiet(query), family, parts))
        instructions = put_together(asked, family, part)
        if not instructions:
            return own_words(query, family)
        return _unless_changed(query, family, instructions)

    def _chosen(self, query: str, family: Family, parts: Sequence[str]) -> str:
        """Return how the model goes on with the family's worked examples."""
        from visret_desktop.models.runtimes.llama import LlamaGrammar

        shown = examples(family.value, self._paths)
        with self._lock:
            self._llama.reset()
            if self._beginnings is not None:
                prompts = [prompt_of(shown, word) for word in _FIRST_WORDS]
                self._beginnings.bring_to(prompts, self._settings.context_length - 1)
            before = self._seconds_of_writing()
            completion = self._llama.create_completion(
                plain_tokens(self._llama, prompt_of(shown, query)),
                max_tokens=self._settings.max_tokens,
                temperature=0.0,
                seed=SEED,
                grammar=LlamaGrammar.from_string(grammar_of(parts), verbose=False),
            )["choices"][0]["text"]
            writing = self._seconds_of_writing() - before
            self._seconds_per_word = writing / max(1, len(completion.split()))
            return str(completion)

    def translate(self, query: str, quoted: Sequence[str] = ()) -> str | None:
        """Return the query in English, with the parts `quoted` as they are.

        "": it is in English, or the model does not know how. None: asking again may go better.
        """
        return self._one_line(query, TRANSLATION, lambda line: is_translation(query, line, quoted))

    def describe(self, query: str, excluded: Sequence[str] = ()) -> str | None:
        """Return the query with more of how it looks, and nothing `excluded` (VisRet, figure 5).

        "": the model changes it, or adds nothing. None: asking again may go better.
        """
        return self._one_line(
            query, DESCRIBED, lambda line: described(query, line, excluded).is_accepted
        )

    def _one_line(self, query: str, kind: str, is_fit: Callable[[str], bool]) -> str | None:
        """Return the one line that the model says to a kind of prompt.

        "": it says something else, or what is not fit. None: it failed.
        """
        settings = self._settings
        try:
            self._check_length(query)
            reply, is_ended = self._completed(
                _quiet(query), kind, lambda text: is_enough(text, settings, is_several=False)
            )
            (line,) = read_answer(reply, settings, is_several=False)
        except UnusableRewrite:
            return ""
        except self._failures:
            _log.warning("the %s failed", kind, exc_info=True)
            return None
        return line if is_ended and is_fit(line) else ""

    def chance_of_yes(self, kind: str, text: str) -> float | None:
        """Return the chance of "yes" against "no" to a text under a kind of prompt, 0 to 1.

        Nothing is written: only the first word counts, as if a grammar allowed these two alone.
        None: the model follows no worked examples, has no room for them, or failed.
        """
        if self._frame is None or self._settings.continues or not self._settings.examples:
            return None
        instruction, shown = prompt_text(kind, self._paths), examples(kind, self._paths)
        try:
            messages = self._messages(text, instruction, shown)
            if not self._has_room(messages):
                return None
            with self._lock:
                self._llama.reset()
                if self._beginnings is not None:
                    prompts = [self._messages(word, instruction, shown) for word in _FIRST_WORDS]
                    self._beginnings.bring_to(prompts, self._settings.context_length - 1)
                return self._chance_after(prompt_tokens(self._llama, self._frame, messages))
        except self._failures:
            _log.warning("a yes or no failed", exc_info=True)
            return None

    def _chance_after(self, tokens: Sequence[int]) -> float:
        """Return the chance of yes behind a prompt, of which the model may have read a part."""
        from visret_desktop.models.runtimes.llama import llama_cpp

        llama = self._llama
        if llama.input_ids[: llama.n_tokens].tolist() != list(tokens[: llama.n_tokens]):
            llama.reset()
        llama.eval(tokens[llama.n_tokens :])
        logits = llama_cpp.llama_get_logits_ith(llama.ctx, -1)
        yes, no = (
            {llama.tokenize(word.encode(), add_bos=False)[0] for word in (one, one.title())}
            for one in ("yes", "no")
        )
        highest = max(logits[token] for token in yes | no)
        chances = [sum(math.exp(logits[token] - highest) for token in own) for own in (yes, no)]
        return chances[0] / sum(chances)

    def reply(self, instruction: str, text: str) -> str:
        """Return what the model says to a text under an instruction; "" where it fails."""
        try:
            reply, _ = self._said(lambda word: self._messages(word, instruction), text)
        except self._failures:
            _log.warning("a reply failed", exc_info=True)
            return ""
        return without_thinking(reply, self._settings)

    def _completed(
        self, text: str, kind: str, is_enough: Callable[[str], bool]
    ) -> tuple[str, bool]:
        """Return what the model says to a kind of prompt, and whether that came to an end.

        `is_enough` is asked at every word whether more could not count.
        """
        instruction = prompt_text(kind, self._paths)
        shown = examples(kind, self._paths) if self._settings.examples else ()
        if not self._has_room(self._messages(text, instruction, shown)):
            shown = ()  # a short context has room for the instruction alone
        return self._said(lambda word: self._messages(word, instruction, shown), text, is_enough)

    def _said(
        self,
        messages: Callable[[str], list[dict[str, str]]],
        text: str,
        is_enough: Callable[[str], bool] = lambda _: False,
    ) -> tuple[str, bool]:
        with self._lock:
            self._llama.reset()
            if self._beginnings is not None and not self._settings.continues:  # of its examples
                prompts = [messages(word) for word in _FIRST_WORDS]
                self._beginnings.bring_to(prompts, self._settings.context_length - 1)
            reply = ""
            for chunk in self._llama.create_chat_completion(
                messages=messages(text),
                max_tokens=self._settings.max_tokens,
                stop=list(self._settings.stop),
                temperature=0.0,
                seed=SEED,
                stream=True,
            ):
                (choice,) = chunk["choices"]
                reply += choice["delta"].get("content") or ""
                if choice["finish_reason"]:
                    return reply, choice["finish_reason"] != "length"
                if is_enough(reply):
                    break
            return reply, True

    def _seconds_of_writing(self) -> float:
        """Return the seconds that llama.cpp spent on writing, not on reading the prompt."""
        from visret_desktop.models.runtimes.llama import llama_cpp

        milliseconds: float = llama_cpp.llama_perf_context(self._llama.ctx).t_eval_ms
        return milliseconds / 1000

    def _check_length(self, query: str) -> None:
        room = self._settings.context_length - self._settings.max_tokens
        if len(query) <= room * _CHARACTERS_PER_TOKEN:
            tokens = len(self._llama.tokenize(query.encode(), add_bos=False))
            if tokens < room:
                return
        raise UnusableRewrite(
            sentence(
                "The query is longer than the {room} tokens that the rewriter reads", room=room
            )
        )

    def _has_room(self, messages: Sequence[dict[str, str]]) -> bool:
        """Tell whether the context has room for a prompt and the longest answer to it.

        Without a frame, what llama.cpp puts around the messages is not counted.
        """
        if self._frame is not None:
            tokens = len(prompt_tokens(self._llama, self._frame, messages))
        else:
            texts = [message["content"].encode() for message in messages]
            tokens = sum(len(self._llama.tokenize(text, add_bos=False)) for text in texts)
        return tokens + self._settings.max_tokens <= self._settings.context_length

    def _messages(
        self, query: str, instruction: str, shown: Sequence[tuple[str, str]] = ()
    ) -> list[dict[str, str]]:
        """Return the instruction, examples as turns, and the query."""
        asked = [
            self._settings.prompt_template.replace("{query}", q) for q, _ in [*shown, (query, "")]
        ]
        if self._settings.has_system_role:
            messages = [{"role": "system", "content": instruction}]
        else:
            messages, asked[0] = [], f"{instruction}\n\n{asked[0]}"
        for one, (_, answer) in zip(asked, shown, strict=False):
            messages += [{"role": "user", "content": one}, {"role": "assistant", "content": answer}]
        return [*messages, {"role": "user", "content": asked[-1]}]


def _unless_changed(query: str, family: Family, instructions: tuple[str, ...]) -> tuple[str, ...]:
    """Return instructions that say no more and no less than the query.

    Raises:
        UnusableRewrite: they say more or less.
    """
    decision = literal(query, family, instructions)
    if not decision.is_accepted:
        raise UnusableRewrite(sentence("The rewriter {did}", did=decision.reason), decision.kind)
    return instructions


def _quiet(query: str) -> str:
    """Return a query in capitals in small letters; small models know few words in capitals."""
    words = re.findall(r"[^\W\d_]+", query)
    is_loud = query.isupper() or (len(words) > 1 and all(word[0].isupper() for word in words))
    return query.lower() if is_loud else query


def plain_tokens(llama: Any, text: str) -> list[int]:
    """Return the tokens of a text in which no word is a command to the model."""
    tokens: list[int] = llama.tokenize(text.encode(), add_bos=True, special=False)
    return tokens


def first_line(error: BaseException) -> str:
    """Return the beginning of what an error says, or its name."""
    return (str(error).splitlines() or [type(error).__name__])[0][:_REASON_LENGTH]
