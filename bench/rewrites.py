"""`visret bench rewrites`: does the rewriter say what queries say, without what they ask?

Two measurements, both on queries as people type them (`resources/phrasings/`):

- *Answers*: instructions that somebody marked as right or harmful. What share of each does the
  guard (`models/meaning`) let through?
- *Queries*: what the rewriter in use makes of the phrasings in the text files, which say of each
  query what must and what must not stand in its instructions. A line is *right* if all of that
  holds; it is *harmful* if a searcher would be led elsewhere: something asked for is lost, what is
  excluded or forbidden is there, or the instruction names a color, a place, weather, a time, a
  count or an animal that the query does not name. What is neither only says too much, such as the
  feature that a question asks about. Beside it are the query unchanged, and what the program makes
  without a model.

Every second query of these files is held out, and so are all of `held-out-everyday.txt` and
`held-out-questions.txt`: nothing was tuned on them.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from visret_desktop.engine.messages import QueryTerm
from visret_desktop.engine.search.query_vectors import SplitQuery
from visret_desktop.errors import UsageError
from visret_desktop.json_lines import read_lines, text_of
from visret_desktop.models.interfaces import Rewrite
from visret_desktop.models.rewriting.prompts import choose_family
from visret_desktop.models.rewriting.rewrite_check import judge as verdict_of
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.models.rewriting.rule_based_rewriter import own_words
from visret_desktop.packs import registry
from visret_desktop.paths import Paths, bundled
from visret_desktop.retrieval.query import parse_query
from visret_desktop.settings import Settings

Json = dict[str, Any]
HEADERS = ("made by", "phrasings", "queries", "right", "harmful", "refused")
UNCHANGED, NO_MODEL = "query unchanged", "no model"
_FAULTS = ("lost", "invented", "needless")
HELD_OUT = "held out"  # nothing was tuned on it
_EVERYDAY = ("everyday.txt", "held-out-everyday.txt")
_QUESTIONS = ("questions.txt", "held-out-questions.txt")

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
    refusal: str = ""  # what kind of change the rewriter's answer was refused for

    @property
    def is_harmful(self) -> bool:
        """Whether the instructions show something else than what was asked for."""
        return bool(self.lost or self.invented)

    @property
    def is_right(self) -> bool:
        """Whether all that must and must not stand there holds."""
        return not (self.is_harmful or self.needless)


def read_phrasings(text: str, *, is_held_out: bool = False) -> list[Phrasing]:
    """Read the file's text; all of it is held out, or every second line.

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
                is_held_out or len(found) % 2 == 1,
            )
        )
    return found


def everyday() -> list[Phrasing]:
    """Return everyday phrasings, of the drawn world and the real one."""
    return [phrasing for name in _EVERYDAY for phrasing in _of_file(name)]


def questions() -> list[Phrasing]:
    """Return questions about features of real things."""
    return [phrasing for name in _QUESTIONS for phrasing in _of_file(name)]


def _of_file(name: str) -> list[Phrasing]:
    text = bundled("phrasings", name).read_text(encoding="utf-8")
    return read_phrasings(text, is_held_out=name.startswith("held-out"))


