"""What the descriptions in a pack may not ask for: code of others, or words that grow for ever."""

from collections.abc import Iterator
from typing import Any

TOKENIZER = "tokenizer.json"
# Libraries fetch or run what stands behind these names.
_CODE = ("auto_map", "custom_pipelines", "custom_pipeline", "trust_remote_code")
_KERNELS = ("attn_implementation", "_attn_implementation", "attn_implementation_internal")
_MODEL_NAMES = ("timm_model_name", "hf_model_name")
_MOST_GROWTH = 256  # letters that rules may make of one
_MOST_STEPS = 32
_MOST_PIECES = 64


def fault(file_name: str, content: Any) -> str:
    """Say why a library must not read what a JSON file says; '' if it may."""
    if file_name == TOKENIZER:
        return _tokenizer_fault(content)
    for key, value in _entries(content):
        if key in _CODE and value:
            return f"asks for code of its own ({key})"
        if key in _KERNELS and "/" in str(value):
            return f"asks for code from elsewhere ({key})"
        if key in _MODEL_NAMES and ":" in str(value):
            return f"asks for a model from elsewhere ({key})"
    return ""


def _entries(content: Any) -> Iterator[tuple[str, Any]]:
    """Yield every name and value, at any depth."""
    if isinstance(content, dict):
        yield from content.items()
    inner = content.values() if isinstance(content, dict) else content
    if isinstance(content, dict | list):
        for value in inner:
            yield from _entries(value)


def _tokenizer_fault(content: Any) -> str:
    """Say why a tokenizer could make gigabytes of a word."""
    if not isinstance(content, dict):
        return "is no tokenizer"
    steps = [step for part in ("normalizer", "decoder") for step in _steps(content.get(part))]
    growth = 1
    for step in steps:
        growth = min(growth * _growth(step), _MOST_GROWTH + 1)
    if len(steps) > _MOST_STEPS or growth > _MOST_GROWTH:
        return "has rules that make very long texts of short ones"
    for step in _steps(content.get("post_processor")):
        pieces = [step.get("single"), step.get("pair"), *_special_ids(step)]
        if any(isinstance(piece, list) and len(piece) > _MOST_PIECES for piece in pieces):
            return "has a rule that repeats every text"
    return ""


def _steps(part: Any) -> Iterator[dict[str, Any]]:
    """Yield the rules of a part, those within sequences one by one."""
    if isinstance(part, dict):
        yield part
        for name in ("normalizers", "decoders", "processors"):
            for inner in part.get(name) or ():
                yield from _steps(inner)


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
