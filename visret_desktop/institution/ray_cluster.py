"""Ray: one of this machine alone, or a cluster that is there.

Ray waits without a word where actors hold all processors, so one is always left. A Ray of this
machine alone listens to nothing but loopback. Ray calls that address only where it believes that
clusters are not supported, which `_ALONE` has it do; given 127.0.0.1 it would take the address of
the network card instead.
"""

import logging
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from visret_desktop.errors import VisretError

_ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
_SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",  # it would report to its makers
    "RAY_BACKEND_LOG_LEVEL": "fatal",  # it speaks to stderr; its log files have it all
    # Begun by `uv run`, it would copy the current folder to its actors, and begin them by uv, too.
    "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0",
    # Figures for its dashboard, which nobody opened.
    "RAY_enable_metrics_collection": "0",
    "RAY_event_stats": "0",
    "RAY_task_events_report_interval_ms": "0",
}
_STORE_BYTES = 150_000_000  # for lists of files and outcomes; photos never go there
_MOST_THREADS = 8  # of an actor; more would wait for each other
_STARTS = 4  # of a Ray of this machine, if it takes long
_TOO_LONG = "timed out during startup"  # in what Ray says then
_USED = 0.9  # of the processors, at least
_CALLS = 2  # of an actor at once, in threads of its own: one block is read while one is written


class ClusterUnreachable(VisretError):
    """No cluster answers at an address."""

    code = "ray-unreachable"
    sentence = (
        "No Ray cluster answers at {address} ({reason}). Start one as docs/institution.md says, "
        "and run this command on one of its machines."
    )
    exit_code = 3


class RayNotStarted(VisretError):
    """The Ray of this machine does not start."""

    code = "ray-not-started"
    sentence = (
        "Ray does not start on this machine: {reason}. If other programs keep it busy, try again "
        "when they are done; what was done so far is kept."
    )
    exit_code = 3


class ClusterTooSmall(VisretError):
    """A cluster has fewer than two processors."""

    code = "ray-too-small"
    sentence = (
        "The Ray cluster has {processors:g} processors, and indexing needs two: one is left to "
        "Ray itself. Start its machines with a larger --num-cpus."
    )
    exit_code = 3


@dataclass(frozen=True)
class ActorPlan:
    """How many actors there are, and what each of them holds."""

    actors: int
    processors: int
    gpus: int = 0


def plan_actors(machines: Sequence[Mapping[str, float]]) -> ActorPlan:
    """Divide machines among actors; each machine as its "CPU" and "GPU".

    An actor has one graphics processor where there are any, else as many threads as still use
    nearly all processors, as these share an encoder. One processor stays free.

    Raises:
        ClusterTooSmall: there are fewer than two.
    """
    processors = sorted((int(one.get("CPU", 0)) for one in machines), reverse=True)
    if sum(processors) < 2:
        raise ClusterTooSmall(processors=sum(processors))
    gpus = [int(one.get("GPU", 0)) for one in machines]
    if any(gpus):
        shares = [
            (int(one.get("CPU", 0)) - 1) // count
            for one, count in zip(machines, gpus, strict=True)
            if count
        ]
        count = min(sum(gpus), sum(processors) - 1)
        return ActorPlan(count, max(1, min(_MOST_THREADS, *shares)), 1)
    processors[0] -= 1

    sizes = range(1, _MOST_THREADS + 1)
    counts = {threads: sum(one // threads for one in processors) for threads in sizes}
    enough = _USED * sum(processors)
    threads = max(one for one in sizes if one * counts[one] >= enough)
    return ActorPlan(counts[threads], threads)


class RayCluster:
    """A cluster that this process is connected to."""

    def __init__(self, plan: ActorPlan) -> None:
        self.plan = plan
        self._blocks: list[Any] = []  # references: Ray has the rows, on its disk if they are many

    def add(self, rows: Sequence[bytes]) -> None:
        """Have rows be done as one block by some actor."""
        import pyarrow
        import ray

        table = pyarrow.table({"file": pyarrow.array(rows, pyarrow.binary())})
        self._blocks.append(ray.put(table))

    def outcomes(self, actor: type, *arguments: Any) -> Iterator[bytes]:
        """Yield what actors, made with these arguments, answer to the blocks, in any order.

        A block whose actor dies is given to another one. An actor is called with an Arrow table
        with a column `file`, by two threads, and returns a column `outcome`.
        """
        import ray.data

        logging.getLogger("ray.data").setLevel(logging.ERROR)
        ray.data.DataContext.get_current().enable_progress_bars = False
        pool = ray.data.ActorPoolStrategy(
            min_size=1,
            max_size=self.plan.actors,
            initial_size=self.plan.actors,
            max_concurrent_calls_per_actor=_CALLS,
            max_tasks_in_flight_per_actor=_CALLS,
            enable_true_multi_threading=True,
        )
        answers = ray.data.from_arrow_refs(self._blocks).map_batches(
            actor,
            batch_size=None,
            batch_format="pyarrow",
            compute=pool,
            num_cpus=self.plan.processors,
            num_gpus=self.plan.gpus or None,
            fn_constructor_args=arguments,
        )
        for batch in answers.iter_batches(batch_size=None, batch_format="pyarrow"):
            yield from batch.column("outcome").to_pylist()


def _begin(options: Mapping[str, Any]) -> None:
    """Have `ray.init` connect or start, again where that took too long.

    A part of Ray ends if another one is not there in 15 seconds, which no setting changes. On a
    busy machine it is, once the files of Ray are in memory.
    """
    import ray

    for further in reversed(range(_STARTS)):
        try:
            ray.init(**options)
        except Exception as error:
            if not further or _TOO_LONG not in str(error):
                raise
            ray.shutdown()
        else:
            return


@contextmanager
def connected(address: str = "") -> Iterator[RayCluster]:
    """Be connected to a cluster for a `with` block; "": to a Ray of this machine alone.

    That ends with the block; a cluster stays.

    Raises:
        ClusterUnreachable, RayNotStarted, ClusterTooSmall: it cannot be used.
    """
    # Ray reads them as it is imported.
    os.environ.update(_SETTINGS if address else _SETTINGS | _ALONE)
    os.environ.setdefault("RAY_AUTH_MODE", "token")  # nobody else gets in
    import ray

    options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
    options["address"] = address or "local"  # without one, a Ray of others here would be taken
    if not address:
        options |= {
            # One more than there are: the one that is left free does nearly nothing.
            "num_cpus": (os.cpu_count() or 1) + 1,
            "object_store_memory": _STORE_BYTES,
            "include_dashboard": False,
        }
    try:
        _begin(options)
    except Exception as error:  # it raises anything, plain `Exception` too
        reason = str(error).partition("\n")[0].rstrip(".")
        if address:
            raise ClusterUnreachable(address=address, reason=reason) from error
        raise RayNotStarted(reason=reason) from error
    try:
        machines = [one["Resources"] for one in ray.nodes() if one["Alive"]]
        yield RayCluster(plan_actors(machines))
    finally:
        ray.shutdown()
