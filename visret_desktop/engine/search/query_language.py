"""Which words of a query a model here knows; without that there is no verdict on its photos."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from visret_desktop.engine.runtime import Library
from visret_desktop.errors import PackDamaged, PackMissing
from visret_desktop.facts.languages import is_foreign
from visret_desktop.models.encoders.known_words import beyond
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import reads_only_english
from visret_desktop.roles import Role


class QueryLanguage:
    """The words of one query beside the languages that the models read.

    `rewrites`: the rewriter has a part in the search, and may translate.
    """

    def __init__(self, library: Library, words: str, *, rewrites: bool) -> None:
        self._library, self._words, self._rewrites = library, words, rewrites

    @cached_property
    def is_unread(self) -> bool:
        """Whether the words are of a language that no model here reads."""
        if not is_foreign(self._words):
            return False
        packs = (*self.encoder_packs, *self._translator_pack())
        return all(reads_only_english(pack.name) for pack in packs)

    @property
    def can_judge(self) -> bool:
        """Whether a model here knows what the words mean."""
        return not self._beyond and not self.is_unread

    def beyond_sought(self, sought: str) -> Iterator[str]:
        """Yield the words that the encoder cannot know and that photos are to show.

        An instruction, as `sought`, has no "color" of a question.
        """
        for word in () if self.is_unread else self._beyond:  # the notice says enough
            if re.search(rf"\b{re.escape(word)}\b", sought, re.IGNORECASE):
                yield word

    @property
    def encoder_packs(self) -> list[Pack]:
        """The packs of the encoders that may look, in the order of their views."""
        second = self._library.second
        return [self._library.pack(Role.ENCODER), *([] if second is None else [second.pack])]

    @cached_property
    def _beyond(self) -> tuple[str, ...]:
        """The words that the encoder cannot know."""
        return beyond(self._library.pack(Role.ENCODER), self._words)

    def _translator_pack(self) -> Sequence[Pack]:
        if not self._rewrites:
            return ()
        try:
            return (self._library.pack(Role.REWRITER),)
        except (PackMissing, PackDamaged):
            return ()
