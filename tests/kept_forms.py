"""Compiled forms of the built-in models, kept from one run of the tests to the next.

Making them takes a minute of two cores. They are kept under a key of all that they are made by and
of, so that whoever changes some of that has them made again.
"""

import hashlib
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import metadata
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_SOURCES = ("visret_desktop/models", "visret_desktop/packs", "resources/starter")
_PACKAGES = (
    "torch",
    "onnx",
    "onnxscript",
    "onnxruntime",
    "openvino",
    "diffusers",
    "open_clip_torch",
)


@contextmanager
def kept(directory: Path) -> Iterator[None]:
    """Fill a folder of compiled forms with those of an earlier run, or keep what is made there."""
    shelf = _shelf() / directory.name
    if shelf.is_dir() and not directory.is_dir():
        shutil.copytree(shelf, directory)  # with their times, which the record compares
    yield
    if not shelf.is_dir():
        shelf.parent.mkdir(parents=True, exist_ok=True)
        making = Path(tempfile.mkdtemp(dir=shelf.parent))
        shutil.copytree(directory, making / "forms")
        with suppress(OSError):  # another run was quicker
            (making / "forms").rename(shelf)
        shutil.rmtree(making)


def _shelf() -> Path:
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "visret-desktop-tests" / _key()


def _key() -> str:
    digest = hashlib.sha256(f"{platform.python_version()} {_processor()}".encode())
    for package in _PACKAGES:
        digest.update(f"{package} {metadata.version(package)}".encode())
    for folder in _SOURCES:
        for path in sorted((_ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(path.relative_to(_ROOT).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line for line in lines if line.startswith("flags")), platform.machine())
