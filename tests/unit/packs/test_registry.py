"""Which packs are found, built-in and installed."""

from pathlib import Path

import pytest

from bench.pack_writing import write_manifest
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.packs.manifest import Pack, verify
from visret_desktop.packs.registry import BrokenPack, find, installed
from visret_desktop.paths import Paths
from visret_desktop.roles import Role


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


def install(paths: Paths, name: str) -> Pack:
    directory = paths.packs / name
    directory.mkdir(parents=True)
    (directory / "model.safetensors").write_bytes(b"0")
    return write_manifest(
        directory, name=name, title=name, role=Role.ENCODER, spdx="MIT", settings={}
    )


def test_the_built_in_encoders_are_there_and_whole(paths: Paths) -> None:
    packs = [p for p in installed(paths) if isinstance(p, Pack) and p.role is Role.ENCODER]
    assert [(pack.name, pack.license) for pack in packs] == [
        ("starter", "Apache-2.0"),
        ("everyday", "Apache-2.0 AND MIT"),
    ]
    for pack in packs:
        assert pack.license_url.startswith("https://")
        assert pack.made_by
        assert verify(pack) == []


def test_installed_packs_come_after_the_built_in_ones(paths: Paths) -> None:
    install(paths, "other")
    names = [pack.name for pack in installed(paths)]
    assert names[-1] == "other"
    assert names[0] == "starter"
    assert find(paths, "other").directory == paths.packs / "other"


def test_a_damaged_pack_is_listed_with_its_reason_and_refused(paths: Paths) -> None:
    pack = install(paths, "other")
    (pack.directory / "model.safetensors").write_bytes(b"longer")
    broken = installed(paths)[-1]
    assert isinstance(broken, BrokenPack)
    assert (broken.name, broken.directory) == ("other", pack.directory)
    assert "6 bytes instead of 1" in broken.reason
    with pytest.raises(PackDamaged, match="6 bytes instead of 1"):
        find(paths, "other")


def test_an_unknown_name_is_missing(paths: Paths) -> None:
    with pytest.raises(PackMissing, match="nothing is not installed"):
        find(paths, "nothing")


def test_folders_without_a_manifest_are_no_packs(paths: Paths) -> None:
    (paths.packs / "half-copied").mkdir(parents=True)
    assert "half-copied" not in [pack.name for pack in installed(paths)]
