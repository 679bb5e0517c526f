"""Faults while a question is answered: a sentence, and what was found and said before stays."""

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from tests.end_to_end.conftest import Profile, fill, state_of, write_photo
from tests.faults.engine_talk import engine_of
from tests.faults.mounts import Dweller, Mounts, may_mount, mounts_of_our_own
from visret_desktop.engine.messages import (
    Answered,
    Ask,
    AskedPhoto,
    EngineLost,
    Event,
    Evidence,
    Finished,
    Hit,
    QueryTerm,
    Ranked,
    Search,
)
from visret_desktop.file_changes import claim
from visret_desktop.gui.engine.engine_client import EngineClient, JobHandle
from visret_desktop.paths import bundled

QUESTION = "what is the weather?"
Tell = Callable[[str, int, str], None]
_PATIENCE_MS = 120_000


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory, compiled: Path) -> Profile:
    """Somebody whose six photos are indexed."""
    profile = Profile(tmp_path_factory.mktemp("asking") / "profile")
    (profile.home / "data").mkdir(parents=True)
    (profile.home / "data" / "compiled").symlink_to(compiled)
    (profile.home / "config").mkdir()
    (profile.home / "config" / "settings.json").write_text('{"strategy": "original"}')
    profile.index(fill(profile.home / "photos", 6, side=160))
    return profile


def content(answered: Answered) -> Answered:
    """What is said, without what may be different each time."""
    same = {"is_cached": False, "boxes": (), "boxes_kind": ""}
    evidence = tuple(replace(one, **same) for one in answered.evidence)  # type: ignore[arg-type]
    return replace(answered, job=0, timings={}, expected_seconds=0.0, evidence=evidence)


def read(answered: Answered) -> list[Evidence]:
    """Return what was read; three photos that agree are enough."""
    found = [one for one in answered.evidence if one.state != "not-needed"]
    assert found
    return found


