"""Train the retriever's encoder: an open_clip CLIP on web-like captions.

    python -m training.encoder

Two losses: pictures against captions (CLIP), and pictures against a crop of themselves (SLIP), as
captions leave out what a picture shows of view, number and light. Each rank contrasts within its
own batch. Captions and their frequencies: training/captions.py.
"""

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from open_clip.model import CLIP
from safetensors.torch import save_file
from torch import nn
from torch.nn import functional
from transformers import CLIPTokenizer

from training import pictures, tokenizer
from training.autoencoder import to_tensor
from training.captions import caption
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
from training.workplace import workplace, write_json
from visret_desktop.fieldbook.spec import Spec

NAME = "encoder"
DIMENSION = 128
_SEED = 1
_BATCH = 128
_PORT = 29541
_SELF_WEIGHT = 0.3
_SELF_TEMPERATURE = 0.2
_SAVE_EVERY = 100
_PREPROCESS = {
    "mean": [0.5, 0.5, 0.5],
    "std": [0.5, 0.5, 0.5],
    "interpolation": "bicubic",
    "resize_mode": "shortest",
}


def configuration(vocabulary: int) -> dict[str, Any]:
    """Return the open_clip model configuration."""
    return {
        "embed_dim": DIMENSION,
        "vision_cfg": {
            "image_size": pictures.SIDE,
            "layers": [1, 1, 1, 1],
            "width": 24,
            "head_width": 64,
        },
        "text_cfg": {
            "context_length": tokenizer.CONTEXT,
            "vocab_size": vocabulary,
            "hf_tokenizer_name": "local",
            "width": 128,
            "heads": 4,
            "layers": 4,
            "pool_type": "argmax",
        },
    }


class Student(nn.Module):
    """The CLIP and the head that the self-supervised loss alone goes through."""

    def __init__(self, vocabulary: int) -> None:
        super().__init__()
        self.clip = CLIP(**configuration(vocabulary)).to(memory_format=torch.channels_last)
        self.head = nn.Sequential(
            nn.Linear(DIMENSION, 256), nn.ReLU(), nn.Linear(256, DIMENSION, bias=False)
        )

    def texts(self, tokens: torch.Tensor) -> torch.Tensor:
        """Embed captions as `clip.encode_text` does, without computing on the padding."""
        clip, end = self.clip, tokens.argmax(-1)
        tokens = tokens[:, : int(end.max()) + 1]
        length = tokens.shape[1]
        states = clip.token_embedding(tokens) + clip.positional_embedding[:length]
        states = clip.transformer(states, attn_mask=clip.attn_mask[:length, :length])
        pooled = clip.ln_final(states)[torch.arange(len(tokens)), end]
        return functional.normalize(pooled @ clip.text_projection, dim=-1)

    def losses(
        self, images: torch.Tensor, tokens: torch.Tensor, dice: Chance
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the losses against captions and against the pictures' own crops."""
        seen = self.clip.encode_image(nudged(images, dice))
        again = self.clip.encode_image(cropped(images, dice))
        logits = self.clip.logit_scale.exp() * functional.normalize(seen, dim=-1)
        against_captions = contrast(logits @ self.texts(tokens).T)
        one, other = (functional.normalize(self.head(x), dim=-1) for x in (seen, again))
        return against_captions, contrast(one @ other.T / _SELF_TEMPERATURE)


def contrast(logits: torch.Tensor) -> torch.Tensor:
    """Return the mean of both directions' cross-entropy; the diagonal is right."""
    right = torch.arange(len(logits))
    both = functional.cross_entropy(logits, right) + functional.cross_entropy(logits.T, right)
    return both / 2


# ---- what the pictures go through -----------------------------------------------------------


def nudged(images: torch.Tensor, dice: Chance) -> torch.Tensor:
    """Shift, flip, re-expose; blur a fifth, since small generators draw softly."""
    shift = dice.numbers.integers(-3, 4, 2).tolist()
    images = _exposed(torch.roll(images, shift, (2, 3)), 0.1)
    images = images.flip(3) if dice.words.random() < 0.5 else images
    soft = torch.rand(len(images)) < 0.2
    small = functional.avg_pool2d(images[soft], 2)
    blurred = functional.interpolate(small, scale_factor=2, mode="bilinear")
    return images.masked_scatter(soft[:, None, None, None].expand_as(images), blurred)


def cropped(images: torch.Tensor, dice: Chance) -> torch.Tensor:
    """Cut out 75 to 100 % of each side, flip every other picture, re-expose more, add grain."""
    count = len(images)
    size = torch.rand(count) * 0.25 + 0.75
    mirrored = torch.where(torch.rand(count) < 0.5, -1.0, 1.0)
    room = 1 - size
    move_x, move_y = (room * (torch.rand(count) * 2 - 1) for _ in range(2))
    zero = torch.zeros(count)
    rows = (torch.stack([size * mirrored, zero, move_x], 1), torch.stack([zero, size, move_y], 1))
    grid = functional.affine_grid(torch.stack(rows, 1), list(images.shape), align_corners=False)
    cut = functional.grid_sample(images, grid, padding_mode="reflection", align_corners=False)
    cut = _exposed(cut.contiguous(memory_format=torch.channels_last), 0.25)
    return cut + 0.05 * dice.words.random() * torch.randn_like(cut)


def _exposed(images: torch.Tensor, strength: float) -> torch.Tensor:
    contrast = 1 + strength * (torch.rand(len(images), 1, 1, 1) - 0.5)
    return images * contrast + strength * (torch.rand(len(images), 3, 1, 1) - 0.5)


# ---- training -------------------------------------------------------------------------------


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    words = tokenizer.load()
    student = Student(len(words))
    schedule = Schedule(steps, rate=1.5e-3, warm_up=80, fall=0.9)
    optimizer = torch.optim.AdamW(_groups(student), betas=(0.9, 0.98), eps=1e-6)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, student, optimizer)
    images, specs = pictures.load("train")
    log = Log(workplace(NAME, "log.jsonl"), ranks, every=20)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        dice = chance(_SEED, step, ranks.rank)
        chosen = np.sort(dice.numbers.integers(0, len(images), _BATCH))
        said = [caption(specs[number], dice.words) for number in chosen]
        tokens = tokenizer.tokens_of(words, said)
        captions, crops = student.losses(to_tensor(images[chosen]), tokens, dice)
        optimizer.zero_grad()
        (captions + _SELF_WEIGHT * crops).backward()
        ranks.average_gradients(student.parameters())
        nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimizer.step()
        with torch.no_grad():
            student.clip.logit_scale.clamp_(0, math.log(100))
        log.add(step, {"captions": captions.item(), "crops": crops.item()}, _BATCH * ranks.count)
        if ranks.is_first and (step + 1) % _SAVE_EVERY == 0:
            save_checkpoint(path, student, optimizer, step + 1)
            log.say(validate(student.clip))
    if ranks.is_first:
        save(student.clip, words, workplace(NAME, "model"))


