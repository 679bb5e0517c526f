"""What indexing and searching ask of a model, whoever makes it."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt
from PIL.Image import Image

Vectors = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.float32]


class Encoder(Protocol):
    """Images and words to unit vectors of one space. Thread-safe: workers call it at once."""

    name: str  # identifies the vectors in the catalog: pack name and a digest of its weights
    dimension: int
    input_pixels: int  # side of the square the preprocess makes; decoders may shrink down to it

    def preprocess(self, image: Image) -> Pixels:
        """Return float32 (3, input_pixels, input_pixels), as the model was trained."""
        ...

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Map float32 (n, 3, side, side) to float32 (n, dimension), rows of unit length."""
        ...

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Map n strings to float32 (n, dimension), unit rows; loads its tower late."""
        ...
