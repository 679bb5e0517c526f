"""What a query in plain words does not want, in six languages; and what only looks like it."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.models.odd_texts import NASTY_UNITS, nasty_text
from visret_desktop.exclusions import exclusions
from visret_desktop.retrieval.query import parse_query

# (what is typed, the words that are left, what is excluded)
EXCLUDING = [
    # a minus glued to a word
    ("heron -snow", "heron", "snow"),
    ("-snow heron", "heron", "snow"),
    ("-snow", "", "snow"),
    ("heron -snow -ice", "heron", "snow|ice"),
    ('heron -"deep snow"', "heron", "deep snow"),
    ("heron -“deep snow” flying", "heron flying", "deep snow"),
    ("heron -snow in the water", "heron in the water", "snow"),
    ("long-eared owl -snow", "long-eared owl", "snow"),
    ("owl -long-eared", "owl", "long-eared"),
    ("Strand -Menschen", "Strand", "Menschen"),
    ("what colour are the feet of the heron? -snow", "what colour are the feet of the heron?",
     "snow"),
    # English
    ("heron without snow", "heron", "snow"),
    ("heron without any snow", "heron", "snow"),
    ("beach without any people", "beach", "people"),
    ("beach without people at sunset", "beach at sunset", "people"),
    ("beach, without people, at sunset", "beach, at sunset", "people"),
    ("a dog without a collar", "a dog", "collar"),
    ("street without cars or people", "street", "cars|people"),
    ("street without cars and people", "street", "cars|people"),
    ("street without cars, people or dogs", "street", "cars|people|dogs"),
    ("a house without people and a red car", "a house and a red car", "people"),
    ("photos without people", "photos", "people"),
    ("without people", "", "people"),
    ("Without Snow", "", "Snow"),
    ("HERON WITHOUT SNOW", "HERON", "SNOW"),
    ("heron but not in snow", "heron", "snow"),
    ("heron but not in the snow", "heron", "snow"),
    ("heron, but not in the snow", "heron", "snow"),
    ("heron not in the snow", "heron", "snow"),
    ("heron in winter, not in the snow", "heron in winter", "snow"),
    ("heron not in the snow at dusk", "heron at dusk", "snow"),
    ("dog that is not on a leash", "dog", "leash"),
    ("dogs that aren't on a leash", "dogs", "leash"),
    ("butterfly but not blue", "butterfly", "blue"),
    ("birds, but not flying", "birds", "flying"),
    ("beach no people", "beach", "people"),
    ("beach, no people", "beach", "people"),
    ("no people", "", "people"),
    ("No people", "", "people"),
    ("no people or cars", "", "people|cars"),
    ("no people, no cars", "", "people|cars"),
    ("beach with no people", "beach", "people"),
    ("beach with no people or cars", "beach", "people|cars"),
    ("beach and no people", "beach", "people"),
    ("heron but no snow", "heron", "snow"),
    ("a lake where there is no snow", "a lake", "snow"),
    ("no blue cars", "", "blue cars"),
    ("everything except birds", "", "birds"),
    ("all photos except portraits", "all photos", "portraits"),
    ("birds except ducks", "birds", "ducks"),
    ("birds except for the ducks", "birds", "ducks"),
    ("flowers excluding roses", "flowers", "roses"),
    ("I want no people in the photo", "", "people"),
    ("beach, no people in the picture", "beach", "people"),
    ("a heron without fish in its beak", "a heron", "fish"),
    ("show me herons but no ducks", "show me herons", "ducks"),
    ("no snow please", "", "snow"),
    ("do we have pictures of herons without snow?", "do we have pictures of herons?", "snow"),
    # German
    ("Reiher ohne Schnee", "Reiher", "Schnee"),
    ("Reiher ohne den Schnee", "Reiher", "Schnee"),
    ("Strand ohne Menschen", "Strand", "Menschen"),
    ("Strand ohne Menschen bei Sonnenuntergang", "Strand bei Sonnenuntergang", "Menschen"),
    ("Straße ohne Autos oder Menschen", "Straße", "Autos|Menschen"),
    ("Straße ohne Autos und Menschen", "Straße", "Autos|Menschen"),
    ("Reiher aber nicht im Schnee", "Reiher", "Schnee"),
    ("Reiher, aber nicht im Schnee", "Reiher", "Schnee"),
    ("Reiher nicht im Schnee", "Reiher", "Schnee"),
    ("Reiher nicht auf dem Eis", "Reiher", "Eis"),
    ("Strand, keine Menschen", "Strand", "Menschen"),
    ("keine Menschen", "", "Menschen"),
    ("Keine Menschen", "", "Menschen"),
    ("Haus mit keinen Autos", "Haus", "Autos"),
    ("kein Schnee", "", "Schnee"),
    ("Hund, aber kein Schnee", "Hund", "Schnee"),
    ("Vögel außer Enten", "Vögel", "Enten"),
    ("Vögel ausser Enten", "Vögel", "Enten"),
    ("alles außer Vögel", "", "Vögel"),
    ("Ohne Schnee", "", "Schnee"),
    # French
    ("héron sans neige", "héron", "neige"),
    ("héron sans la neige", "héron", "neige"),
    ("plage sans personnes", "plage", "personnes"),
    ("plage sans gens au coucher du soleil", "plage au coucher du soleil", "gens"),
    ("rue sans voitures ni personnes", "rue", "voitures|personnes"),
    ("rue sans voitures ou vélos", "rue", "voitures|vélos"),
    ("plage, pas de monde", "plage", "monde"),
    ("pas de neige", "", "neige"),
    ("pas d'oiseaux", "", "oiseaux"),
    ("héron mais pas dans la neige", "héron", "neige"),
    ("héron, mais pas dans la neige", "héron", "neige"),
    ("héron pas dans la neige", "héron", "neige"),
    ("oiseaux sauf les canards", "oiseaux", "canards"),
    ("tout sauf des oiseaux", "", "oiseaux"),
    ("plage sans l'homme", "plage", "homme"),
    # Spanish
    ("garza sin nieve", "garza", "nieve"),
    ("garza sin la nieve", "garza", "nieve"),
    ("playa sin gente", "playa", "gente"),
    ("playa sin gente al atardecer", "playa al atardecer", "gente"),
    ("calle sin coches ni personas", "calle", "coches|personas"),
    ("calle sin coches o personas", "calle", "coches|personas"),
    ("garza pero no en la nieve", "garza", "nieve"),
    ("garza, pero no en la nieve", "garza", "nieve"),
    ("garza no en la nieve", "garza", "nieve"),
    ("el perro no en la nieve pero con pelota", "el perro pero con pelota", "nieve"),
    ("aves excepto patos", "aves", "patos"),
    ("todo excepto aves", "", "aves"),
    ("sin gente", "", "gente"),
    # Italian
    ("airone senza neve", "airone", "neve"),
    ("airone senza la neve", "airone", "neve"),
    ("spiaggia senza persone", "spiaggia", "persone"),
    ("spiaggia senza persone al tramonto", "spiaggia al tramonto", "persone"),
    ("strada senza auto o persone", "strada", "auto|persone"),
    ("airone ma non nella neve", "airone", "neve"),
    ("airone, ma non nella neve", "airone", "neve"),
    ("airone non nella neve", "airone", "neve"),
    ("uccelli tranne le anatre", "uccelli", "anatre"),
    ("tutto tranne uccelli", "", "uccelli"),
    # Dutch
    ("reiger zonder sneeuw", "reiger", "sneeuw"),
    ("reiger zonder de sneeuw", "reiger", "sneeuw"),
    ("strand zonder mensen", "strand", "mensen"),
    ("strand zonder mensen bij zonsondergang", "strand bij zonsondergang", "mensen"),
    ("straat zonder auto's of mensen", "straat", "auto's|mensen"),
    ("reiger maar niet in de sneeuw", "reiger", "sneeuw"),
    ("reiger, maar niet in de sneeuw", "reiger", "sneeuw"),
    ("reiger niet in de sneeuw", "reiger", "sneeuw"),
    ("strand, geen mensen", "strand", "mensen"),
    ("geen mensen", "", "mensen"),
    ("vogels behalve eenden", "vogels", "eenden"),
]  # fmt: skip

_SOME_WORDS = ["heron", "no", "not", "in", "the", "-snow", "without", ",", "ohne", "dog", "but"]

# What is to be left as it is typed.
PLAIN = [
    # signs that are no minus
    "long-eared owl", "black-and-white cat", "-20 degrees", "thermometer at -5",
    "summer 2019 -2021", "2019-2021", "heron --snow", "--no-people", "heron - ", "t-shirt",
    "a -", "-5:30", "12-30 -7", "x-ray of a hand",
    # "no" in names, numbers and signs
    "No. 5", "Chanel No. 5", "no 5 bus", "bus no. 12", "Lake No", "Dr. No", "Dr No poster",
    "No Country for Old Men", "no smoking sign", "No Smoking", "NO ENTRY", "no parking sign",
    "no entry", "yes or no buttons", "a sign that says no", "no, the other one", "no",
    "there is no one", "no one on the beach", "no longer green", "no idea what this bird is called",
    "no man's land", "say no to plastic", "nothing", "nobody", "notebook on a table", "north wind",
    "snow", "knot in a rope", "piano", "a heron, no", "street of the Japanese Kimi no Na wa poster",
    # "not" that excludes nothing, and questions
    "why is it not green?", "why is there no snow?", "Why is the heron not in the water?",
    "why are there no people in the picture", "is it a heron or not", "not only herons",
    "birds but not only ducks", "not bad", "last but not least", "forget-me-not", "why not",
    "can't see the dog", "cannot see the bird", "you can not see the dog", "I do not know",
    "not at all", "what is a heron without feathers called?", "how do birds fly without noise?",
    "what do birds eat when there is no fish?", "does the heron have no tail?",
    # a word with nothing behind it, or nothing to be seen
    "heron without", "without", "without doubt", "without me", "it goes without saying",
    "except", "with or without you", "Rebel Without a Cause", "Doctors Without Borders",
    "ohne", "Reiher ohne", "ohnehin", "außerdem ein Reiher", "außerhalb der Stadt", "keine Ahnung",
    "kein Problem", "warum ist der Reiher nicht im Wasser?", "warum ist hier kein Schnee?",
    "nicht nur Reiher", "ohne Zweifel", "Außenansicht", "Film Ohne Titel",
    "sans doute", "Comic Sans", "sans serif font", "sans-abri", "pas de deux", "un pas de danse",
    "Pas-de-Calais", "le pas de la porte", "il ne vole pas", "je ne sais pas", "sans",
    "pourquoi n'y a-t-il pas de neige ?", "pas seulement des oiseaux",
    "sin embargo", "sin duda", "perro que no muerde", "perro no muerde", "el pájaro no vuela",
    "no está en el agua", "no es verde", "¿por qué no hay nieve?", "sin", "Sin City poster",
    "la garza no tiene nieve", "original sin",
    "il cane non morde", "non è verde", "senza", "senza dubbio", "allegro ma non troppo",
    "un uccello che non vola", "perché non nella neve?",
    "zonder", "geen idee", "zonder twijfel", "niet alleen reigers", "waarom is er geen sneeuw?",
    # quoted
    '"no people" written on a wall', 'a sign "without snow"', "“not in the snow” poster",
    "«sans neige» sur un mur",
    # what is excluded is also wanted
    "a dog without the other dog", "in the water, not under water",
]  # fmt: skip


@pytest.mark.parametrize(("text", "left", "excluded"), EXCLUDING)
def test_what_is_not_wanted(text: str, left: str, excluded: str) -> None:
    assert exclusions(text) == (left, tuple(excluded.split("|")))


@pytest.mark.parametrize("text", PLAIN)
def test_what_only_looks_like_it(text: str) -> None:
    assert exclusions(text) == (text, ())


def test_the_table_is_large() -> None:
    assert len(EXCLUDING) + len(PLAIN) >= 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("heron without snow", [("heron", 1.0), ("snow", -1.0)]),
        ("2:heron -snow + pond", [("heron", 2.0), ("snow", -1.0), ("pond", 1.0)]),
        ("heron + pond - snow", [("heron", 1.0), ("pond", 1.0), ("snow", -1.0)]),
        ("no people", [("people", -1.0)]),
        ('"no people"', [("no people", 1.0)]),
        ("heron - without snow", [("heron", 1.0), ("without snow", -1.0)]),
        ("no people.jpg", [("no people.jpg", 1.0)]),
    ],
)
def test_they_are_terms_of_a_query(
    text: str, expected: list[tuple[str, float]], tmp_path: Path
) -> None:
    assert [(term.text, term.weight) for term in parse_query(text, tmp_path)] == expected


@given(st.lists(st.sampled_from(_SOME_WORDS)))
def test_what_is_left_excludes_nothing_more(words: list[str]) -> None:
    left, excluded = exclusions(" ".join(words))
    assert all(one.strip() for one in excluded)
    assert exclusions(left) == (left, ())


@pytest.mark.parametrize("unit", ["no ", "-a ", "without a, ", "not in ", "no a or "])
def test_long_texts_are_read_quickly(unit: str) -> None:
    started = time.monotonic()
    exclusions((unit * 4000)[:4000])
    assert time.monotonic() - started < 1


@pytest.mark.parametrize("name", NASTY_UNITS)
def test_nasty_texts_are_read_quickly(name: str) -> None:
    started = time.monotonic()
    exclusions(nasty_text(name, 4000))
    assert time.monotonic() - started < 1
