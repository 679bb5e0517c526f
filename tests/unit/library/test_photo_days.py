"""The day of each photo, in the order of the grid."""

from pathlib import Path

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata

DATES = ("2024-05-03T23:59:59+02:00", None, "1999-12-31T10:00:00", "", "2024-05-03T01:00:00")


def test_photos_without_a_date_stand_behind_all_others(tmp_path: Path) -> None:
    catalog = Catalog.open(tmp_path / "catalog.db")
    folder = catalog.roots.add(tmp_path).id
    file_time = Fingerprint(1, 1_650_000_000 * 10**9)  # 2022-04-15
    for number, taken_at in enumerate(DATES):
        metadata = Metadata(taken_at=taken_at, rating=number % 2)
        catalog.put_photo(folder, f"{number}.jpg", file_time, f"{number:032x}", "", metadata)
    ids, days = catalog.photo_days()
    assert ids.tolist() == catalog.photo_ids("date").tolist()
    assert days.tolist() == [20240503, 20240503, 19991231, 0, 0]
    even = Filter.of(rating=[{"low": 0, "high": 0}])
    assert catalog.photo_days(even)[1].tolist() == [20240503, 20240503, 19991231]
    # A file that is written anew does not move its photo among the dated ones.
    catalog.put_fingerprints([(2, Fingerprint(1, 1_800_000_000 * 10**9))])
    assert catalog.photo_days()[1].tolist() == days.tolist()
    catalog.close()
