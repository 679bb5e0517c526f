"""Encoders compiled to ONNX, once per pack: where they lie, whether they are whole, making them.

Compiling needs torch, which weighs 640 MB, so it happens in a process of its own.
"""

import errno
import json
import logging
import os
import shutil
import tempfile
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from visret_desktop import file_changes, own_python, quiet
from visret_desktop.errors import DiskFull, FileTooLarge, NotOurs, PackDamaged, PartNotLoading
from visret_desktop.models import limited_run
from visret_desktop.models.precisions import VISUAL_FILES, Precision
from visret_desktop.models.tokenizer import TokenizerRules
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.paths import Paths

_RECORD_NAME = "export.json"  # the name it had in the first programs
_COMPILER = "visret_desktop.models.compiling"
_FORMAT = 5  # raise it when what older programs compiled can no longer be used
# What compiling may take. The starter's takes 1 GB, that of a ViT-B-32 of 0.6 GB 2.5 GB.
_BASE_BYTES = 3 * 2**30
_BYTES_FOR_EACH = 8  # of the weights' files, which may be of half precision
_BASE_SECONDS = 900.0  # on a slow and busy computer
_SECONDS_FOR_EACH = 1e-6
_REASON_LENGTH = 300
_READ_BYTES = 4 * 1024**2
_LITTLE_BYTES = 1_000_000  # what is left of a disk after a writer that found it full
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class CompiledEncoder:
    """An encoder's two ONNX towers, each a graph and its .weights, and its tokenizer."""

    directory: Path
    rules: TokenizerRules
    dimension: int
    cosine: float  # worst agreement with open_clip when it was made
    is_causal: bool  # the text tower takes texts without their padding, with the same result

    @property
    def visual(self) -> Path:
        """Image tower: float32 (n, 3, side, side) to unit rows (n, dimension)."""
        return self.visual_in("fp32")

    def visual_in(self, precision: Precision) -> Path:
        """Image tower in a precision; others than fp32 exist only where they rank as before."""
        return self.directory / VISUAL_FILES[precision]

    @property
    def textual(self) -> Path:
        """Text tower: int64 (n, length) to unit rows (n, dimension)."""
        return self.directory / "textual.onnx"

    @property
    def tokenizer(self) -> Path:
        """Rules of the tokenizers library."""
        return self.directory / "tokenizer.json"


def find_compiled(pack: Pack, paths: Paths) -> CompiledEncoder | None:
    """Return the pack's compiled encoder if it is there and whole."""
    return _read(paths.compiled / f"{pack.name}-{pack.digest}")


def ensure_compiled(pack: Pack, paths: Paths) -> CompiledEncoder:
    """Return the pack's compiled encoder, compiling first where it is missing, broken or too old.

    Raises:
        PackDamaged: the pack cannot be compiled; the reason says why.
        PartNotLoading: a library does not load that compiles it.
        DiskFull, FileTooLarge: there is no room for it.
    """
    from filelock import FileLock

    directory = paths.compiled / f"{pack.name}-{pack.digest}"
    compiled = _read(directory)
    if compiled is None:
        file_changes.make_folder(paths.compiled)
        with FileLock(paths.compiled.with_name("compiled.lock")):  # goes with a process that dies
            compiled = _read(directory)  # somebody else may have made it meanwhile
            if compiled is None:
                _make(pack, directory, paths.cache)
                compiled = _read(directory)
    if compiled is None:
        raise PackDamaged(name=pack.name, reason="its export to ONNX came out incomplete")
    return compiled


def write_record(
    directory: Path, rules: TokenizerRules, dimension: int, cosine: float, is_causal: bool
) -> None:
    """Describe the files in `directory`; the last step of compiling."""
    record: dict[str, Any] = {"format": _FORMAT, "dimension": dimension, "cosine": cosine}
    record |= {"tokenizer": asdict(rules), "is_causal": is_causal}
    _describe_files(directory, record)


def note_files(directory: Path) -> None:
    """Note which files there are now: one came or went."""
    _describe_files(directory, json.loads((directory / _RECORD_NAME).read_text(encoding="utf-8")))


def renew_if_damaged(pack: Pack, paths: Paths) -> bool:
    """Compile again if files were altered; return whether they were.

    Raises:
        as `ensure_compiled`.
    """
    directory = paths.compiled / f"{pack.name}-{pack.digest}"
    if not (damage := find_damage(directory)):
        return False
    _log.warning("%s is compiled again: %s", pack.name, damage)
    file_changes.remove(directory / _RECORD_NAME)
    ensure_compiled(pack, paths)
    return True


