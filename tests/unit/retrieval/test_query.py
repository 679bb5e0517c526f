"""The grammar of typed queries."""

import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.models.odd_texts import NASTY_UNITS, nasty_text
from visret_desktop.errors import UsageError
from visret_desktop.library.photos.formats import EXTENSIONS
from visret_desktop.retrieval.query import Term, combine, parse_query


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder with a few files that are called like pictures."""
    for name in ("pool.jpg", "Trip - Day 1.jpg", "a + b.HEIC", "ünï 🐈.png"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a dog", [("a dog", 1.0)]),
        ("  a dog  ", [("a dog", 1.0)]),
        ("long-eared owl", [("long-eared owl", 1.0)]),
        ("C++ book", [("C++ book", 1.0)]),
        ("-20 degrees", [("-20 degrees", 1.0)]),
        ("dog - fruit", [("dog", 1.0), ("fruit", -1.0)]),
        (
            "2:golden retriever + pool - fruit",
            [("golden retriever", 2), ("pool", 1), ("fruit", -1)],
        ),
        ("0.5: x - .25:y", [("x", 0.5), ("y", -0.25)]),
        ("- fruit", [("fruit", -1.0)]),
        ("+ fruit", [("fruit", 1.0)]),
        ("- a - b", [("a", -1.0), ("b", -1.0)]),
        ("dog  +\tcat", [("dog", 1.0), ("cat", 1.0)]),
        ("train at 10:30", [("train at 10:30", 1.0)]),
        ("10:30 train", [("10:30 train", 1.0)]),
        ("2:", [("2:", 1.0)]),
        ('"salt - and + pepper" - fruit', [("salt - and + pepper", 1.0), ("fruit", -1.0)]),
        ("3:'rock - roll'", [("rock - roll", 3.0)]),
        ("the dog's ball - cat's", [("the dog's ball", 1.0), ("cat's", -1.0)]),
        ('"open - end', [('"open', 1.0), ("end", -1.0)]),
        ("כלב - חתול", [("כלב", 1.0), ("חתול", -1.0)]),
        ("🐕 + 👩‍👩‍👧", [("🐕", 1.0), ("👩‍👩‍👧", 1.0)]),
        ("photo.jpg", [("photo.jpg", 1.0)]),
    ],
)
def test_words(text: str, expected: list[tuple[str, float]], tmp_path: Path) -> None:
    assert [(t.text, t.weight) for t in parse_query(text, tmp_path)] == expected
    assert all(term.image is None for term in parse_query(text, tmp_path))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("pool.jpg", "pool.jpg"),
        ("./pool.jpg", "pool.jpg"),
        ('"pool.jpg"', "pool.jpg"),
        ("Trip - Day 1.jpg", "Trip - Day 1.jpg"),
        ("'./a + b.HEIC'", "a + b.HEIC"),
        ("ünï 🐈.png", "ünï 🐈.png"),
    ],
)
def test_pictures(text: str, name: str, pictures: Path) -> None:
    terms = parse_query(f"2:{text} - fruit", pictures)
    assert [(t.image, t.weight) for t in terms] == [(pictures / name, 2.0), (None, -1.0)]
    assert parse_query(f"a dog + {text}", pictures)[1].image == pictures / name


def test_a_picture_by_its_whole_path(pictures: Path) -> None:
    path = pictures / "Trip - Day 1.jpg"
    for base in (None, Path("/")):
        assert parse_query(f"{path} + ./dog", base) == (Term(str(path), path), Term("./dog"))


def test_a_picture_at_home(pictures: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(pictures))
    monkeypatch.setenv("USERPROFILE", str(pictures))
    assert parse_query("~/pool.jpg")[0].image == pictures / "pool.jpg"


@pytest.mark.parametrize("suffix", sorted(EXTENSIONS))
def test_every_indexed_format_may_be_an_example(suffix: str, tmp_path: Path) -> None:
    (tmp_path / f"x{suffix}").touch()
    assert parse_query(f"x{suffix}", tmp_path)[0].image == tmp_path / f"x{suffix}"


@pytest.mark.parametrize(
    "text",
    [
        "./nowhere.jpg",
        "dog + /no/such/picture.HEIC",
        "~nobody-of-that-name/x.png",
        "'./a - b.jpg'",
        f"./{'x' * 300}.jpg",
    ],
)
def test_a_picture_that_is_not_there_is_said(text: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no picture"):
        parse_query(text, tmp_path)


@pytest.mark.parametrize("text", ["", "   ", "\n"])
def test_an_empty_query_is_said(text: str) -> None:
    with pytest.raises(UsageError, match="empty"):
        parse_query(text)


@pytest.mark.parametrize(
    ("text", "sign"), [("-", "-"), ("+", "+"), ("dog -", "-"), ("dog + - cat", "+"), ("a - -", "-")]
)
def test_a_sign_needs_something_behind_it(text: str, sign: str) -> None:
    with pytest.raises(UsageError, match=f"Nothing follows the \\{sign}"):
        parse_query(text)


@pytest.mark.parametrize("text", ["0:dog", "1001:dog", "dog - 999999999:cat"])
def test_a_weight_has_limits(text: str) -> None:
    with pytest.raises(UsageError, match="weight"):
        parse_query(text)


@pytest.mark.parametrize("name", NASTY_UNITS)
def test_nasty_queries_are_read_quickly(name: str, tmp_path: Path) -> None:
    for length in (1_000, 2_000, 3_990, 10_000, 1_000_000):
        started = time.thread_time()
        with suppress(UsageError):
            parse_query(nasty_text(name, length), tmp_path)
        assert time.thread_time() - started < 1


def test_a_query_has_a_length_and_a_number_of_parts(tmp_path: Path) -> None:
    assert len(parse_query("x" * 4000)) == 1
    assert len(parse_query(" + ".join("x" * 100))) == 100
    with pytest.raises(UsageError, match=r"4,001 characters; 4,000 are the most. Say in fewer"):
        parse_query("x" * 4001)
    with pytest.raises(UsageError, match="101 parts; 100 are the most"):
        parse_query(" + ".join("x" * 101))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        terms = parse_query(text)
    except UsageError:
        return
    assert terms
    assert all(term.text.strip() for term in terms)
    assert all(word in text for term in terms for word in term.text.split())


def test_combining_weighs_and_gives_unit_length() -> None:
    east, north = np.eye(2, dtype=np.float32)
    combined = combine(np.stack([east, north]), [2.0, -1.0])
    assert combined.dtype == np.float32
    np.testing.assert_allclose(combined, np.array([2, -1]) / np.sqrt(5), rtol=1e-6)
    np.testing.assert_allclose(combine(east[np.newaxis], [-1.0]), -east)


def test_terms_that_cancel_are_said() -> None:
    east = np.array([[1, 0]], np.float32)
    with pytest.raises(UsageError, match="cancel"):
        combine(np.concatenate((east, east)), [300.0, -300.0])
