"""Write a Llama with a byte-level tokenizer as GGUF, for llama.cpp.

Only what this small model needs; real models come as GGUF already.
"""

import json
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file

Matrix = npt.NDArray[Any]

# The last message of the user alone is read: instructions in the system role are for large models.
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{% if message['role'] == 'user' and loop.last %}"
    "<|user|>{{ message['content'] }}{% endif %}{% endfor %}<|assistant|>"
)
_BLOCK = {
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


def write_gguf(source: Path, target: Path, name: str, template: str = TEMPLATE) -> None:
    """Convert the Hugging Face model in `source` (with tokenizer.json) to the file `target`."""
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    words = json.loads((source / "tokenizer.json").read_text(encoding="utf-8"))
    writer = gguf.GGUFWriter(target, "llama")
    writer.add_name(name)
    _describe(writer, config)
    _add_words(writer, words, config)
    writer.add_chat_template(template)
    _add_weights(writer, load_file(source / "model.safetensors"), config)
    finish(writer)


def finish(writer: gguf.GGUFWriter) -> None:
    """Write what was added, and close the file."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: gguf.GGUFWriter, config: dict[str, Any]) -> None:
    rope = config.get("rope_parameters") or config
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_F16)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_head_count_kv(config["num_key_value_heads"])
    writer.add_layer_norm_rms_eps(config["rms_norm_eps"])
    writer.add_rope_dimension_count(config["hidden_size"] // config["num_attention_heads"])
    writer.add_rope_freq_base(float(rope.get("rope_theta", 10_000.0)))
    writer.add_vocab_size(config["vocab_size"])


def _add_words(writer: gguf.GGUFWriter, words: dict[str, Any], config: dict[str, Any]) -> None:
    added = {one["content"]: one for one in words["added_tokens"]}
    vocabulary = words["model"]["vocab"] | {text: one["id"] for text, one in added.items()}
    tokens = sorted(vocabulary, key=vocabulary.get)
    kinds = [
        gguf.TokenType.NORMAL
        if token not in added
        else gguf.TokenType.CONTROL
        if added[token]["special"]
        else gguf.TokenType.USER_DEFINED
        for token in tokens
    ]
    merges = [m if isinstance(m, str) else " ".join(m) for m in words["model"]["merges"]]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list([token.encode() for token in tokens])
    writer.add_token_types(kinds)
    writer.add_token_merges(merges)
    writer.add_bos_token_id(config["bos_token_id"])
    writer.add_eos_token_id(config["eos_token_id"])
    writer.add_pad_token_id(config["pad_token_id"])
    writer.add_add_bos_token(True)
    writer.add_add_space_prefix(False)


def _add_weights(
    writer: gguf.GGUFWriter, weights: dict[str, Matrix], config: dict[str, Any]
) -> None:
    heads = {"q_proj": config["num_attention_heads"], "k_proj": config["num_key_value_heads"]}
    put(writer, "token_embd.weight", weights["model.embed_tokens.weight"])
    put(writer, "output_norm.weight", weights["model.norm.weight"])
    for number in range(config["num_hidden_layers"]):
        for theirs, ours in _BLOCK.items():
            matrix = weights[f"model.layers.{number}.{theirs}.weight"]
            if (projection := theirs.rpartition(".")[2]) in heads:
                matrix = _interleaved(matrix, heads[projection])
            put(writer, f"blk.{number}.{ours}.weight", matrix)


def _interleaved(matrix: Matrix, heads: int) -> Matrix:
    """Reorder rows from halves (Hugging Face) to pairs (llama.cpp) for the rotary embedding."""
    halves = matrix.reshape(heads, 2, matrix.shape[0] // heads // 2, -1)
    return halves.swapaxes(1, 2).reshape(matrix.shape)


def put(writer: gguf.GGUFWriter, name: str, values: Matrix) -> None:
    writer.add_tensor(name, values.astype(np.float16 if values.ndim > 1 else np.float32))
