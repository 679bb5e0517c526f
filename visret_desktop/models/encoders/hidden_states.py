"""A vision model on llama.cpp that is not to write: the state in which it would begin to."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.models.answering.vision_chat import Part, VisionChat
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.models.runtimes.llama import llama_cpp


class HiddenStates(VisionChat):
    """Prompts to hidden states. Not thread-safe: one caller at a time."""

    @property
    def dimension(self) -> int:
        """How many numbers a hidden state has."""
        return int(llama_cpp.llama_model_n_embd_out(self._llama.model))

    def of(self, prompt: Sequence[Part]) -> npt.NDArray[np.float32]:
        """Return the last hidden state of a prompt's last token: float32 (dimension,).

        The prompt ends in text.

        Raises:
            TooLong: there is no room for the prompt.
            ValueError, RuntimeError: llama.cpp cannot use the prompt.
        """
        room = len(self._llama.input_ids)  # llama.cpp rounds its own up
        seen = [number for number, part in enumerate(prompt) if isinstance(part, SeenPicture)]
        behind = seen[-1] + 1 if seen else 0
        self._clear()
        self._read(prompt[:behind], room)
        tokens = self._beginning([t for part in prompt[behind:] for t in self._tokens(part, room)])
        if not tokens:
            raise ValueError("the prompt does not end in text")
        self._read_tokens(tokens[:-1], room)
        with self._giving_states():  # of one token: those of others would take time and memory
            self._read_tokens(tokens[-1:], room)
            found = _state(self._llama.ctx)
            if not found:
                raise RuntimeError("the model gives no hidden states")
            return np.ctypeslib.as_array(found, (self.dimension,)).astype(np.float32)

    @contextmanager
    def _giving_states(self) -> Iterator[None]:
        llama_cpp.llama_set_embeddings(self._llama.ctx, True)
        try:
            yield
        finally:
            llama_cpp.llama_set_embeddings(self._llama.ctx, False)


def _state(context: Any) -> Any:
    """Return a pointer to the hidden state of the one token that was evaluated, or None."""
    pooling = llama_cpp.llama_pooling_type(context)
    if pooling == llama_cpp.LLAMA_POOLING_TYPE_RANK:  # gives scores, which are fewer numbers
        return None
    if pooling == llama_cpp.LLAMA_POOLING_TYPE_NONE:
        return llama_cpp.llama_get_embeddings_ith(context, -1)
    return llama_cpp.llama_get_embeddings_seq(context, 0)  # pooled of one token: its own
