"""Threads may meet a type at the same time: msgspec alone would crash the process then."""

import subprocess
import sys

# Types are met once in a process. Two hundred of them, each met by four threads at once, crashed
# each of six processes that asked msgspec itself.
_MANY_FIRST_MEETINGS = """
import sys
import threading
from dataclasses import make_dataclass

from visret_desktop import typed_values

sys.setswitchinterval(1e-6)
for number in range(200):
    inner = make_dataclass(f"Inner{number}", [(f"f{n}", "int | None") for n in range(8)])
    outer = make_dataclass(f"Outer{number}", [("many", list[inner]), ("one", inner)])
    inner.__module__ = outer.__module__ = "__main__"
    one = {f"f{n}": n for n in range(8)}
    together = threading.Barrier(4)

    def meet():
        together.wait()
        assert typed_values.convert({"many": [one] * 3, "one": one}, outer).one.f7 == 7

    threads = [threading.Thread(target=meet) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_meet_a_type_at_once() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _MANY_FIRST_MEETINGS], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, "")
