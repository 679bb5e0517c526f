"""The hub of these tests answers as the real one does: huggingface_hub itself gets on with it."""

from pathlib import Path

import pytest
from huggingface_hub import HfApi, hf_hub_download
from huggingface_hub.errors import GatedRepoError, RemoteEntryNotFoundError, RepositoryNotFoundError

from tests.hub.conftest import REPOSITORY, WEIGHTS
from tests.hub.server import Hub


def test_the_librarys_own_download_works_here(hub: Hub, tmp_path: Path) -> None:
    for name in (WEIGHTS, "tokenizer_config.json"):
        path = hf_hub_download(
            REPOSITORY, name, endpoint=hub.address, cache_dir=tmp_path / "cache", token=False
        )
        assert Path(path).read_bytes() == hub.repositories[REPOSITORY].files[name]


def test_the_librarys_own_listing_works_here(hub: Hub) -> None:
    hub.page = 2
    api = HfApi(endpoint=hub.address, token=False)
    info = api.model_info(REPOSITORY)
    assert info.sha == hub.repositories[REPOSITORY].commit
    listed = {entry.path: entry for entry in api.list_repo_tree(REPOSITORY, recursive=True)}
    assert set(listed) == set(hub.repositories[REPOSITORY].files)
    assert len(listed[WEIGHTS].lfs.sha256) == 64


def test_refusals_are_those_that_the_library_knows(hub: Hub, tmp_path: Path) -> None:
    api = HfApi(endpoint=hub.address, token=False)
    with pytest.raises(RepositoryNotFoundError):
        api.model_info("no/where")
    options = {"endpoint": hub.address, "cache_dir": tmp_path, "token": False}
    with pytest.raises(RemoteEntryNotFoundError):
        hf_hub_download(REPOSITORY, "gone.json", **options)
    hub.repositories[REPOSITORY].readers = frozenset()
    with pytest.raises(GatedRepoError):
        hf_hub_download(REPOSITORY, WEIGHTS, **options)
