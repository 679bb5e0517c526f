"""Make the small tokenizer that the encoder's text tower and the visualizer's text encoder share.

    python -m training.tokenizer

A byte-level BPE as CLIP's, with some 1,200 tokens instead of 49,408: every byte stands in it,
inside a word and at its end, so any text can be encoded. The end marker has the highest id, which
is where open_clip's text tower looks for it, and pads too.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers
from transformers import CLIPTokenizer

from training.captions import caption, prompt
from training.workplace import workplace
from visret_desktop.fieldbook.grammar import question
from visret_desktop.fieldbook.spec import random_spec

CONTEXT = 32
_MERGED_TOKENS = 1_022
_END = "<|endoftext|>"
_START = "<|startoftext|>"
_WORD_END = "</w>"
_SEED = 5
_WORDS = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"


def load() -> CLIPTokenizer:
    """Return the tokenizer that `main` made."""
    return CLIPTokenizer.from_pretrained(workplace("tokenizer"), local_files_only=True)


def tokens_of(tokenizer: CLIPTokenizer, texts: list[str]) -> Any:
    """Return int64 (n, CONTEXT) token ids, padded with the end marker."""
    options = {"padding": "max_length", "max_length": CONTEXT, "truncation": True}
    return tokenizer(texts, return_tensors="pt", **options).input_ids


def corpus(count: int) -> Iterator[str]:
    """Yield captions, prompts and questions: the words of this world."""
    stream = Random(_SEED)
    for _ in range(count):
        spec = random_spec(stream)
        yield caption(spec, stream)
        yield prompt(spec, stream)[0]
        yield question(stream).text


def main() -> None:
    merges, vocabulary = _learn()
    tokenizer = CLIPTokenizer(
        vocab=vocabulary,
        merges=merges,
        model_max_length=CONTEXT,
        unk_token=_END,
        pad_token=_END,
    )
    directory: Path = workplace("tokenizer")
    tokenizer.save_pretrained(directory)
    longest = max(len(tokenizer(text).input_ids) for text in corpus(1_000))
    print(f"{len(tokenizer)} tokens; the longest of 3,000 texts has {longest}")


def _learn() -> tuple[list[tuple[str, str]], dict[str, int]]:
    learner = Tokenizer(models.BPE(end_of_word_suffix=_WORD_END, unk_token=_END))
    learner.normalizer = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
    )
    learner.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_WORDS), behavior="removed", invert=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    learner.decoder = decoders.BPEDecoder(suffix=_WORD_END)
    trainer = trainers.BpeTrainer(
        vocab_size=_MERGED_TOKENS,
        end_of_word_suffix=_WORD_END,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    learner.train_from_iterator(corpus(20_000), trainer)
    learned = json.loads(learner.to_str())["model"]
    merges = [tuple(pair) for pair in learned["merges"]]
    return merges, _vocabulary(sorted(learned["vocab"], key=learned["vocab"].get))


def _vocabulary(learned: list[str]) -> dict[str, int]:
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    ends = [letter + _WORD_END for letter in letters]
    tokens = dict.fromkeys((*letters, *ends, *(t for t in learned if t != _END), _START, _END))
    return {token: number for number, token in enumerate(tokens)}


if __name__ == "__main__":
    main()
