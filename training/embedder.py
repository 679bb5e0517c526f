"""Train an encoder out of the reader: its word for a picture and its word for a sentence agree.

    python -m training.embedder

As in E5-V (Jiang et al. 2024, arXiv:2407.12580) picture and sentence are put into the chat frame,
and what stands where the model would begin its one-word answer is the embedding. The reader's eye
stays as it is; bridge and text model learn from captions (`captions.py`), and from crops
of the same picture, as the other encoder does.
"""

import math
import sys
from random import Random

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from bench.fieldbook.truth import Truth
from training import eye, reader, reader_pictures
from training.captions import caption
from training.course import Log, Schedule, chance, load_checkpoint, save_checkpoint, set_rate
from training.encoder import contrast, cropped, nearest_shares
from training.eye import as_seen
from training.ranks import Ranks, run
from training.reader import Reader
from training.reader_pictures import PATCHES
from training.typed import typed
from training.workplace import workplace
from visret_desktop.models.encoders.llama_encoder import EncoderSettings

NAME = "embedder"
_ASKED_OF_PICTURE = EncoderSettings.prompt_picture.removeprefix("{picture}")
_ASKED_OF_SENTENCE = EncoderSettings.prompt_text.removeprefix("{text}")
_SEED = 9
_BATCH = 64
_PORT = 29611
_SELF_WEIGHT = 0.3
_SELF_TEMPERATURE = 0.2
_SAVE_EVERY = 100
_PICTURE = -1  # in place of a token: a patch of the picture
_BEGUN = 2  # tokens before what the user says


class Embedder(nn.Module):
    """The reader, and how sharply it tells pairs apart."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        self.scale = nn.Parameter(torch.tensor(math.log(20.0)))
        frame, _ = reader.words.encoded("")
        self._begin, self._answer = frame[:_BEGUN], frame[_BEGUN:]

    def pictures(self, seen: torch.Tensor) -> torch.Tensor:
        """Return unit rows (n, width) of pictures as `as_seen` gives them."""
        looked = self.reader.looked(seen)
        asked = self._asked(_ASKED_OF_PICTURE)
        row = [*self._begin, *[_PICTURE] * PATCHES, *asked]
        tokens = torch.tensor([row] * len(seen))
        return self._last(self.reader.embedded(tokens, looked), torch.full((len(seen),), len(row)))

    def sentences(self, texts: list[str]) -> torch.Tensor:
        """Return unit rows (n, width) of sentences."""
        words, asked = self.reader.words, self._asked(_ASKED_OF_SENTENCE)
        rows = [[*self._begin, *words.tokenizer.encode(text).ids, *asked] for text in texts]
        lengths = torch.tensor([len(row) for row in rows])
        longest = int(lengths.max())
        tokens = torch.tensor([row + [words.end] * (longest - len(row)) for row in rows])
        return self._last(self.reader.text.model.embed_tokens(tokens), lengths)

    def _asked(self, text: str) -> list[int]:
        return [*self.reader.words.tokenizer.encode(text).ids, *self._answer]

    def _last(self, embedded: torch.Tensor, lengths: torch.Tensor) -> torch.Tensor:
        """Return the state of each row's last token; no row sees what fills it up behind."""
        states = self.reader.text.model(inputs_embeds=embedded, use_cache=False).last_hidden_state
        return functional.normalize(states[torch.arange(len(lengths)), lengths - 1], dim=-1)

    def losses(
        self, seen: torch.Tensor, again: torch.Tensor, texts: list[str]
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the losses against captions and against other crops of the pictures."""
        both = self.pictures(torch.cat((seen, again)))
        one, other = both.chunk(2)
        logits = self.scale.exp() * one @ self.sentences(texts).T
        return contrast(logits), contrast(one @ other.T / _SELF_TEMPERATURE)


def said_of(truth: Truth, stream: Random) -> str:
    """Return a caption that is true of a picture, as somebody types it."""
    return typed(caption(truth.spec, stream, in_own_colors=not truth.is_morph), stream)


# ---- training -------------------------------------------------------------------------------


def untrained(truths: list[Truth]) -> Embedder:
    """Return the reader as it has been trained so far, as an embedder."""
    known = reader.untrained(truths)
    load_checkpoint(workplace(reader.NAME, "checkpoint.safetensors"), known)
    return Embedder(known)


def train(ranks: Ranks, steps: int) -> None:
    pixels, _, truths = reader_pictures.load("train")
    torch.manual_seed(_SEED)
    embedder = untrained(truths)
    schedule = Schedule(steps, rate=1e-3, warm_up=50, fall=0.9)
    trained = [parameter for parameter in embedder.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, betas=(0.9, 0.98), weight_decay=0.05)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, embedder, optimizer)
    log = Log(workplace(NAME, "log.jsonl"), ranks, every=20)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        dice = chance(_SEED, step, ranks.rank)
        chosen = np.sort(dice.numbers.choice(len(truths), _BATCH, replace=False))
        said = [said_of(truths[number], dice.words) for number in chosen]
        seen = as_seen(pixels[chosen])
        captions, crops = embedder.losses(eye.nudged(seen, dice), cropped(seen, dice), said)
        optimizer.zero_grad()
        (captions + _SELF_WEIGHT * crops).backward()
        ranks.average_gradients(trained)
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        with torch.no_grad():
            embedder.scale.clamp_(0, math.log(100))
        log.add(step, {"captions": captions.item(), "crops": crops.item()}, _BATCH * ranks.count)
        if ranks.is_first and ((step + 1) % _SAVE_EVERY == 0 or step + 1 == steps):
            save_checkpoint(path, embedder, optimizer, step + 1)
            log.say(validate(embedder))


@torch.no_grad()
def validate(embedder: Embedder, count: int = 500) -> dict[str, object]:
    """Return how often the nearest other validation picture shares species, view, and both."""
    pixels, _, truths = reader_pictures.load("validation")
    batches = [as_seen(batch) for batch in np.array_split(pixels[:count], 5)]
    vectors = torch.cat([embedder.pictures(batch) for batch in batches])
    return nearest_shares(vectors, [truth.spec for truth in truths[:count]])


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=2_000, processes=1))
