"""`visret bench phrasings`: does the rewriter leave the meaning of everyday queries alone?

`resources/phrasings/everyday.txt` says of each query what must and what must not stand in its
instructions. A line is *right* if all of that holds; it is *harmful* if a searcher would be led
elsewhere: something asked for is lost, something excluded or forbidden is there, or the instruction
names a color, a place, weather, a time, a count or an animal that the query does not name. What is
neither only says too much, such as the feature that a question asks about.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from visret_desktop.assets import bundled
from visret_desktop.engine.messages import QueryTerm
from visret_desktop.engine.search.query_vectors import Question
from visret_desktop.models.interfaces import Rewriter
from visret_desktop.models.rewriter import open_rewriter
from visret_desktop.packs import registry
from visret_desktop.paths import Paths
from visret_desktop.retrieval.query import parse_query
from visret_desktop.settings import Settings

Json = dict[str, Any]
HEADERS = ("phrasings", "queries", "right", "harmful", "as typed")
_FAULTS = ("lost", "invented", "needless")
HELD_OUT = "held out"  # every second line: nothing was tuned on it

# What no instruction may add. Deliberately not the lists of the guard, which this measures.
_FACTS = frozenset(
    re.findall(
        r"\w+",
        """
        red orange yellow green blue purple pink brown black white gray grey turquoise golden silver
        beige cream olive ivory saffron rosy harbour velvet cinder
        snow snowy winter summer spring autumn fall rain rainy fog foggy mist misty storm sunny
        cloudy murky dusk dawn sunset sunrise night day morning evening moon
        forest woods meadow field pond lake river sea beach reef kelp dunes desert rocks pebbles
        mountains city street house garden park grass water ice sand
        two three four five six seven eight nine ten many several group pair
        dog cat horse heron owl duck robin jay crow ibis finch frog toad butterfly fish flower bird
        person people man woman child children
        """,
    )
)


@dataclass(frozen=True)
class Phrasing:
    """One line of the file. A thing of a comparison is one of several that each get their own."""

    group: str
    query: str
    wanted: tuple[tuple[str, ...], ...]  # of each, one of several words
    things: tuple[str, ...]
    forbidden: tuple[str, ...]
    is_held_out: bool


@dataclass(frozen=True)
class Verdict:
    """What became of one phrasing; `faults` are the words that are lost or too many."""

    phrasing: Phrasing
    instructions: tuple[str, ...]
    lost: tuple[str, ...]
    invented: tuple[str, ...]  # also what was excluded
    needless: tuple[str, ...]
    note: str

    @property
    def is_harmful(self) -> bool:
        """Whether the instructions show something else than what was asked for."""
        return bool(self.lost or self.invented)

    @property
    def is_right(self) -> bool:
        """Whether all that must and must not stand there holds."""
        return not (self.is_harmful or self.needless)


def read_phrasings(text: str) -> list[Phrasing]:
    """Read the file's text.

    Raises:
        ValueError: a line has not its three parts.
    """
    found: list[Phrasing] = []
    group = ""
    for line in text.splitlines():
        if line.startswith("# ") or not line.strip("# "):
            group = line.lstrip("# ")
            continue
        query, wanted, forbidden = (part.strip() for part in line.split("|"))
        words = [word.replace("_", " ") for word in wanted.casefold().split()]
        found.append(
            Phrasing(
                group,
                query,
                tuple(tuple(word.split("/")) for word in words if not word.startswith("*")),
                tuple(word[1:] for word in words if word.startswith("*")),
                tuple(forbidden.split()),
                len(found) % 2 == 1,
            )
        )
    return found


def everyday() -> list[Phrasing]:
    """Return the phrasings that come with the program."""
    return read_phrasings(bundled("phrasings", "everyday.txt").read_text(encoding="utf-8"))


def measure(paths: Paths, settings: Settings) -> Json:
    """Return figures by group, all together and of what was held out, and each phrasing's verdict.

    Raises:
        PackMissing, PackDamaged: the rewriter of the settings cannot be used.
    """
    rewriter = open_rewriter(registry.find(paths, settings.rewriter), paths)
    verdicts = list(verdicts_of(rewriter, everyday()))
    groups = dict.fromkeys(verdict.phrasing.group for verdict in verdicts)
    rows = [_row(name, [v for v in verdicts if v.phrasing.group == name]) for name in groups]
    rows.append(_row(HELD_OUT, [v for v in verdicts if v.phrasing.is_held_out]))
    rows.append(_row("all", verdicts))
    return {"rewriter": rewriter.name, "rows": rows, "phrasings": [_told(v) for v in verdicts]}


def table_rows(body: Json) -> list[list[str]]:
    """Return the figures as rows below `HEADERS`."""
    return [[str(value) for value in row.values()] for row in body["rows"]]


def faults(body: Json) -> Iterator[str]:
    """Yield a line for each phrasing that did not come out right."""
    for one in body["phrasings"]:
        found = [f"{name}: {', '.join(one[name])}" for name in _FAULTS if one[name]]
        if found:
            yield f"{one['query']} → {' / '.join(one['instructions'])} ({'; '.join(found)})"


def verdicts_of(rewriter: Rewriter, phrasings: Iterable[Phrasing]) -> Iterator[Verdict]:
    """Ask a rewriter as a search does and yield what it made of each phrasing."""
    for phrasing in phrasings:
        terms = parse_query(phrasing.query, is_file=lambda _: False)
        question = Question.of([QueryTerm(text=t.text, weight=t.weight) for t in terms])
        if question.words:
            made = rewriter.rewrite(question.words)
            yield judge(phrasing, made.instructions, made.note)
        else:
            yield judge(phrasing, (), "")


def judge(phrasing: Phrasing, instructions: tuple[str, ...], note: str) -> Verdict:
    """Return what is lost and what is too much in the instructions for a phrasing."""
    said = "\n".join(instructions).casefold()
    lost = ["/".join(words) for words in phrasing.wanted if not _has_any(said, words)]
    for thing in phrasing.things:
        lines = [line for line in instructions if _has_any(line.casefold(), [thing])]
        if not lines or len(instructions) not in (1, len(phrasing.things)):
            lost.append(thing)
    asked = phrasing.query.casefold()
    allowed = {word for words in phrasing.wanted for word in words}
    forbidden = [word for word in phrasing.forbidden if _has_any(said, [word])]
    # A word of the query itself, such as the color that a question asks about, misleads nobody,
    # unless the query excludes it.
    is_excluding = len(phrasing.query) > len(_wanted_words(phrasing.query))
    needless = [word for word in forbidden if _has_any(asked, [word]) and not is_excluding]
    facts = [w for w in re.findall(r"\w+", said) if w in _FACTS and w not in allowed]
    invented = [word for word in forbidden if word not in needless]
    invented += [word for word in facts if not _has_any(asked, [word, word.rstrip("s")])]
    return Verdict(phrasing, instructions, tuple(lost), tuple(invented), tuple(needless), note)


def _wanted_words(query: str) -> str:
    terms = parse_query(query, is_file=lambda _: False)
    return " ".join(term.text for term in terms if term.weight > 0)


def _has_any(text: str, beginnings: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(word)}", text) for word in beginnings)


def _row(name: str, verdicts: Sequence[Verdict]) -> Json:
    return {
        "group": name,
        "queries": len(verdicts),
        "right": sum(verdict.is_right for verdict in verdicts),
        "harmful": sum(verdict.is_harmful for verdict in verdicts),
        "as_typed": sum(bool(verdict.note) for verdict in verdicts),
    }


def _told(verdict: Verdict) -> Json:
    return {
        "query": verdict.phrasing.query,
        "held_out": verdict.phrasing.is_held_out,
        "instructions": list(verdict.instructions),
        "right": verdict.is_right,
        "lost": list(verdict.lost),
        "invented": list(verdict.invented),
        "needless": list(verdict.needless),
        "note": verdict.note,
    }
