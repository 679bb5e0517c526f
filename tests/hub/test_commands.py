"""`visret packs …` as a person runs it: processes, a profile of its own, a hub on loopback."""

import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from tests.hub.conftest import REPOSITORY, WEIGHTS
from tests.hub.server import Fault, Hub
from visret_desktop.cli.main import main
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack, verify
from visret_desktop.roles import Role

NAME = "starter-encoder-own"
ADDRESS = f"hf:{REPOSITORY}"


class Person:
    """Someone with a profile of their own."""

    def __init__(self, home: Path, endpoint: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home = home
        self.packs = home / "data" / "packs"
        self._monkeypatch = monkeypatch
        self._folders = {
            f"VISRET_{n.upper()}_DIR": str(home / n) for n in ("data", "cache", "config")
        }
        kept = {key: value for key, value in os.environ.items() if not key.startswith("HF_")}
        own = {"HF_HOME": str(home / "hf"), "HF_ENDPOINT": endpoint, "NO_PROXY": "127.0.0.1"}
        self.environment = {**kept, **self._folders, **own}
        self.set("hub_endpoint", endpoint)

    def set(self, name: str, value: str) -> None:
        path = self.home / "config" / "settings.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**self.settings, name: value}))

    @property
    def settings(self) -> dict[str, Any]:
        path = self.home / "config" / "settings.json"
        settings: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        return settings

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Run a command as a process of its own."""
        return subprocess.Popen(
            [sys.executable, "-m", "visret_desktop", "packs", *words],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, ends: int = 0) -> dict[str, Any]:
        """Run a command in this process, which takes a tenth of the time."""
        for name, folder in self._folders.items():
            self._monkeypatch.setenv(name, folder)
        said = io.StringIO()
        with redirect_stdout(said):
            code = main(["packs", *words, "--json"])
        assert code == ends, said.getvalue()
        body: dict[str, Any] = json.loads(said.getvalue())
        return body

    def state(self, name: str = NAME) -> str:
        packs = self.run("list")["packs"]
        return next((pack["state"] for pack in packs if pack["name"] == name), "")


@pytest.fixture
def person(tmp_path: Path, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> Person:
    monkeypatch.setattr("visret_desktop.models.runtimes.machine_speed._SECONDS", 0.05)
    return Person(tmp_path, hub.address, monkeypatch)


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def part(person: Person) -> Path:
    return person.packs / ".incoming" / NAME / "files" / f"{WEIGHTS}.part"


def size_of(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def ranges(hub: Hub) -> Sequence[str]:
    return [request.range for request in hub.asked(WEIGHTS) if request.server == "hub"]


def test_a_model_of_ones_own_goes_all_the_way(person: Person, hub: Hub) -> None:
    (installed,) = person.run("install", ADDRESS, "--use")["installed"]
    assert (installed["name"], installed["role"]) == (NAME, "encoder")
    assert person.state() == "ready"
    assert person.settings["encoder"] == NAME
    shown = person.run("show", NAME)
    assert shown["license"] == "apache-2.0"
    assert {file["path"] for file in shown["files"]} >= {WEIGHTS, "open_clip_config.json"}
    assert person.run("verify", NAME)["packs"][0]["state"] == "ready"
    assert person.run("remove", NAME)["removed"][0]["freed_bytes"] > 8_000_000
    assert person.state() == ""
    assert person.settings["encoder"] == "starter"


def test_one_download_answers_and_rewrites(
    person: Person, hub: Hub, starter_pack: Callable[[Role], Pack]
) -> None:
    directory = starter_pack(Role.READER).directory
    files = {name: (directory / name).read_bytes() for name in ("model.gguf", "mmproj.gguf")}
    hub.add("some/Seer", files)
    person.run("install", "hf:some/Seer", "--use")
    assert (person.settings["reader"], person.settings["rewriter"]) == ("seer", "starter-rewriter")
    assert person.run("use", "seer", "--for", "rewriter") == {"used": {"rewriter": "seer"}}
    assert (person.settings["reader"], person.settings["rewriter"]) == ("seer", "seer")
    assert person.run("show", "seer")["serves"] == ["rewriter"]
    person.run("use", "starter", "--for", "rewriter", ends=3)
    person.run("install", "qwen3-vl-2b", "--for", "rewriter", ends=2)
    person.run("install", "hf:some/Seer", "--for", "rewriter", "--as", "scribe")
    assert [file.path for file in read_pack(person.packs / "scribe").files] == ["model.gguf"]
    person.run("import", str(directory), "--for", "rewriter", "--as", "told")
    assert read_pack(person.packs / "told").role is Role.REWRITER
    person.run("remove", "seer")
    used = {person.settings["reader"], person.settings["rewriter"]}
    assert used == {"starter-reader", "starter-rewriter"}


def test_killed_in_the_middle_it_goes_on_where_it_was(person: Person, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.02)
    for fraction in (1, 2):
        process = person.start("install", ADDRESS)
        wait_for(lambda limit=fraction * 1_000_000: size_of(part(person)) > limit)
        process.kill()
        process.communicate()
        assert person.state().startswith("unfinished")
        assert not (person.packs / NAME).exists()
    kept = size_of(part(person))
    hub.always.clear()
    person.run("install", ADDRESS)
    assert ranges(hub)[-1] == f"bytes={kept}-"
    assert verify(read_pack(person.packs / NAME)) == []


def test_interrupted_it_says_so_and_goes_on_later(person: Person, hub: Hub) -> None:
    hub.always[WEIGHTS] = Fault(seconds_per_piece=0.02)
    process = person.start("install", ADDRESS)
    wait_for(lambda: size_of(part(person)) > 1_000_000)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "What was done so far is kept" in err
    kept = size_of(part(person))
    hub.always.clear()
    person.run("install", ADDRESS)
    assert ranges(hub)[-1] == f"bytes={kept}-"


def test_two_at_once_do_not_corrupt_each_other(person: Person, hub: Hub) -> None:
    gate = threading.Event()
    hub.always[WEIGHTS] = Fault(gate=gate)
    first = person.start("install", ADDRESS)
    wait_for(lambda: bool(hub.asked(WEIGHTS)))
    body = person.run("install", ADDRESS, ends=1)
    assert body["error"]["code"] == "pack-busy"
    gate.set()
    first.communicate(timeout=40)
    assert first.returncode == 0
    assert verify(read_pack(person.packs / NAME)) == []


def test_damage_is_named_disables_and_is_repaired(person: Person, hub: Hub) -> None:
    person.run("install", ADDRESS, "--use")
    weights = person.packs / NAME / WEIGHTS
    with weights.open("r+b") as file:
        file.seek(5_000_000)
        file.write(b"\xff\x00\xff")
    (body,) = person.run("verify", NAME, ends=1)["packs"]
    assert body["damaged"] == [WEIGHTS]
    assert person.state().startswith(f"damaged: {WEIGHTS}")
    assert person.run("use", NAME, ends=3)["error"]["code"] == "pack-damaged"
    hub.requests.clear()
    (repaired,) = person.run("install", NAME)["installed"]
    assert repaired["fetched_bytes"] == weights.stat().st_size
    assert person.state() == "ready"


def test_a_drive_that_takes_no_large_files_is_named(person: Person) -> None:
    """As FAT32 refuses files of 4 GB, this process may not make one of 4 MB."""
    script = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4_000_000, resource.RLIM_INFINITY))\n"
        "from visret_desktop.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script, "packs", "install", ADDRESS, "--json"],
        env=person.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    error = json.loads(result.stdout)["error"]
    assert (error["code"], result.returncode) == ("file-too-large", 1)
    assert "FAT32" in error["sentence"]


_FILL_THE_DISK = """
set -u
mount -t tmpfs -o size=112m none "$DRIVE"
"$PYTHON" -m visret_desktop packs install "$ADDRESS" --to "$DRIVE" --json > "$OUT" &
until [ -s "$DRIVE/$PART" ]; do sleep 0.05; done
cat /dev/zero > "$DRIVE/filler" 2> /dev/null
wait $!
echo $? > "$OUT.code"
rm "$DRIVE/filler"
"$PYTHON" -m visret_desktop packs install "$ADDRESS" --to "$DRIVE" --json > "$OUT.again"
"""


def can_mount() -> bool:
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


if can_mount():  # elsewhere the test before this one is the nearest to it

    def test_a_disk_that_fills_up_in_the_middle_loses_nothing(
        person: Person, hub: Hub, tmp_path: Path
    ) -> None:
        hub.fail(WEIGHTS, Fault(seconds_per_piece=0.02))
        drive, out = tmp_path / "drive", tmp_path / "out"
        drive.mkdir()
        given = {"DRIVE": str(drive), "OUT": str(out), "ADDRESS": ADDRESS, "PYTHON": sys.executable}
        given["PART"] = f".incoming/{NAME}/files/{WEIGHTS}.part"
        command = ["unshare", "-rm", "sh", "-c", _FILL_THE_DISK]
        subprocess.run(command, env={**person.environment, **given}, check=True, timeout=60)
        error = json.loads(out.read_text())["error"]
        assert error["code"] == "disk-full"
        assert "what was fetched so far is kept" in error["sentence"]
        (installed,) = json.loads(Path(f"{out}.again").read_text())["installed"]
        assert installed["fetched_bytes"] < installed["size_bytes"]
        assert re.fullmatch(r"bytes=[1-9]\d*-", ranges(hub)[-1])


def test_gates_licenses_and_wrong_names_are_sentences(person: Person, hub: Hub) -> None:
    hub.repositories[REPOSITORY].readers = frozenset(("hf_reader",))
    assert person.run("install", ADDRESS, ends=3)["error"]["code"] == "repository-gated"
    assert person.run("install", "nothing", ends=3)["error"]["code"] == "pack-unknown"
    assert person.run("show", "nothing", ends=3)["error"]["code"] == "pack-unknown"
    body = person.run("install", "standard", ends=3)["error"]
    assert body["code"] == "license-not-accepted"
    assert "stability.ai" in body["sentence"]
    assert person.run("remove", "starter", ends=2)["error"]["code"] == "pack-built-in"


def test_without_a_network_a_folder_does(
    person: Person,
    hub: Hub,
    tmp_path: Path,
    someones_home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stick = someones_home / "stick"
    person.run("install", ADDRESS)
    (exported,) = person.run("export", NAME, str(stick))["exported"]
    assert Path(exported["path"]) == stick / NAME
    hub.close()
    other = Person(tmp_path / "other", "http://127.0.0.1:9", monkeypatch)
    (imported,) = other.run("import", str(stick), "--use")["installed"]
    assert imported["name"] == NAME
    assert verify(read_pack(other.packs / NAME)) == []
    assert not (stick / ".incoming").exists()


def test_a_pack_on_a_missing_drive_is_offline_and_comes_back(
    person: Person, tmp_path: Path
) -> None:
    drive = tmp_path / "drive"
    person.run("install", ADDRESS, "--to", str(drive))
    assert person.state() == "ready"
    drive.rename(tmp_path / "pulled")
    assert person.state() == f"offline: {drive / NAME} is not there"
    assert person.run("use", NAME, ends=3)["error"]["code"] == "pack-offline"
    (tmp_path / "pulled").rename(drive)
    assert person.state() == "ready"
    person.run("remove", NAME)
    assert not (drive / NAME / FILE_NAME).exists()
    assert person.state() == ""


def test_what_was_begun_on_a_drive_is_known_and_goes_on_by_its_name(
    person: Person, hub: Hub, tmp_path: Path
) -> None:
    drive = tmp_path / "drive"
    hub.fail(WEIGHTS, Fault(drop_after=3_000_000), Fault(status=404))
    person.run("install", ADDRESS, "--to", str(drive), ends=3)
    assert re.fullmatch(r"unfinished: 3\.\d MB of 8\.0 MB; .*", person.state())
    drive.rename(tmp_path / "pulled")
    assert person.state().startswith("offline")
    (tmp_path / "pulled").rename(drive)
    (installed,) = person.run("install", NAME)["installed"]
    assert Path(installed["path"]) == drive / NAME
    assert installed["fetched_bytes"] < 6_000_000
    assert person.state() == "ready"


def test_what_was_begun_on_a_drive_can_be_thrown_away(
    person: Person, hub: Hub, tmp_path: Path
) -> None:
    drive = tmp_path / "drive"
    hub.fail(WEIGHTS, Fault(drop_after=3_000_000), Fault(status=404))
    person.run("install", ADDRESS, "--to", str(drive), ends=3)
    assert person.run("remove", NAME)["removed"][0]["freed_bytes"] > 3_000_000
    assert person.state() == ""
    assert list(drive.rglob("*.part")) == []


def test_it_is_told_how_fast_and_how_large_a_pack_will_be(person: Person) -> None:
    assert {pack["speed"] for pack in person.run("list")["packs"]} == {""}
    shown = person.run("show", "sd-turbo")
    assert shown["speed"].endswith("a sketch")
    assert not shown["speed_is_measured"]
    assert shown["memory_bytes"] > 0
    assert shown["device_memory_bytes"] > 10**9
    listed = {pack["name"]: pack for pack in person.run("list")["packs"]}
    assert listed["sd-turbo"]["speed"] == shown["speed"], "measured once"
    assert listed["starter"]["memory_bytes"] > 10**7


def test_offline_mode_is_obeyed(person: Person, hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    assert person.run("install", ADDRESS, ends=3)["error"]["code"] == "hub-offline"
    assert hub.requests == []


def test_a_proxy_can_be_a_setting(person: Person, hub: Hub) -> None:
    """The hub of these tests takes requests as a proxy gets them: with the whole address."""
    person.set("hub_proxy", hub.address)
    person.set("hub_endpoint", "http://hub.invalid")
    assert person.run("install", "hf:no/where", ends=3)["error"]["code"] == "repository-missing"
    assert hub.requests


def test_processes_follow_hf_endpoint(person: Person, hub: Hub) -> None:
    person.set("hub_endpoint", "")
    process = person.start("install", "hf:no/where", "--json")
    out, _ = process.communicate(timeout=30)
    assert json.loads(out)["error"]["sentence"].startswith(hub.address)


def test_what_is_not_asked_of_packs_on_offer_is_refused(person: Person) -> None:
    for option in (("--set", "steps=4"), ("--as", "mine")):
        error = person.run("install", "siglip2-b-16-256", *option, ends=2)["error"]
        assert "--as, --set and --for are for models of your own" in error["sentence"]
    error = person.run("install", ADDRESS, "--set", "guidance=NaN", ends=2)["error"]
    assert "NaN is no number" in error["sentence"]


def test_a_stick_may_hold_packs_that_are_part_of_the_program(
    person: Person, hub: Hub, tmp_path: Path
) -> None:
    person.run("install", ADDRESS, "--as", "mine")
    stick = tmp_path / "stick"
    person.run("export", "starter", "mine", str(stick))
    person.run("remove", "mine")
    (taken,) = person.run("import", str(stick))["installed"]
    assert taken["name"] == "mine"
    assert person.run("import", str(stick / "starter"), ends=2)["error"]["code"] == "pack-built-in"
    refused = person.run("export", "mine", str(person.packs), ends=2)["error"]
    assert "is where the packs are kept" in refused["sentence"]


def test_what_is_removed_is_used_no_more_whatever_comes_after(person: Person, hub: Hub) -> None:
    person.run("install", ADDRESS, "--as", "mine", "--use")
    person.run("use", "starter", "--second", "mine")
    assert person.settings["second_encoder"] == "mine"
    person.run("remove", "mine", "nothing-of-this-name", ends=3)
    assert person.settings["second_encoder"] == ""
