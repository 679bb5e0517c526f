"""Write the trained embedder as a pack, and compare what llama.cpp makes of it with torch.

    python -m training.embedder_export

Prints the folder, which `visret packs import` takes.
"""

import json
import shutil
from pathlib import Path
from random import Random

import numpy as np
import torch

from training import reader_export, reader_pictures
from training.course import load_checkpoint
from training.embedder import NAME, Embedder, said_of, untrained
from training.eye import as_seen
from training.pack import describe
from training.reader_pictures import SIDE
from training.workplace import workplace
from visret_desktop.models.encoders.encoder import open_encoder
from visret_desktop.models.interfaces import Encoder
from visret_desktop.packs.manifest import read_pack
from visret_desktop.paths import Paths, claim
from visret_desktop.roles import Role

_PACK = "fieldbook-one-word"
_TITLE = "Fieldbook in one word (fieldbook world only)"
_CARD = """# {title}

An encoder of the kind of E5-V, for the drawn world alone: the built-in reader, taught on captions
that its word for a picture and its word for a sentence agree. Made by `training/embedder.py`.

{steps} steps. What llama.cpp makes of {compared} pictures and captions has a cosine of at least
{cosine:.5f} with what the trained model makes of them in torch.
"""
_COMPARED = 50


def write(embedder: Embedder, directory: Path) -> Path:
    """Write the two GGUF files and their manifest; return the pack's folder."""
    reader_export.write(embedder.reader, directory)
    folder = directory / _PACK
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name in ("model.gguf", "mmproj.gguf"):
        shutil.copyfile(directory / name, folder / name)
    describe(folder, _PACK, _TITLE, Role.ENCODER, {"context_length": 512, "side": SIDE})
    return folder


@torch.no_grad()
def agreement(embedder: Embedder, encoder: Encoder, count: int = _COMPARED) -> float:
    """Return the least cosine of what torch and llama.cpp make of pictures and captions."""
    pixels, _, truths = reader_pictures.load("validation")
    stream = Random(0)
    said = [said_of(truth, stream) for truth in truths[:count]]
    levels = np.asarray(pixels[:count], np.float32).transpose(0, 3, 1, 2)
    ours = torch.cat((embedder.pictures(as_seen(pixels[:count])), embedder.sentences(said)))
    theirs = np.concatenate((encoder.embed_images(levels / 255), encoder.embed_texts(said)))
    return float((ours.numpy() * theirs).sum(1).min())


def main() -> None:
    torch.set_num_threads(1)
    embedder = untrained(reader_pictures.load("train")[2]).eval()
    steps = load_checkpoint(workplace(NAME, "checkpoint.safetensors"), embedder)
    folder = write(embedder, workplace(NAME, "model"))
    profile = workplace(NAME, "profile")
    paths = Paths(profile / "data", profile / "cache", profile / "config")
    claim(paths)
    cosine = agreement(embedder, open_encoder(read_pack(folder), paths))
    told = {"title": _TITLE, "steps": steps, "compared": _COMPARED, "cosine": cosine}
    (folder / "README.md").write_text(_CARD.format(**told), encoding="utf-8")
    describe(folder, _PACK, _TITLE, Role.ENCODER, read_pack(folder).settings)
    size = sum(path.stat().st_size for path in folder.glob("*.gguf"))
    print(json.dumps({"pack": str(folder), "steps": steps, "bytes": size, "cosine": cosine}))


if __name__ == "__main__":
    main()
