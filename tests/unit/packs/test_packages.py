"""A pack may name files of installed Python packages; what is wrong with them is named."""

import hashlib
import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.unit.packs.made_packages import make_package
from visret_desktop.errors import PackDamaged
from visret_desktop.packs.errors import PackRefused
from visret_desktop.packs.fetching.importing import take_in
from visret_desktop.packs.manifest import FILE_NAME, check_packages, read_pack, verify
from visret_desktop.packs.packages import PackageFile, place_of
from visret_desktop.packs.registry import BrokenPack, known
from visret_desktop.packs.sources import source_of
from visret_desktop.paths import Paths

_WEIGHTS = b"weights"
_PATH = "made_weights/model/weights.pth"
Write = Callable[..., Path]


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of packages that has one with weights."""
    place = tmp_path / "site-packages"
    files = {_PATH: _WEIGHTS, "made_weights/__init__.py": b"raise SystemExit"}
    make_package(place, "made-weights", "1.0", files)
    monkeypatch.syspath_prepend(str(place))
    return place


@pytest.fixture
def write(paths: Paths) -> Write:
    """Return what writes a pack with one file, of a package, and returns the pack's folder."""

    def write_one(saved_as: str = "weights.pth", size: int = len(_WEIGHTS), **package: Any) -> Path:
        named = {"name": "made-weights", "version": "1.0", "path": _PATH, **package}
        sha256 = hashlib.sha256(_WEIGHTS).hexdigest()
        file = {"path": saved_as, "size": size, "sha256": sha256, "package": named}
        told = {"name": "made", "title": "Made", "role": "encoder", "license": "MIT"}
        folder = paths.packs / "made"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / FILE_NAME).write_text(json.dumps({**told, "files": [file]}))
        return folder

    return write_one


def test_a_file_is_found_and_its_package_is_not_loaded(site: Path, write: Write) -> None:
    pack = read_pack(write())
    assert pack.place_of("weights.pth") == site / _PATH
    assert verify(pack) == []
    check_packages(pack)
    assert "made_weights" not in sys.modules


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "no-such-package"}, "the Python package no-such-package 1.0 is not installed"),
        ({"version": "2.0"}, "made-weights is installed in version 1.0; 2.0 is wanted"),
        ({"path": "made_weights/other.pth"}, "made-weights 1.0 has no made_weights/other.pth"),
        ({"path": "../secret.json"}, "the path '../secret.json' leaves the package made-weights"),
        ({"name": ""}, "the Python package 1.0 is not installed"),
    ],
)
def test_what_is_not_there_is_named(
    site: Path, write: Write, changed: dict[str, str], said: str
) -> None:
    with pytest.raises(PackDamaged) as caught:
        read_pack(write(**changed))
    assert said in str(caught.value)


def test_a_broken_pack_is_one_of_those_that_are_listed(
    site: Path, write: Write, paths: Paths
) -> None:
    write(version="2.0")
    found = known(paths, "made")
    assert isinstance(found, BrokenPack)
    assert "2.0 is wanted" in found.reason


def test_other_bytes_are_found_before_they_are_used(site: Path, write: Write) -> None:
    pack = read_pack(write())
    (site / _PATH).write_bytes(_WEIGHTS.upper())
    assert verify(pack) == ["weights.pth"]
    with pytest.raises(PackDamaged, match=r"made-weights has other bytes in weights\.pth"):
        check_packages(pack)


def test_a_file_of_another_size_is_not_read(site: Path, write: Write) -> None:
    with (site / _PATH).open("r+b") as file:
        file.truncate(2**40)  # takes no room on the disk
    with pytest.raises(PackDamaged, match="has 1099511627776 bytes instead of 7"):
        read_pack(write())


def test_a_file_that_went_is_missing(site: Path, write: Write) -> None:
    (site / _PATH).unlink()
    with pytest.raises(PackDamaged, match=r"weights\.pth is missing"):
        read_pack(write())


def test_a_package_without_a_list_of_its_files_has_none(site: Path) -> None:
    (site / "made_weights-1.0.dist-info" / "RECORD").unlink()
    with pytest.raises(ValueError, match=r"has no made_weights/model/weights\.pth"):
        place_of(PackageFile("made-weights", "1.0", _PATH))


def test_only_a_package_may_have_weights_of_torch(site: Path, write: Write) -> None:
    with pytest.raises(PackDamaged, match=r"weights\.pkl is of a kind that is never loaded"):
        read_pack(write("weights.pkl"))


def test_such_weights_are_not_copied_into_a_pack(site: Path, write: Write, tmp_path: Path) -> None:
    source = source_of(read_pack(write()))
    with pytest.raises(PackRefused, match=r"weights\.pth is of a kind that is never loaded"):
        list(take_in(tmp_path / "stick", source, lambda: False))


def test_other_files_are_copied_into_a_pack_of_their_own(
    site: Path, write: Write, tmp_path: Path
) -> None:
    pack = read_pack(write("notes.md"))
    list(take_in(tmp_path / "stick", source_of(pack), lambda: False))
    copied = read_pack(tmp_path / "stick" / "made")
    assert copied.digest == pack.digest
    assert copied.place_of("notes.md") == tmp_path / "stick" / "made" / "notes.md"


def test_a_package_that_was_exchanged_is_read_again(site: Path) -> None:
    wanted = PackageFile("made-weights", "", _PATH)
    before = place_of(wanted)
    shutil.rmtree(site / "made_weights-1.0.dist-info")
    with pytest.raises(ValueError, match="is not installed"):
        place_of(wanted)
    make_package(site, "made-weights", "2.0", {"made_weights/other.pth": _WEIGHTS})
    with pytest.raises(ValueError, match="made-weights has no made_weights/model"):
        place_of(wanted)
    assert before.is_file()
