"""How much memory a model will need on a device, before it is loaded, and how much is free.

A pack that writes instructions and answers from photos is loaded once for each, and counted twice,
though on a CPU both map the same file and the system keeps its bytes once.

What a reader takes beside its weights, for words, for what may follow and for a picture, is counted
from the headers of its two files as llama.cpp reserves it.
"""

import math
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import psutil
from safetensors import SafetensorError, safe_open

from visret_desktop.errors import MemoryShort, PackDamaged
from visret_desktop.models.drawing.diffusers_pipeline import LEFT_OUT
from visret_desktop.packs.checks import gguf_files, gguf_header, mmproj_header
from visret_desktop.packs.manifest import SOFT_TOKENS, Pack, PackFile
from visret_desktop.roles import Role
from visret_desktop.sentences import Sentence, sentence

_TRAINING_ONLY = "model_ema."  # a second copy that lies in some checkpoints
_LISTENING_ONLY = ("audio_tower.", "embed_audio.")  # of models that hear, too
_EYE_ONLY = ("vision_tower.", "embed_vision.")
# Stays in its file, from which a CPU reads only the words that were asked for.
_TABLES_OF_WORDS = ("token_embedding.weight", "embed_tokens.weight")
_WITH_OWN_MEMORY = ("cuda", "xpu")  # devices; others share that of the processor
_FLOAT32 = 4
_FLOAT16 = 2
_SHARE_OF_A_CORE = 0.17  # each indexes with an encoder's layers of its own
_DRAWING_LIBRARIES = 700 * 2**20  # torch and diffusers themselves, in main memory
_PIXEL_BYTES = {True: 3_000, False: 11_000}  # of a picture in work, by: has a small decoder
_TOKEN_BYTES = 2_000_000  # on a card, of each token of a picture, where four are looked at together
_SHARE_OF_FREE = 4  # one of so many bytes
_PIXELS = 512  # side of a picture, where the settings make no sense


def need(pack: Pack, device: str, role: Role | None = None) -> int:
    """Return the bytes that a pack's model takes on `device`, weights and working memory.

    `role` is the one that it is used for, where that is not its own: then it may need less.
    Weights are counted from the headers of their files: on a CPU they are computed with as
    float32, on a graphics processor as half precision; a GGUF file stays as it is.
    """
    role = role or pack.role
    return _need(pack, device, role, sum(_loaded(pack, device, role).values()))


def need_in_turns(pack: Pack, device: str) -> int:
    """Return the bytes that a visualizer takes on `device` where its parts take turns there.

    The others wait in main memory meanwhile; only the largest counts.
    """
    weights = _loaded(pack, device).values()
    return _need(pack, device, pack.role, max(weights, default=0))


def _need(pack: Pack, device: str, role: Role, weights: int) -> int:
    working = weights * _working_share(pack, role, device) + role.working_bytes
    if role.draws:
        working += _drawing(pack, device)
    if _has_own_memory(device):
        working += _TOKEN_BYTES * _whole(pack.settings, SOFT_TOKENS)
    if _sees(pack, role):
        working += bytes_of_reading(pack)
    if role is Role.READER and not _has_own_memory(device):
        working += most_remembered(pack)
    return int(weights + working)


