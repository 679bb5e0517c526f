"""Recognize what files are: an open_clip folder, a diffusers folder, a chat or vision model.

The same rules serve repositories on a hub, folders on disk and other programs' model folders.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import Any

from visret_desktop.packs import strict_json
from visret_desktop.packs.checks import gguf_files
from visret_desktop.packs.checks.file_rules import path_fault
from visret_desktop.packs.manifest import SOFT_TOKENS
from visret_desktop.roles import ROLES, Role, function_at
from visret_desktop.sentences import sentence

OPEN_CLIP_CONFIG = "open_clip_config.json"
DIFFUSERS_INDEX = "model_index.json"
_ENCODER_FILES = (
    *("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "vocab.txt"),
    *("README.md", "LICENSE.md", "LICENSE.txt"),
)
_GEMMA_TYPE = "embedding_gemma2"
_GEMMA_FILES = ("config.json", "model.safetensors", "tokenizer.json")
_NOT_NEEDED = ("safety_checker", "feature_extractor")
_LATENT_SCALE = 8  # pixels per latent, in every family that names a sample_size
_DRAWING: dict[str, Any] = {"steps": 20, "guidance": 5.0, "pixels": 512}

ReadFile = Callable[[str], bytes]


@dataclass(frozen=True)
class Layout:
    """What files are, and those of them that a pack needs."""

    role: Role
    files: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)


def recognize(paths: Collection[str], read: ReadFile, wanted: str = "") -> Layout | None:
    """Return what files with these '/'-separated paths are, None if nothing that can be used.

    `read` returns the bytes of one of them. `wanted` names the file that is meant where there are
    several models.

    Raises:
        ValueError: a description among the files makes no sense.
    """
    if wanted and wanted not in paths:
        return None
    rows = (function_at(role.recognizer) for role in ROLES.values() if role.recognizer)
    layouts = (recognizer(paths, read, wanted) for recognizer in rows)
    return next((layout for layout in layouts if layout is not None), None)


# ---- one of each role; each passes over what is another's ------------------------------------


def encoder_in(paths: Collection[str], read: ReadFile, wanted: str) -> Layout | None:
    """Return the layout of an open_clip folder, or of an EmbeddingGemma 2."""
    if not wanted and not _is_described(paths) and (gemma := _gemma(paths, read)):
        return gemma
    weights = [path for path in paths if "/" not in path and path.endswith(".safetensors")]
    if wanted or OPEN_CLIP_CONFIG not in paths or not weights:
        return None
    named = [path for path in weights if path.startswith("open_clip_")]
    extras = [path for path in _ENCODER_FILES if path in paths]
    return Layout(Role.ENCODER, (OPEN_CLIP_CONFIG, min(named or weights), *extras))


def _gemma(paths: Collection[str], read: ReadFile) -> Layout | None:
    """Return the layout of an EmbeddingGemma 2, which its config.json says that it is.

    Raises:
        ValueError: a file is missing.
    """
    description, *beside = _GEMMA_FILES
    if description not in paths or not any(path in paths for path in beside):
        return None
    try:
        config = strict_json.parse(read(description))
    except ValueError:  # of another model, such as those with an Infinity
        return None
    if not isinstance(config, dict) or config.get("model_type") != _GEMMA_TYPE:
        return None
    for path in beside:
        if path not in paths:
            raise ValueError(sentence("it has no {file}", file=path))
    extras = [path for path in _ENCODER_FILES if path in paths and path not in _GEMMA_FILES]
    return Layout(Role.ENCODER, (*_GEMMA_FILES, *extras), {SOFT_TOKENS: 70})


def chat_model_in(paths: Collection[str], read: ReadFile, wanted: str) -> Layout | None:
    """Return the layout of a GGUF file, with the other parts where it is split."""
    writer = _writer_in(paths, wanted)
    if not writer or vision_model_in(paths, read, wanted):
        return None
    return Layout(Role.REWRITER, _parts_of(writer, paths))


def vision_model_in(paths: Collection[str], _read: ReadFile, wanted: str) -> Layout | None:
    """Return the layout of two GGUF files: one writes, one looks at pictures."""
    eye, writer = "", _writer_in(paths, wanted)
    if gguf_files.is_eye(wanted):
        eye, writer = wanted, _writer_for(wanted, paths)
    elif writer:
        eye = gguf_files.eye_for(writer, paths)
    return Layout(Role.READER, (*_parts_of(writer, paths), eye)) if writer and eye else None


def _writer_in(paths: Collection[str], wanted: str) -> str:
    """Return the GGUF file that is meant, '' if none is."""
    if wanted:
        return wanted if gguf_files.writers([wanted]) else ""
    models = [] if _is_described(paths) else gguf_files.writers(paths)
    return gguf_files.best_of(models) if models else ""


def _writer_for(eye: str, paths: Collection[str]) -> str:
    """Return the GGUF file that writes of what an eye sees, '' if there is none."""
    writers = gguf_files.writers(paths)
    fitting = [writer for writer in writers if gguf_files.eye_for(writer, [eye, *writers])]
    return gguf_files.best_of(fitting) if fitting else ""


def _parts_of(writer: str, paths: Collection[str]) -> tuple[str, ...]:
    return tuple(matching(gguf_files.parts_pattern(writer), paths) or [writer])


def picture_model_in(paths: Collection[str], read: ReadFile, wanted: str) -> Layout | None:
    """Return the layout of a diffusers folder, or of a checkpoint in one file."""
    if not wanted and DIFFUSERS_INDEX in paths and OPEN_CLIP_CONFIG not in paths:
        return _diffusers(paths, read)
    checkpoints = [wanted] if wanted.lower().endswith(".safetensors") else []
    if not wanted and not _is_described(paths):
        checkpoints = [path for path in paths if "/" not in path and path.endswith(".safetensors")]
    if len(checkpoints) != 1:
        return None
    settings = {**_DRAWING, "checkpoint": PurePosixPath(checkpoints[0]).name}
    return Layout(Role.VISUALIZER, (checkpoints[0],), settings)


def _is_described(paths: Collection[str]) -> bool:
    """Whether a file says what the folder as a whole is."""
    return OPEN_CLIP_CONFIG in paths or DIFFUSERS_INDEX in paths


def matching(pattern: str, paths: Collection[str]) -> list[str]:
    """Return the paths that fit a pattern; `*` stands for anything within one name."""
    wanted = pattern.split("/")
    return sorted(path for path in paths if _fits(wanted, path.split("/")))


def _fits(pattern: list[str], path: list[str]) -> bool:
    return len(pattern) == len(path) and all(map(fnmatchcase, path, pattern))


def _diffusers(paths: Collection[str], read: ReadFile) -> Layout:
    index = strict_json.parse(read(DIFFUSERS_INDEX))
    if not isinstance(index, dict):
        raise ValueError(f"{DIFFUSERS_INDEX} is no list of components")
    components = [
        name
        for name, made_by in index.items()
        if isinstance(made_by, list) and made_by[0] and name not in _NOT_NEEDED
    ]
    inside = defaultdict(list)
    for path in sorted(paths):
        inside[path.rpartition("/")[0]].append(path)
    chosen = [path for name in components for path in _component_files(inside[name])]
    documents = [path for path in ("README.md", "LICENSE.md", "LICENSE.txt") if path in paths]
    settings = {**_DRAWING, "pixels": _native_pixels(components, paths, read)}
    if any(".fp16." in path for path in chosen):
        settings["variant"] = "fp16"
    return Layout(Role.VISUALIZER, (DIFFUSERS_INDEX, *chosen, *documents), settings)


def _component_files(paths: list[str]) -> Iterator[str]:
    """Yield those of a component's files that are needed; of several precisions the half one."""
    inside = [path for path in paths if not path_fault(path)]
    weights = [path for path in inside if path.endswith((".safetensors", ".index.json"))]
    halves = [path for path in weights if ".fp16" in path]
    left_out = {path for path in weights if halves and path not in halves}
    left_out |= {path for path in inside if ".fp32." in path or "non_ema" in path}
    yield from (path for path in inside if path not in left_out)


def _native_pixels(components: list[str], paths: Collection[str], read: ReadFile) -> int:
    """Return the side of the pictures that the denoiser was trained on, where it says so."""
    for name in components:
        config = f"{name}/config.json"
        if name in ("unet", "transformer") and config in paths:
            size = strict_json.parse(read(config)).get("sample_size")
            if isinstance(size, int) and 8 <= size <= 256:
                return size * _LATENT_SCALE
    return int(_DRAWING["pixels"])
