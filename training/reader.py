"""Train the reader: what turns the eye's patches into words, and a small Llama that answers.

    python -m training.reader

The eye has learned to see already and stays as it is. All questions about a picture stand in one
sequence behind it and do not see each other. The loss is on the answers only; a number that is
close to the right one is nearly right, so that boxes are learned from each other.
"""

import json
import math
import re
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import torch
from tokenizers import AddedToken, Tokenizer
from torch import nn
from torch.nn import functional
from transformers import LlamaForCausalLM

from bench.fieldbook.truth import Truth
from training import eye, reader_pictures
from training.course import Log, Schedule, chance, load_checkpoint, save_checkpoint, set_rate
from training.eye import as_seen
from training.photo_questions import (
    KINDS,
    PhotoQuestion,
    ask,
    regions_request,
)
from training.ranks import Ranks, run
from training.reader_model import Bridge, Eye
from training.reader_pictures import PATCHES, in_square
from training.small_llama import Words, build, learn_words
from training.typed import typed
from training.workplace import workplace

NAME = "reader"
_TOKENS = 800
_NUMBERS = [str(number) for number in range(101)]  # of boxes; a token each
_WIDTH, _INNER, _HEADS = 128, 352, 4
_SEED = 8
_BATCH = 16  # pictures
_QUESTIONS = 8  # about each
_PORT = 29601
_SAVE_EVERY = 100
_IGNORED = -100
_SHARES = {
    "color": 26,
    "missing color": 20,
    "species": 6,
    "count": 6,
    "place": 4,
    "light": 4,
    "weather": 4,
    "view": 6,
    "yes or no": 16,
    "outside": 8,
}
_ASKED_WHERE = 0.3  # a share of the questions: for the regions that show the answer
# Of species in their own colors: what could be remembered is asked less, and the name more.
_SHARES_OF_OTHERS = _SHARES | {"color": 8, "species": 20}
_NEAR = 1.5  # standard deviation of what counts as nearly the right number

Pair = tuple[str, str]


# ---- what it learns from --------------------------------------------------------------------


def regions_text(question: PhotoQuestion, truth: Truth) -> str:
    """Return the regions that show the answer as the reader writes them: JSON, in hundredths."""
    boxes = [in_square(box, truth.size) for box in question.regions]
    return json.dumps(sorted(boxes), separators=(",", ":"))


def _lesson(truth: Truth, stream: Random) -> list[Pair]:
    """Return questions about a picture with their answers."""
    return _pairs(truth, stream, _SHARES if truth.is_morph else _SHARES_OF_OTHERS)


def _pairs(truth: Truth, stream: Random, shares: dict[str, int]) -> list[Pair]:
    found: list[Pair] = []
    while len(found) < _QUESTIONS:
        kind = stream.choices(list(shares), weights=list(shares.values()))[0]
        question = ask(kind, truth, stream)
        if question is None:
            continue
        text = typed(question.text, stream)
        if stream.random() < _ASKED_WHERE:
            found.append((regions_request(text), regions_text(question, truth)))
        else:
            found.append((text, question.answer))
    return found


def words_of(truths: list[Truth]) -> Words:
    """Make the tokenizer: from the words of questions and answers, and whole numbers.

    It stays as it was first made, so that a training can go on with questions of other words.
    """
    path = workplace(NAME, "tokenizer.json")
    if path.exists():
        return Words(Tokenizer.from_file(str(path)))
    words = learn_words(_corpus(truths), _TOKENS)
    words.tokenizer.add_tokens([AddedToken(number, normalized=False) for number in _NUMBERS])
    path.parent.mkdir(parents=True, exist_ok=True)
    words.tokenizer.save(str(path))
    return words


def _corpus(truths: list[Truth]) -> Iterator[str]:
    stream = Random(_SEED)
    for truth in truths[:4_000]:
        for text, answer in _pairs(truth, stream, _SHARES):
            yield text
            yield from re.split(r"\d+", answer)


# ---- the model ------------------------------------------------------------------------------


