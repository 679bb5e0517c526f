"""A query in another language, in English: what the rewriter made of it, kept as instructions are.

There is no telling from a few words which language they are in. So a rewriter that knows languages
is asked for every query but those whose small words are English, and says the same again where
there is nothing to translate (`models.translation` checks that).
"""

import json

from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.query_vectors import Question
from visret_desktop.engine.search.rewrite_cache import rewrite_key
from visret_desktop.errors import PackDamaged
from visret_desktop.facts.languages import is_plain_english
from visret_desktop.models.chat_settings import ChatSettings
from visret_desktop.models.interfaces import Family, Rewriter
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.prompts import TRANSLATION, prompt_text
from visret_desktop.packs.manifest import Pack
from visret_desktop.strategies import Strategy


class Translator:
    """Knows the translation of one query, or asks for it."""

    def __init__(self, library: Library, question: Question, strategy: Strategy) -> None:
        self._question = question
        self._kept = library.memory.rewrites
        self._prompt = prompt_text(TRANSLATION, library.paths)
        is_all_quoted = ", ".join(question.quoted) == question.words
        self._is_of_use = strategy.ranks_words and not (
            is_all_quoted or is_plain_english(question.words)
        )

    def known(self, pack: Pack, family: Family) -> str | None:
        """Return the translation, "" if there is none; None: nobody asked the rewriter yet.

        Things that are compared have a column each, which one translation is too little for.
        """
        if not self._is_of_use or family is Family.COMPARISON:
            return ""
        try:
            if not read_settings(pack, ChatSettings).translates:
                return ""
        except PackDamaged:
            return ""
        found = self._kept.get(self._key(pack))
        return found[0][0] if found else None

    def asked(self, rewriter: Rewriter, pack: Pack) -> str:
        """Ask the rewriter, and keep what it says; "" if it is no translation."""
        made = rewriter.translate(self._question.words, self._question.quoted)
        if made is not None:
            self._kept.put(self._key(pack), (made,))
        return made or ""

    def _key(self, pack: Pack) -> str:
        asked = json.dumps([self._question.words, self._question.quoted])
        return rewrite_key(pack, self._prompt, TRANSLATION, asked)
