"""Where a pack's ONNX export lies, whether it is whole, and how it comes about: once per pack.

The export itself needs torch, which weighs 640 MB, so it happens in a process of its own.
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
from visret_desktop.errors import DiskFull, FileTooLarge, NotOurs, PackDamaged
from visret_desktop.models import limited_run
from visret_desktop.models.tokenizer import TokenizerRules
from visret_desktop.packs import config_rules, strict_json
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.paths import Paths

CONFIG_NAME = "open_clip_config.json"
_RECORD_NAME = "export.json"
_EXPORTER = "visret_desktop.models.export"
_FORMAT = 5  # raise it when exports of older programs can no longer be used
# What an export may take. The starter's takes 1 GB, that of a ViT-B-32 of 0.6 GB 2.5 GB.
_BASE_BYTES = 3 * 2**30
_BYTES_FOR_EACH = 8  # of the weights' files, which may be of half precision
_BASE_SECONDS = 900.0  # on a slow and busy computer
_SECONDS_FOR_EACH = 1e-6
_REASON_LENGTH = 300
_READ_BYTES = 4 * 1024**2
_LITTLE_BYTES = 1_000_000  # what is left of a disk after a writer that found it full
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Export:
    """A whole export: two towers, each a graph and its .weights, and a tokenizer."""

    directory: Path
    rules: TokenizerRules
    dimension: int
    cosine: float  # worst agreement with open_clip when it was made
    is_causal: bool  # the text tower takes texts without their padding, with the same result

    @property
    def visual(self) -> Path:
        """Image tower: float32 (n, 3, side, side) to unit rows (n, dimension)."""
        return self.directory / "visual.onnx"

    @property
    def visual_int8(self) -> Path:
        """Quantized image tower; exists only where its rankings were good enough."""
        return self.directory / "visual.int8.onnx"

    @property
    def textual(self) -> Path:
        """Text tower: int64 (n, length) to unit rows (n, dimension)."""
        return self.directory / "textual.onnx"

    @property
    def tokenizer(self) -> Path:
        """Rules of the tokenizers library."""
        return self.directory / "tokenizer.json"


def read_config(pack: Pack) -> dict[str, Any]:
    """Return the content of the pack's open_clip_config.json.

    Raises:
        PackDamaged: there is none or it is not JSON.
    """
    try:
        path = pack.directory / CONFIG_NAME
        config: dict[str, Any] = strict_json.read(path, config_rules.most_bytes(CONFIG_NAME))
    except (OSError, ValueError) as error:
        reason = f"its {CONFIG_NAME} cannot be read ({error})"
        raise PackDamaged(name=pack.name, reason=reason) from error
    return config


def has_int8(pack: Pack, paths: Paths) -> bool:
    """Tell whether the int8 form of a pack's image tower was accepted on this computer."""
    export = _read(paths.exports / f"{pack.name}-{pack.digest}")
    return export is not None and export.visual_int8.exists()


def ensure_export(pack: Pack, paths: Paths) -> Export:
    """Return the pack's export, making it first where it is missing, broken or too old.

    Raises:
        PackDamaged: the pack cannot be exported; the reason says why.
        DiskFull, FileTooLarge: there is no room for the export.
    """
    from filelock import FileLock

    directory = paths.exports / f"{pack.name}-{pack.digest}"
    export = _read(directory)
    if export is None:
        file_changes.make_folder(paths.exports)
        with FileLock(paths.exports.with_name("exports.lock")):  # goes with a process that dies
            export = _read(directory)  # somebody else may have made it meanwhile
            if export is None:
                _make(pack, directory, paths.cache)
                export = _read(directory)
    if export is None:
        raise PackDamaged(name=pack.name, reason="its export to ONNX came out incomplete")
    return export


def write_record(
    directory: Path, rules: TokenizerRules, dimension: int, cosine: float, is_causal: bool
) -> None:
    """Describe the files in `directory` as an export; the last step of making one."""
    record: dict[str, Any] = {"format": _FORMAT, "dimension": dimension, "cosine": cosine}
    record |= {"tokenizer": asdict(rules), "is_causal": is_causal}
    _describe_files(directory, record)


def note_files(directory: Path) -> None:
    """Note which files an export has now: one came or went."""
    _describe_files(directory, json.loads((directory / _RECORD_NAME).read_text(encoding="utf-8")))


def renew_if_damaged(pack: Pack, paths: Paths) -> bool:
    """Make an export anew if bytes of it are not what was written; tell whether it was.

    Raises:
        as `ensure_export`.
    """
    directory = paths.exports / f"{pack.name}-{pack.digest}"
    if not (damage := find_damage(directory)):
        return False
    _log.warning("the export of %s is made anew: %s", pack.name, damage)
    file_changes.remove(directory / _RECORD_NAME)
    ensure_export(pack, paths)
    return True


def find_damage(directory: Path) -> str:
    """Read every byte of an export; return which file is damaged, "" if none is.

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


def _read(directory: Path) -> Export | None:
    try:
        record = json.loads((directory / _RECORD_NAME).read_text(encoding="utf-8"))
        if record["format"] != _FORMAT or not _is_whole(directory, record["files"]):
            return None
        rules = TokenizerRules(**record["tokenizer"])
        dimension, cosine = int(record["dimension"]), float(record["cosine"])
        return Export(directory, rules, dimension, cosine, bool(record["is_causal"]))
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def _make(pack: Pack, directory: Path, cache: Path) -> None:
    if altered := verify(pack):  # what is made of it is never held against it again
        reason = f"{altered[0]} was altered; `visret packs install {pack.name}` repairs it"
        raise PackDamaged(name=pack.name, reason=reason)
    prefix = f"{directory.name}.new-"
    for abandoned in directory.parent.glob(f"{prefix}*"):
        with suppress(OSError, NotOurs):
            file_changes.remove_tree(abandoned)
    with tempfile.TemporaryDirectory(
        prefix=prefix, dir=directory.parent, ignore_cleanup_errors=True
    ) as temporary:
        made = Path(temporary) / "export"
        made.mkdir()
        _run(pack, made, cache)
        _replace(directory, made)


def _run(pack: Pack, out: Path, cache: Path) -> None:
    """Run the exporter, which may take what the weights can be worth and no more."""
    command = own_python.module(_EXPORTER, str(pack.directory), str(out))
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
        reason = f"the export to ONNX failed: {last[:_REASON_LENGTH]}"
        raise PackDamaged(name=pack.name, reason=reason)


def _raise_if_full(exports: Path, said: str) -> None:
    """Tell a full disk from a pack that is not in order: writers of all kinds fail of it.

    Raises:
        DiskFull, FileTooLarge: that is what it was.
    """
    if os.strerror(errno.ENOSPC) in said or shutil.disk_usage(exports).free < _LITTLE_BYTES:
        raise DiskFull(place=exports)
    if os.strerror(errno.EFBIG) in said:
        raise FileTooLarge(place=exports)


def _replace(directory: Path, made: Path) -> None:
    """Move `made` into place once the disk has all of it."""
    for path in (*made.iterdir(), made):
        file_changes.sync(path)
    if directory.exists():
        file_changes.move(directory, made.with_name("old"))
    file_changes.move(made, directory)
    file_changes.sync(directory.parent)
