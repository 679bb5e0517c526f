"""What kind of answer a question wants: a number, a color, yes or no, or something else.

A reader may be good at one kind and poor at another, so each kind is proved by itself.
"""

import re
import unicodedata
from typing import Literal

Kind = Literal["count", "color", "yes or no", "other"]
_COUNT = re.compile(
    r"\bhow (?:many|much(?! (?:is|are|do|does|did)\b))\b|\bnumber of\b|\bcount\b"
    r"|\bwie ?viele?\b|\banzahl\b|\bcombien\b|\bcu[aá]nt[oa]s\b|\bquant[ie]\b|\bhoeveel\b"
)
_COLOR = re.compile(
    r"\bcolou?r(?:s|es|ed|ation)?\b|\bfarb(?:e|en|ig)\b|\bcouleurs?\b|\bcolor[ei]\b|\bkleur(?:en)?\b"
)
_OR = re.compile(r"\b(?:or|oder|ou|o)\b")
_OR_IN_DUTCH = re.compile(r"\w+ (?:het|de|dit|dat|deze|die|er|een|hij|zij|ze)\b.*\bof\b")
_YES_OR_NO = re.compile(
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should"
    r"|ist|sind|war|waren|hat|haben|gibt|kann|sieht|est-ce|y a-t-il|a-t-il|es|son|hay|tiene|tienen"
    r"|è|sono|c'è|ci sono|ha|hanno|zijn|heeft|hebben|kan)\b"
)


def kind_of(question: str) -> Kind:
    """Return what kind of answer a question wants; it may be in any of the six languages."""
    text = unicodedata.normalize("NFKC", question).casefold().replace("’", "'").strip(" ¿\"'")
    if _COUNT.search(text):
        return "count"
    if _YES_OR_NO.match(text) and not _OR.search(text) and not _OR_IN_DUTCH.match(text):
        return "yes or no"
    return "color" if _COLOR.search(text) else "other"
