"""Checks .safetensors files: the header against the file, before any model is built from it.

The names of the tensors say what a file is, as training programs follow a few conventions.
"""

import re
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from visret_desktop.packs import strict_json
from visret_desktop.sentences import sentence

_LENGTH_BYTES = 8
_MOST_HEADER_BYTES = 16 * 2**20  # checkpoints of thousands of tensors have half a megabyte
_NOTES = "__metadata__"


def tensor_names(path: Path) -> list[str]:
    """Return the names of a file's tensors. Raises as `check`."""
    check(path)
    return [name for name in _header(path) if name != _NOTES]


def check(path: Path) -> list[list[int]]:
    """Return the shapes of a file's tensors.

    Raises:
        ValueError: the header does not describe exactly this file; it says what is wrong.
        OSError: the file cannot be read.
    """
    from safetensors import SafetensorError, safe_open  # brings numpy

    header = _header(path)
    try:
        with safe_open(path, framework="numpy"):
            return [header[name]["shape"] for name in header if name != _NOTES]
    except SafetensorError as error:
        raise ValueError(str(error)[:200]) from error


def _header(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
        if length > min(_MOST_HEADER_BYTES, path.stat().st_size - _LENGTH_BYTES):
            raise ValueError(f"its header has {length} bytes")
        # The library takes the last of two tensors of the same name.
        header: dict[str, Any] = strict_json.parse_once_named(file.read(length))
        return header


DENOISER = "model.diffusion_model."
_EXAMPLES = 2
# What a name says, the surest first, and what is to be done with such a file.
_SIGNS = (
    (r"\blora_(?:up|down|A|B|unet|te)|\.alpha$", sentence("an addition (LoRA) to a picture model")),
    (
        r"^(?:text_model|vision_model|visual|textual)\.|text_projection|logit_scale",
        sentence(
            "an encoder such as CLIP; import its folder, which needs an open_clip_config.json"
        ),
    ),
    (
        r"^(?:bert\.|roberta\.)?(?:embeddings\.word|encoder\.layer\.)",
        sentence("an encoder of sentences"),
    ),
    (
        r"^(?:model\.)?(?:embed_tokens|layers\.\d+\.self_attn)|^transformer\.h\.",
        sentence("a chat model; this program reads those as .gguf"),
    ),
    (
        r"^(?:down_blocks|mid_block|transformer_blocks|single_transformer_blocks)\.",
        sentence("a part of a picture model; import its whole folder with model_index.json"),
    ),
    (
        r"^(?:model\.)?(?:encoder|decoder)\.layers\.\d+\.",
        sentence("a model of speech or translation"),
    ),
    (
        r"^(?:conv_stem|features|layer1|stem|blocks)\.|^(?:fc|classifier|head)\.",
        sentence("a classifier"),
    ),
)


def checkpoint_fault(settings: Mapping[str, Any], files: Mapping[str, Path]) -> str:
    """Say why the one file of a picture model is none, and what it seems to be; '' if it is one.

    Args:
        settings: of the pack; `checkpoint` names its file if it is of one.
        files: where the pack's files lie.

    Raises:
        ValueError, OSError: the file's header is damaged, or it cannot be read.
    """
    wanted = settings.get("checkpoint", "")
    path = next((files[one] for one in files if PurePosixPath(one).name == wanted), None)
    if path is None:
        return ""
    names = tensor_names(path)
    if any(name.startswith(DENOISER) for name in names):
        return ""
    return sentence(
        "{name} is no picture model: it seems to be {kind}",
        name=path.name,
        kind=_seems_to_be(names),
    )


def _seems_to_be(names: Collection[str]) -> str:
    for sign, kind in _SIGNS:
        if any(re.search(sign, name) for name in names):
            return kind
    count = (
        sentence("1 tensor") if len(names) == 1 else sentence("{count} tensors", count=len(names))
    )
    examples = ", ".join(sorted(names)[:_EXAMPLES])
    return (
        sentence(
            "nothing that this program knows ({count}: {examples})", count=count, examples=examples
        )
        if names
        else sentence("empty")
    )
