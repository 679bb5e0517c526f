"""The client against real child processes: small scripts that speak the protocol, or fail to."""

import sys
from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import (
    PROTOCOL,
    EngineLost,
    Failed,
    Finished,
    IndexFolders,
    Message,
    Progress,
    Search,
)
from visret_desktop.gui.engine.engine_client import EngineClient

_START = f"""
import json, sys
def say(kind, **body):
    sys.stdout.write(json.dumps(dict(body, kind=kind)) + "\\n")
    sys.stdout.flush()
say("hello", protocol={PROTOCOL}, version="1", pid=1)
"""
_ANSWERS = (
    _START
    + """
for line in sys.stdin:
    request = json.loads(line)
    if request["kind"] == "shutdown":
        break
    # One event in two writes, two events in one: lines are not what pipes deliver.
    sys.stdout.write('{"kind": "progress", "job": %d, "sta' % request["job"])
    sys.stdout.flush()
    sys.stderr.write("native library talking\\n")
    sys.stdout.write('ge": "scan"}\\n{"kind": "finished", "job": %d}\\n' % request["job"])
    sys.stdout.flush()
"""
)
_DIES_AT_FIRST_JOB = (
    _START
    + """
from pathlib import Path
marker = Path(sys.argv[1])
for line in sys.stdin:
    request = json.loads(line)
    if request["kind"] == "shutdown":
        break
    if not marker.exists():
        marker.touch()
        sys.exit(9)
    say("finished", job=request["job"])
"""
)


class Client(EngineClient):
    """Keeps what it received and does not wait long between attempts."""

    def __init__(self, script: str, *arguments: str) -> None:
        super().__init__(command=[sys.executable, "-c", script, *arguments])
        self._first_delay_ms = 1
        self.received: list[Message] = []
        self.message_received.connect(self.received.append)


def test_jobs_sent_before_the_hello_are_answered(qtbot: QtBot) -> None:
    client = Client(_ANSWERS)
    states: list[str] = []
    client.state_changed.connect(states.append)
    client.run(Search())
    client.start()
    with qtbot.waitSignal(client.ready):
        pass
    client.run(Search())
    qtbot.waitUntil(lambda: len(client.received) == 4)
    assert client.received == [
        Progress(1),
        Finished(1),
        Progress(2),
        Finished(2),
    ]
    client.shutdown()
    assert states == ["starting", "ready", "stopped"]
    assert client.pid == 0


def test_death_ends_open_jobs_and_the_engine_comes_back(qtbot: QtBot, tmp_path: Path) -> None:
    client = Client(_DIES_AT_FIRST_JOB, str(tmp_path / "marker"))
    client.start()
    with qtbot.waitSignal(client.restarted):
        lost = client.run(Search())
    assert lost.ending == EngineLost(1)
    again = client.run(Search())
    qtbot.waitUntil(lambda: not again.is_open)
    assert again.ending == Finished(2)
    assert client.received == [lost.ending, again.ending]
    client.shutdown()


def test_a_job_repeated_after_a_death_runs_once(qtbot: QtBot, tmp_path: Path) -> None:
    """What waited for a hello that never came must not be sent beside its repetition."""
    marker = tmp_path / "marker"
    script = (
        "import sys\nfrom pathlib import Path\nmarker = Path(sys.argv[1])\n"
        "if not marker.exists():\n    marker.touch()\n    sys.exit(9)\n" + _ANSWERS
    )
    client = Client(script, str(marker))
    job = client.run(IndexFolders(), repeats=1)
    client.start()
    qtbot.waitUntil(lambda: not job.is_open)
    client.shutdown()
    assert job.ending == Finished(2)
    assert [m.job for m in client.received if isinstance(m, Progress)] == [2]


_LACKS_A_PART = "raise ImportError('libx.so.1: cannot open shared object file.')"
_LACKS_A_PART_AND_SAYS_SO_IN_PIECES = """
import sys, time
for piece in ("ImportError", ": libx.so.1: cannot open ", "shared object file.", "\\n"):
    print(piece, end="", file=sys.stderr, flush=True)
    time.sleep(0.02)  # so that the pieces are read one by one
sys.exit(1)
"""


@pytest.mark.parametrize("script", [_LACKS_A_PART, _LACKS_A_PART_AND_SAYS_SO_IN_PIECES])
def test_an_engine_that_lacks_a_part_of_the_program_says_so(qtbot: QtBot, script: str) -> None:
    client = Client(script)
    with qtbot.waitSignal(client.lost) as lost:
        client.start()
    assert lost.args[0] == (
        "A part of this program does not load: libx.so.1: cannot open shared object file. "
        "`visret doctor` says what to do."
    )


@pytest.mark.parametrize("script", ["raise SystemExit(3)", _START + "raise SystemExit(3)"])
def test_gives_up_after_quick_deaths_and_fails_what_was_asked(qtbot: QtBot, script: str) -> None:
    """Also an engine that greets and dies idle, again and again, is given up."""
    client = Client(script)
    restarts = QSignalSpy(client.restarted)
    with qtbot.waitSignal(client.lost) as lost:
        client.start()
    assert "keeps ending" in lost.args[0]
    assert restarts.count() == 5
    job = client.run(Search())
    assert job.is_open  # endings come later, never within `run`
    qtbot.waitUntil(lambda: not job.is_open)
    assert job.ending == Failed(1, "engine-gone", lost.args[0])
    with qtbot.waitSignal(client.restarted):
        client.start()  # a person tries again: it is tried five times again
    client.shutdown()


def test_another_protocol_is_lost_with_a_sentence(qtbot: QtBot) -> None:
    script = _ANSWERS.replace(f"protocol={PROTOCOL}", f"protocol={PROTOCOL + 1}")
    client = Client(script)
    job = client.run(Search())
    with qtbot.waitSignal(client.lost) as lost:
        client.start()
    assert "different versions" in lost.args[0]
    assert job.ending == Failed(1, "engine-gone", lost.args[0])
    qtbot.waitUntil(lambda: client.pid == 0)


def test_a_program_that_is_not_there(qtbot: QtBot, tmp_path: Path) -> None:
    client = EngineClient(command=[str(tmp_path / "nothing")])
    with qtbot.waitSignal(client.lost) as lost:
        client.start()
    assert "could not be started" in lost.args[0]


def test_lines_that_are_no_messages_are_logged_and_passed_over(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(_START + 'print("Loading weights …")\nsay("finished", job=1)\nsys.stdin.read()')
    client.start()
    qtbot.waitUntil(lambda: client.received == [Finished(1)])
    client.shutdown()
    assert "not a message" in caplog.text


def test_an_engine_that_does_not_listen_is_killed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visret_desktop.gui.engine.engine_client._PATIENCE_MS", 300)
    client = Client(_START + "import time\ntime.sleep(60)")
    with qtbot.waitSignal(client.ready):
        client.start()
    client.shutdown()
    assert client.pid == 0