class Reader(nn.Module):
    """Eye, bridge and text model."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words
        self.eye, self.bridge = Eye(), Bridge(_WIDTH)
        self.text: LlamaForCausalLM = build(words, _WIDTH, _INNER, _HEADS)
        self.eye.requires_grad_(False)
        self._order_numbers()

    @torch.no_grad()
    def _order_numbers(self) -> None:
        """Give numbers that are close to each other embeddings that are close."""
        ids = [self.words.tokenizer.token_to_id(number) for number in _NUMBERS]
        waves = torch.outer(torch.arange(101), torch.arange(1, 25)) * (math.pi / 100)
        self.text.model.embed_tokens.weight[ids] = waves.cos() @ torch.randn(24, _WIDTH) * 0.006

    def looked(self, pictures: torch.Tensor) -> torch.Tensor:
        """Return embeddings (n, PATCHES, _WIDTH) of pictures as `as_seen` gives them."""
        with torch.no_grad():
            seen = self.eye(pictures)
        return torch.Tensor(self.bridge(seen))

    def embedded(self, tokens: torch.Tensor, looked: torch.Tensor) -> torch.Tensor:
        """Embed tokens (n, length); the patches take the places of those below 0."""
        embedded = self.text.model.embed_tokens(tokens.clamp(0))
        return embedded.masked_scatter((tokens < 0)[..., None].expand_as(embedded), looked)

    @torch.no_grad()
    def answer(self, picture: torch.Tensor, question: str) -> str:
        """Answer greedily."""
        prompt, _ = self.words.encoded(question)
        tokens = torch.tensor([[*prompt[:2], *[-1] * PATCHES, *prompt[2:]]])
        seen = self.text(inputs_embeds=self.embedded(tokens, self.looked(picture[None])))
        made: list[int] = []
        while len(made) < 96 and (token := int(seen.logits[0, -1].argmax())) != self.words.end:
            made.append(token)
            seen = self.text(torch.tensor([[token]]), past_key_values=seen.past_key_values)
        return str(self.words.tokenizer.decode(made))


class Page:
    """Pictures with their questions as tokens, targets, positions, and who sees whom.

    A target's weight is its share of an answer: a color counts as much as three boxes.
    """

    def __init__(self, words: Words, asked: list[list[Pair]]) -> None:
        rows = [self._row(words, pairs) for pairs in asked]
        length = max(len(row[0]) for row in rows)
        fill = (words.end, _IGNORED, 0, -1, 0.0)
        self.tokens, self.targets, self.places, parts, self.weights = (
            torch.tensor([row[n] + [fill[n]] * (length - len(row[n])) for row in rows])
            for n in range(5)
        )
        ones, others = parts[:, :, None], parts[:, None, :]
        sees = ((ones == others) | (others == 0)) & torch.ones(length, length).tril().bool()
        sees |= torch.eye(length, dtype=torch.bool)
        self.mask = torch.where(sees, 0.0, -1e9)[:, None]
        self.parts = parts

    def _row(self, words: Words, pairs: list[Pair]) -> tuple[list[Any], ...]:
        tokens = [*words.encoded("")[0][:2], *[-1] * PATCHES]
        start = len(tokens)
        targets, places, parts = [_IGNORED] * start, list(range(start)), [0] * start
        weights = [0.0] * start
        for number, (text, answer) in enumerate(pairs, 1):
            prompt, told = words.encoded(text, answer)
            here = [*prompt[2:], *told]
            tokens += here[:-1]
            targets += [_IGNORED] * (len(prompt) - 3) + told
            places += range(start, start + len(here) - 1)
            parts += [number] * (len(here) - 1)
            weights += [0.0] * (len(prompt) - 3) + [1 / len(told)] * len(told)
        return tokens, targets, places, parts, weights


def logits(reader: Reader, page: Page, pictures: torch.Tensor) -> torch.Tensor:
    """Return logits where there is a target."""
    states = reader.text.model(
        inputs_embeds=reader.embedded(page.tokens, reader.looked(pictures)),
        attention_mask=page.mask,
        position_ids=page.places,
        use_cache=False,
    ).last_hidden_state
    return torch.Tensor(reader.text.lm_head(states[page.targets != _IGNORED]))


# ---- training -------------------------------------------------------------------------------


def untrained(truths: list[Truth]) -> Reader:
    """Return a reader that has learned nothing but its words."""
    torch.manual_seed(_SEED)
    return Reader(words_of(truths))


def take_eye(reader: Reader) -> None:
    """Give it the eye as that has learned by now."""
    student = eye.Student()
    load_checkpoint(workplace(eye.NAME, "checkpoint.safetensors"), student)
    reader.eye.load_state_dict(student.eye.state_dict())


def off_by(told: torch.Tensor, wanted: torch.Tensor, numbers: torch.Tensor) -> torch.Tensor:
    """Return the loss (n,) of logits (n, tokens); numbers close to the right one are nearly right.

    `numbers` has the tokens of 0 to 100.
    """
    losses = functional.cross_entropy(told, wanted, reduction="none")
    row, right = (wanted[:, None] == numbers).nonzero(as_tuple=True)
    distance = torch.arange(len(numbers)) - right[:, None]
    nearly = (-0.5 * (distance / _NEAR) ** 2).softmax(1)
    of_numbers = -(nearly * told[row].log_softmax(1)[:, numbers]).sum(1)
    return losses.index_put((row,), of_numbers)


def train(ranks: Ranks, steps: int) -> None:
    pixels, _, truths = reader_pictures.load("train")
    reader = untrained(truths)
    schedule = Schedule(steps, rate=2e-3, warm_up=100, fall=0.8)
    trained = [parameter for parameter in reader.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, betas=(0.9, 0.95), weight_decay=0.05)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, reader, optimizer)
    take_eye(reader)
    numbers = torch.tensor([reader.words.tokenizer.token_to_id(number) for number in _NUMBERS])
    log = Log(workplace(NAME, "log.jsonl"), ranks, every=25)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        dice = chance(_SEED, step, ranks.rank)
        chosen = np.sort(dice.numbers.choice(len(truths), _BATCH, replace=False))
        page = Page(reader.words, [_lesson(truths[number], dice.words) for number in chosen])
        pictures = eye.nudged(as_seen(pixels[chosen]), dice)
        is_target = page.targets != _IGNORED
        weights = page.weights[is_target]
        losses = off_by(logits(reader, page, pictures), page.targets[is_target], numbers)
        loss = (losses * weights).sum() / weights.sum()
        optimizer.zero_grad()
        loss.backward()
        ranks.average_gradients(trained)
        nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        log.add(step, {"loss": loss.item()}, _BATCH * ranks.count)
        if ranks.is_first and ((step + 1) % _SAVE_EVERY == 0 or step + 1 == steps):
            save_checkpoint(path, reader, optimizer, step + 1)
        if ranks.is_first and (step + 1) % (4 * _SAVE_EVERY) == 0:
            log.say(validate(reader))


@torch.no_grad()
def validate(reader: Reader, count: int = 200) -> dict[str, object]:
    """Return the share of exact answers for each kind, all of it held out."""
    pixels, _, truths = reader_pictures.load("validation")
    stream, right = Random(_SEED), dict[str, list[bool]]()
    for number, truth in enumerate(truths[:count]):
        asked = [question for kind in KINDS if (question := ask(kind, truth, stream, True))]
        page = Page(reader.words, [[(question.text, question.answer) for question in asked]])
        is_right = torch.zeros_like(page.targets, dtype=torch.bool)
        is_target = page.targets != _IGNORED
        told = logits(reader, page, as_seen(pixels[[number]])).argmax(-1)
        is_right[is_target] = told == page.targets[is_target]
        for place, question in enumerate(asked, 1):
            here = is_target & (page.parts == place)
            right.setdefault(question.kind, []).append(bool(is_right[here].all()))
    return {kind: round(sum(marks) / len(marks), 3) for kind, marks in right.items()}


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=10_000, processes=2))
