"""Folders inside a folder of the library, level by level, whatever they are called."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.folder_tree import Subfolder
from visret_desktop.library.records import Fingerprint, Metadata

ODD = os.fsdecode(b"caf\xe9")  # a name that is no valid Unicode


@pytest.fixture
def level(tmp_path: Path) -> Callable[[str], list[Subfolder]]:
    """Return what lies below a path of a folder with these photos."""
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path).id
    names = ("top", "a/1", "a/b/2", "a/b/c/3", "a b/4", "a0/5", "B/6", f"{ODD}/7", f"{ODD}/ü/8")
    for number, name in enumerate(names):
        fingerprint, content = Fingerprint(1, 1), f"{number:032x}"
        catalog.put_photo(folder, f"{name}.jpg", fingerprint, content, "", Metadata())
    return lambda inside: catalog.subfolders(folder, inside)


def test_each_level_has_its_folders_with_all_that_is_below(
    level: Callable[[str], list[Subfolder]],
) -> None:
    assert level("") == [
        Subfolder("a", 3, True),
        Subfolder("a b", 1, False),
        Subfolder("a0", 1, False),
        Subfolder("B", 1, False),
        Subfolder(ODD, 2, True),
    ]
    assert level("a") == [Subfolder("b", 2, True)]
    assert level("a/b") == [Subfolder("c", 1, False)]
    assert level(ODD) == [Subfolder("ü", 1, False)]
    assert level("B") == level("nowhere") == []
