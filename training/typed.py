"""Texts as somebody types them: with capitals or without, in other spellings, with slips."""

from random import Random

from visret_desktop.fieldbook.world import SPECIES


def typed(text: str, stream: Random) -> str:
    """Return the text with capitals, in other spellings, without question marks, with slips."""
    if stream.random() < 0.5:
        text = text[0].upper() + text[1:]
    if stream.random() < 0.35:
        text = text.replace("colour", "color")
    if stream.random() < 0.25:
        text = text.rstrip("?")
    if stream.random() < 0.12:
        for name in SPECIES:
            text = text.replace(name, name.title())
    if stream.random() < 0.08 and len(text) > 12:
        text = _slip(text, stream)
    return text


def _slip(text: str, stream: Random) -> str:
    """Swap two letters or leave one out."""
    place = stream.randrange(6, len(text) - 1)
    swapped = text[place + 1] + text[place] if stream.random() < 0.5 else ""
    return text[:place] + swapped + text[place + (2 if swapped else 1) :]
