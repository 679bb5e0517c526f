"""Installing from a hub that works, and from one that fails in every way we could think of."""

import threading
import time
from contextlib import suppress
from functools import partial

import pytest

from tests.hub.conftest import OFFER, QUICK, REPOSITORY, WEIGHTS, Shelf, refusal
from tests.hub.server import Fault, Hub
from visret_desktop.errors import Cancelled
from visret_desktop.file_changes import MARK
from visret_desktop.packs import errors
from visret_desktop.packs.events import PackProgress
from visret_desktop.packs.fetching import install as installer
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.packs.fetching.hub import Patience
from visret_desktop.packs.fetching.staging import unfinished
from visret_desktop.packs.manifest import (
    FILE_NAME,
    Pack,
    mark_damaged,
    read_pack,
    verify,
)
from visret_desktop.paths import bundled

LENGTH = bundled("starter", "encoder", WEIGHTS).stat().st_size


def damage(pack: Pack, name: str = WEIGHTS) -> None:
    path = pack.directory / name
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def test_brings_what_the_offer_names_and_nothing_else(shelf: Shelf) -> None:
    ready = shelf.install()
    pack = read_pack(shelf.root / OFFER.name)
    assert pack == ready.pack
    names = {"open_clip_config.json", WEIGHTS, "tokenizer.json", "tokenizer_config.json"}
    assert {file.path for file in pack.files} == names | {"README.md"}
    on_disk = {path.name for path in pack.directory.rglob("*")}
    assert on_disk == names | {"README.md", FILE_NAME, MARK}
    assert verify(pack) == []
    assert ready.fetched_bytes == pack.size_bytes
    assert not list(unfinished(shelf.root))
    assert not shelf.hub.asked("pytorch_model.bin")


def test_every_file_is_pinned_to_the_commit_it_came_from(shelf: Shelf, hub: Hub) -> None:
    commit = hub.repositories[REPOSITORY].commit
    for file in shelf.install().pack.files:
        assert file.origin is not None
        assert (file.origin.repo, file.origin.revision) == (REPOSITORY, commit)
    resolved = [request.path for request in hub.requests if "/resolve/" in request.path]
    assert resolved
    assert all(f"/resolve/{commit}/" in path for path in resolved)


def test_an_installed_pack_needs_no_network(shelf: Shelf, hub: Hub) -> None:
    shelf.install()
    hub.requests.clear()
    assert shelf.install().fetched_bytes == 0
    assert hub.requests == []


def test_the_installed_pack_encodes_as_the_one_it_was_made_from(shelf: Shelf, hub: Hub) -> None:
    pack = shelf.install().pack
    weights = (pack.directory / WEIGHTS).read_bytes()
    assert weights == hub.repositories[REPOSITORY].files[WEIGHTS]


def test_progress_ends_at_the_whole_size_and_never_goes_back(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, Fault(seconds_per_piece=0.005))
    told = [event for event in shelf.events() if isinstance(event, PackProgress)]
    done = [event.done_bytes for event in told if event.stage == "fetch"]
    assert done == sorted(done)
    assert done[-1] == told[-1].total_bytes > LENGTH
    assert any(event.bytes_per_second > 0 and event.seconds_left >= 0 for event in told)


def test_a_file_may_be_empty(shelf: Shelf, hub: Hub) -> None:
    repository = hub.repositories[REPOSITORY]
    repository.files = {**repository.files, "README.md": b""}
    assert verify(shelf.install().pack) == []
    assert (shelf.root / OFFER.name / "README.md").read_bytes() == b""


def test_long_listings_come_in_pages(shelf: Shelf, hub: Hub) -> None:
    hub.page = 2
    assert len(shelf.install().pack.files) == 5


def test_files_are_fetched_side_by_side(shelf: Shelf, hub: Hub) -> None:
    gate = threading.Event()
    hub.fail(WEIGHTS, Fault(gate=gate))
    tokenizer = shelf.root / ".incoming" / OFFER.name / "files" / "tokenizer.json"
    for _ in shelf.events():
        if tokenizer.exists():
            gate.set()
    assert gate.is_set()


