"""Words to tokens for CLIP's text encoders, from the vocabulary that open_clip ships.

A checkpoint of one file brings no words; all of its kind were trained on this vocabulary.
"""

import gzip
import importlib.util
from pathlib import Path
from typing import Any

START, END = "<|startoftext|>", "<|endoftext|>"
_FILE = "bpe_simple_vocab_16e6.txt.gz"
_SIZE = 49408  # tokens, with the two marks
_WORD_END = "</w>"
Merge = tuple[str, str]


def clip_tokenizer(**options: Any) -> Any:
    """Return a `transformers.CLIPTokenizer`; `options` are those of a tokenizer_config.json."""
    from transformers import CLIPTokenizer

    vocabulary, merges = read_words()
    return CLIPTokenizer(vocab=vocabulary, merges=merges, **options)


def read_words() -> tuple[dict[str, int], list[Merge]]:
    """Return the vocabulary, 49,408 tokens with their numbers, and its merges, first ones first."""
    from tokenizers.pre_tokenizers import ByteLevel

    letters = sorted(ByteLevel.alphabet())
    spelled = [*letters, *(letter + _WORD_END for letter in letters)]
    with gzip.open(_open_clip_file(), "rt", encoding="utf-8") as file:
        lines = file.read().split("\n")[1:]  # the first tells the version
    merges = [_merge(line) for line in lines[: _SIZE - len(spelled) - 2]]
    tokens = [*spelled, *("".join(merge) for merge in merges), START, END]
    return {token: number for number, token in enumerate(tokens)}, merges


def _merge(line: str) -> Merge:
    first, second = line.split()
    return first, second


def _open_clip_file() -> Path:
    """Return where it lies, without loading open_clip, which takes seconds."""
    found = importlib.util.find_spec("open_clip")
    if found is None or not found.submodule_search_locations:
        raise FileNotFoundError("open_clip is not installed")
    return Path(found.submodule_search_locations[0]) / _FILE
