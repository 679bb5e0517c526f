"""Which files may be part of a pack: nothing that can run code, nothing outside of its folder."""

import json
from pathlib import Path, PurePosixPath

ALLOWED_SUFFIXES = frozenset((".safetensors", ".gguf", ".onnx", ".json", ".txt", ".md", ".jinja"))
# These run code when they are loaded, and libraries pick them up by name, listed or not.
CODE_SUFFIXES = frozenset(
    (
        *(".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle", ".joblib", ".npy", ".npz", ".h5"),
        *(".py", ".pyc", ".pyd", ".so", ".dll", ".dylib", ".exe", ".sh", ".bat", ".cmd", ".ps1"),
    )
)
ARCHIVE_SUFFIXES = frozenset(
    (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".whl", ".egg")
)
# What Windows takes for devices, whatever their ending.
_DEVICES = frozenset(
    ("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)))
)
# Written by the program itself into a pack's folder.
_OWN_NAMES = frozenset(("manifest.json", "damaged.json", "plan.json"))


def path_fault(path: str) -> str:
    """Say why a file of that '/'-separated path may not be part of a pack; '' if it may."""
    if not is_inside(path):
        return f"the path {path!r} leaves the pack's folder"
    suffix = PurePosixPath(path).suffix.lower()
    if is_archive(path):
        return f"{path} is of a kind that is never loaded: an archive can hold anything"
    if suffix not in ALLOWED_SUFFIXES:
        return f"{path} is of a kind that is never loaded (weights: .safetensors, .gguf, .onnx)"
    if path.lower() in _OWN_NAMES:
        return f"{path} has a name that the program keeps for itself"
    return ""


def is_inside(path: str) -> bool:
    """Whether a '/'-separated path names a file below the folder it starts from, on any system."""
    parts = path.split("/")
    return not PurePosixPath(path).is_absolute() and all(map(_is_plain_name, parts))


def _is_plain_name(part: str) -> bool:
    if part in ("", ".", "..") or part != part.rstrip(" ."):
        return False
    if any(letter in '\\:*?"<>|' or ord(letter) < 32 for letter in part):
        return False
    return part.split(".")[0].lower() not in _DEVICES


def is_archive(path: str) -> bool:
    """Whether a file's name says that it holds other files."""
    return PurePosixPath(path).suffix.lower() in ARCHIVE_SUFFIXES


def can_run_code(path: str) -> bool:
    """Whether a library that finds such a file might run what is in it."""
    return PurePosixPath(path).suffix.lower() in CODE_SUFFIXES


def content_fault(path: Path) -> str:
    """Say why the bytes of a weights file cannot be what its name says; '' if they can."""
    suffix = path.suffix.lower()
    with path.open("rb") as file:
        head = file.read(8)
        if suffix == ".gguf" and head[:4] != b"GGUF":
            return f"{path.name} is no GGUF file"
        if suffix == ".safetensors" and not _is_safetensors(head, file.read(1), path):
            return f"{path.name} is no safetensors file"
        if suffix == ".json":
            return _json_fault(path)
    return ""


def _is_safetensors(head: bytes, first: bytes, path: Path) -> bool:
    length = int.from_bytes(head, "little")
    return first == b"{" and 8 + length <= path.stat().st_size


def _json_fault(path: Path) -> str:
    try:
        json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return f"{path.name} is no JSON file"
    return ""
