"""A second encoder: its vectors lie beside the first one's, and both answer as one."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.unit.engine.conftest import Desk, write_photo
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import (
    SECOND_ENCODER,
    Finished,
    IndexFolders,
    Notice,
    QueryTerm,
    Ranked,
    Search,
    SketchReady,
)
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import Cancelled
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.retrieval.vector_index import VectorIndex
from visret_desktop.roles import Role

OpenDesk = Callable[..., Desk]
ALL = Search(terms=(QueryTerm(text="a bird"),), strategy="original")


def notices(desk: Desk, request: Search = ALL) -> list[str]:
    told = [event for event in desk.ask(request) if isinstance(event, Notice)]
    return [notice.sentence for notice in told if notice.code == SECOND_ENCODER]


@pytest.mark.usefixtures("indexed_photos")
def test_both_look_at_every_photo_once_and_answer_together(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    alone = open_desk()
    before = alone.search(ALL)
    desk = open_desk(second_encoder=other)
    assert desk.index(photos)["unchanged"] == 12
    assert len(desk.library.reader.embeddings.spaces()) == 2
    ranked = desk.search(ALL)
    assert ranked.lists == ("text", "text@other")
    # The second one sees as the first does here: the order stays, heights are twice as great.
    assert [hit.path for hit in ranked.hits] == [hit.path for hit in before.hits]
    assert all(hit.ranks == {"text": n, "text@other": n} for n, hit in enumerate(ranked.hits, 1))
    scores = np.array([hit.score for hit in ranked.hits])
    assert scores.sum() == pytest.approx(0, abs=0.01)  # deviations around the mean
    assert scores.std() == pytest.approx(2, abs=0.01)
    assert [hit.band for hit in ranked.hits] == [hit.band for hit in before.hits]
    assert desk.index(photos)["indexed"] == 0  # nothing is embedded twice


@pytest.mark.usefixtures("indexed_photos")
def test_an_empty_index_ranks_nothing_and_not_what_another_one_has(open_desk: OpenDesk) -> None:
    library = open_desk().library
    empty = VectorIndex(Path("/nowhere"), "none", library.encoder.dimension)
    ranker = Ranker(library, ALL, StageClock(), empty)
    assert len(ranker) == 0 < len(Ranker(library, ALL, StageClock()))
    vector = library.encoder.embed_texts(["a bird"])[0]
    assert ranker.scored(ranker.rank(vector)) == []


@pytest.mark.usefixtures("indexed_photos")
def test_what_is_typed_is_ranked_by_the_first_alone_without_a_verdict(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    desk = open_desk(second_encoder=other)
    desk.index(photos)
    typed = replace(ALL, strategy="original", top_k=5, is_typed=True)
    ranked = desk.search(typed)
    assert ranked.lists == ("text",)
    assert (ranked.is_settled, ranked.found, ranked.nothing_matches) == (False, -1, False)
    assert [hit.band for hit in ranked.hits] == [""] * 5
    alone = open_desk().search(replace(ALL, strategy="original"))
    assert [hit.path for hit in ranked.hits] == [hit.path for hit in alone.hits[:5]]


@pytest.mark.usefixtures("indexed_photos")
def test_until_the_second_has_all_the_first_answers_alone_and_says_so(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    desk, control = open_desk(second_encoder=other), Control(1)
    (sentence,) = notices(desk)
    assert "has still to look at 12 photos" in sentence
    assert desk.search(ALL).lists == ("text",)
    events = index_folders(desk.library, IndexFolders(1, (str(photos),)), control)
    next(event for event in events if getattr(event, "stage", "") == "embed")
    control.cancel()
    with pytest.raises(Cancelled):
        list(events)
    assert notices(desk)
    desk.index(photos)
    assert not notices(desk)
    assert len(desk.search(ALL).lists) == 2


def test_what_is_new_counts_as_average_until_the_second_has_seen_it(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    desk = open_desk(second_encoder=other)
    desk.index(photos)
    write_photo(photos / "new.jpg", 99)
    second, desk.library._second = desk.library.second, None
    desk.index(photos)
    desk.library._second = second
    ranked = desk.search(ALL)
    (new,) = [hit for hit in ranked.hits if hit.name == "new.jpg"]
    assert set(new.ranks) == {"text"}
    assert len(ranked.hits) == 13
    desk.index(photos)
    (new,) = [hit for hit in desk.search(ALL).hits if hit.name == "new.jpg"]
    assert set(new.ranks) == {"text", "text@other"}


def test_folders_exclusions_and_removed_photos_hold_for_both(
    open_desk: OpenDesk, photos: Path, other: str
) -> None:
    desk = open_desk(second_encoder=other)
    desk.index(photos / "spring", photos / "autumn")
    folder = desk.library.reader.folders()[0]
    inside = desk.search(Search(ALL.job, ALL.terms, filter=Filter.of(folder=[folder.id])))
    assert len(inside.hits) == folder.photo_count == 6
    assert all(len(hit.ranks) == 2 for hit in inside.hits)
    gone = inside.hits[0]
    rest = desk.search(Search(ALL.job, ALL.terms, exclude_hashes=(gone.content_hash,)))
    assert len(rest.hits) == 11
    Path(gone.path).unlink()
    desk.index()
    found = desk.search(ALL)
    assert gone.path not in [hit.path for hit in found.hits]
    assert len(found.hits) == 11


def test_a_sketch_is_drawn_once_and_seen_by_both(
    open_desk: OpenDesk,
    photos: Path,
    other: str,
    paths: Paths,
    starter_pack: Callable[[Role], Pack],
) -> None:
    for role in (Role.REWRITER, Role.VISUALIZER):
        pack = starter_pack(role)
        (paths.packs / pack.name).symlink_to(pack.directory)
    desk = open_desk(second_encoder=other)
    desk.index(photos)
    words = (QueryTerm(text="Can you show me the feet of the moss owl?"),)
    request = Search(terms=words, strategy="hybrid", m=1)
    events = desk.ask(request)
    *_, ranked = [event for event in events if isinstance(event, Ranked)]
    assert {"A", "A@other", "instruction", "instruction@other"} < set(ranked.lists)
    *_, ending = [event for event in events if isinstance(event, Finished)]
    assert ending.summary["sketches_made"] == 1
    again = open_desk(second_encoder=other).ask(request)
    (ready,) = [event for event in again if isinstance(event, SketchReady)]
    assert ready.is_cached
    visret = desk.search(Search(terms=words, strategy="visret", m=1))
    first = visret.hits[0]
    assert first.score == pytest.approx(sum(1 / (1 + first.ranks[n]) for n in ("A", "A@other")))


def test_a_pack_that_is_not_there_is_no_second_encoder(open_desk: OpenDesk, photos: Path) -> None:
    desk = open_desk(second_encoder="gone")
    desk.index(photos)
    assert desk.library.second is None
    assert len(desk.search(ALL).hits) == 12
