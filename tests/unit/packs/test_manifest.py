"""What makes a folder a pack, and every way in which it is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.pack_writing import write_manifest
from visret_desktop.errors import PackDamaged
from visret_desktop.packs.manifest import FILE_NAME, Pack, read_pack, verify
from visret_desktop.roles import Role


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    directory = tmp_path / "small"
    (directory / "tower").mkdir(parents=True)
    (directory / "tower" / "weights.safetensors").write_bytes(b"weights")
    (directory / "config.json").write_text("{}")
    return write_manifest(
        directory,
        name="small",
        title="A small pack",
        role=Role.ENCODER,
        spdx="MIT",
        settings={"precision": "fp32"},
        license_url="https://spdx.org/licenses/MIT",
        version="2.1",
        made_by="a test",
    )


def change(pack: Pack, **changed: Any) -> Path:
    """Write other values into the pack's manifest."""
    path = pack.directory / FILE_NAME
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    return pack.directory


def refusal(directory: Path) -> str:
    with pytest.raises(PackDamaged) as caught:
        read_pack(directory)
    assert caught.value.exit_code == 3
    return str(caught.value)


def test_reads_back_what_was_written(pack: Pack) -> None:
    again = read_pack(pack.directory)
    assert again == pack
    assert [file.path for file in again.files] == ["config.json", "tower/weights.safetensors"]
    assert again.size_bytes == 9
    assert (again.role, again.license, again.version) == (Role.ENCODER, "MIT", "2.1")
    assert again.settings == {"precision": "fp32"}
    assert again.made_by == "a test"


def test_digest_follows_the_files_and_nothing_else(pack: Pack) -> None:
    assert read_pack(change(pack, title="Another title")).digest == pack.digest
    (pack.directory / "tower" / "weights.safetensors").write_bytes(b"WEIGHTS")
    changed = write_manifest(
        pack.directory, name="small", title="", role=Role.ENCODER, spdx="MIT", settings={}
    )
    assert changed.digest != pack.digest


def test_verify_finds_altered_bytes_that_the_quick_check_cannot_see(pack: Pack) -> None:
    assert verify(pack) == []
    (pack.directory / "tower" / "weights.safetensors").write_bytes(b"weighty")
    assert verify(read_pack(pack.directory)) == ["tower/weights.safetensors"]
    (pack.directory / "config.json").unlink()
    assert verify(pack) == ["config.json", "tower/weights.safetensors"]


def test_refuses_a_wrong_size_and_says_which(pack: Pack) -> None:
    (pack.directory / "config.json").write_text("{} ")
    assert "config.json has 3 bytes instead of 2" in refusal(pack.directory)


def test_refuses_a_missing_file(pack: Pack) -> None:
    (pack.directory / "config.json").unlink()
    assert "config.json is missing" in refusal(pack.directory)


@pytest.mark.parametrize(
    "path", ["../secret.json", "/etc/secret.json", "a/../../b.json", "a\\..\\b.json", "C:x.json"]
)
def test_refuses_paths_that_leave_the_folder(pack: Pack, path: str) -> None:
    files = [{"path": path, "size": 1, "sha256": "0" * 64}]
    assert "leaves the pack's folder" in refusal(change(pack, files=files))


def test_refuses_a_link_that_leaves_the_folder(pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "outside.json").write_text("{}")
    (pack.directory / "config.json").unlink()
    (pack.directory / "config.json").symlink_to(tmp_path / "outside.json")
    assert "leaves the pack's folder" in refusal(pack.directory)


def test_a_linked_pack_folder_is_fine(pack: Pack, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(pack.directory)
    assert read_pack(tmp_path / "link").digest == pack.digest


@pytest.mark.parametrize("suffix", ["bin", "pt", "pth", "ckpt", "pkl", "py", "so", "exe", "PT"])
def test_refuses_listed_files_of_other_kinds(pack: Pack, suffix: str) -> None:
    files = [{"path": f"weights.{suffix}", "size": 1, "sha256": "0" * 64}]
    assert f"weights.{suffix} is of a kind that is never loaded" in refusal(
        change(pack, files=files)
    )


@pytest.mark.parametrize("name", ["pytorch_model.bin", "tower/model.pt", "last.CKPT"])
def test_refuses_pickled_files_that_are_not_listed(pack: Pack, name: str) -> None:
    (pack.directory / name).write_bytes(b"")
    assert "can run code" in refusal(pack.directory)


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "with space", 7, None])
def test_refuses_names_that_cannot_be_folders(pack: Pack, name: object) -> None:
    assert "cannot be read" in refusal(change(pack, name=name))


@pytest.mark.parametrize(
    "changed",
    [
        {"role": "assistant"},
        {"files": []},
        {"files": "all"},
        {"files": [{"path": "config.json"}]},
        {"files": [{"path": "config.json", "size": 2, "sha256": "short"}]},
        {"files": [{"path": "config.json", "size": 2, "sha256": "0" * 64}] * 2},
        {"settings": [1]},
    ],
)
def test_refuses_manifests_that_make_no_sense(pack: Pack, changed: dict[str, Any]) -> None:
    assert FILE_NAME in refusal(change(pack, **changed))


@pytest.mark.parametrize("content", ["", "[]", "{}", "nonsense", '"text"', "[" * 3000, "\ud800"])
def test_refuses_what_is_no_manifest(pack: Pack, content: str) -> None:
    path = pack.directory / FILE_NAME
    path.write_bytes(content.encode("utf-8", "surrogatepass"))
    assert "The model pack small is damaged" in refusal(pack.directory)
