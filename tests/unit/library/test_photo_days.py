"""The day of each photo, in the order of the grid."""

import random
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from visret_desktop.library.catalog import photo_groups
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


def test_days_of_all_photos_are_those_of_a_filter_that_leaves_all(tmp_path: Path) -> None:
    chance = random.Random(3)
    times = ("2024-05-03T", "2024-05-04T", "2024-12-31T", "0001-01-01T", "9999-12-31T", None)
    with closing(Catalog.open(tmp_path / "catalog.db")) as catalog:
        assert [len(one) for one in catalog.photo_days()] == [0, 0]
        folder = catalog.roots.add(tmp_path).id
        with catalog.batch():
            for number in range(300):
                time = chance.choice(times)
                taken = time and f"{time}{chance.randrange(24):02}:00:00"
                print_ = Fingerprint(1, chance.randrange(10**18))
                told = Metadata(format="JPEG", taken_at=taken)
                catalog.put_photo(folder, f"{number}.jpg", print_, f"{number:032x}", "", told)
        every = catalog.photo_days(Filter.of(kind=["JPEG"]))
        for one, other in zip(catalog.photo_days(), every, strict=True):
            assert one.tolist() == other.tolist()
            assert one.dtype == other.dtype


def test_further_files_are_counted_among_the_photos_that_are_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Catalog.open(tmp_path / "catalog.db")) as catalog:
        folder = catalog.roots.add(tmp_path).id
        ids = [
            catalog.put_photo(folder, f"{n}.jpg", Fingerprint(1, n), content, "", Metadata())
            for n, content in enumerate("aaabbc")
        ]
        for few in (20_000, 0):
            monkeypatch.setattr(photo_groups, "_FEW", few)
            for those, further in ((ids, 3), (ids[1:3], 1), (ids[2:4], 0), ([], 0), (ids[5:], 0)):
                assert catalog.groups.further_files(np.array(those, np.int64)) == further, few
