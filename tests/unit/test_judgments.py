"""People's own judgments: marked, saved, read again."""

from pathlib import Path

import pytest

from bench.datasets import read
from visret_desktop.errors import UsageError
from visret_desktop.judgments import Judgments


def test_marks_come_back(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    judgments = Judgments.open(path)
    judgments.mark("größe", Path("/photos/a b.jpg"), True)
    judgments.mark("größe", Path("/photos/c.jpg"), False)
    judgments.save()
    again = Judgments.open(path)
    assert again.grades("größe") == {Path("/photos/a b.jpg"): True, Path("/photos/c.jpg"): False}
    assert again.grades("other") == {}
    (query,) = read("own", path)
    assert (query.text, query.pools[0].relevant) == ("größe", 1)


def test_a_mark_can_be_changed_and_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text('{"query": "owl", "photos": {"owl.jpg": 1}, "kind": "birds"}\n')
    judgments = Judgments.open(path)
    judgments.mark("owl", tmp_path / "owl.jpg", False)
    assert judgments.grades("owl") == {tmp_path / "owl.jpg": False}
    assert judgments.entries[0]["kind"] == "birds"
    judgments.mark("owl", tmp_path / "owl.jpg", None)
    judgments.save()
    assert path.read_text() == ""


def test_a_mark_that_is_taken_away_leaves_nothing_of_its_photo(tmp_path: Path) -> None:
    judgments = Judgments.open(tmp_path / "own.jsonl")
    for name in ("owl.jpg", "jay.jpg"):
        judgments.mark("owl", tmp_path / name, True, content_hash=f"hash of {name}")
    judgments.mark("owl", tmp_path / "copy.jpg", False, "hash of owl.jpg")  # stands in for it
    assert judgments.grades_by_hash("owl") == {"hash of jay.jpg": True, "hash of owl.jpg": False}
    judgments.mark("owl", tmp_path / "copy.jpg", None)
    judgments.save()
    assert "owl.jpg" not in judgments.path.read_text()
    assert "copy.jpg" not in judgments.path.read_text()
    assert judgments.marked(True) == {"hash of jay.jpg"}


@pytest.mark.parametrize(
    "line", ["[1]", "{", '{"query": "q"}', '{"query": "", "photos": {"a": 1}}', "\xff"]
)
def test_what_is_no_file_of_judgments_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text(line, encoding="latin-1")
    with pytest.raises(UsageError, match="is not a file of judgments"):
        Judgments.open(path)


def test_words_may_hold_what_python_calls_the_end_of_a_line(tmp_path: Path) -> None:
    query = "an owl\u2028by night\x85\x0b\u2029"
    judgments = Judgments.open(tmp_path / "judgments.jsonl")
    judgments.mark(query, tmp_path / "owl.jpg", True)
    judgments.save()
    assert Judgments.open(judgments.path).grades(query) == {tmp_path / "owl.jpg": True}
