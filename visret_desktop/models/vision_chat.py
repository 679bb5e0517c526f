"""A vision model on llama.cpp: prompts of marked text, plain words and pictures to written text.

Pictures go in as pixels, so that none of the decoders that llama.cpp brings ever sees a byte of
theirs, and words as tokens, so that no word is ever taken for a mark. A prompt up to its last
picture is evaluated once: the state of the model behind it is kept, and the next prompt that begins
with the same goes on from there. What the model writes is the same either way.
"""

import ctypes
import logging
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np
import numpy.typing as npt
from llama_cpp import Llama, mtmd_cpp

from visret_desktop.errors import Cancelled
from visret_desktop.models.bounded_memory import BoundedMemory
from visret_desktop.models.interfaces import SeenPicture

_SEED = 0
_STATES_BYTES = 768 * 2**20
_EMBEDDINGS_BYTES = 128 * 2**20
_CHARACTERS_PER_TOKEN = 16  # more than any tokenizer makes of prose; spares it megabytes
_ERROR_LEVEL = 4
_LINES_KEPT = 20
_log = logging.getLogger(__name__)
_complaints: list[str] = []  # the last that llama.cpp said about pictures


@llama_cpp.llama_log_callback  # type: ignore[untyped-decorator]
def _listen(level: int, text: bytes, _: ctypes.c_void_p) -> None:
    said = text.decode("utf-8", "replace").strip()
    if level >= _ERROR_LEVEL and said:
        _complaints.append(said)
        del _complaints[:-_LINES_KEPT]
        _log.info("llama.cpp: %s", said)


@dataclass(frozen=True)
class Mark:
    """Text of the model's own chat template, in which special tokens count."""

    text: str


Part = Mark | str | SeenPicture  # a str is plain words, whatever stands in it


@dataclass(frozen=True)
class Written:
    """What the model wrote; not `is_ended`: it would have gone on."""

    text: str
    is_ended: bool
    tokens: int


