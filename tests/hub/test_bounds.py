"""Every answer of a hub ends: in bytes, also unpacked, in pages and in time."""

import json
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tests.hub.conftest import QUICK, REPOSITORY, WEIGHTS, Shelf
from tests.hub.server import Fault, Hub, head
from visret_desktop.packs.checks.layouts import recognize
from visret_desktop.packs.custom_models import own_offer
from visret_desktop.packs.errors import (
    DownloadDamaged,
    HubAnswerUnusable,
    HubUnreachable,
    RepositoryGated,
)
from visret_desktop.packs.fetching.connection import Patience, brisk
from visret_desktop.packs.fetching.download import Watcher, fetch
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.packs.fetching.hub import RemoteFile
from visret_desktop.processes.interruptible import TooSlow

HASTY = replace(QUICK, answer=0.4, listing=0.5, slow_seconds=0.3, slow_bytes=100, tries=2, asks=2)
INFO, TREE = f"info:{REPOSITORY}", f"tree:{REPOSITORY}"
MOST_MEMORY = 50 * 2**20
OCTETS = "Content-Type: application/octet-stream"
ENTRY = b'{"type":"file","path":"ab","size":0},'


def never() -> bool:
    return False


def ignore(_: int) -> None:
    pass


@pytest.fixture
def client(hub: Hub) -> Iterator[Client]:
    client = Client(hub.address, patience=QUICK)
    yield client
    client.close()


@pytest.fixture
def hasty(hub: Hub) -> Iterator[Client]:
    client = Client(hub.address, patience=HASTY)
    yield client
    client.close()


@contextmanager
def little_is_used() -> Iterator[None]:
    """Fail if what happens inside takes much memory or time."""
    began = time.process_time()  # not how long others keep the processor
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_MEMORY, f"{peak / 2**20:.0f} MB"
    assert time.process_time() - began < 8


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def nobody_reads() -> bool:
    return not any(thread.name == "reading" for thread in threading.enumerate())


# ---- bytes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [INFO, TREE])
@pytest.mark.parametrize(
    ("begin", "again"),
    [
        (b'{"sha": "', b"a" * 65536),
        (b"[", b"[" * 65536),
        (b"[", ENTRY * 2000),
        (b'{"sha": "1", "siblings": [[]', b",[]" * 20000),
    ],
)
def test_json_without_end(hub: Hub, client: Client, name: str, begin: bytes, again: bytes) -> None:
    hub.always[name] = Fault(raw=head() + begin, endless=again)
    with little_is_used(), pytest.raises(HubAnswerUnusable, match="larger than 4 MB"):
        own_offer(f"hf:{REPOSITORY}", client, never)
    wait_until(nobody_reads)


def test_json_of_millions_of_parts_takes_little_memory(hub: Hub, client: Client) -> None:
    parts = b",".join([b"{}"] * 1_300_000)
    hub.always[INFO] = Fault(status=200, body=b'{"sha": "1", "siblings": [' + parts + b"]}")
    with little_is_used():
        assert client.look_up(REPOSITORY, "main", never).commit == "1"
    hub.always[TREE] = Fault(status=200, body=b"[" + ENTRY * 100_000 + ENTRY[:-1] + b"]")
    with little_is_used(), pytest.raises(HubAnswerUnusable, match="list of files does not end"):
        client.files_of(REPOSITORY, "main", never)


