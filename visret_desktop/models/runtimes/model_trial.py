"""Try a stranger's model in a process of its own, once per pack, and keep what came out."""

import json
import logging
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop import file_changes
from visret_desktop.errors import PackDamaged, VisretError
from visret_desktop.packs import strict_json
from visret_desktop.packs.manifest import Pack, check_packages
from visret_desktop.paths import Paths
from visret_desktop.processes import limited_run
from visret_desktop.processes.child_process import end_with_parent
from visret_desktop.sentence_json import from_text, to_text
from visret_desktop.sentences import Sentence, sentence, verbatim

_REASON_LENGTH = 300
_TOO_LARGE = sentence("it takes too much memory")
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempt:
    """A process that tries something, and what it may take.

    Its last line says in JSON what it found. Where it ends otherwise, that line is the reason.
    """

    command: Sequence[str]  # of `own_python`
    tried: Sentence  # begins the sentence "… takes too much time"
    ended: Sentence  # the reason where it died without a word
    most_bytes: int
    most_seconds: float

    def outcome(self, pack: Pack) -> Any:
        """Run it and return what it found.

        Where llama.cpp aborts, it is not to look for a debugger among the installed programs.

        Raises:
            PackDamaged: it ended otherwise, or took too much.
        """
        try:
            tried = limited_run.run(
                self.command, self.most_bytes, self.most_seconds, GGML_NO_BACKTRACE="1"
            )
        except limited_run.TookTooMuch as error:
            raise PackDamaged(
                name=pack.name,
                reason=sentence("{tried} takes {error}", tried=self.tried, error=error),
            ) from error
        lines = tried.stdout.strip().splitlines()
        if tried.returncode or not lines:
            _log.warning("%s (%s): %s", pack.name, tried.returncode, tried.stderr[-2000:])
            ended = sentence("{ended} (exit code {code})", ended=self.ended, code=tried.returncode)
            reason = from_text(lines[-1]) if lines else ended
            raise PackDamaged(name=pack.name, reason=reason)
        return strict_json.parse(lines[-1])


def kept_or_tried(
    pack: Pack, paths: Paths, name: str, trial: dict[str, Any], attempt: Callable[[], Any]
) -> Any:
    """Return what a trial found, from the last time if all that it depends on is the same.

    It depends on what `trial` names, and on the files: llama.cpp ends the process over some.

    Raises:
        PackDamaged: `attempt` does, or a Python package has other bytes; that is not kept.
    """
    if (outcome := kept(pack, paths, name, trial)) is not None:
        return outcome
    check_packages(pack)
    outcome = attempt()
    stored = {"trial": _depends_on(pack, trial), "found": outcome}
    try:
        file_changes.write(_record(pack, paths, name), json.dumps(stored).encode())
    except OSError as error:
        _log.warning("%s will be tried again: %s", pack.name, error)
    return outcome


def kept(pack: Pack, paths: Paths, name: str, trial: dict[str, Any]) -> Any:
    """Return what the last trial found; None: there was none, or it depended on something else."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        stored = strict_json.read(_record(pack, paths, name))
        if stored["trial"] == _depends_on(pack, trial):
            return stored["found"]
    return None


def _record(pack: Pack, paths: Paths, name: str) -> Path:
    return paths.compiled / f"{pack.name}-{pack.digest}" / name


def _depends_on(pack: Pack, trial: dict[str, Any]) -> dict[str, Any]:
    return {**trial, "files": [stamp(pack.place_of(file.path)) for file in pack.files]}


def stamp(file: Path) -> list[int]:
    """Return what is different once a file was written again; [] if it is not there."""
    try:
        state = file.stat()
    except OSError:
        return []
    return [state.st_size, state.st_mtime_ns, state.st_ctime_ns]


# ---- in the process itself ----------------------------------------------------------------------


def at_fault(reason: Sentence) -> None:
    """Say what is at fault if the process dies from here on."""
    _say(to_text(reason))


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def run_trial(
    try_out: Callable[[], Any],
    failed: Callable[[str], Sentence] = lambda error: sentence(
        "llama.cpp cannot use it ({error})", error=error
    ),
    too_large: Sentence = _TOO_LARGE,
) -> int:
    """Print what `try_out` found, or the reason why it did not; return the exit status.

    `failed` makes the reason of what an error of a library says.
    """
    end_with_parent()
    try:
        outcome = json.dumps(try_out())
    except MemoryError:
        at_fault(too_large)
        return 1
    except VisretError as error:
        at_fault(verbatim(error.parameters.get("reason", error)))
        return 1
    except Exception as error:  # noqa: BLE001 - the edge of this process
        lines = str(error).strip().splitlines() or [type(error).__name__]
        at_fault(failed(lines[0][:_REASON_LENGTH]))
        return 1
    _say(outcome)
    return 0
