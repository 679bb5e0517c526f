"""Train the reader's eye: a vision transformer, with plain heads that are thrown away.

    python -m training.eye

It learns to tell everything that can be asked for before there are any words, which is far quicker
than learning it through them: what the picture shows as a whole and, for each patch, which parts
are in it, of what color, and how far the sides of their boxes are.
"""

import sys
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from bench.fieldbook.truth import Truth
from training import reader_pictures
from training.course import (
    Chance,
    Log,
    Schedule,
    chance,
    load_checkpoint,
    save_checkpoint,
    set_rate,
)
from training.ranks import Ranks, run
from training.reader_model import WIDTH, Eye
from training.reader_pictures import PART_KEYS, PATCH, SIDE, Pictures, in_square
from training.workplace import workplace
from visret_desktop.fieldbook.world import (
    COLORS,
    LAND_HABITATS,
    LAND_WEATHERS,
    LIGHTS,
    SEA_HABITATS,
    SEA_WEATHERS,
    SPECIES,
    VIEWS,
)

NAME = "eye"
_SEED = 7
_BATCH = 32
_PORT = 29591
_SAVE_EVERY = 200
_MOST_ANIMALS = 3
_PRESENT = 10  # of 255: a part that covers less of a patch is not looked for there
_UNKNOWN = -100
_WHOLE: dict[str, list[object]] = {
    "species": list(SPECIES),
    "view": list(dict.fromkeys(view for views in VIEWS.values() for view in views)),
    "count": [1, 2, 3],
    "habitat": [*LAND_HABITATS, *SEA_HABITATS],
    "light": list(LIGHTS),
    "weather": list(LAND_WEATHERS | SEA_WEATHERS),
    "is_morph": [False, True],
}
_SIZES = [len(values) for values in _WHOLE.values()]
_COLORS = list(COLORS)
_THINGS = 1 + len(PART_KEYS)  # the whole animal and the parts


@dataclass
class Targets:
    """What the heads are to tell about a batch of pictures."""

    whole: torch.Tensor  # int64 (n, attributes)
    colors: torch.Tensor  # int64 (n, parts): -100 where it can't be told
    present: torch.Tensor  # float32 (n, PATCHES, things)
    boxes: torch.Tensor  # float32 (n, things, _MOST_ANIMALS, 4), 0 to 1; -1 where there is none


@dataclass
class Book:
    """What is to be told about a set of pictures, small enough to be kept."""

    whole: torch.Tensor
    colors: torch.Tensor
    boxes: torch.Tensor  # int8, in hundredths
    patches: Pictures

    def of(self, chosen: np.ndarray, is_flipped: bool) -> Targets:
        """Return the targets of some of the pictures, or of their mirror images."""
        across = SIDE // PATCH
        boxes = self.boxes[chosen].float() / 100
        animals = boxes[:, :1]
        middle = (torch.arange(across) + 0.5) / across
        y, x = torch.meshgrid(middle, middle, indexing="ij")
        inside = (
            (animals[..., 0, None, None] < x)
            & (x < animals[..., 2, None, None])
            & (animals[..., 1, None, None] < y)
            & (y < animals[..., 3, None, None])
        ).any(2)
        parts = torch.from_numpy(np.array(self.patches[chosen])) > _PRESENT
        present = torch.cat((inside.flatten(2).transpose(1, 2), parts), -1).float()
        if is_flipped:
            present = present.view(-1, across, across, _THINGS).flip(2).flatten(1, 2)
            mirrored = torch.stack(
                (1 - boxes[..., 2], boxes[..., 1], 1 - boxes[..., 0], boxes[..., 3]), -1
            )
            boxes = torch.where(boxes < 0, boxes, mirrored)
        return Targets(self.whole[chosen], self.colors[chosen], present, boxes)


