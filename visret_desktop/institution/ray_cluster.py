"""Ray: one of this machine alone, or a cluster that is there.

Ray waits without a word where actors hold all processors, so one is always left. A Ray of this
machine alone listens to nothing but loopback. Ray calls that address only where it believes that
clusters are not supported, which `_ALONE` has it do; given 127.0.0.1 it would take the address of
the network card instead.
"""

import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from visret_desktop.errors import VisretError

_ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
# It would report to its makers, and reads what the person's own programs may have set.
_QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_DATA_DISABLE_PROGRESS_BARS": "1"}
_STORE_BYTES = 150_000_000  # for lists of files and outcomes; photos never go there
_MOST_THREADS = 8  # of an actor; more would wait for each other


class ClusterUnreachable(VisretError):
    """No cluster answers at an address."""

    code = "ray-unreachable"
    sentence = (
        "No Ray cluster answers at {address} ({reason}). Start one as docs/institution.md says, "
        "and run this command on one of its machines."
    )
    exit_code = 3


class ClusterTooSmall(VisretError):
    """A cluster has no processor to spare."""

    code = "ray-too-small"
    sentence = (
        "The Ray cluster has {processors:g} free processors, and indexing needs two: one is left "
        "to Ray itself. Wait until other work there is done, or start its machines with a larger "
        "--num-cpus."
    )
    exit_code = 3


class ActorPlan(NamedTuple):
    """How many actors there are, and what each of them holds."""

    count: int
    processors: int
    gpus: int = 0


def plan_actors(machines: Sequence[Mapping[str, float]]) -> ActorPlan:
    """Divide machines among actors; each machine as its free "CPU" and "GPU".

    An actor has one graphics processor where there are any, else as many threads as use most
    processors. One processor stays free.

    Raises:
        ClusterTooSmall: there are fewer than two.
    """
    free = sorted((int(one.get("CPU", 0)) for one in machines), reverse=True)
    if sum(free) < 2:
        raise ClusterTooSmall(processors=sum(free))
    with_gpu = [one for one in machines if one.get("GPU", 0) >= 1 and one.get("CPU", 0) >= 1]
    if with_gpu:
        shares = [int(one["CPU"] // one["GPU"]) for one in with_gpu]
        processors = max(1, min(_MOST_THREADS, *shares))
        spare = processors * int(sum(one["GPU"] for one in with_gpu)) < sum(free)
        return ActorPlan(int(sum(one["GPU"] for one in with_gpu)), max(1, processors - (not spare)), 1)
    free[0] -= 1

    def used(threads: int) -> tuple[int, int]:
        return sum(one // threads for one in free) * threads, threads

    threads = max(range(1, _MOST_THREADS + 1), key=used)
    return ActorPlan(sum(one // threads for one in free), threads)
