"""With an encoder that knows things and no parts, the thing alone counts beside its part."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from tests.unit.engine.conftest import Desk
from visret_desktop.engine.messages import Notice, Planned, QueryTerm, Ranked, Search
from visret_desktop.paths import Paths

QUERY, PART, THING = "Does the heron have long legs?", "the legs of a heron", "heron"
ASKED = Search(3, (QueryTerm(QUERY),), strategy="rephrase", instructions=(PART,))


def test_the_thing_alone_counts_beside_the_part(
    open_desk: Callable[..., Desk], photos: Path, paths: Paths, other: str
) -> None:
    manifest = paths.packs / other / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"drawings"', '"things"'))
    for name in ("kinds", "names", "definitions"):  # the words that it knows
        (manifest.parent / f"{name}.txt").write_text(f"n1\t{QUERY}\n")
    desk = open_desk(encoder=other, visualizer="missing")  # the built-in one draws no real things
    desk.index(photos)
    ranked = desk.search(ASKED)
    assert ranked.lists == ("text", "instruction", "subject")
    encoder, embeddings = desk.library.encoder, desk.library.reader.embeddings
    hashes = [hit.content_hash for hit in ranked.hits]
    vectors = np.stack([embeddings.of(content, encoder.name) for content in hashes])
    similarities = vectors @ encoder.embed_texts([PART, THING]).T
    heights = (similarities - similarities.mean(axis=0)) / similarities.std(axis=0)
    assert len(hashes) == 12
    assert np.allclose(heights @ [0.5, 0.5], [hit.score for hit in ranked.hits], atol=1e-3)


def test_what_cannot_draw_real_things_rewrites_for_them(
    open_desk: Callable[..., Desk], photos: Path, paths: Paths, other: str
) -> None:
    manifest = paths.packs / other / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"drawings"', '"things"'))
    for name in ("kinds", "names", "definitions"):
        (manifest.parent / f"{name}.txt").write_text(f"n1\t{QUERY}\n")
    desk = open_desk(encoder=other)
    desk.index(photos)
    said = desk.ask(replace(ASKED, strategy="visret"))
    (planned,) = (one for one in said if isinstance(one, Planned))
    *_, ranked = (one for one in said if isinstance(one, Ranked))
    assert ranked.lists == ("text", "instruction", "subject")
    assert planned.sketches == ()
    assert not any(isinstance(one, Notice) for one in said)


def test_what_knows_parts_needs_no_thing_beside(desk: Desk, indexed_photos: Path) -> None:
    assert desk.search(ASKED).lists == ("text", "instruction")
