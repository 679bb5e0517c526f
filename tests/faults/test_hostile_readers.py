"""Vision models made to harm, or put together wrongly, are tried in processes of their own."""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.pack_writing import write_manifest
from tests import weights
from tests.faults.taking_in import (
    GGUF,
    TallyUp,
    empty_paths,  # noqa: F401 - a fixture
)
from visret_desktop.errors import PackDamaged, VisretError
from visret_desktop.models.answering import reader as opening
from visret_desktop.models.answering.reader import open_reader
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.models.runtimes.model_trial import Attempt
from visret_desktop.packs import strict_json
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, bundled
from visret_desktop.processes import own_python
from visret_desktop.roles import Role

_PLACE = bundled("starter", "reader")
MODEL = (_PLACE / "model.gguf").read_bytes()
MMPROJ = (_PLACE / "mmproj.gguf").read_bytes()
SETTINGS = strict_json.read(Path(str(_PLACE / "manifest.json")))["settings"]

Make = Callable[..., Pack]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(model: bytes = MODEL, mmproj: bytes = MMPROJ, **settings: Any) -> Pack:
        (tmp_path / "pack").mkdir()
        (tmp_path / "pack" / "model.gguf").write_bytes(model)
        (tmp_path / "pack" / "mmproj.gguf").write_bytes(mmproj)
        return write_manifest(
            tmp_path / "pack",
            name="hostile",
            title="",
            role=Role.READER,
            spdx="MIT",
            settings=SETTINGS | settings,
        )

    return made


def with_number(content: bytes, key: str, number: int) -> bytes:
    place = content.index(weights.text(key)) + len(weights.text(key)) + 4
    return content[:place] + struct.pack("<I", number) + content[place + 4 :]


def renamed(content: bytes, name: str, other: str) -> bytes:
    assert len(name) == len(other)
    assert weights.text(name) in content
    return content.replace(weights.text(name), weights.text(other))


def tried(pack: Pack, paths: Paths) -> Any:
    """Try a pack in llama.cpp itself, whatever our own rules for headers say of it."""
    frame = '{"pieces": ["<|user|>", 0, "<|assistant|>"], "end": "<|end|>"}'
    places = (str(pack.directory), str(paths.config))
    command = own_python.module(opening._TRIAL, *places, frame)
    return Attempt(command, "it", "died without a word", 2 * 2**30, 60.0).outcome(pack)


# What is done to the files, and what is said of it where our own rules let it pass.
_CRASHES = {
    "no last layer of the bridge": (
        {"mmproj": renamed(MMPROJ, "mm.2.weight", "mm.7.weight")},
        r"mmproj\.gguf, or it belongs to another model",
    ),
    "no places of patches": (
        {"mmproj": renamed(MMPROJ, "v.position_embd.weight", "v.position_embx.weight")},
        r"mmproj\.gguf, or it belongs to another model",
    ),
    "fewer patches than places": (
        {"mmproj": with_number(MMPROJ, "clip.vision.patch_size", 8)},
        r"mmproj\.gguf",
    ),
    "4 billion layers of words": (
        {"model": with_number(MODEL, "llama.block_count", 2**32 - 1)},
        r"llama\.cpp crashes over model\.gguf",
    ),
}
_REFUSALS = {
    "mmproj of another model": ({"model": GGUF}, r"mmproj\.gguf: mismatch"),
    "more layers than there are": (
        {"mmproj": with_number(MMPROJ, "clip.vision.block_count", 5)},
        r"mmproj\.gguf: unable to find tensor v\.blk\.4",
    ),
}


@pytest.mark.parametrize(
    ("files", "said"), (_CRASHES | _REFUSALS).values(), ids=(_CRASHES | _REFUSALS).keys()
)
def test_what_ends_llama_cpp_is_a_sentence_that_names_the_file(
    make: Make, paths: Paths, tally: TallyUp, files: dict[str, bytes], said: str
) -> None:
    with pytest.raises(PackDamaged, match=said):
        tried(make(**files), paths)
    tally("a vision model that ends llama.cpp", 1, "a sentence names the file; no process lost")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"mmproj": MMPROJ[: len(MMPROJ) // 2]}, r"mmproj\.gguf .*ends beyond the file"),
        ({"model": MODEL[:100]}, r"model\.gguf"),
        ({"mmproj": b""}, r"mmproj\.gguf"),
        ({"mmproj": MODEL}, "mmproj"),
        ({"model": MMPROJ}, r"the model|model\.gguf"),
    ],
    ids=["cut", "cut in the header", "empty", "two models", "two projectors"],
)
def test_files_that_are_no_vision_model_are_refused_unread(
    make: Make,
    paths: Paths,
    tally: TallyUp,
    monkeypatch: pytest.MonkeyPatch,
    files: dict[str, bytes],
    said: str,
) -> None:
    monkeypatch.setattr(opening, "_tried", lambda *_: pytest.fail("llama.cpp was asked"))
    with pytest.raises(VisretError, match=said):
        open_reader(make(**files), paths)
    tally("files that are no vision model", 1, "a sentence; llama.cpp was not asked")


def test_a_pack_whose_boxes_are_elsewhere_draws_none(
    make: Make, paths: Paths, tally: TallyUp, caplog: pytest.LogCaptureFixture
) -> None:
    reader = open_reader(make(box_format="thousandths"), paths)
    assert not reader.draws_boxes
    assert "draws no boxes: right in 0 of 3 pictures" in caplog.text
    tally("a pack that says its boxes are where they are not", 1, "it draws none, as the log says")


def test_a_frame_with_marks_of_pictures_is_words_like_any(make: Make, paths: Paths) -> None:
    """A template may say `<__media__>`; then no picture is taken from there."""
    start = MODEL.index(weights.text("tokenizer.chat_template")) + 8 + 23 + 4
    length = int.from_bytes(MODEL[start : start + 8], "little")
    sly = b"<__media__>{{messages[-1].content}}<|assistant|>".ljust(length)
    reader = open_reader(make(MODEL[: start + 8] + sly + MODEL[start + 8 + length :]), paths)
    grey = SeenPicture("grey", np.full((48, 64, 3), 127, np.uint8))
    assert "failed" not in reader.read("what is the weather?", [grey]).note