# ---- faults that pass -----------------------------------------------------------------------


def test_goes_on_where_the_connection_broke(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, *[Fault(drop_after=1_000_000)] * 5)
    assert verify(shelf.install().pack) == []
    starts = [request.range for request in hub.asked(WEIGHTS) if request.server == "hub"]
    assert len(starts) == 6
    assert hub.sent_bytes < LENGTH * 1.05, "bytes came twice"


def test_breaks_without_end_are_an_error_that_keeps_what_came(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, Fault(drop_after=3_000_000), *[Fault(drop_after=0)] * 4)
    assert "fetched so far is kept" in refusal(shelf, errors.HubUnreachable)
    assert shelf.part.stat().st_size > 2_000_000
    sent = hub.sent_bytes
    assert verify(shelf.install().pack) == []
    assert hub.sent_bytes - sent < LENGTH - 2_000_000


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_hub_that_stumbles_is_asked_again(shelf: Shelf, hub: Hub, status: int) -> None:
    hub.fail(WEIGHTS, Fault(status=status), Fault(status=status))
    hub.fail(f"info:{REPOSITORY}", Fault(status=status))
    hub.fail("tokenizer.json", Fault(status=status))
    assert verify(shelf.install().pack) == []


def test_waits_as_long_as_the_hub_asks(shelf: Shelf, hub: Hub) -> None:
    hub.fail("tokenizer_config.json", Fault(status=429, headers={"Retry-After": "1"}))
    began = time.monotonic()
    shelf.install()
    assert time.monotonic() - began > 1


def test_does_not_wait_for_an_hour(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, Fault(status=429, headers={"Retry-After": "3600"}))
    assert "Wait 60 minutes" in refusal(shelf, errors.HubBusy)


def test_a_silent_hub_is_asked_again(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, Fault(seconds_per_piece=1.6, piece=4_000_000))
    assert verify(shelf.install().pack) == []


def test_a_server_that_starts_over_is_followed(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, Fault(drop_after=2_000_000), Fault(ignore_range=True))
    assert verify(shelf.install().pack) == []


def test_altered_bytes_are_fetched_once_more(shelf: Shelf, hub: Hub) -> None:
    hub.fail(WEIGHTS, Fault(alter=True))
    hub.fail("tokenizer_config.json", Fault(alter=True))
    assert verify(shelf.install().pack) == []


def test_a_trickle_is_waited_for(shelf: Shelf, hub: Hub) -> None:
    hub.always["tokenizer.json"] = Fault(piece=500, seconds_per_piece=0.005)
    began = time.monotonic()
    assert verify(shelf.install().pack) == []
    assert time.monotonic() - began > 0.6
    assert len(hub.asked("tokenizer.json")) == 1


def test_a_hub_that_goes_down_for_a_moment_is_waited_for(shelf: Shelf, hub: Hub) -> None:
    hub.fail("open_clip_config.json", Fault(drop_after=0), Fault(drop_after=10))
    assert verify(shelf.install().pack) == []


# ---- stopping -------------------------------------------------------------------------------


def test_cancel_leaves_what_came(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.01)
    stop = threading.Event()

    def stop_in_the_middle() -> None:
        for event in shelf.events(stop.is_set):
            if isinstance(event, PackProgress) and event.done_bytes > 1_000_000:
                stop.set()

    with pytest.raises(Cancelled):
        stop_in_the_middle()
    kept = shelf.part.stat().st_size
    assert 0 < kept < LENGTH
    assert next(unfinished(shelf.root)).gathered_bytes >= kept
    assert not (shelf.root / OFFER.name).exists()
    hub.always.clear()
    hub.requests.clear()
    assert verify(shelf.install().pack) == []
    assert [request.range for request in hub.asked(WEIGHTS)] == [f"bytes={kept}-"]


