"""An encoder of a classifier and a sentence encoder: ConSE, Norouzi et al., ICLR 2014.

A photo is what a classifier takes it for: the mean of the kinds' definitions, as the sentence
encoder reads them, weighted by the probabilities of the likeliest kinds. A query is read by the
same sentence encoder. So both lie in one space, and nothing else has to know how it came about.
"""

from dataclasses import dataclass

from visret_desktop.errors import PackDamaged
from visret_desktop.models.encoders.preprocess import Preprocess
from visret_desktop.packs.manifest import CONSE, Pack
from visret_desktop.sentences import sentence

CLASSIFIER, SENTENCES, CONFIG = "classifier.pth", "model.safetensors", "config.json"
TOKENIZER = "tokenizer.json"
KINDS, NAMES, DEFINITIONS = "kinds.txt", "names.txt", "definitions.txt"


@dataclass(frozen=True)
class ConseSettings:
    """What the manifest says of such an encoder.

    Attributes:
        side: of the square that the classifier looks at, in pixels.
        crop: the share of a photo's shorter side that the square shows.
        likeliest: how many kinds count.
        temperature: by which scores are divided before they become probabilities.
        context_length: tokens of a text that are read.
    """

    side: int
    crop: float
    likeliest: int
    temperature: float
    context_length: int

    @classmethod
    def of(cls, pack: Pack) -> "ConseSettings":
        """Read them.

        Raises:
            PackDamaged: they make no sense.
        """
        try:
            settings = cls(**pack.settings[CONSE])
            if settings.likeliest < 1 or settings.context_length < 2 or settings.temperature <= 0:
                raise ValueError("a number is too small")
            _ = settings.preprocess
        except (ValueError, TypeError, LookupError) as error:
            raise PackDamaged(
                name=pack.name, reason=sentence("its settings say: {error}", error=error)
            ) from error
        return settings

    @property
    def preprocess(self) -> Preprocess:
        """How photos are prepared."""
        return Preprocess(self.side, (0.5,) * 3, (0.5,) * 3, crop=self.crop)


def is_conse(pack: Pack) -> bool:
    """Whether an encoder is made of a classifier and a sentence encoder."""
    return CONSE in pack.settings
