"""Words to tokens by the pack's own tokenizer.json, without torch."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt


class Tokenizer:
    """Tokens as open_clip makes them: lower case, trimmed, ended and padded to the context."""

    def __init__(self, path: Path, context_length: int) -> None:
        from tokenizers import Tokenizer as Rules

        self._rules = Rules.from_file(str(path))
        self._length = context_length
        pad = self._rules.token_to_id("<|endoftext|>") or 0
        self._rules.enable_truncation(context_length)
        self._rules.enable_padding(length=context_length, pad_id=pad, pad_token="<|endoftext|>")

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return int64 (n, context_length)."""
        cleaned = [" ".join(text.split()) for text in texts]
        return np.asarray([e.ids for e in self._rules.encode_batch(cleaned)], np.int64)
