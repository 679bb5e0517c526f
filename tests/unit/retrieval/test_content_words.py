"""Which words of a query photos have to carry, and in which forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visret_desktop.retrieval.content_words import content_words, forms


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("heron", ("heron",)),
        ("a photo of the herons in Iceland", ("herons", "iceland")),
        ("Show me my pictures", ()),
        ("ein Bild von einem Reiher im Wasser", ("reiher", "wasser")),
        ("des photos de la mer", ("mer",)),
        ("CAL00009", ("cal00009",)),
        ("IMG_2034.jpg", ("img_2034.jpg",)),
        ("great-crested grebe", ("great-crested", "grebe")),
        ("heron, heron; HERON!", ("heron",)),
        ("3 dogs", ("dogs",)),
        ("x y z", ()),
        ("猫", ("猫",)),
        ('"red kite" NEAR(a b) * ^ :', ("red", "kite")),
        ("- ' … _", ()),
        (" ".join(f"word{n}" for n in range(13)), ()),
    ],
)
def test_words_that_say_something(query: str, words: tuple[str, ...]) -> None:
    assert content_words(query) == words


@pytest.mark.parametrize(
    ("word", "carried", "not_carried"),
    [
        ("heron", {"heron", "herons"}, {"her", "heronry"}),
        ("herons", {"heron", "herons"}, set()),
        ("fox", {"fox", "foxes"}, {"fo"}),
        ("foxes", {"fox", "foxes"}, set()),
        ("butterfly", {"butterfly", "butterflies"}, set()),
        ("butterflies", {"butterfly", "butterflies"}, set()),
        ("car", {"car", "cars"}, {"cardinal", "car*"}),
        ("glass", {"glass", "glasses"}, {"glas"}),
        ("planes", {"plane", "planes"}, {"plan"}),
        ("gas", {"gas"}, {"ga"}),
        ("cal0000", {"cal0000*"}, {"cal0000s"}),
        ("2019", {"2019*"}, set()),
        ("r5", {"r5"}, {"r5*"}),
        ("küste", {"küste"}, {"küstes"}),
    ],
)
def test_forms_of_a_word(word: str, carried: set[str], not_carried: set[str]) -> None:
    found = forms(word)
    assert found[0].removesuffix("*") == word
    assert carried <= set(found)
    assert not not_carried & set(found)


@given(st.text(max_size=200))
def test_any_text_has_few_words(text: str) -> None:
    words = content_words(text)
    assert len(words) <= 12
    assert all(any(sign.isalnum() for sign in word) for word in words)
    assert all(0 < len(forms(word)) <= 5 for word in words)
