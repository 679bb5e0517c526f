"""EmbeddingGemma 2 with random weights, from a bare folder to answers: killed and set otherwise."""

import os
import signal
from contextlib import closing
from pathlib import Path

import pytest

from tests.end_to_end.conftest import Profile, committed, fill, wait_until
from visret_desktop.library.catalog.catalog_reader import CatalogReader

COUNT = 200
FILES = ("config.json", "model.safetensors", "tokenizer.json")


@pytest.fixture
def folder(tmp_path: Path, random_gemma: Path) -> Path:
    """What a hub has of it, without a manifest of ours."""
    bare = tmp_path / "bare"
    bare.mkdir()
    for name in FILES:
        (bare / name).write_bytes((random_gemma / name).read_bytes())
    return bare


def spaces(visret: Profile) -> list[str]:
    """Return the packs that there are vectors of."""
    with closing(CatalogReader(visret.home / "data" / "catalog.db")) as reader:
        return sorted(name.rpartition("-")[0] for name in reader.embeddings.spaces())


@pytest.mark.slow("Two hundred photos are looked at in two budgets, each compiled first.")
def test_it_indexes_is_killed_goes_on_answers_in_german_and_takes_another_budget(
    visret: Profile, folder: Path, tmp_path: Path
) -> None:
    settings = visret.home / "config" / "settings.json"
    settings.write_text('{"free_cores": 64, "strategy": "original", "encoder_precision": "fp32"}')
    visret.json("packs", "import", folder, "--as", "gemma", "--use")
    photos = fill(tmp_path / "photos", COUNT)
    with visret.start("index", photos, "--json") as process:
        wait_until(lambda: committed(visret) > 0, process)
        os.killpg(process.pid, signal.SIGKILL)
    kept = committed(visret)
    assert 0 < kept < COUNT
    summary = visret.index(photos)
    assert (summary["indexed"], summary["problems"]) == (COUNT - kept, [])
    answer = visret.search("ein Reiher im Schnee | query: Eule", "--top", "1000")
    assert len(answer["hits"]) == COUNT
    assert spaces(visret) == ["gemma"]

    visret.json(
        *("packs", "import", folder, "--as", "gemma-140", "--use"),
        *("--set", "soft_tokens=140", "--set", "dimension=256"),
    )
    assert len(visret.search("ein Reiher", "--top", "1000")["hits"]) == COUNT  # by the old one
    assert visret.index(photos)["photos"] == COUNT
    other = visret.search("ein Reiher im Schnee | query: Eule", "--top", "1000")
    assert "gemma-140" in spaces(visret)
    assert len(other["hits"]) == COUNT
    assert [hit["path"] for hit in other["hits"]] != [hit["path"] for hit in answer["hits"]]

    visret.json("packs", "use", "--second", "gemma")
    visret.index(photos)
    both = visret.search("ein Reiher im Schnee")["hits"]
    assert {*both[0]["ranks"]} == {"text", "text@gemma"}
    assert spaces(visret) == ["gemma", "gemma-140"]
    assert visret.faults() == []


def test_a_folder_that_lacks_a_file_is_refused_with_its_name(visret: Profile, folder: Path) -> None:
    (folder / "tokenizer.json").unlink()
    error = visret.json("packs", "import", folder, "--as", "gemma", code=1)["error"]
    assert "it has no tokenizer.json" in error["sentence"]
