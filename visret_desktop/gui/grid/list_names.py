"""The lists that a ranking is made of, in plain words."""

import re

from PySide6.QtCore import QCoreApplication

from visret_desktop.gui.languages.figures import count

SECOND = "@"  # between a list and the name of the second encoder, if it is of that
_SKETCH = re.compile("[A-Z]{1,2}")
_NAMED = (
    *("text", "instruction", "photo", "text and photo"),
    *("subject", "inscription", "translation", "details", "folder"),
)


def list_words(name: str) -> str:
    """Return what a list ranks by: 'text', 'instruction', 'sketch A', 'text, bioclip-2'."""
    name, _, encoder = name.partition(SECOND)
    return ", ".join(part for part in (_words(name), encoder) if part)


def _words(name: str) -> str:
    if name in _NAMED:
        words = {
            "text": QCoreApplication.translate("lists", "text"),
            "instruction": QCoreApplication.translate("lists", "instruction"),
            "photo": QCoreApplication.translate("lists", "photo"),
            "text and photo": QCoreApplication.translate("lists", "text and photo"),
            "translation": QCoreApplication.translate("lists", "the words in English"),
            "subject": QCoreApplication.translate("lists", "the thing alone"),
            "details": QCoreApplication.translate("lists", "the added details (not counted)"),
            "folder": QCoreApplication.translate("lists", "the name of its folder"),
            "inscription": QCoreApplication.translate("lists", "words in the picture"),
        }
        return words[name]
    if not _SKETCH.fullmatch(name):  # a part of a formula
        return QCoreApplication.translate("lists", "“{0}”").format(name)
    return QCoreApplication.translate("lists", "sketch {0}").format(name)


def by_list(name: str) -> str:
    """Return 'by text' or 'by sketch A'."""
    return QCoreApplication.translate("lists", "by {0}").format(list_words(name))


def place_in_list(name: str, rank: int) -> str:
    """Return '2nd by sketch A'."""
    return QCoreApplication.translate("lists", "{0} by {1}").format(ordinal(rank), list_words(name))


def ordinal(rank: int) -> str:
    """Return '2nd' or '14th'; languages with one form translate all four alike."""
    forms = {
        1: QCoreApplication.translate("lists", "{0}st"),
        2: QCoreApplication.translate("lists", "{0}nd"),
        3: QCoreApplication.translate("lists", "{0}rd"),
    }
    usual = QCoreApplication.translate("lists", "{0}th")
    is_teen = rank % 100 in (11, 12, 13)
    form = usual if is_teen else forms.get(rank % 10, usual)
    return form.format(count(rank))
