"""What other parts of the program say, in the window's language.

They say a `Sentence`: its form is what is translated, and then its values are filled in. Names and
paths stay as they are. A text without a form is translated as a whole where it is one of ours, such
as the purpose of a setting; what earlier versions kept in the catalog stays English otherwise.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from visret_desktop.sentences import Sentence, Value, parsed, verbatim

if TYPE_CHECKING:
    from visret_desktop.engine.messages import Message

CONTEXT = "Sentences"
_ANYTHING = verbatim("").form  # of words that are not ours


def translated(text: object) -> str:
    """Return a sentence, or that of an error, in the window's language."""
    known = verbatim(text)
    if known.form == _ANYTHING:
        return _in_language(str(known))
    form = _in_language(known.form)
    return "".join(
        literal + ("" if name is None else _shown(known.values[name], spec))
        for literal, name, spec in parsed(form)
    )


def _in_language(text: str) -> str:
    return QCoreApplication.translate(CONTEXT, text) if text else ""


def message_in_words(message: "Message") -> "Message":
    """Return a message of the engine with its sentences in the window's language."""
    sentences = {
        name: value for name, value in vars(message).items() if isinstance(value, Sentence)
    }
    changed = {name: new for name, text in sentences.items() if (new := translated(text)) != text}
    return replace(message, **changed) if changed else message


def _shown(value: Value, spec: str) -> str:
    """Return what is filled in: a sentence, a name, or a number as one writes it."""
    if isinstance(value, Sentence):
        return translated(value)
    if isinstance(value, str):
        return value
    locale = QLocale()
    signs = {ord(","): locale.groupSeparator(), ord("."): locale.decimalPoint()}
    return format(value, spec).translate(signs)
