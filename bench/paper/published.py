"""What the Visualize-then-Retrieve paper reports in its tables 1, 4, 5, 6 and 7.

Its "Recall@k" is our success@k and its "NDCG@k" our paper-ndcg@k; see `metrics`. What it calls
"- multi-image" is its way with one image: our visret-single. Answers are in percent.
"""

from collections.abc import Mapping
from dataclasses import dataclass

SUCCESSES = ("success@1", "success@10", "success@30")
GAINS = ("paper-ndcg@1", "paper-ndcg@10", "paper-ndcg@30")
FIGURES = {
    "visual-rag": (*SUCCESSES, *GAINS),
    "visual-rag-me": GAINS,
    "inquire-hard": GAINS,
}
ACCURACY = "accuracy"
CLIP, E5_V, GPT_4O, IMAGE_1 = "CLIP", "E5-V", "GPT-4o", "Image-1"
# What the paper's model is called there, by the name of the offer that has the same weights. No
# language model is here: those on offer are quantized, which makes other models of them.
SAME_MODELS = {"clip-vit-l-14-336": CLIP}


@dataclass(frozen=True)
class Row:
    """One row of one data set in a table: what it was made with, and its figures.

    Models that have no part in it are "". `strategy` is one of ours or, where questions are
    answered, what from: `none`, `original`, `visret` or `sketch`, with the number of `images`.
    """

    table: int
    data_set: str
    strategy: str
    figures: Mapping[str, float]
    encoder: str = ""
    rewriter: str = ""
    visualizer: str = ""
    reader: str = ""
    images: int = 0


def _found(table: int, data_set: str, made_by: tuple[str, str, str, str], *figures: float) -> Row:
    strategy, encoder, rewriter, visualizer = made_by
    named = dict(zip(FIGURES[data_set], figures, strict=True))
    return Row(table, data_set, strategy, named, encoder, rewriter, visualizer)


def _of_encoder(encoder: str) -> tuple[tuple[str, str, str, str], ...]:
    return (
        ("original", encoder, "", ""),
        ("rephrase", encoder, GPT_4O, ""),
        ("visret", encoder, GPT_4O, IMAGE_1),
        ("visret-single", encoder, GPT_4O, IMAGE_1),
    )


