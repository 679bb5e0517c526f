"""A model whose files are those of an installed Python package."""

import json
from pathlib import Path

import pytest

from tests.unit.packs.made_packages import make_package
from visret_desktop.errors import PackDamaged
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.packs.manifest import FILE_NAME, read_pack
from visret_desktop.paths import Paths, bundled


def test_a_rewriter_is_read_from_a_package_and_refused_once_it_was_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, folder = tmp_path / "site-packages", tmp_path / "packaged"
    starter = bundled("starter", "rewriter")
    weights = (starter / "rewriter.gguf").read_bytes()
    make_package(site, "made-model", "1.0", {"made_model/rewriter.gguf": weights})
    monkeypatch.syspath_prepend(str(site))
    told = json.loads((starter / FILE_NAME).read_text())
    (file,) = (each for each in told["files"] if each["path"] == "rewriter.gguf")
    file["package"] = {"name": "made-model", "version": "1.0", "path": "made_model/rewriter.gguf"}
    folder.mkdir()
    (folder / FILE_NAME).write_text(json.dumps({**told, "name": "packaged", "files": [file]}))
    pack, paths = (
        read_pack(folder),
        Paths(*(tmp_path / name for name in ("data", "cache", "config"))),
    )
    open_rewriter(pack, paths, "cpu")
    (site / "made_model/rewriter.gguf").write_bytes(weights[:-1] + bytes([weights[-1] ^ 1]))
    with pytest.raises(PackDamaged, match="the Python package made-model has other bytes"):
        open_rewriter(read_pack(folder), paths, "cpu")
