"""What was made of a pack for this computer: a folder of files, with a record of their hashes.

It is made in a process of its own, as that needs torch, in a folder beside its place, and takes
that place once the disk has all of it: whenever the program is killed, the old or the new is there.
`run_compiler` starts such a process; `run` is its edge, which says on stderr, and by its exit code,
what failed.
"""

import errno
import json
import logging
import os
import shutil
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from visret_desktop import file_changes
from visret_desktop.errors import (
    Cancelled,
    DiskFull,
    FileTooLarge,
    NotOurs,
    PackDamaged,
    PartNotLoading,
)
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.paths import Paths
from visret_desktop.processes import library_environment, limited_run, own_python
from visret_desktop.processes.child_process import end_with_parent
from visret_desktop.processes.interruptible import LOOK_SECONDS
from visret_desktop.sentences import sentence

REFUSED = 4  # exit code of a process that says why it cannot, and would say so again
RECORD_NAME = "export.json"  # the name it had in the first programs
ENCODER, DRAWING = "encoder", "drawing"
# Raise a number when what older programs compiled can no longer be used.
_FORMATS = {ENCODER: 5, DRAWING: 1}
# What compiling may take. The starter's takes 1 GB, that of a ViT-B-32 of 0.6 GB 2.2 GB.
_BASE_BYTES = 3 * 2**30
_BYTES_FOR_EACH = 8  # of the weights' files, which may be of half precision
_BASE_SECONDS = 900.0  # on a slow and busy computer
_SECONDS_FOR_EACH = 1e-6
_REASON_LENGTH = 300
_READ_BYTES = 4 * 1024**2
_LITTLE_BYTES = 1_000_000  # what is left of a disk after a writer that found it full
Made = TypeVar("Made")
_log = logging.getLogger(__name__)


class NotCompiling(PackDamaged):
    """What compiles a pack said that it cannot, and would say so again."""


# ---- records ------------------------------------------------------------------------------------


def write_record(directory: Path, kind: str, fields: dict[str, Any]) -> None:
    """Describe the files in `directory` and store `fields` with that; this completes the folder."""
    _describe_files(directory, {"format": _FORMATS[kind], "kind": kind, **fields})


def read_record(directory: Path, kind: str) -> dict[str, Any] | None:
    """Return the record of a folder of that kind whose files are as noted, else None."""
    try:
        record = _read(directory)
        is_usable = _is_current(record, kind) and _is_whole(directory, record["files"])
        return record if is_usable else None
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return None


def note_files(directory: Path) -> None:
    """Note which files there are now: one came or went."""
    _describe_files(directory, _read(directory))


def remove_record(directory: Path) -> None:
    """Have the files made anew the next time that they are needed."""
    file_changes.remove_tree(directory / RECORD_NAME)  # a folder may be in its way


def renew_if_damaged(pack: Pack, directory: Path, make_again: Callable[[], object]) -> bool:
    """Have files made again that were altered; return whether they were.

    Raises:
        as `make_again`.
    """
    if not (damage := find_damage(directory)):
        return False
    _log.warning("%s is compiled again: %s", pack.name, damage)
    remove_record(directory)
    make_again()
    return True


def find_damage(directory: Path) -> str:
    """Read every byte of what was compiled; return which file is damaged, "" if none is.

    What has no record, or one of another program's format, is made anew in any case; and a rewriter
    has nothing but its chat template here.
    """
    if not (directory / RECORD_NAME).exists():
        return ""
    try:
        record = _read(directory)
        if not any(_is_current(record, kind) for kind in _FORMATS):
            return ""
        for name, (_, _, digest) in record["files"].items():
            if _digest(directory / name) != digest:
                return f"{name} was altered"
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        return str(error)
    return ""


