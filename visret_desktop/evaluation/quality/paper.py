"""Rows of the Visualize-then-Retrieve paper's tables 1, 4 and 5, to stand beside ours.

Its "Recall@k" is our success@k and its "NDCG@k" our paper-ndcg@k; see `metrics`. What it calls
"- multi-image" is its way without several images: our visret-single.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_RECALLS = ("success@1", "success@10", "success@30")
_NDCGS = ("paper-ndcg@1", "paper-ndcg@10", "paper-ndcg@30")


@dataclass(frozen=True)
class PaperRow:
    """One row: which strategy of ours it corresponds to, what it was made with, its figures."""

    table: int
    strategy: str
    made_with: str
    figures: Mapping[str, float]


def _row(table: int, strategy: str, made_with: str, *figures: float) -> PaperRow:
    names = (*_RECALLS, *_NDCGS) if len(figures) == 6 else _NDCGS
    return PaperRow(table, strategy, made_with, dict(zip(names, figures, strict=True)))


_TABLES: dict[str, tuple[PaperRow, ...]] = {
    "visual-rag": (
        _row(1, "original", "CLIP", 0.210, 0.583, 0.737, 0.210, 0.355, 0.385),
        _row(1, "rephrase", "CLIP, GPT-4o", 0.238, 0.586, 0.737, 0.238, 0.360, 0.395),
        _row(1, "visret", "CLIP, GPT-4o, Image-1", 0.251, 0.645, 0.793, 0.251, 0.431, 0.438),
        _row(1, "visret-single", "CLIP, GPT-4o, Image-1", 0.246, 0.637, 0.772, 0.246, 0.414, 0.421),
        _row(1, "original", "E5-V", 0.240, 0.568, 0.706, 0.240, 0.386, 0.407),
        _row(1, "rephrase", "E5-V, GPT-4o", 0.223, 0.560, 0.719, 0.223, 0.368, 0.391),
        _row(1, "visret", "E5-V, GPT-4o, Image-1", 0.299, 0.673, 0.801, 0.299, 0.452, 0.461),
        _row(1, "visret-single", "E5-V, GPT-4o, Image-1", 0.307, 0.645, 0.772, 0.307, 0.442, 0.446),
        _row(4, "visret", "CLIP, GPT-4o, DALL-E 3", 0.169, 0.581, 0.757, 0.169, 0.344, 0.376),
        _row(4, "visret", "CLIP, GPT-4o, SD 3", 0.166, 0.517, 0.691, 0.166, 0.319, 0.349),
        _row(4, "visret", "CLIP, GPT-4o, Image-1 low", 0.243, 0.611, 0.760, 0.243, 0.397, 0.415),
        _row(5, "rephrase", "CLIP, Llama 3.1 8B", 0.238, 0.563, 0.737, 0.238, 0.365, 0.385),
        _row(5, "rephrase", "CLIP, Llama 3.3 70B", 0.240, 0.575, 0.742, 0.240, 0.377, 0.399),
        _row(5, "visret", "CLIP, Llama 3.1 8B, Image-1", 0.243, 0.606, 0.780, 0.243, 0.405, 0.428),
        _row(5, "visret", "CLIP, Llama 3.3 70B, Image-1", 0.256, 0.627, 0.790, 0.256, 0.413, 0.437),
    ),
    "visual-rag-me": (
        _row(1, "original", "CLIP", 0.220, 0.423, 0.435),
        _row(1, "rephrase", "CLIP, GPT-4o", 0.410, 0.575, 0.572),
        _row(1, "visret", "CLIP, GPT-4o, Image-1", 0.460, 0.632, 0.605),
        _row(1, "visret-single", "CLIP, GPT-4o, Image-1", 0.480, 0.629, 0.605),
        _row(1, "original", "E5-V", 0.340, 0.465, 0.486),
        _row(1, "rephrase", "E5-V, GPT-4o", 0.460, 0.569, 0.566),
        _row(1, "visret", "E5-V, GPT-4o, Image-1", 0.560, 0.643, 0.622),
        _row(1, "visret-single", "E5-V, GPT-4o, Image-1", 0.520, 0.640, 0.617),
    ),
    "inquire": (
        _row(1, "original", "CLIP", 0.000, 0.355, 0.412),
        _row(1, "rephrase", "CLIP, GPT-4o", 0.136, 0.349, 0.407),
        _row(1, "visret", "CLIP, GPT-4o, Image-1", 0.170, 0.452, 0.455),
        _row(1, "visret-single", "CLIP, GPT-4o, Image-1", 0.237, 0.428, 0.469),
        _row(1, "original", "E5-V", 0.000, 0.319, 0.407),
        _row(1, "rephrase", "E5-V, GPT-4o", 0.170, 0.367, 0.412),
        _row(1, "visret", "E5-V, GPT-4o, Image-1", 0.220, 0.377, 0.425),
        _row(1, "visret-single", "E5-V, GPT-4o, Image-1", 0.203, 0.384, 0.445),
    ),
}


def beside(data_set: str, rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the paper's rows of a data set, each with our figures of the same strategy."""
    if not any(row["queries"] for row in rows):
        return []
    return list(_beside(_TABLES.get(data_set, ()), {row["strategy"]: row for row in rows}))


def _beside(
    published: Sequence[PaperRow], ours: Mapping[str, Mapping[str, Any]]
) -> Iterator[dict[str, Any]]:
    for row in published:
        own = ours.get(row.strategy, {})
        yield {
            "table": row.table,
            "strategy": row.strategy,
            "made_with": row.made_with,
            "paper": dict(row.figures),
            "ours": {name: own[name] for name in row.figures if name in own},
        }
