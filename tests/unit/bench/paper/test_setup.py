"""Which models work together in which table, and what is refused before anything slow."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.paper import published
from bench.paper.setup import Setup, Way
from visret_desktop.errors import UsageError

FULL = Setup(
    images=Path(),
    encoders=("clip", "e5"),
    me=Path("me"),
    rewriters=("gpt", "llama"),
    visualizers=("image", "sd"),
    readers=("mini", "large"),
)


def test_each_table_varies_its_own_model() -> None:
    assert FULL.ways(1) == [
        way
        for encoder in ("clip", "e5")
        for way in (
            Way("original", encoder),
            Way("rephrase", encoder, "gpt"),
            Way("visret", encoder, "gpt", "image"),
            Way("visret-single", encoder, "gpt", "image"),
        )
    ]
    assert [(w.strategy, w.visualizer) for w in FULL.ways(4)] == [
        *(("original", ""), ("rephrase", "")),
        *(("visret", "image"), ("visret", "sd")),
    ]
    assert [(w.strategy, w.rewriter) for w in FULL.ways(5)] == [
        *(("original", ""), ("rephrase", "gpt"), ("rephrase", "llama")),
        *(("visret", "gpt"), ("visret", "llama")),
    ]
    assert set(FULL.all_ways("visual-rag-me")) == set(FULL.ways(1))
    assert len(FULL.all_ways("visual-rag")) == 8 + 1 + 2  # those of the tables 4 and 5 once


def test_questions_are_answered_as_in_the_paper() -> None:
    for data_set, table in (("visual-rag", 6), ("visual-rag-me", 7)):
        own = {(one.known, one.images) for one in FULL.answerings(table, data_set)}
        theirs = [r for r in published.rows() if (r.table, r.data_set) == (table, data_set)]
        assert own == {(row.strategy, row.images) for row in theirs}
    assert {one.reader for one in FULL.all_answerings("visual-rag")} == {"mini", "large"}
    assert FULL.judging == "gpt"


def test_what_was_not_named_takes_no_part() -> None:
    bare = replace(FULL, rewriters=(), visualizers=(), readers=())
    assert bare.ways(1) == [Way("original", "clip"), Way("original", "e5")]
    assert bare.answerings(6, "visual-rag") == []
    assert bare.judging == ""
    words = replace(FULL, visualizers=())
    assert {one.known for one in words.all_answerings("visual-rag")} == {"none", "original"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"me": None}, "Name a data set"),
        ({"rewriters": ()}, "name --rewriters"),
        ({"rewriters": (), "visualizers": ()}, "name a chat model with --judge"),
        ({"encoders": ("clip", "clip")}, "named twice"),
    ],
)
def test_what_cannot_be_measured_is_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        replace(FULL, **changes).check()  # type: ignore[arg-type]


def test_the_papers_cells() -> None:
    rows = {(r.table, r.data_set, r.strategy, r.encoder, r.visualizer): r for r in published.rows()}
    clip = rows[1, "visual-rag", "original", "CLIP", ""]
    weak = rows[4, "visual-rag", "visret", "CLIP", "Stable Diffusion 3"]
    assert clip.figures["paper-ndcg@10"] == 0.355
    assert weak.figures["paper-ndcg@10"] == 0.319
    assert rows[1, "inquire-hard", "visret-single", "E5-V", "Image-1"].figures == {
        "paper-ndcg@1": 0.203,
        "paper-ndcg@10": 0.384,
        "paper-ndcg@30": 0.445,
    }
    assert [sum(row.table == table for row in published.rows()) for table in (1, 4, 5, 6, 7)] == [
        *(24, 6, 7, 30, 24),
    ]
