"""Tokens are exactly open_clip's, for its built-in vocabulary and for a pack's own."""

import json
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.unit.models.odd_texts import NASTY_UNITS, ODD_TEXTS, nasty_text, random_texts
from visret_desktop.models.encoders import tokenizer as module
from visret_desktop.models.encoders.compiled import CompiledEncoder
from visret_desktop.models.encoders.tokenizer import Tokenizer, TokenizerRules
from visret_desktop.models.encoders.tokenizer_compiling import compile_tokenizer
from visret_desktop.packs.manifest import Pack


def end_of(starter: Pack) -> int:
    """Return the id of the built-in pack's end marker."""
    marks = json.loads((starter.directory / "tokenizer.json").read_text())["added_tokens"]
    return next(mark["id"] for mark in marks if mark["content"] == "<|endoftext|>")


@pytest.fixture(scope="module")
def built_in(tmp_path_factory: pytest.TempPathFactory) -> Tokenizer:
    out = tmp_path_factory.mktemp("built-in")
    rules = compile_tokenizer(out, {"text_cfg": {"context_length": 77}}, out)
    assert rules == TokenizerRules(context_length=77, clean="lower", pad_id=0)
    return Tokenizer(out / "tokenizer.json", rules)


def test_built_in_vocabulary_gives_open_clips_tokens(built_in: Tokenizer) -> None:
    from open_clip.tokenizer import SimpleTokenizer

    texts = [*ODD_TEXTS, *random_texts(1500, seed=1)]
    theirs = SimpleTokenizer()(texts).numpy()
    ours = built_in(texts)
    differing = [text for text, a, b in zip(texts, ours, theirs, strict=True) if (a != b).any()]
    assert differing == []
    assert ours.dtype == np.int64


def test_own_vocabulary_gives_open_clips_tokens(compiled: CompiledEncoder, starter: Pack) -> None:
    from open_clip import get_tokenizer

    texts = [*ODD_TEXTS, *random_texts(60, seed=3)]
    theirs = get_tokenizer(f"local-dir:{starter.directory}")(texts).numpy()
    ours = Tokenizer(compiled.tokenizer, compiled.rules)(texts)
    assert (ours == theirs).all()


@pytest.mark.parametrize("clean", ["whitespace", "lower", "canonicalize"])
def test_text_is_cleaned_as_in_open_clip(clean: str) -> None:
    from open_clip.tokenizer import get_clean_fn

    theirs, ours = get_clean_fn(clean), module._CLEANERS[clean]
    for text in (*ODD_TEXTS, *random_texts(500, seed=2)):
        assert ours(text) == theirs(text)


def test_no_text_makes_no_rows(built_in: Tokenizer) -> None:
    assert built_in([]).shape == (0, 77)


def test_lone_surrogates_become_question_marks(built_in: Tokenizer) -> None:
    assert (built_in(["caf\udce9"]) == built_in(["caf?"])).all()


@pytest.mark.parametrize("name", NASTY_UNITS)
def test_nasty_texts_are_read_quickly(built_in: Tokenizer, name: str) -> None:
    for length in (1_000, 4_000, 10_000, 40_000):
        started = time.monotonic()
        built_in([nasty_text(name, length)])
        assert time.monotonic() - started < 5


def test_a_batch_gives_the_rows_of_its_texts(built_in: Tokenizer) -> None:
    texts = list(ODD_TEXTS)
    alone = np.concatenate([built_in([text]) for text in texts])
    assert (built_in(texts) == alone).all()


def test_threads_do_not_disturb_each_other(built_in: Tokenizer) -> None:
    expected = built_in(ODD_TEXTS)
    wrong: list[int] = []

    def work(number: int) -> None:
        if (built_in(ODD_TEXTS) != expected).any():
            wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def own(tmp_path: Path, starter: Pack, **text: Any) -> TokenizerRules:
    """CompiledEncoder the starter's tokenizer from a copy with another text configuration."""
    pack, out = tmp_path / "pack", tmp_path / "out"
    out.mkdir()
    pack.mkdir()
    for name in ("tokenizer.json", "tokenizer_config.json"):
        (pack / name).write_bytes((starter.directory / name).read_bytes())
    return compile_tokenizer(pack, {"text_cfg": {"hf_tokenizer_name": "local", **text}}, out)


def test_options_of_the_pack_are_kept(tmp_path: Path, starter: Pack) -> None:
    config = json.loads((starter.directory / "tokenizer_config.json").read_text())
    assert config["pad_token"] == "<|endoftext|>"
    rules = own(tmp_path, starter, tokenizer_kwargs={"clean": "canonicalize"}, context_length=9)
    assert rules == TokenizerRules(context_length=9, clean="canonicalize", pad_id=end_of(starter))


def test_a_separator_can_be_blanked(compiled: CompiledEncoder, starter: Pack) -> None:
    end = end_of(starter)
    rules = TokenizerRules(8, "whitespace", pad_id=5, blank_id=end)
    (row,) = Tokenizer(compiled.tokenizer, rules)(["a heron"])
    assert end not in row
    assert list(row[-3:]) == [5, 5, 5]
    assert 0 in row


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ({"tokenizer_kwargs": {"language": "fr"}}, "unknown tokenizer options"),
        ({"tokenizer_mode": "clips"}, "unknown tokenizer options"),
        ({"tokenizer_kwargs": {"clean": "wash"}}, "unknown way of cleaning"),
        ({"tokenizer_kwargs": {"strip_sep_token": True}}, "name no sep_token"),
    ],
)
def test_what_cannot_be_kept_is_refused(
    tmp_path: Path, starter: Pack, text: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        own(tmp_path, starter, **text)


def test_a_damaged_tokenizer_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_text('{"model": {}}')
    with pytest.raises(ValueError, match=r"tokenizer\.json cannot be read"):
        Tokenizer(tmp_path / "tokenizer.json", TokenizerRules(8, "lower", 0))
    (tmp_path / "tokenizer.json").unlink()
    with pytest.raises(ValueError, match=r"tokenizer\.json is missing"):
        compile_tokenizer(tmp_path, {"text_cfg": {"hf_tokenizer_name": "local"}}, tmp_path)
