"""Which words of a query an encoder of things cannot know."""

from dataclasses import replace

import pytest

from visret_desktop.models.encoders import known_words
from visret_desktop.models.encoders.known_words import beyond, is_of_several
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.registry import find
from visret_desktop.paths import Paths


@pytest.fixture(scope="module")
def pack(paths_of_run: Paths) -> Pack:
    return find(paths_of_run, "everyday")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("people laughing", ("people", "laughing")),
        ("a red car in autumn", ("red", "autumn")),
        ("two dogs on a beach", ("two",)),
        ("Hund", ("Hund",)),
        ("ein See im Winter", ("ein", "im", "Winter")),
        ("Anna's birthday", ("Anna's", "birthday")),
    ],
)
def test_words_that_are_beyond_it(pack: Pack, query: str, words: tuple[str, ...]) -> None:
    assert beyond(pack, query) == words


@pytest.mark.parametrize(
    "query",
    [
        *("dog", "golden retriever in a kitchen", "boats", "mushroom", "galaxy", "running shoes"),
        *("rocking chair", "waterfall", "QR code", "loaf of bread", "a church with a tower", ""),
        "dog versus cat",
    ],
)
def test_words_for_things_are_not(pack: Pack, query: str) -> None:
    assert beyond(pack, query) == ()


def test_of_other_encoders_nothing_is_said(pack: Pack) -> None:
    assert beyond(replace(pack, knows="anything"), "people laughing") == ()


@pytest.mark.parametrize(
    ("query", "is_it"),
    [
        *(("dog in snow", True), ("a puppy on a sofa", True), ("Dog and a ball", True)),
        *(("dog", False), ("a loaf of bread", False), ("in the snow", False), ("", False)),
        *(("QR code", False), ("with a dog", False)),
    ],
)
def test_words_for_several_things_have_a_word_between_them(query: str, is_it: bool) -> None:
    assert is_of_several(query) is is_it


def test_words_that_are_looked_for_are_those_that_a_list_would_have() -> None:
    text = "n01 kit_fox, 3-toed sloth; a cat-o'-nine-tails, the dog's ’tail--end of rock'n'roll"
    listed = set(known_words._WORD.findall(text))
    words = known_words._Words(text)
    parts = {text[at:end] for at in range(len(text)) for end in range(at + 1, at + 16)}
    letters = {part for part in parts if not part.isdigit()}
    assert {part for part in letters if part in words} == listed & letters
    assert len(listed & letters) > 10
