"""Photos of one moment are one witness: bursts, copies and crops."""

from io import BytesIO
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageEnhance

from visret_desktop.engine.answers.moments import EdgePicture, Moments
from visret_desktop.errors import Cancelled
from visret_desktop.library.photos.thumbnails import ThumbnailStore
from visret_desktop.library.records import PhotoRow


def picture(seed: int) -> Image.Image:
    coarse = np.random.default_rng(seed).integers(0, 256, (16, 24, 3), np.uint8)
    return Image.fromarray(coarse).resize((384, 256), Image.Resampling.BICUBIC)


def row(name: str, taken: str = "", burst: int = 0) -> PhotoRow:
    key = taken or "-2024-05-01T10:00:00"
    return PhotoRow(1, name, f"/{name}", name, taken or None, 384, 256, True, key, burst)


def are_one_picture(one: Image.Image, other: Image.Image) -> bool:
    return EdgePicture(one).is_one_with(EdgePicture(other))


def moments(
    pictures: dict[str, Image.Image], rows: list[PhotoRow], store: ThumbnailStore
) -> list[int]:
    for name, one in pictures.items():
        buffer = BytesIO()
        one.convert("RGB").save(buffer, "JPEG")
        store.put_many([(name, buffer.getvalue())])
    known = Moments(store, {one.content_hash: [one] for one in rows})
    return [known.of(one.content_hash) for one in rows]


@pytest.fixture
def store(tmp_path_factory: pytest.TempPathFactory) -> ThumbnailStore:
    return ThumbnailStore(tmp_path_factory.mktemp("thumbnails") / "thumbnails.db")


@pytest.mark.parametrize(
    "changed",
    [
        lambda one: one.resize((150, 100)),
        lambda one: one.convert("L"),
        lambda one: ImageEnhance.Brightness(one).enhance(1.3),
        lambda one: one.crop((100, 60, 300, 200)),
        lambda one: one.crop((200, 0, 384, 256)),
    ],
)
def test_a_copy_or_crop_is_found_either_way(changed) -> None:  # type: ignore[no-untyped-def]
    whole = picture(1).convert("L")
    other = changed(picture(1)).convert("L")
    assert are_one_picture(whole, other)
    assert are_one_picture(other, whole)


def test_other_photos_are_other_moments() -> None:
    assert not any(
        are_one_picture(picture(one).convert("L"), picture(one + 20).convert("L"))
        for one in range(8)
    )


def test_a_plain_picture_is_a_crop_of_nothing() -> None:
    assert not are_one_picture(picture(1).convert("L"), Image.new("L", (384, 256), 90))


def sky(seed: int) -> Image.Image:
    stream = np.random.default_rng(seed)
    down, across = np.linspace(0, 1, 256)[:, None], np.linspace(-1, 1, 384)
    top, bottom, side = stream.uniform((60, 150, -15), (140, 240, 15))
    light = top + (bottom - top) * down ** stream.uniform(0.6, 1.6) + side * across
    noise = stream.normal(0, stream.uniform(0, 6), light.shape)
    return Image.fromarray(np.clip(light + noise, 0, 255).astype(np.uint8))


def test_two_plain_skies_are_two_moments() -> None:
    skies = [EdgePicture(sky(seed)) for seed in range(100, 120)]  # the limit was chosen on others
    assert not any(one.is_one_with(other) for one, other in combinations(skies, 2))


@pytest.mark.parametrize("size", [(384, 11), (384, 3), (3, 384), (384, 1), (1, 1)])
def test_a_strip_is_another_photo(size: tuple[int, int]) -> None:
    strip = picture(1).convert("L").resize(size)
    assert not are_one_picture(strip, picture(2).convert("L"))
    assert not are_one_picture(picture(2).convert("L"), strip)


def test_undated_copies_are_one_moment(store: ThumbnailStore) -> None:
    pictures = {"a": picture(1), "b": picture(2), "c": picture(1).crop((40, 20, 340, 240))}
    assert moments(pictures, [row("a"), row("b"), row("c")], store) == [1, 2, 1]


def test_time_says_that_two_alike_are_two_moments(store: ThumbnailStore) -> None:
    pictures = {"a": picture(1), "b": picture(1), "c": picture(1)}
    rows = [
        row("a", "2024-05-01T10:00:00"),
        row("b", "2024-05-01T11:00:00"),
        row("c", "2024-05-01T11:00:30"),
    ]
    assert moments(pictures, rows, store) == [1, 2, 2]


def test_a_burst_is_one_moment_and_a_photo_that_is_gone_is_its_own(store: ThumbnailStore) -> None:
    assert moments({}, [row("a", burst=7), row("b"), row("c", burst=7)], store) == [1, 2, 1]
    known = Moments(store, {})
    assert [known.of("x"), known.of("y"), known.of("x")] == [1, 2, 1]


def test_comparing_stops_when_nobody_waits_any_more(store: ThumbnailStore) -> None:
    rows = [row(name) for name in "abcd"]
    asked = iter([False, False, True])
    known = Moments(store, {one.content_hash: [one] for one in rows}, lambda: next(asked))
    with pytest.raises(Cancelled):
        known.apart(list("abcd"), 4)
    assert next(asked, None) is None


def test_different_moments_come_first(store: ThumbnailStore) -> None:
    rows = [row("a", burst=7), row("b", burst=7), row("c"), row("d", burst=7), row("e")]
    known = Moments(store, {one.content_hash: [one] for one in rows})
    assert known.apart(list("abcde"), 3) == list("acebd")
    assert known.apart(list("abcde"), 2) == list("acbde")
