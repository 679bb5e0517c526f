"""What a chat model made of the beginning of a prompt, kept, so that it reads the rest only.

All prompts of a family begin alike: with what the rewriter is told to do, which is nine tenths of
them. That beginning is evaluated as a batch of its own, and llama.cpp's state after it is kept, in
memory and in a file. So the numbers are the same to the last bit whether a state was computed now,
remembered or read. The state is of our prompts, or a person's own; no query is in it.

llama.cpp trusts a state that it is given. A file is handed to it only with the hash that we wrote,
which finds damage. Against somebody who can write in a person's cache folder no hash helps: it is
open to that person alone.
"""

import ctypes
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs
from visret_desktop.lru_cache import LruCache
from visret_desktop.models.runtimes.llama import llama_cpp

_FORMAT = 1
_ENDING = ".state"
_HASH_BYTES = 16
_FEWEST = 32  # tokens; fewer are read faster than a state
_MOST_REMEMBERED = 128 * 2**20  # bytes; three beginnings of a model of 3 billion numbers have 90 MB
_MOST_KEPT = 512 * 2**20  # bytes of files, of all packs
_log = logging.getLogger(__name__)

State = npt.NDArray[np.uint8]


class PromptBeginnings:
    """The beginnings that one loaded model has read. Not thread-safe: one caller at a time."""

    def __init__(
        self, llama: Any, tokens: Callable[[Any], list[int]], folder: Path, made_with: Any
    ) -> None:
        """Keep states of a `Llama`.

        Args:
            llama: the model.
            tokens: what the model is given for messages; it has them all as one prompt.
            folder: of the pack, where files of states go; those beside it count as well.
            made_with: what a state depends on beside the tokens, as JSON knows it.
        """
        self._llama = llama
        self._tokens = tokens
        self._folder = folder
        self._made_with = [_FORMAT, llama_cpp.llama_print_system_info().decode(), made_with]
        self._states = LruCache[str, State](_MOST_REMEMBERED, lambda state: state.nbytes)

    def bring_to(self, prompts: Sequence[Any], room: int) -> None:
        """Bring an empty model to where prompts begin to differ.

        Their tokens decide, not their texts: words may grow together with what is before them. The
        model is left empty where they have next to nothing in common, or more tokens than `room`.

        Raises:
            ValueError, RuntimeError: llama.cpp cannot evaluate it.
        """
        side_by_side = zip(*map(self._tokens, prompts), strict=False)
        alike = takewhile(lambda each: len(set(each)) == 1, side_by_side)
        tokens = [first for first, *_ in alike]
        if not _FEWEST <= len(tokens) <= room:
            return
        key = self._key(tokens)
        if (kept := self._states.get(key)) is not None and self._restore(kept, tokens):
            return
        state = self._read(key)
        if state is None or not self._restore(state, tokens):
            self._llama.eval(tokens)
            state = self._state()
            self._write(key, state)
        self._states.put(key, state)

    def _key(self, tokens: Sequence[int]) -> str:
        made_of = json.dumps([self._made_with, tokens], sort_keys=True)
        return hashlib.sha256(made_of.encode()).hexdigest()[:32]

    # ---- the state --------------------------------------------------------------------------

    def _state(self) -> State:
        size = llama_cpp.llama_state_seq_get_size(self._llama.ctx, 0)
        state = np.empty(size, np.uint8)
        if llama_cpp.llama_state_seq_get_data(self._llama.ctx, _bytes_of(state), size, 0) != size:
            raise RuntimeError("llama.cpp does not say what its state is")
        return state

    def _restore(self, state: npt.NDArray[Any], tokens: Sequence[int]) -> bool:
        """Bring the model to a state; tell whether llama.cpp took it."""
        llama = self._llama
        if not llama_cpp.llama_state_seq_set_data(llama.ctx, _bytes_of(state), state.size, 0):
            llama.reset()
            return False
        llama.input_ids[: len(tokens)] = tokens
        llama.n_tokens = len(tokens)
        return True

    # ---- files ------------------------------------------------------------------------------

    def _read(self, key: str) -> State | None:
        """Return the state of a file, None if there is none or it was altered."""
        path = self._folder / f"{key}{_ENDING}"
        try:
            if path.stat().st_size > _MOST_KEPT:
                return None
            content = np.fromfile(path, np.uint8)
        except OSError:
            return None
        state = content[_HASH_BYTES:]
        if content[:_HASH_BYTES].tobytes() == _hash(key, state):
            return state
        _log.warning("%s of %s was altered and is made anew", key, self._folder.name)
        return None

    def _write(self, key: str, state: State) -> None:
        if state.size > _MOST_KEPT // 4:
            return
        path = self._folder / f"{key}{_ENDING}"
        try:
            file_changes.make_folder(path.parent)
            with file_changes.new_file(path, is_durable=False) as file:
                file.write(_hash(key, state))
                file.write(state.data)
        except (OSError, NotOurs) as error:
            _log.warning("the rewriter will read its prompt again: %s", error)
        _forget_oldest(self._folder.parent)


def can_keep(llama: Any) -> bool:
    """Tell whether a model's state after a beginning is all that it knows of it.

    Recurrent models and those that look at a window of words have no state that a prompt can be
    cut off from; they read whole prompts.
    """
    model = llama.model
    is_other = llama_cpp.llama_model_is_recurrent(model) or llama_cpp.llama_model_is_hybrid(model)
    return not is_other and not llama_cpp.llama_model_n_swa(model)


def _forget_oldest(root: Path) -> None:
    """Delete the files that were written first, until the others are few enough bytes."""
    files = []
    for path in root.glob(f"*/*{_ENDING}"):
        with suppress(OSError):  # somebody else deleted it
            status = path.stat()
            files.append((status.st_mtime_ns, status.st_size, path))
    kept = 0
    for _, size, path in sorted(files, reverse=True):
        kept += size
        if kept > _MOST_KEPT:
            with suppress(OSError, NotOurs):
                file_changes.remove(path)


def _hash(key: str, state: State) -> bytes:
    import xxhash  # no part of the window

    hashed = xxhash.xxh3_128(key.encode())
    hashed.update(state.data)
    return hashed.digest()


def _bytes_of(values: npt.NDArray[Any]) -> Any:
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
