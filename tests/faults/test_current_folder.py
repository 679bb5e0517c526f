"""Whoever begins in a folder of strangers' files runs none of them, nor does the program."""

import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

import visret_desktop
from tests.end_to_end.conftest import Profile, committed, fill, wait_until

_PHOTOS = 3
_OURS = ("visret_desktop", "numpy", "PIL", "PySide6", "torch", "open_clip", "onnxruntime", "xxhash")
_MARK = "import os\nopen({0!r}, 'a').write(__name__ + ' ')\nos._exit(66)\n"


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    """A folder with a module of every name that Python or we ask for; each notes that it ran."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    for name in (*sys.stdlib_module_names, *_OURS):
        (folder / f"{name}.py").write_text(_MARK.format(str(tmp_path / "ran")))
    fill(folder / "photos", _PHOTOS)
    return folder


def _begin(profile: Profile, folder: Path, name: str, *arguments: str) -> "Popen[str]":
    """Begin the program as a person does: by a name under which it is installed."""
    command = [Path(sys.executable).with_name(name), *arguments]
    environment = profile.environment
    return Popen(command, cwd=folder, env=environment, stdout=PIPE, stderr=PIPE, text=True)


@pytest.mark.slow("Four commands and a window begin, each as a person begins it.")
def test_no_module_of_the_current_folder_runs(
    downloads: Path, visret: Profile, tmp_path: Path, tally: Callable[[str, int, str], None]
) -> None:
    commands = (
        ("index", "photos"),
        ("search", "a bird", "--strategy", "rephrase"),
        ("doctor",),
        ("demo", "--photos", "2", "--prepare-only"),
    )
    for command in commands:
        with _begin(visret, downloads, "visret", *command) as process:
            told = "".join(process.communicate(timeout=180))
        assert process.returncode == 0, told
        assert not (tmp_path / "ran").exists(), (command, (tmp_path / "ran").read_text())
    before = committed(visret)
    fill(downloads / "photos", _PHOTOS + 2)
    with _begin(visret, downloads, "visret-desktop", "photos") as window:
        try:
            wait_until(lambda: committed(visret) == before + 2, window)
        finally:
            window.kill()
    assert not (tmp_path / "ran").exists(), (tmp_path / "ran").read_text()
    count = len(list(downloads.glob("*.py"))) * (len(commands) + 1)
    tally("modules of ours in the current folder", count, "none of them ran")


def test_child_processes_are_begun_in_one_place() -> None:
    """So what holds for those of above holds for all."""
    package = Path(visret_desktop.__file__).parent
    naming = {p.name for p in package.rglob("*.py") if "sys.executable" in p.read_text("utf-8")}
    assert naming == {"own_python.py"}
