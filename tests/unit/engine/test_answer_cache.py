"""What readers said is kept in a small file, which other processes change, too."""

import json
from pathlib import Path

import pytest
from filelock import FileLock

from visret_desktop.engine.caches.answer_cache import AnswerCache
from visret_desktop.models.interfaces import Reading

_BOX = (0.1, 0.2, 0.3, 0.4)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "answers.json"


def test_readings_and_boxes_come_back(file: Path) -> None:
    kept = Reading("türkis", True, "because", "")
    AnswerCache(file).keep_reading("a", kept, ["aa"])
    AnswerCache(file).keep_reading("b", Reading("", is_shown=False), ["bb"])
    AnswerCache(file).keep_boxes("c", [_BOX], ["aa"])
    again = AnswerCache(file)
    assert again.reading("a") == kept
    assert again.reading("b") == Reading("", is_shown=False)
    assert again.boxes("c") == (_BOX,)
    assert again.reading("c") is None
    assert again.boxes("a") is None
    assert again.reading("d") is None


def test_verdicts_on_two_answers_come_back(file: Path) -> None:
    AnswerCache(file).keep_verdict("a", agree=True, hashes=["aa", "bb"])
    AnswerCache(file).keep_verdict("b", agree=False, hashes=["aa"])
    again = AnswerCache(file)
    assert [again.verdict(key) for key in "abc"] == [True, False, None]
    again.keep_only({"aa"})
    assert [again.verdict(key) for key in "ab"] == [None, False]


def test_what_knows_a_photo_that_is_gone_is_dropped(file: Path) -> None:
    mine, other = AnswerCache(file), AnswerCache(file)
    mine.keep_reading("a", Reading("red"), ["aa"])
    mine.keep_reading("both", Reading("red"), ["aa", "bb"])
    mine.keep_reading("memory", Reading("red"), [])
    mine.keep_boxes("c", [_BOX], ["bb"])
    other.keep_only({"bb"})
    assert mine.reading("a") is None  # it notices that another one wrote
    mine.keep_reading("d", Reading("blue"), ["bb"])
    assert set(json.loads(file.read_text())) == {"memory", "c", "d"}
    assert "aa" not in file.read_text()


def test_those_made_last_are_kept(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("visret_desktop.engine.caches.answer_cache._MOST", 3)
    cache = AnswerCache(file)
    for name in "abac":
        cache.keep_reading(name, Reading(name), [])
    cache.keep_reading("d", Reading("d"), [])
    assert list(json.loads(file.read_text())) == ["a", "c", "d"]


@pytest.mark.parametrize(
    "entry",
    [
        *(3, None, [], {}, {"answer": 3, "is_shown": True}, {"answer": "a", "is_shown": "yes"}),
        *({"boxes": [[1, 2]]}, {"boxes": [[0, 0, "a", 1]]}, {"boxes": [[0, 0, 9, 1]]}),
        *(
            {"boxes": 5},
            {"boxes": [None]},
            {"hashes": [[1]]},
            {"hashes": [{}, 3]},
            {"agree": "yes"},
        ),
    ],
)
def test_entries_that_make_no_sense_count_as_missing(file: Path, entry: object) -> None:
    file.write_text(json.dumps({"a": entry}))
    cache = AnswerCache(file)
    assert cache.reading("a") is None
    assert cache.boxes("a") is None
    assert cache.verdict("a") is None
    cache.keep_only({"aa"})
    assert json.loads(file.read_text()) == {}


def test_while_another_process_changes_it_nothing_is_changed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("visret_desktop.engine.caches.answer_cache._PATIENCE", 0)
    cache = AnswerCache(file)
    cache.keep_reading("a", Reading("red"), ["aa"])
    with FileLock(file.with_suffix(".lock")):
        cache.keep_reading("b", Reading("blue"), ["bb"])  # is only not kept
        with pytest.raises(OSError, match="lock"):
            cache.keep_only(set())
    assert AnswerCache(file).reading("a") == Reading("red")
    assert AnswerCache(file).reading("b") is None is cache.reading("b")


def test_a_damaged_file_is_emptied_when_something_is_forgotten(file: Path) -> None:
    file.write_bytes(b'{"a": {"answer": "red", "hashes": ["aa"')
    AnswerCache(file).keep_only({"bb"})
    assert file.read_text() == "{}"