def book_of(truths: list[Truth], patches: Pictures) -> Book:
    """Collect what is to be told about a set of pictures."""
    whole = torch.tensor([_whole_of(truth) for truth in truths])
    colors = torch.full((len(truths), len(PART_KEYS)), _UNKNOWN)
    boxes = torch.full((len(truths), _THINGS, _MOST_ANIMALS, 4), -100, dtype=torch.int8)
    for row, truth in enumerate(truths):
        things = [truth.animals] + [
            truth.parts.get(part, []) if group == truth.spec.group else []
            for group, part in PART_KEYS
        ]
        for thing, found in enumerate(things):
            for place, box in enumerate(found):
                boxes[row, thing, place] = torch.tensor(in_square(box, truth.size))
        for part, color in truth.colors.items():
            if truth.is_morph and truth.shows(part):  # those of the others could be remembered
                number = PART_KEYS.index((truth.spec.group, part))
                colors[row, number] = _COLORS.index(color)
    return Book(whole, colors, boxes, patches)


def _whole_of(truth: Truth) -> list[int]:
    return [
        values.index(getattr(truth if name == "is_morph" else truth.spec, name))
        for name, values in _WHOLE.items()
    ]


class Heads(nn.Module):
    """What the eye is asked while it learns; each looks at the patches that matter to it."""

    def __init__(self) -> None:
        super().__init__()
        self.where = nn.Linear(WIDTH, len(_WHOLE))
        self.whole = nn.ModuleList(nn.Linear(WIDTH, size) for size in _SIZES)
        self.present = nn.Linear(WIDTH, _THINGS)
        self.color = nn.Linear(WIDTH, len(_COLORS))  # of whatever is in a patch
        self.colors = nn.Linear(WIDTH, len(PART_KEYS) * len(_COLORS))
        self.sides = nn.Linear(WIDTH, _THINGS * 4)
        middle = (torch.arange(SIDE // PATCH) + 0.5) * PATCH / SIDE
        middles = torch.cartesian_prod(middle, middle).flip(1)  # x, y of every patch
        self.register_buffer("middles", middles, persistent=False)

    def forward(
        self, seen: torch.Tensor, wanted: Targets
    ) -> tuple[dict[str, torch.Tensor], dict[str, float]]:
        """Return the losses, and how often what was told is right."""
        losses, right = {}, {}
        looks = self.where(seen).softmax(1)
        for number, name in enumerate(_WHOLE):
            pooled = (looks[..., number, None] * seen).sum(1)
            told = self.whole[number](pooled)
            losses[name] = functional.cross_entropy(told, wanted.whole[:, number])
            right[name] = _share(told, wanted.whole[:, number])
        present = self.present(seen)
        losses["present"] = functional.binary_cross_entropy_with_logits(present, wanted.present)
        color = self.color(seen)
        colors = self.colors(seen).view(*seen.shape[:2], len(PART_KEYS), len(_COLORS))
        colors = (present[..., 1:].softmax(1)[..., None] * (colors + color[:, :, None])).sum(1)
        known = wanted.colors != _UNKNOWN
        losses["colors"] = functional.cross_entropy(colors[known], wanted.colors[known])
        right["colors"] = _share(colors[known], wanted.colors[known])
        losses["color"] = self._color_loss(color, wanted)
        sides = self.sides(seen).view(*seen.shape[:2], _THINGS, 4)
        off = (sides - self._sides(wanted.boxes)).abs().mean(-1)
        losses["sides"] = (off * wanted.present).sum() / wanted.present.sum()
        return losses, right

    @staticmethod
    def _color_loss(told: torch.Tensor, wanted: Targets) -> torch.Tensor:
        """Compare with which colors are in each patch of the pictures where that is known."""
        known = wanted.colors != _UNKNOWN
        one_hot = functional.one_hot(wanted.colors.clamp(0), len(_COLORS)) * known[..., None]
        there = (wanted.present[..., 1:] @ one_hot.float()).clamp(max=1)
        is_known = known.any(1)
        return functional.binary_cross_entropy_with_logits(told[is_known], there[is_known])

    def _sides(self, boxes: torch.Tensor) -> torch.Tensor:
        """Return (n, PATCHES, things, 4): from a patch's middle to the sides of the nearest box."""
        x, y = self.middles[:, 0, None, None], self.middles[:, 1, None, None]
        left, top, right, bottom = (boxes[:, None, ..., side] for side in range(4))
        sides = torch.stack((x - left, y - top, right - x, bottom - y), -1)
        distance = (sides[..., 0] - sides[..., 2]).abs() + (sides[..., 1] - sides[..., 3]).abs()
        nearest = torch.where(left < 0, 9.0, distance).argmin(-1)
        return sides.gather(3, nearest[..., None, None].expand(*nearest.shape, 1, 4)).squeeze(3)


def _share(told: torch.Tensor, wanted: torch.Tensor) -> float:
    return float((told.argmax(-1) == wanted).float().mean())


_WEIGHTS = {"species": 2.0, "present": 10.0, "colors": 3.0, "color": 10.0, "sides": 10.0}


class Student(nn.Module):
    """The eye and its heads."""

    def __init__(self) -> None:
        super().__init__()
        self.eye, self.heads = Eye(), Heads()

    def losses(
        self, pictures: torch.Tensor, wanted: Targets
    ) -> tuple[dict[str, torch.Tensor], dict[str, float]]:
        return self.heads(self.eye(pictures), wanted)


def as_seen(pictures: Pictures) -> torch.Tensor:
    """Return uint8 (n, side, side, 3) as float32 (n, 3, side, side) from -1 to 1."""
    return torch.from_numpy(np.array(pictures)).permute(0, 3, 1, 2).float() / 127.5 - 1


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    student = Student()
    schedule = Schedule(steps, rate=1.2e-3, warm_up=300, fall=0.6)
    optimizer = torch.optim.AdamW(student.parameters(), betas=(0.9, 0.98), weight_decay=0.05)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, student, optimizer)
    pixels, patches, truths = reader_pictures.load("train")
    book = book_of(truths, patches)
    log = Log(workplace(NAME, "log.jsonl"), ranks)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        dice = chance(_SEED, step, ranks.rank)
        chosen = np.sort(dice.numbers.choice(len(truths), _BATCH, replace=False))
        is_flipped = dice.words.random() < 0.5
        images = nudged(as_seen(pixels[chosen]), dice)
        losses, right = student.losses(
            images.flip(3) if is_flipped else images, book.of(chosen, is_flipped)
        )
        loss = sum(_WEIGHTS.get(name, 1.0) * value for name, value in losses.items())
        optimizer.zero_grad()
        loss.backward()
        ranks.average_gradients(student.parameters())
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimizer.step()
        told = {"present": losses["present"].item(), "sides": losses["sides"].item()}
        log.add(step, right | told, _BATCH * ranks.count)
        if ranks.is_first and ((step + 1) % _SAVE_EVERY == 0 or step + 1 == steps):
            save_checkpoint(path, student, optimizer, step + 1)
        if ranks.is_first and (step + 1) % (5 * _SAVE_EVERY) == 0:
            log.say({"validation": validate(student)})


def nudged(images: torch.Tensor, dice: Chance) -> torch.Tensor:
    """Re-expose a little and add grain, as cameras do."""
    contrast = 1 + 0.1 * (torch.rand(len(images), 1, 1, 1) - 0.5)
    return images * contrast + 0.02 * dice.words.random() * torch.randn_like(images)


@torch.no_grad()
def validate(student: Student) -> dict[str, float]:
    """Return what is right on held-out scenes in held-out colors."""
    pixels, patches, truths = reader_pictures.load("validation")
    wanted = book_of(truths, patches).of(np.arange(len(truths)), is_flipped=False)
    losses, right = student.losses(as_seen(pixels), wanted)
    right |= {name: losses[name].item() for name in ("present", "sides")}
    return {name: round(value, 4) for name, value in right.items()}


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=10_200, processes=2))
