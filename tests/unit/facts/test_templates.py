"""Templates that are passed over for a text match nothing in it."""

import tomllib
from pathlib import Path

import pytest

from visret_desktop.facts import amount_words, photo_words, place_words
from visret_desktop.facts.fact import folded
from visret_desktop.facts.languages import Language, languages
from visret_desktop.facts.templates import Template, Templates

_FILES = ("phrases.toml", "held_out.toml", "with_filler.toml", "comparisons.toml")


def _all_of(language: Language) -> list[Template]:
    kinds: list[Templates] = [language.dates, language.said]
    kinds += [language.parts_before, language.parts_behind]
    kinds += [place_words._prepositions(language.code), amount_words._templates(language.code)]
    photos, behind = photo_words._templates(language.code)
    alone = [template for kind, template in photos if kind not in behind]
    return [*alone, *(template for templates in kinds for _, template in templates)]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    """Return all phrases that the readers are tested with, as they read them."""
    found = []
    for name in _FILES:
        read = tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))
        found += _strings(read)
    return [folded(text) for text in dict.fromkeys(found)]


def _strings(value: object) -> list[str]:
    if isinstance(value, dict):
        return [one for each in value.values() for one in _strings(each)]
    if isinstance(value, list):
        return [one for each in value for one in _strings(each)]
    return [value] if isinstance(value, str) else []


@pytest.mark.parametrize("code", [one.code for one in languages()])
def test_what_matches_is_never_passed_over(code: str, texts: list[str]) -> None:
    language = next(one for one in languages() if one.code == code)
    matched = 0
    for template in _all_of(language):
        for text in filter(template.compiled.search, texts):
            assert template.may_match(text), (template.compiled.pattern, text)
            matched += 1
    assert matched > 100


def test_a_query_without_facts_has_few_expressions_compiled() -> None:
    everything = [template for one in languages() for template in _all_of(one)]
    left = [one for one in everything if one.may_match("a dog on the beach")]
    assert len(left) < len(everything) / 4
