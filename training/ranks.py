"""Train in several single-thread processes that average their gradients.

Threads of one process wait for each other after every operation, so on shared cores four threads
get little more done than one; processes wait once a step. The malloc settings keep freed tensors
mapped: with the C library's defaults most of the time goes into mapping them anew.
"""

import argparse
import atexit
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from datetime import timedelta

import torch
import torch.distributed

ENVIRONMENT = {
    "MALLOC_MMAP_THRESHOLD_": "8589934592",
    "MALLOC_TRIM_THRESHOLD_": "17179869184",
    "MALLOC_TOP_PAD_": "67108864",
    "OMP_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "HF_HUB_OFFLINE": "1",
    "QT_QPA_PLATFORM": "offscreen",
}
_RANK, _COUNT, _PORT = "VISRET_TRAINING_RANK", "VISRET_TRAINING_RANKS", "VISRET_TRAINING_PORT"


def is_rank() -> bool:
    """Whether this process is one of the ranks, rather than the one that starts them."""
    return _RANK in os.environ


def launch(processes: int, port: int) -> int:
    """Run this very command once a rank; return the first failure's exit status, or 0."""
    ranks = [
        subprocess.Popen(
            [sys.executable, *_command()],
            env={**os.environ, **ENVIRONMENT, _RANK: str(rank), _COUNT: str(processes)}
            | {_PORT: str(port)},
        )
        for rank in range(processes)
    ]
    try:
        return max(abs(rank.wait()) for rank in ranks)
    finally:
        for rank in ranks:
            rank.terminate()


def _command() -> list[str]:
    return ["-m", sys.modules["__main__"].__spec__.name, *sys.argv[1:]]


class Ranks:
    """The group of processes, seen from one of them."""

    def __init__(self) -> None:
        torch.set_num_threads(1)
        self.rank = int(os.environ[_RANK])
        self.count = int(os.environ[_COUNT])
        address = f"tcp://127.0.0.1:{os.environ[_PORT]}"
        if self.count > 1:
            torch.distributed.init_process_group(
                "gloo", address, timedelta(minutes=20), self.count, self.rank
            )
            # Its threads must end before the interpreter does.
            atexit.register(torch.distributed.destroy_process_group)

    @property
    def is_first(self) -> bool:
        """Whether this rank logs and saves."""
        return self.rank == 0

    def average_gradients(self, parameters: Iterable[torch.nn.Parameter]) -> None:
        """Replace every rank's gradients by their mean."""
        if self.count == 1:
            return
        trained = [parameter for parameter in parameters if parameter.grad is not None]
        flat = torch.cat([parameter.grad.reshape(-1) for parameter in trained])
        torch.distributed.all_reduce(flat)
        flat /= self.count
        start = 0
        for parameter in trained:
            size = parameter.numel()
            parameter.grad.copy_(flat[start : start + size].view_as(parameter))
            start += size

    def wait(self) -> None:
        """Go on when all ranks are here."""
        if self.count > 1:
            torch.distributed.barrier()


def run(train: Callable[[Ranks, int], object], port: int, *, steps: int, processes: int) -> int:
    """Be the command of a training: `--steps` of it in `--processes`; return the exit status."""
    parser = argparse.ArgumentParser(description=sys.modules["__main__"].__doc__)
    parser.add_argument("--processes", type=int, default=processes)
    parser.add_argument("--steps", type=int, default=steps)
    arguments = parser.parse_args()
    if not is_rank():
        return launch(arguments.processes, port)
    train(Ranks(), arguments.steps)
    return 0
