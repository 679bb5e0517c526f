"""Which encoder is for which folders: the demonstration has its own, all else the one in use."""

from contextlib import closing
from pathlib import Path

import pytest

from visret_desktop.engine.models.encoder_choice import Division, divided
from visret_desktop.file_changes import claim
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.folders.folder_probe import FolderProbe
from visret_desktop.paths import Paths
from visret_desktop.settings import DRAWN, Settings, load

_BUILT_IN = Settings(encoder="everyday")


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    claim(made.data)
    return made


def of(paths: Paths, settings: Settings, *folders: Path) -> tuple[Division, Division | None]:
    with closing(Catalog.open(paths.catalog)) as catalog, FolderProbe(5, lambda: False) as scout:
        for folder in folders:
            folder.mkdir(exist_ok=True, parents=True)
            catalog.roots.add(folder, scout)
        return divided(paths, settings, catalog)


def test_a_person_s_own_folders_go_with_the_encoder_in_use(paths: Paths, tmp_path: Path) -> None:
    assert of(paths, _BUILT_IN, tmp_path / "photos") == (Division(), None)


def test_the_demonstration_alone_needs_no_other_encoder(paths: Paths) -> None:
    assert of(paths, _BUILT_IN, paths.demo) == (Division(DRAWN), None)


def test_both_have_a_side_each(paths: Paths, tmp_path: Path) -> None:
    own, drawn = of(paths, _BUILT_IN, paths.demo, tmp_path / "photos")
    assert own == Division("", frozenset([2]))
    assert drawn == Division(DRAWN, frozenset([1]))


@pytest.mark.parametrize("chosen", ["other", DRAWN])
def test_an_encoder_that_was_chosen_is_for_everything(
    paths: Paths, tmp_path: Path, chosen: str
) -> None:
    found = of(paths, Settings(encoder=chosen), paths.demo, tmp_path / "photos")
    assert found == (Division(), None)


def test_what_an_older_version_had_as_its_default_was_no_choice(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"version": 1, "encoder": "starter", "top_k": 7}')
    assert (load(file).encoder, load(file).top_k) == (Settings().encoder, 7)
    file.write_text('{"version": 2, "encoder": "starter"}')
    assert load(file).encoder == "starter"