def bomb(encoding: str) -> Fault:
    """Return 16 MB of zeros in 16 kB, again and again."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31 if encoding == "gzip" else 15)
    first, again = (
        packer.compress(bytes(2**24)) + packer.flush(zlib.Z_FULL_FLUSH) for _ in range(2)
    )
    return Fault(raw=head(f"Content-Encoding: {encoding}", OCTETS) + first, endless=again)


@pytest.mark.parametrize("name", [INFO, TREE])
@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "gzip, gzip"])
def test_compressed_answers_are_not_unpacked(
    hub: Hub, client: Client, name: str, encoding: str
) -> None:
    hub.always[name] = bomb(encoding)
    with little_is_used(), pytest.raises(HubAnswerUnusable, match="compressed"):
        own_offer(f"hf:{REPOSITORY}", client, never)


def test_what_comes_with_a_refusal_or_a_redirect_is_not_read(hub: Hub, client: Client) -> None:
    hub.always[INFO] = replace(bomb("gzip"), raw=head("Content-Encoding: gzip", status="503 No"))
    with little_is_used(), pytest.raises(HubUnreachable, match="503"):
        client.look_up(REPOSITORY, "main", never)
    gated = head("X-Error-Code: GatedRepo", status="401 No")
    hub.always[INFO] = Fault(raw=gated + b'{"error": [', endless=b"1," * 30000)
    with little_is_used(), pytest.raises(RepositoryGated):
        client.look_up(REPOSITORY, "main", never)
    del hub.always[INFO]
    to = f"Location: {hub.address}/api/models/{REPOSITORY}"
    hub.fail(INFO, replace(bomb("gzip"), raw=head(to, "Content-Encoding: gzip", status="302 Go")))
    with little_is_used():
        assert client.look_up(REPOSITORY, "main", never).license == "apache-2.0"


@pytest.mark.parametrize(
    "fault", [bomb("gzip"), Fault(raw=head() + b"{", endless=b'"a":[1],' * 5000)]
)
def test_a_description_without_end(hub: Hub, client: Client, fault: Fault) -> None:
    hub.add("some/drawer", {"model_index.json": b"{}"})
    hub.always["model_index.json"] = fault
    with little_is_used(), pytest.raises(HubAnswerUnusable, match=r"compressed|larger"):
        own_offer("hf:some/drawer", client, never)


def test_a_description_of_tens_of_thousands_of_components_is_soon_read() -> None:
    folders = [f"{number:x}" for number in range(20_000)]
    index = json.dumps({folder: ["d", "e"] for folder in folders}).encode()
    began = time.thread_time()
    layout = recognize([f"{folder}/config.json" for folder in folders], lambda _: index)
    assert layout is None
    paths = ["model_index.json", *(f"{folder}/config.json" for folder in folders)]
    layout = recognize(paths, lambda _: index)
    assert layout is not None
    assert len(layout.files) == 20_001
    assert time.thread_time() - began < 5


@pytest.mark.parametrize("fault", [bomb("gzip"), Fault(raw=head(), endless=b"\0" * 65536)])
def test_a_file_without_end_stops_at_its_announced_size(
    hub: Hub, client: Client, tmp_path: Path, fault: Fault
) -> None:
    hub.always["a.gguf"] = fault
    commit = hub.add("some/model", {"a.gguf": b"1234"}).commit
    file = RemoteFile("some/model", commit, "a.gguf", 300_000, sha256="0" * 64)
    came: list[int] = []
    with little_is_used(), pytest.raises(DownloadDamaged):
        fetch(client, file, tmp_path / "a.gguf", Watcher(came.append, never))
    assert max(came) <= 70_000
    assert not list(tmp_path.glob("a.gguf*"))


@pytest.mark.parametrize("line", ["X-Long: {}", "{}: x"])
def test_headers_without_end(hub: Hub, client: Client, line: str) -> None:
    fault = Fault(raw=head()[:-2] + line.partition("{}")[0].encode(), endless=b"a" * 65536)
    hub.always[INFO] = fault
    with little_is_used(), pytest.raises(HubUnreachable):
        client.look_up(REPOSITORY, "main", never)


def test_redirects_without_end(hub: Hub, client: Client) -> None:
    hub.always[INFO] = Fault(redirect=f"{hub.address}/api/models/{REPOSITORY}")
    with pytest.raises(HubUnreachable, match="redirects without end"):
        client.look_up(REPOSITORY, "main", never)
    assert len(hub.requests) <= 21


def test_a_hub_cannot_mark_who_asks(hub: Hub, client: Client) -> None:
    sent: list[str] = []
    client._connection._client.event_hooks = {
        "request": [lambda request: sent.append(request.headers.get("Cookie", ""))]
    }
    body = b'{"sha": "1"}'
    hub.always[INFO] = Fault(status=200, body=body, headers={"Set-Cookie": "who=you"})
    for _ in range(2):
        client.look_up(REPOSITORY, "main", never)
    assert sent == ["", ""]


# ---- pages ----------------------------------------------------------------------------------


@pytest.mark.parametrize("page", [b"[]", b"[" + ENTRY[:-1] + b"]"])
def test_pages_in_circles(hub: Hub, client: Client, page: bytes) -> None:
    here = f"{hub.address}/api/models/{REPOSITORY}/tree/main?cursor=1"
    hub.always[TREE] = Fault(status=200, body=page, headers={"Link": f'<{here}>; rel="next"'})
    with pytest.raises(HubAnswerUnusable, match="list of files does not end"):
        client.files_of(REPOSITORY, "main", never)
    assert len(hub.requests) == 100


def test_slow_pages_end_together(hub: Hub) -> None:
    """Each page comes in time."""
    client = Client(hub.address, patience=replace(QUICK, listing=0.5))
    here = f"{hub.address}/api/models/{REPOSITORY}/tree/main?cursor=1"
    raw = head(f'Link: <{here}>; rel="next"', "Content-Length: 2") + b"[]"
    hub.always[TREE] = Fault(raw=raw, piece=40, seconds_per_piece=0.05)
    with pytest.raises(HubAnswerUnusable, match="list of files does not end"):
        client.files_of(REPOSITORY, "main", never)
    client.close()
    assert len(hub.requests) < 50  # of the hundred pages that are asked for at most


# ---- time -----------------------------------------------------------------------------------

CONTINUE = b"HTTP/1.1 103 Early Hints\r\n\r\n"


@pytest.mark.parametrize(
    "fault",
    [
        Fault(raw=head() + b'{"sha": "', endless=b"a"),
        Fault(raw=head()[:-2] + b"X-Slow: ", endless=b"a"),
        Fault(raw=CONTINUE, endless=CONTINUE),
        Fault(raw=head("Transfer-Encoding: chunked") + b"1;", endless=b"a"),
    ],
    ids=["body", "header", "hints", "chunk"],
)
def test_an_answer_byte_by_byte_is_not_waited_for(hub: Hub, hasty: Client, fault: Fault) -> None:
    hub.always[INFO] = replace(fault, piece=len(fault.endless), seconds_per_piece=0.03)
    with pytest.raises(HubUnreachable, match="seconds"):  # else it waits for good
        hasty.look_up(REPOSITORY, "main", never)
    hasty.close()
    wait_until(nobody_reads)


def test_a_description_byte_by_byte_is_not_waited_for(hub: Hub, hasty: Client) -> None:
    hub.add("some/drawer", {"model_index.json": b" " * 5000})
    hub.always["model_index.json"] = Fault(piece=1, seconds_per_piece=0.03)
    with little_is_used(), pytest.raises(HubUnreachable, match="took longer"):
        own_offer("hf:some/drawer", hasty, never)


def test_a_file_byte_by_byte_is_not_waited_for_and_what_came_is_kept(
    hub: Hub, client: Client, hasty: Client, tmp_path: Path
) -> None:
    repository = hub.add("some/model", {"a.gguf": bytes(9000)})
    file = client.files_of("some/model", repository.commit, never)[0]
    hub.always["a.gguf"] = Fault(piece=1, seconds_per_piece=0.03)
    target = tmp_path / "a.gguf"
    with little_is_used(), pytest.raises(HubUnreachable, match=r"bytes came in 0\.3 seconds"):
        fetch(hasty, file, target, Watcher(ignore, never))
    assert (tmp_path / "a.gguf.part").stat().st_size > 0
    hub.always["a.gguf"] = Fault(piece=500, seconds_per_piece=0.03)  # slow, but it gets there
    fetch(hasty, file, target, Watcher(ignore, never))
    assert target.read_bytes() == bytes(9000)


def test_a_connection_that_breaks_after_each_byte_is_given_up(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(drop_after=1)
    with pytest.raises(HubUnreachable):
        shelf.install()
    assert len([one for one in hub.asked(WEIGHTS) if one.server == "hub"]) == QUICK.tries


def test_people_on_slow_lines_get_their_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a kilobyte a second, less than the slowest mobile lines have, nothing is given up."""
    now = 0.0
    monkeypatch.setattr("visret_desktop.packs.fetching.connection.time.monotonic", lambda: now)

    def line(bytes_per_second: int) -> Iterator[bytes]:
        nonlocal now
        for _ in range(1000):
            now += 5
            yield bytes(5 * bytes_per_second)

    assert sum(map(len, brisk(line(1000), Patience()))) == 5_000_000
    with pytest.raises(TooSlow):
        list(brisk(line(100), Patience()))
