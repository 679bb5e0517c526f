"""A rewriter pack on llama.cpp: what a person typed to instructions for the visualizer.

The instruction of the query's family goes into the system role and the bare query into the user
role of the model's own chat template, of which no query ever meets more than a frame of text
(`chat_frame`). Sampling is greedy and starts from an empty cache, so that a
query always gets the same answer. Whatever the model says or fails to say, the search goes on:
with the query itself as the instruction, and a note. So does an answer that changes what the query
says (`meaning`).
"""

import logging
import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from visret_desktop.errors import PackDamaged
from visret_desktop.models.chat_frame import ChatFrame, handler, try_out
from visret_desktop.models.device import sensible_threads
from visret_desktop.models.interfaces import Family, Rewrite
from visret_desktop.models.meaning import lost_or_added
from visret_desktop.models.own_words import own_words
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.prompts import choose_family, instruction_text
from visret_desktop.packs.descriptions import check_contents
from visret_desktop.packs.gguf_files import writer_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

_SEED = 0
_MOST_CONTEXT = 131_072  # tokens; a query and its answer have hundreds
_CHARACTERS_PER_TOKEN = 16  # more than any tokenizer makes of prose; spares it megabytes
_CHARACTERS_PER_WORD = 12
_REASON_LENGTH = 200
_LIST_MARKER = re.compile(r"^(?:[-*•–]|\d{1,2}[.)])\s+")
_QUOTES = "\"'`“”‘’„«»"
_REPEATED_WORDS = 3
_REPEATS = 3
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ChatSettings:
    """What a rewriter's manifest may say about talking to its model."""

    context_length: int = 4096
    max_tokens: int = 160
    prompt_template: str = "{query}"  # what the user role says
    has_system_role: bool = True  # False: the instruction goes in front of the query
    stop: tuple[str, ...] = ()
    answer_after: str = ""  # what ends a model's thinking aloud, such as </think>
    max_lines: int = 6
    max_words: int = 60  # of one line

    def __post_init__(self) -> None:
        if not 0 < self.max_tokens < self.context_length <= _MOST_CONTEXT:
            raise ValueError(f"max_tokens must be below context_length, that below {_MOST_CONTEXT}")
        if "{query}" not in self.prompt_template:
            raise ValueError("prompt_template lacks {query}")


class _Unusable(Exception):
    """The model's answer cannot be an instruction; the message becomes part of the note."""


def open_rewriter(
    pack: Pack, paths: Paths, device: str = "cpu", threads: int | None = None
) -> "LlamaRewriter":
    """Load a rewriter pack.

    With another device than the CPU, all layers go to the processor that llama.cpp was built for,
    if any. `threads` is chosen by the size of the model unless given.

    Raises:
        PackDamaged: its settings or its model file cannot be used.
    """
    settings = read_settings(pack, ChatSettings)
    frame = _tried(pack, settings, paths)
    llama = _load(pack, settings, device, threads or sensible_threads(pack.size_bytes))
    if frame is not None:
        llama.chat_handler = handler(frame)
    return LlamaRewriter(llama, f"{pack.name}-{pack.digest}", settings, paths)


def _tried(pack: Pack, settings: ChatSettings, paths: Paths) -> ChatFrame | None:
    """Return the frame of the pack's chat template, after checking all its files.

    Raises:
        PackDamaged: one of them is not what it should be, or llama.cpp cannot load it.
    """
    check_contents(pack)
    return try_out(
        pack,
        pack.directory / writer_of(pack),
        settings.context_length,
        has_system_role=settings.has_system_role,
        paths=paths,
    )


def _load(pack: Pack, settings: ChatSettings, device: str, threads: int) -> Any:
    from visret_desktop.models.llama import Llama

    try:
        return Llama(
            model_path=str(pack.directory / writer_of(pack)),
            n_ctx=settings.context_length,
            n_threads=threads,
            n_threads_batch=threads,
            n_gpu_layers=0 if device == "cpu" else -1,
            seed=_SEED,
            verbose=False,
        )
    except (ValueError, RuntimeError, OSError, LookupError, TypeError, AssertionError) as error:
        reason = f"llama.cpp cannot use it ({_first_line(error)})"
        raise PackDamaged(name=pack.name, reason=reason) from error


