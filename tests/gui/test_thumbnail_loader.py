"""Loading in the background: order, staleness, absence, memory, damaged stores."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import shiboken6
from PIL import Image
from PySide6.QtCore import QMetaMethod, QObject, QRect, QSize
from PySide6.QtGui import QImage, QPainter, QPalette
from pytestqt.qtbot import QtBot

from tests.gui.entries import entry, hash_of, write_thumbnails
from visret_desktop.gui.grid.photo_painter import CellStyle, PhotoPainter
from visret_desktop.gui.pictures import thumbnail_loader
from visret_desktop.gui.pictures.photo_decoding import to_qt
from visret_desktop.gui.pictures.thumbnail_loader import (
    ThumbnailLoader,
    decode_thumbnail,
    fitting,
)
from visret_desktop.library.photos.thumbnails import ThumbnailStore, make_thumbnail

Make = Callable[[Path], ThumbnailLoader]


@pytest.fixture
def make(qapp: object) -> Iterator[Make]:
    made: list[ThumbnailLoader] = []

    def loader(path: Path) -> ThumbnailLoader:
        made.append(ThumbnailLoader(path))
        return made[-1]

    yield loader
    for one in made:
        one.close()


def test_loads_what_is_wanted_in_its_order(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    loader = make(write_thumbnails(tmp_path / "t.db", range(8), (384, 256)))
    heard: list[tuple[str, QSize]] = []
    loader.loaded.connect(lambda content_hash, image: heard.append((content_hash, image.size())))
    loader.set_wanted([hash_of(n) for n in range(8)])
    qtbot.waitUntil(lambda: len(heard) == 8)
    assert [content_hash for content_hash, _ in heard] == [hash_of(n) for n in range(8)]
    assert {(size.width(), size.height()) for _, size in heard} == {(384, 256)}


def test_what_scrolled_away_is_not_loaded(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    loader = make(write_thumbnails(tmp_path / "t.db", range(400), (384, 256)))
    heard: list[str] = []
    loader.loaded.connect(lambda content_hash, _: heard.append(content_hash))
    for start in range(0, 400, 20):  # twenty screens flash by
        loader.set_wanted([hash_of(n) for n in range(start, start + 20)])
    last = {hash_of(n) for n in range(380, 400)}
    qtbot.waitUntil(lambda: last <= set(heard))
    assert len(heard) < 200
    assert len(heard) == len(set(heard))


def test_a_request_goes_before_all_others(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    loader = make(write_thumbnails(tmp_path / "t.db", range(300), (96, 64)))
    heard: list[str] = []
    loader.loaded.connect(lambda content_hash, _: heard.append(content_hash))
    loader.set_wanted([hash_of(n) for n in range(299)])
    loader.request(hash_of(299))
    qtbot.waitUntil(lambda: len(heard) == 300)
    assert heard.index(hash_of(299)) < 150
    loader.request(hash_of(299))
    assert loader.image(hash_of(299)) is not None


def test_scaled_copies_fit_the_cell(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    loader = make(write_thumbnails(tmp_path / "t.db", [1], (384, 256)))
    for box, expected in ((QSize(100, 90), (100, 67)), (QSize(60, 30), (45, 30))):
        with qtbot.waitSignal(loader.loaded):
            loader.set_wanted([hash_of(1)], {hash_of(1): box})
        scaled = loader.scaled(hash_of(1))
        assert scaled is not None
        assert (scaled.width(), scaled.height()) == expected
    with qtbot.waitSignal(loader.loaded):
        loader.request(hash_of(1))
    whole = loader.image(hash_of(1))
    assert whole is not None
    assert whole.width() == 384


def test_small_pictures_are_not_enlarged() -> None:
    assert fitting((40, 30), (400, 400)) == (40, 30)
    assert fitting((4000, 1), (100, 100)) == (100, 1)
    jpeg = make_thumbnail(Image.new("RGB", (384, 256), (200, 30, 30)), 384)
    small = decode_thumbnail(jpeg, (96, 200))
    assert small.size == (96, 64)
    assert small.getpixel((50, 30)) == pytest.approx((200, 30, 30), abs=4)


def test_a_photo_is_seen_whole_where_it_is_enlarged_and_faint(qapp: object) -> None:
    """As on an offline drive: of every sixth photo there was but a sliver."""
    image = to_qt(Image.new("RGB", (384, 165), "black"))
    canvas, place = QImage(431, 185, QImage.Format.Format_RGB32), QRect(0, 0, 431, 185)
    canvas.fill("white")
    painter = QPainter(canvas)
    offline = entry(1, online=False)
    PhotoPainter("offline", "new").paint(painter, place, offline, image, QPalette(), CellStyle())
    painter.end()
    below_the_badge = [(x, y) for x in range(0, 431, 10) for y in range(30, 185, 10)]
    seen = {canvas.pixelColor(*point).lightness() for point in below_the_badge}
    assert max(seen) < 0.5 * 255


def test_damaged_thumbnails_are_absent(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    path = write_thumbnails(tmp_path / "t.db", [1], (384, 256))
    store = ThumbnailStore(path)
    store.put_many(
        [(hash_of(2), b"no picture"), (hash_of(3), (store.get(hash_of(1)) or b"")[:300])]
    )
    store.close()
    loader = make(path)
    with qtbot.waitSignal(loader.loaded):
        loader.set_wanted([hash_of(2), hash_of(3), hash_of(1)])
    assert loader.image(hash_of(2)) is None
    assert loader.image(hash_of(3)) is None


def test_objects_may_be_destroyed_while_thumbnails_load(
    qtbot: QtBot, make: Make, tmp_path: Path
) -> None:
    """Threads that waited for Qt's locks with the GIL in hand would stop the window for ever."""

    class Noticing(QObject):
        def disconnectNotify(self, signal: QMetaMethod) -> None:
            super().disconnectNotify(signal)

    loader = make(write_thumbnails(tmp_path / "t.db", range(300), (384, 256)))
    hashes = [hash_of(n) for n in range(300)]
    loader.set_wanted(hashes, dict.fromkeys(hashes, QSize(100, 80)))

    def is_done() -> bool:
        for _ in range(50):
            sender, receiver = Noticing(), Noticing()
            for _ in range(10):
                sender.destroyed.connect(receiver.deleteLater)
            shiboken6.delete(receiver)
            shiboken6.delete(sender)
        return all(loader.image(hash_of(n)) is not None for n in range(300))

    qtbot.waitUntil(is_done)


