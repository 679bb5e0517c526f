"""What counts as a translation of a query, and what the rewriter makes of answers."""

import pytest

from tests.unit.models.parrot import parrot_pack
from visret_desktop.models.rewriting.llama_rewriter import LlamaRewriter
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.models.rewriting.rewriter_answers import is_translation, kept_as_typed
from visret_desktop.paths import Paths


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("Fuchs mit Beute im Schnee", "a fox with its prey in the snow"),
        ("zwei Hunde am Strand", "two dogs on the beach"),
        ("Rana temporaria en un charco", "Rana temporaria in a puddle"),
        ("Hand im Nebel", "hand in the fog"),
        ("雪中的狐狸", "a fox in the snow"),
        ("лиса в снегу", "a fox in the snow"),
        ("Schild „Eingang Ost“ am Tor", "the sign Eingang Ost at the gate"),
        ("3 Reiher am See", "3 herons at the lake"),
        ("grenouille (Rana)", "frog (Rana)"),
        ("chien BMW", "dog BMW"),
        ("niño's Hund", "the boy's dog"),
    ],
)
def test_a_translation_is_taken(query: str, answer: str) -> None:
    assert is_translation(query, answer)


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("fox in snow", "fox in snow"),
        ("fox in snow", "a fox in the snow"),
        ("FOX, IN SNOW", "fox in snow"),
        ("Fuchs im Schnee", "Fuchs im Schnee"),
        ("Fuchs im Schnee", "un zorro, ñandú"),  # in no English letters
        ("Fuchs im Schnee", "Translation: a fox in the snow"),
        ("Fuchs im Schnee", "a fox in the snow (winter)"),
        ("Fuchs im Schnee", "a fox that stands in the deep white snow and looks at us"),
        ("Rana temporaria en un charco", "a common frog in a puddle"),
        ("Schild „Eingang Ost“ am Tor", "the sign East entrance at the gate"),
        ("3 Reiher am See", "4 herons at the lake"),
        ("drei Reiher am See", "3 herons at the lake"),
        ("chien BMW", "dog bmw"),
        ("Fuchs", ""),
        ("", "a fox"),
        ("🦊", "a fox"),
        ("Fuchs", "…"),
        ("R5 Fuchs", "a fox"),
    ],
)
def test_anything_else_is_none(query: str, answer: str) -> None:
    assert not is_translation(query, answer)


def test_what_was_typed_in_quotation_marks_is_kept() -> None:
    assert kept_as_typed("Alte Post, Hund", ["Alte Post"]) == ["Alte Post"]
    assert is_translation("Alte Post, Hund", "Alte Post, dog", ["Alte Post"])
    assert not is_translation("Alte Post, Hund", "old post office, dog", ["Alte Post"])


@pytest.fixture(scope="module")
def parrot(tmp_path_factory: pytest.TempPathFactory) -> LlamaRewriter:
    folder = tmp_path_factory.mktemp("parrot")
    paths = Paths(folder / "data", folder / "cache", folder / "config")
    return open_rewriter(parrot_pack(folder / "parrot", "a fox in the snow"), paths)


@pytest.mark.parametrize(
    ("query", "translation"),
    [
        ("renard dans la neige", "a fox in the snow"),
        ("Vulpes vulpes dans la neige", ""),  # the name is lost
        ("fox in snow", ""),
        ("2 renards dans la neige", ""),
        ("", ""),
        ("renard " * 3000, ""),
    ],
)
def test_a_model_that_always_says_the_same_is_believed_where_it_may_be_right(
    query: str, translation: str, parrot: LlamaRewriter
) -> None:
    assert parrot.translate(query) == translation
