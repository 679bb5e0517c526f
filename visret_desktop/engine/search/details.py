"""What a query describes, in more detail: appearance, posture and surroundings (VisRet, figure 5).

The rewriter is asked for it beside the instruction if a setting says so, and what it says is kept
as instructions are. It never stands in for the instruction: photos get a rank by it, in a list of
its own, which has no part in the order of the photos, as nothing measured says that it helps.
"""

import json

from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.query_vectors import Question
from visret_desktop.engine.search.rewrite_cache import rewrite_key
from visret_desktop.errors import PackDamaged
from visret_desktop.models.chat_settings import ChatSettings
from visret_desktop.models.interfaces import Family, Rewriter
from visret_desktop.models.pack_settings import read_settings
from visret_desktop.models.prompts import DESCRIBED, asked_with
from visret_desktop.packs.manifest import Pack


class Details:
    """Knows the detailed description of one query, or asks for it."""

    def __init__(self, library: Library, question: Question) -> None:
        self._question = question
        self._kept = library.memory.rewrites
        self._prompt = asked_with(DESCRIBED, library.paths)
        self._is_wanted = library.settings.add_details

    def known(self, pack: Pack, family: Family) -> str | None:
        """Return the description, "" if there is none; None: nobody asked the rewriter yet.

        Questions have none: more of how something looks would answer them.
        """
        if not self._is_wanted or family is not Family.DESCRIPTION:
            return ""
        try:
            if not read_settings(pack, ChatSettings).describes:
                return ""
        except PackDamaged:
            return ""
        found = self._kept.get(self._key(pack))
        return found[0][0] if found else None

    def asked(self, rewriter: Rewriter, pack: Pack) -> str:
        """Ask the rewriter, and keep what it says; "" if that is no description."""
        made = rewriter.describe(self._question.words, self._question.unwanted)
        if made is not None:
            self._kept.put(self._key(pack), (made,))
        return made or ""

    def _key(self, pack: Pack) -> str:
        asked = json.dumps([self._question.words, self._question.unwanted])
        return rewrite_key(pack, self._prompt, DESCRIBED, asked)
