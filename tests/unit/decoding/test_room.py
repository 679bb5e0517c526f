"""Decoders together take no more memory than there is room for."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from PIL import Image

from visret_desktop.decoding import memory_limits, process
from visret_desktop.decoding.decoders import Decoders
from visret_desktop.decoding.memory_limits import MemoryBudget
from visret_desktop.decoding.messages import Order, Rendition
from visret_desktop.processes import own_python

MEGABYTE = 1_000_000


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], None]:
    """Set what the machine has: bytes in all, bytes free."""

    def has(total: int, free: int) -> None:
        monkeypatch.setattr(memory_limits, "_memory", lambda: (total, free))

    return has


class Guest(threading.Thread):
    """Someone who takes room until told to leave."""

    def __init__(self, place: MemoryBudget, count: int, is_urgent: bool = False) -> None:
        super().__init__(daemon=True)
        self.is_in, self._leave = threading.Event(), threading.Event()
        self._place, self._count, self._is_urgent = place, count, is_urgent
        before = len(place._waiting)
        self.start()
        while len(place._waiting) == before and not self.is_in.is_set():
            time.sleep(0.001)

    def run(self) -> None:
        with self._place.taken(self._count, is_urgent=self._is_urgent):
            self.is_in.set()
            self._leave.wait()

    def leave(self) -> None:
        self._leave.set()
        self.join()


def test_who_does_not_fit_waits_in_turn(machine: Callable[[int, int], None]) -> None:
    machine(200, 1000)  # half of it: 100
    place = MemoryBudget(1.0)
    first, second = Guest(place, 60), Guest(place, 60)
    small, urgent = Guest(place, 1), Guest(place, 50, is_urgent=True)
    assert first.is_in.wait(5)
    assert not second.is_in.wait(0.05)
    assert not small.is_in.is_set(), "it came later"
    first.leave()
    assert urgent.is_in.wait(5), "somebody waits for it"
    assert not second.is_in.wait(0.05)
    urgent.leave()
    assert second.is_in.wait(5)
    assert small.is_in.wait(5)


def test_who_needs_more_than_all_gets_in_alone(machine: Callable[[int, int], None]) -> None:
    machine(200, 1000)
    place = MemoryBudget(1.0)
    small, huge, other = Guest(place, 10), Guest(place, 10_000), Guest(place, 10)
    assert small.is_in.wait(5)
    assert not huge.is_in.wait(0.05)
    small.leave()
    assert huge.is_in.wait(5)
    assert not other.is_in.wait(0.05)
    huge.leave()
    assert other.is_in.wait(5)


def test_other_programs_leave_less_room(machine: Callable[[int, int], None]) -> None:
    machine(1000, 40)
    place = MemoryBudget(0.5)
    first, second = Guest(place, 20), Guest(place, 20)
    assert first.is_in.wait(5)
    assert not second.is_in.wait(0.05)


# ---- real decoders --------------------------------------------------------------------------


@contextmanager
def gauge() -> Iterator[list[float]]:
    """Note the megabytes that all decoders hold together, again and again."""
    samples, is_over = [0.0], threading.Event()
    ourselves = psutil.Process().cmdline()
    others = set(psutil.Process().children())  # decoders of earlier tests

    def look() -> None:
        before: dict[int, int] = {}
        while not is_over.wait(0.005):
            held = {}
            for child in set(psutil.Process().children()) - others:
                with suppress(psutil.Error):
                    # Between fork and exec a child counts its parent's memory.
                    if child.cmdline() != ourselves:
                        held[child.pid] = child.memory_info().rss
            # They are read one after the other, and a busy machine takes its time in between. What
            # a child holds in two rounds it held at the moment between them, as the others do.
            together = sum(min(size, before.get(pid, 0)) for pid, size in held.items())
            samples.append(together / MEGABYTE)
            before = held

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield samples
    finally:
        is_over.set()
        watcher.join()


@pytest.fixture
def large(tmp_path: Path) -> list[Path]:
    """Four small files that take 200 megabytes each while they are decoded."""
    image = Image.new("P", (8000, 5000))
    image.putpalette([90, 60, 30] * 256)
    paths = [tmp_path / f"{number}.gif" for number in range(4)]
    image.save(paths[0])
    for path in paths[1:]:
        path.write_bytes(paths[0].read_bytes())
    return paths


@pytest.mark.parametrize(("megabytes", "most"), [(300, 450), (3000, 2000)])
def test_large_pictures_wait_for_each_other(
    large: list[Path], monkeypatch: pytest.MonkeyPatch, megabytes: int, most: int
) -> None:
    monkeypatch.setattr(memory_limits, "_memory", lambda: (2 * megabytes * MEGABYTE, 10**12))
    monkeypatch.setattr(process, "FOR_DECODING", MemoryBudget(1.0))
    decoders = Decoders()
    with gauge() as samples, ThreadPoolExecutor(4) as pool:
        orders = [Order(str(path), views=(Rendition(64, 64),)) for path in large]
        assert all(decoded.pictures for decoded in pool.map(decoders.decode, orders))
    decoders.close()
    assert max(samples) < most
    assert (max(samples) > 450) == (megabytes > 2000), "without that many at once it tells nothing"


def test_waiting_takes_none_of_a_photos_time(
    large: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = MemoryBudget(1.0)
    monkeypatch.setattr(memory_limits, "_memory", lambda: (100, 10**12))
    monkeypatch.setattr(process, "FOR_DECODING", place)
    guest, decoders = Guest(place, 1), Decoders()
    with ThreadPoolExecutor(1) as pool:
        order = Order(str(large[0]), views=(Rendition(64, 64),), seconds=20)
        waiting = pool.submit(decoders.decode, order)
        time.sleep(1)
        assert not waiting.done()
        guest.leave()
        assert waiting.result(60).pictures
    decoders.close()


_STINGY = """
from visret_desktop.decoding import child
from visret_desktop.decoding import memory_limits
memory_limits.BASE_BYTES = -250_000_000
child.main(["0"])
"""


class Watched(MemoryBudget):
    """Notes what is taken."""

    def __init__(self) -> None:
        super().__init__(1.0)
        self.counts: list[int] = []

    @contextmanager
    def taken(self, count: int, *, is_urgent: bool = False) -> Iterator[None]:
        self.counts.append(count)
        with super().taken(count, is_urgent=is_urgent):
            yield


def test_what_takes_more_than_it_says_is_decoded_with_all_the_room(
    large: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decoder that may have no more than the picture alone is let have as much as any may."""
    place = Watched()
    monkeypatch.setattr(own_python, "program", lambda *_: own_python.statements(_STINGY))
    monkeypatch.setattr(process, "FOR_DECODING", place)
    decoders = Decoders()
    order = Order(str(large[0]), views=(Rendition(64, 64),))
    assert decoders.decode(order).pictures
    first, second = place.counts
    assert first < 450 * MEGABYTE
    assert second == process.memory_for(order.max_megapixels)
    decoders.close()
