"""What is measured has the size of the real models, and memory is seen where it is taken."""

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from bench.random_gguf import _tensors
from training.studies.model_costs import Cost, _forget_touched, _touched, _watched
from training.studies.model_sizes import _LLAMAS, _NAMES, line
from visret_desktop.packs.offers import find_offer

SIZE = 150 * 2**20


@pytest.mark.parametrize(
    ("name", "numbers"),
    [("llama-3.2-1b-instruct", 1_235_814_400), ("llama-3.2-3b-instruct", 3_212_749_824)],
)
def test_llamas_have_their_published_size(name: str, numbers: int) -> None:
    assert sum(rows * columns for _, rows, columns, _ in _tensors(_LLAMAS[name])) == numbers


def test_every_name_is_an_offer() -> None:
    assert all(find_offer(name) is not None for name in _NAMES)


@pytest.mark.benchmark
def test_memory_that_was_taken_and_given_back_is_seen() -> None:
    with _watched() as peak:
        block = bytearray(b"x") * SIZE
        time.sleep(1.5)  # on a busy machine, too, somebody looks meanwhile
        del block
    assert SIZE * 0.95 < peak.total < SIZE * 1.5
    assert SIZE * 0.95 < peak.own <= peak.total


@pytest.mark.benchmark
def test_pages_of_files_are_not_a_process_its_own_and_count_once_touched(tmp_path: Path) -> None:
    file = tmp_path / "weights"
    file.write_bytes(bytes(SIZE))
    with _watched() as peak, file.open("rb") as opened:
        mapped = np.memmap(opened, np.uint8, "r")
        assert mapped.sum() == 0
        time.sleep(1.5)
        _forget_touched()
        before = _touched()
        assert mapped[: SIZE // 2].sum() == 0
        after = _touched()
    assert peak.own < SIZE / 2
    if sys.platform == "linux":
        assert peak.total > SIZE * 0.95
        assert SIZE * 0.45 < after - before < SIZE * 0.75


@pytest.mark.benchmark
def test_memory_of_other_processes_is_seen_on_demand() -> None:
    program = f"import time; block = bytearray(b'x') * {SIZE}; time.sleep(0.5)"
    with _watched(of_children=True) as peak:
        subprocess.run([sys.executable, "-c", program], check=True)
    assert SIZE < peak.total < SIZE * 1.5


def test_a_line_says_what_was_refused() -> None:
    cost = Cost("large", weights_bytes=7_000_000_000, needed_bytes=15_000_000_000)
    cost.refused = "it needs more than the 3.0 GB that are free"
    assert line(cost).split() == [
        *("large", "7.00", "15.00"),
        *["refused:", "it", "needs", "more", "than", "the", "3.0", "GB", "that", "are", "free"],
    ]
