"""How often a fault is injected: a few times in every run, many times in the long form."""

import pytest


def rounds(quick: int, long: int) -> pytest.MarkDecorator:
    """Parametrize `rounds`: `quick` in the quick form of a test, `long` in the long one."""
    return pytest.mark.parametrize(
        "rounds",
        [
            pytest.param(quick, marks=pytest.mark.quick, id="quick"),
            pytest.param(long, marks=pytest.mark.long, id="long"),
        ],
    )
