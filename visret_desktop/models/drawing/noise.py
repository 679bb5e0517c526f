"""The noise that torch's generator gives on a CPU, without torch: a seed gives the same pictures.

torch fills normal numbers in blocks of sixteen: Mersenne Twister's words to uniform numbers, and
these, eight and eight, by Box and Muller's transform. The last bits of its logarithms and cosines
differ between processors, and from those here.
"""

import math

import numpy as np
import numpy.typing as npt

FEWEST = 16  # numbers at once; torch makes fewer in another way
_BLOCK = 16
_WORDS = 2**32
_BITS = 24  # of a word, that become a float32


class Noise:
    """A generator, as `torch.Generator("cpu").manual_seed(seed)`."""

    def __init__(self, seed: int) -> None:
        self._words = np.random.RandomState(seed % _WORDS)  # torch, too, takes 32 bits of a seed

    def draw(self, shape: tuple[int, ...]) -> npt.NDArray[np.float32]:
        """Return float32 numbers, normally distributed, as `torch.randn(shape)` does.

        Raises:
            ValueError: they are fewer than `FEWEST`.
        """
        count = math.prod(shape)
        if count < FEWEST:
            raise ValueError(f"torch draws {count} numbers in another way")
        uniform = self._uniform(count)
        whole = count - count % _BLOCK
        drawn = _normal(uniform[:whole])
        if whole < count:  # the last sixteen are made anew
            drawn = np.append(drawn, uniform[whole:])
            drawn[-_BLOCK:] = _normal(self._uniform(_BLOCK))
        return np.reshape(drawn, shape)

    def _uniform(self, count: int) -> npt.NDArray[np.float32]:
        words = self._words.randint(0, _WORDS, count, np.uint32)
        return np.asarray((words & (2**_BITS - 1)) / 2.0**_BITS, np.float32)


def _normal(uniform: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return normal numbers of uniform ones in [0, 1), a multiple of sixteen."""
    first, second = uniform.reshape(-1, 2, _BLOCK // 2).swapaxes(0, 1)
    radius = np.sqrt(np.float32(-2) * np.log(np.float32(1) - first))
    angle = np.float32(2 * math.pi) * second
    return np.stack((radius * np.cos(angle), radius * np.sin(angle)), axis=1).reshape(-1)
