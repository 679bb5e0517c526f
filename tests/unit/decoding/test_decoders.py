"""Decoders from the outside: what they give, how long they are kept, what lying ones achieve."""

import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import numpy as np
import psutil
import pytest
import xxhash
from PIL import Image

from tests.faults.crafted_pictures import slow_jpeg
from tests.unit.test_import_budgets import modules_after
from visret_desktop.decoding.decoders import Decoders
from visret_desktop.decoding.messages import Order, ReadFile, Rendition
from visret_desktop.decoding.views import view_for
from visret_desktop.errors import DecoderMissing, PhotoUnreadable
from visret_desktop.library.photos.imaging import decode_file
from visret_desktop.library.records import Metadata
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.processes import own_python, resting_children

PREPROCESS = Preprocess(48)


@pytest.fixture
def decoders() -> Iterator[Decoders]:
    made = Decoders()
    yield made
    made.close()


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    """A photo of noise."""
    path = tmp_path / "a photo.jpg"
    pixels = np.random.default_rng(1).integers(0, 256, (300, 400, 3), np.uint8)
    Image.fromarray(pixels).save(path)
    return path


def order_for(path: Path, picture: int = 100) -> Order:
    return Order(str(path), views=(Rendition(picture, 48), view_for(PREPROCESS)))


def children() -> set[int]:
    """Return the decoders of this process."""
    found = set()
    for child in psutil.Process().children():
        with suppress(psutil.Error):  # one that was just killed has no command line any more
            if "decode" in child.cmdline():
                found.add(child.pid)
    return found


def test_it_gives_what_decoding_here_would(decoders: Decoders, photo: Path) -> None:
    decoded = decoders.decode(order_for(photo))
    here = decode_file(photo, minimum_side=48)
    assert decoded.read.content_hash == xxhash.xxh3_128_hexdigest(photo.read_bytes())
    assert decoded.read.fingerprint.size == photo.stat().st_size
    assert decoded.read.fingerprint.mtime_ns == photo.stat().st_mtime_ns
    assert not decoded.read.has_sidecar
    assert decoded.metadata is not None
    assert (decoded.metadata.width, decoded.metadata.height) == (400, 300)
    assert (decoded.pictures[0].width, decoded.pictures[0].height) == (100, 75)
    np.testing.assert_array_equal(
        PREPROCESS.normalize(decoded.pictures[1].rgb), PREPROCESS(here.image)
    )


def test_a_whole_picture_arrives_pixel_by_pixel(decoders: Decoders, tmp_path: Path) -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (1301, 1777, 3), np.uint8)
    Image.fromarray(pixels).save(tmp_path / "a.png")
    (picture,) = decoders.decode(Order(str(tmp_path / "a.png"), views=(Rendition(),))).pictures
    assert picture.rgb == pixels.tobytes()


def test_a_sidecar_is_read_beside_its_photo(decoders: Decoders, photo: Path) -> None:
    sidecar = photo.with_suffix(".xmp")
    sidecar.write_text(
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description xmp:Rating="4"/></rdf:RDF></x:xmpmeta>'
    )
    decoded = decoders.decode(Order(str(photo), str(sidecar)))
    assert decoded.read.has_sidecar
    assert decoded.metadata is not None
    assert decoded.metadata.rating == 4
    sidecar.unlink()
    assert not decoders.decode(Order(str(photo), str(sidecar))).read.has_sidecar


@pytest.mark.parametrize("wanted", [(1,), (), None])
def test_known_files_are_not_decoded_further(
    decoders: Decoders, photo: Path, wanted: tuple[int, ...] | None
) -> None:
    decoded = decoders.decode(order_for(photo), lambda _read: wanted)
    assert [picture.width for picture in decoded.pictures] == [PREPROCESS.side] * len(wanted or ())
    assert (decoded.metadata is None) == (wanted is None)
    assert len(decoders.decode(order_for(photo)).pictures) == 2  # and it is in order


@pytest.mark.parametrize(
    ("content", "code"), [(None, "vanished"), (b"", "empty"), (b"a letter", "not-an-image")]
)
def test_problems_have_a_code_and_a_sentence(
    decoders: Decoders, tmp_path: Path, content: bytes | None, code: str
) -> None:
    if content is not None:
        (tmp_path / "a.jpg").write_bytes(content)
    with pytest.raises(PhotoUnreadable) as caught:
        decoders.decode(order_for(tmp_path / "a.jpg"))
    assert caught.value.reason_code == code
    assert caught.value.reason.endswith(".")


def test_one_is_kept_for_the_next_photo(decoders: Decoders, photo: Path, tmp_path: Path) -> None:
    before = children()
    (tmp_path / "no photo.jpg").write_text("no photo")
    decoders.decode(order_for(photo))
    started = children() - before
    with pytest.raises(PhotoUnreadable):
        decoders.decode(order_for(tmp_path / "no photo.jpg"))
    decoders.decode(order_for(photo))
    assert len(started) == 1
    assert children() - before == started


