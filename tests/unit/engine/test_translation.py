"""A query in another language is searched as it was typed, and by its translation beside it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.unit.engine.conftest import Desk
from tests.unit.models.parrot import parrot_pack
from visret_desktop.engine.messages import Finished, Planned, QueryTerm, Ranked, Search
from visret_desktop.paths import Paths

GERMAN, ENGLISH = "Reiher im Nebel", "a heron in the fog"


@pytest.fixture
def desk(open_desk: Callable[..., Desk], indexed_photos: Path, paths: Paths) -> Desk:
    parrot_pack(paths.packs / "parrot", ENGLISH)
    return open_desk(rewriter="parrot")


def asked(desk: Desk, text: str, **fields: object) -> tuple[Planned, Ranked, dict[str, object]]:
    request = Search(3, (QueryTerm(text),), strategy="rephrase")
    events = desk.ask(replace(request, **fields))  # type: ignore[arg-type]
    (plan,) = [event for event in events if isinstance(event, Planned)]
    (ranked,) = [event for event in events if isinstance(event, Ranked)][-1:]
    assert isinstance(events[-1], Finished)
    return plan, ranked, events[-1].summary


def test_the_translation_ranks_beside_what_was_typed(desk: Desk) -> None:
    plan, ranked, summary = asked(desk, GERMAN)
    assert (plan.instructions, plan.translation) == ((ENGLISH,), ENGLISH)
    assert ranked.lists == ("text", "translation", "instruction")
    assert set(ranked.hits[0].ranks) == {"text", "translation", "instruction"}
    assert summary["rewriter_calls"] == 1
    encoder, embeddings = desk.library.encoder, desk.library.reader.embeddings
    hashes = [hit.content_hash for hit in ranked.hits]
    vectors = np.stack([embeddings.of(content, encoder.name) for content in hashes])
    similarities = vectors @ encoder.embed_texts([GERMAN, ENGLISH]).T
    heights = (similarities - similarities.mean(axis=0)) / similarities.std(axis=0)
    scores = heights @ [0.0, 1.0]  # by translation and instruction, here the same words
    assert len(hashes) == desk.library.reader.counts()[0]
    assert np.allclose(scores, [hit.score for hit in ranked.hits], atol=1e-3)
    assert np.all(np.diff(scores) < 1e-4)
    # It is kept, as instructions are, and goes with them as long as nobody wrote others.
    again, _, summary = asked(desk, GERMAN)
    assert (again.translation, summary["rewriter_calls"]) == (ENGLISH, 0)
    assert asked(desk, GERMAN, instructions=(ENGLISH,))[0].translation == ENGLISH
    own, ranked, _ = asked(desk, GERMAN, instructions=("Reiher",))
    assert (own.translation, ranked.lists) == ("", ("text", "instruction"))


def test_where_there_is_nothing_to_translate_nothing_is_said(
    desk: Desk, open_desk: Callable[..., Desk]
) -> None:
    for english in ("the heron on the shore", "heron in fog"):
        plan, ranked, _ = asked(desk, english)
        assert (plan.translation, ranked.lists) == ("", ("text", "instruction"))
    assert asked(desk, "", terms=(QueryTerm(GERMAN, is_quoted=True),))[0].translation == ""
    assert asked(desk, f"{GERMAN}, Frosch", family="comparison")[0].translation == ""
    assert asked(open_desk(), GERMAN)[0].translation == ""  # the built-in one knows English only
