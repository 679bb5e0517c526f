"""How much two rankings agree, by numbers counted by hand."""

import pytest

from visret_desktop.retrieval.rank_fusion import agreement


@pytest.mark.parametrize(
    ("first", "second", "share"),
    [
        ([1, 2, 3], [1, 2, 3], 1.0),
        ([], [], 1.0),
        ([1, 2, 3], [4, 5, 6], 0.0),
        ([1, 2], [2, 1], 0.5),
        ([1, 2, 3], [1, 3, 2], (1 + 1 / 2 + 1) / 3),
        ([1, 2], [1], (1 + 1 / 2) / 2),
    ],
)
def test_the_first_places_count_most(first: list[int], second: list[int], share: float) -> None:
    assert agreement(first, second) == pytest.approx(share)
    assert agreement(second, first) == pytest.approx(share)
