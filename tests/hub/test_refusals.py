"""What a hub cannot put right by itself ends in a sentence, and nothing counts as installed."""

import hashlib
import re
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.hub.conftest import REPOSITORY, WEIGHTS, Shelf, refusal
from tests.hub.server import Fault, Hub
from visret_desktop.packs import errors
from visret_desktop.packs.fetching.connection import Patience
from visret_desktop.packs.fetching.hub import Hub as Client
from visret_desktop.packs.offers import WantedFile
from visret_desktop.paths import bundled

LENGTH = bundled("starter", "encoder", WEIGHTS).stat().st_size


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
    patience = Patience(first_wait=60.0)
    began = time.monotonic()
    with pytest.raises(errors.HubUnreachable, match=re.escape(endpoint)):
        Client(endpoint, proxy, patience).look_up("a/b", "main", lambda: False)
    assert time.monotonic() - began < 30


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
    assert "visret packs login" in sentence


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


@pytest.mark.parametrize(
    "address",
    [
        "{other}/api/models/x",
        "{store}/api/models/x",
        "https://127.0.0.1:{port}/api/models/x",
        "http://127.0.0.1:{port}@localhost:{other_port}/",
        "//localhost:{port}/api",
        "file:///etc/passwd",
        "http://[",
    ],
)
def test_next_pages_elsewhere_get_neither_token_nor_request(
    shelf: Shelf, hub: Hub, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_reader")
    other = Hub()
    ports = {"port": urlsplit(hub.address).port, "other_port": urlsplit(other.address).port}
    link = address.format(other=other.address, store=hub.store, **ports)
    headers = {"Link": f'<{link}>; rel="next"'}
    hub.always[f"tree:{REPOSITORY}"] = Fault(status=200, body=b"[]", headers=headers)
    assert "next page" in refusal(shelf, errors.HubAnswerUnusable)
    assert {request.server for request in hub.requests} == {"hub"}
    assert {request.token for request in hub.requests} == {"hf_reader"}
    assert other.requests == []
    other.close()


def test_next_pages_may_be_named_without_their_server(shelf: Shelf, hub: Hub) -> None:
    name = f"tree:{REPOSITORY}"
    path = f"/api/models/{REPOSITORY}/tree/main?recursive=true"
    hub.fail(name, Fault(status=200, body=b"[]", headers={"Link": f'<{path}>; rel="next"'}))
    assert shelf.install().fetched_bytes > LENGTH


def test_answers_by_way_of_another_server_cost_no_token(
    shelf: Shelf, hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_reader")
    other = Hub()
    for name, files in hub.repositories.items():
        other.add(name, files.files)
    hub.always[f"info:{REPOSITORY}"] = Fault(
        redirect=f"{other.address}/api/models/{REPOSITORY}/revision/main"
    )
    tree = f"/api/models/{REPOSITORY}/tree/main?recursive=true"
    hub.always[f"tree:{REPOSITORY}"] = Fault(redirect=f"{other.address}{tree}")
    other.page = 2  # its next pages are its own
    shelf.install()
    assert {request.token for request in hub.requests if request.server == "hub"} == {"hf_reader"}
    assert {request.token for request in other.requests} == {""}
    other.close()
