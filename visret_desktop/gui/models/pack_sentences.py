"""What the window says when work on packs fails: what happened, and what to do in the window.

The sentences of `packs.errors` say what to type; a window has buttons.
"""

import re
from html import escape

from PySide6.QtCore import QCoreApplication

from visret_desktop.errors import VisretError
from visret_desktop.gui.languages.sentences import translated

_ADDRESS = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:)]")
_LOGIN_HELPS = ("repository-gated", "repository-forbidden", "repository-missing", "token-refused")


def sentence_of(error: Exception) -> str:
    """Return the sentence for an error."""
    told = _sentences().get(error.code) if isinstance(error, VisretError) else None
    if told is None or not isinstance(error, VisretError):
        return translated(error)
    return told.format(**{name: translated(one) for name, one in error.parameters.items()})


def login_helps(error: Exception | None) -> bool:
    """Return whether logging in, perhaps with another token, may help."""
    return getattr(error, "code", "") in _LOGIN_HELPS


def with_links(sentence: str) -> str:
    """Return a sentence as rich text in which addresses can be clicked."""
    return _ADDRESS.sub(lambda found: f'<a href="{found[0]}">{found[0]}</a>', escape(sentence))


def linked(name: str, address: str) -> str:
    """Return a name as rich text, as a link where `address` is one that a browser opens."""
    is_link = address.startswith(("https://", "http://"))
    return f'<a href="{escape(address)}">{escape(name)}</a>' if is_link else escape(name)


def _sentences() -> dict[str, str]:
    translate = QCoreApplication.translate
    return {
        "hub-unreachable": translate(
            "PackSentences",
            "{endpoint} cannot be reached ({reason}). Check the connection and try again: what"
            " was fetched so far is kept. Without a network, add the model from a folder or a"
            " stick.",
        ),
        "hub-offline": translate(
            "PackSentences",
            "HF_HUB_OFFLINE is set on this computer, so nothing is fetched. Start the program"
            " without it, or add the model from a folder or a stick.",
        ),
        "repository-missing": translate(
            "PackSentences",
            "{endpoint} has no {what}. Check the spelling; if it is private, log in first.",
        ),
        "repository-gated": translate(
            "PackSentences",
            "{repo} is given only to people who accepted its license. Open {url} and accept it"
            " there; then log in here and try again.",
        ),
        "token-refused": translate(
            "PackSentences",
            "{endpoint} does not accept your token any more. Log in with a new one and try again.",
        ),
        "disk-full": translate(
            "PackSentences",
            "{folder} has {free} free, which is not enough for {needed}. Make room and try"
            " again: what was fetched so far is kept.",
        ),
        "file-too-large": translate(
            "PackSentences",
            "{folder} takes no files as large as those of {what}; drives formatted as FAT32 take"
            " up to 4 GB. Keep the library on another drive.",
        ),
        "pack-refused": translate(
            "PackSentences", "{name} is not taken in: {reason}. Choose another model."
        ),
        "pack-name-taken": translate(
            "PackSentences",
            "There is another model {name} in {folder}; nothing was changed. Choose another name,"
            " or remove that one first.",
        ),
        "pack-not-offered": translate(
            "PackSentences",
            "{name} is the name of a model on offer, and this is another one. Add it alone, under"
            " a name of its own.",
        ),
        "pack-lies-in-it": translate(
            "PackSentences",
            "{source} and {target} lie one in the other, so no model can be made of the one in"
            " the other; nothing was changed. Choose another name.",
        ),
        "pack-unknown": translate(
            "PackSentences",
            "There is no model {name}. Write open_clip:NAME/TAG, hf:OWNER/REPOSITORY, a link to"
            " the model's page, or choose a file.",
        ),
        "pack-damaged": translate(
            "PackSentences",
            "The model {name} is damaged ({reason}). Press Repair, or remove it and add it again.",
        ),
        "pack-unusable": translate(
            "PackSentences", "The model {name} cannot be used ({reason}). Choose another one."
        ),
        "links-impossible": translate(
            "PackSentences",
            "{path} cannot be used from where it is ({reason}). Add it with “Add another …” to"
            " copy it.",
        ),
    }
