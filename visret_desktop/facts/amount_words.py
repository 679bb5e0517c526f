"""What plain words say of amounts: 'above f/8', 'ISO 800 oder mehr', 'de 50 à 100 mm'.

A template of `[amounts]` in the wording of a language has one of `_values` as its slot. It stands
for one amount, a comparison, a span and alternatives, so that no template spells these out. Where
the group `sure` of a template matched, the amount is meant; elsewhere more has to be around it, as
beetles may be over 20 mm, too.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from visret_desktop.facts.fact import TextSpan, folded
from visret_desktop.facts.languages import Language, languages
from visret_desktop.facts.templates import Template, Templates
from visret_desktop.facts.values import number_text

_NUMBER = r"\d{1,6}(?:[.,]\d{1,3})?"
_SECONDS = "(?:s|sec|seconds?|sekunden?|secondes?|segundos?|second[io]|seconden)"
_METERS = "(?:m|meters?|metres?|metern|metros?|metri|ft|feet)"
_FOOT = 0.3048  # meters


@dataclass(frozen=True)
class _Value:
    """How an amount is written by itself, and `beside` another one, that has its unit.

    `gate` is in each text that has one. `needs` is what has to be around an amount of which a
    template is not sure; `is_alone` says whether it is meant without a comparison, None: then it
    may be meant.
    """

    text: str
    beside: str
    gate: str
    needs: str = ""
    is_alone: bool | None = True
    unit_first: bool = False


def _values(language: Language) -> dict[str, _Value]:
    stars = rf"(?:[0-5]|{'|'.join(language.words['numbers'][:5])})"
    star, aperture = (folded(language.table["amounts"][name]) for name in ("star", "f_number"))
    return {
        "aperture": _Value(
            rf"(?:f ?/ ?|{aperture} (?:f ?/ ?)?){_NUMBER}",
            rf"(?:f ?/ ?|{aperture} )?{_NUMBER}",
            f"/|{aperture}",
            unit_first=True,
        ),
        "iso": _Value(rf"iso ?{_NUMBER}", rf"(?:iso ?)?{_NUMBER}", "iso", "", None, True),
        "plain": _Value(_NUMBER, _NUMBER, "[0-9]", is_alone=None),
        "mm": _Value(rf"{_NUMBER} ?mm", rf"{_NUMBER}(?: ?mm)?", "[0-9] ?mm", "photos end", None),
        "share": _Value(rf"1/{_NUMBER}(?: ?{_SECONDS})?", rf"1/{_NUMBER}", "1/", "end", False),
        "seconds": _Value(rf"{_NUMBER} ?{_SECONDS}", _NUMBER, "[0-9] ?s", "photos end", False),
        "meters": _Value(
            rf"{_NUMBER} ?{_METERS}", rf"{_NUMBER}(?: ?{_METERS})?", "[0-9] ?[mf]", "photos", False
        ),
        "grade": _Value(rf"{stars}(?: {star})?", rf"{stars}(?: {star})?", "", is_alone=False),
        "stars": _Value(rf"{stars}(?: |-){star}", rf"{stars}(?: {star})?", star, "part"),
    }


_SIGNS = {
    "above": ">", "least": ">=", "onward": ">=", "slower": ">", "or_slower": ">=",
    "below": "<", "most": "<=", "downward": "<=", "faster": "<", "or_faster": "<=",
}  # fmt: skip
_BEFORE = ("above", "least", "below", "most", "faster", "slower")
_BEHIND = ("onward", "downward", "or_faster", "or_slower")
_OF_SPEED = {"faster", "slower", "or_faster", "or_slower"}
_AMOUNTS = ("one", "two", "first", "last", "only", "alone")
_OPPOSITE = str.maketrans("<>", "><")
_NAMES = {"aperture": "f"}
_WORD_BEFORE = re.compile(r"(\w+)\s+\Z")
_SLOT = re.compile(r"\{([a-z]+)\}")


class AmountReader:
    """Finds what one language says of amounts, in folded text."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def at(self, text: str, start: int) -> Iterator[TextSpan]:
        """Yield what may begin at a place in the text."""
        for kind, pattern in _templates(self._language.code).within(text):
            if match := pattern.match(text, start):
                field, slot = kind.split()
                yield from self._read(field, slot, match)

    def _read(self, field: str, slot: str, match: re.Match[str]) -> Iterator[TextSpan]:
        groups = {name: text for name, text in match.groupdict().items() if text is not None}
        value = _values(self._language)[slot]
        is_list = "list" in groups
        if is_list:
            written = re.split(rf",|\b(?:{self._language.compared('or')})\b", groups["list"])
        else:
            written = [groups[name] for name in _AMOUNTS if name in groups]
        amounts = [self._amount(field, text) for text in written if re.search(r"\w", text)]
        sign = next((sign for group, sign in _SIGNS.items() if group in groups), "")
        name, is_sure = _NAMES.get(field, field), "sure" in groups
        is_alone = len(amounts) == 1 and not sign
        if is_alone and not is_sure and value.is_alone is False:
            return
        certain = is_sure or not is_alone or value.is_alone is True
        before = _WORD_BEFORE.search(match.string, 0, match.start())
        if is_alone and before and before[1] in _comparing_words():
            certain = False  # of a comparison that was not read
        needs = value.needs
        if is_sure:
            needs = "end" if "end" in needs else ""
        if len(amounts) > 1:
            needs += " end"
        if len(amounts) == 1:
            texts = [f"{sign}{_written(field, amounts[0])}"]
            if field == "rating" and sign.startswith("<"):
                texts = [f"0..{_written(field, amounts[0] - (sign == '<'))}"]
        elif is_list:
            texts = [",".join(_written(field, one) for one in amounts)]
        else:
            low, high = sorted(amounts)
            texts = [f"{_written(field, low)}..{_written(field, high)}"]
        if field == "rating" and not all(0 <= one <= 5 for one in amounts):
            return
        if slot == "share" and sign and not groups.keys() & _OF_SPEED:
            # Above 1/500: a longer time, or a higher speed.
            texts, certain = [*texts, texts[0].translate(_OPPOSITE)], False
        operators = tuple(f"{name}:{text}" for text in texts)
        yield TextSpan(match.start(), match.end(), operators, certain, needs)

    def _amount(self, field: str, text: str) -> float:
        digits = re.search(rf"(1/)?({_NUMBER})", text)
        if digits is None:  # 'two'
            word = re.sub(rf"(?:\s|-){self._language.table['amounts']['star']}\Z", "", text.strip())
            return float(self._language.number_of("numbers", word) or 0)
        number = digits[2]
        if field in ("iso", "altitude") and re.search(r"[.,]\d{3}", number):
            number = re.sub(r"[.,]", "", number)  # a thousand
        amount = float(number.replace(",", "."))
        if field == "altitude" and re.search("ft|feet", text):
            amount *= _FOOT
        return 1 / amount if digits[1] and amount else amount


