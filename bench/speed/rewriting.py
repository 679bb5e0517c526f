"""How long rewriting takes with what the model made of its instruction, and without it.

Models of real size have random weights: what they say means nothing, so they are stopped after as
many tokens as an instruction has.
"""

import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from bench.pack_writing import write_manifest
from bench.random_gguf import LlamaShape, write_random_gguf
from bench.speed.desk import STARTER, Desk
from bench.speed.rows import Row
from visret_desktop import file_changes
from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.llama_rewriter import LlamaRewriter
from visret_desktop.models.rewriting.prompts import prompt_text
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.packs.manifest import Pack, read_pack
from visret_desktop.paths import Paths, bundled
from visret_desktop.roles import Role

_SHARE = 0.35  # of a rewrite that reads the whole prompt
_REPEATS = 3
_WRITTEN = 16  # tokens; those of the fieldbook have 9 words
_SHAPES = {
    "1b": LlamaShape(2048, 16, heads=32, heads_kv=8, inner=8192),
    "3b": LlamaShape(3072, 28, heads=24, heads_kv=8, inner=8192),
}


def starter(desk: Desk) -> Iterator[Row]:
    """Rewriting with the built-in model, whose prompts hold the query alone."""
    pack = read_pack(bundled(STARTER, "rewriter"))
    yield from _rows("starter", pack, desk.paths("rewriting"), is_aim=False)


def one_billion(desk: Desk) -> Iterator[Row]:
    """Rewriting with a Llama of 1 billion random weights in Q4_K_M: whole prompt and remembered."""
    yield from _random(desk, "1b")


def three_billions(desk: Desk) -> Iterator[Row]:
    """Rewriting with a Llama of 3 billion random weights in Q4_K_M: whole prompt and remembered."""
    yield from _random(desk, "3b")


def _random(desk: Desk, size: str) -> Iterator[Row]:
    pack = write_random_rewriter(desk.work / size, size)
    yield from _rows(size, pack, desk.paths("rewriting"), is_aim=size == "3b")


def write_random_rewriter(directory: Path, size: str) -> Pack:
    """Write a Llama of random weights, "1b" or "3b", that says no more than an instruction."""
    file_changes.make_folder(directory)
    write_random_gguf(_SHAPES[size], directory / "model.gguf")
    return write_manifest(
        directory,
        name=f"random-{size}",
        title=f"Llama {size} with random weights",
        role=Role.REWRITER,
        spdx="Apache-2.0",
        settings={"max_tokens": _WRITTEN},
    )


def _rows(name: str, pack: Pack, paths: Paths, *, is_aim: bool) -> Iterator[Row]:
    """Let one model read whole prompts and what follows their beginnings, in turns."""
    instruction, number = prompt_text(Family.QUESTION.value, paths), count(1)

    def seconds(rewriter: LlamaRewriter) -> float:
        question = f"What color are the feet of heron number {next(number)} at dusk?"
        return _seconds(lambda: rewriter.reply(instruction, question))

    whole = open_rewriter(pack, paths, is_remembering=False)
    seconds(whole)  # reads the weights
    first = seconds(remembering := open_rewriter(pack, paths))
    pairs = [(seconds(whole), seconds(remembering)) for _ in range(_REPEATS)]
    del remembering
    restarted = seconds(open_rewriter(pack, paths))
    of_whole, of_second = (min(times) for times in zip(*pairs, strict=True))
    detail = (
        f"processor seconds; with the whole prompt {of_whole:.2f}, where nothing is kept yet"
        f" {first:.2f}; at most {_WRITTEN} tokens written"
    )
    for what, taken in (
        ("second query of a family", of_second),
        ("first query after a start", restarted),
    ):
        yield Row(
            f"rewrite-{name}, {what}",
            taken,
            "s",
            taken / of_whole,
            "remembered / whole prompt",
            "ratio at most" if is_aim else None,
            _SHARE if is_aim else None,
            detail,
        )


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
