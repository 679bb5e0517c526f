"""`visret packs login` and `logout`, as a person runs them: a token on stdin, a hub on loopback."""

import configparser
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.hub.conftest import REPOSITORY
from tests.hub.server import Fault, Hub, head
from tests.hub.test_commands import ADDRESS, Person
from visret_desktop.packs.errors import LoginUnreachable
from visret_desktop.packs.fetching.login import log_in

READER = "hf_reader"


@pytest.fixture
def person(tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Person:
    made = Person(tmp_path, hub.address, monkeypatch)
    # What the setting says has to rule: nothing may go where the environment points.
    made.environment["HF_ENDPOINT"] = "http://127.0.0.1:9"
    return made


def ask(person: Person, *words: str, token: str = "", ends: int = 0) -> dict[str, str]:
    """Run a command as a process and return its answer."""
    done = subprocess.run(
        [sys.executable, "-m", "visret_desktop", "packs", *words, "--json"],
        env=person.environment,
        input=f"{token}\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == ends, done.stderr
    body: dict[str, str] = json.loads(done.stdout)
    return body


def kept_token(person: Person) -> str:
    path = person.home / "hf" / "token"
    return path.read_text() if path.exists() else ""


def error_of(body: dict[str, str]) -> tuple[str, str]:
    error = body["error"]
    assert isinstance(error, dict)
    return error["code"], error["sentence"]


def test_a_right_token_opens_gated_repositories_and_can_be_forgotten(
    person: Person, hub: Hub
) -> None:
    hub.repositories[REPOSITORY].readers = frozenset((READER,))
    body = ask(person, "install", ADDRESS, ends=3)
    assert error_of(body)[0] == "repository-gated"
    assert f"{hub.address}/settings/tokens" in error_of(body)[1]
    logged_in = ask(person, "login", token=f"  {READER} ")
    assert logged_in == {"endpoint": hub.address, "token": f"{READER} at home"}
    assert kept_token(person) == READER
    (installed,) = ask(person, "install", ADDRESS)["installed"]
    assert installed["role"] == "encoder"
    assert ask(person, "logout")["token"] == ""
    assert kept_token(person) == ""


@pytest.mark.parametrize(
    ("token", "code"),
    [("hf_unheard_of", "token-refused"), ("", "token-unusable"), ("api_org_x", "token-unusable")],
)
def test_a_wrong_token_is_named_and_not_kept(
    person: Person, hub: Hub, token: str, code: str
) -> None:
    body = ask(person, "login", token=token, ends=3 if code == "token-refused" else 2)
    assert error_of(body)[0] == code
    assert token not in error_of(body)[1] or not token
    assert kept_token(person) == ""


def test_a_hub_that_is_away_or_no_hub_is_named(person: Person, hub: Hub) -> None:
    hub.always["whoami-v2"] = Fault(status=200, body=b"<html>Welcome")
    code, sentence = error_of(ask(person, "login", token=READER, ends=1))
    assert (code, "login to the network" in sentence) == ("login-unreachable", True)
    hub.always["whoami-v2"] = Fault(status=404)
    assert "accounts" in error_of(ask(person, "login", token=READER, ends=1))[1]
    hub.close()
    code, sentence = error_of(ask(person, "login", token=READER, ends=1))
    assert code == "login-unreachable"
    assert hub.address in sentence
    assert kept_token(person) == ""


@pytest.mark.parametrize(
    "fault",
    [
        *(
            Fault(status=200, body=body)
            for body in (b"null", b"[]", b"{}", b'{"name": 5}', b"[" * 9999)
        ),
        Fault(status=200, body=b'{"name": "x", "auth": []}'),
        Fault(status=200, body=b'{"name": "x", "auth": {"accessToken": {"displayName": 5}}}'),
        Fault(status=200, body=b"{}", headers={"Content-Encoding": "gzip"}),
        Fault(raw=head() + b'{"name": "', endless=b"x" * 65536),
        Fault(raw=head(status="418 No"), endless=b"x" * 65536),
    ],
)
def test_a_hub_that_answers_anything_is_named(hub: Hub, tmp_path: Path, fault: Fault) -> None:
    hub.always["whoami-v2"] = fault
    with pytest.raises(LoginUnreachable, match=hub.address):
        log_in(READER, hub.address)
    assert not (tmp_path / "token").exists()


@pytest.mark.parametrize("named", ["]\nhf_token = hf_evil\n[x", "DEFAULT", ""])
def test_a_token_may_have_any_name(person: Person, hub: Hub, named: str) -> None:
    access = {"accessToken": {"displayName": named}}
    body = json.dumps({"name": "me", "auth": access}).encode()
    hub.always["whoami-v2"] = Fault(status=200, body=body)
    told = ask(person, "login", token=READER)["token"]
    assert told
    assert stored_tokens(person) == {told: READER}


OTHERS = {f"{READER} at home": "hf_of_another_hub", "work": "hf_work"}


def store_tokens(person: Person, active: str) -> None:
    folder = person.home / "hf"
    folder.mkdir()
    (folder / "token").write_text(active)
    text = "".join(f"[{name}]\nhf_token = {token}\n\n" for name, token in OTHERS.items())
    (folder / "stored_tokens").write_text(text)


def stored_tokens(person: Person) -> dict[str, str]:
    config = configparser.ConfigParser(interpolation=None)
    config.read(person.home / "hf" / "stored_tokens", encoding="utf-8")
    return {name: config[name]["hf_token"] for name in config.sections()}


def test_other_tokens_of_the_person_stay(person: Person) -> None:
    store_tokens(person, active="hf_work")
    assert ask(person, "login", token=READER)["token"] == f"{READER} at home 2"
    assert stored_tokens(person) == {**OTHERS, f"{READER} at home 2": READER}
    ask(person, "logout")
    assert stored_tokens(person) == OTHERS


def test_logging_out_of_a_token_without_a_name_keeps_those_with_one(person: Person) -> None:
    store_tokens(person, active="hf_pasted_into_the_file")
    assert ask(person, "logout")["token"] == ""
    assert kept_token(person) == ""
    assert stored_tokens(person) == OTHERS


def test_a_token_of_the_environment_cannot_be_forgotten(person: Person) -> None:
    person.environment["HF_TOKEN"] = READER
    code, sentence = error_of(ask(person, "logout", ends=2))
    assert (code, "HF_TOKEN" in sentence) == ("token-from-outside", True)


def test_ctrl_c_ends_the_wait_for_a_silent_hub(person: Person, hub: Hub) -> None:
    gate = threading.Event()
    hub.always["whoami-v2"] = Fault(gate=gate)
    process = subprocess.Popen(
        [sys.executable, "-m", "visret_desktop", "packs", "login"],
        env=person.environment,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write(f"{READER}\n")
    process.stdin.flush()
    while not hub.asked("whoami-v2"):
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()  # where it went on waiting
        gate.set()
    assert "Stopped" in said
    assert kept_token(person) == ""
