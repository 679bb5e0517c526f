"""Installing from a hub that works, and from one that fails in every way we could think of."""

import hashlib
import re
import threading
import time
from pathlib import Path

import pytest

from tests.hub.conftest import OFFER, QUICK, REPOSITORY, WEIGHTS, Shelf
from tests.hub.server import Fault, Hub
from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.packs import errors
from visret_desktop.packs import install as installer
from visret_desktop.packs.events import PackProgress
from visret_desktop.packs.hub import Hub as Client
from visret_desktop.packs.manifest import (
    FILE_NAME,
    Pack,
    mark_damaged,
    read_pack,
    verify,
)
from visret_desktop.packs.offers import WantedFile
from visret_desktop.packs.staging import unfinished

LENGTH = 7_995_330


def refusal(shelf: Shelf, kind: type[VisretError]) -> str:
    """Let an installation fail and return its sentence; nothing counts as installed then."""
    with pytest.raises(kind) as caught:
        shelf.install()
    assert not (shelf.root / OFFER.name).exists()
    sentence = str(caught.value)
    assert sentence.endswith(".")
    return sentence


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
    assert on_disk == names | {"README.md", FILE_NAME}
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


# ---- faults that do not ---------------------------------------------------------------------


def test_bytes_that_stay_altered_are_refused(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(alter=True)
    sentence = refusal(shelf, errors.DownloadDamaged)
    assert "SHA-256" in sentence
    assert not shelf.part.exists()


def test_small_files_are_checked_too(shelf: Shelf, hub: Hub) -> None:
    hub.always["tokenizer_config.json"] = Fault(alter=True)
    assert "tokenizer_config.json arrived altered" in refusal(shelf, errors.DownloadDamaged)


def test_a_file_that_ends_early_is_refused(shelf: Shelf, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(truncate=5_000_000)
    assert f"5000000 bytes instead of {LENGTH}" in refusal(shelf, errors.DownloadDamaged)


def test_a_login_page_is_no_file(shelf: Shelf, hub: Hub) -> None:
    page = b"<html>Welcome to our hotel" * 10
    elsewhere = Fault(status=200, body=page, headers={"Content-Type": "text/html"})
    hub.always["open_clip_config.json"] = elsewhere
    refusal(shelf, errors.DownloadDamaged)


def test_a_login_page_is_no_hub(shelf: Shelf, hub: Hub) -> None:
    hub.always[f"info:{REPOSITORY}"] = Fault(status=200, body=b"<html>Welcome")
    assert "login" in refusal(shelf, errors.HubUnreachable)


def test_a_hub_that_is_not_there(shelf: Shelf, hub: Hub) -> None:
    hub.close()
    assert "visret packs import" in refusal(shelf, errors.HubUnreachable)


@pytest.mark.parametrize(
    ("endpoint", "proxy"),
    [("huggingface.co", ""), ("http://hub:port", ""), ("http://127.0.0.1:9", "no proxy")],
)
def test_addresses_that_make_no_sense_are_named_at_once(endpoint: str, proxy: str) -> None:
    began = time.monotonic()
    with pytest.raises(errors.HubUnreachable, match=re.escape(endpoint)):
        Client(endpoint, proxy).look_up("a/b", "main", lambda: False)
    assert time.monotonic() - began < 2


def test_redirects_in_circles_end(shelf: Shelf, hub: Hub) -> None:
    digest = hashlib.sha256(hub.repositories[REPOSITORY].files[WEIGHTS]).hexdigest()
    hub.always[WEIGHTS] = Fault(redirect=f"{hub.store}/blobs/{digest}")
    refusal(shelf, errors.HubUnreachable)


@pytest.mark.parametrize("target", ["file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_redirects_to_no_web_address_are_not_followed(shelf: Shelf, hub: Hub, target: str) -> None:
    hub.always[WEIGHTS] = Fault(redirect=target)
    refusal(shelf, errors.HubUnreachable)


def test_bytes_from_elsewhere_count_only_if_they_are_the_right_ones(shelf: Shelf, hub: Hub) -> None:
    other = Hub()
    other.add("x/y", {"decoy": b"d" * LENGTH})
    decoy = hashlib.sha256(b"d" * LENGTH).hexdigest()
    hub.always[WEIGHTS] = Fault(redirect=f"{other.store}/blobs/{decoy}")
    refusal(shelf, errors.DownloadDamaged)
    other.close()


def test_a_repository_that_lacks_a_file_is_named(shelf: Shelf) -> None:
    sentence = refusal(shelf.wanting(WantedFile("gone.safetensors")), errors.RepositoryMissing)
    assert f"gone.safetensors in {REPOSITORY}" in sentence


def test_a_repository_that_is_not_there_is_named(shelf: Shelf, hub: Hub) -> None:
    hub.repositories.clear()
    assert REPOSITORY in refusal(shelf, errors.RepositoryMissing)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "*", "model.tar.gz", "run.py"])
def test_what_can_run_code_is_refused_by_name(shelf: Shelf, hub: Hub, name: str) -> None:
    hub.repositories[REPOSITORY].files.update({"model.tar.gz": b"z", "run.py": b"import os"})
    hub.repositories[REPOSITORY].__post_init__()
    refusal(shelf.wanting(WantedFile(name)), errors.PackRefused)
    assert not any("/resolve/" in request.path for request in hub.requests)


def test_a_listing_cannot_lead_out_of_the_folder(shelf: Shelf, hub: Hub) -> None:
    hub.add(REPOSITORY, {"../../../evil.json": b"{}"})
    sentence = refusal(shelf.wanting(WantedFile("../../../*.json")), errors.PackRefused)
    assert "leaves the pack's folder" in sentence


def test_a_known_hash_rules_over_what_the_hub_says(shelf: Shelf) -> None:
    wanted = WantedFile(WEIGHTS, sha256="0" * 64)
    assert "another" in refusal(shelf.wanting(wanted), errors.PackRefused)


# ---- gates ----------------------------------------------------------------------------------


def test_a_gated_repository_asks_to_accept_and_log_in(shelf: Shelf, hub: Hub) -> None:
    hub.repositories[REPOSITORY].readers = frozenset(("hf_reader",))
    sentence = refusal(shelf, errors.RepositoryGated)
    assert f"{hub.address}/{REPOSITORY}" in sentence
    assert "hf auth login" in sentence


def test_an_account_without_access_is_told_so(
    shelf: Shelf, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_stranger")
    hub.repositories[REPOSITORY].readers = frozenset(("hf_reader",))
    assert "Your account" in refusal(shelf, errors.RepositoryForbidden)


def test_a_token_opens_the_gate_and_stays_with_the_hub(
    shelf: Shelf, hub: Hub, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("hf_reader")  # as huggingface_hub's own login leaves it
    hub.repositories[REPOSITORY].readers = frozenset(("hf_reader",))
    shelf.install()
    tokens = {request.server: request.token for request in hub.asked(WEIGHTS)}
    assert tokens["hub"] == "hf_reader"
    assert {request.token for request in hub.requests if request.server == "store"} == {""}


def test_a_token_that_ran_out_is_told(
    shelf: Shelf, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_expired")
    assert "does not accept your token" in refusal(shelf, errors.TokenRefused)


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
    assert dict(unfinished(shelf.root))[OFFER.name] >= kept
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
    with pytest.raises(errors.PackBusy, match="being installed by another visret"):
        Shelf(shelf.root, hub).install()
    list(events)
    assert verify(read_pack(shelf.root / OFFER.name)) == []


# ---- disk -----------------------------------------------------------------------------------


def test_a_disk_that_is_too_small_is_said_before(
    shelf: Shelf, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Usage:
        free = 5_000_000

    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage)
    assert "5.0 MB free" in refusal(shelf, errors.DiskFull)
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
    (pack.directory / "tokenizer.json").unlink()
    assert shelf.install().fetched_bytes == 61_418
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
