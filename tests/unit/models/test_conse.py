"""The encoder of a classifier and a sentence encoder: its towers compute what the originals do."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from visret_desktop.errors import PackDamaged
from visret_desktop.file_changes import claim
from visret_desktop.models.encoders import conse, conse_compiling
from visret_desktop.models.encoders.compiling import compile_encoder
from visret_desktop.models.encoders.conse import ConseSettings
from visret_desktop.models.encoders.open_clip_config import read_preprocess
from visret_desktop.models.interfaces import Encoder
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths

_SIDE = 260


@pytest.fixture(scope="module")
def pack(paths_of_run: Paths) -> Pack:
    return find(paths_of_run, "everyday")


def test_texts_are_read_as_the_original_reads_them(pack: Pack, everyday: Encoder) -> None:
    import torch
    from transformers import AutoModel, AutoTokenizer

    folder = pack.place_of(conse.CONFIG).parent
    texts = ["dog", "two dogs on a beach, near a very old lighthouse", "Küche & Bad"]
    given = AutoTokenizer.from_pretrained(folder)(texts, padding=True, return_tensors="pt")
    with torch.no_grad():
        states = AutoModel.from_pretrained(folder).eval()(**given).last_hidden_state
    share = given["attention_mask"][..., None]
    theirs = torch.nn.functional.normalize((states * share).sum(1) / share.sum(1), dim=1).numpy()
    assert np.abs(everyday.embed_texts(texts) - theirs).max() < 1e-5


def test_photos_are_classified_as_the_original_does(pack: Pack, everyday: Encoder) -> None:
    import timm
    import torch

    network = timm.create_model("tf_efficientnet_lite2", pretrained=False).eval()
    ours = {name: one for name, one in network.state_dict().items() if "num_batches" not in name}
    stored = conse_compiling._classifier(pack)
    theirs = [torch.from_numpy(v) for name, v in stored.items() if "num_batches" not in name]
    network.load_state_dict(dict(zip(ours, theirs, strict=True)), strict=False)
    pixels = np.random.default_rng(0).normal(size=(2, 3, _SIDE, _SIDE)).astype(np.float32)
    with torch.no_grad():
        shares, places = torch.softmax(network(torch.from_numpy(pixels)) / 1.4, 1).topk(20)
    kinds = conse_compiling._kinds(pack)
    texts = [kinds[place] for place in places.flatten().tolist()]
    meanings = everyday.embed_texts(texts).reshape(2, 20, -1)
    mean = (shares.numpy()[..., None] * meanings).sum(1)
    expected = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    assert np.abs(everyday.embed_images(pixels) - expected).max() < 1e-5


def test_it_looks_at_the_middle_of_photos(pack: Pack) -> None:
    preprocess = read_preprocess(pack)
    assert (preprocess.side, preprocess.least) == (_SIDE, 293)


def _changed(pack: Pack, folder: Path, files: dict[str, bytes], **settings: Any) -> Path:
    """Write the pack with other settings, and some files of its own instead of a package's."""
    import hashlib

    claim(folder)
    told = json.loads((pack.directory / FILE_NAME).read_text("utf-8"))
    told["settings"]["conse"] |= settings
    told["files"] = [each for each in told["files"] if each["path"] != "README.md"]
    for each in told["files"]:
        if (content := files.get(each["path"])) is not None:
            each |= {"size": len(content), "sha256": hashlib.sha256(content).hexdigest()}
            del each["package"]
            (folder / each["path"]).write_bytes(content)
    (folder / FILE_NAME).write_text(json.dumps(told))
    return folder


@pytest.mark.parametrize(
    "wrong",
    [
        {"side": 0},
        {"crop": 0.0},
        {"likeliest": 0},
        {"temperature": 0},
        {"context_length": 1},
        {"color": "red"},
    ],
)
def test_settings_that_make_no_sense(pack: Pack, tmp_path: Path, wrong: dict[str, Any]) -> None:
    folder = _changed(pack, tmp_path / "pack", {}, **wrong)
    with pytest.raises(PackDamaged, match="its settings say"):
        ConseSettings.of(read_pack(folder))


def test_settings_are_part_of_what_names_its_vectors(pack: Pack, tmp_path: Path) -> None:
    assert read_pack(_changed(pack, tmp_path / "same", {})).digest == pack.digest
    assert read_pack(_changed(pack, tmp_path / "other", {}, likeliest=5)).digest != pack.digest


def test_weights_of_another_network_are_no_sentence_encoder(pack: Pack, tmp_path: Path) -> None:
    from safetensors.numpy import save

    content = save({"embeddings.word_embeddings.weight": np.zeros((9, 8), np.float32)})
    folder, out = _changed(pack, tmp_path / "pack", {conse.SENTENCES: content}), tmp_path / "out"
    claim(out)
    with pytest.raises((ValueError, KeyError)):
        compile_encoder(folder, out)
