"""How many photos a correction of a clock is of: files, as everywhere else, also copies."""

from pathlib import Path

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.catalog_clocks import ClockShift
from visret_desktop.library.records import Fingerprint, Metadata


def test_copies_count_as_photos(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path).id
    taken = Metadata(taken_at="2026-05-01T10:00:00")
    with catalog.batch():
        for name, content in (("a.jpg", "1" * 32), ("copy.jpg", "1" * 32), ("b.jpg", "2" * 32)):
            catalog.put_photo(folder, name, Fingerprint(1, 1), content, "", taken)
    catalog.annotations.put_correction("one hour", {"1" * 32: ClockShift(3600), "2" * 32: ClockShift(3600)})
    assert [one.photos for one in catalog.clocks.all()] == [3]
    catalog.close()
