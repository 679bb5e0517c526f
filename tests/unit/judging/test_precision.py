"""Fewer bits on own photos: checked, refused or set, and then taken up without a break."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench import fieldbook_world
from tests.made_ready import forget_forms
from visret_desktop import settings as settings_file
from visret_desktop.cli.main import main
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.search_job import search
from visret_desktop.judgments import Judgments
from visret_desktop.models.encoders.compiled import find_compiled
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.settings import Settings

PHOTOS = 120


@pytest.fixture
def photos(home: Paths, tmp_path: Path) -> Iterator[Path]:
    """A library of drawn pictures; an accepted form does not stay for other tests."""
    fieldbook_world.write_world(tmp_path / "world", 5, PHOTOS, 2)
    folder = tmp_path / "world" / "photos"
    _index(home, Settings(encoder_precision="fp32"), folder)
    yield folder
    forget_forms(home.compiled)


def _index(home: Paths, settings: Settings, folder: Path) -> None:
    with Library.open(home, settings) as library:
        list(index_folders(library, IndexFolders(folders=(str(folder),)), Control(2)))


def _answering(home: Paths, settings: Settings) -> tuple[str, int]:
    """Return the name of the encoder that answers, and how many photos it knows."""
    request = Search(terms=(QueryTerm("a bird"),), strategy="original")
    with Library.open(home, settings) as library:
        *_, last = [e for e in search(library, request) if isinstance(e, Ranked)]
        return library.encoder.name, len(last.hits)


@pytest.mark.benchmark
def test_the_switch_is_allowed_only_after_the_check(
    home: Paths, photos: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pack = registry.find(home, "starter")
    plain = f"{pack.name}-{pack.digest}"
    wish = Settings(encoder_precision="int8")
    assert _answering(home, wish) == (plain, PHOTOS)  # a wish alone changes nothing
    judgments = Judgments.open(home.judgments)
    judgments.mark("an ivory duck flying", next(photos.iterdir()), True)
    judgments.save()
    code = main(["bench", "precision", "--use", "--json"])
    body = json.loads(capsys.readouterr().out)
    assert (body["photos"], body["queries"], body["needed"]) == (PHOTOS, 1, 0.98)
    assert body["agreement"] == min(body["agreement_by_photos"], body["agreement_by_words"])
    assert body["speed"] > 0
    assert f"{body['agreement']:.1%}" in body["sentence"]
    assert body["is_allowed"] is (body["agreement"] >= 0.98) is (code == 0)
    compiled = find_compiled(pack, home)
    assert compiled is not None
    assert compiled.visual_in(body["precision"]).exists() is body["is_allowed"]
    chosen = settings_file.load(home.settings)
    allowed = body["precision"] if body["is_allowed"] else "automatic"
    assert chosen.encoder_precision == allowed


@pytest.mark.benchmark
def test_what_was_accepted_is_taken_up_when_it_has_seen_all(home: Paths, photos: Path) -> None:
    pack = registry.find(home, "starter")
    plain = f"{pack.name}-{pack.digest}"
    (form,) = [path / "visual.int8.onnx" for path in home.compiled.glob(plain)]
    # The plain form stands in for one that was accepted: only its name matters here.
    form.write_bytes((form.parent / "visual.onnx").read_bytes())
    wish = Settings(encoder_precision="int8")
    assert _answering(home, wish) == (plain, PHOTOS)
    _index(home, wish, photos)
    assert _answering(home, wish) == (f"{plain}-int8", PHOTOS)
    assert _answering(home, Settings(encoder_precision="fp32")) == (
        plain,
        PHOTOS,
    )  # going back costs nothing


def test_too_few_photos_cannot_tell(home: Paths, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "precision"]) == 2
    assert "needs 100 photos" in capsys.readouterr().err
