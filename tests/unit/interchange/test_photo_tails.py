"""A path of somebody's file means the photo whose path ends as it does."""

import random

import pytest

from visret_desktop.interchange.detections.entries import Match, PathMatch, PathMatcher, parts_of

PHOTOS = [
    ("/home/a/traps/North/100RECNX/IMG_1.JPG", 0),
    ("/home/a/traps/South/100RECNX/IMG_1.JPG", 1),
    ("/home/a/traps/South/IMG_2.jpg", 2),
    ("/home/a/copies/South/IMG_2.jpg", 2),
    ("/home/a/traps/Süd/Fu\u0308chse.jpg", 3),
    ("/home/a/odd \udce9/IMG_9.jpg", 4),
]


@pytest.fixture(scope="module")
def tails() -> PathMatcher:
    return PathMatcher(PHOTOS)


@pytest.mark.parametrize(
    ("path", "outcome", "content"),
    [
        ("North/100RECNX/IMG_1.JPG", PathMatch.FOUND, 0),
        (r"D:\cards\south\100recnx\img_1.jpg", PathMatch.FOUND, 1),
        ("100RECNX/IMG_1.JPG", PathMatch.AMBIGUOUS, -1),
        ("IMG_1.JPG", PathMatch.AMBIGUOUS, -1),
        ("West/100RECNX/IMG_1.JPG", PathMatch.AMBIGUOUS, -1),
        ("IMG_2.JPG", PathMatch.FOUND, 2),  # two files with the same bytes
        ("elsewhere/IMG_2.JPG", PathMatch.ELSEWHERE, -1),
        ("./South//IMG_2.JPG", PathMatch.FOUND, 2),
        ("../IMG_2.JPG", PathMatch.FOUND, 2),
        ("West/../../South/IMG_2.jpg", PathMatch.FOUND, 2),
        ("s\u00fcd/f\u00fcchse.JPG", PathMatch.FOUND, 3),
        ("odd \udce9/IMG_9.jpg", PathMatch.FOUND, 4),
        ("IMG_3.JPG", PathMatch.UNKNOWN, -1),
        ("MG_1.JPG", PathMatch.UNKNOWN, -1),
        ("", PathMatch.UNKNOWN, -1),
        ("..", PathMatch.UNKNOWN, -1),
        ("\0/\n", PathMatch.UNKNOWN, -1),
    ],
)
def test_a_path_is_matched(tails: PathMatcher, path: str, outcome: PathMatch, content: int) -> None:
    assert tails.find(path)[:2] == (outcome, content)


def test_where_a_folder_is_named_the_name_is_enough(tails: PathMatcher) -> None:
    assert tails.find("elsewhere/IMG_2.JPG", is_name_enough=True) == Match(PathMatch.FOUND, 2, 1)
    assert tails.find("x/IMG_1.JPG", is_name_enough=True).outcome is PathMatch.AMBIGUOUS
    assert PathMatcher([]).find("IMG_1.JPG").outcome is PathMatch.UNKNOWN


def by_looking_at_each(photos: list[tuple[str, int]], path: str, *, enough: bool) -> Match:
    wanted = parts_of(path)

    def agreeing(other: str) -> int:
        parts = parts_of(other)
        both = min(len(parts), len(wanted))
        return next((n for n in range(both) if parts[n] != wanted[n]), both)

    best = max((agreeing(other) for other, _ in photos), default=0)
    if not best:
        return Match(PathMatch.UNKNOWN)
    if best < min(2, len(wanted)) and not enough:
        return Match(PathMatch.ELSEWHERE, tail=best)
    contents = {content for other, content in photos if agreeing(other) == best}
    if len(contents) > 1:
        return Match(PathMatch.AMBIGUOUS, tail=best)
    return Match(PathMatch.FOUND, contents.pop(), best)


def test_tails_are_found_as_by_looking_at_each() -> None:
    chance = random.Random(19)
    outcomes = set()

    def path(most: int) -> str:
        parts = [
            chance.choice(("a", "A", "b", "a0", "a b", "é", "..", "", "a.b")) for _ in range(most)
        ]
        return chance.choice(("", "/", "C:\\")) + chance.choice("/\\").join(parts)

    for _ in range(120):
        photos = [
            (f"/p/{path(chance.randrange(4))}/{chance.choice('abc')}.jpg", chance.randrange(6))
            for _ in range(chance.randrange(12))
        ]
        tails = PathMatcher(photos)
        for _ in range(20):
            asked = f"{path(chance.randrange(4))}/{chance.choice('abcd')}.JPG"
            enough = chance.random() < 0.3
            found = tails.find(asked, is_name_enough=enough)
            assert found == by_looking_at_each(photos, asked, enough=enough), (photos, asked)
            outcomes.add(found.outcome)
    assert outcomes == set(PathMatch)
