"""Check the two files of a vision model against each other, before llama.cpp reads them.

An mmproj file is the model's eye: a vision transformer, and a projection that makes each patch of a
picture what the writing model takes for a word. Where a tensor is missing or has another shape
than the values say, llama.cpp ends the whole process instead of saying so
(`tools/mtmd/clip.cpp`). What is certain from the header is checked here, by kind of projection;
the rest shows when a model is tried in a process of its own.
"""

import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from visret_desktop.packs.checks import gguf_files, gguf_header
from visret_desktop.packs.checks.gguf_header import Header
from visret_desktop.sentences import Sentence, sentence, verbatim

# Kinds of projection that llama.cpp reads pictures with; it has others for sound.
KINDS = frozenset(
    (
        *("mlp", "ldp", "ldpv2", "resampler", "adapter", "qwen2vl_merger", "qwen2.5vl_merger"),
        *("qwen3vl_merger", "step3vl", "gemma3", "gemma3nv", "gemma4v", "gemma4uv", "phi4"),
        *("idefics3", "pixtral", "internvl", "llama4", "lfm2", "kimivl", "kimik25", "cogvlm"),
        *("janus_pro", "glm4v", "youtuvl", "minicpmv4_6", "mimovl", "nemotron_v2_vl", "hunyuanvl"),
        *("granite4_vision", "exaone4_5", "minimax_m3"),
    )
)
FIXED = ("mlp", "janus_pro", "gemma3", "idefics3")  # one position for each patch, always
_WITHOUT_BLOCKS = ("gemma3nv", "gemma4uv")
_LLAVA = "mlp"
_ADVICE = sentence("get the model again from its owner")
_OTHER_ADVICE = sentence("get both files of the same model")
_MOST = {
    "clip.vision.image_size": 8_192,
    "clip.vision.patch_size": 1_024,
    "clip.vision.embedding_length": 16_384,
    "clip.vision.feed_forward_length": 131_072,
    "clip.vision.block_count": 256,
    "clip.vision.attention.head_count": 1_024,
}
_MOST_PATCHES = 65_536
_MOST_TILE_SIZES, _MOST_TILE_PIXELS = 256, 8_192
_CHANNELS = 3
_AROUND = (("pre", "weight"), ("pre", "bias"), ("post", "weight"), ("post", "bias"))


class _Fault(Exception):
    """The message says what is wrong, and what to do."""


def fault(places: Mapping[str, Path]) -> str:
    """Say why a vision model cannot be used, by path where each file lies; '' if nothing tells.

    Raises:
        OSError: a file cannot be read.
    """
    try:
        writers, eyes = gguf_files.writers(places), gguf_files.eyes(places)
        if len(eyes) != 1:
            raise _Fault(
                sentence("it has several mmproj files; leave one")
                if eyes
                else sentence("it has no mmproj file; {advice}", advice=_ADVICE)
            )
        if not writers:
            raise _Fault(
                sentence(
                    "it has an mmproj file only and no .gguf file that writes; {advice}",
                    advice=_ADVICE,
                )
            )
        try:
            eye = gguf_header.read(places[eyes[0]])
            writer = gguf_header.read(places[writers[0]])
        except ValueError as error:
            raise _Fault(
                sentence("it is no GGUF file ({error}); {advice}", error=error, advice=_ADVICE)
            ) from error
        _check(_Eye(eye, eyes[0]), writer, writers[0])
    except _Fault as found:
        return verbatim(found)
    return ""


def _check(eye: "_Eye", writer: Header, name: str) -> None:
    width = _width_of(writer, name)
    eye.check_kind()
    eye.check_sizes()
    eye.check_pictures()
    if eye.kind not in _WITHOUT_BLOCKS:
        eye.check_blocks()
    if eye.kind in FIXED:
        eye.check_patches()
    if eye.kind == _LLAVA:
        eye.check_llava()
    if width not in eye.projected_widths():
        raise _Fault(
            sentence(
                "{name} and {other} are of different models; {advice}",
                name=eye.name,
                other=name,
                advice=_OTHER_ADVICE,
            )
        )


def _width_of(writer: Header, name: str) -> int:
    """Return how many numbers stand for a word of the model that writes."""
    family = writer.values.get("general.architecture")
    width = writer.values.get(f"{family}.embedding_length")
    if family == "clip" or type(width) is not int or width < 1:
        raise _Fault(
            sentence("{name} is no model that writes; {advice}", name=name, advice=_ADVICE)
        )
    return width


