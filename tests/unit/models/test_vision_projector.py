"""A projector that wants marks around pictures, which the built-in one does not."""

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from tests import weights
from visret_desktop.models.answering.vision_chat import VisionChat
from visret_desktop.models.interfaces import SeenPicture
from visret_desktop.packs.manifest import Pack
from visret_desktop.roles import Role

SIDE, PATCH, WIDTH, WIDTH_OF_TEXT = 56, 14, 32, 128
VALUES = {
    "clip.has_vision_encoder": True,
    "clip.projector_type": "gemma3",
    "clip.use_gelu": True,
    "clip.vision.image_size": SIDE,
    "clip.vision.patch_size": PATCH,
    "clip.vision.embedding_length": WIDTH,
    "clip.vision.feed_forward_length": WIDTH,
    "clip.vision.block_count": 1,
    "clip.vision.attention.head_count": 2,
    "clip.vision.projection_dim": WIDTH_OF_TEXT,
    "clip.vision.attention.layer_norm_epsilon": 1e-6,
    "clip.vision.image_mean": [0.5, 0.5, 0.5],
    "clip.vision.image_std": [0.5, 0.5, 0.5],
}
SQUARES = ("attn_q", "attn_k", "attn_v", "attn_out", "ffn_up", "ffn_down")
LAYER = {f"v.blk.0.{name}": (WIDTH, WIDTH) for name in SQUARES}
NORMS = dict.fromkeys(("v.post_ln", "v.blk.0.ln1", "v.blk.0.ln2"), (WIDTH,))
SHAPES = {
    "v.patch_embd.weight": (PATCH, PATCH, 3, WIDTH),
    "v.patch_embd.bias": (WIDTH,),
    "v.position_embd.weight": (WIDTH, (SIDE // PATCH) ** 2),
    **{f"{name}.weight": shape for name, shape in (LAYER | NORMS).items()},
    **{f"{name}.bias": (WIDTH,) for name in LAYER | NORMS},
    "mm.input_projection.weight": (WIDTH_OF_TEXT, WIDTH),
    "mm.soft_emb_norm.weight": (WIDTH,),
}
PICTURE = SeenPicture("one", np.zeros((40, 60, 3), np.uint8))


@pytest.fixture
def chat(starter_pack: Callable[[Role], Pack], tmp_path: Path) -> Iterator[VisionChat]:
    mmproj = tmp_path / "mmproj.gguf"
    mmproj.write_bytes(weights.model(VALUES, SHAPES))
    model = starter_pack(Role.READER).directory / "model.gguf"
    made = VisionChat(model, mmproj, context_length=256, threads=1, most_remembered=2**20)
    yield made
    made.close()


def test_marks_around_a_picture_are_read_as_words(chat: VisionChat) -> None:
    llama, chunks = chat._llama, chat._eye.chunks(PICTURE)
    read = [None if one.tokens is None else llama.detokenize(one.tokens) for one in chunks]
    assert read == [b"<start_of_image>", None, b"<end_of_image>"]
    assert chat.write([PICTURE, "what is this?"], max_tokens=3).text