def test_one_that_nobody_needs_ends(
    decoders: Decoders, photo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = children()
    monkeypatch.setattr(resting_children, "_KEPT_SECONDS", 0.2)
    decoders.decode(order_for(photo))
    deadline = time.monotonic() + 20
    while children() - before:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert len(decoders.decode(order_for(photo)).pictures) == 2


def test_one_killed_while_nobody_used_it_costs_nothing(decoders: Decoders, photo: Path) -> None:
    before = children()
    for _ in range(3):
        decoders.decode(order_for(photo))
        for pid in children() - before:
            psutil.Process(pid).kill()


def test_closing_ends_what_is_being_read(decoders: Decoders, tmp_path: Path) -> None:
    slow = tmp_path / "slow.jpg"
    slow.write_bytes(slow_jpeg())
    errors: list[PhotoUnreadable] = []
    is_read = threading.Event()

    def decide(_: ReadFile) -> range:
        is_read.set()  # what follows takes seconds
        return range(2)

    def read() -> None:
        try:
            decoders.decode(order_for(slow), decide)
        except PhotoUnreadable as error:
            errors.append(error)

    before = children()
    reader = threading.Thread(target=read)
    reader.start()
    assert is_read.wait(20)
    decoders.close()
    reader.join(20)
    assert [error.reason_code for error in errors] == ["cancelled"]
    assert not children() - before


def test_it_is_nice_and_small(photo: Path) -> None:
    decoders = Decoders(niceness=10)
    before = children()
    decoders.decode(order_for(photo))
    (pid,) = children() - before
    assert psutil.Process(pid).nice() >= 10
    assert psutil.Process(pid).memory_info().rss < 80_000_000
    decoders.close()


def test_who_was_started_nicer_stays_so() -> None:
    """Only root may take niceness back."""
    lowered = "from visret_desktop.decoding.memory_limits import lower_priority; lower_priority(10)"
    statements = f"import os; os.nice(19); {lowered}; print(os.nice(0))"
    result = subprocess.run([sys.executable, "-c", statements], capture_output=True, text=True)
    assert result.stdout == "19\n"


def test_it_loads_only_what_decoding_needs() -> None:
    loaded = modules_after("import visret_desktop.decoding.child")
    heavy = {
        "numpy",
        "torch",
        "onnxruntime",
        "PySide6",
        "hnswlib",
        "sqlite_utils",
        "huggingface_hub",
    }
    assert "PIL" in loaded
    assert not loaded & heavy


def test_a_program_without_its_decoder_says_so(
    decoders: Decoders, photo: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "nothing"))
    with pytest.raises(DecoderMissing, match="No such file"):
        decoders.decode(order_for(photo))


# ---- a decoder that was taken over ----------------------------------------------------------

_METADATA = f"METADATA = {asdict(Metadata())!r}"
_HELLO = """
import json, os, struct, sys
def send(data): os.write(1, struct.pack(">Q", len(data)) + data)
def take(): size = struct.unpack(">Q", sys.stdin.buffer.read(8))[0]; sys.stdin.buffer.read(size)
send(b"ready"); take()
"""
_READ = """
mark = {"size": 1, "mtime_ns": 1, "changed_ns": 1}
send(b'{"need": {"step_bytes": 1}}'); take()
send(json.dumps({"read": {"content_hash": "0" * 32, "fingerprint": mark, "has_sidecar": False}}
).encode()); take()
"""
_ANSWER = """
send(json.dumps({"answer": {"metadata": METADATA, "warning": None, "sizes": [[10, 10], [48, 48]]}}
).encode())
"""


@pytest.mark.parametrize(
    "lie",
    [
        "send(b'no json')",
        "os.write(1, b'\\xff' * 100)",
        "os.write(1, struct.pack('>Q', 2**40) + b'x' * 1000)",
        _READ + "send(b'[]')",
        _READ + _ANSWER + "send(b'x' * 299)",
        _READ + _ANSWER + "os.write(1, struct.pack('>Q', 301) + b'x' * 301)",
        _READ + _ANSWER + "send(b'x' * 300); send(b'')",
    ],
)
def test_lies_cost_a_photo(
    decoders: Decoders, photo: Path, monkeypatch: pytest.MonkeyPatch, lie: str
) -> None:
    text = f"{_METADATA}\n{_HELLO}\n{lie}\nsys.stdin.buffer.read()"
    command = own_python.statements(text)
    with monkeypatch.context() as taken_over:
        taken_over.setattr(own_python, "program", lambda *_: command)
        with pytest.raises(PhotoUnreadable) as caught:
            decoders.decode(order_for(photo))
    assert caught.value.reason_code == "crashed"
    assert len(decoders.decode(order_for(photo)).pictures) == 2


def test_a_mistake_of_the_caller_costs_one_decoder(decoders: Decoders, photo: Path) -> None:
    def mistaken(_read: ReadFile) -> Sequence[int]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        decoders.decode(order_for(photo), mistaken)
    assert len(decoders.decode(order_for(photo)).pictures) == 2
