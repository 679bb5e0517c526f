"""Write an image tower in other precisions.

Run as a process of its own, `python -m visret_desktop.models.encoders.precision_export SOURCE
OUT_DIR PRECISION…`: making them takes several times the memory that using them does.
"""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from visret_desktop import file_changes
from visret_desktop.errors import NotOurs, PackDamaged
from visret_desktop.models.encoders.compiled import VISUAL_FILES, CompiledEncoder
from visret_desktop.models.runtimes.compiled_files import note_files, raise_if_full
from visret_desktop.models.variants import Precision
from visret_desktop.processes import limited_run, own_python
from visret_desktop.processes.child_process import end_with_parent, leave
from visret_desktop.sentences import sentence

_BASE_BYTES = 2 * 2**30
_BYTES_FOR_EACH = 8  # of the weights
_BASE_SECONDS = 600.0  # on a slow and busy computer
_SECONDS_FOR_EACH = 1e-6
_REASON_LENGTH = 300
_FOLDER = "forms.new-"  # and which process makes them


def make(source: Path, out: Path, precisions: Sequence[Precision]) -> None:
    """Write a tower, an .onnx file with its weights, in these precisions to a directory.

    Raises:
        PackDamaged: that fails, or takes more than its weights are worth.
        DiskFull, FileTooLarge: there is no room.
    """
    command = own_python.module(__spec__.name, str(source), str(out), *precisions)
    size = sum(path.stat().st_size for path in source.parent.glob(f"{source.stem}*"))
    most_bytes, most_seconds = _BASE_BYTES + _BYTES_FOR_EACH * size, size * _SECONDS_FOR_EACH
    try:
        result = limited_run.run(command, most_bytes, _BASE_SECONDS + most_seconds, PYTHONUTF8="1")
    except limited_run.TookTooMuch as error:
        raise PackDamaged(
            name=source.parent.name, reason=sentence("another form takes {error}", error=error)
        ) from error
    if result.returncode:
        raise_if_full(out, result.stderr)
        last = (result.stderr.strip().splitlines() or [f"exit code {result.returncode}"])[-1]
        reason = sentence("another form cannot be made: {last}", last=last[:_REASON_LENGTH])
        raise PackDamaged(name=source.parent.name, reason=reason)


def folder_in(directory: Path) -> "TemporaryDirectory[str]":
    """Return a folder below another to make forms in; it goes with this process."""
    remove_abandoned(directory)
    return TemporaryDirectory(prefix=f"{_FOLDER}{os.getpid()}-", dir=directory)


def remove_abandoned(directory: Path) -> None:
    """Delete forms that were being made by programs that were killed."""
    import psutil

    for folder in directory.glob(f"{_FOLDER}*"):
        maker = folder.name.removeprefix(_FOLDER).partition("-")[0]
        if not (maker.isdecimal() and psutil.pid_exists(int(maker))):
            with suppress(OSError, NotOurs):
                file_changes.remove_tree(folder)


def make_again(compiled: CompiledEncoder, precision: Precision) -> None:
    """Make a precision that was accepted before the files were made anew.

    Raises:
        PackDamaged: it cannot be made.
        DiskFull, FileTooLarge: there is no room for it.
    """
    with folder_in(compiled.directory) as folder:
        made = replace(compiled, directory=Path(folder))
        make(compiled.visual, made.directory, [precision])
        take_over(made, compiled, precision)
    note_files(compiled.directory)


def take_over(made: CompiledEncoder, compiled: CompiledEncoder, precision: Precision) -> None:
    """Move the files of a precision to where they are used."""
    for path in files_of(made, precision):
        target = compiled.directory / path.name
        if target.is_dir():  # in its way
            file_changes.remove_tree(target)
        file_changes.move(path, target, is_replacing=True)


def files_of(compiled: CompiledEncoder, precision: Precision) -> list[Path]:
    """Return the files of a precision that are there; those of fp32 are never to be moved."""
    if precision == "fp32":
        return []
    place = compiled.visual_in(precision)
    return [path for path in (place.with_suffix(".bin"), place) if path.exists()]


def _write_int8(source: Path, target: Path) -> None:
    from visret_desktop.models.encoders import int8

    int8.write(source, target)


def _write_half(source: Path, target: Path) -> None:
    from visret_desktop.models.runtimes.openvino_runtime import write_half

    write_half(source, target)


_WRITERS: dict[str, Callable[[Path, Path], None]] = {
    "int8": _write_int8,
    "fp16": _write_half,
    "bf16": _write_half,
}


def main(arguments: Sequence[str]) -> int:
    """Write what is asked for; the last line on stderr is the reason where that fails."""
    end_with_parent()
    source, out, *precisions = arguments
    for precision in precisions:
        _WRITERS[precision](Path(source), Path(out) / VISUAL_FILES[precision])  # type: ignore[index]
    return 0


if __name__ == "__main__":
    leave(main(sys.argv[1:]))
