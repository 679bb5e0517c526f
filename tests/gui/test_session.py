"""Which answers count, and what happens to each kind of job in each of the four endings."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from visret_desktop.engine.messages import (
    Ask,
    CancelledJob,
    EngineLost,
    Failed,
    Finished,
    IndexFolders,
    LookWhenIdle,
    Message,
    Progress,
    QueryTerm,
    Ranked,
    RemoveFolder,
    Search,
)
from visret_desktop.gui.engine.engine_client import EngineClient
from visret_desktop.gui.engine.session import TRY_AGAIN_MS, Session
from visret_desktop.library.catalog.photo_filter import Filter

OWL = (QueryTerm("owl"),)


@pytest.fixture
def client(qtbot: QtBot) -> EngineClient:
    return EngineClient()  # never started: what is sent waits


@pytest.fixture
def session(client: EngineClient) -> Session:
    return Session(client)


def sent(client: EngineClient, kind: type[Message]) -> list[Message]:
    return [message for message in client._waiting if isinstance(message, kind)]


def newest(client: EngineClient, kind: type[Message]) -> int:
    return int(getattr(sent(client, kind)[-1], "job"))  # noqa: B009


def test_results_of_an_older_query_do_not_come_through(
    session: Session, client: EngineClient
) -> None:
    heard: list[Ranked] = []
    session.search(Search(terms=OWL)).said.connect(heard.append)
    old = newest(client, Search)
    session.search(Search(terms=(QueryTerm("heron"),))).said.connect(heard.append)
    new = newest(client, Search)
    client.take(Ranked(old))
    client.take(Ranked(new))
    assert [ranked.job for ranked in heard] == [new]


@pytest.mark.parametrize("ending", [Finished, CancelledJob, Failed])
def test_query_ends(
    session: Session, client: EngineClient, qtbot: QtBot, ending: type[Message]
) -> None:
    job = session.search(Search(terms=OWL))
    assert session.searching
    with qtbot.waitSignal(job.ended):
        client.take(ending(newest(client, Search)))
    assert not session.searching


def test_query_is_asked_once_more_after_a_death_and_then_given_up(
    session: Session, client: EngineClient, qtbot: QtBot
) -> None:
    job = session.search(Search(terms=OWL, filter=Filter.of(folder=[3])))
    client.take(EngineLost(newest(client, Search)))
    first, second = sent(client, Search)
    assert isinstance(first, Search)
    assert isinstance(second, Search)
    assert (second.terms, second.filter) == (first.terms, first.filter)
    with qtbot.waitSignal(job.ended):
        client.take(EngineLost(second.job))
    assert job.ending == EngineLost(second.job)
    assert not session.searching


def test_stopped_query_is_over_at_once(session: Session, qtbot: QtBot) -> None:
    job = session.search(Search(terms=OWL))
    with qtbot.waitSignal(job.ended):
        session.stop_search()
    assert not session.searching


def test_a_new_search_lets_go_of_an_open_question_and_the_same_one_does_not(
    session: Session, client: EngineClient
) -> None:
    question = session.ask(Ask(question="What color?"))
    session.search(Search(terms=OWL), is_again=True)
    assert question.is_open
    session.search(Search(terms=OWL))
    assert not question.is_open
    assert not session.reading


def test_question_is_asked_once_more_after_a_death_and_then_given_up(
    session: Session, client: EngineClient
) -> None:
    question = session.ask(Ask(question="What color?"))
    client.take(EngineLost(newest(client, Ask)))
    assert session.reading
    client.take(EngineLost(newest(client, Ask)))
    assert isinstance(question.ending, EngineLost)


def test_what_was_stopped_is_not_repeated_after_a_death(
    session: Session, client: EngineClient
) -> None:
    session.search(Search(terms=OWL))
    session.stop_search()
    client.take(EngineLost(newest(client, Search)))
    assert len(sent(client, Search)) == 1


def test_indexing_goes_on_after_a_death(session: Session, client: EngineClient) -> None:
    session.index([Path("/photos")], ["/photos/a.jpg"])
    client.take(EngineLost(newest(client, IndexFolders)))
    again = sent(client, IndexFolders)[-1]
    assert isinstance(again, IndexFolders)
    assert (again.folders, again.retry) == (("/photos",), ("/photos/a.jpg",))
    assert session.indexing


def test_indexing_that_always_ends_the_engine_is_given_up(
    session: Session, client: EngineClient, qtbot: QtBot
) -> None:
    session.index([Path("/photos")])
    for _ in range(3):
        client.take(EngineLost(newest(client, IndexFolders)))
        assert session.indexing
    with qtbot.waitSignals([session.failed, session.indexing_ended]):
        client.take(EngineLost(newest(client, IndexFolders)))
    assert not session.indexing
    session.index([Path("/photos")])  # asked for again, it has its chances again
    client.take(EngineLost(newest(client, IndexFolders)))
    assert session.indexing


def test_a_removal_that_always_ends_the_engine_is_given_up(
    session: Session, client: EngineClient, qtbot: QtBot
) -> None:
    session.remove_folder(7)
    for _ in range(3):
        client.take(EngineLost(newest(client, RemoveFolder)))
    with qtbot.waitSignal(session.failed):
        client.take(EngineLost(newest(client, RemoveFolder)))
    assert len(sent(client, RemoveFolder)) == 4


@pytest.mark.parametrize("ending", [Finished, CancelledJob, Failed])
def test_indexing_ends(
    session: Session, client: EngineClient, qtbot: QtBot, ending: type[Message]
) -> None:
    session.index([Path("/photos")])
    assert session.adding
    with qtbot.waitSignal(session.indexing_ended):
        client.take(ending(newest(client, IndexFolders)))
    assert not session.indexing


def test_failure_is_said(session: Session, client: EngineClient, qtbot: QtBot) -> None:
    session.index()
    with qtbot.waitSignal(session.failed) as failed:
        client.take(Failed(newest(client, IndexFolders), "x", "The disk is full."))
    assert failed.args == ["The disk is full."]


def test_removal_is_repeated_after_a_death_and_told_when_done(
    session: Session, client: EngineClient, qtbot: QtBot
) -> None:
    session.remove_folder(7)
    client.take(EngineLost(newest(client, RemoveFolder)))
    with qtbot.waitSignal(session.folder_removed) as removed:
        client.take(Finished(newest(client, RemoveFolder)))
    assert removed.args == [7]


def test_indexing_is_tried_again_when_there_may_be_room(
    session: Session, client: EngineClient, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(TRY_AGAIN_MS, "disk-full", 10)
    session.index([Path("/photos")])
    first = newest(client, IndexFolders)
    client.take(Failed(first, "disk-full", "The disk is full."))
    qtbot.waitUntil(lambda: newest(client, IndexFolders) != first)
    again = sent(client, IndexFolders)[-1]
    assert isinstance(again, IndexFolders)
    assert again.folders == ("/photos",)


def test_what_may_wait_begins_some_time_after_indexing(
    session: Session, client: EngineClient, qtbot: QtBot
) -> None:
    session._idle.setInterval(1)
    session.index()
    assert not session._idle.isActive()
    with qtbot.waitSignal(session._idle.timeout):
        client.take(Finished(newest(client, IndexFolders)))
    (looking,) = sent(client, LookWhenIdle)
    assert isinstance(looking, LookWhenIdle)
    session.index()
    with qtbot.waitSignal(session._idle.timeout):
        client.take(Finished(newest(client, IndexFolders)))
    assert sent(client, LookWhenIdle) == [looking], "it is at work still"
    with qtbot.waitSignal(session.looking) as heard:
        client.take(Progress(looking.job, "words", 3, 7))
    assert heard.args == [Progress(looking.job, "words", 3, 7)]
    client.take(EngineLost(looking.job))
    session.index()
    with qtbot.waitSignal(session._idle.timeout):
        client.take(Finished(newest(client, IndexFolders)))
    assert sent(client, LookWhenIdle) == [looking], "it would end the engine again"
