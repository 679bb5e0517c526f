"""Train the visualizer's text encoder: prompts to states that tell subject, view, count and scene.

    python -m training.prompt_encoder

A CLIPTextModel taught on text alone, to tell what a prompt says, and frozen afterwards. The
retriever's own text tower (as in Stable Diffusion 2) would read prompts only as well as its web
captions let it, which seldom name a view; here a generator should understand what the rewriter
writes.
"""

import sys
from dataclasses import dataclass
from random import Random

import torch
from torch import nn
from torch.nn import functional
from transformers import CLIPTextConfig, CLIPTextModel, CLIPTokenizer

from bench.fieldbook.held_out import is_held_out
from bench.fieldbook.queries import KINDS_OF_QUERIES
from training import tokenizer
from training.captions import prompt, subjects
from training.course import Log, Schedule, chance, set_rate
from training.ranks import Ranks, run
from training.workplace import workplace
from visret_desktop.fieldbook.grammar import DescribedPhoto
from visret_desktop.fieldbook.spec import random_spec
from visret_desktop.fieldbook.wording import HABITATS, LIGHTS, VIEWS, WEATHERS

NAME = "prompt-encoder"
WIDTH = 128
_SEED = 3
_BATCH = 64
_PORT = 29531
_SLOTS: dict[str, tuple[object, ...]] = {
    "subject": subjects(),
    "view": (None, *dict.fromkeys(view for views in VIEWS.values() for view in views)),
    "count": (None, 2, 3),
    "habitat": (None, *HABITATS),
    "light": (None, *LIGHTS),
    "weather": (None, *WEATHERS),
}


@dataclass
class Teacher:
    """The encoder with one linear reader for every slot, on the state of the end marker."""

    encoder: CLIPTextModel
    readers: nn.ModuleDict

    def losses(self, tokens: torch.Tensor, answers: torch.Tensor) -> torch.Tensor:
        """Return the mean cross-entropy of each slot; `answers` int64 (n, slots)."""
        pooled = self.encoder(tokens).pooler_output
        each = (
            functional.cross_entropy(reader(pooled), answers[:, number])
            for number, reader in enumerate(self.readers.values())
        )
        return torch.stack(list(each))

    @torch.no_grad()
    def accuracy(self, tokens: torch.Tensor, answers: torch.Tensor) -> float:
        """Return the share of texts of which every slot is read right."""
        pooled = self.encoder(tokens).pooler_output
        read = torch.stack([reader(pooled).argmax(1) for reader in self.readers.values()], 1)
        return round(float((read == answers).all(1).float().mean()), 4)

    def parameters(self) -> list[nn.Parameter]:
        return [*self.encoder.parameters(), *self.readers.parameters()]


def build(words: CLIPTokenizer) -> Teacher:
    config = CLIPTextConfig(
        vocab_size=len(words),
        hidden_size=WIDTH,
        intermediate_size=4 * WIDTH,
        num_hidden_layers=4,
        num_attention_heads=4,
        max_position_embeddings=tokenizer.CONTEXT,
        hidden_act="gelu",
        bos_token_id=words.bos_token_id,
        eos_token_id=words.eos_token_id,
        pad_token_id=words.pad_token_id,
        projection_dim=WIDTH,
    )
    readers = {name: nn.Linear(WIDTH, len(values)) for name, values in _SLOTS.items()}
    return Teacher(CLIPTextModel(config), nn.ModuleDict(readers))


def _texts(stream: Random, count: int, held_out: bool = False) -> tuple[list[str], torch.Tensor]:
    texts, answers = [], []
    for _ in range(count):
        text, wanted = _text(stream, held_out)
        texts.append(text)
        answers.append([values.index(getattr(wanted, slot)) for slot, values in _SLOTS.items()])
    return texts, torch.tensor(answers)


def _text(stream: Random, held_out: bool) -> tuple[str, DescribedPhoto]:
    if stream.random() < 0.3:  # queries too, for when there is no rewriter
        kind = stream.choice(("question", "description", "keywords"))
        query = KINDS_OF_QUERIES[kind](stream, held_out)
        return query.text, query.wanted[0]
    spec = random_spec(stream)
    while is_held_out(spec) != held_out:
        spec = random_spec(stream)
    return prompt(spec, stream)


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    words = tokenizer.load()
    teacher = build(words)
    schedule = Schedule(steps, rate=1.5e-3)
    optimizer = torch.optim.AdamW(teacher.parameters(), betas=(0.9, 0.98), weight_decay=0.01)
    log = Log(workplace(NAME, "log.jsonl"), ranks, every=100)
    for step in range(steps):
        set_rate(optimizer, schedule.rate_at(step))
        texts, answers = _texts(chance(_SEED, step, ranks.rank).words, _BATCH)
        losses = teacher.losses(_trimmed(tokenizer.tokens_of(words, texts), words), answers)
        optimizer.zero_grad()
        losses.sum().backward()
        ranks.average_gradients(teacher.parameters())
        nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimizer.step()
        log.add(step, {"loss": losses.sum().item()}, _BATCH * ranks.count)
    if ranks.is_first:
        texts, answers = _texts(Random(77), 2_000, held_out=True)
        right = teacher.accuracy(tokenizer.tokens_of(words, texts), answers)
        log.say({"held_out_texts_read_right": right})
        teacher.encoder.save_pretrained(workplace(NAME, "model"))


def _trimmed(tokens: torch.Tensor, words: CLIPTokenizer) -> torch.Tensor:
    """Cut the columns that only pad: the end marker sees nothing behind it."""
    longest = int((tokens == words.eos_token_id).int().argmax(1).max()) + 1
    return tokens[:, :longest]


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=3_000, processes=1))
