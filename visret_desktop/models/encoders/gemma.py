"""EmbeddingGemma 2: what marks such a pack, and what its manifest says.

A language model that looks both ways, with a tower for pictures: a picture becomes tokens of it,
at most as many as the budget. The mean of what it makes of all tokens is the vector, of which the
first numbers may stand for all (Matryoshka). Other budgets and sizes make other vectors.
Words are framed by a task. A part of a query may name another one than to search: its focus.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.packs.manifest import SOFT_TOKENS, Pack

BUDGETS, DIMENSIONS = (70, 140, 280), (768, 512, 256, 128)
TEXT = "{text}"
_FOCUS = {"light": "light", "licht": "light", "weather": "weather", "wetter": "weather"}
_FOCUS |= {"habitat": "habitat", "lebensraum": "habitat"}


@dataclass(frozen=True)
class GemmaSettings:
    """Of the manifest; the words around a query are those of the model's card."""

    soft_tokens: int = 70  # of a picture, at most
    dimension: int = 768  # numbers of a vector
    prompt_text: str = f"task: search result | query: {TEXT}"
    # By the word before a colon, in lower case; what follows goes into the prompt.
    prompt_focus: Mapping[str, str] = field(
        default_factory=lambda: {
            word: f"task: {task} | query: {TEXT}" for word, task in _FOCUS.items()
        }
    )

    def __post_init__(self) -> None:
        if self.soft_tokens not in BUDGETS:
            raise ValueError(f"soft_tokens must be one of {BUDGETS}")
        if self.dimension not in DIMENSIONS:
            raise ValueError(f"dimension must be one of {DIMENSIONS}")
        if any(one.count(TEXT) != 1 for one in (self.prompt_text, *self.prompt_focus.values())):
            raise ValueError(f"prompt_text or one of prompt_focus has not one {TEXT}")

    @property
    def preprocess(self) -> Preprocess:
        """How photos are prepared."""
        return Preprocess.of_tiles(self.soft_tokens)


def is_gemma(pack: Pack) -> bool:
    """Whether an encoder is an EmbeddingGemma 2."""
    return SOFT_TOKENS in pack.settings


def has_focus(pack: Pack, text: str) -> bool:
    """Tell whether a term is framed by another task than to search.

    How similar photos usually are to what is searched for says nothing of it.
    """
    word, _, rest = " ".join(text.split()).partition(": ")
    return bool(rest) and is_gemma(pack) and word.lower() in gemma_settings(pack).prompt_focus


def gemma_settings(pack: Pack) -> GemmaSettings:
    """Return what the manifest says.

    Raises:
        PackDamaged: it makes no sense.
    """
    return read_settings(pack, GemmaSettings)