def _read(directory: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((directory / RECORD_NAME).read_text(encoding="utf-8"))
    return record


def _is_current(record: dict[str, Any], kind: str) -> bool:
    record_kind = record.get("kind", ENCODER)  # encoders of released programs do not say
    return bool(record_kind == kind and record["format"] == _FORMATS[kind])


def _describe_files(directory: Path, record: dict[str, Any]) -> None:
    files = (path for path in sorted(directory.iterdir()) if path.is_file())
    described = {path.name: _described(path) for path in files if path.name != RECORD_NAME}
    content = json.dumps({**record, "files": described}, indent=2)
    file_changes.write(directory / RECORD_NAME, content.encode(), is_durable=False)


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


# ---- making -------------------------------------------------------------------------------------


def ensure(
    paths: Paths,
    lock_name: str,
    read: Callable[[], Made | None],
    make_now: Callable[[], None],
    watch: limited_run.Watch = limited_run.NOBODY,
) -> Made | None:
    """Return what `read` finds, after `make_now` where it finds nothing; one process at a time.

    Raises:
        Cancelled: `watch` stopped the waiting for another process.
    """
    made = read()
    if made is None:
        file_changes.make_folder(paths.compiled)
        with _alone(paths.compiled.with_name(lock_name), watch):
            made = read()  # somebody else may have made it meanwhile
            if made is None:
                make_now()
                made = read()
    return made


def _alone(file: Path, watch: limited_run.Watch) -> Any:
    """Return a lock, taken; it goes with a process that dies."""
    from filelock import FileLock, Timeout  # only now: it loads asyncio

    lock = FileLock(file)
    while True:
        if watch.is_stopped():
            raise Cancelled
        try:
            return lock.acquire(timeout=LOOK_SECONDS)
        except Timeout:
            continue


def make(pack: Pack, directory: Path, compile_into: Callable[[Path], None]) -> None:
    """Have `compile_into` fill an empty folder, which then becomes `directory`.

    Raises:
        PackDamaged: the pack was altered.
    """
    if altered := verify(pack):  # what is made of it is not compared with it again
        reason = sentence(
            "{altered} was altered; `visret packs install {name}` repairs it",
            altered=altered[0],
            name=pack.name,
        )
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
        compile_into(made)
        _replace(directory, made)


def run_compiler(
    module: str,
    task: str,
    pack: Pack,
    out: Path,
    cache: Path,
    watch: limited_run.Watch = limited_run.NOBODY,
) -> None:
    """Run a compiling process on a pack, limited to what the weights can be worth.

    `task` is what it does, as messages name it.

    Raises:
        NotCompiling: it says why it cannot.
        PackDamaged: it took too much, or was ended.
        PartNotLoading: a library does not load that it needs.
        DiskFull, FileTooLarge: there is no room.
        Cancelled: nobody wants it any more.
    """
    command = own_python.module(module, str(pack.directory), str(out))
    library_environment.keep_at_home(cache)
    most_bytes = _BASE_BYTES + _BYTES_FOR_EACH * pack.size_bytes
    most_seconds = _BASE_SECONDS + pack.size_bytes * _SECONDS_FOR_EACH
    try:
        result = limited_run.run(command, most_bytes, most_seconds, watch, PYTHONUTF8="1")
    except limited_run.TookTooMuch as error:
        reason = sentence(
            "{task} takes {error}, which its weights are not worth", task=task, error=error
        )
        raise PackDamaged(name=pack.name, reason=reason) from error
    if result.returncode:
        raise_if_full(out.parents[1], result.stderr)
        last = (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[-1]
        if result.returncode == PartNotLoading.exit_code:
            raise PartNotLoading(reason=last.rstrip("."))
        kind = NotCompiling if result.returncode == REFUSED else PackDamaged
        reason = sentence("{task} failed: {error}", task=task, error=last[:_REASON_LENGTH])
        raise kind(name=pack.name, reason=reason)


def raise_if_full(place: Path, message: str) -> None:
    """Tell a full disk from a pack that is not in order: writers of all kinds fail of it.

    Raises:
        DiskFull, FileTooLarge: that is what it was.
    """
    if os.strerror(errno.ENOSPC) in message or shutil.disk_usage(place).free < _LITTLE_BYTES:
        raise DiskFull(place=place)
    if os.strerror(errno.EFBIG) in message:
        raise FileTooLarge(place=place)


def _replace(directory: Path, made: Path) -> None:
    """Move `made` into place once the disk has all of it."""
    for path in (*made.iterdir(), made):
        file_changes.sync(path)
    if directory.exists():
        file_changes.move(directory, made.with_name("old"))
    file_changes.move(made, directory)
    file_changes.sync(directory.parent)


def run(
    compile_now: Callable[[], object], is_refusal: Callable[[Exception], bool] = lambda _: False
) -> int:
    """Compile, and return the exit code; `is_refusal` tells what would fail again."""
    end_with_parent()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    try:
        compile_now()
    except ImportError as error:
        sys.stderr.write(f"{error}\n")
        return PartNotLoading.exit_code
    except Exception as error:  # noqa: BLE001 - the edge of this process; torch raises anything
        traceback.print_exc()
        first = (str(error).strip().splitlines() or [type(error).__name__])[0]
        sys.stderr.write(f"{first}\n")
        return REFUSED if is_refusal(error) else 1
    return 0
