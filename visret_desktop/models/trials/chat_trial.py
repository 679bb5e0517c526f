"""Try a stranger's GGUF file in llama.cpp, in a process where a crash or a hang costs nothing.

Run as a process of its own:

    python -m visret_desktop.models.trials.chat_trial frame MODEL system|user
    python -m visret_desktop.models.trials.chat_trial load MODEL CONTEXT_LENGTH

Prints one line: JSON, or with exit code 1 a reason.
"""

import os
import re
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

from visret_desktop.models.runtimes.model_trial import run_trial
from visret_desktop.packs.checks import gguf_header
from visret_desktop.processes.child_process import leave
from visret_desktop.sentences import sentence

_TEMPLATE = "tokenizer.chat_template"
_MOST_BYTES = 2 * 2**30  # of memory while a template is filled in
_MOST_SECONDS = 5  # of computing, likewise; others take milliseconds
_MOST_LETTERS = 65_536


def find_frame(model: Path, first_role: str) -> dict[str, Any] | None:
    """Return the pieces that the model's chat template puts around messages, and what ends one.

    Raises:
        ValueError, TemplateError: it cannot be filled in, or not in the same way for all messages.
    """
    values = gguf_header.read(model).values
    templates = {key: str(text) for key, text in values.items() if key.startswith(_TEMPLATE)}
    if not templates:
        return None
    from visret_desktop.models.runtimes.llama import llama_chat_format

    begin, end = (_token(values, f"tokenizer.ggml.{name}_token_id") for name in ("bos", "eos"))
    _limit()
    formatters = {
        key: llama_chat_format.Jinja2ChatFormatter(text, eos_token=end, bos_token=begin)
        for key, text in templates.items()  # loading the model compiles all of them
    }
    chosen = formatters.get(_TEMPLATE)
    if chosen is None:
        return None
    roles = ("system", "user") if first_role == "system" else ("user",)
    pieces = pieces_of(chosen, roles)
    if pieces != pieces_of(chosen, roles):
        raise ValueError("its chat template says something else to every query")
    return {"pieces": pieces, "end": end, "turn": turn_of(chosen, roles, pieces)}


def _token(values: Mapping[str, Any], key: str) -> str:
    """Return the text of a token that the header names by its number."""
    tokens, number = values.get("tokenizer.ggml.tokens"), values.get(key)
    if not isinstance(tokens, list) or not isinstance(number, int):
        return ""
    return str(tokens[number]) if 0 <= number < len(tokens) else ""


def _limit() -> None:
    """Limit what a template may take, where the system offers that; elsewhere only its time."""
    if os.name == "posix":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
        most_seconds = int(time.process_time()) + 1 + _MOST_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds))


def pieces_of(formatter: Any, roles: tuple[str, ...]) -> list[str | int]:
    """Return the texts around messages that no template knows, and the messages' numbers."""
    from jinja2 import TemplateError

    contents, prompt = [f"words{uuid4().hex}" for _ in roles], ""
    with suppress(TemplateError, ValueError, TypeError):
        prompt = _filled(formatter, roles, contents)
    if contents[-1] not in prompt:
        # Templates of vision models may know messages only as lists of parts.
        parts = [[{"type": "text", "text": content}] for content in contents]
        prompt = _filled(formatter, roles, parts)
    if contents[-1] not in prompt:
        raise ValueError("its chat template leaves out what it is told")
    split = re.split(f"({'|'.join(contents)})", prompt)
    return [contents.index(piece) if piece in contents else piece for piece in split]


def turn_of(formatter: Any, roles: tuple[str, ...], pieces: list[str | int]) -> list[str]:
    """Return what stands behind the query and behind the answer of a turn; []: it knows no turns.

    A template that puts messages elsewhere once there are several, or refuses them, knows none.
    """
    try:
        several = pieces_of(formatter, (*roles, "assistant", "user"))
    except Exception:  # noqa: BLE001 - a template raises what it likes, and is used without turns
        return []
    last = len(roles) - 1
    place = pieces.index(last)
    before, between, after = several[: place + 1], several[place + 1 : -2], several[-2:]
    is_same = before == pieces[: place + 1] and after[1:] == pieces[place + 1 :]
    if not is_same or between[1::2] != [last + 1] or after[0] != last + 2:
        return []
    return [str(text) for text in between[::2]]


def _filled(formatter: Any, roles: Sequence[str], contents: Sequence[Any]) -> str:
    messages = [{"role": role, "content": what} for role, what in zip(roles, contents, strict=True)]
    prompt = str(formatter(messages=messages).prompt)
    if len(prompt) > _MOST_LETTERS:
        raise ValueError("its chat template makes very long prompts")
    return prompt


def load(model: Path, context_length: int) -> None:
    """Load the model and let it read and write a word."""
    from visret_desktop.models.runtimes.llama import Llama

    llama = Llama(
        model_path=str(model), n_ctx=context_length, n_threads=1, n_gpu_layers=0, verbose=False
    )
    llama.create_completion("a bird", max_tokens=1, temperature=0.0)


def main() -> int:
    """Try what argv names; end with the process that wants to know."""
    task, model, option = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    if task == "load":
        return run_trial(lambda: load(model, int(option)))
    return run_trial(
        lambda: find_frame(model, option),
        lambda error: sentence("its chat template cannot be used ({error})", error=error),
        sentence("its chat template takes too much memory"),
    )


if __name__ == "__main__":
    leave(main())
