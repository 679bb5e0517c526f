"""A rewriter pack on llama.cpp: what a person typed to instructions for the visualizer.

The instruction of the query's family goes into the system role, worked examples of it are turns of
the conversation, and the bare query goes into the user role of the model's own chat template, of
which no query ever meets more than a frame of text (`chat_frame`). Sampling is greedy and starts
from what the model made of the beginning of the prompt (`prompt_prefix_cache`) and nothing else, so
that a query always gets the same answer.

Whatever the model says or fails to say, the search goes on: with the query itself as the
instruction, and a note. So does an answer that changes what the query says (`rewrite_check`).
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from visret_desktop.errors import PackDamaged
from visret_desktop.models.pack_settings import ChatSettings, read_settings
from visret_desktop.models.rewriting.chat_frame import (
    ChatFrame,
    handler,
    llama_cpp_version,
    prompt_tokens,
    try_out,
)
from visret_desktop.models.rewriting.llama_rewriter import (
    SEED,
    LlamaRewriter,
    first_line,
    plain_tokens,
)
from visret_desktop.models.runtimes.devices import sensible_threads
from visret_desktop.models.runtimes.model_trial import stamp
from visret_desktop.packs.checks.descriptions import check_contents
from visret_desktop.packs.checks.gguf_files import writer_of
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.sentences import sentence

if TYPE_CHECKING:
    from visret_desktop.models.rewriting.prompt_prefix_cache import PromptBeginnings


def open_rewriter(
    pack: Pack,
    paths: Paths,
    device: str = "cpu",
    threads: int | None = None,
    *,
    is_remembering: bool = True,
) -> "LlamaRewriter":
    """Load a rewriter pack.

    With another device than the CPU, all layers go to the processor that llama.cpp was built for,
    if any. `threads` is chosen by the size of the model unless given. Every prompt is read whole
    unless `is_remembering`.

    Raises:
        PackDamaged: its settings or its model file cannot be used.
    """
    settings = read_settings(pack, ChatSettings)
    frame = _tried(pack, settings, paths)
    threads = threads or sensible_threads(pack.size_bytes)
    llama = _load(pack, settings, device, threads)
    name, beginnings = f"{pack.name}-{pack.digest}", None
    if frame is not None:
        llama.chat_handler = handler(frame)
    if is_remembering and (settings.continues or frame is not None):
        tokens = (
            partial(plain_tokens, llama)
            if frame is None or settings.continues
            else partial(prompt_tokens, llama, frame)
        )
        beginnings = _beginnings(llama, tokens, pack, paths, [name, device, threads])
    if frame is not None and not frame.turn:
        settings = replace(settings, examples=False)
    return LlamaRewriter(llama, name, settings, paths, beginnings, frame)


def _beginnings(
    llama: Any, tokens: Callable[[Any], list[int]], pack: Pack, paths: Paths, made_with: list[Any]
) -> "PromptBeginnings | None":
    """Return what keeps the beginnings of prompts, None for a model that has to read them whole."""
    from visret_desktop.models.rewriting.prompt_prefix_cache import PromptBeginnings, can_keep

    if not can_keep(llama):
        return None
    file = stamp(pack.place_of(writer_of(pack)))
    made_with = [*made_with, file, llama_cpp_version(), llama.n_ctx(), llama.n_batch]
    folder = paths.beginnings / f"{pack.name}-{pack.digest}"
    return PromptBeginnings(llama, tokens, folder, made_with)


def _tried(pack: Pack, settings: ChatSettings, paths: Paths) -> ChatFrame | None:
    """Return the frame of the pack's chat template, after checking all its files.

    Raises:
        PackDamaged: one of them is not what it should be, or llama.cpp cannot load it.
    """
    check_contents(pack)
    return try_out(
        pack,
        pack.place_of(writer_of(pack)),
        settings.context_length,
        has_system_role=settings.has_system_role,
        paths=paths,
    )


def _load(pack: Pack, settings: ChatSettings, device: str, threads: int) -> Any:
    from visret_desktop.models.runtimes.llama import Llama

    try:
        return Llama(
            model_path=str(pack.place_of(writer_of(pack))),
            n_ctx=settings.context_length,
            n_threads=threads,
            n_threads_batch=threads,
            n_gpu_layers=0 if device == "cpu" else -1,
            seed=SEED,
            verbose=False,
        )
    except (ValueError, RuntimeError, OSError, LookupError, TypeError, AssertionError) as error:
        reason = sentence("llama.cpp cannot use it ({error})", error=first_line(error))
        raise PackDamaged(name=pack.name, reason=reason) from error
