"""A chat model of a few kilobytes in GGUF that always says the same: each word brings the next."""

import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.pack_writing import write_manifest
from tests.weights import ARRAY, F32, I32, TEXT, U32, entry, gguf, tensor, text
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

_TEMPLATE = (
    "{% for message in messages %}<|{{ message['role'] }}|>{{ message['content'] }}{% endfor %}"
    "<|assistant|>"
)
_NORMAL, _CONTROL = 1, 3  # kinds of tokens
_WIDTH, _HEADS, _INNER, _ALIGNMENT = 320, 4, 32, 32
_FLOAT = 6


def parrot_pack(directory: Path, answer: str, **settings: Any) -> Pack:
    """Return a rewriter that says `answer`, in which no word stands twice, to whatever it reads."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "parrot.gguf").write_bytes(_parrot(answer))
    return write_manifest(
        directory,
        name=directory.name,
        title="A parrot",
        role=Role.REWRITER,
        spdx="MIT",
        settings={"context_length": 2048, "max_tokens": 64, **settings},
    )


def _parrot(answer: str) -> bytes:
    first, *others = answer.split(" ")
    said = [first, *(f"Ġ{word}" for word in others)]
    controls = ["<|end|>", "<|system|>", "<|user|>", "<|assistant|>"]
    letters = [sign for sign in _letters() if sign not in said]
    tokens = [*controls, *letters, *said]
    assert len(set(tokens)) == len(tokens) <= _WIDTH
    following = {tokens.index(one): tokens.index(other) for one, other in _pairs(said)}
    # One dimension for each token: what is read is what the last layer sees.
    seen = np.eye(len(tokens), _WIDTH, dtype=np.float32)
    next_of = np.zeros((len(tokens), _WIDTH), np.float32)
    for token in range(len(tokens)):
        next_of[following.get(token, 0), token] = 1.0
    inner = np.zeros((_INNER, _WIDTH), np.float32)
    square = np.zeros((_WIDTH, _WIDTH), np.float32)
    ones = np.ones(_WIDTH, np.float32)
    weights = {
        "token_embd.weight": seen,
        "output.weight": next_of,
        "output_norm.weight": ones,
        "blk.0.attn_norm.weight": ones,
        "blk.0.ffn_norm.weight": ones,
        **{f"blk.0.attn_{name}.weight": square for name in ("q", "k", "v", "output")},
        "blk.0.ffn_gate.weight": inner,
        "blk.0.ffn_up.weight": inner,
        "blk.0.ffn_down.weight": inner.T.copy(),
    }
    kinds = [_CONTROL] * len(controls) + [_NORMAL] * (len(tokens) - len(controls))
    entries = [
        *(entry(f"llama.{name}", U32, struct.pack("<I", value)) for name, value in _SIZES.items()),
        entry("llama.attention.layer_norm_rms_epsilon", _FLOAT, struct.pack("<f", 1e-5)),
        entry("tokenizer.ggml.model", TEXT, text("gpt2")),
        entry("tokenizer.ggml.pre", TEXT, text("gpt-2")),
        entry("tokenizer.ggml.tokens", ARRAY, _array(TEXT, [text(token) for token in tokens])),
        entry(
            "tokenizer.ggml.token_type", ARRAY, _array(I32, [struct.pack("<i", k) for k in kinds])
        ),
        entry("tokenizer.ggml.merges", ARRAY, _array(TEXT, [text("a b")])),
        entry("tokenizer.ggml.bos_token_id", U32, struct.pack("<I", 0)),
        entry("tokenizer.ggml.eos_token_id", U32, struct.pack("<I", 0)),
        entry("tokenizer.chat_template", TEXT, text(_TEMPLATE)),
    ]
    content, tensors = b"", []
    for name, values in weights.items():
        tensors.append(tensor(name, reversed(values.shape), F32, len(content)))
        content += values.tobytes()
        content += bytes(-len(content) % _ALIGNMENT)
    return gguf(content, entries, tensors)


_SIZES = {
    "context_length": 2048,
    "embedding_length": _WIDTH,
    "block_count": 1,
    "feed_forward_length": _INNER,
    "attention.head_count": _HEADS,
    "attention.head_count_kv": _HEADS,
    "rope.dimension_count": _WIDTH // _HEADS,
}


def _pairs(said: Sequence[str]) -> list[tuple[str, str]]:
    return list(zip(["<|assistant|>", *said], [*said, "<|end|>"], strict=True))


def _array(kind: int, values: Sequence[bytes]) -> bytes:
    return struct.pack("<IQ", kind, len(values)) + b"".join(values)


def _letters() -> list[str]:
    """Return how byte-level tokenizers write each of the 256 bytes."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in plain]
    signs = {byte: chr(byte) for byte in plain}
    signs |= {byte: chr(256 + number) for number, byte in enumerate(rest)}
    return [signs[byte] for byte in range(256)]
