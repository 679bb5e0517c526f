"""Packs made to harm: pickles, paths, manifests and descriptions are refused by name."""

import json
import os
import pickle
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.pack_writing import write_manifest
from tests.faults.taking_in import (
    ENCODER,
    REFUSED,
    VISUALIZER,
    TallyUp,
    empty_paths,  # noqa: F401 - a fixture
    refusal,
    taken,
)
from visret_desktop.cli.main import main
from visret_desktop.errors import VisretError
from visret_desktop.models.drawing.visualizer import open_visualizer
from visret_desktop.packs.fetching.importing import export, take_in
from visret_desktop.packs.manifest import FILE_NAME
from visret_desktop.packs.registry import BrokenPack, installed
from visret_desktop.packs.sources import sources_in
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

WEIGHTS = "open_clip_model.safetensors"


class Payload:
    """Whoever unpickles it writes a file."""

    def __init__(self, mark: Path) -> None:
        self.mark = mark

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.mark),)


def model_folder(directory: Path, original: Path) -> Path:
    """Copy a model without its manifest, as other programs keep it."""
    return Path(
        shutil.copytree(original, directory, ignore=shutil.ignore_patterns(FILE_NAME, "README.md"))
    )


# ---- pickles ------------------------------------------------------------------------------------


def _zipped(path: Path, content: bytes) -> None:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("archive/data.pkl", content)


@pytest.mark.parametrize("is_zipped", [False, True], ids=["bare", "in a zip, as torch writes it"])
@pytest.mark.parametrize(
    "name",
    [
        *("model.safetensors", "model.gguf", "Model.SafeTensors", "model.bin", "model.pt"),
        *("model.ckpt", "model.pth", "model.pkl", "model.onnx", "model.zip", "model"),
    ],
)
def test_a_pickle_under_any_name(
    paths: Paths, tmp_path: Path, tally: TallyUp, name: str, is_zipped: bool
) -> None:
    mark = tmp_path / "it ran"
    content = pickle.dumps(Payload(mark))
    (tmp_path / "stick").mkdir()
    path = tmp_path / "stick" / name
    _zipped(path, content) if is_zipped else path.write_bytes(content)
    assert name in refusal(paths, path)
    refusal(paths, path.parent)
    assert not mark.exists()
    tally("a pickle under the name of a model", 2, REFUSED)