def read_queries(path: Path) -> list[Phrasing]:
    """Read a file of phrasings that somebody wrote, as those in `resources/phrasings/`.

    Raises:
        UsageError: the file cannot be read, a line has not three parts, or there is none.
    """
    try:
        phrasings = read_phrasings(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        reason = f"{path} cannot be read as queries ({error})."
        raise UsageError(reason=f"{reason} Each line is: query | wanted | forbidden.") from error
    if not phrasings:
        raise UsageError(reason=f"{path} has no query. Each line is: query | wanted | forbidden.")
    return phrasings


def measure(paths: Paths, settings: Settings, phrasings: Sequence[Phrasing] | None = None) -> Json:
    """Return figures by group, all together and of what was held out, and each phrasing's verdict.

    `phrasings` in place of those in `resources/phrasings/`.

    Raises:
        PackMissing, PackDamaged: the rewriter of the settings cannot be used.
    """
    rewriter = open_rewriter(registry.find(paths, settings.rewriter), paths)
    phrasings = phrasings or [*everyday(), *questions()]
    verdicts = list(verdicts_of(rewriter.rewrite, phrasings))
    groups = dict.fromkeys(verdict.phrasing.group for verdict in verdicts)
    by = settings.rewriter
    rows = [_row(by, name, [v for v in verdicts if v.phrasing.group == name]) for name in groups]
    for name, make in ((by, None), (UNCHANGED, _unchanged), (NO_MODEL, _own)):
        made = list(verdicts_of(make, phrasings)) if make else verdicts
        rows.append(_row(name, HELD_OUT, [v for v in made if v.phrasing.is_held_out]))
        rows.append(_row(name, "all", made))
    return {
        "rewriter": rewriter.name,
        "rows": rows,
        "refusals": dict(Counter(v.refusal for v in verdicts if v.refusal)),
        "phrasings": [_told(v) for v in verdicts],
    }


def _unchanged(query: str) -> Rewrite:
    return Rewrite(choose_family(query), (query,))


def _own(query: str) -> Rewrite:
    family = choose_family(query)
    return Rewrite(family, own_words(query, family))


# ---- marked answers -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    """Instructions that somebody marked."""

    query: str
    instructions: tuple[str, ...]
    is_fit: bool


def read_answers(path: Path) -> list[Answer]:
    """Read JSON lines: query, answer [text], fit (true or false).

    Raises:
        UsageError: the file cannot be read, or a line is something else.
    """
    try:
        return list(read_lines(path.read_text(encoding="utf-8"), _answer))
    except (OSError, ValueError) as error:
        reason = f"{path} cannot be read as marked answers ({error})."
        raise UsageError(reason=f"{reason} Each line has query, answer and fit.") from error


def _answer(entry: Json) -> Answer:
    lines = entry["answer"]
    if not (isinstance(lines, list) and lines and all(isinstance(one, str) for one in lines)):
        raise ValueError("its answer is no list of texts")
    if not isinstance(entry["fit"], bool):
        raise ValueError("its fit is neither true nor false")
    return Answer(text_of(entry, "query"), tuple(lines), entry["fit"])


def score_answers(answers: Sequence[Answer]) -> Json:
    """Return what the guard lets through of right and of harmful answers, and its errors."""
    body: Json = {name: {"accepted": 0, "of": 0} for name in ("right", "harmful")}
    errors, refusals = list[Json](), Counter[str]()
    for answer in answers:
        decision = verdict_of(answer.query, choose_family(answer.query), answer.instructions)
        counts = body["right" if answer.is_fit else "harmful"]
        counts["of"] += 1
        counts["accepted"] += decision.is_accepted
        if not decision.is_accepted:
            refusals[decision.kind] += 1
        if decision.is_accepted != answer.is_fit:
            errors.append(
                {
                    "query": answer.query,
                    "answer": list(answer.instructions),
                    "fit": answer.is_fit,
                    "reason": decision.reason,
                }
            )
    return {**body, "refusals": dict(refusals), "errors": errors}


def answer_lines(body: Json) -> Iterator[str]:
    """Yield what is said of marked answers."""
    for name in ("right", "harmful"):
        counts = body[name]
        share = f" ({counts['accepted'] / counts['of']:.1%})" if counts["of"] else ""
        yield f"{name}: {counts['accepted']} of {counts['of']} accepted{share}"
    for one in body["errors"]:
        said = f"refused, {one['reason']}" if one["fit"] else "accepted, but marked as harmful"
        yield f"{one['query']} → {' / '.join(one['answer'])} ({said})"


# ---- queries ------------------------------------------------------------------------------------


def table_rows(body: Json) -> list[list[str]]:
    """Return the figures as rows below `HEADERS`."""
    return [[str(value) for value in row.values()] for row in body["rows"]]


def faults(body: Json) -> Iterator[str]:
    """Yield a line for each phrasing that did not come out right."""
    for one in body["phrasings"]:
        found = [f"{name}: {', '.join(one[name])}" for name in _FAULTS if one[name]]
        if found:
            yield f"{one['query']} → {' / '.join(one['instructions'])} ({'; '.join(found)})"


def verdicts_of(
    rewrite: Callable[[str], Rewrite], phrasings: Iterable[Phrasing]
) -> Iterator[Verdict]:
    """Ask a rewriter as a search does and yield what it made of each phrasing."""
    for phrasing in phrasings:
        terms = parse_query(phrasing.query, is_file=lambda _: False)
        split_query = SplitQuery.of([QueryTerm(text=t.text, weight=t.weight) for t in terms])
        if split_query.words:
            made = rewrite(split_query.words)
            yield judge(phrasing, made.instructions, made.note, made.refusal)
        else:
            yield judge(phrasing, (), "")


def judge(
    phrasing: Phrasing, instructions: tuple[str, ...], note: str, refusal: str = ""
) -> Verdict:
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
    return Verdict(
        phrasing, instructions, tuple(lost), tuple(invented), tuple(needless), note, refusal
    )


def _wanted_words(query: str) -> str:
    terms = parse_query(query, is_file=lambda _: False)
    return " ".join(term.text for term in terms if term.weight > 0)


def _has_any(text: str, beginnings: Sequence[str]) -> bool:
    return any(re.search(rf"\b{re.escape(word)}", text) for word in beginnings)


def _row(by: str, name: str, verdicts: Sequence[Verdict]) -> Json:
    return {
        "by": by,
        "group": name,
        "queries": len(verdicts),
        "right": sum(verdict.is_right for verdict in verdicts),
        "harmful": sum(verdict.is_harmful for verdict in verdicts),
        "refused": sum(bool(verdict.note) for verdict in verdicts),
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
