"""Measure the encoder on the test pictures.

    python -m training.evaluate_encoder

Pictures: how often the nearest picture to a fresh drawing of a test picture's content (same spec,
other chance) shares species and view. Texts: how often the nearest picture to a description has
everything that was described.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import open_clip
import torch
from PIL import Image
from torch.nn import functional

from bench.fieldbook.held_out import is_held_out
from training import encoder, pictures
from training.workplace import workplace, write_json
from visret_desktop.fieldbook.grammar import description
from visret_desktop.fieldbook.render import render
from visret_desktop.fieldbook.spec import Spec
from visret_desktop.judging.metrics import summary

_QUERIES = 300
Shared = Callable[[Spec, Spec], bool]
_SHARED: dict[str, Shared] = {
    "species": lambda one, other: one.species == other.species,
    "view": lambda one, other: one.view == other.view,
    "species and view": lambda one, other: (one.species, one.view) == (other.species, other.view),
    "habitat": lambda one, other: one.habitat == other.habitat,
    "light": lambda one, other: one.light == other.light,
    "count": lambda one, other: one.count == other.count,
}


class Embedder:
    """The trained model through open_clip's own loader."""

    def __init__(self) -> None:
        source = f"local-dir:{workplace(encoder.NAME, 'model')}"
        self._model, _, self._preprocess = open_clip.create_model_and_transforms(source)
        self._tokenizer = open_clip.get_tokenizer(source)
        self._model.eval()

    @torch.no_grad()
    def images(self, images: pictures.Pictures) -> torch.Tensor:
        batches = [images[start : start + 200] for start in range(0, len(images), 200)]
        vectors = [
            self._model.encode_image(
                torch.stack([self._preprocess(Image.fromarray(picture)) for picture in batch])
            )
            for batch in batches
        ]
        return functional.normalize(torch.cat(vectors).float(), dim=-1)

    @torch.no_grad()
    def texts(self, texts: Sequence[str]) -> torch.Tensor:
        vectors = self._model.encode_text(self._tokenizer(list(texts)))
        return functional.normalize(vectors.float(), dim=-1)


def main() -> None:
    images, specs = pictures.load("test")
    embedder = Embedder()
    library = embedder.images(np.asarray(images))
    chosen = [spec for spec in specs if is_held_out(spec)][:_QUERIES]
    again = np.stack([render(replace(s, seed=s.seed + 1), pictures.SIDE) for s in chosen])
    by_picture = _nearest(embedder.images(again), library, specs)
    by_text = _nearest(embedder.texts([description(spec) for spec in chosen]), library, specs)
    figures = {}
    for name, same in _SHARED.items():
        figures[f"picture to picture: {name}"] = _share(same, chosen, by_picture)
        figures[f"full description to picture: {name}"] = _share(same, chosen, by_text)
    write_json(workplace("figures", "encoder.json"), {"figures": figures})
    for name, figure in figures.items():
        print(name, figure)


def _nearest(queries: torch.Tensor, library: torch.Tensor, specs: list[Spec]) -> list[Spec]:
    return [specs[number] for number in (queries @ library.T).argmax(1).tolist()]


def _share(same: Shared, wanted: list[Spec], found: list[Spec]) -> dict[str, object]:
    return summary([float(same(one, other)) for one, other in zip(wanted, found, strict=True)])


if __name__ == "__main__":
    main()
