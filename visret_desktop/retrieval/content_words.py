"""The words of a query that carry its meaning, their forms, and the rivals of a query.

"a photo of the herons in Iceland" has two content words: herons and Iceland. A photo carries one if
a word of its texts is one of its forms: 'heron' is as good as 'herons', but 'car' is not found in
'cardinal', since a photo that has such a name by chance would come first.

A photo of an owl in the snow is near "an owl in the fog", and nearer to it than most photos are.
Comparing it with "an owl in the snow" shows that it has no fog. So a query has rivals: for each
thing that it names, the same words with another thing that is never there at the same time.
"""

import re
from collections import defaultdict
from functools import cache

_SIGNS = re.compile(r"[\x00-\x1f\s\"“”„«»‹›,;:!?¿¡/\\*^(){}\[\]|<>=+~`#$%@&、。，！？・「」]+")
_EDGES = "-_.'’‘–—…"
_MOST_WORDS = 12  # more are a story, and nobody names photos so
_LEAST_WITH_PLURAL = 3  # letters
_LEAST_OF_A_START = 4  # signs that the start of a file's name has
# What says nothing in English, German, French, Spanish, Italian, Dutch and Portuguese, and what all
# of a library is. A word that says something in one of them ("see", "die") is not here.
_EMPTY = """
    a an the this that these those some any all both each every no not none nor and or but if of in
    on at by to from with without for as into onto over under near next beside behind between among
    through about around above below is are was were be been being it its he his she her they their
    them we our us i me my you your who what which where when why how there here do does did has
    have had can could will would should may might must than then too very just only also
    show find search looking want need please give get got like
    photo photos picture pictures pic pics image images photograph photographs snapshot snapshots
    der das den dem des ein eine einen einem einer eines und oder aber nicht kein keine mit ohne im
    am um auf aus bei beim zum zur von vom für über unter neben vor nach ist sind war waren
    wird werden ich wir ihr mein meine dein deine sein seine zeige zeig suche finde
    foto fotos bild bilder
    le la les un une des du de au aux et ou mais ne pas sans avec dans sur sous par pour chez est
    sont était je nous vous il elle ils elles mon ma mes son sa ses montre cherche trouve
    photographie photographies
    el los las uno una unas unos del al y o pero sin con en por para sobre bajo entre es son era
    mi mis su sus muestra busca imagen imágenes fotografía
    lo gli uno della delle dei degli nel nella nelle sul sulla alla non senza su per tra fra è sono
    mio mia mostra cerca immagine immagini
    het een van op te bij naar voor met zonder niet geen zijn mijn toon zoek
    os um uma uns umas da do dos das no na nos nas ao à e mas não sem com meu minha mostre procure
    imagem imagens
"""
_EMPTY_WORDS = frozenset(_EMPTY.split())

Forms = tuple[str, ...]  # of one word, the one that was typed first; 'CAL00*' is a start


def content_words(text: str) -> tuple[str, ...]:
    """Return the words that say something, in lower case and each once; none of a long text."""
    typed = (word.strip(_EDGES) for word in _SIGNS.split(text.lower()))
    words = tuple(dict.fromkeys(word for word in typed if _says_something(word)))
    return words if len(words) <= _MOST_WORDS else ()


def _says_something(word: str) -> bool:
    is_letter = len(word) == 1 and word.isascii()  # one sign of Chinese is a word
    is_word = any(sign.isalnum() for sign in word)
    return is_word and not is_letter and word not in _EMPTY_WORDS


def forms(word: str) -> Forms:
    """Return the forms of a word in which a photo may carry it.

    A word with a digit is the start of a name or a date: '2019' is found in '20190704'. Of others
    singular and plural are the same, as English makes them.
    """
    if any(sign.isdigit() for sign in word):
        return (f"{word}*",) if len(word) >= _LEAST_OF_A_START else (word,)
    if len(word) < _LEAST_WITH_PLURAL or not word.isascii():
        return (word,)
    return tuple(dict.fromkeys((word, *_singulars(word), *_plurals(word))))


def _plurals(word: str) -> Forms:
    if word.endswith("s"):
        return (f"{word}es",) if word.endswith("ss") else ()
    ies = (f"{word[:-1]}ies",) if word.endswith("y") else ()
    es = (f"{word}es",) if word.endswith(("x", "z", "ch", "sh", "o")) else ()
    return (f"{word}s", *ies, *es)


def _singulars(word: str) -> Forms:
    if not word.endswith("s") or word.endswith("ss") or len(word) <= _LEAST_WITH_PLURAL:
        return ()
    y = (f"{word[:-3]}y",) if word.endswith("ies") else ()
    es = word.endswith(("xes", "zes", "ches", "shes", "sses", "oes"))
    return (word[:-1], *y, *((word[:-2],) if es else ()))


# Sets of alternatives that exclude each other, and the wordings of each.
Sets = tuple[tuple[tuple[str, ...], ...], ...]

_MOST = 100  # rivals of a query; each is read by the encoder
_SAYS_NOTHING = frozenset(("", "a", "an"))  # put in the place of others, but never looked for
_SPACES = re.compile(r"\s+")


class Contrasts:
    """Sets of alternatives, looked for in queries. Immutable."""

    def __init__(self, sets: Sets) -> None:
        """Take sets; of the wordings of an alternative the first is said in rivals."""
        self._sets = sets
        self._places: dict[str, set[tuple[int, int]]] = defaultdict(set)  # by wording
        for number, one in enumerate(sets):
            for place, wordings in enumerate(one):
                for wording in wordings:
                    if wording not in _SAYS_NOTHING:
                        self._places[wording.lower()].add((number, place))
        longest_first = sorted(self._places, key=len, reverse=True)
        self._named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")

    def rivals(self, query: str) -> tuple[str, ...]:
        """Return a query in lower case with each thing that it names exchanged, at most 100."""
        if not self._places:
            return ()
        text = query.lower()
        words: dict[str, None] = {}
        for match in self._named.finditer(text):
            meant = self._places[match.group()]
            for number in sorted({number for number, _ in meant}):
                for place, wordings in enumerate(self._sets[number]):
                    if (number, place) not in meant:
                        other = f"{text[: match.start()]}{wordings[0]}{text[match.end() :]}"
                        words[_SPACES.sub(" ", other).strip()] = None
        words.pop("", None)
        return tuple(words)[:_MOST]


@cache
def contrasts_of(sets: Sets) -> Contrasts:
    """Return the sets of an encoder, ready to be looked for."""
    return Contrasts(sets)
