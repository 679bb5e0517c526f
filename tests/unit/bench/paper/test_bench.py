"""Whole runs on stand-in images with small models: to the end, on from a kill, cells left empty."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from bench.paper import bench, doing, published, tables
from bench.paper.questions import prepare
from bench.paper.report import about, duration, sections
from bench.paper.setup import Setup, Way
from bench.quality.report import markdown
from tests.unit.models.parrot import parrot_pack
from visret_desktop.engine.messages import Message, Notice, Progress
from visret_desktop.engine.runtime import Library
from visret_desktop.errors import FolderMissing, PackOfOtherRole, UsageError
from visret_desktop.judging.corpus import index
from visret_desktop.paths import Paths, default_paths
from visret_desktop.settings import Settings

pytestmark = pytest.mark.benchmark

Json = dict[str, Any]
SAID = "the feet of an owl"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, furnish: Callable[[], Paths]) -> Iterator[Paths]:
    """One profile for all, with a rewriter that always says the same, and a judge that does."""
    place = tmp_path_factory.mktemp("paper")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("data", "cache", "config"):
            patch.setenv(f"VISRET_{name.upper()}_DIR", str(place / name))
        paths = furnish()
        parrot_pack(paths.packs / "parrot", SAID)
        parrot_pack(paths.packs / "judge", "Score: 0.5 | Redundant", context_length=4096)
        yield default_paths()


def write_photo(path: Path, seed: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = np.random.default_rng(seed).integers(0, 256, (4, 5, 3), np.uint8)
    Image.fromarray(coarse).resize((80, 60), Image.Resampling.BICUBIC).save(path)


def judged(species: str) -> dict[str, int]:
    return {f"0_Aves_{species}/{number}.png": int(number == 1) for number in range(4)}


@pytest.fixture(scope="module")
def setup(tmp_path_factory: pytest.TempPathFactory, home: Paths) -> Setup:
    """Three data sets over two species of three photos each; the fourth of each is missing."""
    del home
    place = tmp_path_factory.mktemp("material")
    for species, first in (("Asio_otus", 0), ("Garrulus_glandarius", 10)):
        for number in range(3):
            write_photo(place / "images" / f"0_Aves_{species}" / f"{number}.png", first + number)
    owl, jay = judged("Asio_otus"), judged("Garrulus_glandarius")
    questions = [
        {"question": f"What color are the {name}'s feet?", "answer": ["black"], "images": images}
        for name, images in (("owl", owl), ("jay", jay))
    ]
    both = {
        "question": "Whose feet are darker, the owl's (Asio otus) or the jay's (Garrulus)?",
        "answer": ["The owl's."],
        "images": {"entity_1": owl, "entity_2": jay},
        "sn": ["Asio otus", "Garrulus glandarius"],
    }
    (place / "vr.jsonl").write_text("\n".join(map(json.dumps, questions)))
    (place / "me.jsonl").write_text(json.dumps(both))
    (place / "hard.json").write_text(json.dumps([{"query": "an owl", "images": owl | jay}]))
    return Setup(
        images=place / "images",
        encoders=("starter",),
        visual_rag=place / "vr.jsonl",
        me=place / "me.jsonl",
        inquire=(place / "hard.json",),
        rewriters=("parrot",),
    )


def run(setup: Setup, home: Paths) -> tuple[list[Message], Json]:
    told: list[Message] = []
    events = bench.run(setup, home, Settings())
    while True:
        try:
            told.append(next(events))
        except StopIteration as ending:
            return told, ending.value


def done_in(told: list[Message]) -> list[tuple[str, int, int]]:
    stages = ("rewrite", "rank", "answer", "judge")
    progress = (one for one in told if isinstance(one, Progress) and one.stage in stages)
    return [(one.stage, one.done, one.total) for one in progress]


@pytest.fixture(scope="module")
def body(setup: Setup, home: Paths) -> Json:
    """The outcome of a run that was killed in the middle of its third ranking's line."""
    events = bench.run(setup, home, Settings())
    next(one for one in events if isinstance(one, Progress) and one == _third(one))
    events.close()
    ledger = prepare(setup, home).ledger
    ledger.write_bytes(ledger.read_bytes()[:-5])
    told, found = run(setup, home)
    # 2 + 2 + 1 things are ranked in two ways. Of the same images by the same instruction a ranking
    # is made once: there are 8, of which two were kept.
    assert done_in(told) == [("rank", number, 6) for number in range(1, 7)]
    return found


def _third(one: Progress) -> Progress:
    return replace(one, stage="rank", done=3)


def row_of(body: Json, table: int, data_set: str, strategy: str, encoder: str) -> Json:
    (row,) = (
        row
        for row in body["tables"]
        if (row["table"], row["data_set"], row["strategy"], row["encoder"])
        == (table, data_set, strategy, encoder)
    )
    return dict(row)


def test_a_killed_run_goes_on_and_a_finished_one_has_nothing_to_do(
    setup: Setup, home: Paths, body: Json
) -> None:
    told, again = run(setup, home)
    assert done_in(told) == []
    assert again["tables"] == body["tables"]
    assert [(one["kind"], one["done"], one["total"]) for one in body["costs"]] == [
        *(("rewrite", 5, 5), ("rank", 10, 10)),
    ]
    told, fresh = run(replace(setup, is_fresh=True), home)
    assert len(done_in(told)) == 5 + 8
    assert fresh["tables"] == body["tables"]