def find_damage(directory: Path) -> str:
    """Read every byte of a compiled encoder; return which file is damaged, "" if none is.

    What has no record, or one of another program's format, is made anew in any case; and a rewriter
    has nothing but its chat template here.
    """
    if not (directory / _RECORD_NAME).exists():
        return ""
    try:
        record = json.loads((directory / _RECORD_NAME).read_text(encoding="utf-8"))
        if record["format"] != _FORMAT:
            return ""
        for name, (_, _, digest) in record["files"].items():
            if _digest(directory / name) != digest:
                return f"{name} was altered"
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return str(error)
    return ""


def _describe_files(directory: Path, record: dict[str, Any]) -> None:
    files = (path for path in sorted(directory.iterdir()) if path.is_file())
    described = {path.name: _described(path) for path in files if path.name != _RECORD_NAME}
    content = json.dumps({**record, "files": described}, indent=2)
    file_changes.write(directory / _RECORD_NAME, content.encode(), is_durable=False)


def _described(path: Path) -> tuple[int, int, str]:
    """Return size, modification time in ns, and hash of a file."""
    status = path.stat()
    return status.st_size, status.st_mtime_ns, _digest(path)


def _digest(path: Path) -> str:
    import xxhash  # no part of the window

    digest = xxhash.xxh3_128()
    with path.open("rb") as file:
        while some := file.read(_READ_BYTES):
            digest.update(some)
    return digest.hexdigest()


def _is_whole(directory: Path, files: dict[str, tuple[int, int, str]]) -> bool:
    """Tell whether files are as noted. Those that somebody wrote since are read."""
    is_known = True
    for name, (size, mtime_ns, digest) in files.items():
        status = (directory / name).stat()
        if status.st_size != size:
            return False
        if status.st_mtime_ns != mtime_ns:
            is_known = False
            if _digest(directory / name) != digest:
                return False
    if not is_known:
        with suppress(OSError):  # no reason not to use it
            note_files(directory)
    return True


def _read(directory: Path) -> CompiledEncoder | None:
    try:
        record = json.loads((directory / _RECORD_NAME).read_text(encoding="utf-8"))
        if record["format"] != _FORMAT or not _is_whole(directory, record["files"]):
            return None
        rules = TokenizerRules(**record["tokenizer"])
        dimension, cosine = int(record["dimension"]), float(record["cosine"])
        return CompiledEncoder(directory, rules, dimension, cosine, bool(record["is_causal"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _make(pack: Pack, directory: Path, cache: Path) -> None:
    if altered := verify(pack):  # what is made of it is not compared with it again
        reason = f"{altered[0]} was altered; `visret packs install {pack.name}` repairs it"
        raise PackDamaged(name=pack.name, reason=reason)
    prefix = f"{directory.name}.new-"
    for abandoned in directory.parent.glob(f"{prefix}*"):
        with suppress(OSError, NotOurs):
            file_changes.remove_tree(abandoned)
    with tempfile.TemporaryDirectory(
        prefix=prefix, dir=directory.parent, ignore_cleanup_errors=True
    ) as temporary:
        made = Path(temporary) / "compiled"
        made.mkdir()
        _run(pack, made, cache)
        _replace(directory, made)


def _run(pack: Pack, out: Path, cache: Path) -> None:
    """Run the compiling process, limited to what the weights can be worth."""
    command = own_python.module(_COMPILER, str(pack.directory), str(out))
    quiet.keep_at_home(cache)
    most_bytes = _BASE_BYTES + _BYTES_FOR_EACH * pack.size_bytes
    most_seconds = _BASE_SECONDS + pack.size_bytes * _SECONDS_FOR_EACH
    try:
        result = limited_run.run(command, most_bytes, most_seconds, PYTHONUTF8="1")
    except limited_run.TookTooMuch as error:
        reason = f"its export to ONNX takes {error}, which its weights are not worth"
        raise PackDamaged(name=pack.name, reason=reason) from error
    if result.returncode:
        _raise_if_full(out.parents[1], result.stderr)
        last = (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[-1]
        if result.returncode == PartNotLoading.exit_code:
            raise PartNotLoading(reason=last.rstrip("."))
        reason = f"the export to ONNX failed: {last[:_REASON_LENGTH]}"
        raise PackDamaged(name=pack.name, reason=reason)


def _raise_if_full(place: Path, said: str) -> None:
    """Tell a full disk from a pack that is not in order: writers of all kinds fail of it.

    Raises:
        DiskFull, FileTooLarge: that is what it was.
    """
    if os.strerror(errno.ENOSPC) in said or shutil.disk_usage(place).free < _LITTLE_BYTES:
        raise DiskFull(place=place)
    if os.strerror(errno.EFBIG) in said:
        raise FileTooLarge(place=place)


def _replace(directory: Path, made: Path) -> None:
    """Move `made` into place once the disk has all of it."""
    for path in (*made.iterdir(), made):
        file_changes.sync(path)
    if directory.exists():
        file_changes.move(directory, made.with_name("old"))
    file_changes.move(made, directory)
    file_changes.sync(directory.parent)
