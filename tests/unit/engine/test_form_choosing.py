"""The first indexing chooses the encoder's precision; vectors keep theirs."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from tests.made_ready import forget_forms
from visret_desktop.engine.indexing.control import IndexControl
from visret_desktop.engine.indexing.indexing import index_folders
from visret_desktop.engine.messages import IndexFolders, Message, Progress
from visret_desktop.engine.models.encoder_choice import told_form
from visret_desktop.engine.runtime import Library
from visret_desktop.evaluation.indexing_speed import write_pictures
from visret_desktop.models.compiled import ensure_compiled
from visret_desktop.models.precision_choice import FEWEST, make_again
from visret_desktop.models.quantization import find_choice
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings


@pytest.fixture
def home(paths: Paths, starter_pack: Callable[[Role], Pack]) -> Paths:
    """A library with an encoder of its own, of which other tests do not see what was chosen."""
    pack = starter_pack(Role.ENCODER)
    link = paths.compiled / f"{pack.name}-{pack.digest}"
    shared = link.resolve()
    link.unlink()
    shutil.copytree(shared, link)
    return paths


def _index(home: Paths, folder: Path, settings: Settings) -> tuple[list[Message], list[str], str]:
    """Index; return what was said, the spaces, and which encoder answers."""
    with Library.open(home, settings) as library:
        request = IndexFolders(folders=(str(folder),))
        said = list(index_folders(library, request, IndexControl(2)))
        return said, library.reader.embeddings.spaces(), library.encoder.name


def _is_choosing(said: list[Message]) -> bool:
    return any(isinstance(one, Progress) and one.stage == "choose" for one in said)


def test_the_first_indexing_chooses_and_later_ones_keep(home: Paths, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, FEWEST + 20, 96, 72)
    automatic = Settings()
    said, spaces, answering = _index(home, folder, automatic)
    assert _is_choosing(said)
    pack = registry.find(home, "starter")
    choice = find_choice(pack, home)
    assert choice is not None
    end = "" if choice.precision == "fp32" else f"-{choice.precision}"
    assert spaces == [answering] == [f"{pack.name}-{pack.digest}{end}"]
    with Library.open(home, automatic) as library:
        assert library.reader.embeddings.count(answering) == FEWEST + 20
        told = told_form(pack, "cpu", automatic, home, library.reader)
        assert told == f"{choice.precision}: {choice.sentence()}"
    Image.new("RGB", (80, 60), "teal").save(folder / "later.jpg")
    forget_forms(home.compiled)  # as after files were damaged and made anew
    said, spaces, again = _index(home, folder, automatic)
    assert not _is_choosing(said)
    assert (spaces, again) == ([answering], answering)


def test_few_photos_cannot_tell(home: Paths, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, 12, 96, 72)
    said, spaces, answering = _index(home, folder, Settings())
    pack = registry.find(home, "starter")
    assert not _is_choosing(said)
    assert spaces == [answering] == [f"{pack.name}-{pack.digest}"]


def test_vectors_keep_their_form(home: Paths, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, 12, 96, 72)
    pack = registry.find(home, "starter")
    make_again(ensure_compiled(pack, home), "int8")
    _, spaces, answering = _index(home, folder, Settings(encoder_precision="int8"))
    assert spaces == [answering] == [f"{pack.name}-{pack.digest}-int8"]
    assert _index(home, folder, Settings())[2] == answering
