"""One thing instead of several: the singular of English nouns."""

import re

_OF_THEIR_OWN = {
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "mice": "mouse",
    "lice": "louse",
    "people": "person",
    "men": "man",
    "women": "woman",
    "oxen": "ox",
    "dice": "die",
    "axes": "axe",
    "quizzes": "quiz",
    "cacti": "cactus",
    "fungi": "fungus",
    "larvae": "larva",
    "antennae": "antenna",
    "lens": "lens",
    "lenses": "lens",
    "irises": "iris",
    "gases": "gas",
    "canvas": "canvas",
    "canvases": "canvas",
    "atlas": "atlas",
    "gas": "gas",
    "cosmos": "cosmos",
    "knives": "knife",
    "penknives": "penknife",
    "wives": "wife",
    "midwives": "midwife",
    "lives": "life",
    "series": "series",
    "species": "species",
}
_IN_F_WORDS = """
calves elves halves hooves leaves loaves scarves selves sheaves shelves thieves wharves bookshelves
wolves werewolves dwarves
"""
_ONLY_S_WORDS = """
toes shoes hoes canoes oboes floes foes does roes aloes horseshoes snowshoes tiptoes movies cookies
zombies hoodies selfies brownies collies rookies genies prairies magpies calories neckties birdies
kelpies budgies smoothies veggies aeries eyries pixies mustaches moustaches avalanches caches
quiches niches brioches headaches toothaches fuses muses ruses recluses
"""
_SINGULAR_WORDS = "specimen abdomen stamen regimen ramen omen cyclamen lumen"
_IN_F = frozenset(_IN_F_WORDS.split())  # words in "ves", of which the singular ends in "f"
_ONLY_S = frozenset(_ONLY_S_WORDS.split())  # that only lose the "s", unlike others in "es"
_SINGULAR_IN_MEN = frozenset(_SINGULAR_WORDS.split())
_ENDINGS = (
    (re.compile(r"(?<=...)men\Z"), "man"),
    (re.compile(r"children\Z"), "child"),
    (re.compile(r"(?<=..)ies\Z"), "y"),
    (re.compile(r"(?:(?<=[xo])|(?<=[cs]h)|(?<=ss)|(?<=tz)|(?<=[^aeiou]us))es\Z"), ""),
    (re.compile(r"(?<=..)s\Z"), ""),
)
_LEAST = 4  # letters of a plural


def singular(word: str) -> str:
    """Return the singular of an English noun in small letters; a singular stays as it is."""
    if word in _OF_THEIR_OWN:
        return _OF_THEIR_OWN[word]
    if len(word) < _LEAST or word in _SINGULAR_IN_MEN or word.endswith(("ss", "us", "is")):
        return word
    if word in _IN_F:
        return f"{word.removesuffix('ves')}f"
    if word in _ONLY_S or (len(word) == _LEAST and word.endswith("ies")):
        return word[:-1]
    for ending, instead in _ENDINGS:
        if ending.search(word):
            return ending.sub(instead, word)
    return word
