"""llama.cpp, ready to compute; the only module that loads it.

A portable build has one library for each kind of processor, of which llama.cpp loads the best that
this one can run. It would look for them beside the interpreter and in the current folder, where
anybody may have left one; so they are loaded from the package's own folder before it looks.
"""

import logging
import os
from pathlib import Path
from typing import Any

from visret_desktop.packs.checks import gguf_header

try:
    import llama_cpp
    from llama_cpp import LlamaGrammar, llama_chat_format, mtmd_cpp
    from llama_cpp._ggml import libggml
except (RuntimeError, OSError) as error:  # which it raises where a library does not load
    raise ImportError(str(error)) from error

__all__ = ["Llama", "LlamaGrammar", "llama_chat_format", "llama_cpp", "mtmd_cpp"]

_LIBRARIES = Path(llama_cpp.__file__).parent / "lib"


def _load_backends() -> None:
    """Load what computes; a build for one kind of processor has it in already.

    Raises:
        ImportError: there is nothing that this processor can run.
    """
    logging.getLogger("llama-cpp-python").setLevel(logging.ERROR)  # it would say what it loads
    if not libggml.ggml_backend_reg_count():
        libggml.ggml_backend_load_all_from_path(os.fsencode(_LIBRARIES))
    if not libggml.ggml_backend_reg_count():
        raise ImportError(f"nothing in {_LIBRARIES} can compute on this processor")


_load_backends()
_HAS_TILES = b"AMX_INT8 = 1" in llama_cpp.llama_print_system_info()


class Llama(llama_cpp.Llama):  # type: ignore[misc]
    """`llama_cpp.Llama`, which does not use matrix tiles (AMX) over quantized weights.

    WORKAROUND compiled by GCC 12, they end the process. Tiles are used only over weights that were
    laid out anew for this processor.
    """

    @property
    def model_params(self) -> Any:
        """What the model is loaded with."""
        return self._model_params

    @model_params.setter
    def model_params(self, wanted: Any) -> None:
        if _HAS_TILES and gguf_header.read(Path(self.model_path)).is_quantized:
            wanted.use_extra_bufts = False
        self._model_params = wanted
