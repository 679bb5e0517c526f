"""The power goes at any moment: only what was synced is on the disk, and that is a whole library.

Real commands run with recorder.c loaded; then the disk is built as it may have been after any of
the thousands of things that they did to their files.
"""

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Profile
from tests.faults.killing import Photos
from tests.faults.power_cut import RecordedProfile, Recording, build_recorder
from tests.faults.rounds import rounds
from tests.faults.serving import PACK, install_served, served  # noqa: F401 - a fixture
from tests.faults.soundness import assert_nothing_stays_behind, assert_sound, paths_of
from tests.hub.server import Hub
from visret_desktop import settings
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import Finished, IndexFolders
from visret_desktop.engine.runtime import Library
from visret_desktop.settings import Settings

Tell = Callable[[str, int, str], None]
MakeProfile = Callable[[str], Profile]


@pytest.fixture(scope="module")
def recorder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The library that records."""
    return build_recorder(tmp_path_factory.mktemp("recorder"))


@pytest.fixture
def recorded(make_profile: MakeProfile, recorder: Path) -> RecordedProfile:
    """A profile whose commands are recorded."""
    return RecordedProfile(make_profile("recorded").home, recorder)


def index_again(profile: Profile, photos: Photos) -> None:
    """Do in this process what the next `visret index` would do; then all photos are there."""
    paths = paths_of(profile)
    with Library.open(paths, settings.load(paths.settings)) as library:
        request = IndexFolders(1, (str(photos.folder),))
        *_, last = index_folders(library, request, Control(2))
    assert isinstance(last, Finished)
    assert last.summary["problems"] == []
    assert last.summary["photos"] == photos.count


@rounds(4, 300)
@pytest.mark.slow("A library is looked through after each cut.")
def test_while_indexing(
    recorded: RecordedProfile,
    tmp_path: Path,
    ordinary_files: set[str],
    chance: random.Random,
    tally: Tell,
    rounds: int,
) -> None:
    recording = Recording(recorded.home)
    photos = Photos(tmp_path / "photos")
    for count in (150, 3):  # a library is made, and added to; an index is saved, and replaced
        photos.add(count)
        recorded.index(photos.folder)
    recorded.index(photos.folder)  # the description of the index alone
    recording.read(recorded.log)
    for number in range(rounds):
        home = tmp_path / f"disk{number}"
        print(recording.after_cut(chance.randint(0, recording.length), chance, home))
        profile = Profile(home)
        assert_sound(profile)
        index_again(profile, photos)
        assert_sound(profile)
        assert_nothing_stays_behind(profile, ordinary_files)
        shutil.rmtree(home)
    tally("power cut while indexing", rounds, "catalog and index open and agree; the next run ends")


@rounds(2, 60)
def test_while_a_pack_is_installed_and_used(
    recorded: RecordedProfile,
    served: Hub,  # noqa: F811
    tmp_path: Path,
    chance: random.Random,
    tally: Tell,
    rounds: int,
) -> None:
    paths = paths_of(recorded)
    settings.save(paths.settings, Settings(hub_endpoint=served.address))
    recording = Recording(recorded.home)
    _, err = install_served(recorded, "--use").communicate(timeout=60)
    assert settings.load(paths.settings).encoder == PACK, err
    tokenizer = paths.packs / PACK / "tokenizer.json"
    tokenizer.write_bytes(tokenizer.read_bytes()[:-1])  # not noted: the replayed one is whole
    _, err = install_served(recorded).communicate(timeout=60)  # the new version replaces the old
    assert_sound(recorded)
    recording.read(recorded.log)
    for number in range(rounds):
        home = tmp_path / f"disk{number}"
        print(recording.after_cut(chance.randint(0, recording.length), chance, home))
        profile = Profile(home)
        assert_sound(profile)
        chosen = settings.load(paths_of(profile).settings)
        assert chosen.hub_endpoint == served.address, "there are settings, those before or after"
        if chosen.encoder == PACK:
            assert (paths_of(profile).packs / PACK).is_dir()
        _, err = install_served(profile, "--use").communicate(timeout=60)
        assert settings.load(paths_of(profile).settings).encoder == PACK, err
        assert_sound(profile)
        assert [path.name for path in (paths_of(profile).packs / ".incoming").iterdir()] == [
            f"{PACK}.lock"
        ]
        shutil.rmtree(home)
    tally("power cut while a model pack is installed", rounds, "whole or not there; goes on")
