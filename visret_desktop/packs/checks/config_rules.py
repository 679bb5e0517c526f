"""What the descriptions in a pack may not ask for.

Code, models from elsewhere, weights in other formats, tokenizers that make very long texts of short
ones, and numbers that no weights back. `descriptions` compares the other numbers with the weights.
"""

import re
from collections.abc import Iterator
from typing import Any

from visret_desktop.sentences import sentence

MOST = 2**20  # of anything that is counted, unless the weights have as many
TOKENIZER = "tokenizer.json"
_MOST_BYTES = {TOKENIZER: 64 * 2**20}  # those of real models have 35 MB
_MOST_OTHER_BYTES = 16 * 2**20
# Libraries fetch or run what these names point to.
_CODE = ("auto_map", "custom_pipelines", "custom_pipeline", "trust_remote_code")
_KERNELS = ("attn_implementation", "_attn_implementation", "attn_implementation_internal")
_FROM_HUBS = ("hf_model_name", "base_model_name_or_path")
_LIBRARY_MODEL = "timm_model_name"  # timm knows its own models by plain names
_SHARDS = "weight_map"
# Numbers that no weights back: what is computed, or kept, grows with them.
_MOST_OF = {
    "num_train_timesteps": 10_000,  # all but a few models have 1,000
    "context_length": 1_024,
    "image_size": 1_024,
    "sample_size": 4_096,
    "patch_size": 256,
    "pos_embed_max_size": 1_024,
}
_MOST_IN_A_LIST = 10_000
_MOST_OF_A_SCHEDULER = 65_536
_MOST_TIMES = 64
_TIMES = re.compile(r"(^|_)(ratio|mult|multiplier|expansion)(_|$)")
_ANY_SIZE = re.compile(r"theta|(^|_)(id|ids|seed|base)$")  # nothing is made of these
_NO_SIZES = ("tokenizer_config.json", "special_tokens_map.json", "vocab.json", "added_tokens.json")
_OBJECTS = ("_config.json", "_map.json", "index.json")  # what these end in
_MOST_GROWTH = 256  # letters that rules may make of one
_MOST_STEPS = 32
_MOST_PIECES = 64
_PARTS: dict[str, type] = {
    "added_tokens": list,
    **dict.fromkeys(("normalizer", "pre_tokenizer", "post_processor", "decoder"), dict),
    **dict.fromkeys(("truncation", "padding"), dict),
}


def most_bytes(file_name: str) -> int:
    """Return how large a description of that name may be."""
    return _MOST_BYTES.get(file_name, _MOST_OTHER_BYTES)


def fault(file_name: str, content: Any) -> str:
    """Say why a library must not read what a JSON file says; '' if it may."""
    try:
        return _tokenizer_fault(content) if file_name == TOKENIZER else _fault(file_name, content)
    except (TypeError, ValueError, AttributeError) as error:
        return sentence("makes no sense ({error})", error=error)
    except RecursionError:
        return sentence("is nested too deeply")


def _fault(file_name: str, content: Any) -> str:
    if file_name.endswith(_OBJECTS) and not isinstance(content, dict):
        return sentence("describes nothing")
    if is_list_of_shards(file_name, content):
        return _shards_fault(content)
    for key, value in _entries(content):
        if fault := _name_fault(key, value):
            return fault
        if file_name not in _NO_SIZES and (fault := size_fault(key, value)):
            return fault
    if file_name == "scheduler_config.json":
        return scheduler_fault(content)
    return ""


def _name_fault(key: str, value: Any) -> str:
    if key in _CODE and value:
        return sentence("asks for code of its own ({key})", key=key)
    if key in _KERNELS and "/" in str(value):
        return sentence("asks for code from elsewhere ({key})", key=key)
    is_elsewhere = key == _LIBRARY_MODEL and any(mark in str(value) for mark in ":/\\")
    if is_elsewhere or (key in _FROM_HUBS and value):
        return sentence(
            "asks for a model from elsewhere ({key}: {value})", key=key, value=str(value)[:80]
        )
    return ""


# ---- numbers --------------------------------------------------------------------------------


