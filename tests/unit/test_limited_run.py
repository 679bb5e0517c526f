"""A child that takes too much memory or time is ended; what others say is read whole."""

import time
from pathlib import Path

import psutil
import pytest

from visret_desktop.processes import limited_run
from visret_desktop.processes.own_python import statements

_ROOM = 2**30


def test_what_a_child_says_is_read_whole() -> None:
    text = "import os, sys; print('x' * 10**6); sys.stderr.write(os.environ['WORD']); sys.exit(3)"
    ran = limited_run.run(statements(text), _ROOM, 60, WORD="kite")
    assert (ran.returncode, len(ran.stdout), ran.stderr) == (3, 10**6 + 1, "kite")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = []\nwhile True: x.append(bytearray(b'1') * 10**7)", r"more than 0\.3 GB of memory"),
        ("while True: pass", "too much time"),
    ],
    ids=["memory", "time"],
)
def test_a_child_that_takes_too_much_is_ended(tmp_path: Path, text: str, reason: str) -> None:
    note = tmp_path / "pid"
    begin = f"import os, pathlib; pathlib.Path({str(note)!r}).write_text(str(os.getpid()))\n"
    since = time.monotonic()
    with pytest.raises(limited_run.TookTooMuch, match=reason):
        limited_run.run(statements(begin + text), 300_000_000, 5)
    assert time.monotonic() - since < 60
    assert not psutil.pid_exists(int(note.read_text()))
