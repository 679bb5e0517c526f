"""Nothing half counts: swapping folders, deaths in between, locks, clocks that jump."""

import threading
from pathlib import Path

import pytest

from bench.pack_writing import write_manifest
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.packs.errors import PackBuiltIn, PackBusy, TooLittleSpace
from visret_desktop.packs.events import PackReady, Tally
from visret_desktop.packs.fetching.staging import (
    INCOMING,
    Staging,
    check_space,
    staging,
    unfinished,
)
from visret_desktop.packs.manifest import Pack, PackFile, read_pack, sha256_of
from visret_desktop.packs.registry import find, installed, remembering, remove
from visret_desktop.paths import Paths
from visret_desktop.roles import Role


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


def write_pack(directory: Path, content: bytes = b"{}") -> Pack:
    directory.mkdir(parents=True)
    (directory / "config.json").write_bytes(content)
    return write_manifest(
        directory, name=directory.name, title="", role=Role.ENCODER, spdx="MIT", settings={}
    )


def gather(place: Staging, content: bytes) -> Pack:
    path = place.files / "config.json"
    path.write_bytes(content)
    files = (PackFile("config.json", len(content), sha256_of(path)),)
    return Pack("one", "", Role.ENCODER, "MIT", "", place.files, files, {})


def test_a_finished_pack_takes_the_place_of_the_earlier_one(paths: Paths) -> None:
    write_pack(paths.packs / "one")
    with staging(paths.packs, "one") as place:
        place.finish(gather(place, b"[1]"))
    assert (paths.packs / "one/config.json").read_bytes() == b"[1]"
    assert [path.name for path in (paths.packs / INCOMING).iterdir()] == ["one.lock"]


def test_a_pack_that_lacks_something_does_not(paths: Paths) -> None:
    write_pack(paths.packs / "one")
    with staging(paths.packs, "one") as place:
        pack = gather(place, b"[1]")
        (place.files / "config.json").write_bytes(b"[1, 2]")
        with pytest.raises(PackDamaged, match="6 bytes instead of 3"):
            place.finish(pack)
    assert (paths.packs / "one/config.json").read_bytes() == b"{}"


def test_a_death_between_the_two_renames_brings_the_earlier_version_back(paths: Paths) -> None:
    write_pack(paths.packs / "one")
    (paths.packs / INCOMING).mkdir()
    (paths.packs / "one").rename(paths.packs / INCOMING / "one.old-12345678")
    with staging(paths.packs, "one"):
        assert read_pack(paths.packs / "one").name == "one"
    write_pack(paths.packs / INCOMING / "one.old-87654321")
    with staging(paths.packs, "one"):
        assert not list((paths.packs / INCOMING).glob("one.old-*"))


def test_a_lock_keeps_others_out_and_goes_with_its_owner(paths: Paths) -> None:
    with staging(paths.packs, "one"), pytest.raises(PackBusy), staging(paths.packs, "one"):
        pass
    seen = []

    def work() -> None:
        with staging(paths.packs, "one"), staging(paths.packs, "two"):
            seen.append("both")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == ["both"]


def test_what_was_begun_is_told_and_can_be_thrown_away(paths: Paths) -> None:
    with staging(paths.packs, "one") as place:
        place.write_plan({})
        (place.files / "weights.gguf.part").write_bytes(bytes(70))
    (place,) = unfinished(paths.packs)
    assert (place.name, place.gathered_bytes) == ("one", 70)
    assert remove(paths, "one").freed_bytes >= 70
    assert list(unfinished(paths.packs)) == []
    with pytest.raises(PackMissing):
        remove(paths, "one")


def test_removing_takes_links_and_leaves_what_they_lead_to(paths: Paths, tmp_path: Path) -> None:
    other = write_pack(tmp_path / "one")
    paths.packs.mkdir(parents=True)
    (paths.packs / "one").symlink_to(other.directory)
    remove(paths, "one")
    assert not (paths.packs / "one").is_symlink()
    assert read_pack(other.directory) == other


def test_built_in_packs_stay(paths: Paths) -> None:
    with pytest.raises(PackBuiltIn):
        remove(paths, "starter")


def test_an_offline_pack_can_be_forgotten(paths: Paths, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "drive" / "one")
    list(remembering(paths, pack.directory.parent, pack, iter([PackReady(pack)])))
    assert find(paths, "one") == pack
    (tmp_path / "drive").rename(tmp_path / "pulled")
    with pytest.raises(PackMissing, match="Plug in its drive"):
        find(paths, "one")
    remove(paths, "one")
    assert "one" not in [each.name for each in installed(paths)]
    assert read_pack(tmp_path / "pulled" / "one").name == "one"


def test_an_unreadable_note_of_a_pack_elsewhere_is_damage(paths: Paths) -> None:
    paths.packs.mkdir(parents=True)
    (paths.packs / "one.elsewhere.json").write_text("[")
    (broken,) = [each for each in installed(paths) if each.name == "one"]
    assert not isinstance(broken, Pack)
    remove(paths, "one")
    assert "one" not in [each.name for each in installed(paths)]


def test_more_than_is_free_is_refused(tmp_path: Path) -> None:
    check_space(tmp_path, 0)
    with pytest.raises(TooLittleSpace, match=r"not enough for 1000000\.0 GB more"):
        check_space(tmp_path, 10**15)


def test_rates_follow_the_last_seconds_and_a_clock_that_never_jumps() -> None:
    now = [100.0]
    tally = Tally(lambda: now[0])
    for _ in range(40):
        now[0] += 0.5
        tally.add(500)
    told = tally.progress("one", "fetch", 1000, 41_000)
    assert told.bytes_per_second == pytest.approx(1000, rel=0.1)
    assert told.done_bytes == 21_000
    assert told.seconds_left == pytest.approx(20, rel=0.1)
    now[0] += 60
    assert tally.progress("one", "fetch", 1000, 41_000).bytes_per_second < 200


def test_nothing_is_said_of_a_rate_that_is_not_known_yet() -> None:
    told = Tally(lambda: 5.0).progress("one", "fetch", 0, 10)
    assert (told.bytes_per_second, told.seconds_left) == (-1.0, -1.0)
