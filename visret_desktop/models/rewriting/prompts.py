"""What rewriter and reader are told to do; the rewriter by one text for each family of queries.

They are text files in `resources/prompts/`. A copy with the same name in the folder `prompts` of
the configuration directory is used instead, so that a person can change what is asked for. The
families are those of VisRet, appendix C, and so is what questions and comparisons aim at; the steps
of the reader are those of its figure 6. The words are ours. Descriptions keep to
what was typed; the details that its figure 5 has added are a list of their own (`described`).
"""

import logging
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from visret_desktop.models.interfaces import Family
from visret_desktop.models.rewriting.question_reading import choices
from visret_desktop.paths import Paths, bundled

# What the rewriter is asked for beside the instructions of a family.
TRANSLATION, DESCRIBED = "translation", "described"
_MARK = re.compile(r"\{(\w+)\}")
_log = logging.getLogger(__name__)

_QUESTION_MARKS = re.compile(r"[?？؟]")
_ASKING_WORD = r"(?:what|whats|what's|which|whose|who|where|when|why|how)\b"
_ASKING = re.compile(
    rf"(?:^|:\s*){_ASKING_WORD}"
    r"|^(?:is|are|was|were|do|does|did|has|have|can (?:you|i|we)|could (?:you|i|we))\b"
    r"|^(?:please )?(?:tell me|describe|explain)\b"
    r"|^i(?: want to know|'d like to know| would like to know| wonder)\b"
)
# "Do we have pictures of owls?" asks for the pictures, not about the owls.
WHICH_PICTURES = (
    r"(?:in |on )?(?:which|what) (?:ones? )?(?:of (?:all )?(?:(?:my|our|the|these|those) )?)?"
    r"(?:photo|picture|image|shot|photograph|pic)s?"
    r"(?: of\b| (?:do|did) (?:i|we|you) (?:have|take)(?: of)?\b"
    r"| (?:shows?|has|have|is|are|was|were)(?: there)?(?: of)?\b)"
)
_REQUEST = re.compile(
    rf"^{WHICH_PICTURES}"
    r"|^(?:do|have) (?:we|you|i) (?:have|got)\b"
    r"|\bany (?:photo|picture|image|shot)s?\b"
    r"|^where(?: is| are|'s) (?:the|my|that|those) (?:one|photo|picture|image|shot)s?\b"
    r"|^(?:can|could) (?:you|i|we) (?:find|search)\b"
)
_COMPARING = re.compile(
    r"\b(?:compar(?:e|es|ed|ing|ison)|versus|vs)\b|\bdifferences? between\b|\bdiffers? from\b"
    r"|\bunlike (?:the|an?|that|those)\b|\bthan (?:that|those|the one|on that|in that)\b"
    r"|\([^()]+\)[^()]*\b(?:and|or|than|to|with)\b[^()]*\([^()]+\)"  # two Latin names
)
# Patterns of which each is to stand somewhere behind the one before; see `_has_in_order`.
_COMPARING_PARTS = (
    (r"\bdistinguish(?:es)? .", r" from\b"),
    (r"\btells? (?:the|an?) .", r" from\b"),
    (r"\bsets? .", r" apart from\b"),
    (r"\b(?:which of|of both)\b.", r"\band\b"),
    (r"^(?:is|are|do|does|did|has|have|was|were)\b", r"\bthan (?:the|an?|our|my)\b"),
    (r"^(?:is|are|do|does|did|has|have|was|were)\b", r"\band\b", r"\bboth\b"),
    (r"\bboth (?:the|an?)\b", r"\band\b", r"\?"),
)
# "or is it" and "or not" offer another answer, not another thing.
_CHOICE = re.compile(
    r"\bor\b(?! (?:is|are|was|were|do|does|did|has|have|can|not|no|so|it|they|more|less|just)\b)"
)
_SEVERAL_PARTS = (
    (r"\band\b", r"\b(?:same|alike|similar|differ|different|common|share)\b"),
    (r"\b(?:same|alike|similar|differ|different)\b", r"\band\b"),
    (r"\bthe\b", r"\b(?:like|same as)\b", r"\bthe\b"),
)


def choose_family(query: str) -> Family:
    """Return what kind of query this is, from its words alone.

    A comparison says so ('compare', 'difference between', 'versus'), or it asks about 'one or
    another', or whether 'one and another' are the same. Another question has a question mark or
    begins as questions do. The rest are descriptions; so are requests for pictures. Wherever a
    question mark is not enough, the words that count are English; but "X or Y" at the end of a
    question is read in other languages, too.
    """
    text = " ".join(query.casefold().replace("’", "'").split())
    if _COMPARING.search(text) or _has_any(text, _COMPARING_PARTS):
        return Family.COMPARISON
    if _REQUEST.search(text):
        return Family.DESCRIPTION
    if not (_QUESTION_MARKS.search(text) or _ASKING.search(text)):
        return Family.DESCRIPTION
    has_several = _CHOICE.search(text) or _has_any(text, _SEVERAL_PARTS) or choices(text)
    return Family.COMPARISON if has_several else Family.QUESTION


def _has_any(text: str, several: Iterable[Sequence[str]]) -> bool:
    return any(_has_in_order(text, parts) for parts in several)


def _has_in_order(text: str, parts: Sequence[str]) -> bool:
    """Tell whether parts follow each other, with anything between them.

    One pattern with `.*` for 'anything' tries them all against each other: seconds for a long text.
    """
    position = 0
    for part in parts:
        match = re.compile(part).search(text, position)
        if match is None:
            return False
        position = match.end()
    return True


def asked_with(kind: str, paths: Paths) -> str:
    """Return all that a model is told beside the query; other answers come of other texts."""
    shown = "\n".join(line for example in examples(kind, paths) for line in example)
    return f"{prompt_text(kind, paths)}\n{shown}"


def examples(kind: str, paths: Paths) -> tuple[tuple[str, str], ...]:
    """Return worked examples of a kind of prompt: queries with their answers, a line each.

    In the file an empty line parts them. A person's own copy is used as with prompts. Translations
    have none: nobody knows which language comes next.
    """
    if kind == TRANSLATION:
        return ()
    blocks = re.split(r"\n\s*\n", prompt_text(f"{kind}-examples", paths))
    parted = (block.strip().partition("\n") for block in blocks)
    return tuple((asked, shown) for asked, _, shown in parted if shown)


def prompt_text(kind: str, paths: Paths) -> str:
    """Return the text of one of `resources/prompts/`, or a person's own copy of it.

    A copy that is empty or no UTF-8 text is passed over, with a line in the log.
    """
    name = f"{kind}.txt"
    own = _read_own(paths.config / "prompts" / name)
    return own or bundled("prompts", name).read_text(encoding="utf-8").strip()


def filled(prompt: str, words: dict[str, str]) -> str:
    """Return a prompt with these words; marks that stand in them stay as they are."""
    return _MARK.sub(lambda mark: words.get(mark[1], mark[0]), prompt)


def _read_own(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig").strip()
    except FileNotFoundError:
        return ""
    except (OSError, ValueError) as error:
        _log.warning("%s cannot be read (%s); using the bundled prompt", path, error)
        return ""
    if not text:
        _log.warning("%s is empty; using the bundled prompt", path)
    return text
