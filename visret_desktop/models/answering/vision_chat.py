"""A vision model on llama.cpp: prompts of marked text, plain words and pictures to written text.

Words go in as tokens, so that none is ever taken for a mark, and pictures as pixels
(`vision_projector`). A prompt up to its last picture is evaluated once: the state of the model
behind it is kept, and the next prompt that begins with the same goes on from there. What it writes
is the same either way.
"""

import ctypes
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.errors import Cancelled
from visret_desktop.lru_cache import LruCache
from visret_desktop.models.answering.vision_projector import Eye, TooLong
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.models.runtimes.llama import Llama, llama_cpp
from visret_desktop.sentences import sentence

_SEED = 0
_SHARE_OF_EMBEDDINGS = 8  # one of so many bytes; they are small, and the states need them once
_REACHED_BYTES = 2 * np.int32().itemsize
_CHARACTERS_PER_TOKEN = 16  # more than any tokenizer makes of prose; spares it megabytes


@dataclass(frozen=True)
class SpecialToken:
    """Text of the model's own chat template, in which special tokens count."""

    text: str


Part = SpecialToken | str | SeenPicture  # a str is plain words, whatever stands in it


@dataclass(frozen=True)
class WrittenText:
    """What the model wrote; not `is_ended`: it would have gone on."""

    text: str
    is_ended: bool
    tokens: int


