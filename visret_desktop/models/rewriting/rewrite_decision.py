"""What a check of a rewrite decides: what is missing from it, or what it adds."""

from dataclasses import dataclass

from visret_desktop.models.rewriting.words import WORD, words_of
from visret_desktop.sentences import NOTHING, Sentence, sentence


@dataclass(frozen=True)
class RewriteDecision:
    """What a guard says of instructions; `reason` in a few words, "" where they are used."""

    reason: Sentence = NOTHING
    kind: str = ""  # 'left out', 'added', 'draws the answer', 'draws what is excluded'
    is_described: bool = False  # it says more than the query, and changes nothing

    @property
    def is_accepted(self) -> bool:
        """Whether the instructions may be drawn."""
        return not self.reason


def missing_word(word: str, query: str) -> RewriteDecision:
    """Return that a word of the query is missing, as it stands there."""
    written = next((one for one in WORD.findall(query) if word in words_of(one)), word)
    return RewriteDecision(sentence("left out “{words}”", words=written), "left out")


def did_add(word: str) -> Sentence:
    """Return the reason that a word was added."""
    return sentence("added “{words}”", words=word)


def added_word(word: str) -> RewriteDecision:
    """Return that a word was added that the query does not have."""
    return RewriteDecision(did_add(word), "added")
