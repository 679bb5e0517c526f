"""The two files of a vision model of ours, read back into torch and transformers."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from torch import nn

from training.reader import Reader
from training.reader_model import LAYERS
from training.small_llama import MARKERS, Words
from visret_desktop.packs.checks import gguf_header

_TYPES = {0: np.float32, 1: np.float16}
_EYE = {"ln1": "ln1", "ln2": "ln2", "out": "attn_out", "up": "ffn_up", "down": "ffn_down"}
_TEXT = {
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}
_HEADS = 4
_ALIGNMENT = 32


def read_reader(directory: Path) -> Reader:
    """Return the model in `directory`, computed by PyTorch in float32."""
    reader = Reader(_words(directory / "model.gguf"))
    text, eye = (_tensors(directory / name) for name in ("model.gguf", "mmproj.gguf"))
    _load(reader.text.model, dict(_text_weights(text)))
    _load(reader.eye, dict(_eye_weights(eye)))
    bridge = {"first": "mm.0", "second": "mm.2"}
    kinds = ("weight", "bias")
    _load(reader.bridge, {f"{o}.{k}": eye[f"{t}.{k}"] for o, t in bridge.items() for k in kinds})
    return reader.eval()


def _load(module: nn.Module, weights: dict[str, Any]) -> None:
    module.load_state_dict({name: torch.tensor(values) for name, values in weights.items()})


def _tensors(path: Path) -> dict[str, Any]:
    header, content = gguf_header.read(path), path.read_bytes()
    last = header.tensors[-1]
    length = -(-(last.offset + last.size_bytes) // _ALIGNMENT) * _ALIGNMENT
    begin = len(content) - length
    return {
        tensor.name: np.frombuffer(
            content, _TYPES[tensor.kind], int(np.prod(tensor.shape)), begin + tensor.offset
        )
        .reshape(tensor.shape[::-1])
        .astype(np.float32)
        for tensor in header.tensors
    }


def _words(path: Path) -> Words:
    values = gguf_header.read(path).values
    tokens, merges = values["tokenizer.ggml.tokens"], values["tokenizer.ggml.merges"]
    assert isinstance(tokens, list)
    assert isinstance(merges, list)
    vocabulary = {str(token): number for number, token in enumerate(tokens)}
    pairs = [(left, right) for left, _, right in (str(one).partition(" ") for one in merges)]
    tokenizer = Tokenizer(models.BPE(vocabulary, pairs))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(list(MARKERS))
    tokenizer.add_tokens([AddedToken(str(number), normalized=False) for number in range(101)])
    assert tokenizer.get_vocab_size() == len(tokens)
    return Words(tokenizer)


def _text_weights(tensors: dict[str, Any]) -> Any:
    yield "embed_tokens.weight", tensors["token_embd.weight"]
    yield "norm.weight", tensors["output_norm.weight"]
    layers = sum(name.endswith("attn_q.weight") for name in tensors)
    for number in range(layers):
        for theirs, ours in _TEXT.items():
            values = tensors[f"blk.{number}.{ours}.weight"]
            is_rotated = theirs.endswith(("q_proj", "k_proj"))
            yield f"layers.{number}.{theirs}.weight", _halves(values) if is_rotated else values


def _halves(matrix: Any) -> Any:
    """Reorder rows from pairs (llama.cpp) to halves (transformers)."""
    pairs = matrix.reshape(_HEADS, matrix.shape[0] // _HEADS // 2, 2, -1)
    return pairs.swapaxes(1, 2).reshape(matrix.shape)


def _eye_weights(tensors: dict[str, Any]) -> Any:
    yield "place", tensors["v.position_embd.weight"]
    for kind in ("weight", "bias"):
        yield f"patch.{kind}", tensors[f"v.patch_embd.{kind}"]
        yield f"last.{kind}", tensors[f"v.post_ln.{kind}"]
        for number in range(LAYERS):
            for ours, theirs in _EYE.items():
                yield f"layers.{number}.{ours}.{kind}", tensors[f"v.blk.{number}.{theirs}.{kind}"]
            parts = [tensors[f"v.blk.{number}.attn_{letter}.{kind}"] for letter in "qkv"]
            yield f"layers.{number}.qkv.{kind}", np.concatenate(parts)
