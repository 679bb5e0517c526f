"""Run command after command in one process, which costs the libraries only once.

Reads command lines from stdin, a JSON list each, and answers on stdout with exit code and what was
said. `python -m tests.faults.many_commands`, with the environment that the commands are to have.
"""

import io
import json
import logging
import os
from contextlib import redirect_stderr, redirect_stdout

from visret_desktop.cli.main import main


def _run(arguments: list[str]) -> tuple[int, str]:
    """Run one command; return its exit code and what it said."""
    said = io.StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            return main(arguments), said.getvalue()[-2000:]
    finally:
        _forget_logs()


def _forget_logs() -> None:
    for logger in (logging.getLogger(), logging.getLogger("httpx2")):
        for handler in list(logger.handlers):
            logger.removeHandler(handler)
            handler.close()


def _serve() -> None:
    orders = os.fdopen(os.dup(0), encoding="ascii")
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):  # commands, and programs that they start, have neither
        os.dup2(nothing, number)
    for order in orders:
        answers.write(json.dumps(_run(json.loads(order))) + "\n")
        answers.flush()


if __name__ == "__main__":
    _serve()