class TooLong(ValueError):
    """A prompt and the answer to it take more tokens than there may be."""


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
    ) -> None:
        """Load both files.

        Raises:
            ValueError, RuntimeError, OSError: llama.cpp cannot use them; it ends the whole process
                over some files, which are to be tried elsewhere first.
        """
        mtmd_cpp.mtmd_helper_log_set(_listen, ctypes.c_void_p(0))
        self._llama = Llama(
            model_path=str(model),
            n_ctx=context_length,
            n_threads=threads,
            n_threads_batch=threads,
            n_gpu_layers=-1 if on_graphics else 0,
            seed=_SEED,
            verbose=False,
        )
        self._eye = _open_eye(self._llama, mmproj, threads, on_graphics)
        self._close = weakref.finalize(self, _close, self._eye, self._llama)
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._llama.model)
        self._states: BoundedMemory[tuple[str, ...]] = BoundedMemory(_STATES_BYTES)
        self._embeddings: BoundedMemory[tuple[str, int]] = BoundedMemory(_EMBEDDINGS_BYTES)

    def close(self) -> None:
        """Free the memory; not to be used any more."""
        self._close()

    def forget(self) -> None:
        """Forget all pictures."""
        self._states.clear()
        self._embeddings.clear()

    @property
    def remembered_bytes(self) -> int:
        """Bytes that the remembered pictures take."""
        return self._states.size_bytes + self._embeddings.size_bytes

    def write(
        self,
        prompt: Sequence[Part],
        *,
        max_tokens: int,
        stop: Sequence[str] = (),
        grammar: str = "",
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Written:
        """Go on with a prompt, always with the likeliest token.

        Args:
            prompt: the parts of it, in order.
            max_tokens: how many are written at most.
            stop: texts that end what is written, and are no part of it.
            grammar: GBNF that the text is to follow; "": any text.
            is_stopped: asked at every token, and while a prompt is evaluated.

        Raises:
            Cancelled: `is_stopped()` was true.
            TooLong: there is no room for the prompt with `max_tokens`.
            ValueError, RuntimeError: llama.cpp cannot use a picture or the grammar.
            MemoryError: there is not enough memory.
        """
        last = max(
            (n for n, part in enumerate(prompt) if isinstance(part, SeenPicture)), default=-1
        )
        room = self._llama.n_ctx() - max_tokens
        with self._stoppable(is_stopped):
            self._begin(prompt[: last + 1], room)
            for tokens in self._tokens(prompt[last + 1 :], room, is_first=last < 0):
                self._evaluate(tokens, room)
            return self._go_on(max_tokens, stop, grammar, is_stopped)

    # ---- reading ----------------------------------------------------------------------------

    def _begin(self, parts: Sequence[Part], room: int) -> None:
        """Bring the model to the state behind these parts, which end in a picture."""
        llama = self._llama
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(llama.ctx), True)
        llama.n_tokens = 0
        if not parts:
            return
        name = tuple(_name(part) for part in parts)
        if (kept := self._states.get(name)) is not None and self._restore(kept):
            return
        is_first = True
        for part in parts:
            if isinstance(part, SeenPicture):
                self._look(part, room)
            else:
                for tokens in self._tokens([part], room, is_first=is_first):
                    self._evaluate(tokens, room)
            is_first = False
        self._states.put(name, self._state())

    def _state(self) -> npt.NDArray[np.uint8]:
        """Return the model's state, and behind it how far it has come."""
        size = llama_cpp.llama_state_seq_get_size(self._llama.ctx, 0)
        state = np.empty(size + 4, np.uint8)
        written = llama_cpp.llama_state_seq_get_data(self._llama.ctx, _bytes_of(state), size, 0)
        if written != size:
            raise RuntimeError("the state of the model cannot be read")
        state[size:] = np.frombuffer(np.int32(self._llama.n_tokens).tobytes(), np.uint8)
        return state

    def _restore(self, state: npt.NDArray[Any]) -> bool:
        size = state.nbytes - 4
        if not llama_cpp.llama_state_seq_set_data(self._llama.ctx, _bytes_of(state), size, 0):
            llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._llama.ctx), True)
            return False
        self._llama.n_tokens = int(state[size:].view(np.int32)[0])
        return True

    def _tokens(self, parts: Sequence[Part], room: int, *, is_first: bool) -> Iterator[list[int]]:
        """Yield the tokens of each part that is text; the first begins the text if the model wants.

        Raises:
            TooLong: there are certainly too many.
        """
        for part in parts:
            text = part.text if isinstance(part, Mark) else str(part)
            if len(text) > room * _CHARACTERS_PER_TOKEN:
                raise TooLong(f"the text is longer than the {room} tokens that it may have")
            encoded = text.encode("utf-8", "replace")
            tokens: list[int] = self._llama.tokenize(
                encoded, add_bos=False, special=isinstance(part, Mark)
            )
            begin = llama_cpp.llama_vocab_bos(self._vocabulary)
            if is_first and llama_cpp.llama_vocab_get_add_bos(self._vocabulary):
                tokens = [begin, *tokens[tokens[:1] == [begin] :]]
            is_first = False
            yield tokens

    def _evaluate(self, tokens: Sequence[int], room: int) -> None:
        self._check_room(len(tokens), room)
        if tokens:
            self._llama.eval(tokens)

    def _check_room(self, tokens: int, room: int) -> None:
        if self._llama.n_tokens + tokens > room:
            raise TooLong(f"the prompt is longer than the {room} tokens that it may have")

    def _look(self, picture: SeenPicture, room: int) -> None:
        """Evaluate a picture, with the marks that the model wants around it."""
        for number, chunk in _chunks(self._eye, picture.pixels):
            if mtmd_cpp.mtmd_input_chunk_get_type(chunk) == mtmd_cpp.MTMD_INPUT_CHUNK_TYPE_TEXT:
                count = ctypes.c_size_t()
                tokens = mtmd_cpp.mtmd_input_chunk_get_tokens_text(chunk, ctypes.byref(count))
                self._evaluate([tokens[n] for n in range(count.value)], room)
            else:
                self._see(chunk, (picture.key, number), room)

    def _see(self, chunk: Any, name: tuple[str, int], room: int) -> None:
        """Evaluate a piece of a picture, which is encoded unless that was done before."""
        count = mtmd_cpp.mtmd_input_chunk_get_n_tokens(chunk)
        self._check_room(count, room)
        at_once = mtmd_cpp.mtmd_decode_use_non_causal(self._eye, chunk)
        if at_once and count > self._llama.n_batch:  # llama.cpp would end the process
            raise TooLong(f"the picture takes {count} tokens, more than the model reads at once")
        embeddings = self._embeddings.get(name)
        if embeddings is None:
            embeddings = self._encoded(chunk, count)
            self._embeddings.put(name, embeddings)
        reached = llama_cpp.llama_pos(0)
        outcome = mtmd_cpp.mtmd_helper_decode_image_chunk(
            self._eye,
            self._llama.ctx,
            chunk,
            embeddings.ctypes.data_as(ctypes.POINTER(ctypes.c_float)),
            self._llama.n_tokens,
            0,
            self._llama.n_batch,
            ctypes.byref(reached),
            mtmd_cpp.mtmd_helper_post_decode_callback(),
            None,
        )
        if outcome:
            raise RuntimeError(f"the picture cannot be evaluated ({_last_complaint(outcome)})")
        self._llama.n_tokens = reached.value

    def _encoded(self, chunk: Any, count: int) -> npt.NDArray[np.float32]:
        outcome = mtmd_cpp.mtmd_encode_chunk(self._eye, chunk)
        found = mtmd_cpp.mtmd_get_output_embd(self._eye) if not outcome else None
        if not found:
            raise RuntimeError(f"the picture cannot be encoded ({_last_complaint(outcome)})")
        size = count * llama_cpp.llama_model_n_embd_inp(self._llama.model)
        return np.ctypeslib.as_array(found, (size,)).copy()

    # ---- writing ----------------------------------------------------------------------------

    def _go_on(
        self, max_tokens: int, stop: Sequence[str], grammar: str, is_stopped: Callable[[], bool]
    ) -> Written:
        llama, written = self._llama, bytearray()
        with self._sampler(grammar) as sampler:
            for number in range(max_tokens):
                token = llama_cpp.llama_sampler_sample(sampler, llama.ctx, -1)
                if llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                    return Written(_decoded(written), is_ended=True, tokens=number)
                written += llama.detokenize([token])
                text = _decoded(written)
                if ends := [place for end in stop if (place := text.find(end)) >= 0]:
                    return Written(text[: min(ends)], is_ended=True, tokens=number + 1)
                if is_stopped():
                    raise Cancelled
                if number + 1 < max_tokens:
                    llama.eval([token])
        return Written(_decoded(written), is_ended=False, tokens=max_tokens)

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
                    raise ValueError("the grammar cannot be used")
                llama_cpp.llama_sampler_chain_add(chain, made)
            llama_cpp.llama_sampler_chain_add(chain, llama_cpp.llama_sampler_init_greedy())
            yield chain
        finally:
            llama_cpp.llama_sampler_free(chain)

    @contextmanager
    def _stoppable(self, is_stopped: Callable[[], bool]) -> Iterator[None]:
        """Let llama.cpp ask, in the middle of what it evaluates, whether it is to stop."""
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
            nothing = llama_cpp.ggml_abort_callback()
            llama_cpp.llama_set_abort_callback(self._llama.ctx, nothing, None)


