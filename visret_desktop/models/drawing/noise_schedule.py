"""The noise and the schedule of a diffusion pipeline, without torch and without a scheduler.

The noise is that of torch's generator on a CPU, so a seed gives the same pictures. torch fills
normal numbers in blocks of sixteen: the Mersenne Twister's words become uniform numbers, and these,
eight and eight, normal ones by the Box-Muller transform. The last bits of logarithms and cosines
differ between processors, and from those here.

With a fixed number of steps, the input of the denoiser at each step, the latents after it, and the
input of the decoder are weighted sums of the noises and of the denoiser's outputs so far. The
schedule is the table of these weights. `scheduler_probe` finds them, and the models for which this
does not hold.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

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


Array = npt.NDArray[np.float32]
Denoise = Callable[[Array, float], Array]
Rows = tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class Schedule:
    """Weights of sums over terms: the noises in order, then each step's answers, row by row."""

    noises: int  # that are drawn of the generator, at least 1
    rows: int  # of the denoiser's batch: 1, or 2 with guidance, of which the last has the words
    timesteps: tuple[float, ...]  # one for each time that the denoiser is asked
    inputs: Rows  # (steps, terms): what it is asked about
    states: Rows  # (steps, terms): the latents after each step
    last: tuple[float, ...]  # (terms,): what the decoder gets

    def __post_init__(self) -> None:
        terms = self.noises + self.rows * len(self.timesteps)
        every = (*self.inputs, *self.states, self.last)
        if len(self.inputs) != len(self.timesteps) or len(self.states) != len(self.timesteps):
            raise ValueError("a schedule has as many inputs and states as steps")
        if any(len(weights) != terms for weights in every):
            raise ValueError(f"a schedule has {terms} terms")

    def run(self, noise: Array, denoise: Denoise) -> Iterator[Array]:
        """Yield the latents (1, c, h, w) after each step, and at last what the decoder gets.

        Args:
            noise: (noises, c, h, w).
            denoise: from (1, c, h, w) and a timestep to (rows, c, h, w).
        """
        terms = np.zeros((len(self.last), *noise.shape[1:]), np.float32)
        terms[: self.noises] = noise
        at = self.noises
        for timestep, asked, after in zip(self.timesteps, self.inputs, self.states, strict=True):
            terms[at : at + self.rows] = denoise(_sum(asked, terms), timestep)
            at += self.rows
            yield _sum(after, terms)
        yield _sum(self.last, terms)


def _sum(weights: tuple[float, ...], terms: Array) -> Array:
    used = np.flatnonzero(weights)
    factors = np.asarray(weights, np.float32)[used]
    return np.tensordot(factors, terms[used], 1)[None].astype(np.float32)
