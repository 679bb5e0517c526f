"""Folders, files and sticks become packs: copied or linked, checked, and never half."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import weights
from visret_desktop.errors import Cancelled, FolderMissing, PackDamaged
from visret_desktop.packs import external_models
from visret_desktop.packs.errors import PackOffline, PackRefused
from visret_desktop.packs.events import PackReady
from visret_desktop.packs.fetching.importing import export, take_in
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack, verify
from visret_desktop.packs.registry import OfflinePack, installed
from visret_desktop.packs.sources import PackSource, for_role, sources_in
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

GGUF = weights.gguf(bytes(range(256)) * 40)
WEIGHTS = "open_clip_model.safetensors"


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    return Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")


@pytest.fixture
def model(tmp_path: Path) -> Path:
    path = tmp_path / "models" / "Chatty-1B.Q4_K_M.gguf"
    path.parent.mkdir()
    path.write_bytes(GGUF)
    return path


def take(paths: Paths, source: PackSource, *, as_links: bool = False) -> Pack:
    last = list(take_in(paths.packs, source, lambda: False, as_links=as_links))[-1]
    assert isinstance(last, PackReady)
    return last.pack


def only(path: Path) -> PackSource:
    (source,) = sources_in(path)
    return source


def refusal(path: Path, kind: type[Exception] = PackRefused) -> str:
    with pytest.raises(kind) as caught:
        list(sources_in(path))
    return str(caught.value)


def test_a_chat_model_file_becomes_a_rewriter(paths: Paths, model: Path) -> None:
    pack = take(paths, only(model))
    assert (pack.name, pack.role) == ("chatty-1b.q4_k_m", Role.REWRITER)
    assert pack.license == "LicenseRef-unknown"
    assert (pack.directory / model.name).read_bytes() == GGUF
    assert verify(pack) == []


# ---- vision models --------------------------------------------------------------------------


@pytest.fixture
def vision(tmp_path: Path, starter_pack: Callable[[Role], Pack]) -> Path:
    folder = tmp_path / "Seer"
    folder.mkdir()
    starter = starter_pack(Role.READER).directory
    shutil.copy(starter / "model.gguf", folder / "Seer-Q4_K_M.gguf")
    shutil.copy(starter / "mmproj.gguf", folder / "mmproj-Seer-F16.gguf")
    return folder


def test_a_file_with_what_looks_at_pictures_beside_it_becomes_a_reader(
    paths: Paths, vision: Path
) -> None:
    for name in ("Seer-Q4_K_M.gguf", "mmproj-Seer-F16.gguf"):
        source = only(vision / name)
        assert (source.name, source.role) == ("seer-q4_k_m", Role.READER)
    pack = take(paths, only(vision))
    assert (pack.name, pack.role) == ("seer", Role.READER)
    assert [file.path for file in pack.files] == ["Seer-Q4_K_M.gguf", "mmproj-Seer-F16.gguf"]


def test_what_writes_of_it_is_taken_alone_for_rewriting(paths: Paths, vision: Path) -> None:
    pack = take(paths, for_role(only(vision), Role.REWRITER))
    assert (pack.role, len(pack.files)) == (Role.REWRITER, 1)
    with pytest.raises(PackRefused, match="made for answering, not for sketching"):
        for_role(only(vision), Role.VISUALIZER)


def test_an_eye_alone_is_no_model(vision: Path) -> None:
    (vision / "Seer-Q4_K_M.gguf").unlink()
    assert "an mmproj file looks at pictures for a model that writes" in refusal(vision)
    assert "whose .gguf file it lacks" in refusal(vision / "mmproj-Seer-F16.gguf")


@pytest.mark.parametrize("what", ["", "Seer-Q4_K_M.gguf"])
def test_an_eye_is_no_link_to_what_lies_elsewhere(tmp_path: Path, vision: Path, what: str) -> None:
    (vision / "mmproj-Seer-F16.gguf").rename(tmp_path / "elsewhere.gguf")
    (vision / "mmproj-Seer-F16.gguf").symlink_to(tmp_path / "elsewhere.gguf")
    assert "mmproj-Seer-F16.gguf" in refusal(vision / what)
    assert "put the file itself there" in refusal(vision / what)


def test_two_files_of_different_models_are_refused_when_they_are_taken_in(
    paths: Paths, vision: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    rewriter = starter_pack(Role.REWRITER).directory / "rewriter.gguf"
    shutil.copy(rewriter, vision / "Seer-Q4_K_M.gguf")
    with pytest.raises(PackRefused, match="different models; get both files of the same model"):
        take(paths, only(vision))
    assert not list(paths.packs.glob(f"*/{FILE_NAME}"))


def test_a_linked_model_takes_no_space_and_is_checked_ever_after(paths: Paths, model: Path) -> None:
    pack = take(paths, only(model), as_links=True)
    inside = pack.directory / model.name
    assert inside.is_symlink()
    assert verify(read_pack(pack.directory)) == []
    model.write_bytes(GGUF[:-1] + b"\x01")
    assert verify(pack) == [model.name]
    model.write_bytes(GGUF[:-1])
    with pytest.raises(PackDamaged, match="bytes instead of"):
        read_pack(pack.directory)


def test_a_linked_model_on_a_missing_drive_is_offline(paths: Paths, model: Path) -> None:
    pack = take(paths, only(model), as_links=True)
    model.parent.rename(model.parent.with_name("pulled"))
    with pytest.raises(PackOffline, match="Plug in its drive"):
        read_pack(pack.directory)
    (offline,) = [each for each in installed(paths) if each.name == pack.name]
    assert isinstance(offline, OfflinePack)
    model.parent.with_name("pulled").rename(model.parent)
    assert read_pack(pack.directory) == pack


def test_a_link_may_only_lead_where_it_was_made_to_lead(paths: Paths, model: Path) -> None:
    pack = take(paths, only(model), as_links=True)
    other = model.with_name("other.gguf")
    other.write_bytes(GGUF)
    (pack.directory / model.name).unlink()
    (pack.directory / model.name).symlink_to(other)
    with pytest.raises(PackDamaged, match="leaves the pack's folder"):
        read_pack(pack.directory)


def test_export_and_import_give_the_same_pack(
    paths: Paths, someones_home: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    starter = starter_pack(Role.ENCODER)
    stick = someones_home / "stick"
    list(export(starter, stick, lambda: False))
    assert sorted(path.name for path in stick.iterdir()) == [starter.name]
    pack = take(paths, only(stick))
    assert (pack.name, pack.files, pack.digest) == (starter.name, starter.files, starter.digest)
    assert pack.license_url == starter.license_url


def test_an_adopted_pack_is_exported_with_its_bytes(
    paths: Paths, model: Path, tmp_path: Path
) -> None:
    pack = take(paths, only(model), as_links=True)
    list(export(pack, tmp_path / "stick", lambda: False))
    copied = read_pack(tmp_path / "stick" / pack.name)
    assert not (copied.directory / model.name).is_symlink()
    assert copied.files[0].adopted_from == ""


def test_altered_bytes_on_a_stick_are_refused(
    paths: Paths, tmp_path: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    list(export(starter_pack(Role.ENCODER), tmp_path / "stick", lambda: False))
    altered = next((tmp_path / "stick").glob(f"*/{WEIGHTS}"))
    content = bytearray(altered.read_bytes())
    content[-1] ^= 1
    altered.write_bytes(content)
    with pytest.raises(PackDamaged, match=f"{WEIGHTS} in .* has other bytes"):
        take(paths, only(tmp_path / "stick"))
    assert not list(paths.packs.glob(f"*/{FILE_NAME}"))


def test_stopping_a_copy_leaves_no_pack(paths: Paths, model: Path) -> None:
    with pytest.raises(Cancelled):
        list(take_in(paths.packs, only(model), lambda: True))
    assert not list(paths.packs.glob(f"*/{FILE_NAME}"))


def test_an_open_clip_folder_becomes_an_encoder(
    paths: Paths, tmp_path: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    folder = tmp_path / "My Encoder"
    shutil.copytree(starter_pack(Role.ENCODER).directory, folder)
    (folder / FILE_NAME).unlink()
    (folder / "pytorch_model.bin").write_bytes(b"\x80")  # left behind, not taken along
    pack = take(paths, only(folder))
    assert (pack.name, pack.role) == ("my-encoder", Role.ENCODER)
    assert "pytorch_model.bin" not in {path.name for path in pack.directory.iterdir()}


@pytest.mark.parametrize("name", ["model.ckpt", "model.pt", "pytorch_model.bin", "run.py"])
def test_what_can_run_code_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x80")
    assert "run code" in refusal(tmp_path / name)


def test_archives_and_other_things_are_refused(tmp_path: Path) -> None:
    (tmp_path / "model.zip").write_bytes(b"PK")
    assert "unpack it" in refusal(tmp_path / "model.zip")
    (tmp_path / "empty").mkdir()
    assert "model_index.json" in refusal(tmp_path / "empty")
    refusal(tmp_path / "nothing", FolderMissing)


def test_a_pickle_under_another_name_is_refused(paths: Paths, tmp_path: Path) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"\x80\x04\x95" + bytes(50))
    with pytest.raises(PackRefused, match="no safetensors file"):
        take(paths, only(tmp_path / "model.safetensors"))


def test_a_manifest_cannot_reach_out_of_its_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.json").write_text("{}")
    folder = tmp_path / "stick" / "pack"
    folder.mkdir(parents=True)
    file = {"path": "../../secret.json", "size": 2, "sha256": "0" * 64}
    manifest = {"name": "p", "title": "p", "role": "encoder", "license": "MIT", "files": [file]}
    (folder / FILE_NAME).write_text(json.dumps(manifest))
    assert "leaves the pack's folder" in refusal(folder)
    (folder / "link.json").symlink_to(tmp_path / "secret.json")
    manifest["files"] = [{**file, "path": "link.json"}]
    (folder / FILE_NAME).write_text(json.dumps(manifest))
    assert "leads out" in refusal(folder)


def test_links_in_a_model_folder_lead_nowhere_else(
    paths: Paths, tmp_path: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(starter_pack(Role.ENCODER).directory, folder)
    (folder / FILE_NAME).unlink()
    (tmp_path / "shadow").write_text("root:secret")
    (folder / "unused.txt").symlink_to(tmp_path / "shadow")  # what is no part of it may lie there
    (folder / "vocab.txt").symlink_to("README.md")
    pack = take(paths, only(folder))
    assert (pack.directory / "vocab.txt").read_bytes() == (folder / "README.md").read_bytes()
    (folder / "LICENSE.txt").symlink_to(tmp_path / "shadow")
    assert "LICENSE.txt is a link that leads out of it" in refusal(folder)


@pytest.mark.parametrize("name", ["model_index.json", "unet/config.json"])
def test_not_even_a_description_is_read_through_such_a_link(
    tmp_path: Path, starter_pack: Callable[[Role], Pack], name: str
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(starter_pack(Role.VISUALIZER).directory, folder)
    (folder / FILE_NAME).unlink()
    (folder / name).rename(tmp_path / "elsewhere.json")
    (folder / name).symlink_to(tmp_path / "elsewhere.json")
    assert f"{name} is a link that leads out of it" in refusal(folder)


def test_a_folder_made_to_look_like_a_cache_is_no_way_out(
    tmp_path: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    repository = tmp_path / "models--some--body"
    folder = repository / "snapshots" / "main"
    shutil.copytree(starter_pack(Role.ENCODER).directory, folder)
    (folder / FILE_NAME).unlink()
    write(repository / "blobs" / "license", b"Apache-2.0")
    (folder / "LICENSE.md").symlink_to(repository / "blobs" / "license")
    assert "LICENSE.md" in only(folder).files
    write(tmp_path / "shadow", b"root:secret")
    (repository / "blobs" / "shadow").symlink_to(tmp_path / "shadow")
    (folder / "LICENSE.txt").symlink_to(repository / "blobs" / "shadow")
    assert "LICENSE.txt is a link that leads out of it" in refusal(folder)


# ---- other programs -------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path / "hf"))
    monkeypatch.delenv("OLLAMA_MODELS", raising=False)
    return tmp_path / "home"


def write(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def test_models_of_other_programs_are_found_and_adopted(
    paths: Paths, home: Path, tmp_path: Path, starter_pack: Callable[[Role], Pack]
) -> None:
    snapshot = tmp_path / "hf/models--fieldbook--starter/snapshots" / ("a" * 40)
    for file in starter_pack(Role.ENCODER).files:
        blob = tmp_path / "hf/models--fieldbook--starter/blobs" / file.sha256
        write(blob, (starter_pack(Role.ENCODER).directory / file.path).read_bytes())
        (snapshot / file.path).parent.mkdir(parents=True, exist_ok=True)
        (snapshot / file.path).symlink_to(os.path.relpath(blob, snapshot))
    write(home / ".lmstudio/models/lm/Chatty-GGUF/Chatty.Q4_K_M.gguf", GGUF)
    seer = starter_pack(Role.READER).directory
    for name, content in (("Seer.Q4_K_M", "model"), ("mmproj-Seer-F16", "mmproj")):
        path = home / f".lmstudio/models/lm/Seer-GGUF/{name}.gguf"
        write(path, (seer / f"{content}.gguf").read_bytes())
    blob = write(home / ".ollama/models/blobs/sha256-00ff", GGUF)
    layer = {"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:00ff"}
    manifest = home / ".ollama/models/manifests/registry.ollama.ai/library/talk/3b"
    write(manifest, json.dumps({"layers": [{"mediaType": "x"}, layer]}).encode())
    layer_of_weights = {"dtype": "U8", "shape": [64], "data_offsets": [0, 64]}
    eye = write(home / ".ollama/models/blobs/sha256-0e7e", (seer / "mmproj.gguf").read_bytes())
    write(home / ".ollama/models/blobs/sha256-3003", (seer / "model.gguf").read_bytes())
    layers = [
        {"mediaType": f"application/vnd.ollama.image.{kind}", "digest": f"sha256:{digest}"}
        for kind, digest in (("projector", "0e7e"), ("model", "3003"), ("params", "gone"))
    ]
    write(manifest.parents[1] / "look/2b", json.dumps({"layers": layers}).encode())
    checkpoint = weights.safetensors(**{"model.diffusion_model.out.weight": layer_of_weights})
    write(home / "ComfyUI/models/checkpoints/words.safetensors", weights.safetensors())
    write(home / "ComfyUI/models/checkpoints/xl/dream.safetensors", checkpoint)
    write(home / "ComfyUI/models/checkpoints/old.ckpt", b"\x80")
    write(home / "stable-diffusion-webui/models/Stable-diffusion/v1.safetensors", checkpoint)

    found = {each.source.name: each for each in external_models.found(home)}
    assert {name: each.program for name, each in found.items()} == {
        "starter-own": "Hugging Face cache",
        "chatty.q4_k_m": "LM Studio",
        "seer.q4_k_m": "LM Studio",
        "talk-3b": "Ollama",
        "look-2b": "Ollama",
        "dream": "ComfyUI",
        "v1": "AUTOMATIC1111",
    }
    for each in found.values():
        pack = take(paths, each.source, as_links=True)
        assert verify(read_pack(pack.directory)) == []
    readers = {name for name, each in found.items() if each.source.role is Role.READER}
    assert readers == {"seer.q4_k_m", "look-2b"}
    files = {file.path: file.adopted_from for file in read_pack(paths.packs / "look-2b").files}
    assert set(files) == {"look-2b.gguf", "mmproj-look-2b.gguf"}
    assert files["mmproj-look-2b.gguf"] == str(eye)
    adopted = read_pack(paths.packs / "talk-3b")
    assert adopted.files[0].path == "talk-3b.gguf"
    assert adopted.files[0].adopted_from == str(blob)
    encoder = read_pack(paths.packs / "starter-own")
    assert encoder.files[0].origin is not None
    assert encoder.files[0].origin.revision == "a" * 40


def test_what_cannot_be_read_there_is_passed_over(home: Path, tmp_path: Path) -> None:
    write(home / ".ollama/models/manifests/r/library/talk/3b", b"{}")
    write(home / ".ollama/models/manifests/r/library/talk/7b", b"\xff")
    (tmp_path / "hf/models--a--b/snapshots/x").mkdir(parents=True)
    (tmp_path / "hf/models--a--b/snapshots/x/config.json").symlink_to("gone")
    assert external_models.found(home) == []


def test_a_cached_repository_on_offer_is_known_as_the_offer(home: Path, tmp_path: Path) -> None:
    snapshot = tmp_path / "hf/models--timm--ViT-B-16-SigLIP2-256/snapshots/c"
    for name in ("open_clip_config.json", WEIGHTS, "tokenizer.json", "tokenizer_config.json"):
        write(snapshot / name, b"{}")
    (each,) = external_models.found(home)
    assert (each.source.name, each.source.license) == ("siglip2-b-16-256", "Apache-2.0")
    assert each.source.settings["image_size"] == 256


def test_other_files_of_an_offered_reader_are_set_as_the_offer(
    home: Path, tmp_path: Path, vision: Path
) -> None:
    snapshot = tmp_path / "hf/models--Qwen--Qwen3-VL-4B-Instruct-GGUF/snapshots/c"
    for file in vision.iterdir():
        write(snapshot / file.name.replace("Seer", "Qwen3VL-4B-Instruct"), file.read_bytes())
    (writer,) = snapshot.glob("Qwen3VL*")
    writer.rename(snapshot / "Qwen3VL-4B-Instruct-Q8_0.gguf")
    (each,) = external_models.found(home)
    assert each.source.role is Role.READER
    told = {"context_length": 4096, "most_pictures": 3, "side": 1152, "box_format": "thousandths"}
    assert each.source.settings.items() >= told.items()


def test_an_offer_of_several_cached_repositories_is_found_whole_or_at_least_set_right(
    home: Path, tmp_path: Path
) -> None:
    turbo = tmp_path / "hf/models--stabilityai--sd-turbo/snapshots/c"
    index = {"_class_name": "StableDiffusionPipeline", "unet": ["diffusers", "UNet"]}
    for name in (
        *("scheduler/scheduler_config.json", "text_encoder/config.json", "unet/config.json"),
        *("text_encoder/model.fp16.safetensors", "tokenizer/tokenizer_config.json"),
        *("tokenizer/merges.txt", "unet/diffusion_pytorch_model.fp16.safetensors"),
        *("vae/config.json", "vae/diffusion_pytorch_model.fp16.safetensors"),
    ):
        write(turbo / name, b"{}")
    write(turbo / "model_index.json", json.dumps(index).encode())
    (each,) = external_models.found(home)
    assert each.source.name == "sd-turbo-own"
    assert each.source.settings["steps"] == 1, "as the model was made for, tiny decoder or not"
    assert "decoder" not in each.source.settings
    tiny = tmp_path / "hf/models--madebyollin--taesd/snapshots/d"
    for name in ("config.json", "diffusion_pytorch_model.safetensors"):
        write(tiny / name, b"{}")
    (each,) = external_models.found(home)
    assert each.source.name == "sd-turbo"
    decoder = "tiny_decoder/diffusion_pytorch_model.safetensors"
    assert each.source.files[decoder] == tiny / "diffusion_pytorch_model.safetensors"
    assert each.source.origins[decoder].repo == "madebyollin/taesd"
