"""All processes of a private server are killed while photos are written."""

import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import psutil

from bench.embeddings import Embeddings
from bench.institution.drawn_photos import hash_of, write
from visret_desktop.institution import private_server
from visret_desktop.institution.postgres_store import PostgresStore
from visret_desktop.institution.store_errors import StoreError

Json = dict[str, Any]
_BATCH = 100
_SECONDS = 3.0  # of writing, until it is killed
_LOOKED_FOR = 50  # photos that were written last


def measured(folder: Path, address: str, photos: int) -> Json:
    """Return what was lost of photos that are written beside so many."""
    first = 2 * photos
    with PostgresStore(address) as store:
        vectors = Embeddings(photos, store.space.dimension).photos(20 * _BATCH)
    acknowledged: list[int] = []
    refusals: list[str] = []

    def write_on() -> None:
        try:
            with PostgresStore(address) as store:
                while True:
                    part = np.arange(len(acknowledged), len(acknowledged) + _BATCH)
                    numbers = (first + part).tolist()
                    write(store, numbers, vectors[part % len(vectors)])
                    acknowledged.extend(numbers)
        except StoreError as error:
            refusals.append(str(error.message))

    writer = threading.Thread(target=write_on)
    writer.start()
    time.sleep(_SECONDS)
    _kill(folder)
    writer.join()
    began = time.monotonic()
    private_server.start(folder)
    with PostgresStore(address, patience=3600.0) as store:
        answered = time.monotonic() - began
        lost = store.lacking([*map(hash_of, acknowledged)])
        next_batch = [first + len(acknowledged) + number for number in range(_BATCH)]
        there = _BATCH - len(store.lacking([*map(hash_of, next_batch)]))
        last = acknowledged[-_LOOKED_FOR:]
        alike = 2 + len(acknowledged) // len(vectors)  # photos that were given one vector
        nearest = [store.search(vectors[(one - first) % len(vectors)], alike) for one in last]
        write(store, next_batch, vectors[:_BATCH])
    return {
        "refusal": refusals[0],
        "acknowledged": len(acknowledged),
        "lost": len(lost),
        "torn": 0 < there < _BATCH,
        "seconds_to_answer": answered,
        "not_found": sum(
            hash_of(number) not in {hit.content_hash for hit in hits}
            for number, hits in zip(last, nearest, strict=True)
        ),
    }


def processor_seconds(folder: Path) -> float:
    """Return how long the server of a folder has computed, in all its processes."""
    while True:
        first, *others = _processes(folder)
        own = first.cpu_times()
        with suppress(psutil.NoSuchProcess):  # else one ended, and is among the children of `own`
            there = [own, *(one.cpu_times() for one in others)]
            return float(sum(one.user + one.system for one in there) + _of_ended(own))


def _of_ended(times: Any) -> float:
    return float(times.children_user + times.children_system)


def _processes(folder: Path) -> list[psutil.Process]:
    first = psutil.Process(int((folder / "postmaster.pid").read_text("utf-8").split()[0]))
    return [first, *first.children(recursive=True)]


def _kill(folder: Path) -> None:
    processes = _processes(folder)
    for process in processes:
        with suppress(psutil.NoSuchProcess):  # some end with the first
            process.kill()
    psutil.wait_procs(processes)


def line(body: Json) -> str:
    """Return what was measured as a sentence."""
    return (
        f"Server killed in mid-write: of {body['acknowledged']:,} photos that it had acknowledged "
        f"{body['lost']} are lost, and {body['not_found']} of the last {_LOOKED_FOR} not found; "
        f"the batch at hand is {'torn' if body['torn'] else 'whole or not there'}; it answers "
        f"{body['seconds_to_answer']:.1f} s after its start."
    )