def to_remember(pack: Pack, device: str) -> int:
    """Return the bytes of photos that a reader may keep: a share of what it leaves free.

    They are in main memory, whatever it computes on.
    """
    most = most_remembered(pack)
    needed = 0 if _has_own_memory(device) else need(pack, device, Role.READER) - most
    return min(most, max(0, free("cpu") - needed) // _SHARE_OF_FREE)


def _working_share(pack: Pack, role: Role, device: str) -> float:
    if pack.computed_by == "onnx" and device == "cpu":
        return _SHARE_OF_A_CORE * (os.cpu_count() or 1)
    return role.working_share


def _sees(pack: Pack, role: Role) -> bool:
    return pack.sees if role is pack.role else role.sees


def _drawing(pack: Pack, device: str) -> int:
    """Return the bytes that a picture takes while it is drawn, and what draws it."""
    side = pack.settings.get("pixels")
    pixels = (side if isinstance(side, int) else _PIXELS) ** 2
    picture = pixels * _PIXEL_BYTES[bool(pack.settings.get("decoder"))]
    return picture + _DRAWING_LIBRARIES if device == "cpu" else picture // 2


def _loaded(pack: Pack, device: str, role: Role | None = None) -> dict[str, int]:
    """Return the bytes of weights by part of the model, which is what has a folder of its own."""
    parts: dict[str, int] = {}
    for file, size in _sizes(pack, device, role or pack.role):
        folder = file.path.rpartition("/")[0]
        parts[folder] = parts.get(folder, 0) + size
    return parts


def _sizes(pack: Pack, device: str, role: Role) -> Iterator[tuple[PackFile, int]]:
    half, sees = device != "cpu" and pack.role.draws, _sees(pack, role)
    is_mapped = device == "cpu" and pack.computed_by == "onnx"
    unused = (_TRAINING_ONLY, *_LISTENING_ONLY, *(_TABLES_OF_WORDS if is_mapped else ()))
    for file in _opened(pack):
        if file.path.endswith(".safetensors"):
            place = pack.place_of(file.path)
            numbers = _numbers(place, unused)
            if is_mapped and SOFT_TOKENS in pack.settings:  # both towers end in it
                numbers += _numbers(place, (*unused, *_EYE_ONLY))
            yield file, numbers * (_FLOAT16 if half else _FLOAT32)
        elif gguf_files.is_gguf(file.path) and (sees or not gguf_files.is_eye(file.path)):
            yield file, file.size


def _opened(pack: Pack) -> Iterator[PackFile]:
    """Yield the files that opening a pack reads: visualizers come with parts that are not used."""
    unused = {*LEFT_OUT, "vae"} if pack.settings.get("decoder") else LEFT_OUT
    checkpoint = pack.settings.get("checkpoint", "")
    for file in pack.files:
        folder, _, name = file.path.rpartition("/")
        if folder not in unused and not (checkpoint and not folder and name != checkpoint):
            yield file


def _numbers(path: Path, unused: tuple[str, ...]) -> int:
    """Return how many numbers a file of weights holds under names without the `unused` ones."""
    try:
        with safe_open(path, framework="numpy") as weights:
            names = weights.keys()  # no mapping
            used = (name for name in names if not any(part in name for part in unused))
            return sum(math.prod(weights.get_slice(name).get_shape()) for name in used)
    except (OSError, SafetensorError):  # loading it will say what is wrong
        return 0


def free(device: str) -> int:
    """Return the bytes that are free on `device`."""
    return _memory(device)[0]


def total(device: str) -> int:
    """Return the bytes of a device's memory."""
    return _memory(device)[1]


def _memory(device: str) -> tuple[int, int]:
    """Return the free and all bytes of a device's memory.

    For a device that PyTorch does not know, which llama.cpp may compute on, it is main memory;
    Apple's graphics have no other.
    """
    if _has_own_memory(device):
        import torch

        module: Any = getattr(torch, device.partition(":")[0])
        if module.is_available():
            known: tuple[int, int] = module.mem_get_info(device)
            return known
    memory = psutil.virtual_memory()
    return int(memory.available), int(memory.total)


def check_fits(
    pack: Pack,
    device: str,
    role: Role | None = None,
    *,
    in_turns: bool = False,
    needed: int | None = None,
) -> None:
    """Refuse a model that does not fit; `in_turns` lets parts of a visualizer take turns.

    `role` is the one that it is used for, where that is not its own; `needed` are the bytes that it
    takes, where that is not what `need` says.

    Raises:
        MemoryShort: it says how much is needed and free, and what to do.
    """
    there = free(device)
    if needed is None:
        needed = need(pack, device, role)
    if needed > there and in_turns and _can_take_turns(pack, device):
        needed = need_in_turns(pack, device)
    if needed > there:
        raise MemoryShort(name=pack.name, device=device, needed=_size(needed), free=_size(there))


def _can_take_turns(pack: Pack, device: str) -> bool:
    """Tell whether parts of a visualizer have room to wait while one of them is on its device.

    `diffusers_pipeline.place` does that where the device says that it is full.
    """
    if not pack.role.draws or not _has_own_memory(device):
        return False
    return sum(_loaded(pack, device).values()) + _DRAWING_LIBRARIES <= free("cpu")


def _has_own_memory(device: str) -> bool:
    return device.partition(":")[0] in _WITH_OWN_MEMORY


def _size(count: int) -> Sentence:
    return sentence("{size:.1f} GB", size=count / 1e9)


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
