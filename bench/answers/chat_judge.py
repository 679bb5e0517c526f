"""A chat model as judge, on the paper's scale: it counts only if it agrees with the rules.

The rule judge knows the truth of drawn questions; a model that gives the same answers other scores
is no judge of answers that no rule can read.
"""

import re
from collections.abc import Callable, Generator, Sequence
from random import Random
from typing import Any

from bench.answers.running import Job, Record
from visret_desktop.engine.messages import Progress
from visret_desktop.errors import UsageError
from visret_desktop.models.rewriting.rewriter import open_rewriter
from visret_desktop.packs import registry
from visret_desktop.packs.manifest import Pack
from visret_desktop.paths import Paths, bundled
from visret_desktop.roles import Role

Json = dict[str, Any]
Reply = Callable[[str, str], str]  # from instruction and text to what the model says
AGREEMENT = 0.95  # share of answers that have to be scored alike
_ALIKE = 0.25  # scores that differ by no more are alike
_MOST = 300  # answers to find out whether it counts; each takes a real model seconds
_NO_ANSWER = "I don't know"
_SCORE = re.compile(r"\bscore\s*[:=]?\s*(\d+(?:\.\d+)?)", re.IGNORECASE)
_NO_JUDGE = "{} is no judge: {}. Install a chat model (`visret packs list` has some) and name that."
_BUILT_IN = "the built-in models are too small to know what a score is"


def check(name: str, home: Paths) -> Pack:
    """Return the pack of a judge.

    Raises:
        UsageError: it is built in, or no chat model.
        PackMissing, PackDamaged: there is no such pack.
    """
    pack = registry.find(home, name)
    if registry.is_built_in(pack):
        raise UsageError(reason=_NO_JUDGE.format(name, _BUILT_IN))
    if pack.role != Role.REWRITER:
        raise UsageError(reason=_NO_JUDGE.format(name, "it is no chat model"))
    return pack


def compare(
    pack: Pack, home: Paths, jobs: Sequence[Job], records: Sequence[Record]
) -> Generator[Progress, None, Json]:
    """Let a chat model judge what the rules judged; yield progress, return how well they agree."""
    rewriter = open_rewriter(pack, home)
    return (yield from agreement(pack.name, rewriter.reply, jobs, records))


def agreement(
    name: str, reply: Reply, jobs: Sequence[Job], records: Sequence[Record]
) -> Generator[Progress, None, Json]:
    """Return how a judge agrees with the rules on answers to the same questions.

    Each different answer is put to it once. If it counts, it judges those beyond the first ones
    too, and `means` has its mean score of each row.
    """
    to_grade = {
        (job.number, one.row): _asked(job, one.answer)
        for job, record in zip(jobs, records, strict=True)
        for one in record.outcomes
    }
    rules = {
        (job.number, one.row): one.score
        for job, record in zip(jobs, records, strict=True)
        for one in record.outcomes
    }
    texts = sorted(set(to_grade.values()))
    Random(0).shuffle(texts)
    scores = yield from _scores(reply, texts[:_MOST])
    pairs = [(rules[place], scores[text]) for place, text in to_grade.items() if text in scores]
    alike = sum(said is not None and abs(said - rule) <= _ALIKE for rule, said in pairs)
    share = alike / len(pairs) if pairs else 0.0
    counts = bool(pairs) and share >= AGREEMENT
    of_rows: dict[str, list[float]] = {}
    if counts:
        scores |= yield from _scores(reply, texts[_MOST:])
        kinds = {job.number: job.question.kind for job in jobs}
        for (number, row), text in to_grade.items():
            of_rows.setdefault(f"{kinds[number]}: {row.name}", []).append(scores[text] or 0.0)
    return {
        "judge": name,
        "answers": len(pairs),
        "without_score": sum(said is None for _, said in pairs),
        "agreement": round(share, 4),
        "counts": counts,
        "mean": round(sum(said or 0.0 for _, said in pairs) / max(1, len(pairs)), 4),
        "mean_by_rules": round(sum(rule for rule, _ in pairs) / max(1, len(pairs)), 4),
        "means": {name: round(sum(own) / len(own), 4) for name, own in of_rows.items()},
    }


def _asked(job: Job, answer: str) -> str:
    """Return what a judge is asked; to have no answer is an answer, too."""
    question, right = job.tasks[0].text, job.question.right
    return f"Question: {question}\nRight answer: {right}\nAnswer to grade: {answer or _NO_ANSWER}"


def _scores(
    reply: Reply, texts: Sequence[str]
) -> Generator[Progress, None, dict[str, float | None]]:
    instruction = bundled("prompts", "judge.txt").read_text(encoding="utf-8")
    found = {}
    for done, text in enumerate(texts, start=1):
        found[text] = score_in(reply(instruction, text))
        yield Progress(stage="judge", done=done, total=len(texts))
    return found


def score_in(said: str) -> float | None:
    """Return the score that a judge's answer says, from 0 to 1; None: it says none."""
    found = _SCORE.search(said)
    score = float(found[1]) if found else -1.0
    return score if 0 <= score <= 1 else None