def test_closing_the_generator_stops_the_download(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.02)
    events = shelf.events()
    while not shelf.part.exists():
        next(events)
    events.close()
    size = shelf.part.stat().st_size
    time.sleep(0.2)
    assert shelf.part.stat().st_size == size < LENGTH


def test_a_moved_repository_does_not_mix_into_what_was_begun(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(drop_after=1_000_000)
    events = shelf.events()
    while not (shelf.part.exists() and shelf.part.stat().st_size):
        next(events)
    events.close()
    hub.always.clear()
    first = hub.repositories[REPOSITORY].commit
    hub.requests.clear()
    shelf.install()
    resolved = [request.path for request in hub.requests if "/resolve/" in request.path]
    assert all(f"/resolve/{first}/" in path for path in resolved)
    assert not any("/api/" in request.path for request in hub.requests), "the plan is kept"


def test_two_installers_do_not_meet(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.005)
    events = shelf.events()
    next(events)
    with pytest.raises(errors.PackBusy, match="being installed by another window or command"):
        Shelf(shelf.root, hub).install()
    list(events)
    assert verify(read_pack(shelf.root / OFFER.name)) == []


@pytest.mark.parametrize("silent", [WEIGHTS, f"info:{REPOSITORY}"])
def test_a_silent_hub_does_not_hold_up_who_wants_to_stop(
    shelf: Shelf, hub: Hub, silent: str
) -> None:
    gate, stop, ended = threading.Event(), threading.Event(), threading.Event()
    hub.always[silent] = Fault(gate=gate)

    def work() -> None:
        patient = partial(Client, hub.address, patience=Patience())
        with suppress(Cancelled):
            list(installer.install(shelf.root, OFFER, patient, stop.is_set))
        ended.set()

    threading.Thread(target=work).start()
    assert not ended.wait(0.5)
    assert hub.requests
    stop.set()
    assert ended.wait(2), "it waits for the hub"
    gate.set()
    hub.always.clear()
    assert verify(shelf.install().pack) == [], "the lock is free, and nothing came in later"


# ---- disk -----------------------------------------------------------------------------------


def test_a_disk_that_is_too_small_is_said_before(
    shelf: Shelf, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 5_000_000

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    assert "5.0 MB free" in refusal(shelf, errors.TooLittleSpace)
    assert hub.sent_bytes == 0


# ---- repair ---------------------------------------------------------------------------------


def test_only_the_damaged_file_is_fetched_anew(shelf: Shelf, hub: Hub) -> None:
    pack = shelf.install().pack
    damage(pack)
    mark_damaged(pack.directory, verify(pack))
    hub.requests.clear()
    ready = shelf.install()
    assert verify(ready.pack) == []
    assert ready.fetched_bytes == LENGTH
    assert {
        request.path.rpartition("/")[2] for request in hub.requests if request.server == "hub"
    } == {WEIGHTS}


def test_a_missing_file_and_a_missing_manifest_are_repaired(shelf: Shelf, hub: Hub) -> None:
    pack = shelf.install().pack
    tokenizer = bundled("starter", "encoder", "tokenizer.json")
    (pack.directory / "tokenizer.json").unlink()
    assert shelf.install().fetched_bytes == tokenizer.stat().st_size
    (pack.directory / FILE_NAME).write_text("{")
    ready = shelf.install()
    assert ready.fetched_bytes == 0
    assert verify(ready.pack) == []


def test_a_pack_is_repaired_from_what_its_manifest_says(shelf: Shelf, hub: Hub) -> None:
    pack = shelf.install().pack
    damage(pack)
    mark_damaged(pack.directory, [WEIGHTS])

    def open_hub() -> Client:
        return Client(hub.address, patience=QUICK)

    list(installer.repair(pack, open_hub, lambda: False))
    again = read_pack(pack.directory)
    assert again == pack
    assert verify(again) == []
