"""What other parts of the program say in English, in the window's language.

The engine, the catalog and the settings say sentences that name paths, numbers and reasons. Which
ones there are is in `resources/languages/sentences.json`, made by `docs/make_languages.py`: there
a sentence has `{0}` and so on in place of what differs. A sentence is known again by that form, so
that one also reads well that was kept in the catalog years ago. What has no known form stays
English.
"""

import json
import re
from dataclasses import replace
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from visret_desktop.assets import bundled
from visret_desktop.sentences import Sentence, Value, parsed

if TYPE_CHECKING:
    from visret_desktop.engine.messages import Message

CONTEXT = "Sentences"
_FEWEST_LETTERS = 5  # of a form; with fewer it would be found in much that it is not
_LONGEST = 10_000  # characters; nothing of ours is as long
_DEEPEST = 4  # sentences in one another
_ENDS = re.compile(r"(?<=[.!?…])\s+(?=[A-Z“])")
_NUMBERS = re.compile(r"(\d+(?:, \d+)*) and (\d+)")  # of photos
_AMOUNT = re.compile(r"\d{1,3}(?:,\d{3})*(?:\.\d+)?(?: (?:s|min|h|MB|GB))?")


def in_words(said: object, depth: int = 0) -> str:
    """Return a sentence, an error's or a few of them, in the window's language."""
    said = getattr(said, "message", said)
    if isinstance(said, Sentence):
        form = _translated(said.form) if _letters(_literals(said.form)) else said.form
        return "".join(
            literal + (_shown(said.values[name], spec, depth) if name is not None else "")
            for literal, name, spec in parsed(form)
        )
    text = str(said)
    if not text or len(text) > _LONGEST or depth > _DEEPEST:
        return text
    found = _known(text, depth)
    if found is None:
        parts = _ENDS.split(text)
        if len(parts) == 1:
            return text
        found = " ".join(in_words(part, depth + 1) for part in parts)
    return found


def message_in_words(message: "Message") -> "Message":
    """Return a message of the engine with its sentences in the window's language."""
    said = {name: value for name, value in vars(message).items() if isinstance(value, Sentence)}
    changed = {name: new for name, text in said.items() if (new := in_words(text)) != text}
    return replace(message, **changed) if changed else message


def forms() -> list[str]:
    """Return all sentences, with `{0}` and so on in place of what differs."""
    listed: list[str] = json.loads(bundled("languages", "sentences.json").read_text("utf-8"))
    return listed


def _known(text: str, depth: int) -> str | None:
    plain, patterns = _table()
    if text in plain and (depth == 0 or " " in text):  # one word may be a name, or an answer
        return _translated(text)
    if match := _NUMBERS.fullmatch(text):
        return _filled(_translated("{0} and {1}"), {"_0": match[1], "_1": match[2]})
    for form, pattern in patterns:
        if match := pattern.fullmatch(text):
            values = {name: _value(value, depth) for name, value in match.groupdict().items()}
            return _filled(_translated(form), values)
    return None


def _shown(value: Value, spec: str, depth: int) -> str:
    """Return what is filled in: a number as one writes it, a sentence, or a name."""
    if isinstance(value, str):
        return in_words(value, depth) if isinstance(value, Sentence) else _value(value, depth)
    return _with_signs(format(value, spec))


def _value(text: str, depth: int) -> str:
    """Return what is filled in: an amount as one writes it, a sentence or a reason, or a name."""
    if _AMOUNT.fullmatch(text):
        return _with_signs(text)
    return in_words(text, depth + 1)


def _with_signs(number: str) -> str:
    signs = {",": QLocale().groupSeparator(), ".": QLocale().decimalPoint()}
    return number.translate(str.maketrans(signs))


def _translated(form: str) -> str:
    return QCoreApplication.translate(CONTEXT, form)


def _filled(form: str, values: dict[str, str]) -> str:
    parts = Formatter().parse(form)
    return "".join(
        literal + (values.get(f"_{field}", "") if field is not None else "")
        for literal, field, _, _ in parts
    )


@cache
def _table() -> tuple[frozenset[str], list[tuple[str, re.Pattern[str]]]]:
    """Return sentences in which nothing differs, and patterns of the others, the longest first."""
    listed = forms()
    plain = frozenset(form for form in listed if "{" not in form)
    others = {form: _literals(form) for form in listed if form not in plain}
    longest_first = sorted(filter(is_form, others), key=lambda form: -len(others[form]))
    return plain, [(form, _pattern(form)) for form in longest_first]


def is_form(text: str) -> bool:
    """Return whether enough of a text is always the same for it to be known again."""
    return _letters(_literals(text)) >= _FEWEST_LETTERS


def _literals(form: str) -> str:
    return "".join(literal for literal, _, _, _ in Formatter().parse(form))


def _letters(text: str) -> int:
    return sum(letter.isalpha() for letter in text)


def _pattern(form: str) -> re.Pattern[str]:
    seen: set[str] = set()
    parts = []
    for literal, field, _, _ in Formatter().parse(form):
        parts.append(re.escape(literal))
        if field is not None:
            parts.append(f"(?P=_{field})" if field in seen else f"(?P<_{field}>.+?)")
            seen.add(field)
    return re.compile("".join(parts), re.DOTALL)