class VisionChat:
    """A loaded model with its projector. Not thread-safe: one caller at a time."""

    def __init__(
        self,
        model: Path,
        mmproj: Path,
        *,
        context_length: int,
        threads: int,
        on_graphics: bool = False,
        most_remembered: int,
    ) -> None:
        """Load both files; at most `most_remembered` bytes are kept of pictures.

        Raises:
            ValueError, RuntimeError, OSError: llama.cpp cannot use them; it ends the whole process
                over some files, which are to be tried elsewhere first.
        """
        self._llama = Llama(
            model_path=str(model),
            n_ctx=context_length,
            n_threads=threads,
            n_threads_batch=threads,
            n_gpu_layers=-1 if on_graphics else 0,
            seed=_SEED,
            verbose=False,
        )
        for_embeddings = most_remembered // _SHARE_OF_EMBEDDINGS
        self._eye = Eye(
            self._llama,
            mmproj,
            threads=threads,
            on_graphics=on_graphics,
            most_bytes=for_embeddings,
        )
        self._states = LruCache[tuple[str, ...], npt.NDArray[np.uint8]](
            most_remembered - for_embeddings, lambda state: state.nbytes
        )
        self._used = 0  # tokens of the context; positions may be fewer, as pictures have two sides
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._llama.model)
        self._close = weakref.finalize(self, _close, self._eye, self._llama)

    def close(self) -> None:
        """Free the memory; not to be used any more."""
        self._close()

    def forget(self) -> None:
        """Forget all pictures."""
        self._states.clear()
        self._eye.embeddings.clear()

    def write(
        self,
        prompt: Sequence[Part],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str = "",
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> WrittenText:
        """Go on with a prompt, always with the likeliest token.

        Args:
            prompt: the parts of it, in order.
            max_tokens: how many are written at most.
            stop: texts that end what is written, and are no part of it.
            grammar: GBNF that the text is to follow; "": any text.
            is_stopped: asked at every token, and while the model reads a prompt.

        Raises:
            Cancelled: `is_stopped()` was true; encoding a picture is done first.
            TooLong: there is no room for the prompt with `max_tokens`.
            ValueError, RuntimeError: llama.cpp cannot use a picture or the grammar.
            MemoryError: there is not enough memory.
        """
        seen = [number for number, part in enumerate(prompt) if isinstance(part, SeenPicture)]
        behind = seen[-1] + 1 if seen else 0
        room = len(self._llama.input_ids) - max_tokens
        with self._stoppable(is_stopped):
            self._clear()
            if behind:
                self._read_once(prompt[:behind], room)
            self._read(prompt[behind:], room)
            return self._go_on(max_tokens, stop, grammar, is_stopped)

    # ---- reading ----------------------------------------------------------------------------

    def _read_once(self, parts: Sequence[Part], room: int) -> None:
        """Read what a prompt begins with, or go on from where that was done before."""
        name = tuple(map(_name, parts))
        if (state := self._states.get(name)) is not None and self._restore(state):
            return
        self._read(parts, room)
        self._states.put(name, self._state())

    def _read(self, parts: Sequence[Part], room: int) -> None:
        """Let the model read parts of a prompt behind what it has read.

        Raises:
            TooLong: there are too many.
        """
        # What is text between pictures is read at once.
        for is_picture, group in groupby(parts, lambda part: isinstance(part, SeenPicture)):
            if not is_picture:
                self._read_tokens([t for part in group for t in self._tokens(part, room)], room)
                continue
            for picture in group:
                self._look(picture, room)

    def _look(self, picture: Any, room: int) -> None:
        for chunk in self._eye.chunks(picture):
            if (tokens := chunk.tokens) is not None:
                self._read_tokens(tokens, room)
                continue
            self._read_tokens([], room)
            self._check_room(chunk.count, room)
            self._llama.n_tokens = self._eye.show(chunk, self._llama.n_tokens)
            self._used += chunk.count

    def _tokens(self, part: Any, room: int) -> list[int]:
        text = part.text if isinstance(part, SpecialToken) else str(part)
        if len(text) > room * _CHARACTERS_PER_TOKEN:
            raise TooLong(
                sentence("the text is longer than the {room} tokens that there may be", room=room)
            )
        encoded = text.encode("utf-8", "replace")
        tokens: list[int] = self._llama.tokenize(
            encoded, add_bos=False, special=isinstance(part, SpecialToken)
        )
        return tokens

    def _read_tokens(self, tokens: Sequence[int], room: int) -> None:
        tokens = self._beginning(tokens)
        self._check_room(len(tokens), room)
        if tokens:
            self._llama.eval(tokens)
            self._used += len(tokens)

    def _beginning(self, tokens: Sequence[int]) -> Sequence[int]:
        """Return the tokens, at the very beginning behind the one that the model wants there."""
        begin = llama_cpp.llama_vocab_bos(self._vocabulary)
        is_wanted = llama_cpp.llama_vocab_get_add_bos(self._vocabulary)
        if self._used or not is_wanted or list(tokens[:1]) == [begin]:
            return tokens
        return [begin, *tokens]

    def _check_room(self, tokens: int, room: int) -> None:
        if self._used + tokens > room:
            raise TooLong(
                sentence("the prompt is longer than the {room} tokens that there may be", room=room)
            )

    # ---- the state --------------------------------------------------------------------------

    def _clear(self) -> None:
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._llama.ctx), True)
        self._llama.n_tokens = self._used = 0

    def _state(self) -> npt.NDArray[np.uint8]:
        """Return the model's state, and behind it how far it has come."""
        size = llama_cpp.llama_state_seq_get_size(self._llama.ctx, 0)
        state = np.empty(size + _REACHED_BYTES, np.uint8)
        state[size:] = np.array([self._llama.n_tokens, self._used], np.int32).view(np.uint8)
        if llama_cpp.llama_state_seq_get_data(self._llama.ctx, _bytes_of(state), size, 0) != size:
            raise RuntimeError("llama.cpp does not say what its state is")
        return state

    def _restore(self, state: npt.NDArray[Any]) -> bool:
        """Bring the model back to a state; return whether that was possible."""
        size = state.size - _REACHED_BYTES
        if not llama_cpp.llama_state_seq_set_data(self._llama.ctx, _bytes_of(state), size, 0):
            self._clear()
            return False
        self._llama.n_tokens, self._used = map(int, state[size:].copy().view(np.int32))
        return True

    # ---- writing ----------------------------------------------------------------------------

    def _go_on(
        self, max_tokens: int, stop: Sequence[str], grammar: str, is_stopped: Callable[[], bool]
    ) -> WrittenText:
        llama, written = self._llama, bytearray()
        with self._sampler(grammar) as sampler:
            for number in range(max_tokens):
                token = llama_cpp.llama_sampler_sample(sampler, llama.ctx, -1)
                if llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                    return WrittenText(_decoded(written), is_ended=True, tokens=number)
                written += llama.detokenize([token])
                text = _decoded(written)
                if ends := [place for end in stop if (place := text.find(end)) >= 0]:
                    return WrittenText(text[: min(ends)], is_ended=True, tokens=number + 1)
                if is_stopped():
                    raise Cancelled
                if number + 1 < max_tokens:
                    llama.eval([token])
        return WrittenText(_decoded(written), is_ended=False, tokens=max_tokens)

    @contextmanager
    def _sampler(self, grammar: str) -> Iterator[Any]:
        """Choose the likeliest token, of those that the grammar allows."""
        chain = llama_cpp.llama_sampler_chain_init(llama_cpp.llama_sampler_chain_default_params())
        try:
            if grammar:
                made = llama_cpp.llama_sampler_init_grammar(
                    self._vocabulary, grammar.encode(), b"root"
                )
                if not made:
                    raise ValueError("llama.cpp cannot use the grammar")
                llama_cpp.llama_sampler_chain_add(chain, made)
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_greedy())
            yield chain
        finally:
            llama_cpp.llama_sampler_free(chain)

    @contextmanager
    def _stoppable(self, is_stopped: Callable[[], bool]) -> Iterator[None]:
        """Let llama.cpp ask, in the middle of what the model reads, whether it is to stop."""
        if is_stopped():
            raise Cancelled
        asked = llama_cpp.ggml_abort_callback(lambda _: is_stopped())
        llama_cpp.llama_set_abort_callback(self._llama.ctx, asked, None)
        try:
            yield
        except (RuntimeError, ValueError) as error:
            if is_stopped():
                raise Cancelled from error
            raise
        finally:
            nobody = llama_cpp.ggml_abort_callback()
            llama_cpp.llama_set_abort_callback(self._llama.ctx, nobody, None)


def _close(eye: Eye, llama: Any) -> None:
    eye.close()
    llama.close()


def _name(part: Part) -> str:
    """Return what tells one part of a prompt from any other."""
    if isinstance(part, SeenPicture):
        return f"picture {part.key}"
    return f"mark {part.text}" if isinstance(part, SpecialToken) else f"words {part}"


def _bytes_of(values: npt.NDArray[Any]) -> Any:
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))


def _decoded(written: bytearray) -> str:
    return written.decode("utf-8", "ignore")
