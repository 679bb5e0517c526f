"""The first indexing chooses the encoder's precision; vectors keep theirs."""

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bench.pictures import write_pictures
from tests.made_ready import forget_forms
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing import initial_precision
from visret_desktop.engine.indexing.idle_passes import look_when_idle
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, LookWhenIdle, Message, Progress
from visret_desktop.engine.models.encoder_choice import told_form
from visret_desktop.engine.runtime import Library
from visret_desktop.models.encoders.compiled import ensure_compiled
from visret_desktop.models.encoders.precision_export import make_again
from visret_desktop.models.encoders.precision_selection import (
    CHOICE_NAME,
    FEWEST,
    PrecisionCheck,
    PrecisionChoice,
    find_choice,
)
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.processes import processor
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
        said = _run(library, folder)
        return said, library.reader.embeddings.spaces(), library.encoder.name


def _run(library: Library, folder: Path) -> list[Message]:
    request = IndexFolders(folders=(str(folder),))
    return list(index_folders(library, request, Control(2)))


def _is_choosing(said: list[Message]) -> bool:
    return any(isinstance(one, Progress) and one.stage == "choose" for one in said)


def test_the_first_indexing_chooses_and_later_ones_keep(
    home: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(initial_precision, "_PAYS", FEWEST)  # as if it took no longer than it saves
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


@pytest.mark.parametrize("is_same", [True, False])
def test_what_was_chosen_on_this_processor_is_used_again(
    home: Paths, tmp_path: Path, is_same: bool
) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, 3, 48, 36)
    pack = registry.find(home, "starter")
    compiled = ensure_compiled(pack, home)
    make_again(compiled, "int8")
    name = processor.name() if is_same else "a processor that is not here"
    choice = PrecisionChoice(FEWEST, (PrecisionCheck("int8", 2.2, 1.0),), name)
    (compiled.directory / CHOICE_NAME).write_text(json.dumps(asdict(choice)))
    said, _, answering = _index(home, folder, Settings())
    assert not _is_choosing(said)
    end = "-int8" if is_same else ""
    assert answering == f"{pack.name}-{pack.digest}{end}"


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


def test_it_is_chosen_in_idle_time_where_the_first_photos_were_too_few(
    home: Paths, tmp_path: Path
) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, FEWEST - 1, 48, 36)
    pack = registry.find(home, "starter")
    _index(home, folder, Settings())
    _look_when_idle(home)
    assert find_choice(pack, home) is None
    Image.new("RGB", (80, 60), "teal").save(folder / "one more.jpg")
    said, _, _ = _index(home, folder, Settings())
    assert not _is_choosing(said), "vectors keep their form, and nobody waits for another"
    _look_when_idle(home)
    choice = find_choice(pack, home)
    assert choice is not None
    assert choice.photos == FEWEST


def test_a_form_that_was_chosen_later_is_used_once_it_has_all_photos(
    home: Paths, tmp_path: Path
) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, 12, 48, 36)
    pack = registry.find(home, "starter")
    plain, quick = f"{pack.name}-{pack.digest}", f"{pack.name}-{pack.digest}-int8"
    _index(home, folder, Settings())
    compiled = ensure_compiled(pack, home)
    make_again(compiled, "int8")
    choice = PrecisionChoice(FEWEST, (PrecisionCheck("int8", 2.2, 1.0),))
    (compiled.directory / CHOICE_NAME).write_text(json.dumps(asdict(choice)))
    with Library.open(home, Settings()) as library:
        assert library.encoder.name == plain
        list(look_when_idle(library, LookWhenIdle(), Control(1)))
        assert library.encoder.name == plain, "what is open goes on"
        assert library.reader.embeddings.count(quick) == 12
        _run(library, folder)
        assert library.encoder.name == quick, "a run takes it up"
        assert len(library.indexes.vectors()) == 12
    Image.new("RGB", (80, 60), "teal").save(folder / "one more.jpg")
    _, _, answering = _index(home, folder, Settings())
    assert answering == quick
    with Library.open(home, Settings()) as library:
        counts = [library.reader.embeddings.count(space) for space in (plain, quick)]
        assert counts == [12, 13]
        assert library.encoder.name == quick
        assert "int8" in told_form(pack, "cpu", Settings(), home, library.reader)


def test_the_plain_form_answers_while_another_lacks_photos(home: Paths, tmp_path: Path) -> None:
    folder = tmp_path / "photos"
    write_pictures(folder, 12, 48, 36)
    pack = registry.find(home, "starter")
    plain, quick = f"{pack.name}-{pack.digest}", f"{pack.name}-{pack.digest}-int8"
    _index(home, folder, Settings())
    make_again(ensure_compiled(pack, home), "int8")
    with Library.open(home, Settings()) as library, library.adding() as catalog, catalog.batch():
        (content, *_) = sorted(library.reader.content_hashes())
        catalog.put_embedding(content, quick, np.ones(library.encoder.dimension, np.float32))
    assert _index(home, folder, Settings())[2] == plain


def _look_when_idle(home: Paths) -> None:
    with Library.open(home, Settings(read_words=False)) as library:
        list(look_when_idle(library, LookWhenIdle(), Control(1)))
