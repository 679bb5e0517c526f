"""Make the two towers of an encoder of a classifier and a sentence encoder (`conse.py`)."""

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from visret_desktop import file_changes
from visret_desktop.models.encoders import conse_graphs
from visret_desktop.models.encoders.conse import (
    CLASSIFIER,
    CONFIG,
    DEFINITIONS,
    KINDS,
    NAMES,
    SENTENCES,
    TOKENIZER,
    ConseSettings,
)
from visret_desktop.models.encoders.tokenizer import Tokenizer, TokenizerRules, without_padding
from visret_desktop.models.interfaces import Vectors
from visret_desktop.models.runtimes.onnx_graph import Array, Graph
from visret_desktop.models.runtimes.torch_file import read_tensors
from visret_desktop.packs import strict_json
from visret_desktop.packs.checks.config_rules import most_bytes
from visret_desktop.packs.manifest import Pack

_AT_ONCE = 16  # definitions
_COMPARED = 4  # of them


def compile_conse(
    pack: Pack, out: Path, visual: Path, textual: Path
) -> tuple[TokenizerRules, int, float]:
    """Write both towers and the tokenizer; return its rules, the dimension and the worst cosine.

    The cosine is that of texts read alone and in a batch with longer ones.

    Raises:
        ValueError, KeyError: its files are not what they should be.
        PackDamaged: they are other files, or the settings make no sense.
    """
    settings = ConseSettings.of(pack)
    rules = TokenizerRules(settings.context_length, "whitespace", pad_id=0)
    file_changes.copy(pack.place_of(TOKENIZER), out / TOKENIZER)
    dimension = _write_textual(pack, textual)
    read = _reader(textual, Tokenizer(out / TOKENIZER, rules))
    kinds = _kinds(pack)
    meanings = np.empty((len(kinds), dimension), np.float32)
    by_length = sorted(range(len(kinds)), key=lambda place: -len(kinds[place]))

    def understand(some: Sequence[int]) -> None:
        meanings[some] = read([kinds[place] for place in some])

    starts = range(0, len(kinds), _AT_ONCE)  # texts of about one length need little padding
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(understand, (by_length[at : at + _AT_ONCE] for at in starts)))
    cosine = min(float(read([kinds[at]])[0] @ meanings[at]) for at in range(_COMPARED))
    _write_visual(pack, settings, meanings, visual)
    return rules, dimension, cosine


def _write_textual(pack: Pack, path: Path) -> int:
    from safetensors.numpy import load_file

    config_file = pack.place_of(CONFIG)
    config: Any = strict_json.read(config_file, most_bytes(config_file.name))
    weights: Mapping[str, Array] = load_file(pack.place_of(SENTENCES))
    width = int(config["hidden_size"])
    with Graph.writing(path) as graph:
        vectors = conse_graphs.sentence_vectors(graph, weights, config)
        graph.build(np.int64, ["batch", "length"], vectors, width)
    return width


def _write_visual(pack: Pack, settings: ConseSettings, meanings: Vectors, path: Path) -> None:
    weights = _classifier(pack)
    if len(weights["_fc.bias"]) != len(meanings):
        raise ValueError(f"it tells {len(weights['_fc.bias'])} kinds apart, not {len(meanings)}")
    with Graph.writing(path) as graph:
        scores = conse_graphs.class_scores(graph, weights, settings.side)
        scores = graph.node("Div", scores, np.array(settings.temperature, np.float32))
        likely = graph.node("Softmax", scores, axis=1)
        most = np.array([settings.likeliest])
        shares, places = graph.nodes("TopK", likely, most, outputs=2, axis=1)
        chosen = graph.node("Gather", meanings, places)
        weighted = graph.node("Mul", chosen, graph.node("Unsqueeze", shares, np.array([2])))
        total = graph.node("ReduceSum", weighted, np.array([1]), keepdims=0)
        shape = ("batch", 3, settings.side, settings.side)
        graph.build(np.float32, shape, graph.unit_rows(total), meanings.shape[1])


def _classifier(pack: Pack) -> Mapping[str, Array]:
    """Return the classifier's parameters by name; only numbers are read, no code runs."""
    return read_tensors(pack.place_of(CLASSIFIER))


def _kinds(pack: Pack) -> list[str]:
    """Return names and definition of each kind, in the classifier's order."""
    names, definitions = (_table(pack, name) for name in (NAMES, DEFINITIONS))
    known = pack.place_of(KINDS).read_text("utf-8").split()
    return [f"{names[kind]}: {definitions[kind]}" for kind in known]


def _table(pack: Pack, name: str) -> Mapping[str, str]:
    lines = pack.place_of(name).read_text("utf-8").splitlines()
    rows = (line.partition("\t") for line in lines)
    return {kind.strip(): text.strip() for kind, _, text in rows}


def _reader(textual: Path, tokenizer: Tokenizer) -> Callable[[Sequence[str]], Vectors]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1  # for each caller: to share small products costs twice as much
    session = onnxruntime.InferenceSession(
        str(textual), options, providers=["CPUExecutionProvider"]
    )

    def read(texts: Sequence[str]) -> Vectors:
        tokens = without_padding(tokenizer(texts), 0)
        return np.asarray(session.run(None, {"input": tokens})[0], np.float32)

    return read
