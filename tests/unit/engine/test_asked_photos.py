"""Which photos a question is put to."""

from typing import Any

from msgspec import structs

from visret_desktop.engine.asked_photos import photos_to_ask
from visret_desktop.engine.messages import AskedPhoto, Hit

ROW = (1, "", "/p/a.jpg", "a.jpg", None, 4, 3, True, "2025-05-01")


def hit(name: str, column: int = 0) -> Hit:
    return structs.replace(Hit(*ROW), content_hash=name, column=column)


def asked(found: int, **wanted: Any) -> str:
    photos = photos_to_ask([hit(name) for name in "abcdef"], found, is_compared=False, **wanted)
    return "".join(photo.content_hash for photo in photos)


def test_photos_that_answer_the_query_are_asked() -> None:
    assert asked(2) == "ab"
    assert asked(2, images=4) == "abcd", "more were wanted"
    assert asked(0) == asked(-1) == "abcdef", "the closest, where none stands out"
    assert asked(3, dropped="b") == "ac"
    assert asked(2, chosen=("e", "a"), dropped="a") == "e"


def test_compared_things_keep_their_photos() -> None:
    compared = photos_to_ask((hit("a", 0), hit("b", 1)), 2, is_compared=True)
    assert compared == (AskedPhoto("a", 0), AskedPhoto("b", 1))


def test_a_compared_thing_that_nothing_was_found_of_gets_the_closest() -> None:
    hits = [hit("a", 0), hit("b", 0), hit("c", 1), hit("d", 1)]
    compared = photos_to_ask(hits, 2, is_compared=True, dropped="c")
    assert {(p.content_hash, p.entity) for p in compared} == {("a", 0), ("b", 0), ("d", 1)}


def test_photos_of_one_burst_are_one_witness() -> None:
    bursts = {"a": 7, "b": 7, "c": 0, "d": 7, "e": 9, "f": 9}
    hits = [structs.replace(hit(name), burst=burst) for name, burst in bursts.items()]
    names = "".join(one.content_hash for one in photos_to_ask(hits, 6, is_compared=False))
    assert names == "acebdf"
    chosen = photos_to_ask(hits, 6, is_compared=False, chosen="abd")
    assert "".join(one.content_hash for one in chosen) == "abd", "a person chose them"
    compared = [
        structs.replace(hit(name, column), burst=7)
        for name, column in zip("abab", (0, 1, 1, 0), strict=True)
    ]
    kept = photos_to_ask(compared, 4, is_compared=True)
    assert [one.entity for one in kept] == [0, 1, 1, 0], "each thing has its own"
