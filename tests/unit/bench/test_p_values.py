"""P-values of several tests, as reports write them."""

from bench.p_values import with_adjusted


def test_p_values_are_adjusted_before_they_are_rounded() -> None:
    found = with_adjusted([{"p": 0.00004, "to": "a"}, {"p": 0.5, "to": "b"}])
    assert [(one["p"], one["p_adjusted"], one["to"]) for one in found] == [
        (0.0, 0.0001, "a"),
        (0.5, 0.5, "b"),
    ]