class _Eye:
    """The header of an mmproj file, and what is asked of it."""

    def __init__(self, header: Header, name: str) -> None:
        self.name = name
        self._values = header.values
        self._shapes: Mapping[str, tuple[int, ...]] = {
            tensor.name: tensor.shape for tensor in header.tensors
        }
        projector = self._values.get("clip.projector_type")
        self.kind = str(projector or self._values.get("clip.vision.projector_type", ""))

    def check_kind(self) -> None:
        if self._values.get("general.architecture") != "clip":
            raise self._fault(sentence("is no mmproj file"))
        if self._values.get("clip.has_vision_encoder") is not True:
            raise self._fault(
                sentence("hears and does not see"), sentence("get a model that looks at pictures")
            )
        if self.kind not in KINDS:
            what = sentence(
                "sees in a way that this program does not know ({kind})",
                kind=self.kind[:40] or "none",
            )
            raise self._fault(what, sentence("choose another model"))

    def check_sizes(self) -> None:
        for key, most in _MOST.items():
            may_be_none = self.kind in _WITHOUT_BLOCKS and not key.endswith("_size")
            if not (0 if may_be_none else 1) <= self._number(key) <= most:
                raise self._fault(
                    sentence("says {value} for {key}", value=self._values.get(key), key=key)
                )
        if self._wide % max(1, self._number("clip.vision.attention.head_count")):
            raise self._fault(sentence("has a width that its heads cannot share"))
        if not 1 <= self._patches <= _MOST_PATCHES:
            raise self._fault(sentence("cuts pictures into no patches, or far too many"))

    def check_pictures(self) -> None:
        """Check what pictures are made into before they are looked at."""
        mean, spread = (self._list(f"clip.vision.image_{key}") for key in ("mean", "std"))
        if len(mean) < _CHANNELS or len(spread) < _CHANNELS or min(spread) <= 0:
            raise self._fault(sentence("does not say how colors are to be scaled"))
        sizes = self._list("clip.vision.image_grid_pinpoints")
        are_wild = any(not 1 <= size <= _MOST_TILE_PIXELS for size in sizes)
        if len(sizes) > _MOST_TILE_SIZES or are_wild:
            raise self._fault(sentence("asks for pictures of sizes that make no sense"))

    def check_blocks(self) -> None:
        """Check that each layer has what every kind of projection takes for granted."""
        if max(self._seen_layers, default=0) > self._blocks:
            raise self._fault(sentence("looks for a layer that it does not have"))
        for block in range(self._blocks):
            for part in ("attn_out", "ffn_up", "ffn_down"):
                self._shape(f"v.blk.{block}.{part}.weight")

    def check_patches(self) -> None:
        """Check that there is a place for each patch of a picture."""
        side = self._number("clip.vision.patch_size")
        self._expect("v.patch_embd.weight", (side, side, _CHANNELS, self._wide))
        has_extra = "v.class_embd" in self._shapes
        self._expect("v.position_embd.weight", (self._wide, self._patches + has_extra))
        if has_extra:
            self._expect("v.class_embd", (self._wide,))

    def check_llava(self) -> None:
        """Check what is multiplied and added without a look at whether it is there."""
        for block in range(self._blocks):
            for name, shape in self._block(f"v.blk.{block}"):
                is_gate = name.endswith(".ffn_gate")
                self._expect(f"{name}.weight", shape, is_optional=is_gate)
                self._expect(f"{name}.bias", shape[-1:], is_optional=True)
        for name in ("v.patch_embd.bias", *(f"v.{n}_ln.{p}" for n, p in _AROUND)):
            self._expect(name, (self._wide,), is_optional=True)
        if "mm.3.weight" in self._shapes:  # Yi's form of it, which shows when it is tried
            return
        middle = self._shape("mm.0.weight")[-1]
        self._expect("mm.0.weight", (self._wide * max(1, len(self._seen_layers)), middle))
        self._expect("mm.0.bias", (middle,))
        out = self._shape("mm.2.weight")[-1]
        self._expect("mm.2.weight", (middle, out))
        self._expect("mm.2.bias", (out,))

    def projected_widths(self) -> set[int]:
        """Return the widths that what a picture becomes may have."""
        if self.kind == _LLAVA and "mm.3.weight" not in self._shapes:
            return {self._shape("mm.2.weight")[-1]}
        projection = (name for name in self._shapes if not name.startswith(("v.", "a.")))
        return {side for name in projection for side in self._shapes[name]}

    def _block(self, block: str) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the parts of a layer and their shapes; old files have `up` and `down` swapped."""
        wide, inner = self._wide, self._number("clip.vision.feed_forward_length")
        up, down = ("ffn_up", (wide, inner)), ("ffn_down", (inner, wide))
        if self._shape(f"{block}.ffn_down.weight") == (wide, inner):
            up, down = ("ffn_down", (wide, inner)), ("ffn_up", (inner, wide))
        square = ((f"attn_{name}", (wide, wide)) for name in ("q", "k", "v", "out"))
        for name, shape in (*square, up, down, ("ffn_gate", (wide, inner))):
            yield f"{block}.{name}", shape
        yield from ((f"{block}.{name}", (wide,)) for name in ("ln1", "ln2"))

    # ---- what stands in it ------------------------------------------------------------------

    @property
    def _blocks(self) -> int:
        return self._number("clip.vision.block_count")

    @property
    def _seen_layers(self) -> set[int]:
        """The layers that the projection sees; where none is named, one near the end."""
        return {int(n) for n in self._list("clip.vision.feature_layer") if n >= 0}

    @property
    def _wide(self) -> int:
        return self._number("clip.vision.embedding_length")

    @property
    def _patches(self) -> int:
        size, side = (self._number(f"clip.vision.{key}_size") for key in ("image", "patch"))
        return (size // side) ** 2

    def _number(self, key: str) -> int:
        value = self._values.get(key)
        if type(value) is not int:
            raise self._fault(sentence("does not say {key}", key=key))
        return value

    def _list(self, key: str) -> list[Any]:
        """Return a list of numbers; where there is none, or no such list, an empty one."""
        value = self._values.get(key)
        numbers = value if isinstance(value, list) else []
        return [n for n in numbers if isinstance(n, int | float) and math.isfinite(n)]

    def _shape(self, name: str) -> tuple[int, ...]:
        if name not in self._shapes:
            raise self._fault(sentence("lacks {name}", name=name))
        return self._shapes[name]

    def _expect(self, name: str, shape: tuple[int, ...], *, is_optional: bool = False) -> None:
        if is_optional and name not in self._shapes:
            return
        if self._shape(name) != shape:
            raise self._fault(
                sentence("has another shape of {name} than its values say", name=name)
            )

    def _fault(self, what: Sentence, advice: Sentence = _ADVICE) -> _Fault:
        return _Fault(sentence("{name} {what}; {advice}", name=self.name, what=what, advice=advice))
