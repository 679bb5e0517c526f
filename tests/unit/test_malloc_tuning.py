"""Memory that threads are done with: shared, and given back."""

import subprocess
import sys

_THREADS = 16
_MEGABYTES = 8
# Each thread in turn, while all are there, takes some and drops all but the last: what lies below
# that cannot go back to the system, but be used by the next one.
_IN_TURN = f"""
import sys, threading
import psutil
from visret_desktop.processes import malloc_tuning
if "shared" in sys.argv:
    malloc_tuning.share_heaps()
kept = []
turns = [threading.Event() for _ in range({_THREADS} + 1)]
def work(number):
    with memoryview(bytes(40_000)):
        turns[number].wait()
        taken = [bytes(20_000) for _ in range({_MEGABYTES} * 50)]
        kept.append(taken[-1])
        del taken
        turns[number + 1].set()
        turns[-1].wait()
def resident():
    return psutil.Process().memory_info().rss / 2**20
threads = [threading.Thread(target=work, args=(number,)) for number in range({_THREADS})]
for thread in threads:
    thread.start()
before = resident()
turns[0].set()
for thread in threads:
    thread.join()
print(resident() - before)
malloc_tuning.give_back()
print(resident() - before)
"""


def _grown(*arguments: str) -> tuple[float, float]:
    """Return by how many megabytes a process grew, and what it kept of that."""
    command = [sys.executable, "-c", _IN_TURN, *arguments]
    grown, kept = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    return float(grown), float(kept)


def test_threads_use_what_others_are_done_with() -> None:
    grown, _ = _grown("shared")
    if sys.platform == "linux":  # elsewhere that is the system's affair
        assert grown < 3 * _MEGABYTES


def test_what_is_free_is_given_back() -> None:
    grown, kept = _grown()
    if sys.platform == "linux":
        assert grown > 5 * _MEGABYTES, "each thread had a heap of its own"
        assert kept < grown / 4