def test_our_cells_stand_in_rows_of_our_own(body: Json) -> None:
    for row in body["tables"]:
        assert row["here"] is None or row["paper"] is None
    ran = [(r["table"], r["strategy"], r["rewriter"]) for r in body["tables"] if r["here"]]
    assert ran == [
        *((1, strategy, rewriter) for _ in range(3) for strategy, rewriter in WAYS),
        *((table, strategy, rewriter) for table in (4, 5) for strategy, rewriter in WAYS),
    ]
    row = row_of(body, 1, "visual-rag", "original", "starter")
    assert (row["here"]["queries"], row["here"]["of"]) == (2, 2)
    figures = row["here"]["figures"]
    assert set(figures) == set(published.FIGURES["visual-rag"])
    assert figures["success@10"]["mean"] == 1
    low, high = figures["success@1"]["ci95"]
    assert 0 <= low <= figures["success@1"]["mean"] <= high <= 1
    (board,) = (row for row in body["board"] if row["strategy"] == "original")
    assert set(board["here"]["figures"]) == set(tables.BOARD)


WAYS = (("original", ""), ("rephrase", "parrot"))


def test_the_report_says_what_is_here_and_what_is_not(body: Json) -> None:
    assert body["images"]["visual-rag"]["found"] == 6
    assert body["images"]["visual-rag"]["missing"] == 2
    said = " ".join(about(body))
    assert "6 of 8 images are here" in said
    assert "0_Aves_Asio_otus/3.png" in said
    shown = list(sections(body))
    assert shown[0].title == "Table 1: Visual-RAG"
    first = dict(zip(shown[0].headers, shown[0].rows[0], strict=True))
    assert (first["encoder"], first["R@1"], first["queries"]) == ("CLIP", "0.210 / –", "–")
    own = dict(zip(shown[0].headers, shown[0].rows[-1], strict=True))
    assert own["R@10"] == "– / 1.000 (1.000–1.000)"
    assert shown[-1].title == "Cost"
    for section in shown:
        assert {len(row) for row in section.rows} <= {len(section.headers)}
    assert "GPT-4.1" in markdown(about(body), shown)
    assert [duration(one) for one in (None, 5, 90, 9000)] == ["?", "5 s", "1.5 min", "2.5 h"]


def test_looking_does_nothing_and_tells_what_is_to_come(
    setup: Setup, home: Paths, body: Json
) -> None:
    look = replace(setup, only_looks=True, readers=("starter-reader",), judge="judge")
    before = prepare(setup, home).ledger.read_bytes()
    told, found = run(look, home)
    assert not any(isinstance(one, Progress | Notice) for one in told)
    assert prepare(setup, home).ledger.read_bytes() == before
    assert found["tables"][0] == body["tables"][0]
    costs = {one["kind"]: (one["done"], one["total"]) for one in found["costs"]}
    assert costs == {"rewrite": (5, 5), "rank": (10, 10), "answer": (0, 9), "judge": (0, 9)}
    assert found["costs"][-1]["seconds_to_come"] is None


def test_another_model_adds_to_what_is_done(setup: Setup, home: Paths, body: Json) -> None:
    del body
    told, found = run(replace(setup, rewriters=("parrot", "judge")), home)
    assert done_in(told) == [
        *(("rewrite", number, 2) for number in (1, 2)),
        *(("rank", number, 2) for number in (1, 2)),
    ]
    rewriters = {row["rewriter"] for row in found["tables"] if row["table"] == 5 and row["here"]}
    assert rewriters == {"", "parrot", "judge"}


def test_all_three_sketches_are_drawn_and_ranked_by(setup: Setup, home: Paths) -> None:
    material = prepare(setup, home)
    asked = material.questions["visual-rag"][0].things[0]
    settings = Settings(encoder="starter", visualizer="starter-visualizer")
    with Library.open(material.paths_of("sketched"), settings) as library:
        list(index(library, material.corpus))
        do = doing.ranking(library, material.corpus, lambda *_: "a close-up of the tarn heron")
        found = {
            strategy: do((Way(strategy, "starter", "parrot", "starter-visualizer"), asked))
            for strategy in ("visret-single", "visret", "original")
        }
    assert {name: len(own["sketches"]) for name, own in found.items()} == {
        "visret-single": 1,
        "visret": 3,
        "original": 0,
    }
    assert found["visret"]["sketches"][0] == found["visret-single"]["sketches"][0]
    assert all((material.work / "sketches" / name).exists() for name in found["visret"]["sketches"])
    for own in found.values():
        assert (own["relevant"], own["ranked"], len(own["first"])) == (1, 3, 3)


def test_what_cannot_run_is_refused_at_once(setup: Setup, home: Paths, tmp_path: Path) -> None:
    for changes, error in (
        ({"images": tmp_path / "nowhere"}, FolderMissing),
        ({"images": tmp_path}, UsageError),
        ({"encoders": ("parrot",)}, PackOfOtherRole),
        ({"inquire": (setup.inquire[0], setup.inquire[0])}, UsageError),
        ({"readers": ("starter-reader",), "judge": "starter-rewriter"}, UsageError),
    ):
        with pytest.raises(error):
            run(replace(setup, **changes), home)  # type: ignore[arg-type]
