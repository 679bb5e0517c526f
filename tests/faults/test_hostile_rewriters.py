"""Chat models made to harm are tried in processes of their own, with limits."""

import random
import shutil
import struct
from pathlib import Path
from typing import Any

import pytest

from bench.pack_writing import write_manifest
from tests import weights
from tests.faults.taking_in import (
    GGUF,
    TallyUp,
    empty_paths,  # noqa: F401 - a fixture
    mutated,
)
from visret_desktop.errors import VisretError
from visret_desktop.models.rewriting.rewriter import ChatSettings, open_rewriter
from visret_desktop.packs.checks import gguf_header
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role


def _poisoned(key: str, number: int) -> bytes:
    """Return the built-in rewriter with another number in its header."""
    place = GGUF.index(weights.text(key)) + len(weights.text(key)) + 4
    return GGUF[:place] + struct.pack("<I", number) + GGUF[place + 4 :]


def _rewriter(directory: Path, content: bytes, **settings: Any) -> Pack:
    directory.mkdir(parents=True)
    (directory / "rewriter.gguf").write_bytes(content)
    said = {"context_length": 512, "max_tokens": 96, **settings}
    return write_manifest(
        directory, name="hostile", title="", role=Role.REWRITER, spdx="MIT", settings=said
    )


def _sentence_or_answer(pack: Pack, paths: Paths) -> str:
    try:
        return open_rewriter(pack, paths).rewrite("an owl").instructions[0]
    except VisretError as error:
        return str(error)


_POISON = {
    "no heads": ("llama.attention.head_count", 0),
    "4 billion heads": ("llama.attention.head_count", 2**32 - 1),
    "4 billion layers": ("llama.block_count", 2**32 - 1),
    "4 billion rotations": ("llama.rope.dimension_count", 2**32 - 1),
    "a last token that is none": ("tokenizer.ggml.eos_token_id", 2**31 - 1),
}


@pytest.mark.parametrize(("key", "number"), _POISON.values(), ids=_POISON.keys())
def test_numbers_that_make_llama_cpp_fail_are_tried_aside(
    tmp_path: Path, paths: Paths, tally: TallyUp, key: str, number: int
) -> None:
    pack = _rewriter(tmp_path / "pack", _poisoned(key, number))
    assert _sentence_or_answer(pack, paths)
    tally("a GGUF model with poisoned numbers", 1, "a sentence, or an answer; no process lost")


def test_a_crash_of_llama_cpp_is_a_sentence(tmp_path: Path, paths: Paths) -> None:
    """Not vacuous: this number does end the process that loads the model."""
    key, number = _POISON["4 billion layers"]
    pack = _rewriter(tmp_path / "pack", _poisoned(key, number))
    with pytest.raises(VisretError, match=r"llama\.cpp crashes over it"):
        open_rewriter(pack, paths)


@pytest.mark.long
def test_changed_bytes_in_a_gguf_header(
    tmp_path: Path, paths: Paths, chance: random.Random, tally: TallyUp
) -> None:
    size = GGUF.index(b"token_embd.weight")
    tried = 0
    for number in range(3_000):
        folder = tmp_path / str(number)
        try:
            pack = _rewriter(folder, mutated(GGUF, size, chance))
            gguf_header.read(folder / "rewriter.gguf")
        except ValueError:
            shutil.rmtree(folder)
            continue
        if tried < 40:
            tried += 1
            assert _sentence_or_answer(pack, paths)
        shutil.rmtree(folder)
    tally("a GGUF header with changed bytes", 3_000, "refused, or tried aside; no process lost")


# ---- chat templates -----------------------------------------------------------------------------


_ASKED = "{{messages[-1].content}}"
_BOMBS = {
    "loops for hours": "{%for a in range(99999)%}{%for b in range(99999)%}{%endfor%}{%endfor%}",
    "a text of gigabytes": "{{'a'*99999999999}}",
    "a text that doubles": (
        "{%set n=namespace(a='aaaa')%}{%for i in range(60)%}{%set n.a=n.a~n.a%}{%endfor%}{{n.a}}"
    ),
    "a million letters": "{%for a in range(99999)%}aaaaaaaaaaaaa{%endfor%}" + _ASKED,
    "leaves the query out": "an answer",
    "an error": "{{raise_exception('no')}}",
    "broken": "{% for %}",
    "another answer each time": "{{range(9)|random}}{{lipsum(n=20)}}" + _ASKED,
    "the machine": "{{cycler.__init__.__globals__.os.mkdir('MARK')}}" + _ASKED,
    "its own classes": "{{''.__class__.__mro__[1].__subclasses__()}}" + _ASKED,
}


_SLOW = {
    "a number of gigabytes, while compiling": "{% set a = 9**999999999 %}" + _ASKED,
    "a regular expression of years": "{{(('a'*9999)~'!')|replace('aa','aaa'*99999)|wordwrap(1)}}",
}


@pytest.mark.long
@pytest.mark.parametrize("template", _SLOW.values(), ids=_SLOW.keys())
def test_a_chat_template_that_takes_long(
    tmp_path: Path, paths: Paths, tally: TallyUp, template: str
) -> None:
    with pytest.raises(VisretError, match="chat template"):
        open_rewriter(_rewriter(tmp_path / "pack", weights.with_template(GGUF, template)), paths)
    tally("a chat template that means harm", 1, "a sentence within 6 seconds of computing")


@pytest.mark.parametrize("template", _BOMBS.values(), ids=_BOMBS.keys())
@pytest.mark.slow("What never ends is ended after its time limit.")
def test_a_chat_template_that_means_harm(
    tmp_path: Path,
    paths: Paths,
    tally: TallyUp,
    template: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    pack = _rewriter(tmp_path / "pack", weights.with_template(GGUF, template))
    with pytest.raises(VisretError, match="chat template"):
        open_rewriter(pack, paths)
    assert not (tmp_path / "MARK").exists()
    tally("a chat template that means harm", 1, "a sentence within 6 seconds of computing")


def test_a_query_does_not_reach_the_template(tmp_path: Path, paths: Paths) -> None:
    """A template may not do one thing when it is tried and another with a certain query."""
    sly = "{%if 'x' in messages[-1].content%}{{'a'*99999999999}}{%endif%}" + _ASKED
    opened = open_rewriter(_rewriter(tmp_path / "pack", weights.with_template(GGUF, sly)), paths)
    assert opened.rewrite("a fox in the snow").instructions


@pytest.mark.parametrize("length", [2**31, 10**12, -1, 131_073])
def test_a_context_of_any_length_is_not_made(length: int) -> None:
    with pytest.raises(ValueError, match="context_length"):
        ChatSettings(context_length=length)
