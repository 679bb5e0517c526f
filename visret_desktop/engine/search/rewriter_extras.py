"""What the rewriter gives beside the instruction: a translation, and a detailed description.

Both are one line of text, kept as instructions are.

There is no telling from a few words which language they are in. So a rewriter that knows languages
is asked for every query but those whose small words are English, and says the same again where
there is nothing to translate (`models.translation` checks that).

The detailed description names appearance, posture and surroundings (VisRet, figure 5). A setting
asks for it. It never stands in for the instruction: photos get a rank by it, in a list of its own,
which has no part in the order of the photos, as nothing measured says that it helps.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

from visret_desktop.engine.caches.search_caches import RewriteCache, rewrite_key
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.query_vectors import SplitQuery
from visret_desktop.errors import PackDamaged
from visret_desktop.facts.languages import is_plain_english
from visret_desktop.models.interfaces import Family, Rewriter
from visret_desktop.models.pack_settings import ChatSettings, read_settings
from visret_desktop.models.rewriting.prompts import DESCRIBED, TRANSLATION, asked_with, prompt_text
from visret_desktop.packs.manifest import Pack
from visret_desktop.strategies import Strategy


@dataclass(frozen=True, slots=True)
class RewriterExtra:
    """Knows one extra line for one query, or asks the rewriter for it.

    Attributes:
        kind: the name of the prompt, for the key of the cache.
        prompt: its whole text, for the same.
        query: the parts of the query that the rewriter is given.
        serves: whether queries of this family have such a line.
        gives: whether a rewriter with these settings gives such a line.
        ask: asks the rewriter; None if its answer is no such line.
        cache: the lines that were made before.
    """

    kind: str
    prompt: str
    query: tuple[object, ...]
    serves: Callable[[Family], bool]
    gives: Callable[[ChatSettings], bool]
    ask: Callable[[Rewriter], str | None]
    cache: RewriteCache

    def known(self, pack: Pack, family: Family) -> str | None:
        """Return the line, "" if there is none; None: the rewriter was not asked yet."""
        if not self.serves(family):
            return ""
        try:
            if not self.gives(read_settings(pack, ChatSettings)):
                return ""
        except PackDamaged:
            return ""
        kept = self.cache.get(self._key(pack))
        return kept[0][0] if kept else None

    def made(self, rewriter: Rewriter, pack: Pack) -> str:
        """Ask the rewriter, and keep its line; "" if it gives none."""
        line = self.ask(rewriter)
        if line is not None:
            self.cache.put(self._key(pack), (line,))
        return line or ""

    def _key(self, pack: Pack) -> str:
        return rewrite_key(pack, self.prompt, self.kind, json.dumps(self.query))


def translation(library: Library, split_query: SplitQuery, strategy: Strategy) -> RewriterExtra:
    """Return the extra that is the query in English.

    Things that are compared have a column each, which one translation is too little for.
    """
    is_all_quoted = ", ".join(split_query.quoted) == split_query.words
    is_of_use = strategy.ranks_words and not (is_all_quoted or is_plain_english(split_query.words))
    return RewriterExtra(
        TRANSLATION,
        prompt_text(TRANSLATION, library.paths),
        (split_query.words, split_query.quoted),
        lambda family: is_of_use and family is not Family.COMPARISON,
        lambda settings: settings.translates,
        lambda rewriter: rewriter.translate(split_query.words, split_query.quoted),
        library.caches.rewrites,
    )


def details(library: Library, split_query: SplitQuery) -> RewriterExtra:
    """Return the extra that is a detailed description of what a query describes.

    Questions have none: more of how something looks would answer them.
    """
    is_wanted = library.settings.add_details
    return RewriterExtra(
        DESCRIBED,
        asked_with(DESCRIBED, library.paths),
        (split_query.words, split_query.excluded),
        lambda family: is_wanted and family is Family.DESCRIPTION,
        lambda settings: settings.describes,
        lambda rewriter: rewriter.describe(split_query.words, split_query.excluded),
        library.caches.rewrites,
    )
