"""A row that no version of the program ever wrote is told, in every part of a catalog."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_reader import CatalogReader
from visret_desktop.library.folders.scan import UNREADABLE_FOLDER
from visret_desktop.library.records import AcceptedName, Fingerprint, Notes
from visret_desktop.library.repair import catalog_check
from visret_desktop.library.repair.catalog_check import find_damage
from visret_desktop.sentences import sentence

_HASH = "0" * 32
_ODD_ROWS = {  # one of each of the migrations that rules came with
    "photo_keyword": (b"heron", 1),
    "photo_group": (1, "first", None),
    "detected": (_HASH, 1, 0, "", "no list"),
    "clock": (_HASH, 1, "soon", ""),
    "pass_result": ("no hash", "words", "1", None),
}


@pytest.mark.parametrize("table", _ODD_ROWS)
def test_an_odd_row_is_told(table: str, tmp_path: Path) -> None:
    path = tmp_path / "catalog.sqlite"
    Catalog.open(path).close()
    assert find_damage(path, is_thorough=False) == ""
    row = _ODD_ROWS[table]
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(row))})", row)
    assert f"1 rows of {table} hold what was never written" in find_damage(path, is_thorough=False)


def test_a_folder_that_cannot_itself_be_read_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / "catalog.sqlite"
    with closing(Catalog.open(path)) as catalog:
        folder = catalog.roots.add(tmp_path)
        reason = sentence("This folder cannot be read ({error}).", error="Permission denied")
        nothing = Fingerprint(0, 0)
        catalog.put_problem(folder.id, "", nothing, UNREADABLE_FOLDER, reason, indexed=False)
    assert find_damage(path, is_thorough=True) == ""


def test_no_rule_is_about_a_table_that_nobody_looks_at() -> None:
    groups = [rules for name, rules in vars(catalog_check).items() if name.startswith("_RULES")]
    about = {table for rules in groups for table, _ in rules}
    assert about == {*catalog_check._LARGE, "meta", "folder"}


@pytest.mark.parametrize(
    "names", ['[{"name', '["heron"]', '{"a\\"b": 1}', "5", '[{"common": "x"}]']
)
def test_names_that_cannot_be_read_cost_only_themselves(names: str, tmp_path: Path) -> None:
    path = tmp_path / "catalog.sqlite"
    egret = AcceptedName("Ardea alba", common="egret", source="otters.zip")
    with closing(Catalog.open(path)) as catalog:
        catalog.annotations.put_notes({_HASH: Notes(("late",)), "1" * 32: Notes(names=(egret,))})
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE note SET names = ? WHERE content_hash = ?", (names, _HASH))
    assert find_damage(path, is_thorough=True) == ""
    with closing(CatalogReader(path)) as reader:
        assert reader.facts.all().of_common_names == {"egret": "Ardea alba"}
        assert reader.deployments.package_sources() == ["otters.zip"]
        assert reader.deployments.with_names_from("otters.zip") == ["1" * 32]
