"""Removing an encoder pack takes its vectors along, and nobody else's."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.engine.conftest import Desk
from visret_desktop import file_changes
from visret_desktop.cli.main import main
from visret_desktop.engine.upkeep.removal_jobs import forget_encoder
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

OpenDesk = Callable[..., Desk]


def install(paths: Paths, name: str, pack: Pack) -> Pack:
    """Put the built-in encoder among the packs under another name."""
    directory = paths.packs / name
    shutil.copytree(pack.directory, directory)
    manifest = directory / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"name": "starter"', f'"name": "{name}"'))
    return read_pack(directory)


@pytest.fixture
def indexed(
    indexed_photos: Path,
    open_desk: OpenDesk,
    paths: Paths,
    starter_pack: Callable[[Role], Pack],
    monkeypatch: pytest.MonkeyPatch,
) -> Desk:
    """A library with vectors of the built-in encoder, of `other`, old ones too, and of `other-2`.

    All have the same, because to export an encoder takes long.
    """
    desk = open_desk()
    packs = [install(paths, name, starter_pack(Role.ENCODER)) for name in ("other", "other-2")]
    names = [f"{pack.name}-{pack.digest}" for pack in packs]
    with desk.library.writing() as catalog, catalog.batch():
        for _, hashes, rows in list(catalog.embeddings.live(desk.library.encoder.name)):
            for name in (*names, f"{names[0]}-int8", "other-12345678"):
                for content_hash, vector in zip(hashes, rows, strict=True):
                    catalog.put_embedding(content_hash, name, vector)
    for name in names:
        file_changes.write(paths.index_dir / name / "index.json", b"{}")
    for name, folder in (("DATA", paths.data), ("CACHE", paths.cache), ("CONFIG", paths.config)):
        monkeypatch.setenv(f"VISRET_{name}_DIR", str(folder))
    return desk


def remove(capsys: pytest.CaptureFixture[str], ends: int = 0) -> tuple[dict[str, object], str]:
    capsys.readouterr()
    assert main(["packs", "remove", "other", "--json"]) == ends
    said = capsys.readouterr()
    body = json.loads(said.out)
    return body if ends else body["removed"][0], said.err


def vectors(desk: Desk) -> set[str]:
    reader = desk.library.reader
    assert {reader.embeddings.count(space) for space in reader.embeddings.spaces()} == {12}
    return set(reader.embeddings.spaces())


def test_vectors_go_with_their_pack(
    indexed: Desk, photos: Path, paths: Paths, capsys: pytest.CaptureFixture[str]
) -> None:
    before = vectors(indexed)
    kept = {name for name in before if name.startswith(("starter-", "other-2-"))}
    with WriterLock(paths.writer_lock):
        told, said = remove(capsys)
        assert told["vectors"] == 0
        assert "36 vectors that other made of your photos stay for now" in said
        assert vectors(indexed) == before
    told, _ = remove(capsys)
    assert told["vectors"] == 36
    assert vectors(indexed) == kept
    assert {path.name for path in paths.index_dir.iterdir()} <= kept
    remove(capsys, ends=3)
    assert indexed.index(photos)["unchanged"] == 12


def test_vectors_that_an_installed_pack_can_use_stay(
    indexed: Desk, paths: Paths, starter_pack: Callable[[Role], Pack]
) -> None:
    before = vectors(indexed)
    assert forget_encoder(indexed.library, "starter") == 0
    assert forget_encoder(indexed.library, "other") == 12
    assert vectors(indexed) == before - {"other-12345678"}
