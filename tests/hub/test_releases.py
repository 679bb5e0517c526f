"""Is there a newer version? A server answers, or does its worst; only a click or a command asks."""

import hashlib
import json
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.hub.conftest import QUICK
from tests.hub.server import Fault, Hub, head
from visret_desktop import __version__, installation, logs
from visret_desktop.cli.main import main
from visret_desktop.errors import Cancelled, VisretError
from visret_desktop.gui.window.about_page import AboutPage
from visret_desktop.installation import Bundle, BundleRecord
from visret_desktop.releases import NoReleasesAddress, Release, how_to_update, newest

FILE = "newest.json"
PAGE = "https://visret.example/0.9"
NEWEST = {"version": "99.0", "changes": "Faster.\nBold: <b>.", "page": PAGE}
HASH = hashlib.sha256(b"").hexdigest()


@pytest.fixture
def server() -> Iterator[Hub]:
    hub = Hub()
    says(hub, NEWEST)
    yield hub
    hub.close()


@pytest.fixture
def installed(server: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bundle]:
    """Let this Python be that of a bundle whose mark names the server."""
    address = f"{server.address}/a/b/resolve/main/{FILE}"
    mark = {"form": "folder", "version": __version__, "releases": address}
    (tmp_path / "bundle" / "LICENSES").mkdir(parents=True)
    (tmp_path / "bundle" / installation.MARK).write_text(json.dumps(mark))
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "bundle" / "python"))
    installation.bundle.cache_clear()
    bundle = installation.bundle()
    assert bundle is not None
    yield bundle
    installation.bundle.cache_clear()


def says(server: Hub, answer: object) -> None:
    content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
    server.add("a/b", {FILE: content})


def sentence(installed: Bundle) -> str:
    with pytest.raises(VisretError) as caught:
        newest(installed, patience=QUICK)
    told = str(caught.value)
    assert told.endswith(".")
    assert told.isprintable()
    return told


def test_a_newer_version_is_told_as_it_is(server: Hub, installed: Bundle) -> None:
    says(server, {**NEWEST, "sha256": {"visret.tar.zst": HASH}, "more": ["later"]})
    release = newest(installed)
    assert (release.version, release.page, release.is_newer) == ("99.0", PAGE, True)
    assert release.told == f"Faster.\nBold: <b>.\n\nSHA-256 of visret.tar.zst: {HASH}"


@pytest.mark.parametrize(
    ("version", "is_newer"),
    [
        *(("0.1.0", False), ("v0.1", False), ("0.0.9", False), ("0.1.0rc1", False)),
        *(("0.1.1", True), ("0.10", True), ("0.2rc1", True)),
    ],
)
def test_versions_are_compared_as_versions(
    version: str, is_newer: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visret_desktop.releases.__version__", "0.1.0")
    assert Release(version).is_newer is is_newer


@pytest.mark.parametrize(
    "answer",
    [
        *(b"", b"<html>log in", b"[" * 50_000, b"[]", b"\xff"),
        *({}, {"version": 7}, {"version": ""}, {"version": "one"}, {"version": "9" * 41}),
        *({**NEWEST, "page": page} for page in ("http://a/", "javascript:x", "https://a@b/", "x")),
        *({**NEWEST, "page": page} for page in ("https://a/\n", "https://a b", "file:///etc")),
        {**NEWEST, "changes": "x" * 20_001},
        {**NEWEST, "sha256": {"../a": HASH}},
        {**NEWEST, "sha256": {"a": "beef"}},
        b" " * 65 * 1024,
    ],
)
def test_an_answer_that_cannot_be_used_is_a_sentence(
    server: Hub, installed: Bundle, answer: object
) -> None:
    says(server, answer)
    assert "says nothing about versions" in sentence(installed)


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=404),
        Fault(status=500),
        Fault(redirect="http://example.org/newest.json"),
        Fault(redirect="ftp://127.0.0.1/newest.json"),
        Fault(redirect="file:///etc/passwd"),
        Fault(redirect="http://[bad"),
        Fault(drop_after=5),
        Fault(raw=b"SSH-2.0\r\n\r\n"),
        Fault(raw=head("Content-Encoding: gzip") + b"x"),
        Fault(raw=head(), endless=b"x" * 10_000),
    ],
)
def test_a_server_that_does_its_worst_is_a_sentence(
    server: Hub, installed: Bundle, fault: Fault
) -> None:
    server.fail(FILE, fault)
    assert installed.record.releases in sentence(installed)


