"""Copies of real photos to measure with."""

from pathlib import Path

import pytest
from PIL import Image

from bench.institution.copied_photos import NoPhotosToCopy, write_copies, write_enlarged
from visret_desktop import file_changes


def test_copies_are_the_same_picture_with_other_bytes(tmp_path: Path) -> None:
    Image.new("RGB", (2000, 1000), "teal").save(tmp_path / "large.jpg")
    Image.new("RGB", (100, 100), "red").save(tmp_path / "small.jpg")
    with file_changes.temporary_folder() as folder:
        hashes = write_copies(tmp_path, folder, 3)
        assert len(set(hashes.values())) == 3
        pictures = {Image.open(path).convert("RGB").tobytes() for path in hashes}
    assert len(pictures) == 1


def test_pictures_are_enlarged_to_what_cameras_make(tmp_path: Path) -> None:
    picture = Image.new("RGB", (2000, 1000), "teal")
    exif = picture.getexif()
    exif[0x0110] = "HC500"
    picture.save(tmp_path / "large.jpg", exif=exif)
    with file_changes.temporary_folder() as folder:
        write_enlarged(tmp_path, folder, 12)
        (path,) = folder.glob("*.jpg")
        with Image.open(path) as enlarged:
            assert enlarged.width == pytest.approx(2 * enlarged.height, abs=2)
            assert enlarged.width * enlarged.height == pytest.approx(12e6, rel=0.01)
            assert enlarged.getexif()[0x0110] == "HC500"


def test_a_folder_of_small_pictures_is_refused(tmp_path: Path) -> None:
    Image.new("RGB", (100, 100), "red").save(tmp_path / "small.jpg")
    with (
        file_changes.temporary_folder() as folder,
        pytest.raises(NoPhotosToCopy, match="2 megapixels"),
    ):
        write_copies(tmp_path, folder, 1)
