"""Which files may be part of a pack: nothing that can run code, nothing outside of its folder."""

from collections.abc import Callable
from pathlib import Path, PurePosixPath

from visret_desktop.names import DEVICES
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks import config_rules, gguf_header, safetensors_files
from visret_desktop.sentences import joined, sentence

# No .onnx: such a file may name others anywhere on the disk, and the program makes its own.
ALLOWED_SUFFIXES = frozenset((".safetensors", ".gguf", ".json", ".txt", ".md", ".jinja"))
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
# Written by the program itself into a pack's folder.
_OWN_NAMES = frozenset(("manifest.json", "damaged.json", "plan.json"))


# Read without running what they say, once their bytes are known to be those of a manifest of ours.
_ALLOWED_IN_PACKAGES = ALLOWED_SUFFIXES | {".pth"}


def path_fault(path: str, *, is_in_package: bool = False) -> str:
    """Say why a file of that '/'-separated path may not be part of a pack; '' if it may."""
    if not is_inside(path):
        return sentence("the path {path} leaves the pack's folder", path=repr(path))
    suffix = PurePosixPath(path).suffix.lower()
    if is_archive(path):
        return sentence(
            "{path} is of a kind that is never loaded: an archive can hold anything", path=path
        )
    if suffix not in (_ALLOWED_IN_PACKAGES if is_in_package else ALLOWED_SUFFIXES):
        return sentence(
            "{path} is of a kind that is never loaded (weights: .safetensors, .gguf)", path=path
        )
    if path.lower() in _OWN_NAMES:
        return sentence("{path} has a name that the program keeps for itself", path=path)
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
    return part.split(".")[0].lower() not in DEVICES


def is_archive(path: str) -> bool:
    """Whether a file's name says that it holds other files."""
    return PurePosixPath(path).suffix.lower() in ARCHIVE_SUFFIXES


def can_run_code(path: str) -> bool:
    """Whether a library that finds such a file might run what is in it."""
    return PurePosixPath(path).suffix.lower() in CODE_SUFFIXES


def content_fault(path: Path) -> str:
    """Say why the bytes of a file cannot be what its name says, or must not be read; '' if not."""
    check = _CHECKS.get(path.suffix.lower())
    if check is None:
        return ""
    try:
        check(path)
    except ValueError as error:
        kind = _KINDS[path.suffix.lower()]
        return sentence("{name} {kind} ({error})", name=path.name, kind=kind, error=error)
    except _Refused as error:
        return joined([path.name, error])
    return ""


class _Refused(Exception):
    """A file is what its name says and is refused all the same."""


def _check_json(path: Path) -> None:
    content = strict_json.read(path, config_rules.most_bytes(path.name))
    if fault := config_rules.fault(path.name, content):
        raise _Refused(fault)


_CHECKS: dict[str, Callable[[Path], object]] = {
    ".gguf": gguf_header.read,
    ".safetensors": safetensors_files.check,
    ".json": _check_json,
}
_KINDS = {
    ".gguf": sentence("is no GGUF file"),
    ".safetensors": sentence("is no safetensors file"),
    ".json": sentence("is no JSON file"),
}
