"""The paper's tables: its rows, and ours, each named by the models that it was made with.

A row of ours stands in one of the paper's only where both were made with the same models, byte for
byte; `published.SAME_MODELS` knows which these are. Else it is a row of its own.
"""

import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from bench.paper import published
from bench.paper.published import ACCURACY, FIGURES, KNOWLEDGE, SAME_MODELS
from bench.paper.questions import Question
from bench.paper.setup import ANSWERED, Answering, Way
from bench.paper.working import Work
from visret_desktop.judging import metrics
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import offer_of

Json = dict[str, Any]
BOARD = ("ap", "ndcg", "mrr")  # as INQUIRE's board has them: over all images of a query
_MODELS = ("encoder", "rewriter", "visualizer", "reader")
_OF_PACK = "pack "  # begins what tells our packs from the paper's models, whatever their names


def tables(work: Work) -> list[Json]:
    """Return the rows of all tables: the paper's in its order, behind each data set's ours.

    `paper` has its figures and `here` ours; what was not reported, or did not run, is None.
    """
    rows: dict[tuple[Any, ...], Json] = {}
    for row in published.rows():
        models = {role: getattr(row, role) for role in _MODELS}
        place = (row.table, row.data_set, row.strategy, row.images, *models.values())
        rows[place] = _row(row.table, row.data_set, row.strategy, row.images, models)
        rows[place]["paper"] = dict(row.figures)
    for own in _own_rows(work):
        place = (*(own[name] for name in ("table", "data_set", "strategy", "images")),)
        place += tuple(_same(work.packs, own[role]) for role in _MODELS)
        if place in rows:
            rows[place]["here"] = own["here"]
        else:
            rows[place] = own
    order = list(dict.fromkeys((row["table"], row["data_set"]) for row in rows.values()))
    return sorted(rows.values(), key=lambda row: order.index((row["table"], row["data_set"])))


def board(work: Work) -> list[Json]:
    """Return our rows on INQUIRE as its board has them: AP, nDCG and MRR of each way to rank."""
    return [
        _row(0, data_set, way.strategy, 0, _models(way))
        | {"here": _rankings(work, way, data_set, BOARD, _on_the_board)}
        for data_set in ("inquire-rerank", "inquire-hard")
        if data_set in work.material.questions
        for way in work.setup.all_ways(data_set)
    ]


def _row(table: int, data_set: str, strategy: str, images: int, models: Mapping[str, str]) -> Json:
    of_row = {"table": table, "data_set": data_set, "strategy": strategy, "images": images}
    return {**of_row, **models, "paper": None, "here": None}


def _models(way: Way | None, reader: str = "") -> dict[str, str]:
    if way is None:
        return {"encoder": "", "rewriter": "", "visualizer": "", "reader": reader}
    names = {role: getattr(way, role) for role in _MODELS[:3]}
    return {**names, "reader": reader}


def _same(packs: Mapping[str, Pack], name: str) -> str:
    """Return what the paper calls the model of a pack, or a name that no model of it has."""
    offer = offer_of(packs[name]) if name else None
    return SAME_MODELS.get(offer.name if offer else "", f"{_OF_PACK}{name}") if name else ""


def _own_rows(work: Work) -> Iterator[Json]:
    for table, data_sets in ((1, tuple(FIGURES)), (4, ("visual-rag",)), (5, ("visual-rag",))):
        for data_set in data_sets:
            if data_set in work.material.questions:
                for way in work.setup.ways(table):
                    names = FIGURES[data_set]
                    here = _rankings(work, way, data_set, names, metrics.measure)
                    row = _row(table, data_set, way.strategy, 0, _models(way))
                    yield row | {"here": here}
    for table in KNOWLEDGE:
        for data_set in ANSWERED:
            if data_set in work.material.questions:
                for one in work.setup.answerings(table, data_set):
                    models = _models(one.way, one.reader)
                    if one.known == "sketch":
                        models["encoder"] = ""
                    row = _row(table, data_set, one.known, one.images, models)
                    yield row | {"here": _answers(work, one, data_set)}


def _rankings(
    work: Work, way: Way, data_set: str, names: Sequence[str], measure: Any
) -> Json | None:
    """Return the figures of a way to rank over the queries of which all things are ranked."""
    measurable = [one for one in work.material.questions[data_set] if _can_rank(one)]
    found = [
        of_query
        for question in measurable
        if (of_query := _of_query(work, way, question, measure)) is not None
    ]
    values = {name: [one[name] for one in found] for name in names}
    return _figures(values, len(found), len(measurable))


def _can_rank(question: Question) -> bool:
    return any(thing.is_measurable for thing in question.things)


def _of_query(work: Work, way: Way, question: Question, measure: Any) -> dict[str, float] | None:
    """Return a query's figures, averaged over its things; None: one is not ranked yet."""
    found = []
    for thing in question.things:
        if not thing.is_measurable:
            continue
        ranking = work.ranking(way, thing)
        if ranking is None:
            return None
        if ranking["relevant"]:
            flags = np.zeros(ranking["ranked"], bool)
            flags[np.array(ranking["ranks"], int) - 1] = True
            found.append(measure(flags, ranking["relevant"]))
    return (
        {name: statistics.fmean(one[name] for one in found) for name in found[0]} if found else None
    )


def _on_the_board(relevant: metrics.Flags, total: int) -> dict[str, float]:
    """Return AP, nDCG and MRR over a whole ranking of at least one image."""
    k = len(relevant)
    return {
        "ap": metrics.average_precision(relevant, min(total, k)),
        "ndcg": metrics.ndcg(relevant, k, total),
        "mrr": metrics.reciprocal_rank(relevant),
    }


def _answers(work: Work, one: Answering, data_set: str) -> Json | None:
    """Return the accuracy of a way to answer, in percent."""
    questions = work.questions(data_set)
    scores = [work.score(one, question) for question in questions]
    known = [100 * score for score in scores if score is not None]
    return _figures({ACCURACY: known}, len(known), len(questions))


def _figures(values: Mapping[str, Iterable[float]], queries: int, of: int) -> Json | None:
    if not queries:
        return None
    return {
        "queries": queries,
        "of": of,
        "figures": {name: metrics.summary(list(own)) for name, own in values.items()},
    }
