"""What visret drew is never indexed, wherever it lies and whatever it is called."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.cli.contact_sheet import sheet_file
from visret_desktop.engine.caches.sketch_cache import preview_png, sketch_png
from visret_desktop.engine.messages import QueryTerm, Search
from visret_desktop.library.photos.sketch_tag import drawn_file, is_drawn

PICTURE = Image.fromarray(np.random.default_rng(1).integers(0, 256, (64, 64, 3), np.uint8))


def other_program(png: bytes) -> bytes:
    """Save a picture as a JPEG, with the XMP it had."""
    with Image.open(BytesIO(png)) as opened:
        buffer = BytesIO()
        xmp = opened.info["XML:com.adobe.xmp"].encode()
        opened.convert("RGB").save(buffer, "JPEG", xmp=xmp)
    return buffer.getvalue()


def test_sketches_sheets_and_previews_are_no_photos(desk: Desk, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    sketch = sketch_png(PICTURE, "an owl & a <jay>" * 500, 7, "model-1")
    drawn = {
        "sketch.png": sketch,
        "renamed.jpg": sketch,
        "preview.png": preview_png(np.asarray(PICTURE)),
        "sheet.png": sheet_file(".png", "owl", (), lambda _: None),
        "sheet.jpg": sheet_file(".jpg", "owl", (), lambda _: None),
        "copy.png": drawn_file(PICTURE, ".png"),
        "exported.jpg": other_program(sketch),
    }
    for name, data in drawn.items():
        (folder / name).write_bytes(data)
    summary = desk.index(folder)
    assert (summary["photos"], summary["indexed"]) == (0, 0)
    problems = desk.library.reader.problems()
    assert sorted(Path(problem.path).name for problem in problems) == sorted(drawn)
    assert {(p.code, p.indexed) for p in problems} == {("drawn", False)}
    assert all("visret drew" in p.reason and "not a photo" in p.reason for p in problems)
    assert desk.index(folder)["unchanged"] == len(drawn)  # not read again


def test_a_photo_that_becomes_a_sketch_leaves_the_library(desk: Desk, tmp_path: Path) -> None:
    photo = write_photo(tmp_path / "photos" / "a.jpg", 1)
    write_photo(tmp_path / "photos" / "b.jpg", 2)
    assert desk.index(photo.parent)["photos"] == 2
    photo.write_bytes(sketch_png(PICTURE, "an owl", 7, "model-1"))
    assert desk.index(photo.parent)["photos"] == 1


def test_a_sketch_can_still_be_searched_by(desk: Desk, photos: Path, tmp_path: Path) -> None:
    desk.index(photos)
    sketch = tmp_path / "sketch.png"
    sketch.write_bytes(sketch_png(PICTURE, "an owl", 7, "model-1"))
    assert len(desk.search(Search(terms=(QueryTerm(image=str(sketch)),))).hits) == 12


@pytest.mark.parametrize("text", ["", "a photograph", "generated sketch", "drawn by visret"])
def test_other_pictures_are_not_taken_for_ours(text: str) -> None:
    info, buffer = PngInfo(), BytesIO()
    info.add_text("Synthetic", text)
    PICTURE.save(buffer, "PNG", pnginfo=info)
    assert not is_drawn(buffer.getvalue())
