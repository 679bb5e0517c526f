"""How much memory a reader takes beside its weights: for words, for what may follow, for a picture.

Counted from the headers of its two files as llama.cpp reserves it.
"""

from collections.abc import Mapping
from typing import Any

from visret_desktop.errors import PackDamaged
from visret_desktop.packs import gguf_files, gguf_header, mmproj_header
from visret_desktop.packs.manifest import Pack

_FLOAT32, _FLOAT16 = 4, 2
_CONTEXT = 4096  # words that a reader keeps, where the settings do not say it
_AT_ONCE = 512  # words that llama.cpp reads in one go, and says of each what may follow
_COPIES_OF_WIDTH, _COPIES_OF_INNER = 8, 2  # of a patch, while a layer looks at it
_LEAST_REMEMBERED, _MOST_REMEMBERED = 64 * 2**20, 768 * 2**20  # bytes


def bytes_of_reading(pack: Pack) -> int:
    """Return the bytes of what a reader keeps of each word, of its next words, and of a picture.

    Unknown numbers count as none: loading the model will say what is wrong.
    """
    try:
        writer = gguf_header.read(pack.place_of(gguf_files.writer_of(pack))).values
        eye = gguf_header.read(pack.place_of(gguf_files.eye_of(pack))).values
    except (OSError, ValueError, PackDamaged):
        return 0
    words = _whole(pack.settings, "context_length") or _CONTEXT
    known = writer.get("tokenizer.ggml.tokens")
    likely = len(known) * _FLOAT32 if isinstance(known, list) else 0
    return words * _of_word(writer) + min(words, _AT_ONCE) * likely + _of_picture(pack, eye)


def most_remembered(pack: Pack) -> int:
    """Return the bytes that a reader keeps, at most, of photos that it has looked at."""
    return min(_MOST_REMEMBERED, max(_LEAST_REMEMBERED, pack.size_bytes))


def _of_word(values: Mapping[str, Any]) -> int:
    """Return the bytes of keys and values that a language model keeps of a word, all layers."""
    family = f"{values.get('general.architecture')}"
    layers, heads = _whole(values, f"{family}.block_count"), f"{family}.attention.head_count"
    shared = values.get(f"{heads}_kv")
    if isinstance(shared, list):  # by layer
        pairs = sum(count for count in shared if type(count) is int and count > 0)
    else:
        pairs = layers * _whole(values, f"{heads}_kv")
    pairs = pairs or layers * _whole(values, heads)
    head = _whole(values, f"{family}.embedding_length") // max(1, _whole(values, heads))
    key = _whole(values, f"{family}.attention.key_length") or head
    value = _whole(values, f"{family}.attention.value_length") or head
    return pairs * (key + value) * _FLOAT16


def _of_picture(pack: Pack, values: Mapping[str, Any]) -> int:
    """Return the bytes of a layer's numbers for each patch of a picture, and for each two.

    How much each patch looks at each other is kept as a whole, as `vision_projector` wants it.
    """
    size, patch, wide, inner, heads = (
        _whole(values, f"clip.vision.{key}")
        for key in (
            *("image_size", "patch_size", "embedding_length", "feed_forward_length"),
            "attention.head_count",
        )
    )
    is_fixed = values.get("clip.projector_type") in mmproj_header.FIXED
    side = size if is_fixed else max(size, _whole(pack.settings, "side"))
    patches = (side // max(1, patch)) ** 2
    of_each = _COPIES_OF_WIDTH * wide + _COPIES_OF_INNER * inner + heads * patches
    return patches * of_each * _FLOAT32


def _whole(values: Mapping[str, Any], key: str) -> int:
    value = values.get(key)
    return value if type(value) is int and value > 0 else 0
