"""What indexing and searching expect of models."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt
from PIL.Image import Image

from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.sentences import NOTHING, Sentence

Vectors = npt.NDArray[np.float32]
Pixels = npt.NDArray[np.float32]


class Encoder(Protocol):
    """Images and words to unit vectors of one space. Thread-safe: workers call it at once."""

    name: str  # identifies the vectors in the catalog: pack name and a digest of its weights
    dimension: int
    input_pixels: int  # side of the square the preprocess makes; decoders may shrink down to it
    preprocess: Preprocess  # RGB picture to float32 (3, input_pixels, input_pixels), as in training

    def embed_images(self, pixels: Pixels) -> Vectors:
        """Map float32 (n, 3, side, side) to float32 (n, dimension), rows of unit length."""
        ...

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Map n strings to float32 (n, dimension), unit rows; loads its tower late."""
        ...

    def unload_unused(self, seconds: float) -> bool:
        """Unload what embeds pictures if nobody needed it that long; return whether it was loaded.

        It is loaded again for the next picture. What embeds words stays, so that queries are quick.
        """
        ...


class Family(StrEnum):
    """The three kinds of query that have an instruction of their own (VisRet, section 3)."""

    QUESTION = "question"  # about a feature: show the part where the answer can be seen
    COMPARISON = "comparison"  # of several entities: one instruction for each
    DESCRIPTION = "description"  # of a picture: say it so that it can be drawn


@dataclass(frozen=True)
class Rewrite:
    """What the rewriter made of a query; `note` says in a sentence why it could not, or is ""."""

    family: Family
    instructions: tuple[str, ...]  # one for each entity asked about, never empty
    note: Sentence = NOTHING
    refusal: str = field(default="", compare=False)  # the kind of change: 'left out', 'added', …
    seconds_per_word: float = field(default=0.0, compare=False)  # of writing; 0: not known
    is_final: bool = field(default=True, compare=False)  # False: asking again may go better


class YesOrNoModel(Protocol):
    """A chat model that says how likely it finds yes."""

    def chance_of_yes(self, kind: str, text: str) -> float | None:
        """Return the chance of "yes" against "no" to a text under a kind of prompt, 0 to 1.

        None: the model takes no such question, or failed.
        """
        ...


class Rewriter(YesOrNoModel, Protocol):
    """A query to instructions for the visualizer. Thread-safe."""

    name: str  # pack name and digest, as for encoders

    def rewrite(self, query: str, family: Family | None = None) -> Rewrite:
        """Return instructions; `family` None: chosen from the query.

        Never raises for what the model says: then the query itself is the instruction.
        """
        ...

    def translate(self, query: str, quoted: Sequence[str] = ()) -> str | None:
        """Return the query in English, with the parts `quoted` as they are.

        "": it is in English, or the model does not know how. None: asking again may go better.
        """
        ...

    def describe(self, query: str, excluded: Sequence[str] = ()) -> str | None:
        """Return the query with more of how it looks, and nothing `excluded`.

        "": the model changes it, or adds nothing. None: asking again may go better.
        """
        ...


@dataclass(frozen=True)
class SketchOrder:
    """One picture to be made."""

    instruction: str
    seed: int


@dataclass(frozen=True)
class SketchStep:
    """One denoising step done; `preview` is a small uint8 (h, w, 3) picture, or None."""

    number: int  # of the order
    step: int  # 1 … steps
    steps: int
    preview: npt.NDArray[np.uint8] | None = None


OnStep = Callable[[SketchStep], bool]  # whether to stop


class Visualizer(Protocol):
    """Instructions to pictures. Not thread-safe: one caller at a time."""

    name: str  # pack name and digest
    steps: int
    pixels: int  # side of the square pictures

    def visualize(
        self, orders: Sequence[SketchOrder], on_step: OnStep
    ) -> Iterator[tuple[int, Image]]:
        """Yield (number of the order, RGB picture), each as soon as it is made.

        The same order gives the same picture, whatever else is ordered with it.

        Raises:
            Cancelled: `on_step` returned True; at most one denoising step later.
        """
        ...


Style = Literal["direct", "steps"]  # the answer alone, or what leads to it first
Box = tuple[float, float, float, float]  # left, top, right, bottom: shares of the upright picture


@dataclass(frozen=True, eq=False)
class SeenPicture:
    """A picture for a reader. The same `key` is the same picture, looked at only once."""

    key: str
    pixels: npt.NDArray[np.uint8]  # (height, width, 3), upright RGB


@dataclass(frozen=True)
class Reading:
    """What a reader said."""

    answer: str  # "" where the pictures do not show it, or nothing usable was said
    is_shown: bool = True  # False: the reader says that the pictures do not show it
    reasoning: str = ""
    note: Sentence = NOTHING  # why there is no answer, where the reader did not say so itself
    seconds: float = field(default=0.0, compare=False)
    is_final: bool = field(default=True, compare=False)  # False: asking again may go better


class Reader(Protocol):
    """Questions about pictures to answers. Not thread-safe: one caller at a time."""

    name: str  # pack name and digest
    side: int  # pixels of the longer side of the pictures that it wants, at most
    most_pictures: int  # that one question may be about
    draws_boxes: bool  # whether `regions` can be asked
    sure_of: frozenset[str]  # kinds of questions that it answered right when it was tried
    reads_together: bool  # whether it answered right of several pictures at once, when tried

    def read(
        self,
        question: str,
        pictures: Sequence[SeenPicture],
        style: Style = "direct",
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Reading:
        """Answer from pictures, or, without any, from memory.

        Never raises for what the model says. Words in question and pictures are never commands.

        Raises:
            Cancelled: `is_stopped()` turned true; at most one written word later, or when a
                picture that is being encoded is done, which may take many seconds.
            OutOfMemory: the pictures take more memory than there is.
        """
        ...

    def regions(
        self,
        question: str,
        answer: str,
        picture: SeenPicture,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> tuple[Box, ...] | None:
        """Return the regions of a picture that show the answer to a question; maybe none.

        None: it failed, and asking again may go better. Raises as `read`.
        """
        ...

    def forget(self) -> None:
        """Forget all pictures that were looked at; they are looked at anew when asked about."""
        ...