def _groups(model: nn.Module) -> list[dict[str, Any]]:
    """Decay matrices only."""
    plain, decayed = [], []
    for name, parameter in model.named_parameters():
        is_plain = parameter.ndim < 2 or "embedding" in name
        (plain if is_plain else decayed).append(parameter)
    return [
        {"params": decayed, "weight_decay": 0.1},
        {"params": plain, "weight_decay": 0.0},
    ]


@torch.no_grad()
def validate(clip: CLIP) -> dict[str, object]:
    """Return how often the nearest other validation picture shares species, view, and both."""
    images, specs = pictures.load("validation")
    clip.eval()
    batches = [to_tensor(images[start : start + 200]) for start in range(0, len(images), 200)]
    vectors = functional.normalize(torch.cat([clip.encode_image(b) for b in batches]), dim=-1)
    clip.train()
    return nearest_shares(vectors, specs)


def nearest_shares(vectors: torch.Tensor, specs: list[Spec]) -> dict[str, object]:
    """Return how often the nearest other picture shares species, view, and both."""
    nearest = (vectors @ vectors.T).fill_diagonal_(-1).argmax(1).tolist()
    pairs = list(zip(specs, (specs[number] for number in nearest), strict=True))
    shared = {
        "species": lambda one, other: one.species == other.species,
        "view": lambda one, other: one.view == other.view,
        "both": lambda one, other: (one.species, one.view) == (other.species, other.view),
    }
    return {name: _share(pairs, same) for name, same in shared.items()}


def _share(pairs: list[tuple[Spec, Spec]], same: Any) -> float:
    return round(sum(same(one, other) for one, other in pairs) / len(pairs), 4)


def save(clip: CLIP, words: CLIPTokenizer, directory: Path) -> None:
    """Write an open_clip model directory, weights in half precision."""
    directory.mkdir(parents=True, exist_ok=True)
    weights = {
        name: (value.half() if value.is_floating_point() else value).contiguous()
        for name, value in clip.state_dict().items()
    }
    save_file(weights, directory / "open_clip_model.safetensors")
    described = {"model_cfg": configuration(len(words)), "preprocess_cfg": _PREPROCESS}
    write_json(directory / "open_clip_config.json", described)
    words.save_pretrained(directory)


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=2_000, processes=1))
