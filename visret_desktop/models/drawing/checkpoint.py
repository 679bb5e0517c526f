"""Open a checkpoint of one .safetensors file, as ComfyUI and AUTOMATIC1111 keep them.

Such a file holds weights under their trainer's names and no description. What its parts look like
follows from the names and shapes in its header, compared with the families in
`resources/pipelines/`; diffusers renames the weights. Nothing is fetched and nothing is unpickled.

It brings no vocabulary either. All of its kind were trained on CLIP's, which open_clip ships.
"""

import gzip
import importlib.util
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.paths import bundled

_DENOISER = "model.diffusion_model."
_FIRST_LAYER = f"{_DENOISER}input_blocks.0.0.weight"  # (width, channels, 3, 3)
_READS_WORDS = ".attn2.to_k.weight"  # (width, width of the words)
_WORDS = ("cond_stage_model.", "conditioner.embedders.")
_PICTURES = ("first_stage_model.", "vae.")
_FAMILIES = "Stable Diffusion 1, 2 or XL"


@dataclass(frozen=True)
class CheckpointHeader:
    """The header of a file: what it says of itself before its numbers begin."""

    shapes: dict[str, tuple[int, ...]]
    notes: dict[str, str]


def open_checkpoint(path: Path, dtype: Any, decoder: Any = None) -> Any:
    """Return the diffusers pipeline of a checkpoint, in main memory.

    Args:
        dtype: torch type to compute with.
        decoder: takes the place of the file's own autoencoder.

    Raises:
        ValueError: it is of an unknown family, or parts of it are missing.
        SafetensorError: it is damaged.
    """
    import diffusers
    from diffusers.loaders.single_file_utils import SingleFileComponentError

    header = read_header(path)
    family = recognize_family(header)
    _refuse_parts(header, needs_pictures=decoder is None)
    kind = getattr(diffusers, _read(family / "model_index.json")["_class_name"])
    given = dict(_tokenizers(family))
    if decoder is not None:
        given["vae"] = decoder
    try:
        pipeline = kind.from_single_file(
            str(path), config=str(family), dtype=dtype, local_files_only=True, **given
        )
    except (SingleFileComponentError, NotImplementedError) as error:
        raise ValueError("some of its weights are missing") from error
    _refuse_gaps(pipeline)
    _say_what_it_predicts(pipeline, header)
    return pipeline


def read_header(path: Path) -> CheckpointHeader:
    """Return names, shapes and notes of a file of weights; no number is read.

    Raises:
        SafetensorError: it is no such file, or cut off.
    """
    from safetensors import safe_open

    with safe_open(path, framework="numpy") as weights:
        names = weights.keys()  # no mapping
        shapes = {name: tuple(weights.get_slice(name).get_shape()) for name in names}
        return CheckpointHeader(shapes, dict(weights.metadata() or {}))


def all_half(path: Path) -> bool:
    """Tell whether every weight in a file is of half precision (float16).

    Raises:
        SafetensorError: it is no such file, or cut off.
    """
    from safetensors import safe_open

    with safe_open(path, framework="numpy") as weights:
        slices = (weights.get_slice(name) for name in weights.keys())  # noqa: SIM118
        return all(one.get_dtype() == "F16" for one in slices if one.get_shape())


def recognize_family(header: CheckpointHeader) -> Path:
    """Return the folder below `resources/pipelines` that describes a checkpoint's parts.

    Raises:
        ValueError: none does; the message says what the file seems to be.
    """
    if _FIRST_LAYER not in header.shapes:
        raise ValueError(f"it holds no whole model of {_FAMILIES}")
    width, channels = header.shapes[_FIRST_LAYER][:2]
    words = {shape[-1] for name, shape in header.shapes.items() if _is_reader(name)}
    families = [family for family in _families() if _fits(family, width, words)]
    if not families:
        raise ValueError(f"its parts are not those of {_FAMILIES}")
    if channels != _unet(families[0])["in_channels"]:
        raise ValueError("it changes pictures that are there and does not draw from words alone")
    return families[0]


def _is_reader(name: str) -> bool:
    return name.startswith(_DENOISER) and name.endswith(_READS_WORDS)


def _families() -> Iterator[Path]:
    yield from sorted(path for path in bundled("pipelines").iterdir() if path.is_dir())


def _fits(family: Path, width: int, words: set[int]) -> bool:
    unet = _unet(family)
    return unet["block_out_channels"][0] == width and words == {unet["cross_attention_dim"]}


def _unet(family: Path) -> dict[str, Any]:
    return _read(family / "unet" / "config.json")


def _read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def _refuse_parts(header: CheckpointHeader, *, needs_pictures: bool) -> None:
    """Raise ValueError where the file is a denoiser without what belongs to it."""
    if not any(name.startswith(_WORDS) for name in header.shapes):
        raise ValueError("it lacks the text encoder")
    if needs_pictures and not any(name.startswith(_PICTURES) for name in header.shapes):
        raise ValueError("it lacks the decoder that makes pictures")


def _refuse_gaps(pipeline: Any) -> None:
    """Raise ValueError where weights are missing; the loader leaves those of text encoders so."""
    for part_name, part in pipeline.components.items():
        for name, weights in getattr(part, "named_parameters", tuple)():
            if weights.is_meta:
                raise ValueError(f"it lacks {part_name}.{name}")


def _tokenizers(family: Path) -> Iterator[tuple[str, Any]]:
    for folder in sorted(family.glob("tokenizer*")):
        yield folder.name, clip_tokenizer(**_read(folder / "tokenizer_config.json"))


def _say_what_it_predicts(pipeline: Any, header: CheckpointHeader) -> None:
    """Follow the marks that trainers give to models that predict velocity.

    An empty weight `v_pred` (with `ztsnr`: also trained on pure noise) or a note; without one, the
    pack's `scheduler` setting must say `prediction_type`.
    """
    noted = header.notes.get("modelspec.prediction_type", "")
    if "v_pred" in header.shapes or noted in ("v", "v_prediction"):
        pipeline.scheduler = type(pipeline.scheduler).from_config(
            pipeline.scheduler.config,
            prediction_type="v_prediction",
            rescale_betas_zero_snr="ztsnr" in header.shapes,
        )


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
    spec = importlib.util.find_spec("open_clip")
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError("open_clip is not installed")
    return Path(spec.submodule_search_locations[0]) / _FILE