_WAYS = (*_of_encoder(CLIP), *_of_encoder(E5_V))
_TABLE_1 = {
    "visual-rag": (
        (0.210, 0.583, 0.737, 0.210, 0.355, 0.385),
        (0.238, 0.586, 0.737, 0.238, 0.360, 0.395),
        (0.251, 0.645, 0.793, 0.251, 0.431, 0.438),
        (0.246, 0.637, 0.772, 0.246, 0.414, 0.421),
        (0.240, 0.568, 0.706, 0.240, 0.386, 0.407),
        (0.223, 0.560, 0.719, 0.223, 0.368, 0.391),
        (0.299, 0.673, 0.801, 0.299, 0.452, 0.461),
        (0.307, 0.645, 0.772, 0.307, 0.442, 0.446),
    ),
    "visual-rag-me": (
        (0.220, 0.423, 0.435),
        (0.410, 0.575, 0.572),
        (0.460, 0.632, 0.605),
        (0.480, 0.629, 0.605),
        (0.340, 0.465, 0.486),
        (0.460, 0.569, 0.566),
        (0.560, 0.643, 0.622),
        (0.520, 0.640, 0.617),
    ),
    "inquire-hard": (
        (0.000, 0.355, 0.412),
        (0.136, 0.349, 0.407),
        (0.170, 0.452, 0.455),
        (0.237, 0.428, 0.469),
        (0.000, 0.319, 0.407),
        (0.170, 0.367, 0.412),
        (0.220, 0.377, 0.425),
        (0.203, 0.384, 0.445),
    ),
}
_BASELINES = (
    (("original", CLIP, "", ""), (0.210, 0.583, 0.737, 0.210, 0.355, 0.385)),
    (("rephrase", CLIP, GPT_4O, ""), (0.238, 0.586, 0.737, 0.238, 0.360, 0.395)),
)
_LLAMA_8B, _LLAMA_70B = "Llama 3.1 8B Instruct", "Llama 3.3 70B Instruct"
_TABLE_4 = (
    *_BASELINES,
    (("visret", CLIP, GPT_4O, "DALL-E 3"), (0.169, 0.581, 0.757, 0.169, 0.344, 0.376)),
    (("visret", CLIP, GPT_4O, "Stable Diffusion 3"), (0.166, 0.517, 0.691, 0.166, 0.319, 0.349)),
    (("visret", CLIP, GPT_4O, "Image-1, low"), (0.243, 0.611, 0.760, 0.243, 0.397, 0.415)),
    (("visret", CLIP, GPT_4O, IMAGE_1), (0.251, 0.645, 0.793, 0.251, 0.431, 0.438)),
)
_TABLE_5 = (
    *_BASELINES,
    (("rephrase", CLIP, _LLAMA_8B, ""), (0.238, 0.563, 0.737, 0.238, 0.365, 0.385)),
    (("rephrase", CLIP, _LLAMA_70B, ""), (0.240, 0.575, 0.742, 0.240, 0.377, 0.399)),
    (("visret", CLIP, _LLAMA_8B, IMAGE_1), (0.243, 0.606, 0.780, 0.243, 0.405, 0.428)),
    (("visret", CLIP, _LLAMA_70B, IMAGE_1), (0.256, 0.627, 0.790, 0.256, 0.413, 0.437)),
    (("visret", CLIP, GPT_4O, IMAGE_1), (0.251, 0.645, 0.793, 0.251, 0.431, 0.438)),
)
_READERS = ("GPT-4o mini", GPT_4O, "GPT-4.1")
_ANSWERED = {  # data set, what from, images: accuracy of the three readers
    ("visual-rag", "none", 0): (38.49, 48.47, 49.23),
    ("visual-rag", "original", 1): (40.92, 47.44, 51.53),
    ("visual-rag", "original", 10): (46.04, 51.79, 57.06),
    ("visual-rag", "sketch", 1): (43.09, 42.45, 44.37),
    ("visual-rag", "visret", 1): (41.81, 49.23, 57.16),
    ("visual-rag", "visret", 10): (46.42, 53.84, 56.65),
    ("visual-rag-me", "none", 0): (41.0, 51.0, 47.0),
    ("visual-rag-me", "original", 2): (49.0, 59.0, 61.0),
    ("visual-rag-me", "original", 10): (48.0, 63.0, 65.0),
    ("visual-rag-me", "sketch", 2): (59.0, 58.0, 80.0),
    ("visual-rag-me", "visret", 2): (53.0, 64.0, 62.0),
    ("visual-rag-me", "visret", 10): (55.0, 70.0, 71.0),
}
KNOWLEDGE = {6: ("none", "original", "visret"), 7: ("none", "sketch", "visret")}  # by table


def _answers(table: int) -> list[Row]:
    return [
        Row(
            table,
            data_set,
            known,
            {ACCURACY: figure},
            encoder="" if known in ("none", "sketch") else CLIP,
            rewriter="" if known in ("none", "original") else GPT_4O,
            visualizer="" if known in ("none", "original") else IMAGE_1,
            reader=reader,
            images=images,
        )
        for (data_set, known, images), figures in _ANSWERED.items()
        if known in KNOWLEDGE[table]
        for reader, figure in zip(_READERS, figures, strict=True)
    ]


def rows() -> list[Row]:
    """Return all rows of the paper's tables, in its order."""
    return [
        *(
            _found(1, data_set, way, *figures)
            for data_set, table in _TABLE_1.items()
            for way, figures in zip(_WAYS, table, strict=True)
        ),
        *(_found(4, "visual-rag", way, *figures) for way, figures in _TABLE_4),
        *(_found(5, "visual-rag", way, *figures) for way, figures in _TABLE_5),
        *_answers(6),
        *_answers(7),
    ]