def test_control_characters_are_seen_and_not_obeyed(server: Hub, installed: Bundle) -> None:
    says(server, {**NEWEST, "changes": "a\x1b[31m\u202eb\r\nc"})
    assert newest(installed).told == "a\\x1b[31m\\u202eb\nc"


def test_plain_http_is_never_asked_but_on_this_computer(installed: Bundle) -> None:
    record = BundleRecord("folder", __version__, "http://192.0.2.1/newest.json")
    assert "is no place to ask" in sentence(replace(installed, record=record))


def test_it_stops_when_it_is_to(server: Hub, installed: Bundle) -> None:
    gate = threading.Event()
    server.fail(FILE, Fault(gate=gate))
    with pytest.raises(Cancelled):
        newest(installed, is_stopped=lambda: True)
    gate.set()


@pytest.mark.parametrize("form", ["folder", "deb", "windows", "macos", "another"])
def test_each_kind_of_installation_says_how_to_update(form: str, tmp_path: Path) -> None:
    bundle = Bundle(tmp_path, BundleRecord(form, __version__))
    assert "your library stays" in how_to_update(bundle)
    with pytest.raises(NoReleasesAddress, match="your library stays"):
        newest(bundle)
    assert "`git pull`" in how_to_update(None)


def test_the_command_tells_and_the_request_is_on_record(
    server: Hub, installed: Bundle, profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["newer", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert body["is_newer"]
    assert (body["installed"], body["newest"], body["page"]) == (__version__, "99.0", PAGE)
    (request,) = logs.requests(profile / "cache" / "logs")
    assert request.address == installed.record.releases
    assert main(["newer"]) == 0
    assert f"Get it at {PAGE}" in capsys.readouterr().out


def test_without_a_bundle_the_command_says_what_to_do(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["newer"]) == 3
    assert "git pull" in capsys.readouterr().err


# ---- the window -------------------------------------------------------------------------------


@pytest.fixture
def page(installed: Bundle, qtbot: QtBot) -> Callable[[], AboutPage]:
    def make() -> AboutPage:
        made = AboutPage("")
        qtbot.addWidget(made)
        made.show()
        return made

    return make


def test_nobody_is_asked_before_the_click(
    server: Hub, page: Callable[[], AboutPage], qtbot: QtBot
) -> None:
    about = page()
    assert server.address in about.status.text(), "whom a click asks is told before"
    about.reject()
    assert server.requests == []
    about = page()
    about.look.click()
    qtbot.waitUntil(lambda: "99.0" in about.status.text())
    assert len(server.requests) == 1
    assert about.changes.toPlainText() == "Faster.\nBold: <b>."
    assert about.get.text() == f"Open {PAGE}"
    about.reject()


def test_the_page_says_that_it_is_the_newest_or_why_nobody_knows(
    server: Hub, page: Callable[[], AboutPage], qtbot: QtBot
) -> None:
    about = page()
    says(server, {"version": __version__, "page": PAGE})
    about.look.click()
    qtbot.waitUntil(lambda: about.status.text() == "This is the newest version.")
    assert about.get.isHidden()
    says(server, b"nonsense")
    about.look.click()
    qtbot.waitUntil(lambda: "says nothing about versions" in about.status.text())
    about.reject()


def test_closing_does_not_wait_for_the_server(
    server: Hub, page: Callable[[], AboutPage], qtbot: QtBot
) -> None:
    gate = threading.Event()
    server.fail(FILE, Fault(gate=gate))
    about = page()
    about.look.click()
    qtbot.waitUntil(lambda: bool(server.requests))
    with qtbot.waitSignal(about.finished, timeout=30_000):
        about.reject()
    gate.set()


def test_without_an_address_there_is_nothing_to_click(qtbot: QtBot) -> None:
    about = AboutPage("")
    qtbot.addWidget(about)
    about.show()
    assert "names no address" in about.status.text()
    assert not about.look.isVisible()
    about.reject()