@pytest.mark.parametrize("name", ["pytorch_model.bin", "open_clip_pytorch_model.bin", "own.py"])
def test_a_pickle_beside_a_model_is_left_behind(
    paths: Paths, tmp_path: Path, tally: TallyUp, name: str
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    (folder / name).write_bytes(pickle.dumps(Payload(tmp_path / "it ran")))
    pack = taken(paths, folder)
    assert not (pack.directory / name).exists()
    shutil.copy(folder / name, pack.directory)  # and put there later it disables the pack
    (broken,) = (each for each in installed(paths) if each.name == pack.name)
    assert isinstance(broken, BrokenPack)
    assert name in broken.reason
    tally("a pickle or program beside a model", 2, "left behind; found in a pack, disables it")


# ---- manifests ----------------------------------------------------------------------------------


def _manifest(folder: Path, **changed: Any) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads((ENCODER / FILE_NAME).read_text("utf-8"))
    return stored | {"name": folder.name} | changed


def _file(**changed: Any) -> dict[str, Any]:
    return {"path": "a.json", "size": 2, "sha256": "0" * 64} | changed


@pytest.mark.parametrize(
    "path", ["../a.json", "/etc/a.json", "a\\..\\b.json", "C:/a.json", "", "a//b.json", "nul.json"]
)
def test_a_path_that_leaves_the_folder(
    paths: Paths, tmp_path: Path, tally: TallyUp, path: str
) -> None:
    (tmp_path / "a.json").write_text("{}")
    _refused_everywhere(paths, tmp_path, json.dumps(_manifest(tmp_path, files=[_file(path=path)])))
    tally("a path that leaves the pack's folder", 2, REFUSED)


@pytest.mark.parametrize("adopted", ["", "/elsewhere/a.json"])
def test_a_link_that_leaves_the_folder(
    paths: Paths, tmp_path: Path, tally: TallyUp, adopted: str
) -> None:
    (tmp_path / "secret.json").write_text("{}")
    folder = tmp_path / "stick" / "linked"
    folder.mkdir(parents=True)
    (folder / "a.json").symlink_to(tmp_path / "secret.json")
    stored = _manifest(folder, files=[_file(adopted_from=adopted)])
    (folder / FILE_NAME).write_text(json.dumps(stored))
    assert "leads out of its folder" in refusal(paths, folder)
    tally("a link that leaves the pack's folder", 1, REFUSED)


def test_other_bytes_than_the_manifest_says(paths: Paths, tmp_path: Path, tally: TallyUp) -> None:
    for number, changed in enumerate(({"size": 3}, {"sha256": "1" * 64})):
        folder = tmp_path / f"stick{number}"
        folder.mkdir()
        (folder / "a.json").write_text("{}")
        stored = _manifest(folder, files=[_file(**changed)])
        (folder / FILE_NAME).write_text(json.dumps(stored))
        assert "other bytes than its manifest says" in refusal(paths, folder)
    tally("wrong sizes and hashes", 2, REFUSED)


_ABSURD = {
    "size 1e999": '{"files": [{"path": "a.json", "size": 1e999, "sha256": "%s"}]}' % ("0" * 64),
    "size NaN": '{"files": [{"path": "a.json", "size": NaN, "sha256": "%s"}]}' % ("0" * 64),
    "size below 0": json.dumps({"files": [_file(size=-1)]}),
    "size of 400 digits": json.dumps({"files": [_file(size=10**400)]}),
    "size of 9,000 digits": '{"size": ' + "9" * 9_000 + "}",
    "size true": json.dumps({"files": [_file(size=True)]}),
    "settings 1e999": '{"settings": {"steps": 1e999}}',
    "depth 100,000": "[" * 100_000 + "]" * 100_000,
    "deep settings": '{"settings": ' + '{"a":' * 50_000 + "1" + "}" * 50_001,
    "a list": "[]",
    "no text": "\udcff",
    "5 MB": '{"title": "' + "x" * 5_000_000 + '"}',
    "files a number": '{"files": 7}',
    "role unknown": '{"role": "virus"}',
    "name a path": '{"name": "../../x"}',
    "name a list": '{"name": [[[[]]]]}',
}


@pytest.mark.parametrize("said", _ABSURD.values(), ids=_ABSURD.keys())
def test_a_manifest_that_makes_no_sense(
    paths: Paths, tmp_path: Path, tally: TallyUp, said: str
) -> None:
    stored = said
    if said.startswith("{") and said.endswith("}"):
        stored = json.dumps(_manifest(tmp_path))[:-1] + ", " + said[1:]  # the last of a name rules
    _refused_everywhere(paths, tmp_path, stored)
    tally("a manifest that makes no sense", 2, REFUSED)


def _refused_everywhere(paths: Paths, tmp_path: Path, manifest: str) -> None:
    """Offered on a stick it is refused, lying among the packs it is a broken one."""
    for folder in (tmp_path / "stick", paths.packs / "planted"):
        folder.mkdir()
        (folder / "a.json").write_text("{}")
        (folder / FILE_NAME).write_text(manifest, "utf-8", "surrogateescape")
    (planted,) = (each for each in installed(paths) if each.directory.parent == paths.packs)
    assert isinstance(planted, BrokenPack)
    assert planted.reason
    shutil.rmtree(paths.packs / "planted")
    assert refusal(paths, tmp_path / "stick")


# ---- names, places and links --------------------------------------------------------------------

_NO_NAMES = [
    *("..", "../..", "../../../victim", "/etc", "a/b", "a\\b", ".", ".hidden", "C:x", "nul", "a."),
    *("a\n", "a b", "é", "ａ", "x" * 65, "", "~", "-rf", "a\0b", "victim/../../victim"),
]


@pytest.mark.parametrize("name", _NO_NAMES)
def test_a_name_that_is_a_path(
    profile: Path, someones_home: Path, tally: TallyUp, name: str
) -> None:
    """Whatever is called like this, no command gets as far as to look for it."""
    (someones_home / "victim").mkdir()
    (someones_home / "victim" / "thesis.txt").write_text("mine")
    commands = (
        ("import", str(ENCODER), "--to", str(someones_home), f"--as={name}"),
        ("install", "hf:nobody/nothing", "--to", str(someones_home), f"--as={name}"),
        ("remove", "--", name),
    )
    for words in commands:
        assert main(["packs", *words]) == 2
    assert [path.name for path in someones_home.rglob("*")] == ["victim", "thesis.txt"]
    tally("a name that is a path, or none on some system", len(commands), "refused; nothing done")


@pytest.mark.parametrize("way", ["import", "import --link", "export"])
@pytest.mark.parametrize("there", ["files", "a link to files", "a manifest of another"])
def test_a_place_that_is_taken(
    paths: Paths, someones_home: Path, tally: TallyUp, way: str, there: str
) -> None:
    source = next(sources_in(model_folder(someones_home / "talk", ENCODER)))
    folder = someones_home / "docs"
    (folder / "other").mkdir(parents=True)
    (folder / "other" / "thesis.txt").write_text("mine")
    if there == "a link to files":
        (folder / source.name).symlink_to("other")
    else:
        (folder / "other").rename(folder / source.name)
    if there == "a manifest of another":
        text = json.dumps(_manifest(Path(source.name), files=[_file()]))
        (folder / source.name / FILE_NAME).write_text(text)
    before = sorted(folder.rglob("*"))
    if way == "export":
        events = export(taken(paths, someones_home / "talk"), folder, lambda: False)
    else:
        events = take_in(folder, source, lambda: False, as_links="link" in way)
    with pytest.raises(VisretError, match=r"already there|another model pack"):
        list(events)
    assert sorted(folder.rglob("*")) == before
    tally("a place in which something else lies", 1, "refused; nothing changed")


@pytest.mark.parametrize("name", ["LICENSE.txt", "README.md", "tokenizer.json", WEIGHTS])
@pytest.mark.parametrize("by_folder", [False, True])
def test_a_link_out_of_a_model_folder(
    paths: Paths, tmp_path: Path, tally: TallyUp, name: str, by_folder: bool
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    secret = tmp_path / "secrets" / name
    secret.parent.mkdir()
    if (folder / name).exists():
        (folder / name).rename(secret)
    else:
        secret.write_text("root:secret")
    if by_folder:
        (folder / "way").symlink_to(secret.parent)
        (folder / name).symlink_to(Path("way", name))
    else:
        (folder / name).symlink_to(secret)
    assert "leads out of it" in refusal(paths, folder)
    tally("a link out of a model's folder", 1, REFUSED)


# ---- descriptions -------------------------------------------------------------------------------


def _in(name: str, **changed: Any) -> Callable[[Path], None]:
    """Return what changes a JSON file of a model."""

    def change(folder: Path) -> None:
        path = folder / name
        stored = json.loads(path.read_text("utf-8")) if path.exists() else {}
        path.write_text(json.dumps(stored | changed))

    return change


_GROWING = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
_TEXT_PIECES = [{"Sequence": {"id": "A", "type_id": 0}}] * 10_000
_ENCODERS = {
    "a word of 2^60 letters": _in(
        "tokenizer.json", normalizer={"type": "Sequence", "normalizers": [_GROWING] * 60}
    ),
    "10,000 rules": _in(
        "tokenizer.json", normalizer={"type": "Sequence", "normalizers": [{"type": "NFC"}] * 10_000}
    ),
    "one letter becomes a million": _in(
        "tokenizer.json",
        normalizer={"type": "Replace", "pattern": {"Regex": ""}, "content": "a" * 1_000_000},
    ),
    "every text 10,000 times": _in(
        "tokenizer.json",
        post_processor={"type": "TemplateProcessing", "single": _TEXT_PIECES, "pair": []},
    ),
    "code of its own": _in("tokenizer_config.json", auto_map={"AutoTokenizer": "own.Tokenizer"}),
    "trust": _in("open_clip_config.json", trust_remote_code=True),
    "a model from elsewhere": _in(
        "open_clip_config.json", model_cfg={"vision_cfg": {"timm_model_name": "hf-hub:evil/model"}}
    ),
    "too deep": lambda folder: (folder / "tokenizer.json").write_text("[" * 200_000),
    "infinite": lambda folder: (folder / "open_clip_config.json").write_text('{"a": Infinity}'),
}


@pytest.mark.parametrize("change", _ENCODERS.values(), ids=_ENCODERS.keys())
def test_a_description_of_an_encoder_that_means_harm(
    paths: Paths, tmp_path: Path, tally: TallyUp, change: Callable[[Path], None]
) -> None:
    folder = model_folder(tmp_path / "model", ENCODER)
    change(folder)
    assert ".json" in refusal(paths, folder)
    tally("a description of an encoder that means harm", 1, REFUSED)


_CLASS = ["transformers", "CLIPTextModel"]
_VISUALIZERS = {
    "a foreign library": _in("model_index.json", unet=["os", "system"]),
    "a foreign pipeline": _in("model_index.json", _class_name="evil/pipeline"),
    "a pipeline in parts": _in("model_index.json", _class_name=["own", "Pipeline"]),
    "a class that is no model": _in("model_index.json", unet=["transformers", "Trainer"]),
    "a function": _in("model_index.json", unet=["transformers", "pipeline"]),
    "a class that asks others": _in("model_index.json", text_encoder=["transformers", "AutoModel"]),
    "no class": _in("model_index.json", unet=["diffusers", None]),
    "three of them": _in("model_index.json", unet=["diffusers", "UNet2DConditionModel", "x"]),
    "its own code": _in("unet/config.json", auto_map={"UNet": "own.py"}),
    "trust": _in("text_encoder/config.json", trust_remote_code=True),
    "kernels from elsewhere": _in("text_encoder/config.json", _attn_implementation="evil/kernel"),
    "absurd sizes": _in("unet/config.json", block_out_channels=[10**9, 10**9]),
    "sizes below 0": _in("unet/config.json", block_out_channels=[-32, -64]),
    "sizes that are no numbers": _in("unet/config.json", block_out_channels="many"),
    "absurd words": _in("text_encoder/config.json", vocab_size=10**12),
    "too deep": lambda folder: (folder / "unet/config.json").write_text("[" * 200_000),
}


@pytest.mark.parametrize("change", _VISUALIZERS.values(), ids=_VISUALIZERS.keys())
def test_a_description_of_a_visualizer_that_means_harm(
    paths: Paths, tmp_path: Path, tally: TallyUp, change: Callable[[Path], None]
) -> None:
    folder = tmp_path / "hostile"
    shutil.copytree(VISUALIZER, folder)
    (folder / FILE_NAME).unlink()
    change(folder)
    settings = {"steps": 2, "guidance": 1.0, "pixels": 96}
    pack = write_manifest(
        folder, name="hostile", title="", role=Role.VISUALIZER, spdx="MIT", settings=settings
    )
    with pytest.raises(VisretError, match="hostile"):
        open_visualizer(pack, paths, drawing="diffusers")
    tally("a description of a visualizer that means harm", 1, "a sentence; no code ran")
