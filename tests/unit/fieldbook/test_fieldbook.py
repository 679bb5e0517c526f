"""The drawn world: the same spec the same picture, and a library to find it in."""

import json
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from visret_desktop.errors import PhotoUnreadable
from visret_desktop.fieldbook.demo import BOOK, write_demo
from visret_desktop.fieldbook.grammar import description, phrase
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec, random_spec
from visret_desktop.fieldbook.world import SPECIES, VIEWS
from visret_desktop.library.photos.imaging import decode_file
from visret_desktop.library.photos.metadata import read_metadata


def test_same_spec_same_picture_at_any_size() -> None:
    stream = Random(4)
    for _ in range(8):
        spec = random_spec(stream)
        assert np.array_equal(render(spec, 64), render(spec, 64))
        large = Image.fromarray(render(spec, 512)).resize((64, 64), Image.Resampling.BOX)
        assert np.abs(np.asarray(large, float) - render(spec, 64)).mean() < 8


def test_every_subject_looks_different() -> None:
    pictures = {
        (name, view): render(Spec(name, view, 1, _home(name), "day", 7), 48).astype(float)
        for name, look in SPECIES.items()
        for view in VIEWS[look["group"]]
    }
    assert len(pictures) >= 100
    for (first, one), (second, other) in combinations(pictures.items(), 2):
        if SPECIES[first[0]]["group"] == SPECIES[second[0]]["group"]:
            assert np.abs(one - other).mean() > 0.5, (first, second)


def _home(name: str) -> str:
    return "reef" if SPECIES[name]["group"] == "fish" else "meadow"


def test_words() -> None:
    assert phrase("tarn heron", "flying") == "a tarn heron flying with wings spread"
    assert phrase("ivory duck") == "an ivory duck"
    assert phrase("marl daisy", "plant", 3) == "three marl daisies plant"
    spec = Spec("moss owl", "nest", 1, "snow", "dusk", 1)
    assert description(spec) == "a moss owl on a nest with eggs in the snow at dusk"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("demonstration")
    write_demo(directory, 40, processes=2)
    return directory


def test_library_has_photos_with_metadata(library: Path) -> None:
    book = json.loads((library / BOOK).read_text())
    assert len(book["files"]) == book["photos"] == 40
    for relative in book["files"]:
        path = library / relative
        found, _ = read_metadata(decode_file(path), path.read_bytes(), path.name, None)
        assert found.taken_at is not None
        assert found.latitude is not None
        assert found.camera is not None
    assert all(query["relevant"] for query in book["queries"])


def test_turned_photos_are_upright(library: Path) -> None:
    book = json.loads((library / BOOK).read_text())
    turned = 0
    for relative, facts in book["files"].items():
        with Image.open(library / relative) as stored:
            turned += stored.getexif().get(0x0112, 1) != 1
        if facts:
            image = decode_file(library / relative).image
            drawn = render(Spec(**facts), *image.size)
            assert np.abs(np.asarray(image, float) - drawn).mean() < 10
    assert turned


def test_library_has_oddities(library: Path) -> None:
    odd = library / "odds and ends"
    first = sorted(library.glob("2*/*.jpg"))[0]
    assert (odd / "a copy.jpg").read_bytes() == first.read_bytes()
    assert decode_file(odd / "almost whole.jpg").warning
    for name in ("mostly lost.jpg", "empty.jpg", "a letter.jpg"):
        with pytest.raises(PhotoUnreadable):
            decode_file(odd / name)


def test_it_is_drawn_where_windows_cannot_open(tmp_path: Path) -> None:
    """Drawing in other processes, which would be waited for in vain if they ended."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "xcb", "DISPLAY": ""}
    command = [sys.executable, "-m", "visret_desktop.fieldbook.demo", str(tmp_path / "drawn")]
    result = subprocess.run([*command, "--photos", "8"], env=environment, timeout=120, check=False)
    assert result.returncode == 0
    assert len(list((tmp_path / "drawn").rglob("*.jpg"))) >= 8
