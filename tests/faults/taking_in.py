"""Take model files in as the program does, for tests of files that are made to harm."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from visret_desktop.errors import VisretError
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.fetching.importing import take_in
from visret_desktop.packs.manifest import FILE_NAME, Pack
from visret_desktop.packs.sources import sources_in
from visret_desktop.paths import Paths, bundled

TallyUp = Callable[[str, int, str], None]
REFUSED = "refused by name, nothing of it ran or was kept"
ENCODER, VISUALIZER = bundled("starter", "encoder"), bundled("starter", "visualizer")
GGUF = bundled("starter", "rewriter", "rewriter.gguf").read_bytes()


@pytest.fixture(name="paths")
def empty_paths(tmp_path: Path) -> Paths:
    made = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    made.packs.mkdir(parents=True)
    return made


def refusal(paths: Paths, path: Path) -> str:
    """Take in what lies at `path` and return the sentence that refuses it."""
    with pytest.raises(VisretError) as caught:
        _take_all(paths, path)
    assert not list(paths.packs.glob(f"*/{FILE_NAME}"))
    return str(caught.value)


def _take_all(paths: Paths, path: Path) -> None:
    for source in sources_in(path):
        list(take_in(paths.packs, source, lambda: False))


def taken(paths: Paths, path: Path) -> Pack:
    """Take in what lies at `path`."""
    (source,) = sources_in(path)
    *_, last = take_in(paths.packs, source, lambda: False)
    assert isinstance(last, PackReady)
    return last.pack


def mutated(whole: bytes, size: int, chance: random.Random) -> bytes:
    """Change a few bytes among the first `size`, or cut the file."""
    changed = bytearray(whole)
    for _ in range(chance.randrange(1, 4)):
        changed[chance.randrange(size)] = chance.choice((0, 1, 0x22, 0x30, 0x7F, 0xFF))
    if chance.random() < 0.1:
        del changed[chance.randrange(size) :]
    return bytes(changed)