class LlamaRewriter:
    """One loaded chat model. Not thread-safe: one caller at a time."""

    def __init__(self, llama: Any, name: str, settings: ChatSettings, paths: Paths) -> None:
        """Take a loaded `llama_cpp.Llama`; `paths` tells where a person's own prompts lie."""
        from jinja2 import TemplateError

        self.name = name
        self._llama = llama
        self._settings = settings
        self._paths = paths
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
            return Rewrite(family, (query,), "The query is empty.")
        try:
            instructions = self._instructions(query, family)
            return Rewrite(family, instructions, seconds_per_word=self._seconds_per_word)
        except _Unusable as error:
            note, is_final = f"{error}; the query's own words are used.", True
        except self._failures as error:
            _log.warning("rewriting failed", exc_info=True)
            note = f"The rewriter failed ({_first_line(error)}); the query's own words are used."
            is_final = False
        return Rewrite(family, own_words(query, family), note, is_final=is_final)

    def _instructions(self, query: str, family: Family) -> tuple[str, ...]:
        self._check_length(query)
        settings = self._settings
        before = self._seconds_of_writing()
        answer = self._completed(_quiet(query), instruction_text(family, self._paths))
        if answer["finish_reason"] == "length":
            raise _Unusable("The rewriter came to no end")
        text = answer["message"]["content"] or ""
        writing = self._seconds_of_writing() - before
        self._seconds_per_word = writing / max(1, len(text.split()))
        instructions = _read_answer(text, settings)
        if family is not Family.COMPARISON:  # one thing was asked about
            instructions = instructions[:1]
        if change := lost_or_added(query, family, instructions):
            raise _Unusable(f"The rewriter {change}")
        is_copy = instructions in ((query,), (_quiet(query),))
        return own_words(query, family) if is_copy else instructions

    def reply(self, instruction: str, text: str) -> str:
        """Return what the model says to a text under an instruction; "" where it fails."""
        try:
            said = self._completed(text, instruction)["message"]["content"] or ""
        except self._failures:
            _log.warning("a reply failed", exc_info=True)
            return ""
        after = self._settings.answer_after
        return str(said.rpartition(after)[2] if after else said)

    def _completed(self, text: str, instruction: str) -> Any:
        """Return the model's answer, from an empty cache."""
        self._llama.reset()
        return self._llama.create_chat_completion(
            messages=self._messages(text, instruction),
            max_tokens=self._settings.max_tokens,
            stop=list(self._settings.stop),
            temperature=0.0,
            seed=_SEED,
        )["choices"][0]

    def _seconds_of_writing(self) -> float:
        """Return the seconds that llama.cpp spent on writing, not on reading the prompt."""
        from visret_desktop.models.llama import llama_cpp

        milliseconds: float = llama_cpp.llama_perf_context(self._llama.ctx).t_eval_ms
        return milliseconds / 1000

    def _check_length(self, query: str) -> None:
        room = self._settings.context_length - self._settings.max_tokens
        if len(query) <= room * _CHARACTERS_PER_TOKEN:
            tokens = len(self._llama.tokenize(query.encode(), add_bos=False))
            if tokens < room:
                return
        raise _Unusable(f"The query is longer than the {room} tokens that the rewriter reads")

    def _messages(self, query: str, instruction: str) -> list[dict[str, str]]:
        asked = self._settings.prompt_template.replace("{query}", query)
        if not self._settings.has_system_role:
            return [{"role": "user", "content": f"{instruction}\n\n{asked}"}]
        return [
            {"role": "system", "content": instruction},
            {"role": "user", "content": asked},
        ]


def _quiet(query: str) -> str:
    """Return a query in capitals in small letters; small models know few words in capitals."""
    words = re.findall(r"[^\W\d_]+", query)
    is_loud = query.isupper() or (len(words) > 1 and all(word[0].isupper() for word in words))
    return query.lower() if is_loud else query


def _read_answer(answer: str, settings: ChatSettings) -> tuple[str, ...]:
    """Return the lines of an answer without list markers and quotation marks.

    Raises:
        _Unusable: they cannot be instructions.
    """
    if settings.answer_after:
        answer = answer.rpartition(settings.answer_after)[2]
    lines = [line for line in map(_bare, answer.splitlines()) if line]
    if lines and lines[0].endswith(":"):
        del lines[0]  # "Here are the instructions:"
    if not lines:
        raise _Unusable("The rewriter answered nothing")
    if len(lines) > settings.max_lines:
        raise _Unusable(f"The rewriter answered {len(lines)} lines")
    if any(_is_too_long(line, settings.max_words) for line in lines):
        raise _Unusable(f"The rewriter answered more than {settings.max_words} words in a line")
    if any(map(_repeats_itself, lines)) or len({line.casefold() for line in lines}) < len(lines):
        raise _Unusable("The rewriter repeated itself")
    return tuple(lines)


def _bare(line: str) -> str:
    line = _LIST_MARKER.sub("", line.strip()).strip()
    # A lone mark at one end belongs to the words: "the herons'".
    is_quoted = len(line) > 1 and line[0] in _QUOTES and line[-1] in _QUOTES
    return line[1:-1].strip() if is_quoted else line


def _is_too_long(line: str, max_words: int) -> bool:
    return len(line.split()) > max_words or len(line) > max_words * _CHARACTERS_PER_WORD


def _repeats_itself(line: str) -> bool:
    """Whether the same three words in a row come three times."""
    words = line.casefold().split()
    windows = (words[start:] for start in range(_REPEATED_WORDS))
    runs = Counter(zip(*windows, strict=False))
    return bool(runs) and max(runs.values()) >= _REPEATS


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:_REASON_LENGTH]
