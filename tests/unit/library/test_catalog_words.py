"""Which photos carry the words of a query, and where they stand."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from visret_desktop.library.catalog.catalog import Catalog
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint, Metadata
from visret_desktop.retrieval.content_words import content_words, forms

# What is known of each photo: path in its folder, title, description, keywords.
PHOTOS = {
    "tagged": ("cards/CAL00009.jpg", None, None, ("grey heron", "lake")),
    "titled": ("cards/CAL00010.jpg", "A heron at the lake", None, ()),
    "described": ("cards/CAL00011.jpg", None, "A kingfisher on a post", ()),
    "in a folder": ("2019 Ísland/IMG_2034.JPG", None, None, ()),
    "here and there": ("2020 Iceland/20200704_1.jpg", None, None, ("heron",)),
    "called so": ("cards/müller-strasse.jpg", None, None, ()),
    "many words": ("heron/heron.jpg", "heron", None, ("heron", "snow")),
    "chinese": ("cards/1.jpg", None, None, ("猫",)),
}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Catalog]:
    root = tmp_path_factory.mktemp("named") / "my photos"
    root.mkdir()
    catalog = Catalog.open(root.parent / "catalog.db")
    folder = catalog.roots.add(root).id
    with catalog.batch():
        for name, (relative, title, description, keywords) in PHOTOS.items():
            said = Metadata(title=title, description=description, keywords=keywords)
            catalog.put_photo(folder, relative, Fingerprint(10, 10), name, "uid", said)
            catalog.put_embedding(name, "encoder", np.asarray([1, 0, 0], np.float32))
    yield catalog
    catalog.close()


def found(catalog: Catalog, query: str, *without: str, only: Filter | None = None) -> set[str]:
    words = [forms(word) for word in content_words(query)]
    away = [[forms(word) for word in content_words(text)] for text in without]
    return set(catalog.words.photos(words, away, only or Filter(), 100))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("herons", {"tagged", "titled", "here and there", "many words"}),
        ("HERON at a lake", {"tagged", "titled"}),
        ("grey heron", {"tagged"}),
        ("heron grey", {"tagged"}),
        ("heron fog", set()),
        ("kingfisher", {"described"}),
        ("king", set()),
        ("heronry", set()),
        ("Iceland", {"here and there"}),
        ("island", {"in a folder"}),
        ("heron Iceland", {"here and there"}),
        ("2019", {"in a folder"}),
        ("202007", {"here and there"}),
        ("cal00009", {"tagged"}),
        ("CAL0000", {"tagged"}),
        ("CAL0001", {"titled", "described"}),
        ("IMG_2034", {"in a folder"}),
        ("img_2034.jpg", {"in a folder"}),
        ("2034", {"in a folder"}),
        ("Muller Strasse", {"called so"}),
        ("Müller-Straße", set()),
        ("猫", {"chinese"}),
        ("my photos", set()),
        ("a picture of the", set()),
        ("named", set()),
    ],
)
def test_photos_that_carry_all_words(catalog: Catalog, query: str, expected: set[str]) -> None:
    assert found(catalog, query) == expected


def test_photos_that_carry_excluded_words_are_left_out(catalog: Catalog) -> None:
    assert found(catalog, "heron", "snow") == {"tagged", "titled", "here and there"}
    assert found(catalog, "heron", "snow", "lakes") == {"here and there"}
    assert found(catalog, "heron", "snow on a lake") == found(catalog, "heron")


def test_photos_of_a_filter(catalog: Catalog) -> None:
    assert found(catalog, "heron", only=Filter.of(keyword=["snow"])) == {"many words"}
    assert found(catalog, "heron", only=Filter.of(folder=[7])) == set()


def test_words_in_folders_count_only_if_they_are_to(catalog: Catalog) -> None:
    heron, island = [forms("heron")], [forms("island")]
    assert set(catalog.words.photos(island)) == {"in a folder"}
    assert catalog.words.photos(island, with_folders=False) == {}
    named = set(catalog.words.photos(heron, [[forms("snow")]], with_folders=False))
    assert named == {"tagged", "titled", "here and there"}
    assert catalog.words.photos([*heron, forms("iceland")], with_folders=False) == {}


def test_too_many_are_none(catalog: Catalog) -> None:
    assert len(catalog.words.photos([forms("heron")], most=4)) == 4
    assert catalog.words.photos([forms("heron")], most=3) == {}


@pytest.mark.parametrize(
    ("query", "photo", "place"),
    [
        ("heron", "tagged", "keywords"),
        ("lake heron", "titled", "title"),
        ("kingfishers", "described", "title"),
        ("island", "in a folder", "folder"),
        ("IMG_2034", "in a folder", "name"),
        ("CAL000", "tagged", "name"),
        ("muller", "called so", "name"),
        ("heron", "many words", "keywords"),
        ("heron iceland 2020", "here and there", "folder"),
    ],
)
def test_where_the_words_stand(catalog: Catalog, query: str, photo: str, place: str) -> None:
    words = [forms(word) for word in content_words(query)]
    number = catalog.words.photos(words)[photo]
    assert catalog.words.places([number], words) == {number: place}


@given(st.text(max_size=80) | st.text('"*^():+-,ANDORNEAR {}\x00\ud800 a', max_size=40))
def test_no_text_is_too_odd(catalog: Catalog, text: str) -> None:
    words = [forms(word) for word in content_words(text)]
    photos = catalog.words.photos(words, [words[:3]] if len(words) > 3 else ())
    assert set(catalog.words.places(photos.values(), words)) == set(photos.values())


def test_a_long_query_with_many_exclusions(catalog: Catalog) -> None:
    words = [forms(f"{n}word") for n in range(12)]
    assert catalog.words.photos(words, [words] * 50) == {}
