"""The process that examines what serves a person's photos best, for the window's engine.

    python -m visret_desktop examine settings|precision

It is a process of its own because it loads other models than those that answer queries, and takes
long: it gives way to everything else, can be stopped at any moment, and ends with its parent, whom
it knows by its open stdin. It speaks as the engine does, one message a line, and ends with
`Finished` or `Failed`.
"""

import logging
import os
from collections.abc import Callable, Generator, Sequence
from typing import Any

from visret_desktop import logs, settings
from visret_desktop.engine.messages import Failed, Finished, Message
from visret_desktop.errors import VisretError
from visret_desktop.judging import precision
from visret_desktop.judging.comparing import ComparisonRequest, compare
from visret_desktop.judgments import judgments_file
from visret_desktop.paths import Paths, default_paths
from visret_desktop.processes.child_process import end_with_parent, private_stdout
from visret_desktop.sentences import sentence
from visret_desktop.settings import Settings

Json = dict[str, Any]
Examination = Callable[[Paths, Settings], Generator[Message, None, Json]]
_log = logging.getLogger(__name__)


def _settings(paths: Paths, chosen: Settings) -> Generator[Message, None, Json]:
    return compare(ComparisonRequest(judgments_file(paths, chosen)), paths, chosen)


_SUBJECTS: dict[str, Examination] = {"settings": _settings, "precision": precision.check}


def main(arguments: Sequence[str]) -> int:
    """Examine the subject that the arguments name."""
    out = os.fdopen(private_stdout(), "w", encoding="utf-8", buffering=1)
    paths = default_paths()
    logs.set_up(paths.logs, "examination")
    if hasattr(os, "nice"):
        os.nice(5)
    end_with_parent()  # every file is replaced whole or grows line by line
    for message in _messages(_SUBJECTS[arguments[0]], paths, settings.load(paths.settings)):
        out.write(message.to_line())
    out.close()
    return 0


def _messages(
    examine: Examination, paths: Paths, chosen: Settings
) -> Generator[Message, None, None]:
    try:
        body = yield from examine(paths, chosen)
    except VisretError as error:
        yield Failed(code=error.code, sentence=error.message)
    except Exception as error:  # noqa: BLE001 - the process's edge
        _log.exception("examination failed")
        message = sentence("The program made a mistake: {error}", error=repr(error))
        yield Failed(code="bug", sentence=message)
    else:
        yield Finished(summary=body)
