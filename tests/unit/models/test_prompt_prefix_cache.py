"""A rewriter that remembers says to the last bit what one that reads anew says."""

import logging
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xxhash
from tokenizers import pre_tokenizers

from bench.pack_writing import write_manifest
from tests import weights
from visret_desktop import file_changes
from visret_desktop.models.rewriting import prompt_prefix_cache
from visret_desktop.models.rewriting.llama_rewriter import LlamaRewriter
from visret_desktop.models.rewriting.prompt_prefix_cache import can_keep
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.models.runtimes.llama import Llama, llama_cpp
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role

# The built-in model reads no instruction by its own template.
_TEMPLATE = (
    "{{ bos_token }}{% for m in messages %}<|user|>{{ m['content'] }}{% endfor %}<|assistant|>"
)
_OWN = {
    "question": (
        "Name the part of the bird or the frog that the question asks about, and leave out its"
        " color and its shade, since nobody knows them yet. Say it in a few words."
    ),
    "description": (
        "Say what is wanted as a short sentence about a bird at the water or in the snow, with all"
        " that was said of the light and of the weather, and nothing that was not said."
    ),
}
# Short ones, for which its context has room.
_OWN_EXAMPLES = {
    "question": "What colour is the bill of the owl?\nthe bill of the owl",
    "description": "my pics of an owl\nan owl",
}
_QUERIES = (
    "What colour are the feet of the tarn heron?",
    "a heron at dusk",
    "What shade is the belly of the clay toad?",
    "9 herons",
    "日本の鳥",
    "…an owl",
    "...",
)


@pytest.fixture(scope="module")
def pack(starter_pack: Callable[[Role], Pack], tmp_path_factory: pytest.TempPathFactory) -> Pack:
    own = starter_pack(Role.REWRITER).directory / "rewriter.gguf"
    content = weights.with_template(own.read_bytes(), _TEMPLATE)
    return _write(tmp_path_factory.mktemp("pack"), content)


