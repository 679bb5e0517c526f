"""Which rewriter is for which folders: drawings have their own, photos the real language model."""

from contextlib import closing
from pathlib import Path

import pytest

from visret_desktop.engine.runtime import Library
from visret_desktop.file_changes import claim
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import DRAWN_REWRITER, Settings

_BUILT_IN = Settings(encoder="everyday", rewriter="smollm2")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    claim(made.data)
    return made


def add(paths: Paths, folder: Path) -> None:
    with closing(Catalog.open(paths.catalog)) as catalog, FolderProbe(5, lambda: False) as scout:
        folder.mkdir(exist_ok=True, parents=True)
        catalog.roots.add(folder, scout)


def rewriters(paths: Paths, settings: Settings) -> list[str]:
    with Library.open(paths, settings) as library:
        return [side.pack(Role.REWRITER).name for side in library.sides]


def test_photos_have_the_real_one_and_drawings_their_own(paths: Paths, tmp_path: Path) -> None:
    add(paths, paths.demo)
    assert rewriters(paths, _BUILT_IN) == [DRAWN_REWRITER]
    add(paths, tmp_path / "photos")
    assert rewriters(paths, _BUILT_IN)[0] == "smollm2"


def test_one_that_was_chosen_is_for_everything(paths: Paths) -> None:
    add(paths, paths.demo)
    chosen = Settings(encoder="everyday", rewriter="other")
    with Library.open(paths, chosen) as library:
        assert not library._is_rewritten_as_drawn()
