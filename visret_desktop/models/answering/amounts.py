"""How many an answer says: exactly, at least, at most, or vaguely ("several").

`Amount` is an interval, so that "several" and "5" agree and "5" and "7" do not.
"""

import math
import re
from dataclasses import dataclass
from functools import partial

_ENGLISH = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen twenty
"""
_OTHER_LANGUAGES = (
    "null ein zwei drei vier fünf sechs sieben acht neun zehn",
    "zéro un deux trois quatre cinq six sept huit neuf dix",
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez",
    "zero uno due tre quattro cinque sei sette otto nove dieci",
    "nul een twee drie vier vijf zes zeven acht negen tien",
)
# Words of one language that mean something else in English are left out.
_AMBIGUOUS = frozenset(("un", "uno", "ein", "een", "six", "due", "sei", "sept", "dix"))
_NUMERALS = {
    word: number
    for words in (*_OTHER_LANGUAGES, _ENGLISH)
    for number, word in enumerate(words.split())
}
DIGITS = {
    word: str(number)
    for words in (*_OTHER_LANGUAGES, _ENGLISH)
    for number, word in enumerate(words.split())
    if words is _ENGLISH or word not in _AMBIGUOUS
}
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety hundred"
DIGITS |= {word: str(10 * number) for number, word in enumerate(_TENS.split(), 2)}
_COLLECTIVE = {"none": 0, "single": 1, "pair": 2, "couple": 2, "both": 2, "trio": 3, "dozen": 12}
_COLLECTIVE |= {"duo": 2, "twins": 2, "triplets": 3, "quartet": 4}
_VAGUE = {
    "few": (3, 8),
    "several": (3, math.inf),
    "many": (4, math.inf),
    "lots": (4, math.inf),
    "numerous": (5, math.inf),
    "dozens": (20, math.inf),
    "multiple": (2, math.inf),
}
_NOUN_OF_ONE = re.compile(r"\ba(?:n)? (?!few|couple|pair|dozen|trio|lot|group|flock|herd)\w+")
_WORD = re.compile(r"\w+")
_DECIMAL = re.compile(r"\d{1,6}\.\d{1,2}")
_NUMBER_OR_WORD = re.compile(rf"(?<![\w.]){_DECIMAL.pattern}(?!\.?\d)|\w+")
_BETWEEN_HALF_AND_WHOLE = ("a", "an", "the", "of", "those", "these")
_AT_LEAST = re.compile(r"\b(?:at least|no fewer than|no less than)\b")
_MORE_THAN = re.compile(r"\b(?:more than|over)\b")
_AT_MOST = re.compile(r"\b(?:at most|up to|no more than)\b")
_FEWER_THAN = re.compile(r"\b(?:fewer than|less than|under)\b")
_NO_THING = re.compile(r"\b(?:no|not any|there (?:are|is) not)\b")
_ROUND_NUMBERS = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
_DOZENS = {**_ROUND_NUMBERS, "dozen": 12}
_VAGUE_ROUND = re.compile(
    rf"\b(?:(?:several|many|few) ({'|'.join(_DOZENS)})|({'|'.join(_ROUND_NUMBERS)})s)\b"
)
_COUPLE_OF_ROUND = re.compile(rf"\bcouple (?:of )?({'|'.join(_DOZENS)})\b")
_ANY_NUMERAL = "|".join(_NUMERALS)
# What other languages say of halves and dozens, in English.
_ABROAD = tuple(
    (re.compile(pattern), english)
    for pattern, english in (
        (r"\b(?:anderthalb|eineinhalb|anderhalve?)\b", "1.5"),
        (rf"\b({_ANY_NUMERAL})(?:einhalb|[eë]n(?:een)?half)\b", r"\1 and a half"),
        (
            r"\b(?:und|et|y|e|en) (?:(?:ein|een|un) )?(?:halb|half|demie?|medi[oa]|mezz[oa])\b",
            "and a half",
        ),
        (
            r"\b(?:halbes |half |demi-|media |mezza )"
            r"(?:dutzend|douzaine|docena|dozzina|dozijn)\b",
            "half a dozen",
        ),
        (r"\b(?:dutzend|douzaines?|docenas?|dozzin[ae]|dozijn)\b", "dozen"),
    )
)
# Numbers that other languages say in several words are not read: none is better than a part.
_UNREAD = re.compile(
    rf"\b(?:{_ANY_NUMERAL}|\d+) (?:tausend|mille|mila|duizend|hundert|cento|honderd|millionen"
    r"|millones|milioni|miljoen)\b"
    r"|\b(?:deux|trois|quatre|cinq|sept|huit|neuf) cents?\b"
    r"|\b(?:dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez) mil\b"
    r"|\b(?:dix|vingt|trente|quarante|cinquante|soixante|quatre)-\w"
    r"|\b(?:treinta|cuarenta|cincuenta|sesenta|setenta|ochenta|noventa) y \w"
)
_HALF_SIGN = re.compile(r"(\d+?) ?1⁄2(?!\d)")  # "2½", as plain texts have it
_ONE_AND_A_HALF = re.compile(rf"\b(?:a|one) ({'|'.join(_DOZENS)}) and a half\b")
_AND_A_HALF = re.compile(rf"\b(\d{{1,3}}|{_ANY_NUMERAL}) and (?:a|one) half\b(?!-)")
_HALF_A_ROUND = re.compile(rf"\bhalf an? ({'|'.join(_ROUND_NUMBERS)})\b")
_PLUS_ONE = re.compile(
    rf"\bplus (?:a|an|another) (?!(?:\d+|{_ANY_NUMERAL})\b)"
)  # "eight plus a cox"
_WITH_YOUNG = re.compile(r"\b(adults?|parents?|mother|father|female|male|hen) with ")
_JOINED = re.compile(r"\b(?:and|plus)\b|,|&")
_WHOLE = re.compile(
    r"\b(?:so|making|altogether|total of|in total|that is) \w+|\w+ (?:in total|in all|altogether)"
)
_PRONOUN = re.compile(r"(?<=[a-z] )one\b(?=\W|\Z)(?! \w)")
_IN_GROUPS = re.compile(r"\b(?:each|every|per|of (?:them|which|these)|the other)\b")
_MORNING = r"a\.? ?m\b|in the morning"
_EVENING = r"p\.? ?m\b|in the (?:afternoon|evening)|at night"
_CLOCK = re.compile(
    rf"\b(\d{{1,2}})[:.h](\d\d)\b|\b(\w+) (?:o'clock|{_MORNING}|{_EVENING})"
    rf"|\b(\d{{1,2}})(?:{_MORNING}|{_EVENING})"
)
_HOURS_OF_HALF = 12  # hours
_HALF_OF_DAY = re.compile(rf"(?<![^\W\d_])(?<!\bi )(?:(?P<am>{_MORNING})|(?P<pm>{_EVENING}))")
_CLOCK_WORDS = re.compile(r"\b(twenty[ -]|)(\w+)(?: minutes?)? (past|after|to|before) (\w+)")
_PARTS_OF_HOUR = {"quarter": 15, "half": 30}
_UNITS = "one|two|three|four|five|six|seven|eight|nine"
_ROUND = "|".join(_TENS.split()[:-1])
_TENS_AND_UNITS = re.compile(rf"\b({_ROUND})[ -]({_UNITS})\b")
_SMALL = rf"{'|'.join(_ENGLISH.split()[1:])}|{_ROUND}"
_COUNTED = {  # "two hundred and five", "a hundred thousand": hundreds come first
    name: re.compile(
        rf"\b(?:(\d{{1,3}}(?:[.,]\d{{1,2}})?|a|{_SMALL}) )?{name}\b"
        rf"(?:(?: and)? (\d{{1,{len(str(each)) - 1}}}|{_SMALL})\b)?"
    )
    for name, each in _ROUND_NUMBERS.items()
}
_BY_THE_DOZEN = re.compile(r"\b(?<!half )(?:a|one|1) (?:(pair|couple|trio) of|(dozen)(?: of)?)\b")
_NUMBER = rf"(?:\d+|{_SMALL})"
_RANGE = re.compile(rf"\b{_NUMBER}(?: ?[-–] ?| or (?:maybe |perhaps )?| to ){_NUMBER}\b")
_THOUSANDS = re.compile(r"(?<=\d)[,.'](?=\d{3}\b)")


@dataclass(frozen=True)
class Amount:
    """From `low` to `high`, both within."""

    low: float
    high: float

    def overlaps(self, other: "Amount") -> bool:
        """Tell whether both can be true of one number."""
        return self.low <= other.high and other.low <= self.high

    def holds(self, other: "Amount") -> bool:
        """Tell whether each number of another amount is one of this amount."""
        return self.low <= other.low and other.high <= self.high

    @property
    def text(self) -> str:
        """One word for an amount; equal amounts have equal words."""
        return f"{self.low:g}" if self.low == self.high else f"{self.low:g}-{self.high:g}"


def in_digits(text: str) -> str:
    """Return a plain text with English numbers of several words in digits: "twenty-one", "21".

    Halves are read in other languages, too: "anderthalb" is "1.5".
    """
    for pattern, english in _ABROAD:
        text = pattern.sub(english, text)
    text = _TENS_AND_UNITS.sub(lambda both: str(_value(both[1]) + _value(both[2])), text)
    text = _ONE_AND_A_HALF.sub(r"1.5 \1", _HALF_SIGN.sub(r"\1.5", text))
    text = _AND_A_HALF.sub(lambda half: f"{_NUMERALS.get(half[1], half[1])}.5", text)
    text = _HALF_A_ROUND.sub(r"0.5 \1", text)
    for name, each in _ROUND_NUMBERS.items():
        text = _COUNTED[name].sub(partial(_in_one, each), text)
    return _BY_THE_DOZEN.sub(lambda one: str(_COLLECTIVE[one[1] or one[2]]), text)


def _in_one(each: int, match: re.Match[str]) -> str:
    return f"{_value(match[1] or 'a') * each + _value(match[2] or 'zero'):.0f}"


def _value(word: str) -> float:
    number = 1.0 if word == "a" else float(DIGITS.get(word, word).replace(",", "."))
    return int(number) if number.is_integer() else number


def amount_in(answer: str) -> Amount | None:
    """Return how many an answer says (lower case); None: it says no number.

    "three or four" and "3 to 5" are from one to the other. Numbers that are joined are added, "one
    adult and two chicks", unless the whole is said first, "three birds, one adult and two chicks".
    """
    if match := _COUPLE_OF_ROUND.search(answer):
        return Amount(2 * _DOZENS[match[1]], 3 * _DOZENS[match[1]])
    if match := _VAGUE_ROUND.search(answer):
        return Amount(2 * _DOZENS[match[1] or match[2]], math.inf)
    if _UNREAD.search(answer):
        return None
    answer = in_digits(_THOUSANDS.sub("", answer))
    answer = _PLUS_ONE.sub("and 1 ", _WITH_YOUNG.sub(r"\1 and ", answer))
    exact = _numbers(_PRONOUN.sub("", answer)) or _numbers(answer)
    if not exact:
        return _vague(answer)
    match = _RANGE.search(answer)
    if match and (ends := _numbers(match[0])) and ends[0] < ends[-1]:
        return Amount(ends[0], ends[-1])
    number, parts = exact[0], exact[1:]
    if whole := _WHOLE.search(answer):
        number = (_numbers(whole[0]) or exact)[0]
    elif _JOINED.search(answer) and not _IN_GROUPS.search(answer):
        is_whole_first = len(parts) > 1 and sum(parts) == number
        number = number if is_whole_first else sum(exact)
    if _AT_LEAST.search(answer):
        return Amount(number, math.inf)
    if _MORE_THAN.search(answer):
        return Amount(math.floor(number) + 1, math.inf)
    if _AT_MOST.search(answer):
        return Amount(0, number)
    if _FEWER_THAN.search(answer):
        return Amount(0, math.ceil(number) - 1)
    return Amount(number, number)


def clock_time(answer: str) -> str:
    """Return a time as hours of half a day and minutes, "8:45" of "quarter to nine"; "": none."""
    match, in_words = _CLOCK.search(answer), _CLOCK_WORDS.search(answer)
    if match and (match[1] or not in_words):
        hour, minute = _exact(match[1] or match[3] or match[4]), int(match[2] or 0)
    elif match := in_words:
        hour, minutes = _exact(match[4]), _PARTS_OF_HOUR.get(match[2], _exact(match[2]))
        if hour is None or minutes is None:
            return ""
        minutes += 20 if match[1] else 0
        is_after = match[3] in ("past", "after")
        hour, minute = (hour, minutes) if is_after else (hour - 1, 60 - minutes)
    else:
        return ""
    return "" if hour is None else f"{hour % _HOURS_OF_HALF}:{minute:02}"


def half_of_day(answer: str) -> str:
    """Return "am" or "pm" where a time says which; "": it does not, as "9:00"."""
    if match := _HALF_OF_DAY.search(answer):
        return match.lastgroup or ""
    match = _CLOCK.search(answer)
    return "pm" if match and match[1] and int(match[1]) > _HOURS_OF_HALF else ""


def _numbers(answer: str) -> list[float]:
    """Return the numbers in the order of the text; "two pairs" and "half a dozen" are one each."""
    numbers: list[float] = []
    factor: float = 1
    for word in _NUMBER_OR_WORD.findall(answer):
        number = float(word) if _DECIMAL.fullmatch(word) else _exact(word)
        if word.rstrip("s") in ("pair", "couple", "dozen") and numbers and factor:
            numbers[-1] *= _COLLECTIVE[word.rstrip("s")]
        elif word == "half":
            factor = 0.5
        elif number is not None:
            numbers.append(number * factor)
            factor = 1
        elif word not in _BETWEEN_HALF_AND_WHOLE:
            factor = 1
    return numbers


def _exact(word: str) -> int | None:
    digits = DIGITS.get(word, word)
    return int(digits) if digits.isdecimal() and len(digits) < 10 else _COLLECTIVE.get(word)


def _vague(answer: str) -> Amount | None:
    words = _WORD.findall(answer)
    for word in words:
        if word in _VAGUE:
            return Amount(*_VAGUE[word])
    if _NO_THING.search(answer):
        return Amount(0, 0)
    return Amount(1, 1) if _NOUN_OF_ONE.search(answer) else None