def size_fault(key: str, value: Any) -> str:
    """Say why a number, or a list, is too large whatever the weights are; '' if it is not."""
    if isinstance(value, list) and len(value) > _MOST_IN_A_LIST:
        return sentence("asks for too much ({key}: a list of {count:,})", key=key, count=len(value))
    most = _MOST_TIMES if _TIMES.search(key) else _MOST_OF.get(key)
    for number in value if isinstance(value, list) else [value]:
        if most is not None and _is_number(number) and number > most:
            return sentence(
                "asks for too much ({key}: {number:,}, and {most:,} is the most)",
                key=key,
                number=number,
                most=most,
            )
    return ""


def scheduler_fault(options: dict[str, Any]) -> str:
    """Say why a scheduler, which has no weights, may not be made with these options."""
    for key, value in _entries(options):
        numbers = [number for number in _flat(value) if _is_number(number)]
        if any(abs(number) > _MOST_OF_A_SCHEDULER for number in numbers):
            return sentence(
                "asks for too much ({key}: {number:,})", key=key, number=max(numbers, key=abs)
            )
        if fault := size_fault(key, value):
            return fault
    return ""


def is_size(key: str) -> bool:
    """Whether a library may make as many of something as a number of that name says."""
    return not _ANY_SIZE.search(key)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _flat(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


# ---- weights in several files ---------------------------------------------------------------


def is_list_of_shards(file_name: str, content: Any = None) -> bool:
    """Whether a file says which weights lie in which files."""
    return ".index." in file_name or (isinstance(content, dict) and _SHARDS in content)


def shards(content: dict[str, Any]) -> list[str]:
    """Return the names of the files in such a list."""
    return sorted(set(content.get(_SHARDS, {}).values()))


def _shards_fault(content: Any) -> str:
    for name in shards(content):
        if not name.endswith(".safetensors") or "/" in name or "\\" in name:
            return sentence(
                "names {name} as weights, which are .safetensors beside it", name=repr(name[:80])
            )
    return ""


# ---- names and values -----------------------------------------------------------------------


def _entries(content: Any) -> Iterator[tuple[str, Any]]:
    """Yield every name and value, at any depth."""
    if isinstance(content, dict):
        yield from content.items()
    inner = content.values() if isinstance(content, dict) else content
    if isinstance(content, dict | list):
        for value in inner:
            yield from _entries(value)


# ---- tokenizers -----------------------------------------------------------------------------


def _tokenizer_fault(content: Any) -> str:
    """Say why a tokenizer makes no sense, or could make gigabytes of a word."""
    if not isinstance(content, dict) or not isinstance(content.get("model"), dict):
        return sentence("is no tokenizer")
    for part, kind in _PARTS.items():
        if not isinstance(content.get(part), kind | None):
            return sentence("is no tokenizer ({part} is something else)", part=part)
    if not all(isinstance(token, dict) for token in content.get("added_tokens") or ()):
        return sentence("is no tokenizer (added_tokens are something else)")
    steps = [step for part in ("normalizer", "decoder") for step in _steps(content.get(part))]
    growth = 1
    for step in steps:
        growth = min(growth * _growth(step), _MOST_GROWTH + 1)
    if len(steps) > _MOST_STEPS or growth > _MOST_GROWTH:
        return sentence("has rules that make very long texts of short ones")
    for step in _steps(content.get("post_processor")):
        pieces = [step.get("single"), step.get("pair"), *_special_ids(step)]
        if any(isinstance(piece, list) and len(piece) > _MOST_PIECES for piece in pieces):
            return sentence("has a rule that repeats every text")
    return ""


def _steps(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the rules of a part, those within sequences one by one.

    Raises:
        ValueError: one is no rule.
    """
    if part is None:
        return
    if not isinstance(part, dict):
        raise ValueError("a rule is something else")
    yield part
    for name in ("normalizers", "decoders", "processors"):
        inner = part.get(name) or []
        if not isinstance(inner, list):
            raise ValueError(f"{name} is no list")
        for step in inner:
            yield from _steps(step)


def _growth(step: dict[str, Any]) -> int:
    """Return how many letters a rule may make of one."""
    added = len(str(step.get("content") or "")) + len(str(step.get("prepend") or ""))
    pattern = step.get("pattern")
    text = pattern.get("String") if isinstance(pattern, dict) else None
    if text:
        return -(-added // len(str(text))) or 1
    # A regular expression may match between all letters.
    return added + 1 if isinstance(pattern, dict) and added > 1 else max(1, added)


def _special_ids(step: dict[str, Any]) -> Iterator[Any]:
    special = step.get("special_tokens")
    if isinstance(special, dict):
        yield from (token.get("ids") for token in special.values() if isinstance(token, dict))
