"""Try a stranger's model in a process of its own, once per pack, and keep what came out."""

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from visret_desktop import file_changes
from visret_desktop.errors import PackDamaged
from visret_desktop.models import limited_run
from visret_desktop.packs import strict_json
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths

_REASON_LENGTH = 300
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Attempt:
    """A process that tries something, and what it may take.

    Its last line says in JSON what it found. Where it ends otherwise, that line is the reason.
    """

    command: Sequence[str]  # of `own_python`
    tried: str  # begins the sentence "… takes too much time"
    ended: str  # the reason where it died without a word
    most_bytes: int
    most_seconds: float

    def outcome(self, pack: Pack) -> Any:
        """Run it and return what it found.

        Raises:
            PackDamaged: it ended otherwise, or took too much.
        """
        try:
            tried = limited_run.run(self.command, self.most_bytes, self.most_seconds)
        except limited_run.TookTooMuch as error:
            raise PackDamaged(name=pack.name, reason=f"{self.tried} takes {error}") from error
        lines = tried.stdout.strip().splitlines()
        if tried.returncode or not lines:
            _log.warning("%s (%s): %s", pack.name, tried.returncode, tried.stderr[-2000:])
            ended = f"{self.ended} (exit code {tried.returncode})"
            reason = lines[-1][:_REASON_LENGTH] if lines else ended
            raise PackDamaged(name=pack.name, reason=reason)
        return strict_json.parse(lines[-1])


def kept_or_tried(
    pack: Pack, paths: Paths, name: str, trial: dict[str, Any], attempt: Callable[[], Any]
) -> Any:
    """Return what a trial found, from the last time if all that it depends on is the same.

    Raises:
        PackDamaged: `attempt` does; that is not kept.
    """
    record = paths.compiled / f"{pack.name}-{pack.digest}" / name
    with suppress(OSError, ValueError, LookupError, TypeError):
        stored = strict_json.read(record)
        if stored["trial"] == trial:
            return stored["found"]
    found = attempt()
    try:
        file_changes.write(record, json.dumps({"trial": trial, "found": found}).encode())
    except OSError as error:
        _log.warning("%s will be tried again: %s", pack.name, error)
    return found
