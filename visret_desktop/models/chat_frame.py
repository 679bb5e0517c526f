"""What a chat model wants around an instruction and a query, and whether llama.cpp can load it.

A GGUF file brings a program, its chat template, and tables that llama.cpp may end the whole process
over. Both are tried once per pack in processes of their own (`chat_trial`), with limits. What
remains of the template is a frame: the text before, between and after the messages. No
query ever meets the template itself.
"""

import importlib.metadata
import json
import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from visret_desktop import file_changes, own_python
from visret_desktop.errors import PackDamaged
from visret_desktop.models import limited_run
from visret_desktop.packs import strict_json
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

_RECORD_NAME = "chat.json"
_FORMAT = 1
_TRIAL = "visret_desktop.models.chat_trial"
_SECONDS = {"frame": 90.0, "load": 900.0}  # a template is short work; models lie on slow disks too
_FRAME_BYTES = 3 * 2**30  # it limits itself to two
_BASE_BYTES = 2 * 2**30
_TOKEN_BYTES = 2**20  # keys and values of a token; models of 13 billion numbers keep 0.8 MB
_REASON_LENGTH = 300
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ChatFrame:
    """The pieces of a prompt: text, or the number of a message; `end` ends the model's answer."""

    pieces: tuple[str | int, ...]
    end: str

    def fill(self, contents: Sequence[str]) -> str:
        """Return the prompt with these messages."""
        return "".join(
            contents[piece].strip() if isinstance(piece, int) else piece for piece in self.pieces
        )


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
    version = importlib.metadata.version("llama-cpp-python")
    trial = Trial(version, context_length, has_system_role)
    record = paths.compiled / f"{pack.name}-{pack.digest}" / _RECORD_NAME
    with suppress(OSError, ValueError, LookupError, TypeError):
        stored = strict_json.read(record)
        if stored["trial"] == asdict(trial):
            return _read_frame(stored["frame"])
    frame = _ask(pack, "frame", model, "system" if has_system_role else "user")
    _ask(pack, "load", model, str(context_length))
    try:
        file_changes.write(record, json.dumps({"trial": asdict(trial), "frame": frame}).encode())
    except OSError as error:
        _log.warning("%s will be tried again: %s", pack.name, error)
    return _read_frame(frame)


def handler(frame: ChatFrame) -> Any:
    """Return what `Llama.chat_handler` takes: prompts from the frame instead of a template."""
    from llama_cpp.llama_chat_format import (
        ChatFormatterResponse,
        chat_formatter_to_chat_completion_handler,
    )

    def fill(*, messages: Sequence[Any], **_: Any) -> ChatFormatterResponse:
        prompt = frame.fill([message["content"] for message in messages])
        return ChatFormatterResponse(prompt=prompt, stop=[frame.end], added_special=True)

    return chat_formatter_to_chat_completion_handler(fill)


def _read_frame(stored: Any) -> ChatFrame | None:
    if not stored:
        return None
    return ChatFrame(tuple(stored["pieces"]), str(stored["end"]))


def _ask(pack: Pack, task: str, model: Path, option: str) -> Any:
    """Run one trial and return what it found."""
    command = own_python.module(_TRIAL, task, str(model), option)
    try:
        tried = limited_run.run(command, _most_bytes(pack, task, option), _SECONDS[task])
    except limited_run.TookTooMuch as error:
        raise PackDamaged(name=pack.name, reason=f"{_TRIED[task]} takes {error}") from error
    if tried.returncode:
        _log.warning("%s: %s", pack.name, tried.stderr[-2000:])
        lines = tried.stdout.strip().splitlines()
        ended = f"{_ENDED[task]} (exit code {tried.returncode})"
        raise PackDamaged(name=pack.name, reason=lines[-1][:_REASON_LENGTH] if lines else ended)
    return strict_json.parse(tried.stdout)


def _most_bytes(pack: Pack, task: str, option: str) -> int:
    """Return the memory that a trial may take: a template little, a model its files and context."""
    if task == "frame":
        return _FRAME_BYTES
    return _BASE_BYTES + 2 * pack.size_bytes + int(option) * _TOKEN_BYTES


_TRIED = {"frame": "its chat template", "load": "llama.cpp with it"}
_ENDED = {
    "frame": "its chat template takes too much time or memory",
    "load": "llama.cpp crashes over it",
}
