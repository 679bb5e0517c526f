"""Whose writing in the catalog it was."""

from contextlib import closing
from pathlib import Path

import pytest

from visret_desktop.engine.writers import Writers
from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.paths import Paths


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    Catalog.open(paths.catalog).close()
    return paths


def write(writers: Writers, paths: Paths) -> None:
    with writers.holding(), closing(Catalog.open(paths.catalog)) as catalog:
        catalog.roots.add(Path(f"/photos/{len(catalog.folders())}"))


def test_only_what_others_write_counts(paths: Paths) -> None:
    own, others = Writers(paths), Writers(paths)
    assert not own.have_others_written()
    write(own, paths)
    assert not own.have_others_written()
    write(others, paths)
    assert own.have_others_written()
    assert not own.have_others_written()
    own.leave_one_file()


def test_own_writing_does_not_hide_what_others_wrote_before_it(paths: Paths) -> None:
    own, others = Writers(paths), Writers(paths)
    own.have_others_written()
    write(others, paths)
    write(own, paths)
    assert own.have_others_written()
    own.leave_one_file()


def test_a_catalog_that_is_away_is_no_news(paths: Paths) -> None:
    own = Writers(paths)
    own.have_others_written()
    paths.catalog.rename(paths.catalog.with_suffix(".away"))
    assert not own.have_others_written()
    own.leave_one_file()
