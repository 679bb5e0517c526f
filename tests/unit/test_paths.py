"""Paths as people type them."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from visret_desktop.errors import FolderOfOthers, UsageError
from visret_desktop.file_changes import MARK
from visret_desktop.paths import Paths, ServerPaths, absolute, claim
from visret_desktop.processes import own_python


def test_a_folder_has_one_name_however_it_is_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photos = tmp_path / "photos"
    (photos / "spring").mkdir(parents=True)
    monkeypatch.chdir(photos / "spring")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    for typed in ("..", "../", "../../photos", "./..//.", f"{photos}/", "~/photos"):
        assert absolute(typed) == photos, typed


def test_links_are_kept_but_what_is_above_one_is_where_the_system_goes(tmp_path: Path) -> None:
    (tmp_path / "far" / "away").mkdir(parents=True)
    (tmp_path / "far" / "beside").mkdir()
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "far" / "away")
    assert absolute(link) == link
    assert absolute(f"{link}/../beside") == tmp_path / "far" / "beside"


def test_nothing_and_nobodys_home_are_refused() -> None:
    with pytest.raises(UsageError, match="A path is empty"):
        absolute("")
    with pytest.raises(UsageError, match="home folder in ~nobody-of-this-name/x is not known"):
        absolute("~nobody-of-this-name/x")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (
            "postgresql://me:p?s@db.example.org:5433/photos?sslmode=require",
            "db.example.org:5433/photos",
        ),
        ("postgresql://db.example.org/photos?user=me@here&password=p", "db.example.org/photos"),
        ("postgresql://db.example.org/photos?password=p@s", "db.example.org/photos"),
        ("postgresql://db.example.org?password=p", "db.example.org"),
        ("/home/me/trial@work?", "/home/me/trial@work?"),
    ],
)
def test_the_name_of_a_library_on_a_server_has_no_password(
    tmp_path: Path, address: str, name: str
) -> None:
    own = Paths(tmp_path, tmp_path, tmp_path)
    assert ServerPaths.below(tmp_path, own, address).library_name == name


OLD = {
    "data": (
        *("catalog.db-wal", "catalog.db-shm", "backups", "damaged", "demonstration", "exports"),
        *("exports.lock", "index", "packs", "writer.lock", "accepted_licenses.json"),
        "judgments.jsonl",
    ),
    "cache": (
        *("bench", "demonstration.png", "drawing_times.json", "indexing_times.json", "logs"),
        *("machine.json", "pasted", "rewrites.json", "rewriting_times.json", "sketches"),
        *("thumbnails.db", "thumbnails.db-shm", "thumbnails.db-wal"),
    ),
    "config": (
        *("prompts", "queries.json", "settings.json", "settings.bak", "settings.damaged"),
        *("window.ini", "window.ini.lock"),
    ),
}


def test_directories_of_older_versions_are_taken_over_whatever_is_left_of_them(
    someones_home: Path,
) -> None:
    for number, name in enumerate(name for names in OLD.values() for name in names):
        root = someones_home / str(number)
        for directory, names in OLD.items():
            (root / directory).mkdir(parents=True)
            if name in names:
                (root / directory / name).write_bytes(b"")
        claim(Paths(root / "data", root / "cache", root / "config"))
        assert all((root / directory / MARK).is_file() for directory in OLD), name


def test_encoders_compiled_by_older_versions_are_used_on(someones_home: Path) -> None:
    paths = Paths(*(someones_home / name for name in OLD))
    (paths.data / "exports" / "starter-0").mkdir(parents=True)
    claim(paths)
    assert (paths.compiled / "starter-0").is_dir()
    assert not (paths.data / "exports").exists()


def test_one_directory_for_all_is_taken_over_too(someones_home: Path) -> None:
    for names in OLD.values():
        for name in names:
            (someones_home / name).write_bytes(b"")
    claim(Paths(someones_home, someones_home, someones_home))
    assert (someones_home / MARK).is_file()


@pytest.mark.parametrize("directory", OLD)
def test_a_directory_with_somebodys_files_is_not_taken(someones_home: Path, directory: str) -> None:
    (someones_home / directory).mkdir()
    (someones_home / directory / "thesis.txt").write_text("mine")
    with pytest.raises(FolderOfOthers):
        claim(Paths(*(someones_home / name for name in OLD)))
    assert [path.name for path in (someones_home / directory).iterdir()] == ["thesis.txt"]


_WHERE = """
import json, sys
from pathlib import Path
sys.prefix = sys.argv[1]  # as in a bundle: the folder `python`
from visret_desktop.paths import default_paths
paths = default_paths()
from huggingface_hub import constants
token = Path(constants.HF_TOKEN_PATH)
print(json.dumps([str(p) for p in (paths.data, paths.cache, paths.config, token)]))
"""


@pytest.fixture
def program(someones_home: Path) -> Path:
    """A bundle's program folder, with nothing in it but what says so."""
    folder = someones_home / "stick" / "visret é 1"
    (folder / "python").mkdir(parents=True)
    mark = {"form": "folder", "version": "9", "releases": ""}
    (folder / "installation.json").write_text(json.dumps(mark))
    return folder


def _places(program: Path, home: Path, **environment: str) -> list[Path]:
    """Return data, cache, config and the file of a hub's token, as a fresh process finds them."""
    kept = ("PATH", "PYTHONPATH", "SYSTEMROOT")
    bare = {name: os.environ[name] for name in kept if name in os.environ}
    own = bare | {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home)}
    command = own_python.statements(_WHERE, str(program / "python"))
    asked = subprocess.run(
        command, env=own | environment, capture_output=True, text=True, check=False
    )
    assert asked.returncode == 0, asked.stderr
    return [Path(path) for path in json.loads(asked.stdout)]


def test_a_bundle_keeps_everything_in_its_folder_portable(
    program: Path, someones_home: Path
) -> None:
    portable = program / "portable"
    portable.mkdir()
    home = someones_home / "home"
    home.mkdir()
    found = _places(program, home)
    token = portable / "config" / "hub" / "token"
    assert found == [portable / "data", portable / "cache", portable / "config", token]
    assert all((path / MARK).is_file() for path in found[:3])
    assert list(home.iterdir()) == []


def test_variables_count_more_than_the_folder_portable(program: Path, someones_home: Path) -> None:
    (program / "portable").mkdir()
    elsewhere = someones_home / "elsewhere"
    variables = {"VISRET_DATA_DIR": str(elsewhere), "HF_TOKEN_PATH": str(elsewhere / "t")}
    data, cache, _, token = _places(program, someones_home, **variables)
    assert (data, token) == (elsewhere, elsewhere / "t")
    assert cache == program / "portable" / "cache"


def test_a_bundle_without_that_folder_uses_the_persons_own(
    program: Path, someones_home: Path
) -> None:
    found = _places(program, someones_home / "home")
    assert all(path.is_relative_to(someones_home / "home") for path in found)
    (program / "portable").mkdir()
    (program / "installation.json").write_text("{")  # then it is no bundle of ours
    assert _places(program, someones_home / "home") == found