@pytest.fixture(scope="module")
def tried(pack: Pack, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is known of the pack once its template was tried."""
    paths = _profile(tmp_path_factory.mktemp("tried"))
    open_rewriter(pack, paths)
    return paths.compiled


@pytest.fixture
def paths(tried: Path, tmp_path: Path) -> Paths:
    paths = _profile(tmp_path)
    shutil.copytree(tried, paths.compiled)
    return paths


def _write(directory: Path, content: bytes) -> Pack:
    file_changes.claim(directory)
    file_changes.write(directory / "model.gguf", content)
    settings = {"context_length": 256, "max_tokens": 24}
    return write_manifest(
        directory, name="told", title="", role=Role.REWRITER, spdx="MIT", settings=settings
    )


def _profile(root: Path) -> Paths:
    paths = Paths(root / "data", root / "cache", root / "config")
    for folder in (paths.data, paths.cache, paths.config):
        file_changes.claim(folder)
    for name, text in _OWN.items():
        file_changes.write(paths.config / "prompts" / f"{name}.txt", text.encode())
    for name, text in _OWN_EXAMPLES.items():
        file_changes.write(paths.config / "prompts" / f"{name}-examples.txt", text.encode())
    return paths


def _said(rewriter: LlamaRewriter, query: str) -> tuple[Any, ...]:
    """Return the answer, the tokens that were read and written, and the last scores."""
    made = rewriter.rewrite(query)
    llama: Any = rewriter._llama
    tokens = tuple(llama.input_ids[: llama.n_tokens].tolist())
    scores = llama_cpp.llama_get_logits_ith(llama.ctx, -1)
    bits = np.ctypeslib.as_array(scores, (llama.n_vocab(),)).tobytes()
    return made.instructions, made.note, tokens, bits


def _files(paths: Paths) -> list[Path]:
    return sorted(paths.beginnings.glob("*/*"))


def _forgetful(pack: Pack, paths: Paths, query: str) -> tuple[Any, ...]:
    """Return what is said where nothing is remembered: from a profile without files."""
    for path in _files(paths):
        file_changes.remove(path)
    return _said(open_rewriter(pack, paths), query)


def test_computed_remembered_and_read_states_say_the_same(pack: Pack, paths: Paths) -> None:
    computed = [_forgetful(pack, paths, query) for query in _QUERIES]
    first = open_rewriter(pack, paths)
    for _ in range(2):
        assert [_said(first, query) for query in _QUERIES] == computed
    assert [_said(open_rewriter(pack, paths), query) for query in _QUERIES] == computed
    assert len(_files(paths)) == len(_OWN)


def test_the_tokens_are_those_of_the_whole_prompt(pack: Pack, paths: Paths) -> None:
    whole = open_rewriter(pack, paths, is_remembering=False)
    remembering = open_rewriter(pack, paths)
    for query in (*_QUERIES, "(a", "\ta", "'s", "\n\n"):
        expected, found = (_said(each, query) for each in (whole, remembering))
        assert found[2] == expected[2]
        assert found[:2] == expected[:2]


def test_only_what_comes_behind_the_beginning_is_evaluated(
    pack: Pack, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluated: list[int] = []
    evaluate = Llama.eval

    def count(llama: Any, tokens: Any) -> None:
        evaluated.append(len(tokens))
        evaluate(llama, tokens)

    monkeypatch.setattr(Llama, "eval", count)
    rewriter = open_rewriter(pack, paths)
    _said(rewriter, _QUERIES[0])
    beginning = evaluated[0]
    assert beginning > 32
    for again in (rewriter, open_rewriter(pack, paths)):
        evaluated.clear()
        *_, tokens, _ = _said(again, _QUERIES[2])
        assert sum(evaluated) == len(tokens) - beginning


def test_no_query_is_in_a_file(pack: Pack, paths: Paths) -> None:
    kept = []
    for query in ("a heron at dusk", "an owl in the snow"):
        _forgetful(pack, paths, query)
        kept.append({path.name: path.read_bytes() for path in _files(paths)})
    assert kept[0] == kept[1]
    assert len(kept[0]) == 1


def test_another_prompt_thread_or_file_has_a_state_of_its_own(pack: Pack, paths: Paths) -> None:
    query = "a heron at dusk"
    for threads in (1, 2):
        _said(open_rewriter(pack, paths, threads=threads), query)
    assert len(_files(paths)) == 2
    own = paths.config / "prompts" / "description.txt"
    file_changes.write(own, _OWN["question"].encode())
    changed = _said(open_rewriter(pack, paths), query)
    assert len(_files(paths)) == 3
    assert changed == _forgetful(pack, paths, query)


def _damaged(content: bytes) -> bytes:
    return content[:5000] + bytes([content[5000] ^ 1]) + content[5001:]


def _rehashed(path: Path, state: bytes) -> bytes:
    return xxhash.xxh3_128(path.stem.encode() + state).digest() + state


@pytest.mark.parametrize(
    ("altered", "is_told"),
    [
        (lambda path: _damaged(path.read_bytes()), True),
        (lambda path: path.read_bytes()[:-1], True),
        (lambda _: b"", True),
        (lambda path: _rehashed(path, path.read_bytes()[16:2000]), False),
        (lambda path: _rehashed(path, b""), False),
    ],
    ids=["a bit", "the end", "all", "cut off, with its hash", "nothing, with its hash"],
)
def test_an_altered_file_is_made_anew(
    pack: Pack,
    paths: Paths,
    caplog: pytest.LogCaptureFixture,
    altered: Callable[[Path], bytes],
    is_told: bool,
) -> None:
    query = "a heron at dusk"
    said = _said(open_rewriter(pack, paths), query)
    (path,) = _files(paths)
    whole = path.read_bytes()
    path.write_bytes(altered(path))
    with caplog.at_level(logging.WARNING):
        assert _said(open_rewriter(pack, paths), query) == said
    assert path.read_bytes() == whole
    assert ("made anew" in caplog.text) is is_told
    caplog.clear()


def test_without_a_place_for_files_it_remembers(
    pack: Pack, paths: Paths, caplog: pytest.LogCaptureFixture
) -> None:
    said = _forgetful(pack, paths, _QUERIES[0])
    file_changes.remove_tree(paths.beginnings)
    paths.beginnings.write_bytes(b"in the way")
    with caplog.at_level(logging.WARNING):
        rewriter = open_rewriter(pack, paths)
        assert [_said(rewriter, _QUERIES[0]) for _ in range(2)] == [said, said]
    assert caplog.text.count("will read its prompt again") == 1
    caplog.clear()


def test_files_stay_below_their_limit(
    pack: Pack, paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewriter = open_rewriter(pack, paths)
    _said(rewriter, "a heron at dusk")
    size = _files(paths)[0].stat().st_size
    monkeypatch.setattr(prompt_prefix_cache, "_MOST_KEPT", 4 * size + size // 2)
    older = paths.beginnings / "other-12345678" / "older.state"
    file_changes.write(older, bytes(3 * size))
    _said(rewriter, "What colour are the feet of the tarn heron?")
    assert older.exists() is False or sum(p.stat().st_size for p in _files(paths)) <= 4.5 * size
    monkeypatch.setattr(prompt_prefix_cache, "_MOST_KEPT", size)
    _forgetful(pack, paths, "a heron at dusk")
    assert not _files(paths), "one alone is too large"


def test_examples_without_room_are_left_out(pack: Pack, paths: Paths) -> None:
    shown = _said(open_rewriter(pack, paths), "a heron at dusk")
    own = paths.config / "prompts" / "description-examples.txt"
    file_changes.write(own, b"an owl\nan owl\n\n" * 100)
    rewriter = open_rewriter(pack, paths)
    left_out = _said(rewriter, "a heron at dusk")
    rewriter._settings = replace(rewriter._settings, examples=False)
    assert left_out == _said(rewriter, "a heron at dusk")
    assert left_out[2] != shown[2], "those with room are shown"


def test_a_prompt_without_room_is_read_whole(pack: Pack, paths: Paths) -> None:
    own = paths.config / "prompts" / "description.txt"
    file_changes.write(own, b"Say it. " * 400)
    made = open_rewriter(pack, paths).rewrite("a heron at dusk")
    assert "exceed context window" in made.note
    assert not _files(paths)


# ---- models of other kinds -----------------------------------------------------------------------

_WIDTH, _INNER, _STATE = 32, 64, 4
_RECURRENT = {
    "ssm_in.weight": (_WIDTH, 2 * _INNER),
    "ssm_conv1d.weight": (4, _INNER),
    "ssm_conv1d.bias": (_INNER,),
    "ssm_x.weight": (_INNER, 1 + 2 * _STATE),
    "ssm_dt.weight": (1, _INNER),
    "ssm_dt.bias": (_INNER,),
    "ssm_a": (_STATE, _INNER),
    "ssm_d": (_INNER,),
    "ssm_out.weight": (_INNER, _WIDTH),
}
_WINDOW = {
    **{f"{name}.weight": (_WIDTH, _WIDTH) for name in ("attn_q", "attn_k", "attn_v")},
    "attn_output.weight": (_WIDTH, _WIDTH),
    **{
        f"{name}.weight": (_WIDTH,) for name in ("post_attention_norm", "ffn_norm", "post_ffw_norm")
    },
    **{f"{name}.weight": (_WIDTH, _INNER) for name in ("ffn_gate", "ffn_up")},
    "ffn_down.weight": (_INNER, _WIDTH),
}


def _other(kind: str, values: dict[str, Any], layer: dict[str, tuple[int, ...]]) -> bytes:
    """Return a model of one layer of noughts, which knows letters only."""
    letters = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "<begin>", "<end>"]
    of_kind = {
        "context_length": 256,
        "embedding_length": _WIDTH,
        "block_count": 1,
        "attention.layer_norm_rms_epsilon": 1e-5,
        "vocab_size": len(letters),
        **values,
    }
    of_words = {
        "model": "gpt2",
        "pre": "gpt-2",
        "tokens": letters,
        "token_type": [1] * 256 + [3, 3],
        "merges": ["a b"],
        "bos_token_id": 256,
        "eos_token_id": 257,
        "chat_template": _TEMPLATE,
    }
    layer = {"attn_norm.weight": (_WIDTH,), **layer}
    return weights.model(
        {"general.architecture": kind}
        | {f"{kind}.{key}": value for key, value in of_kind.items()}
        | {
            f"tokenizer.{'' if key == 'chat_template' else 'ggml.'}{key}": v
            for key, v in of_words.items()
        },
        {"token_embd.weight": (_WIDTH, len(letters)), "output_norm.weight": (_WIDTH,)}
        | {f"blk.0.{name}": shape for name, shape in layer.items()},
    )


@pytest.mark.parametrize(
    ("kind", "values", "layer"),
    [
        (
            "mamba",
            {
                "ssm.conv_kernel": 4,
                "ssm.inner_size": _INNER,
                "ssm.state_size": _STATE,
                "ssm.time_step_rank": 1,
                "feed_forward_length": 0,
                "attention.head_count": 0,
            },
            _RECURRENT,
        ),
        (
            "gemma2",
            {
                "feed_forward_length": _INNER,
                "attention.head_count": 2,
                "attention.head_count_kv": 2,
                "attention.key_length": _WIDTH // 2,
                "attention.value_length": _WIDTH // 2,
                "attention.sliding_window": 16,
            },
            _WINDOW,
        ),
    ],
)
def test_a_model_that_cannot_be_cut_off_reads_whole_prompts(
    tmp_path: Path, kind: str, values: dict[str, Any], layer: dict[str, tuple[int, ...]]
) -> None:
    pack, paths = _write(tmp_path / "pack", _other(kind, values, layer)), _profile(tmp_path)
    file_changes.write(paths.config / "prompts" / "description.txt", b"Say it. " * 8)
    rewriter = open_rewriter(pack, paths)
    assert not can_keep(rewriter._llama)
    said = [_said(rewriter, "a heron at dusk") for _ in range(2)]
    assert said[0] == said[1]
    assert "came to no end" in said[0][1]
    assert not _files(paths)
