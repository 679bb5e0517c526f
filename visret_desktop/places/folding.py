"""How names of places are compared: without case, accents and signs."""

import re
import unicodedata

# Letters that Unicode does not take apart.
_LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
_SIGNS = re.compile(r"[^\w]+|_")


def folded(name: str) -> str:
    """Return a name as it is compared: 'Saint-Étienne' is 'saint etienne'."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return _SIGNS.sub(" ", letters.translate(_LETTERS)).strip()