def test_what_readers_said_is_read_again_where_it_is_damaged(grown: Profile, tally: Tell) -> None:
    kept = grown.home / "cache" / "answers.json"
    wrong = (b"", b"{", b"[1]", b'{"a": 3}', b"\xff" * 99, b"[" * 100_000)
    with engine_of(grown) as engine:
        engine.hello()
        hits = engine.search().hits
        first = engine.ask(QUESTION, hits)
        assert all(one.is_cached for one in read(engine.ask(QUESTION, hits)))
        whole = kept.read_bytes()
        damages = (*wrong, whole[: len(whole) // 2], whole.replace(b"answer", b"answ\x00r"))
        for damage in damages:
            kept.write_bytes(damage)
            again = engine.ask(QUESTION, hits)
            assert content(again) == content(first)
            assert not any(one.is_cached for one in read(again))
        kept.unlink()
        kept.mkdir()
        assert content(engine.ask(QUESTION, hits)) == content(first)
        kept.rmdir()
        engine.ask(QUESTION, hits)
        assert kept.is_file()
        assert engine.quit() == 0
    what = "bytes of what readers said changed, or a folder in its way"
    tally(what, len(damages) + 1, "read again")


def test_photos_that_vanish_or_change_after_they_were_found(visret: Profile, tally: Tell) -> None:
    photos = fill(visret.home / "photos", 6, side=160)
    visret.index(photos)
    with engine_of(visret) as engine:
        engine.hello()
        hits = engine.search().hits
        gone, other, cut, link = (Path(hit.path) for hit in hits[:4])
        gone.unlink()
        write_photo(other, 999)
        cut.write_bytes(cut.read_bytes()[:-200])
        link.unlink()
        link.symlink_to("/dev/zero")
        before = state_of(photos / "trip")
        answered = engine.ask(QUESTION, hits)
        states = {Path(one.path): one for one in answered.evidence}
        for path in (gone, other, cut, link):
            assert states[path].state == "unreadable", states[path]
            assert states[path].note.endswith(".")
        assert len(answered.evidence) == len(hits)
        assert all(
            one.state in ("shows", "not-shown", "unusable", "not-needed")
            for path, one in states.items()
            if path not in (gone, other, cut, link)
        )
        assert engine.search().hits
        assert engine.quit() == 0
        assert state_of(photos / "trip") == before
    tally(
        "photos that vanish or change between search and question",
        4,
        "said of them; others are read",
    )


@pytest.fixture
def client(grown: Profile, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[EngineClient]:
    for name, value in grown.environment.items():
        monkeypatch.setenv(name, value)
    (grown.home / "cache" / "answers.json").unlink(missing_ok=True)
    started = EngineClient()
    started.start()
    yield started
    started.shutdown()


def ended(job: JobHandle, qtbot: QtBot) -> list[Event]:
    """Wait for a job's ending and return what was said before."""
    said: list[Event] = []
    job.said.connect(said.append)
    qtbot.waitUntil(lambda: not job.is_open, timeout=_PATIENCE_MS)
    return said


def kill_at_first_reading(client: EngineClient, job: JobHandle) -> list[int]:
    """Kill the engine, once, as soon as it says that it reads a photo."""
    killed: list[int] = []

    def look(event: Event) -> None:
        is_reading = isinstance(event, Answered) and any(
            one.state == "reading" for one in event.evidence
        )
        if is_reading and not killed:
            killed.append(client.pid)
            os.kill(client.pid, signal.SIGKILL)

    job.said.connect(look)
    return killed


def test_the_windows_engine_is_killed_while_it_reads(
    client: EngineClient, qtbot: QtBot, tally: Tell
) -> None:
    def found() -> tuple[Hit, ...]:
        search = client.run(Search(terms=(QueryTerm("a bird"),)))
        ranked = [event for event in ended(search, qtbot) if isinstance(event, Ranked)]
        assert isinstance(search.ending, Finished)
        return ranked[-1].hits

    hits = found()
    photos = tuple(AskedPhoto(hit.content_hash) for hit in hits)
    request = Ask(question=QUESTION, photos=photos, images=6)
    lost = client.run(request)
    first = kill_at_first_reading(client, lost)
    said = ended(lost, qtbot)
    assert first
    assert isinstance(lost.ending, EngineLost)
    assert [one.content_hash for one in said[-1].evidence] == [hit.content_hash for hit in hits]  # type: ignore[attr-defined]
    assert found() == hits, "the next search is answered"

    again = client.run(request, repeats=1)
    killed = kill_at_first_reading(client, again)
    answer = [event for event in ended(again, qtbot) if isinstance(event, Answered)][-1]
    assert killed
    assert client.pid not in (0, *killed)
    assert isinstance(again.ending, Finished)
    assert answer.is_settled
    tally("kill -9 of the window's engine while it reads", 2, "asked again; what was found stays")


def test_an_eye_of_another_model(grown: Profile, tally: Tell) -> None:
    pack = grown.home / "data" / "packs" / "mine"
    grown.json("packs", "import", bundled("starter", "reader"), "--as", "mine")
    asked = ("ask", QUESTION, "--reader", "mine", "--images", "1")
    assert grown.json(*asked)["settled"]
    own = (pack / "mmproj.gguf").read_bytes()
    wider = own.replace((192).to_bytes(4, "little"), (256).to_bytes(4, "little"), 1)
    chat_model = next(bundled("starter", "rewriter").glob("*.gguf")).read_bytes()
    for eye in (wider, chat_model):
        (pack / "mmproj.gguf").write_bytes(eye)
        body = grown.json(*asked, "--afresh", code=3)
        assert body["error"]["code"] == "pack-damaged"
        assert "mine" in body["error"]["sentence"]
        if len(eye) == len(own):  # otherwise that is seen at once, and nothing is searched
            assert len(body["search"]["hits"]) == 6
            assert body["answer"] is None
    done = "a sentence; the photos that were found are shown"
    tally("the eye of a reader swapped for another model", 2, done)


if may_mount():  # elsewhere a folder in the way of the file is the nearest to these

    @pytest.fixture
    def mounts() -> Iterator[Mounts]:
        with mounts_of_our_own() as made:
            yield made

    def test_no_room_for_what_readers_said(grown: Profile, mounts: Mounts, tally: Tell) -> None:
        person = Dweller(grown.home, mounts)
        cache = mounts.drive(grown.home / "cache", 1)
        claim(cache.seen)
        for hinder in (cache.fill, partial(cache.allow, writing=False)):
            hinder()
            body = person.json("ask", QUESTION, "--images", "2")
            assert body["settled"]
            assert len(body["search"]["hits"]) == 6
            assert not any(one["cached"] for one in body["evidence"])
            assert not (cache.seen / "answers.json").exists()
        tally("cache folder full or read-only while reading", 2, "an answer, read again next time")
