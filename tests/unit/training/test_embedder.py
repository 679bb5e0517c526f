"""The reader as an encoder: torch and llama.cpp agree, and its training takes steps."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from training import reader_pictures
from training.captions import COLORED
from training.workplace import workplace
from visret_desktop.fieldbook.world import SPECIES
from visret_desktop.models.answering.reader import model_files
from visret_desktop.models.encoders.llama_encoder import (
    EncoderSettings,
    LlamaEncoder,
    load_llama_encoder,
)
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

if TYPE_CHECKING:
    from training.embedder import Embedder

TEXTS = ["a tarn heron", "An owl in the snow at night, photo", "frogs", "the color of Ölçü 🐸?"]


@pytest.fixture(scope="module")
def pack(starter_pack: Callable[[Role], Pack]) -> Pack:
    return starter_pack(Role.READER)


@pytest.fixture(scope="module")
def in_torch(pack: Pack) -> "Embedder":
    """The built-in reader's weights, read from its files."""
    from tests.unit.training.gguf_in_torch import read_reader
    from training.embedder import Embedder

    return Embedder(read_reader(pack.directory))


@pytest.fixture(scope="module")
def in_llama(pack: Pack) -> LlamaEncoder:
    """The same files, without their chat template: the prompts have its marks."""
    settings = EncoderSettings(
        512,
        reader_pictures.SIDE,
        f"<|user|>{EncoderSettings.prompt_picture}<|assistant|>",
        f"<|user|>{EncoderSettings.prompt_text}<|assistant|>",
    )
    return load_llama_encoder(pack, model_files(pack), settings, None)


def test_llama_cpp_gives_the_states_that_torch_gives(
    in_torch: "Embedder", in_llama: LlamaEncoder
) -> None:
    import torch

    from training.embedder import said_of
    from training.eye import as_seen

    pixels, _, truths = reader_pictures.draw_chunk((11, 12, False))
    levels = pixels.transpose(0, 3, 1, 2).astype(np.float32) / 255
    stream = Random(4)
    texts = [*TEXTS, *(said_of(truth, stream) for truth in truths)]
    with torch.no_grad():
        pictures, sentences = in_torch.pictures(as_seen(pixels)), in_torch.sentences(texts)
    for ours, theirs in (
        (pictures, in_llama.embed_images(levels)),
        (sentences, in_llama.embed_texts(texts)),
    ):
        same = (ours.numpy() * theirs).sum(1)
        others = ours.numpy() @ theirs.T - 2 * np.eye(len(ours))
        assert same.min() >= 0.999
        assert (same > others.max(1)).all()  # it is no accident: all others are farther away


def test_a_batch_is_its_parts(in_torch: "Embedder") -> None:
    import torch

    with torch.no_grad():
        together = in_torch.sentences(TEXTS)
        alone = torch.cat([in_torch.sentences([text]) for text in TEXTS])
    assert torch.allclose(together, alone, atol=1e-5)


def test_of_morphs_no_color_is_said() -> None:
    from training.embedder import said_of

    truths = reader_pictures.draw_chunk((6, 40, True))[2]
    assert len({truth.is_morph for truth in truths}) == 2
    for truth in truths:
        key, part = COLORED.get(truth.spec.view, ("", ""))
        remark = f", {SPECIES[truth.spec.species].get(key)} {part}"
        said = {said_of(truth, Random(seed)).lower() for seed in range(100)}
        if truth.is_morph:
            assert not any(remark in one for one in said)


def test_it_takes_steps_from_the_reader_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from training import embedder, reader
    from training.course import load_checkpoint, save_checkpoint
    from training.ranks import Ranks

    monkeypatch.setenv("VISRET_TRAINING_DIR", str(tmp_path))
    for name, value in {"RANK": "0", "RANKS": "1", "PORT": "0"}.items():
        monkeypatch.setenv(f"VISRET_TRAINING_{name}", value)
    monkeypatch.setattr(embedder, "_BATCH", 16)
    for name in ("train", "validation"):
        reader_pictures.store(name, [reader_pictures.draw_chunk((3, 16, name == "train"))])
    truths = reader_pictures.load("train")[2]
    made = reader.untrained(truths)
    save_checkpoint(workplace(reader.NAME, "checkpoint.safetensors"), made, None, 7)
    begun = embedder.untrained(truths)
    embedder.train(Ranks(), 2)
    trained = embedder.untrained(truths)
    assert load_checkpoint(workplace(embedder.NAME, "checkpoint.safetensors"), trained) == 2
    eyes = [one.eye.patch.weight for one in (made, begun.reader, trained.reader)]
    assert torch.equal(eyes[0], eyes[1])
    assert torch.equal(eyes[1], eyes[2])
    words = [one.reader.text.model.embed_tokens.weight for one in (begun, trained)]
    assert not torch.equal(*words)
