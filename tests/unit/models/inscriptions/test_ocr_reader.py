"""Words are read in pictures, and pictures without words give none."""

import subprocess
import sys

import numpy as np
import pytest
from PIL import Image

from tests.unit.models.inscriptions.lettering import lettered, strip
from visret_desktop.models.ocr.ocr_reader import InscriptionReader
from visret_desktop.ocr_lines import InscribedLine, from_json, to_json


@pytest.fixture(scope="module")
def reader() -> InscriptionReader:
    return InscriptionReader()


def texts(reader: InscriptionReader, picture: Image.Image) -> list[str]:
    return [line.text for line in reader.lines(picture)]


def test_lines_are_read_from_the_top_down(reader: InscriptionReader) -> None:
    assert texts(reader, lettered("ENTRANCE", "Frogs 2023")) == ["ENTRANCE", "Frogs 2023"]


@pytest.mark.parametrize("turned", [15, -25, 90, 270])
def test_slanted_and_upright_lines_are_read(reader: InscriptionReader, turned: float) -> None:
    assert texts(reader, lettered("ENTRANCE", size=(640, 640), turned=turned)) == ["ENTRANCE"]


def test_a_line_is_where_it_stands(reader: InscriptionReader) -> None:
    (line,) = reader.lines(lettered("ENTRANCE", size=(640, 480)))
    corners = np.array(line.corners).reshape(4, 2)
    assert corners.mean(axis=0) == pytest.approx([0.5, 0.46], abs=0.06)
    assert (corners[1] - corners[0])[0] > 0.2
    assert corners.min() >= 0
    assert corners.max() <= 1


def test_small_letters_of_an_info_strip_are_read(reader: InscriptionReader) -> None:
    found = " ".join(texts(reader, strip("2018-10-19 10:35:09 PM", "24°C", "RECONYX")))
    assert "2018-10-19" in found
    assert "10:35:09" in found
    assert "RECONYX" in found


@pytest.mark.parametrize("size", [(640, 480), (1, 1), (2, 1600), (1600, 1), (31, 33), (1600, 1600)])
def test_what_has_no_words_gives_none(reader: InscriptionReader, size: tuple[int, int]) -> None:
    assert texts(reader, Image.new("RGB", size, "gray")) == []
    assert texts(reader, Image.radial_gradient("L").resize(size).convert("RGB")) == []


def test_no_part_of_the_package_but_its_weights_is_loaded() -> None:
    script = (
        "import sys\n"
        "from visret_desktop.models.ocr.ocr_reader import InscriptionReader\n"
        "InscriptionReader()\n"
        "print(*{'rapidocr', 'cv2', 'onnxruntime', 'torch', 'requests'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_lines_are_kept_as_they_are() -> None:
    lines = [InscribedLine('say "no" 取扱店', (0.1, 0.2, 0.3, 0.2, 0.3, 0.4, 0.1, 1.0))]
    assert from_json(to_json(lines)) == lines
    assert to_json([]) is None
    assert from_json(None) == []


@pytest.mark.parametrize(
    "kept", ["[", "{}", "[1]", '[["a",[0,0,0,0,0,0,0,9]]]', b"\xff", 3, "[" * 9999]
)
def test_what_is_kept_wrongly_is_nothing(kept: object) -> None:
    assert from_json(kept) == []
