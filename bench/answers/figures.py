"""From records to figures: rows of the tables, evidence, tests between rows, rank examples."""

import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from bench import answer_metrics
from bench.answer_metrics import Evidence
from bench.answers.asking import Outcome
from bench.answers.running import Job, Record
from bench.answers.setup import Row, Setup
from bench.p_values import with_adjusted
from bench.quality.figures import mean, rounded
from visret_desktop.judging import metrics

Json = dict[str, Any]
Pair = tuple[Job, Outcome]
# Which knowledge is compared with which, where both have as many images and the same prompt.
_COMPARED = (
    ("none", "text"),
    ("none", "sketch"),
    ("text", "visret"),
    ("text", "hybrid"),
    ("visret", "hybrid"),
    ("hybrid", "photos+sketch"),
)
_BETTER, _WORSE = 5, 3  # rank examples


class Outcomes:
    """What came out, by kind of question and row."""

    def __init__(self, jobs: Sequence[Job], records: Sequence[Record], setup: Setup) -> None:
        self._setup = setup
        self.kinds = tuple(dict.fromkeys(job.question.kind for job in jobs))
        self._found: dict[tuple[str, Row], list[Pair]] = {}
        for job, record in zip(jobs, records, strict=True):
            for outcome in record.outcomes:
                place = (job.question.kind, outcome.row)
                self._found.setdefault(place, []).append((job, outcome))

    def of(self, kind: str, row: Row) -> list[Pair]:
        """Return the outcomes of a row, in the order of the questions."""
        return self._found.get((kind, row), [])

    def rows(self) -> list[Json]:
        """Return a row for each kind of question and each way to answer."""
        return [self._row(kind, row) for kind in self.kinds for row in self._setup.rows()]

    def _row(self, kind: str, row: Row) -> Json:
        pairs = self.of(kind, row)
        found = [outcome for _, outcome in pairs]
        shown = [one for one in found if one.is_shown]
        hidden = [one for one in found if not one.is_shown] if row.reads_photos else []
        morphs = [one.score for job, one in pairs if job.question.is_morph]
        without = self._without(kind, row)
        return {
            "kind": kind,
            "knowledge": row.knowledge,
            "images": row.images,
            "style": row.style,
            "queries": len(found),
            "accuracy": metrics.summary([one.score for one in found]),
            "of_morphs": mean(morphs),
            "shown": mean(one.is_shown for one in found) if row.reads_photos else None,
            "accuracy_shown": mean(one.score for one in shown),
            "right_refusals": mean(one.is_refused for one in hidden),
            "wrong_refusals": mean(one.is_refused for one in shown),
            "side_by_side": mean(one.is_side_by_side for job, one in pairs if job.question.wanted),
            "contradicted": mean(one.verdict == "disagree" for one in found),
            "photos_read": mean(one.photos_read for one in found),
            "interference": rounded(
                answer_metrics.interference(
                    (before, after.score) for before, after in zip(without, found, strict=True)
                )
            )
            if without
            else None,
            "evidence": self._evidence(pairs),
        }

    def _without(self, kind: str, row: Row) -> list[float]:
        """Return the scores of the same questions without photos."""
        if row.knowledge == "none":
            return []
        return [one.score for _, one in self.of(kind, Row("none", 0, row.style))]

    def _evidence(self, pairs: Sequence[Pair]) -> Json | None:
        examined = [
            (Evidence(one.right_with, one.chosen, len(job.tasks)), one)
            for job, one in pairs
            if one.right_with is not None
        ]
        if not examined:
            return None
        found = [evidence for evidence, _ in examined]
        accuracy = statistics.fmean(one.score for _, one in examined)
        cost = answer_metrics.compactness(found)
        cuts = range(1, answer_metrics.MOST_CHOSEN + 1)
        return {
            "ia": [round(answer_metrics.information_accuracy(found, k), 4) for k in cuts],
            "eeu": rounded(answer_metrics.effective_use(found, accuracy)),
            "ic": rounded(cost.all),
            "ic_solved": rounded(cost.solved),
            "ic_failed": rounded(cost.failed),
            "solved": mean(one.is_solved for one in found),
            "least_k": mean(one.least for one in found),
            "steady": mean(one.is_steady for _, one in examined),
        }

    # ---- differences ------------------------------------------------------------------------

    def tests(self) -> list[Json]:
        """Compare rows in pairs, question by question; p-values also adjusted for their number."""
        found = [
            test
            for kind in self.kinds
            for one, other in self._pairs()
            if (test := self._test(kind, one, other)) is not None
        ]
        return with_adjusted(found)

    def _pairs(self) -> Iterator[tuple[Row, Row]]:
        rows = self._setup.rows()
        for one in rows:
            for other in rows:
                same_images = one.images == other.images or one.knowledge == "none"
                names = (one.knowledge, other.knowledge)
                if names in _COMPARED and same_images and one.style == other.style:
                    yield one, other
                elif one.knowledge == other.knowledge and one != other:
                    is_next = (one.images < other.images) + (one.style < other.style)
                    if is_next == 1 and (one.images == other.images or one.style == other.style):
                        yield one, other

    def _test(self, kind: str, one: Row, other: Row) -> Json | None:
        before = [outcome.score for _, outcome in self.of(kind, one)]
        after = [outcome.score for _, outcome in self.of(kind, other)]
        if not before:
            return None
        differences = [new - old for old, new in zip(before, after, strict=True)]
        low, high = metrics.interval(differences)
        return {
            "kind": kind,
            "from": one.name,
            "to": other.name,
            "difference": round(statistics.fmean(differences), 4),
            "ci95": [round(low, 4), round(high, 4)],
            "p": metrics.sign_flip_test(differences),
        }

    # ---- examples ---------------------------------------------------------------------------

    def examples(self) -> list[Json]:
        """Return questions whose first photo that shows it VisRet moved most, up and down."""
        least, style = min(self._setup.images), self._setup.styles[0]
        moved = [
            self._example(job, before, after)
            for kind in self.kinds
            for (job, before), (_, after) in zip(
                self.of(kind, Row("text", least, style)),
                self.of(kind, Row("visret", least, style)),
                strict=False,
            )
            if before.first and after.first and before.first != after.first
        ]
        moved.sort(key=lambda one: one["after"] - one["before"])
        better = [one for one in moved if one["after"] < one["before"]]
        worse = [one for one in moved if one["after"] > one["before"]]
        return better[:_BETTER] + worse[-_WORSE:]

    @staticmethod
    def _example(job: Job, before: Outcome, after: Outcome) -> Json:
        return {
            "question": job.tasks[0].text,
            "right": job.question.right,
            "before": before.first,
            "after": after.first,
            "answer_before": before.answer or before.verdict,
            "answer_after": after.answer or after.verdict,
        }


def name_of(row: Json) -> str:
    """Return what a row of the report is called."""
    name = Row(row["knowledge"], row["images"], row["style"]).name
    return f"{row['kind']}: {name}"
