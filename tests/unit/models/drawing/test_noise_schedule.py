"""A seed gives the noise that torch gives for it."""

import numpy as np
import pytest

from visret_desktop.models.drawing.noise_schedule import Noise

_CLOSE = 1e-5


@pytest.mark.parametrize("seed", [0, 7, 2**40 + 3, 2**63 - 1])
def test_noise_is_torchs_also_when_drawn_again(seed: int) -> None:
    import torch

    theirs, ours = torch.Generator("cpu").manual_seed(seed), Noise(seed)
    for shape in ((1, 4, 8, 8), (1, 3, 3, 3), (1, 4, 2, 2), (1, 4, 5, 5)):
        expected = torch.randn(shape, generator=theirs).numpy()
        drawn = ours.draw(shape)
        assert drawn.dtype == np.float32
        np.testing.assert_allclose(drawn, expected, atol=_CLOSE)


def test_few_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="15 numbers"):
        Noise(1).draw((15,))