def test_absent_thumbnails_are_asked_for_again(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    path = write_thumbnails(tmp_path / "t.db", [1], (384, 256))
    loader = make(path)
    with qtbot.waitSignal(loader.loaded):
        loader.set_wanted([hash_of(2), hash_of(1)])
    assert loader.image(hash_of(2)) is None
    write_thumbnails(path, [2], (384, 256))
    with qtbot.waitSignal(loader.loaded) as heard:
        loader.retry_absent()
        loader.set_wanted([hash_of(2)])
    assert heard.args[0] == hash_of(2)


def test_a_damaged_store_shows_nothing_and_comes_back(
    qtbot: QtBot, make: Make, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "t.db"
    path.write_bytes(b"no database " * 1000)
    loader = make(path)
    loader.set_wanted([hash_of(1)])
    qtbot.waitUntil(lambda: "not a database" in caplog.text)
    path.unlink()
    write_thumbnails(path, [1], (384, 256))

    def is_loaded() -> bool:
        loader.retry_absent()
        loader.set_wanted([hash_of(1)])
        return loader.image(hash_of(1)) is not None

    qtbot.waitUntil(is_loaded)


def test_connections_do_not_pile_up(
    qtbot: QtBot, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[sqlite3.Connection] = []
    connect = sqlite3.connect

    def counting(*arguments: object, **named: object) -> sqlite3.Connection:
        opened.append(connect(*arguments, **named))  # type: ignore[call-overload]
        return opened[-1]

    loader = make(write_thumbnails(tmp_path / "t.db", range(20), (32, 24)))
    monkeypatch.setattr(sqlite3, "connect", counting)
    for number in range(20):
        with qtbot.waitSignal(loader.loaded):
            loader.set_wanted([hash_of(number)])
    assert 1 <= len(opened) <= 2


def test_what_is_wanted_always_fits(
    qtbot: QtBot, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A very large screen takes what it takes; a smaller one brings it down again."""
    monkeypatch.setattr(thumbnail_loader, "_SCALED_BYTES", 5 * 96 * 64 * 4)
    loader = make(write_thumbnails(tmp_path / "t.db", range(40), (96, 64)))
    hashes = [hash_of(n) for n in range(40)]
    loader.set_wanted(hashes[:30], dict.fromkeys(hashes[:30], QSize(96, 64)))
    qtbot.waitUntil(lambda: all(loader.scaled(h) is not None for h in hashes[:30]))
    loader.set_wanted(hashes[30:33], dict.fromkeys(hashes[30:33], QSize(96, 64)))
    qtbot.waitUntil(lambda: all(loader.scaled(h) is not None for h in hashes[30:33]))
    assert sum(loader.scaled(h) is not None for h in hashes) == 5


def test_a_store_without_a_file_is_empty(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    """The window opens before the first photo was ever indexed."""
    path = tmp_path / "new" / "t.db"
    loader = make(path)
    loader.set_wanted([hash_of(1)])
    qtbot.waitUntil(lambda: hash_of(1) in loader._absent)
    assert loader.image(hash_of(1)) is None
    assert not path.parent.exists(), "who only reads makes nothing"


def test_what_was_requested_does_not_scroll_away(qtbot: QtBot, make: Make, tmp_path: Path) -> None:
    loader = make(write_thumbnails(tmp_path / "t.db", range(40), (384, 256)))
    heard: list[str] = []
    loader.loaded.connect(lambda content_hash, _: heard.append(content_hash))
    for n in range(10):
        loader.request(hash_of(n))
    loader.set_wanted([hash_of(n) for n in range(20, 30)])
    wanted = {hash_of(n) for n in (*range(10), *range(20, 30))}
    qtbot.waitUntil(lambda: wanted <= set(heard))


def test_what_is_wanted_after_closing_is_not_loaded(
    qtbot: QtBot, make: Make, tmp_path: Path
) -> None:
    """As a window that closes may be told of other photos by its engine."""
    loader = make(write_thumbnails(tmp_path / "t.db", [1, 2], (384, 256)))
    loader.close()
    with qtbot.assertNotEmitted(loader.loaded, wait=50):
        loader.set_wanted([hash_of(1)])
        loader.request(hash_of(2))
