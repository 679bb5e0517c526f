"""Thumbnails come back as they went in, for any number of threads."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from visret_desktop.library.photos.thumbnails import ThumbnailStore, make_thumbnail


def test_thumbnail_is_small_and_keeps_its_aspect() -> None:
    jpeg = make_thumbnail(Image.new("RGB", (1600, 900), "teal"), 384)
    with Image.open(BytesIO(jpeg)) as small:
        assert small.size == (384, 216)
        assert small.format == "JPEG"


def test_small_pictures_are_not_blown_up() -> None:
    with Image.open(BytesIO(make_thumbnail(Image.new("RGB", (20, 10)), 384))) as small:
        assert small.size == (20, 10)


def test_store_keeps_and_forgets(tmp_path: Path) -> None:
    store = ThumbnailStore(tmp_path / "cache" / "thumbnails.db")
    assert store.get("a") is None
    store.put_many([("a", b"one"), ("b", b"two")])
    assert store.get("a") == b"one"
    assert store.missing(["a", "b", "c"]) == {"c"}
    other = ThumbnailStore(tmp_path / "cache" / "thumbnails.db")
    assert other.get("b") == b"two"
    assert store.prune(["a"]) == 1
    assert other.get("b") is None
    assert store.size_bytes() > 0
    store.close()
    other.close()
