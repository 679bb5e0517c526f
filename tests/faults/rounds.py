"""How often a fault is injected: a few times in every run, many times in the long form."""

import pytest


def rounds(few: int, many: int) -> pytest.MarkDecorator:
    """Parametrize `rounds`: `few` in every run, `many` in the long form."""
    return pytest.mark.parametrize(
        "rounds",
        [pytest.param(few, id="few"), pytest.param(many, marks=pytest.mark.long, id="many")],
    )
