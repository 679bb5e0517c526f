"""What is said to the engine is answered, whatever it is; and when nobody is there, it ends."""

import json
import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
from filelock import FileLock

from tests.end_to_end.conftest import Profile, fill
from tests.faults.engine_talk import Engine, engine_of
from tests.faults.rounds import rounds
from tests.unit.engine.malformed_lines import MALFORMED, NUMBERLESS
from visret_desktop.engine.message_lines import MOST_BYTES
from visret_desktop.engine.messages import (
    Cancel,
    DescribeMachine,
    Failed,
    Finished,
    IndexFolders,
    Message,
    Planned,
    Progress,
    QueryTerm,
    Ranked,
    RemoveFolder,
    Search,
    SetIndexing,
    Sketch,
)
from visret_desktop.file_changes import MARK
from visret_desktop.library.catalog.photo_filter import Filter

Tell = Callable[[str, int, str], None]
_SECONDS_TO_END = 10.0
_MOST_GROWTH = 300 * 2**20  # a line of 8 MB is many small objects for a moment
_GOOD: tuple[Message, ...] = (
    Search(1, (QueryTerm("a bird", "", 1.0), QueryTerm(image="hash:ab", weight=-1.0)), 10),
    Search(1, (QueryTerm("a bird"),), filter=Filter.of(folder=[1], below=["/nowhere"])),
    Search(1, (QueryTerm("an owl"),), strategy="original", exclude_hashes=("ab",), seed=3),
    Search(1, (QueryTerm("two"),), instructions=("two owls",), sketches=(Sketch("A", "owl", 1),)),
    Search(1, (QueryTerm("a heron"),), plan_only=True, family="question"),
    IndexFolders(1, ("/nowhere/photos",), ("/nowhere/photos/a.jpg",)),
    RemoveFolder(1, 99),
    Cancel(1, 5),
    SetIndexing(1, False, 1),
    DescribeMachine(1),
)
# No path among them: one by chance would be indexed.
_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 1.5, 10**9, 2**63, -(2**63), 10**30, float("nan"), float("inf")),
    *("", "two", "\x00", "\udce9", "é" * 50, "&" + "amp;" * 50_000, "search", "hash:\udce9"),
    *([], {}, [[]], [None], [1, "a"], ["a"] * 2000, {"text": "a"}, [{"text": {}}], [[[[[[]]]]]]),
)


def test_every_malformed_line_is_answered(visret: Profile, tally: Tell) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        for line in (*MALFORMED.values(), *NUMBERLESS.values()):
            engine.send_line(line)
            refused = answer(engine)
            assert refused.job == (7 if line in MALFORMED.values() else 0)
            assert refused.code == "protocol"
            assert "not a message" in refused.sentence
        engine.send_line(b'{"kind": "hello"}')
        assert "hello is no job" in answer(engine).sentence
        assert isinstance(engine.search("a bird").hits, tuple)
        assert engine.quit() == 0
    tally("lines to the engine of wrong types, depth, bytes", len(MALFORMED), "each answered")


