"""Train the rewriter: a Llama of a million parameters that turns queries into instructions.

    python -m training.rewriter

What a person types comes with capitals, without question marks, in other spellings and with slips;
queries about other worlds are to be returned letter by letter. The loss is on the answer only.
"""

import sys
from pathlib import Path
from random import Random

import torch
from torch import nn
from torch.nn import functional
from transformers import LlamaForCausalLM

from bench.fieldbook import outside
from bench.fieldbook.queries import KINDS_OF_QUERIES, is_for_testing, random_query
from training.course import Log, Schedule, chance, load_checkpoint, save_checkpoint, set_rate
from training.gguf_export import write_gguf
from training.ranks import Ranks, run
from training.small_llama import Words, build, learn_words
from training.typed import typed
from training.workplace import workplace
from visret_desktop.fieldbook.grammar import Query

NAME = "rewriter"
_TOKENS = 1_020
_SEED = 4
_BATCH = 32
_PORT = 29551
_SAVE_EVERY = 500
_POOL = 4  # batches that are drawn together and sorted by length, so that little is padding
_SEPARATORS = (", ", ", ", " - ", " | ", " + ", ". ", " : ", " > ", " * ", " & ")
_RANDOM_TOKENS = 0.08  # a share of samples: nothing but syllables in no order, to be returned


# ---- what it learns from --------------------------------------------------------------------


def as_typed(query: Query, stream: Random) -> tuple[str, str]:
    """Return the query as somebody types it, and what to answer."""
    text = query.text
    if query.kind == "keywords":
        text = text.replace(", ", stream.choice(_SEPARATORS))
    if query.kind == "outside" and stream.random() < 0.15:
        text = stream.choice(_SEPARATORS).join(text.split())
    if query.kind == "description" and stream.random() < 0.25:
        text = f"{outside.small_words(stream)} {text}"
    text = typed(text, stream)
    return text, query.rewrite if query.wanted else text


def _sample(stream: Random, words: Words | None = None) -> tuple[str, str]:
    """Return a query and its answer; with `words`, now and then tokens in no order.

    Every token has to be practised, also those that few words of the lists are made of.
    """
    if words and stream.random() < _RANDOM_TOKENS:
        text = words.random_text(stream)
        return text, text
    query = random_query(stream)
    while is_for_testing(query):
        query = random_query(stream)
    return as_typed(query, stream)


def test_queries(kind: str, count: int, seed: int) -> list[tuple[str, str]]:
    """Return queries in held-out wordings about held-out combinations, with the right answers."""
    stream = Random(f"{seed}/{kind}")
    found: list[tuple[str, str]] = []
    while len(found) < count:
        query = KINDS_OF_QUERIES[kind](stream, True)
        if kind == "outside" or is_for_testing(query):
            text = query.text[0].upper() + query.text[1:]
            found.append((text, query.rewrite if query.wanted else text))
    return found


# ---- training -------------------------------------------------------------------------------


def train(ranks: Ranks, steps: int) -> None:
    torch.manual_seed(_SEED)
    stream = Random(_SEED)
    words = learn_words((text for _ in range(20_000) for text in _sample(stream)), _TOKENS)
    model = build(words)
    schedule = Schedule(steps, rate=1.5e-3)
    optimizer = torch.optim.AdamW(model.parameters(), betas=(0.9, 0.95), weight_decay=0.05)
    path = workplace(NAME, "checkpoint.safetensors")
    first = load_checkpoint(path, model, optimizer)
    log = Log(workplace(NAME, "log.jsonl"), ranks)
    for step in range(first, steps):
        set_rate(optimizer, schedule.rate_at(step))
        loss = _loss(model, *_batch(words, _pairs(words, step, ranks.rank)))
        optimizer.zero_grad()
        loss.backward()
        ranks.average_gradients(model.parameters())
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        log.add(step, {"loss": loss.item()}, _BATCH * ranks.count)
        if ranks.is_first and (step + 1) % _SAVE_EVERY == 0:
            save_checkpoint(path, model, optimizer, step + 1)
            log.say(validate(model, words, 40))
    if ranks.is_first:
        save(model, words, workplace(NAME, "model"))


def _pairs(words: Words, step: int, rank: int) -> list[tuple[str, str]]:
    """Return the step's share of a pool of samples: neighbors in length."""
    pool, place = divmod(step, _POOL)
    stream = chance(_SEED, pool, rank).words
    drawn = [_sample(stream, words) for _ in range(_POOL * _BATCH)]
    order = stream.sample(range(_POOL), _POOL)
    drawn.sort(key=lambda pair: sum(map(len, words.encoded(*pair))))
    return drawn[order[place] * _BATCH :][:_BATCH]


def _batch(words: Words, pairs: list[tuple[str, str]]) -> tuple[torch.Tensor, torch.Tensor]:
    encoded = [words.encoded(query, answer) for query, answer in pairs]
    length = max(len(prompt) + len(answer) for prompt, answer in encoded)
    tokens = torch.full((len(encoded), length), words.end)
    targets = torch.full((len(encoded), length), -100)
    for row, (prompt, answer) in enumerate(encoded):
        whole = len(prompt) + len(answer)
        tokens[row, :whole] = torch.tensor(prompt + answer)
        targets[row, len(prompt) : whole] = torch.tensor(answer)
    return tokens, targets


def _loss(model: LlamaForCausalLM, tokens: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    states = model.model(tokens).last_hidden_state[:, :-1]
    asked = targets[:, 1:] != -100
    return functional.cross_entropy(model.lm_head(states[asked]), targets[:, 1:][asked])


def validate(model: LlamaForCausalLM, words: Words, count: int) -> dict[str, object]:
    """Return the share of exact answers for each kind of query; other seeds than the tests'."""
    return {kind: _exact(model, words, kind, count) for kind in KINDS_OF_QUERIES}


def _exact(model: LlamaForCausalLM, words: Words, kind: str, count: int) -> float:
    pairs = test_queries(kind, count, seed=5)
    return sum(answer(model, words, query) == right for query, right in pairs) / count


@torch.no_grad()
def answer(model: LlamaForCausalLM, words: Words, query: str) -> str:
    """Answer greedily."""
    prompt, _ = words.encoded(query)
    made: list[int] = []
    seen = model(torch.tensor([prompt]), use_cache=True)
    while len(made) < 64 and (token := int(seen.logits[0, -1].argmax())) != words.end:
        made.append(token)
        step = torch.tensor([[token]])
        seen = model(step, past_key_values=seen.past_key_values, use_cache=True)
    return str(words.tokenizer.decode(made))


def save(model: LlamaForCausalLM, words: Words, directory: Path) -> None:
    """Write the Hugging Face model and the GGUF made from it."""
    model.save_pretrained(directory / "hf")
    words.tokenizer.save(str(directory / "hf" / "tokenizer.json"))
    write_gguf(directory / "hf", directory / "rewriter.gguf", "fieldbook rewriter")


if __name__ == "__main__":
    sys.exit(run(train, _PORT, steps=5_000, processes=3))