@cache
def _comparing_words() -> frozenset[str]:
    """Return the words that stand last before an amount that is compared, of all languages."""
    expressions = (one.compared(name) for one in languages() for name in (*_BEFORE, "between"))
    words = (re.findall(r"\w+(?=\)?\Z)", part) for one in expressions for part in one.split("|"))
    return frozenset(word[0] for word in words if word)


def _written(field: str, amount: float) -> str:
    if field == "exposure" and 0 < amount < 1:
        return f"1/{number_text(round(1 / amount, 3))}"
    return number_text(round(amount, 3))


@cache
def _templates(code: str) -> Templates:
    """Return the templates of a language, each with its field and its slot as the kind."""
    language = next(one for one in languages() if one.code == code)
    values = _values(language)
    rows = []
    for field, templates in language.table["amounts"].items():
        for template in templates if isinstance(templates, list) else ():
            (slot,) = _SLOT.findall(template)
            rows.append((f"{field} {slot}", _template(language, template, values[slot])))
    return Templates(rows)


def _template(language: Language, template: str, value: _Value) -> Template:
    gate = re.compile(value.gate)

    def compiled() -> re.Pattern[str]:
        whole = _SLOT.sub(lambda _: _any_amount(language, value), template)
        return language.template(whole).compiled

    return Template(folded(template), compiled, lambda _, text: gate.search(text) is not None)


def _any_amount(language: Language, value: _Value) -> str:
    """Return an expression for an amount, a comparison, a span or a list of them."""
    one, two = (value.text, value.beside) if value.unit_first else (value.beside, value.text)
    compared = language.compared
    before = "|".join(f"(?P<{name}>{compared(name)})" for name in _BEFORE)
    behind = "|".join(f"(?P<{name}>{compared(name)})" for name in _BEHIND)
    to, either = compared("to"), compared("or")
    return (
        rf"(?:(?:{compared('between')}) (?P<one>{one}) (?:{to}) (?P<two>{two})"
        rf"|(?:{before}) ?(?P<only>{value.text})"
        rf"|(?P<list>{one}(?:, {value.beside})* (?:{either}) {two})"
        rf"|(?P<first>{one})(?: ?- ?| (?:{to}) )(?P<last>{two})"
        rf"|(?P<alone>{value.text})(?: ?(?:{behind}))?)"
    )
