"""What a chat model wants around an instruction and a query, and whether llama.cpp can load it.

A GGUF file brings a program, its chat template, and tables that llama.cpp may end the whole process
over. Both are tried once per pack in processes of their own (`chat_trial`), with limits. What
remains of the template is a frame: the text before, between and after the messages, and what stands
between the turns of a conversation. No query ever meets the template itself.
"""

import importlib.metadata
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from visret_desktop.models.runtimes.model_trial import Attempt, kept_or_tried
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import own_python
from visret_desktop.sentences import sentence

# The sign before what may be a control token: <|im_end|>, <s>, <start_of_turn>, [INST].
_CONTROL = re.compile(r"([<\[])(?=[^<>\[\]\s]{1,80}[>\]]|<)")
_RECORD_NAME = "chat.json"
_FORMAT = 3
_TRIAL = "visret_desktop.models.trials.chat_trial"
_FRAME_SECONDS, _LOAD_SECONDS = 90.0, 900.0  # models lie on slow disks too
_FRAME_BYTES = 3 * 2**30  # it limits itself to two
_BASE_BYTES = 2 * 2**30
_TOKEN_BYTES = 2**20  # keys and values of a token; models of 13 billion numbers keep 0.8 MB


@dataclass(frozen=True)
class ChatFrame:
    """The pieces of a prompt: text, or the number of a message; `end` ends the model's answer.

    `turn` is what stands between a query and its answer, and between that and the next query; ():
    the model knows no turns before the one to be answered.
    """

    pieces: tuple[str | int, ...]
    end: str
    turn: tuple[str, ...] = ()

    def fill(self, contents: Sequence[str]) -> str:
        """Return the prompt with these messages, in which no control token of a model stands.

        More messages than the frame has are turns before the last one: a query, its answer, and so
        on. The whole prompt is read with the control tokens of the frame, so those that somebody
        typed are taken apart.

        Raises:
            ValueError: there are more messages, and the model knows no turns.
        """
        return "".join(
            _CONTROL.sub(r"\1 ", contents[piece].strip()) if isinstance(piece, int) else piece
            for piece in self._pieces_of(len(contents))
        )

    def _pieces_of(self, count: int) -> tuple[str | int, ...]:
        """Return the pieces of a prompt with this number of messages."""
        last = max(piece for piece in self.pieces if isinstance(piece, int))
        if count <= last + 1:
            return self.pieces
        behind_query, behind_answer = self.turn
        place = self.pieces.index(last)
        turns: list[str | int] = []
        for number in range(last, count - 1, 2):
            turns += [number, behind_query, number + 1, behind_answer]
        return (*self.pieces[:place], *turns, count - 1, *self.pieces[place + 1 :])


@dataclass(frozen=True)
class Trial:
    """What was tried: with another of these, everything is tried again."""

    llama_cpp: str
    context_length: int
    has_system_role: bool
    format: int = _FORMAT


def try_out(
    pack: Pack, model: Path, context_length: int, *, has_system_role: bool, paths: Paths
) -> ChatFrame | None:
    """Return the frame of a pack's chat template, None if it has no template.

    The first time, template and model are tried in processes of their own.

    Raises:
        PackDamaged: llama.cpp or the template cannot be used; the reason says why.
    """
    trial = Trial(llama_cpp_version(), context_length, has_system_role)

    def try_both() -> Any:
        frame = find_frame(pack, model, "system" if has_system_role else "user")
        command = own_python.module(_TRIAL, "load", str(model), str(context_length))
        most_bytes = loaded_bytes(pack, context_length)
        ended = sentence("llama.cpp crashes over it")
        Attempt(command, sentence("llama.cpp with it"), ended, most_bytes, _LOAD_SECONDS).outcome(
            pack
        )
        return frame

    return read_frame(kept_or_tried(pack, paths, _RECORD_NAME, asdict(trial), try_both))


def find_frame(pack: Pack, model: Path, first_role: str) -> Any:
    """Return what `read_frame` takes, from the chat template of a model.

    Raises:
        PackDamaged: the template cannot be used.
    """
    command = own_python.module(_TRIAL, "frame", str(model), first_role)
    what = sentence("its chat template")
    ended = sentence("its chat template takes too much time or memory")
    return Attempt(command, what, ended, _FRAME_BYTES, _FRAME_SECONDS).outcome(pack)


def read_frame(stored: Any) -> ChatFrame | None:
    """Return a frame that was found; None: there is no template."""
    if not stored:
        return None
    return ChatFrame(tuple(stored["pieces"]), str(stored["end"]), tuple(stored.get("turn", ())))


def llama_cpp_version() -> str:
    """Return what a trial depends on beside the pack."""
    return importlib.metadata.version("llama-cpp-python")


def loaded_bytes(pack: Pack, context_length: int) -> int:
    """Return the memory that a trial may take to load a model: its files and context."""
    return _BASE_BYTES + 2 * pack.size_bytes + context_length * _TOKEN_BYTES


def prompt_tokens(llama: Any, frame: ChatFrame, messages: Sequence[Any]) -> list[int]:
    """Return what `handler` has a model read for messages."""
    prompt = frame.fill([message["content"] for message in messages])
    tokens: list[int] = llama.tokenize(prompt.encode(), add_bos=False, special=True)
    return tokens


def handler(frame: ChatFrame) -> Any:
    """Return what `Llama.chat_handler` takes: prompts from the frame instead of a template."""
    from visret_desktop.models.runtimes.llama import llama_chat_format

    def fill(*, messages: Sequence[Any], **_: Any) -> Any:
        prompt = frame.fill([message["content"] for message in messages])
        return llama_chat_format.ChatFormatterResponse(
            prompt=prompt, stop=[frame.end], added_special=True
        )

    return llama_chat_format.chat_formatter_to_chat_completion_handler(fill)
