"""No process of a whole session calls a network: there is none, and every try would be noted."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import kept_forms
from tests.end_to_end.conftest import Json, fill
from tests.faults.sealed import Sealed, build_counter, without_network
from tests.faults.soundness import not_private

WINDOW = Path(__file__).with_name("window_session.py")
_ADDED = 6  # photos


@pytest.fixture(scope="module")
def counter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_counter(tmp_path_factory.mktemp("counter"))


@pytest.fixture(scope="module")
def person(tmp_path_factory: pytest.TempPathFactory, counter: Path) -> Iterator[Sealed]:
    """Somebody who has just installed the program; nothing has been prepared for them.

    Their umask lets others read, as it does by default.
    """
    home = tmp_path_factory.mktemp("person")
    before = os.umask(0o022)
    yield Sealed(home, counter)
    os.umask(before)


_CALLING = """
import contextlib, socket
with contextlib.suppress(OSError):
    socket.getaddrinfo("example.org", 443)
for family, address in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
    with socket.socket(family, socket.SOCK_DGRAM) as out, contextlib.suppress(OSError):
        out.connect((address, 9))
    with socket.socket(family, socket.SOCK_DGRAM) as out, contextlib.suppress(OSError):
        out.sendto(b"x", (address, 9))
one, other = socket.socketpair()  # stays on this computer
one.sendall(b"x")
"""


@pytest.fixture(scope="module")
def shown(person: Sealed) -> Json:
    """The person's first start: the library is drawn, indexed and searched, all models load.

    What is made ready for this is kept for the next run, unless making it called a network. It is
    made again once something that makes it has changed.
    """
    assert person.json("folders", "list")["folders"] == []  # it has made its own folders by now
    with kept_forms.kept(person.home / "data" / "compiled"):
        begun = person.json("demo", "--headless", "--photos", "6")
        assert person.calls() == []
    return begun


def test_calls_of_children_are_noted_too(tmp_path: Path, counter: Path) -> None:
    person = Sealed(tmp_path, counter)
    person.ask(f"import subprocess, sys; subprocess.run([sys.executable, '-c', {_CALLING!r}])")
    calls = [line.split(" ", 2)[2] for line in person.calls()]
    assert calls == [
        "getaddrinfo example.org",
        *("connect family 2", "sendto family 2", "connect family 10", "sendto family 10"),
    ]


def test_the_network_is_gone_where_the_system_allows_that(tmp_path: Path, counter: Path) -> None:
    person = Sealed(tmp_path, counter)
    seen = person.ask("import socket; print(*(name for _, name in socket.if_nameindex()))")
    if without_network():
        assert seen == "lo"
    else:
        print("this system forbids network namespaces: calls are only counted")
        assert seen


@pytest.mark.slow("Ten commands are watched in processes of their own, and four models are loaded.")
def test_a_whole_session_on_the_command_line_calls_nobody(
    person: Sealed, shown: Json, tmp_path: Path, tally: Callable[[str, int, str], None]
) -> None:
    query = shown["example_query"]
    folders = person.json("folders", "list")["folders"]
    added = [one for one in folders if one["path"] != shown["library"]]  # by the window's session
    assert person.index()["photos"] == shown["photos"] + _ADDED * len(added)
    sheet = tmp_path / "sheet.png"
    answer = person.search(query, "--strategy", "visret", "--m", "1", "--sheet", sheet)
    assert answer["instructions"] != [query], "the rewriter wrote"
    assert [Path(sketch["path"]).is_file() for sketch in answer["sketches"]] == [True]
    assert sheet.stat().st_size
    asked = person.json("ask", query, "--knowledge", "photos+sketch", "--m", "1")
    assert {one["state"] for one in asked["evidence"]} <= {
        *("shows", "not-shown", "unusable", "not-needed")
    }
    assert [one["sketch"] for one in asked["evidence"]][-1]
    assert person.json("similar", answer["hits"][0]["path"])["hits"]
    packs = ("starter", "starter-rewriter", "starter-visualizer", "starter-reader")
    person.json("packs", "export", *packs, tmp_path / "stick")
    assert person.json("packs", "list", "--found")["found"] == []
    assert person.json("doctor", "--check")["ok"]
    assert person.calls() == []
    tally("a session without a network: command line", 8, f"no call to one; {_how()}")


@pytest.mark.long
def test_a_measurement_calls_nobody(
    person: Sealed, shown: Json, tally: Callable[[str, int, str], None]
) -> None:
    tiny = ("--photos", "40", "--queries", "1", "--m", "1")
    assert person.json("bench", "quality", *tiny)["results"]
    assert person.calls() == []
    tally("a session without a network: bench quality", 1, f"no call to one; {_how()}")


def test_a_session_in_the_window_calls_nobody(
    person: Sealed, shown: Json, tmp_path: Path, tally: Callable[[str, int, str], None]
) -> None:
    folder = fill(tmp_path / "pictures", _ADDED)
    with person.start_python(WINDOW, folder, f"{shown['example_query']} Now") as process:
        out, errors = process.communicate(timeout=150)
    assert out, errors[-3000:]
    seen = json.loads(out.splitlines()[-1])
    assert process.returncode == 0, errors[-3000:]
    assert "stuck" not in seen, errors[-3000:]
    assert seen["sketches"] > 0
    assert Path(seen["viewed"]).is_file()
    assert seen["offer"] == "Is there a newer version?", "and nobody clicks on it"
    assert person.calls() == []
    tally("a session without a network: the window and its engine", 1, f"no call; {_how()}")


def test_nothing_is_left_where_libraries_keep_what_they_report(person: Sealed) -> None:
    assert [path for path in person.strangers() if "icrosoft" in path or "telemetr" in path] == []


def test_models_that_were_made_ready_are_private(person: Sealed, shown: Json) -> None:
    compiled = person.home / "data" / "compiled"
    assert len([path for path in compiled.rglob("*") if path.is_file()]) > 20
    assert not_private(person.home / "data") == not_private(person.home / "cache") == []


def _how() -> str:
    if without_network():
        return "no interface, calls counted in every process"
    return "calls counted in every process"
