"""Make a chat model with random weights at real size, as a GGUF file for llama.cpp.

Its blocks are quantized as in the files on offer (Q4_K_M: four bits, six where it matters most).
Most of its vocabulary is placeholders; the words of our own prompts and of everyday queries are in
it, so that a prompt has about as many tokens as with the real one.
"""

import importlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from visret_desktop.paths import bundled

Matrix = npt.NDArray[Any]
_CONTEXT = 131_072  # tokens
_FOUR_BITS, _SIX_BITS, _WHOLE = "Q4_K", "Q6_K", "F32"
_SCALES = {_FOUR_BITS: slice(0, 4), _SIX_BITS: slice(-2, None)}  # float16 numbers in a block
_SCALE = np.float16(1e-3)
_MARKS = ("<|begin_of_text|>", "<|eot_id|>")
_TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ message['role'] }}\n{{ message['content'] }}"
    "<|eot_id|>{% endfor %}assistant\n"
)


@dataclass(frozen=True)
class LlamaShape:
    """Sizes of a Llama whose output shares the matrix of its words."""

    width: int
    layers: int
    heads: int
    heads_kv: int
    inner: int
    words: int = 128_256


def write_random_gguf(shape: LlamaShape, path: Path) -> None:
    """Write the file; the same shape gives the same bytes."""
    gguf: Any = importlib.import_module("gguf")  # it has no types
    writer = gguf.GGUFWriter(path, "llama")
    _describe(writer, shape)
    _add_words(writer, gguf.TokenType, shape.words)
    random = np.random.default_rng(0)
    for name, rows, columns, kind in _tensors(shape):
        quantized = gguf.GGMLQuantizationType[kind]
        numbers = _numbers(random, rows, columns, kind, gguf.GGML_QUANT_SIZES[quantized])
        writer.add_tensor(name, numbers, raw_dtype=quantized)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: Any, shape: LlamaShape) -> None:
    writer.add_context_length(_CONTEXT)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.inner)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.heads_kv)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(shape.width // shape.heads)
    writer.add_rope_freq_base(500_000.0)
    writer.add_vocab_size(shape.words)


def _add_words(writer: Any, kinds: Any, count: int) -> None:
    words, merges = _learned_words()
    blanks = count - len(words) - len(_MARKS)
    placeholders = [f"<|placeholder_{number}|>" for number in range(blanks)]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("llama-bpe")
    writer.add_token_list([*words, *placeholders, *_MARKS])
    normal, unused, control = [kinds.NORMAL], [kinds.UNUSED], [kinds.CONTROL]
    writer.add_token_types(len(words) * normal + blanks * unused + len(_MARKS) * control)
    writer.add_token_merges(merges)
    writer.add_bos_token_id(count - 2)
    writer.add_eos_token_id(count - 1)
    writer.add_chat_template(_TEMPLATE)


def _learned_words() -> tuple[list[str], list[str]]:
    """Return tokens and merges of a small vocabulary, learned from our own prompts and queries."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    engine = Tokenizer(models.BPE())
    engine.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=4000, initial_alphabet=alphabet, show_progress=False)
    files = (*bundled("prompts").glob("*.txt"), *bundled("phrasings").glob("*.txt"))
    texts = [path.read_text(encoding="utf-8") for path in sorted(files)]
    engine.train_from_iterator(texts, trainer)
    model = json.loads(engine.to_str())["model"]
    return sorted(model["vocab"], key=model["vocab"].get), [" ".join(m) for m in model["merges"]]


def _tensors(shape: LlamaShape) -> Iterator[tuple[str, int, int, str]]:
    """Yield name, rows (1: a vector), columns and kind of every tensor."""
    yield "token_embd.weight", shape.words, shape.width, _SIX_BITS
    yield "output_norm.weight", 1, shape.width, _WHOLE
    head = shape.width // shape.heads
    for number in range(shape.layers):
        # Q4_K_M keeps these two finer in half of the layers.
        fine = _SIX_BITS if number % 2 else _FOUR_BITS
        for name, rows, columns, kind in (
            ("attn_norm", 1, shape.width, _WHOLE),
            ("attn_q", shape.width, shape.width, _FOUR_BITS),
            ("attn_k", shape.heads_kv * head, shape.width, _FOUR_BITS),
            ("attn_v", shape.heads_kv * head, shape.width, fine),
            ("attn_output", shape.width, shape.width, _FOUR_BITS),
            ("ffn_norm", 1, shape.width, _WHOLE),
            ("ffn_gate", shape.inner, shape.width, _FOUR_BITS),
            ("ffn_up", shape.inner, shape.width, _FOUR_BITS),
            ("ffn_down", shape.width, shape.inner, fine),
        ):
            yield f"blk.{number}.{name}.weight", rows, columns, kind


def _numbers(
    random: np.random.Generator, rows: int, columns: int, kind: str, sizes: tuple[int, int]
) -> Matrix:
    """Return ones, or random blocks, uint8 (rows, bytes), with scales that keep numbers small."""
    if kind == _WHOLE:
        return np.ones(columns, np.float32)
    numbers, block = sizes
    made = random.integers(0, 256, (rows, columns // numbers, block), np.uint8)
    scales = made[..., _SCALES[kind]]
    scales[...] = np.resize(np.frombuffer(_SCALE.tobytes(), np.uint8), scales.shape[-1])
    return made.reshape(rows, -1)
