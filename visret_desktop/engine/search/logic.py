"""Search by a formula: `owl AND (dusk OR fog) AND NOT snow`.

    facts that must hold → the filter
    each thing named     → a ranking of its own, by its words or its example picture
    the first of each    → what each photo says of each atom: yes, no or unknown
                         → what it says of the whole, and how near it is to what is wanted

Likeness says yes where a photo is a confident hit of the atom, or carries its words; unknown where
it may be one. What hardly resembles an atom says no to it, but stays in the result, at the end, as
in any search: likeness alone does not know. What a fact or a clear NOT speaks against is left out.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

import numpy as np
import numpy.typing as npt

from visret_desktop.aside import IsStopped
from visret_desktop.engine.messages import Finished, Hit, Message, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.clock import StageClock
from visret_desktop.engine.search.describing import Photos, hit, ranks_of
from visret_desktop.engine.search.listing import Listing
from visret_desktop.engine.search.named import named_photos
from visret_desktop.engine.search.query_vectors import QueryVectors, Question
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.engine.search.verdicts import Judge
from visret_desktop.engine.search.view import View
from visret_desktop.errors import Cancelled, UsageError
from visret_desktop.facts.fact import Fact
from visret_desktop.facts.formula import NO, UNKNOWN, YES, All, Answers, Atom, Formula, Node, Not
from visret_desktop.facts.formula_reader import read_formula
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.retrieval.cutoff import Band
from visret_desktop.strategies import STRATEGIES

Labels = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
_WORDS = {YES: "yes", UNKNOWN: "unknown", NO: "no"}
_BANDS: dict[int, Band] = {YES: "confident", UNKNOWN: "maybe", NO: "weak"}
_PHRASE_SECONDS = 3.0  # that making ordinary phrases may take


def search_by_formula(library: Library, request: Search, cancelled: IsStopped) -> Iterator[Message]:
    """Answer a request that has a formula; yield one `Ranked`, and `Finished`.

    Raises:
        UsageError: it is no formula, or nothing can be found by it.
        PackMissing: no encoder.
        Cancelled: `cancelled()` turned true.
    """
    try:
        formula = read_formula(
            request.formula, library.reader.facts, Gazetteer.open(), date.today()
        )
    except Misread as error:
        raise UsageError(reason=error.note.sentence) from error
    if formula.filter is not None:
        raise UsageError(reason=f"{formula} says nothing of what the photos show.")
    yield from _Run(library, request, formula, cancelled).events()


class _Run:
    """The state of one search by a formula."""

    def __init__(
        self, library: Library, request: Search, formula: Formula, cancelled: IsStopped
    ) -> None:
        self._library, self._formula, self._cancelled = library, formula, cancelled
        conditions = (*request.filter.conditions, *formula.needed.conditions)
        self._request = replace(request, filter=Filter(conditions))
        self._clock = StageClock()
        self._views: dict[Atom, View] = {}
        self._rows: dict[Atom, Answers] = {}

    def events(self) -> Iterator[Message]:
        with self._clock.loading():
            encoder = self._library.encoder
        self._photos = Photos(self._library, self._request)
        self._ranker = Ranker(self._library, self._request, self._clock)
        vectors = QueryVectors(self._library, self._clock, encoder)
        for atom in self._formula.atoms:
            if atom.fact is None:
                self._views[atom] = self._view(atom, vectors)
        self._check_cancelled()
        self._make_phrases()
        ranked = self._ranked()
        yield ranked
        figures = {
            "encoder": encoder.name,
            "strategy": self._request.strategy,
            "formula": str(self._formula),
            "hits": len(ranked.hits),
            "stages": self._clock.timings(),
            "seconds": round(self._clock.seconds(), 5),
            "model_seconds": round(self._clock.model_seconds(), 5),
        }
        yield Finished(self._request.job, figures)

    def _view(self, atom: Atom, vectors: QueryVectors) -> View:
        settings = self._library.settings
        view = View(STRATEGIES["original"], settings, self._ranker, vectors)
        terms = (_term(atom),)
        view.ask(terms, terms)
        return view

    def _make_phrases(self) -> None:
        for view in self._views.values():
            judge = Judge(view, self._library.phrases)
            if judge.lacks_phrases():
                with self._clock.stage("encode"):
                    judge.make_phrases(_PHRASE_SECONDS, self._cancelled)
                self._check_cancelled()

    # ---- what photos say ----------------------------------------------------------------------

    def _ranked(self) -> Ranked:
        labels = self._candidates()
        can_judge = self._ask_each(labels)
        says = self._formula.evaluate(self._rows)
        # What hardly resembles an atom stays in, unless something else speaks against it.
        doubtful = {
            atom: row if atom.fact else np.maximum(row, UNKNOWN) for atom, row in self._rows.items()
        }
        is_in = self._formula.evaluate(doubtful) > NO
        merits = np.nan_to_num(_merit(self._formula.root, self._heights(labels), len(labels)))
        order = [place for place in np.lexsort((labels, -merits, -says)).tolist() if is_in[place]]
        hits = self._hits(labels, says, merits, order, can_judge=can_judge)
        found = sum(one.band in ("confident", "maybe") for one in hits) if can_judge else -1
        names = tuple(atom.text for atom in self._views)
        return Ranked(
            self._request.job,
            hits,
            found > 0,
            self._clock.timings(),
            names,
            is_settled=True,
            found=found,
        )

    def _candidates(self) -> Labels:
        """Return the first photos of each atom's ranking, and those that carry its words."""
        found = {label for view in self._views.values() for label in view.text.labels}
        self._named = {
            atom: named_photos(self._library, Question.of((_term(atom),)), view)
            for atom, view in self._views.items()
        }
        found.update(label for named in self._named.values() for label in named)
        return np.array(sorted(found), np.int64)

    def _ask_each(self, labels: Labels) -> bool:
        """Find what photos (n,) say of each atom; return whether likeness can be judged at all."""
        can_judge = True
        for atom in self._formula.atoms:
            if atom.fact is not None:
                self._rows[atom] = self._by_fact(atom.fact, labels)
            else:
                row = self._by_likeness(atom, labels)
                can_judge = can_judge and row is not None
                self._rows[atom] = np.zeros(len(labels), np.int8) if row is None else row
        return can_judge

    def _by_fact(self, fact: Fact, labels: Labels) -> Answers:
        embeddings, space = self._library.reader.embeddings, self._library.encoder.name
        has, lacks = embeddings.saying(fact.condition, labels.tolist(), space)
        row = np.zeros(len(labels), np.int8)
        row[np.isin(labels, lacks)] = NO
        row[np.isin(labels, has)] = YES
        return row

    def _by_likeness(self, atom: Atom, labels: Labels) -> Answers | None:
        judge = Judge(self._views[atom], self._library.phrases)
        scale = judge.scale(0)
        if scale is None:
            return None
        values = judge.values(0, labels.tolist())
        row = np.full(len(labels), NO, np.int8)
        row[values >= scale.maybe] = UNKNOWN
        row[values >= scale.confident] = YES
        row[np.isin(labels, list(self._named[atom]))] = YES
        return row

    def _heights(self, labels: Labels) -> Mapping[Atom, Values]:
        """Return how near photos are to each atom, in deviations above the library's mean."""
        wanted = labels.tolist()
        return {atom: self._ranker.heights(view.text, wanted) for atom, view in self._views.items()}

    # ---- hits -----------------------------------------------------------------------------------

    def _hits(
        self,
        labels: Labels,
        says: Answers,
        merits: Values,
        order: Sequence[int],
        *,
        can_judge: bool,
    ) -> tuple[Hit, ...]:
        """Return the hits to be shown, in this order."""
        copies = self._photos.of(labels[order[: self._ranker.depth]].tolist())
        places = [place for place in order if int(labels[place]) in copies]
        lists: dict[str, Listing] = {atom.text: view.text for atom, view in self._views.items()}
        return tuple(
            replace(
                hit(
                    rank,
                    copies[int(labels[place])],
                    float(merits[place]),
                    _BANDS[int(says[place])] if can_judge else None,
                    ranks_of(int(labels[place]), lists),
                    0,
                ),
                says={
                    str(atom): _WORDS[answer]
                    for atom, answer in self._formula.row(self._rows, place)
                },
            )
            for rank, place in enumerate(places[: self._request.top_k], 1)
        )

    def _check_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled


def _term(atom: Atom) -> QueryTerm:
    return QueryTerm(image=atom.text) if atom.is_picture else QueryTerm(text=atom.text)


def _merit(node: Node, heights: Mapping[Atom, Values], count: int) -> Values:
    """Return how near photos (n,) are to what is wanted: the mean of all, the best of either.

    Facts, and what is not wanted, make no photo nearer.
    """
    if isinstance(node, Atom):
        return heights[node] if node in heights else np.full(count, np.nan)
    if isinstance(node, Not):
        return np.full(count, np.nan)
    parts = np.stack([_merit(part, heights, count) for part in node.parts])
    known = ~np.isnan(parts)
    if isinstance(node, All):
        total = np.where(known, parts, 0.0).sum(axis=0)
        return np.where(known.any(axis=0), total / np.maximum(known.sum(axis=0), 1), np.nan)
    best = np.where(known, parts, -np.inf).max(axis=0)
    return np.where(known.any(axis=0), best, np.nan)
