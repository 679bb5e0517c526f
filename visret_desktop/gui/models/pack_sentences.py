"""What the window says when work on packs fails: what happened, and what to do in the window.

The sentences of `packs.errors` say what to type; a window has buttons.
"""

import re
from html import escape

from PySide6.QtCore import QCoreApplication

from visret_desktop.errors import VisretError

_ADDRESS = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:)]")
_CONTEXT = "PackSentences"
_LOGIN_HELPS = ("repository-gated", "repository-forbidden", "repository-missing", "token-refused")


def sentence_of(error: Exception) -> str:
    """Return the sentence for an error."""
    told = _sentences().get(getattr(error, "code", "")) if isinstance(error, VisretError) else None
    return told.format(**error.parameters) if told else str(error)


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
    tr = QCoreApplication.translate
    return {
        "hub-unreachable": tr(
            _CONTEXT,
            "{endpoint} cannot be reached ({reason}). Check the connection and try again: what"
            " was fetched so far is kept. Without a network, add the model from a folder or a"
            " stick.",
        ),
        "hub-offline": tr(
            _CONTEXT,
            "HF_HUB_OFFLINE is set on this computer, so nothing is fetched. Start the program"
            " without it, or add the model from a folder or a stick.",
        ),
        "repository-missing": tr(
            _CONTEXT,
            "{endpoint} has no {what}. Check the spelling; if it is private, log in first.",
        ),
        "repository-gated": tr(
            _CONTEXT,
            "{repo} is given only to people who accepted its license. Open {url} and accept it"
            " there; then log in here and try again.",
        ),
        "token-refused": tr(
            _CONTEXT,
            "{endpoint} does not accept your token any more. Log in with a new one and try again.",
        ),
        "disk-full": tr(
            _CONTEXT,
            "{folder} has {free} free, which is not enough for {needed}. Make room and try"
            " again: what was fetched so far is kept.",
        ),
        "file-too-large": tr(
            _CONTEXT,
            "{folder} takes no files as large as those of {what}; drives formatted as FAT32 take"
            " up to 4 GB. Keep the library on another drive.",
        ),
        "pack-refused": tr(_CONTEXT, "{name} is not taken in: {reason}. Choose another model."),
        "pack-name-taken": tr(
            _CONTEXT,
            "There is another model {name} in {folder}; nothing was changed. Choose another name,"
            " or remove that one first.",
        ),
        "pack-not-offered": tr(
            _CONTEXT,
            "{name} is the name of a model on offer, and this is another one. Add it alone, under"
            " a name of its own.",
        ),
        "pack-lies-in-it": tr(
            _CONTEXT,
            "{source} and {target} lie one in the other, so no model can be made of the one in"
            " the other; nothing was changed. Choose another name.",
        ),
        "pack-unknown": tr(
            _CONTEXT,
            "There is no model {name}. Write open_clip:NAME/TAG, hf:OWNER/REPOSITORY, a link to"
            " the model's page, or choose a file.",
        ),
        "pack-damaged": tr(
            _CONTEXT,
            "The model {name} is damaged ({reason}). Press Repair, or remove it and add it again.",
        ),
        "links-impossible": tr(
            _CONTEXT,
            "{path} cannot be used from where it is ({reason}). Add it with “Add another …” to"
            " copy it.",
        ),
    }
