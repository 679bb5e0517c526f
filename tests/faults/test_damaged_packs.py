"""Installed packs with changed bytes in files of the same size: a sentence, and known by name."""

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Profile, fill
from tests.faults.damage import damage_in_place
from tests.faults.soundness import paths_of
from visret_desktop import settings
from visret_desktop.packs.manifest import FILE_NAME
from visret_desktop.paths import bundled

_PACK = "other"
_WEIGHTS = (".safetensors", ".gguf")
TallyUp = Callable[[str, int, str], None]


def _use(profile: Profile, role: str) -> Path:
    """Install the built-in pack of a role under another name, and let the settings name it."""
    paths = paths_of(profile)
    pack = paths.packs / _PACK
    shutil.rmtree(pack, ignore_errors=True)
    shutil.copytree(bundled("starter", role), pack)
    described = json.loads((pack / FILE_NAME).read_text())
    (pack / FILE_NAME).write_text(json.dumps({**described, "name": _PACK}))
    chosen = replace(settings.load(paths.settings), **{role: _PACK}, m=1)
    settings.save(paths.settings, chosen)
    return pack


def _damaged(pack: Path, chance: random.Random, *, is_silent: bool) -> Path:
    """Change bytes of a file of weights; if `is_silent`, not even its time tells."""
    file = chance.choice([path for path in pack.rglob("*") if path.suffix in _WEIGHTS])
    before = file.stat()
    print(damage_in_place(file, chance))
    assert file.stat().st_size == before.st_size
    if is_silent:
        os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    return file


_ASKING = {
    "encoder": ("search", "a bird", "--strategy", "original"),
    "rewriter": ("search", "a bird", "--strategy", "rephrase"),
    "visualizer": ("search", "a bird", "--strategy", "visret"),
}


@pytest.mark.parametrize(
    ("role", "rounds"),
    [
        pytest.param("rewriter", 1),
        *(pytest.param(role, 10, marks=pytest.mark.long) for role in _ASKING),
    ],
)
def test_weights_whose_bytes_changed(
    visret: Profile,
    tmp_path: Path,
    role: str,
    rounds: int,
    chance: random.Random,
    tally: TallyUp,
) -> None:
    photos = fill(tmp_path / "photos", 4)
    visret.index(photos)
    for number in range(rounds):
        pack = _use(visret, role)
        file = _damaged(pack, chance, is_silent=number % 2 == 1)
        for command in (("index",), _ASKING[role]):
            result = visret.run(*command)
            told = result.stdout + result.stderr
            assert "Traceback" not in told, told[-3000:]
            assert "made a mistake" not in told, told[-3000:]
            assert result.returncode in (0, 1, 3), told[-3000:]
        assert visret.found() == set(photos.rglob("*.jpg"))  # by the pack that was there before
        (body,) = visret.json("packs", "verify", _PACK, code=1)["packs"]
        assert body["damaged"] == [file.relative_to(pack).as_posix()]
        shutil.rmtree(pack)
    tally(f"bytes of a {role}'s weights changed", rounds, "a sentence or an answer; known by name")
