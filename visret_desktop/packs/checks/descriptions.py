"""Compare what a model's descriptions ask for with the weights that lie beside them.

A description is a few numbers, and libraries build what it says before they look at the weights:
a hundred thousand layers, tables of a trillion words. The limit is what the header of the weights
holds: every layer has a tensor of its own, and every number of a table or a layer is in one.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.errors import PackDamaged
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks import config_rules, mmproj_header, safetensors_files
from visret_desktop.packs.checks.file_rules import content_fault
from visret_desktop.packs.checks.safetensors_files import checkpoint_fault
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentences import joined, sentence

_DESCRIPTIONS = ("config.json", "open_clip_config.json")
_LAYERS = re.compile(r"(^|_)(layers?|depths?|blocks|repeats)($|_per_)")
_WIDTHS = ("hidden_size", "d_model", "width", "n_embd")
_TABLES = ("vocab_size", "max_position_embeddings", "context_length")
_MOST_LAYERS = 1_000
# So few numbers are never too many, whatever the weights have.
_HARMLESS = 2**24


@dataclass(frozen=True)
class _Room:
    """What the header of a model's weights has."""

    tensors: int
    numbers: int
    longest: int  # side of a tensor

    @property
    def layers(self) -> int:
        return min(self.tensors, _MOST_LAYERS)


def read(path: Path) -> bytes:
    """Return a description's bytes, before anything is known of it.

    Raises:
        ValueError: it is larger than any that makes sense.
    """
    most = config_rules.most_bytes(path.name)
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(
            sentence("{name} is larger than {most} MB", name=path.name, most=most // 2**20)
        )
    return content


def check_contents(pack: Pack) -> None:
    """Look into the files of an installed pack once more before a library reads them.

    Raises:
        PackDamaged: a file is not what its name says, or asks for what no pack may have.
    """
    try:
        fault = fault_of(pack, {file.path: pack.place_of(file.path) for file in pack.files})
    except OSError as error:
        fault = f"{Path(error.filename or '').name} cannot be read ({error.strerror})"
    if fault:
        raise PackDamaged(name=pack.name, reason=fault)


def fault_of(pack: Pack, places: Mapping[str, Path]) -> str:
    """Say why no library may read a pack's files, by path where each lies; '' if one may.

    Raises:
        OSError: a file cannot be read.
    """
    found = fault(places) or checkpoint_fault(pack.settings, places)
    return found or (mmproj_header.fault(places) if pack.sees else "")


def fault(places: Mapping[str, Path]) -> str:
    """Say why no library may read the files of a model, by path where each lies; '' if one may.

    Each is to be what its name says, and no description may ask for more than the weights hold.
    It is quick: of weights only the headers are read.

    Raises:
        OSError: a file cannot be read.
    """
    for place in places.values():
        if reason := content_fault(place):
            return reason
    for name, place in places.items():
        if name.endswith(".json") and (reason := _fault_of(place)):
            return joined([name, reason])
    return ""


def _fault_of(path: Path) -> str:
    try:
        if path.name in _DESCRIPTIONS:
            return _fault_of_numbers(path)
        if config_rules.is_list_of_shards(path.name):
            return _fault_of_shards(path)
    except ValueError as error:
        return sentence("cannot be used ({error})", error=error)
    return ""


def _fault_of_numbers(path: Path) -> str:
    weights = sorted(path.parent.glob("*.safetensors"))
    if not weights:  # what opens it says so before it builds anything
        return ""
    room = _room(weights)
    content = strict_json.read(path, config_rules.most_bytes(path.name))
    return next((fault for part in _sections(content) for fault in _faults(part, room)), "")


def _fault_of_shards(path: Path) -> str:
    content = strict_json.read(path, config_rules.most_bytes(path.name))
    for name in config_rules.shards(content):
        if not (path.parent / name).is_file():
            return sentence("names {name}, which is not there", name=name[:80])
        safetensors_files.check(path.parent / name)
    return ""


def _room(weights: Iterable[Path]) -> _Room:
    shapes = [shape for path in weights for shape in safetensors_files.check(path)]
    sides = (side for shape in shapes for side in shape)
    return _Room(len(shapes), sum(map(math.prod, shapes)), max(sides, default=0))


def _sections(content: Any) -> Iterator[dict[str, Any]]:
    """Yield every object of a description, at any depth: each may describe a part."""
    if isinstance(content, dict):
        yield content
    inner = content.values() if isinstance(content, dict) else content
    if isinstance(content, dict | list):
        for value in inner:
            yield from _sections(value)


def _faults(section: dict[str, Any], room: _Room) -> Iterator[str]:
    for key, value in section.items():
        counts = _counts(value)
        if _LAYERS.search(key):
            longest = max(len(counts), *counts)
            if longest > room.layers:
                yield _sentence(key, longest, f"tensors: {room.tensors:,}")
        elif config_rules.is_size(key) and max(counts) > max(room.longest, config_rules.MOST):
            yield _sentence(key, max(counts), f"longest side: {room.longest:,}")
    if (layers := _nested_layers(section)) > room.layers:
        yield _sentence("layers_per_block", layers, f"tensors: {room.tensors:,}")
    for what, numbers in _numbers(section):
        if numbers > max(room.numbers, _HARMLESS):
            yield _sentence(what, numbers, f"numbers: {room.numbers:,}")


def _sentence(what: str, asked: int, there: str) -> str:
    return sentence(
        "asks for more than its weights hold ({what}: {asked:,}; in them {there})",
        what=what,
        asked=asked,
        there=there,
    )


def _nested_layers(section: dict[str, Any]) -> int:
    """Return how many layers the blocks of a UNet have, those within layers counted."""
    blocks = max(1, len(_counts(section.get("block_out_channels"))))
    outer, inner = section.get("layers_per_block"), section.get("transformer_layers_per_block", 1)
    return _sum(outer, blocks) * max(1, _sum(inner, blocks) // blocks)


def _sum(value: Any, times: int) -> int:
    """Return the sum of a list of counts, or of one count that holds that many times."""
    return sum(_counts(value)) * (1 if isinstance(value, list) else times)


def _numbers(section: dict[str, Any]) -> Iterator[tuple[str, int]]:
    """Yield what a section describes and the least numbers that it takes."""
    width = max((_count(section.get(key)) for key in _WIDTHS), default=0)
    width = width or _count(section.get("num_attention_heads")) * _head_width(section)
    for key in _TABLES:
        yield key, _count(section.get(key)) * width
    for key, value in section.items():
        if _LAYERS.search(key) and "_per_" not in key:
            yield key, _count(value) * width**2
    yield "intermediate_size", _count(section.get("intermediate_size")) * width
    yield "block_out_channels", max(_counts(section.get("block_out_channels"))) ** 2
    patch = max(1, *_counts(section.get("patch_size")))
    for key in ("image_size", "sample_size", "pos_embed_max_size"):
        side = max(_counts(section.get(key)))
        yield key, (side if key == "pos_embed_max_size" else side // patch) ** 2 * width


def _head_width(section: dict[str, Any]) -> int:
    return _count(section.get("attention_head_dim")) or _count(section.get("head_dim"))


def _counts(value: Any) -> list[int]:
    """Return the whole numbers of a value that is one, or a list of them; 0 for all else."""
    return [_count(one) for one in value] if isinstance(value, list) and value else [_count(value)]


def _count(value: Any) -> int:
    return value if type(value) is int else 0
