"""A stranger's file is opened once before its pack is called ready."""

from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from bench.pack_writing import write_manifest
from visret_desktop.cli.main import main
from visret_desktop.engine.models.loaded_models import LoadedModels
from visret_desktop.errors import PackDamaged, PackUnusable
from visret_desktop.packs.manifest import read_pack
from visret_desktop.paths import Paths, bundled, claim
from visret_desktop.roles import Role
from visret_desktop.settings import Settings

CHAT_MODEL = bundled("starter", "rewriter", "rewriter.gguf")


@pytest.fixture
def profile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    for name in ("DATA", "CACHE", "CONFIG"):
        monkeypatch.setenv(f"VISRET_{name}_DIR", str(tmp_path / "profile" / name.lower()))
    home = tmp_path / "profile"
    return Paths(home / "data", home / "cache", home / "config")


def test_what_a_model_comes_of_is_ready_and_not_tried_again(profile: Paths) -> None:
    assert main(["packs", "import", str(CHAT_MODEL), "--as", "talk"]) == 0
    pack = read_pack(profile.packs / "talk")
    assert (profile.compiled / f"talk-{pack.digest}" / "chat.json").is_file()


@pytest.mark.slow("The library that opens picture models takes seconds to load.")
@pytest.mark.parametrize("kind", ["a chat model without weights", "a picture model of one tensor"])
def test_what_no_model_comes_of_is_refused_with_the_reason(
    profile: Paths, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    if "chat" in kind:
        path, reason = tmp_path / "talk.gguf", "llama.cpp cannot use it"
        path.write_bytes(b"GGUF" + (3).to_bytes(4, "little") + bytes(40))
    else:
        path, reason = tmp_path / "drawing.safetensors", "diffusers cannot use it"
        save_file({"model.diffusion_model.x": np.zeros((2, 2), np.float32)}, path)
    assert main(["packs", "import", str(path)]) == 1
    said = capsys.readouterr().err
    assert "is not taken in: " in said
    assert reason in said
    assert str(profile.packs) not in said
    assert not (profile.packs / path.stem).exists()


def test_damaged_is_said_only_of_what_was_whole(profile: Paths, tmp_path: Path) -> None:
    claim(profile)
    folder = tmp_path / "pack"
    folder.mkdir()
    content = bytearray(CHAT_MODEL.read_bytes()[:4096])
    (folder / "talk.gguf").write_bytes(content)
    pack = write_manifest(
        folder, name="talk", title="", role=Role.REWRITER, spdx="MIT", settings={}
    )
    with pytest.raises(PackUnusable, match="talk cannot be used: "):
        LoadedModels(profile, Settings()).open(Role.REWRITER, pack)
    content[-1] ^= 1
    (folder / "talk.gguf").write_bytes(content)
    with pytest.raises(PackDamaged, match=r"talk is damaged: .*Install it again"):
        LoadedModels(profile, Settings()).open(Role.REWRITER, pack)
