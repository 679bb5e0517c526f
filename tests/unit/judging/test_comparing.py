"""Which settings suit best: the pool, figures over judged photos, the verdict, the command."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from bench import fieldbook_world
from visret_desktop import settings as settings_file
from visret_desktop.cli.main import main
from visret_desktop.engine.control import Control
from visret_desktop.engine.indexing.index_job import index_folders
from visret_desktop.engine.messages import IndexFolders
from visret_desktop.engine.runtime import Library
from visret_desktop.judging.records import Record
from visret_desktop.judging.verdict import OVER_JUDGED, STANDARD, TriedSettings, verdict
from visret_desktop.judging.ways import Configuration, EncoderSet
from visret_desktop.judgments import Judgments
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths
from visret_desktop.roles import Role
from visret_desktop.settings import Settings


def _record(query: int, ranks: Sequence[int], wrong: Sequence[int], relevant: int = 0) -> Record:
    return Record(
        way="",
        seed=0,
        query=query,
        entity="",
        kind="",
        relevant=relevant or len(ranks),
        ranked=100,
        ranks=tuple(ranks),
        answered=True,
        answered_without=None,
        rewriter_calls=0,
        sketches=0,
        rounds=0,
        seconds=0.1 * len(ranks),
        wrong=len(wrong),
        wrong_ranks=tuple(wrong),
    )


def _tried(name: str, records: Sequence[Record], is_current: bool = False) -> TriedSettings:
    encoder_set = EncoderSet(Pack("pack", "A pack", Role.ENCODER, "MIT", "", Path(), (), {}))
    return TriedSettings(encoder_set, "", Configuration(name, name, 0.3), records, is_current)


def test_what_nobody_judged_is_left_out_of_the_deciding_figure() -> None:
    found = _record(0, ranks=[4, 9], wrong=[7]).figures()
    # Over judged photos: right, wrong, right. Gains 1 and 1/log2(4) over 1 and 1/log2(3).
    assert found[OVER_JUDGED] == pytest.approx(1.5 / 1.6309, abs=1e-4)
    assert found["judged-success@1"] == 1.0
    assert found[STANDARD] < 0.5
    assert OVER_JUDGED not in _record(0, ranks=[4, 9], wrong=[]).figures()


def test_a_new_encoder_is_not_punished_for_what_nobody_looked_at() -> None:
    # The other one finds unjudged photos first, but orders the judged ones better.
    now = [_record(query, ranks=[2, 3], wrong=[1, 4]) for query in range(12)]
    other = [_record(query, ranks=[5, 6], wrong=[8, 9]) for query in range(12)]
    found = verdict([_tried("original", now, is_current=True), _tried("rephrase", other)])
    assert found["best"]["strategy"] == "rephrase"
    assert found["best"][STANDARD] < found["rows"][1][STANDARD]
    assert found["best"]["judged@10"] == pytest.approx(0.4)
    assert found["is_beyond_chance"]
    assert "beyond chance" in found["sentence"]
    assert found["settings"] == {
        "encoder": "pack",
        "second_encoder": "",
        "strategy": "rephrase",
    }


def test_with_few_queries_nothing_is_beyond_chance() -> None:
    now = [_record(query, ranks=[2], wrong=[1]) for query in range(4)]
    other = [_record(query, ranks=[1], wrong=[2]) for query in range(4)]
    found = verdict([_tried("original", now, is_current=True), _tried("hybrid", other)])
    assert not found["is_beyond_chance"]
    assert "may be chance" in found["sentence"]
    assert "mark photos for 6 or more" in found["sentence"]
    assert found["settings"]["hybrid_weight"] == 0.3


def test_sketches_that_do_not_help_are_offered_to_be_switched_off() -> None:
    now = [_record(query, ranks=[2], wrong=[1]) for query in range(12)]
    other = [_record(query, ranks=[1], wrong=[2]) for query in range(12)]
    found = verdict([_tried("hybrid", now, is_current=True), _tried("rephrase", other)])
    assert found["is_drawing_in_vain"]
    assert found["settings"]["pictures_enabled"] is False
    assert found["sentence"].endswith("Sketches did not help here: these settings switch them off.")
    found = verdict([_tried("rephrase", now, is_current=True), _tried("hybrid", other)])
    assert not found["is_drawing_in_vain"]
    assert "pictures_enabled" not in found["settings"]
    few = verdict([_tried("hybrid", now[:4], is_current=True), _tried("rephrase", other[:4])])
    assert "pictures_enabled" not in few["settings"]


def test_of_equals_the_present_settings_are_best() -> None:
    same = [_record(query, ranks=[1], wrong=[2]) for query in range(6)]
    found = verdict([_tried("original", same), _tried("hybrid", same, is_current=True)])
    assert found["best"]["strategy"] == "hybrid"
    assert "leave it as it is" in found["sentence"]


def test_without_wrong_marks_the_standard_figure_decides() -> None:
    found = verdict([_tried("original", [_record(0, ranks=[2], wrong=[])], is_current=True)])
    assert found["metric"] == STANDARD


# ---- the command --------------------------------------------------------------------------------

PHOTOS = 60


@pytest.fixture
def judged(home: Paths, tmp_path: Path) -> Judgments:
    """A library of drawn pictures in which half a dozen queries are judged by the truth."""
    world = tmp_path / "world"
    fieldbook_world.write_world(world, 5, PHOTOS, 12)
    truth = Judgments.open(world / fieldbook_world.JUDGMENTS)
    with Library.open(home, Settings()) as library:
        request = IndexFolders(folders=(str(world / "photos"),))
        list(index_folders(library, request, Control(1)))
    judgments = Judgments.open(home.judgments)
    photos = sorted((world / "photos").iterdir())
    for one in truth.entries[:6]:
        right = truth.grades(one["query"])
        for photo in [*right, *photos[:20]]:
            judgments.mark(one["query"], photo, photo in right)
    judgments.save()
    return judgments


@pytest.mark.benchmark
def test_the_command_compares_and_sets(
    home: Paths,
    judged: Judgments,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    starter_copy: Callable[[str], Path],
) -> None:
    starter_copy("second")
    arguments = ["bench", "settings", "--encoders", "starter,second", "--others", "10"]
    arguments += ["--strategies", "original,rephrase"]
    assert main([*arguments, "--use", "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    ways = {(row["encoder"], row["second_encoder"], row["strategy"]) for row in body["rows"]}
    encoder_set = (("starter", ""), ("second", ""), ("starter", "second"))
    assert ways == {(*names, way) for names in encoder_set for way in ("original", "rephrase")}
    assert body["metric"] == OVER_JUDGED
    assert body["other_photos"] == 10
    assert body["judged_photos"] < body["library_photos"] == PHOTOS
    best = body["best"]
    assert best[OVER_JUDGED] == max(row[OVER_JUDGED] for row in body["rows"])
    chosen = settings_file.load(home.settings)
    assert (chosen.encoder, chosen.strategy) == (best["encoder"], best["strategy"])
    assert chosen.second_encoder == best["second_encoder"]
    with Library.open(home, Settings()) as library:
        assert len(library.reader.embeddings.spaces()) == 1  # the person's library is only read


@pytest.mark.benchmark
def test_a_judged_photo_that_moved_is_still_judged(
    home: Paths, judged: Judgments, capsys: pytest.CaptureFixture[str]
) -> None:
    query = judged.entries[0]["query"]
    with Library.open(home, Settings()) as library:
        hashes = {row.path: row.content_hash for row in library.reader.photo_rows()}
    for photo, grade in judged.grades(query).items():
        judged.mark(query, photo, None)
        judged.mark(query, photo.with_name(f"was {photo.name}"), grade, hashes[str(photo)])
    judged.save()
    only = ["--encoders", "starter", "--strategies", "original"]
    assert main(["bench", "settings", *only, "--json"]) == 0
    body = json.loads(capsys.readouterr().out)
    assert (body["queries"], body["missing_photos"]) == (6, 0)


def test_without_judgments_it_says_how_to_make_some(
    profile: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "settings"]) == 2
    assert "mark hits" in capsys.readouterr().err