def _open_eye(llama: Any, mmproj: Path, threads: int, on_graphics: bool) -> Any:
    _complaints.clear()
    wanted = mtmd_cpp.mtmd_context_params_default()
    wanted.use_gpu = on_graphics
    wanted.print_timings = False
    wanted.n_threads = threads
    wanted.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
    eye = mtmd_cpp.mtmd_init_from_file(str(mmproj).encode(), llama.model, wanted)
    if not eye:
        raise ValueError(f"{mmproj.name} cannot be used ({_last_complaint('no reason given')})")
    if not mtmd_cpp.mtmd_support_vision(eye):
        mtmd_cpp.mtmd_free(eye)
        raise ValueError(f"{mmproj.name} is not for pictures")
    return eye


def _close(eye: Any, llama: Any) -> None:
    mtmd_cpp.mtmd_free(eye)
    llama.close()


def _chunks(eye: Any, pixels: npt.NDArray[np.uint8]) -> Iterator[tuple[int, Any]]:
    """Yield the pieces that llama.cpp makes of a picture (height, width, 3), with their numbers."""
    height, width, _ = pixels.shape
    held = np.ascontiguousarray(pixels, np.uint8)
    bitmap = mtmd_cpp.mtmd_bitmap_init(
        width, height, held.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
    )
    chunks = mtmd_cpp.mtmd_input_chunks_init()
    try:
        part = mtmd_cpp.mtmd_input_part(None, bitmap)
        parts = (ctypes.POINTER(mtmd_cpp.mtmd_input_part) * 1)(ctypes.pointer(part))
        if outcome := mtmd_cpp.mtmd_tokenize_from_parts(eye, chunks, parts, 1, False):
            raise RuntimeError(f"the picture cannot be used ({_last_complaint(outcome)})")
        for number in range(mtmd_cpp.mtmd_input_chunks_size(chunks)):
            yield number, mtmd_cpp.mtmd_input_chunks_get(chunks, number)
    finally:
        mtmd_cpp.mtmd_input_chunks_free(chunks)
        mtmd_cpp.mtmd_bitmap_free(bitmap)


def _name(part: Part) -> str:
    """Return what tells one part of a prompt from any other."""
    if isinstance(part, SeenPicture):
        return f"picture {part.key}"
    return f"mark {part.text}" if isinstance(part, Mark) else f"words {part}"


def _bytes_of(values: npt.NDArray[Any]) -> Any:
    return values.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))


def _decoded(written: bytearray) -> str:
    return written.decode("utf-8", "ignore")


def _last_complaint(otherwise: object) -> str:
    return _complaints[-1] if _complaints else str(otherwise)
