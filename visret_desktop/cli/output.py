"""Tables, JSON and progress; nothing else in the program prints.

Results go to stdout, everything else to stderr. Native libraries and exporters like to write to
descriptor 1, so results get a private copy of it and descriptor 1 points at stderr meanwhile.
"""

import errno
import io
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Any, Protocol, TextIO

from visret_desktop.errors import VisretError
from visret_desktop.sentences import visible

Json = dict[str, Any]

_QUIET_SECONDS = 10.0
_STAGES = {
    "draw": "Drawing",
    "prepare": "Preparing the encoder",
    "prepare-drawing": "Preparing what draws",
    "scan": "Looking",
    "choose": "Trying which way to read photos is quickest here, in percent",
    "embed": "Indexing",
    "words": "Reading words in pictures",
    "index": "Saving",
    "search": "Searching",
    "sketch": "Sketching",
    "rewrite": "Rewriting",
    "ask": "Asking",
    "rank": "Ranking",
    "answer": "Answering",
    "judge": "Judging",
    "measure": "Measuring",
    "read": "Reading photos",
    "export": "Exporting",
    "sidecars": "Looking at sidecars",
    "track": "Reading the track, in MB",
    "detections": "Reading the detections, in MB",
}


class AnswerLost(VisretError):
    """The answer is there but cannot be written."""

    code = "answer-lost"
    sentence = (
        "The answer could not be written to standard output ({reason}). See where that goes, and "
        "run the command again."
    )


class Output:
    """Where one command's answer, notices and errors go."""

    def __init__(self, results: TextIO, as_json: bool) -> None:
        self._results = results
        self.as_json = as_json

    def result(self, body: Mapping[str, Any], lines: Iterable[str]) -> None:
        """Print the command's one answer: `body` as JSON, or `lines` for a person.

        Raises:
            AnswerLost: the system does not take it.
        """
        text = json.dumps(body) if self.as_json else "\n".join(map(visible, lines))
        try:
            print(text, file=self._results, flush=True)
        except BrokenPipeError:  # its reader has seen enough
            raise
        except OSError as error:
            raise AnswerLost(reason=error.strerror) from error

    def notice(self, sentence: str) -> None:
        """Say something to the person that is no result."""
        _say(visible(sentence, keep="\n"))

    def error(self, code: str, sentence: str) -> None:
        """Say why there is no result, to the person and, with `--json`, to the program."""
        self.notice(sentence)
        if self.as_json:
            with suppress(AnswerLost):
                self.result({"error": {"code": code, "sentence": sentence}}, ())


def _say(line: str) -> None:
    """Write to stderr; if it is closed, the work goes on all the same."""
    with suppress(OSError):
        print(line, file=sys.stderr, flush=True)


@contextmanager
def guarded_stdout() -> Iterator[TextIO]:
    """Yield the stream for results; whatever else is written to stdout goes to stderr."""
    stream = sys.stdout
    stream.flush()
    try:
        descriptor = stream.fileno()
    except (io.UnsupportedOperation, AttributeError, ValueError):
        with redirect_stdout(sys.stderr):  # a stream without a descriptor, as in a test
            yield stream
        return
    private = os.dup(descriptor)
    os.dup2(sys.stderr.fileno(), descriptor)
    results = os.fdopen(private, "w", encoding=stream.encoding, errors=_errors(stream))
    try:
        yield results
    finally:
        with suppress(OSError):  # each answer was flushed, and a failure was reported then
            results.close()
        stream.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def open_missing_streams() -> None:
    """Make a stdout and a stderr where the program that started us closed them.

    Their numbers are taken first; else the next file to be opened would get one of them, and what
    libraries print would go there. The new stdout refuses every answer; nobody reads stderr.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the system gives the lowest number that is free
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - for good
    if sys.stdout is None:
        sys.stdout = _Closed()


class _Closed(io.TextIOBase):
    """A stdout that is closed."""

    encoding = "utf-8"

    def write(self, _text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def _errors(stream: TextIO) -> str:
    """Return how to write file names that are no text: as their bytes where that is possible."""
    return "surrogateescape" if stream.encoding.lower() == "utf-8" else "backslashreplace"


# ---- progress -------------------------------------------------------------------------------


class ProgressDisplay(Protocol):
    """Something that shows how far a job is."""

    def show(self, stage: str, done: int, total: int, rate: float, seconds_left: float) -> None:
        """Take note of a figure; `total` 0 and `seconds_left` negative mean unknown."""
        ...


@contextmanager
def progress_display() -> Iterator[ProgressDisplay]:
    """Yield a bar where stderr is a terminal, else a display that writes a line now and then."""
    if not sys.stderr.isatty():
        yield _QuietLines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.fields[count]}", style="progress.download", markup=False),
        TextColumn("{task.fields[speed]}", markup=False),
    )
    console = Console(file=sys.stderr)
    with Progress(*columns, console=console, transient=True, redirect_stdout=False) as bar:
        yield _Bar(bar)


class _QuietLines:
    """At most one line in ten seconds, and none for short work."""

    def __init__(self) -> None:
        self._last = time.monotonic()

    def show(self, stage: str, done: int, total: int, rate: float, seconds_left: float) -> None:
        now = time.monotonic()
        if now - self._last >= _QUIET_SECONDS:
            self._last = now
            of_total = f" of {total}" if total else ""
            _say(f"{_STAGES.get(stage, stage)}: {done}{of_total}{_speed(rate, seconds_left)}")


class _Bar:
    """A rich progress bar with one task."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar
        self._task = bar.add_task("Starting", total=None, count="", speed="")

    def show(self, stage: str, done: int, total: int, rate: float, seconds_left: float) -> None:
        self._bar.update(
            self._task,
            description=_STAGES.get(stage, stage),
            completed=done,
            total=total or None,
            count=f"{done}/{total}" if total else str(done or ""),
            speed=_speed(rate, seconds_left).removeprefix(", "),
        )


def _speed(rate: float, seconds_left: float) -> str:
    speed = f", {rate:.0f} photos/s" if rate > 0 else ""
    return speed + (f", {duration(seconds_left)} left" if seconds_left >= 0 else "")


def duration(seconds: float) -> str:
    """Return a time as a person reads it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


# ---- for a person ---------------------------------------------------------------------------


def table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield aligned lines of text."""
    widths = [max(map(len, column)) for column in zip(headers, *rows, strict=True)]
    for row in (headers, *rows):
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def size_of(size_bytes: int) -> str:
    """Return a size as a person reads it."""
    size = float(size_bytes)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
