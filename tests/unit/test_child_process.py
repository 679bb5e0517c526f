"""A child is asked, hangs, dies and outlives nobody."""

import os
import subprocess
import threading
import time
from contextlib import suppress
from io import BufferedReader
from math import inf
from pathlib import Path

import psutil
import pytest

from visret_desktop.errors import Cancelled
from visret_desktop.processes import own_python
from visret_desktop.processes.child_process import Child
from visret_desktop.processes.interruptible import TooSlow, until

ECHO = "import sys\nfor line in sys.stdin: print(line.upper(), end='', flush=True)"
HANGING = (
    "import signal, time\nfrom visret_desktop.processes.child_process import end_with_parent\n"
    "end_with_parent()\nprint('ready', flush=True)\ntime.sleep(600)"
)
# Starts a child that hangs, says its process id, and is killed.
PARENT = f"""
import time
from visret_desktop.processes import own_python
from visret_desktop.processes.child_process import Child
child = Child(own_python.statements({HANGING!r}))
child.receive(lambda stdout: stdout.readline(), lambda: None)
print(child.pid, flush=True)
time.sleep(600)
"""
patient = until(60, lambda: False)


def test_it_answers_and_ends_with_its_stdin() -> None:
    child = Child(own_python.statements(ECHO))
    for _ in range(3):
        child.send(b"heron\n")
        assert child.receive(BufferedReader.readline, patient) == b"HERON\n"
    assert child.end(60) == 0
    assert not child.is_alive()
    with pytest.raises(OSError):
        child.send(b"heron\n")


def test_it_is_told_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "secret")
    monkeypatch.setenv("PGUSER", "ann")
    names = "import os; print(*sorted(one for one in os.environ if one.startswith('PG')))"
    child = Child(own_python.statements(names), environment={"PGPORT": "5432"})
    assert child.receive(BufferedReader.readline, patient).split() == [b"PGPORT", b"PGUSER"]
    assert child.end(60) == 0


def test_one_that_says_nothing_is_given_up_and_ended() -> None:
    slow, unwanted = until(0.3, lambda: False), until(inf, lambda: True)
    for look, error in ((slow, TooSlow), (unwanted, Cancelled)):
        child = Child(own_python.statements("import time; time.sleep(600)"))
        with pytest.raises(error):
            child.receive(BufferedReader.readline, look)
        began = time.monotonic()
        assert child.end() not in (0, None)
        assert time.monotonic() - began < 20


def test_another_thread_may_end_it_while_it_is_waited_for() -> None:
    child = Child(own_python.statements("import time; time.sleep(600)"))
    ending = threading.Timer(0.3, child.end)
    ending.start()
    with suppress(EOFError):  # it may be noticed before the pipe's end is
        assert child.receive(BufferedReader.readline, patient) == b""
    ending.join()


def test_nothing_comes_of_one_that_was_ended() -> None:
    child = Child(own_python.statements(ECHO))
    child.end()
    with pytest.raises(EOFError):
        child.receive(BufferedReader.readline, patient)


def test_it_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    command = own_python.statements(PARENT)
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path) as parent:
        assert parent.stdout is not None
        orphan = psutil.Process(int(parent.stdout.readline()))
        parent.kill()
    orphan.wait(20)


def test_a_trial_ends_when_nobody_waits_for_it(tmp_path: Path) -> None:
    model = tmp_path / "model.gguf"
    os.mkfifo(model)  # in the place of a model that takes long to read
    trial = Child(
        own_python.module("visret_desktop.models.trials.chat_trial", "frame", str(model), "user")
    )
    with pytest.raises(TooSlow):
        trial.receive(BufferedReader.readline, until(1, lambda: False))
    assert trial.end(60) == 0
