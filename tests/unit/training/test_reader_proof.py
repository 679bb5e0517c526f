"""The pictures that a reader is proved with show more than that it draws boxes somewhere."""

from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from bench.pack_writing import write_manifest
from training.box_writing import written
from training.reader_proof import write_proof
from visret_desktop.models.answering.box_check import LEAST_OVERLAP, Proof, overlap, proofs_of
from visret_desktop.models.answering.reader_regions import BOX_FORMATS
from visret_desktop.packs import strict_json
from visret_desktop.paths import bundled
from visret_desktop.roles import Role

STARTER = Path(str(bundled("starter", "reader")))


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> list[Proof]:
    directory = tmp_path_factory.mktemp("reader")
    for name in ("model.gguf", "mmproj.gguf"):
        copyfile(STARTER / name, directory / name)
    settings: dict[str, Any] = strict_json.read(STARTER / "manifest.json")["settings"]
    write_proof(directory, settings)
    pack = write_manifest(
        directory, name="proved", title="", role=Role.READER, spdx="MIT", settings=settings
    )
    return [one for one in proofs_of(pack) if one.boxes]


def test_the_built_in_pack_has_what_is_written_here(proofs: list[Proof]) -> None:
    stored = strict_json.read(STARTER / "proof.json")
    assert [one["question"] for one in stored if "boxes" in one] == [one.question for one in proofs]
    assert sum(one["question"].startswith("how many") for one in stored) == 3


def test_they_are_wide_high_and_square(proofs: list[Proof]) -> None:
    assert [one.picture.pixels.shape for one in proofs] == [(72, 96, 3), (96, 72, 3), (96, 96, 3)]


def test_another_order_of_the_numbers_fails(proofs: list[Proof]) -> None:
    right, exchanged = (
        BOX_FORMATS[f"hundredths of the padded square{order}"] for order in ("", " y first")
    )
    for one in proofs:
        height, width, _ = one.picture.pixels.shape
        text = written(right, one.boxes, (width, height))
        again = exchanged.read(text, (width, height))
        assert overlap(again, one.boxes) < LEAST_OVERLAP