def test_a_line_of_50_megabytes_is_answered_and_not_kept(visret: Profile, tally: Tell) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        engine.search("a bird")  # what a first search loads is there
        before = memory_of(engine)
        engine.send_line(b'{"kind": "search", "job": 7, "terms": [' + b"[]," * (50 * 2**20 // 3))
        refused = answer(engine)
        assert (refused.job, refused.code) == (7, "protocol")
        assert f"longer than {MOST_BYTES // 2**20} MB" in refused.sentence
        assert memory_of(engine) - before < 40 * 2**20
        engine.search("an owl")
    tally("a line of 50 MB to the engine", 1, "answered with a sentence; not kept in memory")


@rounds(30, 10_000)
def test_mutated_lines_stop_nothing(
    visret: Profile, chance: random.Random, rounds: int, tally: Tell
) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        engine.search("a bird")
        before = memory_of(engine)
        for number in range(rounds):
            engine.send_line(mutated(chance, 1000 + number))
        assert bugs(engine) == []
        assert memory_of(engine) - before < _MOST_GROWTH
        assert isinstance(engine.search("an owl").hits, tuple)
        assert engine.quit() == 0
    outcome = "answered or refused in order; the next search is answered"
    tally("mutated lines to one engine", rounds, outcome)


def test_a_number_that_is_taken_is_refused_and_its_job_goes_on(
    visret: Profile, tmp_path: Path
) -> None:
    photos = fill(tmp_path / "photos", 3)
    with engine_of(visret) as engine:
        engine.hello()
        engine.send(SetIndexing(paused=True))
        job = engine.start_index(photos)
        engine.send(IndexFolders(job, (str(photos),)))
        refused = answer(engine)
        assert (refused.job, refused.code) == (0, "protocol")
        assert f"a job {job} already" in refused.sentence
        engine.send(SetIndexing(paused=False))
        assert isinstance(engine.ending(job)[0], Finished)


def test_a_job_without_a_number_is_refused(visret: Profile) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        engine.send(Search(0, (QueryTerm("a bird"),), plan_only=True))
        refused = answer(engine)
        assert (refused.job, refused.code) == (0, "protocol")
        assert bugs(engine) == []


def test_a_flood_of_jobs_is_refused(visret: Profile, tmp_path: Path) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        engine.send(SetIndexing(paused=True))
        engine.start_index(fill(tmp_path / "photos", 3))
        for number in range(2, 300):
            engine.send(IndexFolders(number))
        assert "more than 200 jobs" in answer(engine).sentence


def test_a_query_of_100_000_characters_is_refused_by_all(visret: Profile) -> None:
    nasty = "&" + "amp;" * 25_000
    error = visret.json("search", nasty, code=2)["error"]
    assert error["code"] == "usage"
    assert "4,000 are the most" in error["sentence"]
    with engine_of(visret) as engine:
        engine.hello()
        for job in (
            Search(7, (QueryTerm(nasty),)),
            Search(7, (QueryTerm("x" * 2001), QueryTerm("x" * 2000, weight=-1))),
            Search(7, (QueryTerm("an owl"),), instructions=(nasty,)),
        ):
            engine.send(job)
            ending = engine.ending(7)[0]
            assert isinstance(ending, Failed)
            assert (ending.code, "4,000 are the most" in ending.sentence) == ("usage", True)


# ---- the end ------------------------------------------------------------------------------------


def test_closed_input_ends_the_engine_while_it_indexes(
    visret: Profile, tmp_path: Path, tally: Tell
) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        engine.start_index(fill(tmp_path / "photos", 60, side=1600))
        while not (isinstance(said := engine.next(), Progress) and said.done):
            pass
        assert_ends(engine)
    tally("the window's end while the engine indexes", 1, "the engine ends within seconds")


def test_closed_input_ends_the_engine_while_a_model_loads(tmp_path: Path, tally: Tell) -> None:
    """The encoder waits for another process, which makes it ready for this computer."""
    profile = Profile(tmp_path / "profile")
    (profile.home / "data").mkdir(parents=True)
    (profile.home / "data" / MARK).touch()
    with FileLock(profile.home / "data" / "compiled.lock"), engine_of(profile) as engine:
        engine.hello()
        engine.send(Search(1, (QueryTerm("a bird"),), strategy="original"))
        time.sleep(1)  # it begins to wait
        assert_ends(engine)
    tally("the window's end while a model loads", 1, "the engine ends within seconds")


def test_closed_input_ends_the_engine_while_it_rewrites(visret: Profile) -> None:
    with engine_of(visret) as engine:
        engine.hello()
        words = (QueryTerm("What do the feet of a tarn heron look like?"),)
        engine.send(Search(1, words, strategy="rephrase"))
        while not isinstance(engine.next(), Ranked):
            pass
        assert_ends(engine)


def test_input_that_was_never_open_ends_the_engine(visret: Profile) -> None:
    with visret.start("engine") as process:
        out, _ = process.communicate(timeout=60)
    assert json.loads(out.splitlines()[0])["kind"] == "hello"


def test_an_engine_that_nobody_hears_ends(visret: Profile) -> None:
    with visret.start("engine") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(Search(1, (QueryTerm("a bird"),), strategy="original").to_line())
        process.stdin.flush()
        try:
            assert process.wait(60) in (0, 1, 120)
        finally:
            process.kill()


# ---- how it is told -----------------------------------------------------------------------------


def answer(engine: Engine) -> Failed:
    """Return the next refusal."""
    while not isinstance(said := engine.next(), Failed):
        pass
    return said


def bugs(engine: Engine) -> list[Failed]:
    """Return what the program itself did wrong in all that it said until it answers a search."""
    engine.send(Search(999_999, (QueryTerm("a bird"),), plan_only=True, strategy="original"))
    ending, before = engine.ending(999_999)
    assert isinstance(ending, Finished), ending
    assert any(isinstance(said, Planned) for said in before)
    return [said for said in before if isinstance(said, Failed) and said.code == "bug"]


def memory_of(engine: Engine) -> int:
    """Return the bytes that the engine has in memory."""
    return int(psutil.Process(engine.process.pid).memory_info().rss)


def assert_ends(engine: Engine) -> None:
    """Close the engine's input and wait until it has ended."""
    assert engine.process.stdin is not None
    engine.process.stdin.close()
    try:
        assert engine.process.wait(_SECONDS_TO_END) == 0
    except subprocess.TimeoutExpired:
        raise AssertionError("the engine lives on") from None


def mutated(chance: random.Random, number: int) -> bytes:
    """Return the line of a job with something wrong in it."""
    job = {**json.loads(chance.choice(_GOOD).to_line()), "job": number}
    way = chance.randrange(4)
    if way == 0 or "folders" in job:  # a path is not changed into another
        job[chance.choice([*job, "surprise"])] = chance.choice(_ODD_VALUES)
        return json.dumps(job).encode()
    if way == 1:
        name = chance.choice(list(job))
        inside = job[name][0] if isinstance(job[name], list) and job[name] else job
        if isinstance(inside, dict):
            inside[chance.choice(list(inside))] = chance.choice(_ODD_VALUES)
        return json.dumps(job).encode()
    line = bytearray(json.dumps(job).encode())
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(line))
        if way == 2:
            line[place] = chance.choice(b'{}[]",:\\0e-\x00\xff')
        else:
            del line[place : place + chance.randint(1, 9)]
    return bytes(line).replace(b"\n", b" ")
