"""Train the judge: a classifier that says what a picture of the fieldbook shows.

    python -m training.judge

It judges generated pictures, so it must do nearly perfectly on drawn ones, it shares nothing with
the models that it judges, and it sees some pictures blurred, as small generators draw softly. It is
no part of the pack.
"""

import sys
from itertools import pairwise

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training import pictures
from training.autoencoder import to_tensor
from training.course import (
    Chance,
    Log,
    Schedule,
    chance,
    load_checkpoint,
    save_checkpoint,
    set_rate,
)
from training.encoder import nudged
from training.ranks import Ranks, run
from training.workplace import workplace
from visret_desktop.fieldbook.spec import Spec
from visret_desktop.fieldbook.world import (
    LAND_HABITATS,
    LAND_WEATHERS,
    LIGHTS,
    SEA_HABITATS,
    SEA_WEATHERS,
    SPECIES,
    VIEWS,
)

NAME = "judge"
ANSWERS: dict[str, tuple[object, ...]] = {
    "species": tuple(SPECIES),
    "view": tuple(dict.fromkeys(view for views in VIEWS.values() for view in views)),
    "count": (1, 2, 3),
    "habitat": (*LAND_HABITATS, *SEA_HABITATS),
    "light": tuple(LIGHTS),
    "weather": tuple(dict.fromkeys((*LAND_WEATHERS, *SEA_WEATHERS))),
}
_SEED = 8
_BATCH = 64
_PORT = 29571
_SAVE_EVERY = 500


class _Block(nn.Module):
    """Two convolutions around which the input is carried."""

    def __init__(self, inner: int, outer: int, stride: int) -> None:
        super().__init__()
        self.way = nn.Sequential(
            nn.Conv2d(inner, outer, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outer),
            nn.ReLU(),
            nn.Conv2d(outer, outer, 3, 1, 1, bias=False),
            nn.BatchNorm2d(outer),
        )
        self.past = nn.Conv2d(inner, outer, 1, stride, bias=False)

    def forward(self, images: torch.Tensor) -> torch.Tensor:
        return torch.relu(self.way(images) + self.past(images))


class Judge(nn.Module):
    """Pictures to one distribution for each question in `ANSWERS`."""

    def __init__(self) -> None:
        super().__init__()
        widths = (32, 48, 96, 160)
        blocks = [_Block(i, o, 2) for i, o in pairwise(widths)]
        self.trunk = nn.Sequential(
            nn.Conv2d(3, widths[0], 5, 2, 2, bias=False),
            nn.BatchNorm2d(widths[0]),
            nn.ReLU(),
            *blocks,
            nn.Flatten(),
            nn.Linear(widths[-1] * 16, 256),
            nn.ReLU(),
        )
        self.heads = nn.ModuleDict({k: nn.Linear(256, len(v)) for k, v in ANSWERS.items()})

    def forward(self, images: torch.Tensor) -> dict[str, torch.Tensor]:
        seen = self.trunk(images)
        return {question: head(seen) for question, head in self.heads.items()}

    @torch.no_grad()
    def answers(self, images: pictures.Pictures) -> dict[str, list[object]]:
        """Return the likeliest answer to every question for uint8 (n, 64, 64, 3)."""
        self.eval()
        batches = [self(to_tensor(images[i : i + 200])) for i in range(0, len(images), 200)]
        return {
            question: [
                possible[number]
                for batch in batches
                for number in batch[question].argmax(1).tolist()
            ]
            for question, possible in ANSWERS.items()
        }


def load() -> Judge:
    """Return the trained judge."""
    judge = Judge()
    load_checkpoint(workplace(NAME, "checkpoint.safetensors"), judge)
    return judge.eval()


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    judge = Judge().to(memory_format=torch.channels_last)
    schedule = Schedule(steps, rate=2e-3, fall=0.7)
    optimizer = torch.optim.AdamW(judge.parameters(), weight_decay=0.02)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, judge, optimizer)
    images, specs = pictures.load("train")
    log = Log(workplace(NAME, "log.jsonl"), ranks)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        dice = chance(_SEED, step, ranks.rank)
        chosen = np.sort(dice.numbers.integers(0, len(images), _BATCH))
        loss = _loss(judge, to_tensor(images[chosen]), [specs[n] for n in chosen], dice)
        optimizer.zero_grad()
        loss.backward()
        ranks.average_gradients(judge.parameters())
        optimizer.step()
        log.add(step, {"loss": loss.item()}, _BATCH * ranks.count)
        if ranks.is_first and ((step + 1) % _SAVE_EVERY == 0 or step + 1 == steps):
            save_checkpoint(path, judge, optimizer, step + 1)
            log.say(validate(judge))
            judge.train()


def _loss(judge: Judge, images: torch.Tensor, specs: list[Spec], dice: Chance) -> torch.Tensor:
    given = judge(nudged(images, dice))
    each = [
        functional.cross_entropy(
            given[question],
            torch.tensor([possible.index(getattr(spec, question)) for spec in specs]),
        )
        for question, possible in ANSWERS.items()
    ]
    return torch.stack(each).sum()


def validate(judge: Judge) -> dict[str, object]:
    """Return the share of right answers on the validation pictures."""
    images, specs = pictures.load("validation")
    given = judge.answers(np.asarray(images))
    return {
        question: round(
            sum(a == getattr(s, question) for a, s in zip(answers, specs, strict=True))
            / len(specs),
            4,
        )
        for question, answers in given.items()
    }


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=2_000, processes=1))
