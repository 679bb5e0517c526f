"""Words of a query that stand in the names of folders."""

from collections.abc import Mapping, Sequence

from tests.unit.facts.stand_in import StandInLibrary
from visret_desktop.facts.folder_words import offered_folders


class _ManyFolders(StandInLibrary):
    """Ten thousand folders with one photo each, which a catalog has to count."""

    counted = 0

    def folders(self) -> Sequence[str]:
        return tuple(f"/photos/{number:05} feeder" for number in range(10_000))

    def photos_in_folders(self) -> Mapping[str, int]:
        self.counted += 1
        return dict.fromkeys(self.folders(), 1)


def test_the_photos_of_all_folders_are_counted_once() -> None:
    known = _ManyFolders()
    assert list(offered_folders("heron 00007 feeder", known)) == []  # all folders say it
    assert known.counted == 1
