"""Words to tokens as open_clip makes them, without torch, from the files of one pack.

What open_clip decides from three configuration files is decided once, when the encoder is compiled,
and kept as `TokenizerRules`; here the text is cleaned the same way and handed to the pack's
tokenizer.json.
"""

import html
import string
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tokenizers import Encoding
    from tokenizers import Tokenizer as Engine


Clean = Literal["whitespace", "lower", "canonicalize"]
_MOST_AT_ONCE = 1000  # characters: ftfy takes the square of their number over '&amp;amp;amp;…'
_BAR = "|"
_PANIC = "PanicException"  # of the library, which does not export it
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True)
class TokenizerRules:
    """How open_clip uses a pack's tokenizer. Ids are positions in the embedding table."""

    context_length: int
    clean: Clean
    pad_id: int
    blank_id: int | None = None  # this token becomes 0 (open_clip: strip_sep_token)
    frame: str = ""  # what stands around a text, with {text}; "": nothing
    focus: Mapping[str, str] = field(default_factory=dict)  # frames by a word with a colon


class Tokenizer:
    """Tokens as the model was trained on; safe to call from several threads."""

    def __init__(self, path: Path, rules: TokenizerRules) -> None:
        """Read a `tokenizer.json`; `ValueError` if the library cannot use it."""
        self._engine = read_engine(path)
        self._engine.enable_truncation(rules.context_length)
        self._engine.enable_padding(length=rules.context_length, pad_id=rules.pad_id)
        # What a person types is no mark of the model's, whatever it looks like.
        self._engine.encode_special_tokens = bool(rules.frame)
        self._rules = rules
        self._clean = _CLEANERS[rules.clean]

    def __call__(self, texts: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return int64 (n, context_length).

        Raises:
            ValueError: the pack's rules fail for these words.
        """
        cleaned = [self._framed(self._clean(_encodable(text))) for text in texts]
        encoded = self._encode(cleaned)
        tokens = np.asarray([one.ids for one in encoded], np.int64)
        tokens = tokens.reshape(len(texts), self._rules.context_length)
        if self._rules.blank_id is not None:
            tokens[tokens == self._rules.blank_id] = 0
        return tokens

    def _framed(self, text: str) -> str:
        """Put a text into its frame, whose parts are told apart by a bar that no text has.

        A focus has a space behind its colon; conditions, such as 'light:dusk', have none.
        """
        if not self._rules.frame:
            return text
        words = " ".join(text.replace(_BAR, " ").split())
        focus, _, rest = words.partition(": ")
        frame = self._rules.focus.get(focus.strip().lower()) if rest else None
        if frame is None:
            return self._rules.frame.replace("{text}", words)
        return frame.replace("{text}", rest)

    def _encode(self, texts: list[str]) -> "list[Encoding]":
        try:
            return self._engine.encode_batch(texts)
        except BaseException as error:
            # The library raises Rust's panics, which are no Exception.
            if not isinstance(error, Exception) and type(error).__name__ != _PANIC:
                raise
            first = (str(error).splitlines() or [_PANIC])[0]
            raise ValueError(f"its tokenizer fails over these words ({first})") from error


def without_padding(tokens: npt.NDArray[np.int64], pad_id: int) -> npt.NDArray[np.int64]:
    """Cut tokens (n, length) to the longest text: int64 (n, length of it with its end mark)."""
    filled = np.flatnonzero((tokens != pad_id).any(axis=0))
    last = int(filled[-1]) if filled.size else 0
    return tokens[:, : last + 2]  # one more, because some packs pad with the end mark itself


def read_engine(path: Path) -> "Engine":
    """Read a `tokenizer.json`; `ValueError` if the library cannot use it."""
    from tokenizers import Tokenizer as Engine

    try:
        return Engine.from_file(str(path))
    except BaseException as error:
        if not isinstance(error, Exception) and type(error).__name__ != _PANIC:
            raise
        raise ValueError(f"{path.name} cannot be read ({error})") from error


def _encodable(text: str) -> str:
    """Replace lone surrogates, as in undecodable file names, which no tokenizer takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _repair(text: str) -> str:
    """Undo broken encodings and HTML entities; the common plain text skips the slow libraries."""
    if text.isascii() and text.isprintable() and "&" not in text:
        return text.strip()
    import ftfy

    fixed = ftfy.fix_text(text, max_decode_length=_MOST_AT_ONCE)
    return html.unescape(html.unescape(fixed)).strip()


def _whitespace(text: str) -> str:
    return " ".join(_repair(text).split())


def _lower(text: str) -> str:
    return _whitespace(text).lower()


def _canonicalize(text: str) -> str:
    bare = _repair(text).replace("_", " ").translate(_NO_PUNCTUATION)
    return " ".join(bare.lower().split())


_CLEANERS: dict[str, Callable[[str], str]] = {
    "whitespace": _whitespace,
    "lower": _lower,
    "canonicalize": _canonicalize,
}
