"""The part of a vision model on llama.cpp that looks: pixels to embeddings, and those to the model.

Pictures go in as pixels, so that none of the decoders that llama.cpp brings ever sees a byte of
theirs. What was encoded once is kept, as much of it as there may be.
"""

import ctypes
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.lru_cache import LruCache
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.models.runtimes.llama import llama_cpp, mtmd_cpp
from visret_desktop.sentences import sentence

_ERROR_LEVEL = 4
_log = logging.getLogger(__name__)
# Names of functions and files that a complaint of llama.cpp begins with.
_WHERE = re.compile(
    r"^(?:\w+: )?(?:error: )?(?:failed to load model '.*?': )?(?:[\w()]+: )?", re.IGNORECASE
)
_complaints: list[str] = []  # what llama.cpp said of what it was asked last


@llama_cpp.llama_log_callback  # type: ignore[untyped-decorator]
def _listen(level: int, text: bytes, _: ctypes.c_void_p) -> None:
    line = text.decode("utf-8", "replace").strip()
    if level == _ERROR_LEVEL and line:
        _complaints.append(line)
        _log.info("llama.cpp: %s", line)


class TooLong(ValueError):
    """A prompt and the answer to it take more tokens than there may be."""


class PictureChunk:
    """A piece of a picture: the tokens of a mark around it, or what is to be encoded."""

    def __init__(self, eye: Any, address: Any, name: str) -> None:
        self._eye, self.address, self.name = eye, address, name
        self.count: int = mtmd_cpp.mtmd_input_chunk_get_n_tokens(address)

    @property
    def tokens(self) -> list[int] | None:
        """The tokens of a mark; None: it is of the picture itself."""
        kind = mtmd_cpp.mtmd_input_chunk_get_type(self.address)
        if kind != mtmd_cpp.MTMD_INPUT_CHUNK_TYPE_TEXT:
            return None
        count = ctypes.c_size_t()
        tokens = mtmd_cpp.mtmd_input_chunk_get_tokens_text(self.address, ctypes.byref(count))
        return [tokens[number] for number in range(count.value)]

    @property
    def is_read_at_once(self) -> bool:
        """Whether all of its tokens look at each other."""
        return bool(mtmd_cpp.mtmd_decode_use_non_causal(self._eye, self.address))


class Eye:
    """A projector (mmproj) for a loaded `llama_cpp.Llama`. Not thread-safe."""

    def __init__(
        self, llama: Any, mmproj: Path, *, threads: int, on_graphics: bool, most_bytes: int
    ) -> None:
        """Load it; at most `most_bytes` of embeddings are kept.

        Raises:
            ValueError: llama.cpp cannot use it; it ends the whole process over some files.
        """
        mtmd_cpp.mtmd_helper_log_set(_listen, ctypes.c_void_p(0))
        _complaints.clear()
        wanted = mtmd_cpp.mtmd_context_params_default()
        wanted.use_gpu = on_graphics
        wanted.print_timings = False
        wanted.n_threads = threads
        wanted.flash_attn_type = llama_cpp.LLAMA_FLASH_ATTN_TYPE_DISABLED
        self._llama = llama
        self._eye = mtmd_cpp.mtmd_init_from_file(str(mmproj).encode(), llama.model, wanted)
        if not self._eye:
            raise ValueError(f"{mmproj.name}: {_reason('it gives no reason')}")
        if not mtmd_cpp.mtmd_support_vision(self._eye):
            self.close()
            raise ValueError(sentence("{name} is not for pictures", name=mmproj.name))
        self.embeddings = LruCache[str, npt.NDArray[np.float32]](
            most_bytes, lambda embeddings: embeddings.nbytes
        )

    def close(self) -> None:
        """Free the memory; not to be used any more."""
        mtmd_cpp.mtmd_free(self._eye)

    def chunks(self, picture: SeenPicture) -> Iterator[PictureChunk]:
        """Yield the pieces that the model wants of a picture; each is gone with the next.

        Raises:
            RuntimeError: llama.cpp makes none.
        """
        _complaints.clear()
        height, width, _ = picture.pixels.shape
        pixels = np.ascontiguousarray(picture.pixels, np.uint8)
        bitmap = mtmd_cpp.mtmd_bitmap_init(
            width, height, pixels.ctypes.data_as(ctypes.POINTER(ctypes.c_uint8))
        )
        chunks = mtmd_cpp.mtmd_input_chunks_init()
        try:
            part = mtmd_cpp.mtmd_input_part(None, bitmap)
            parts = (ctypes.POINTER(mtmd_cpp.mtmd_input_part) * 1)(ctypes.pointer(part))
            if outcome := mtmd_cpp.mtmd_tokenize_from_parts(self._eye, chunks, parts, 1, False):
                raise RuntimeError(
                    sentence("the picture cannot be used ({reason})", reason=_reason(outcome))
                )
            for number in range(mtmd_cpp.mtmd_input_chunks_size(chunks)):
                address = mtmd_cpp.mtmd_input_chunks_get(chunks, number)
                yield PictureChunk(self._eye, address, f"{number} {picture.key}")
        finally:
            mtmd_cpp.mtmd_input_chunks_free(chunks)
            mtmd_cpp.mtmd_bitmap_free(bitmap)

    def show(self, chunk: PictureChunk, position: int) -> int:
        """Let the model read a piece of a picture at a position; return the one behind it.

        Raises:
            TooLong: the model cannot read so much at once.
            RuntimeError: llama.cpp cannot encode it, or was told to stop.
        """
        if chunk.is_read_at_once and chunk.count > self._llama.n_batch:
            # llama.cpp would end the process.
            raise TooLong(
                sentence(
                    "the picture takes {count} tokens, too many to read at once", count=chunk.count
                )
            )
        embeddings = self.embeddings.get(chunk.name)
        if embeddings is None:
            embeddings = self._encoded(chunk)
            self.embeddings.put(chunk.name, embeddings)
        reached = llama_cpp.llama_pos(0)
        outcome = mtmd_cpp.mtmd_helper_decode_image_chunk(
            self._eye,
            self._llama.ctx,
            chunk.address,
            embeddings.ctypes.data_as(ctypes.POINTER(ctypes.c_float)),
            position,
            0,
            self._llama.n_batch,
            ctypes.byref(reached),
            mtmd_cpp.mtmd_helper_post_decode_callback(),
            None,
        )
        if outcome:
            raise RuntimeError(
                sentence("the picture cannot be read ({reason})", reason=_reason(outcome))
            )
        return int(reached.value)

    def _encoded(self, chunk: PictureChunk) -> npt.NDArray[np.float32]:
        outcome = mtmd_cpp.mtmd_encode_chunk(self._eye, chunk.address)
        embeddings = None if outcome else mtmd_cpp.mtmd_get_output_embd(self._eye)
        if not embeddings:
            raise RuntimeError(
                sentence("the picture cannot be encoded ({reason})", reason=_reason(outcome))
            )
        width = llama_cpp.llama_model_n_embd_inp(self._llama.model)
        return np.ctypeslib.as_array(embeddings, (chunk.count * width,)).copy()


def _reason(otherwise: object) -> str:
    """Return the first that llama.cpp complained of; what follows is about that."""
    return _WHERE.sub("", _complaints[0]) if _complaints else str(otherwise)
