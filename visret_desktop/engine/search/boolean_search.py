"""Search by a formula: `owl AND (dusk OR fog) AND NOT snow`.

    facts that must hold → the filter
    each thing named     → a ranking of its own, by its words or its example picture
    the first of each    → what each photo says of each atom: yes, no or unknown
                         → what it says of the whole, and how near it is to what is wanted

Likeness says yes where a photo is above the line that a search by the atom draws and far more like
it than the library's photos are; no where it is less like it than they are; else it is unknown, as
it is for words that the encoder cannot know. A photo that carries the words by itself says yes. The
name of a folder says them of all its photos: it makes one probable only where the encoder cannot
know better, and else the first of the doubtful. Photos that say yes to the whole come first, then
those that probably do. What is only doubtful is at the end, as in any search. What a fact or a
clear NOT speaks against is left out.

A photo probably shows two things if it is above the line of each, or above the line of both as one
sentence and says no to neither. Many words, such as those of weather, draw no good line alone.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache

import numpy as np
import numpy.typing as npt

from visret_desktop.engine.messages import Finished, Hit, Message, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.encoder_search import EncoderSearch
from visret_desktop.engine.search.hits import HitPhotos, hit, ranks_of
from visret_desktop.engine.search.match_decision import HitScorer
from visret_desktop.engine.search.query_vectors import QueryVectors, SplitQuery
from visret_desktop.engine.search.rankings import Ranker
from visret_desktop.engine.search.text_matches import Named, named_photos
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import Cancelled, UsageError
from visret_desktop.facts.fact import Fact
from visret_desktop.facts.formula import NO, UNKNOWN, YES, Answers, Atom, Case, Formula
from visret_desktop.facts.formula_reader import read_formula
from visret_desktop.facts.values import Misread
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.models.encoders.known_words import beyond
from visret_desktop.places.gazetteer import Gazetteer
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.retrieval.confidence_bands import BANDS
from visret_desktop.roles import Role
from visret_desktop.sentences import sentence
from visret_desktop.strategies import STRATEGIES

Labels = npt.NDArray[np.int64]
Values = npt.NDArray[np.float64]
Height = Callable[[tuple[Atom, ...]], Values]
_WORDS = {YES: "yes", UNKNOWN: "unknown", NO: "no"}
# Deviations above the library's mean. On drawn photos of 29 species, 9 habitats and 3 lights, 99 %,
# 68 % and all of the photos above the first show what is named; of those below the last 0 %, 0.2 %
# and 7 % do (`python -m training.studies.formulas`).
CLEARLY, PROBABLY, HARDLY = 2.0, 1.25, 0.0
_PHRASE_SECONDS = 3.0  # that a search waits to be able to judge
_UNWANTED = 0.25  # of the height of what is not wanted
_FEWEST = 30  # photos in the library; fewer show nothing of what is usual
_MOST_TOGETHER = 16  # ways that have a line of their own; each takes up to a tenth of a second


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
        raise UsageError(
            reason=sentence("{formula} says nothing of what the photos show.", formula=formula)
        )
    yield from _FormulaRun(library, request, formula, cancelled).events()


class _FormulaRun:
    """The state of one search by a formula."""

    def __init__(
        self, library: Library, request: Search, formula: Formula, cancelled: IsStopped
    ) -> None:
        self._library, self._formula, self._cancelled = library, formula, cancelled
        conditions = (*request.filter.conditions, *formula.needed.conditions)
        self._request = replace(request, filter=Filter(conditions))
        self._clock = StageClock()
        self._searches: dict[tuple[Atom, ...], EncoderSearch] = {}  # of atoms together
        self._rows: dict[Atom, Answers] = {}
        self._named: dict[Atom, Named] = {}

    def events(self) -> Iterator[Message]:
        with self._clock.loading():
            encoder = self._library.encoder
        self._photos = HitPhotos(self._library, self._request)
        self._ranker = Ranker(self._library, self._request, self._clock)
        self._vectors = QueryVectors(self._library, self._clock, encoder)
        self._sought_atoms = tuple(atom for atom in self._formula.atoms if atom.fact is None)
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

    def _encoder_search(self, *atoms: Atom) -> EncoderSearch:
        """Return what the encoder sees of atoms together."""
        if atoms not in self._searches:
            self._check_cancelled()
            settings = self._library.settings
            search = EncoderSearch(STRATEGIES["original"], settings, self._ranker, self._vectors)
            terms = _joint_terms(atoms)
            search.ask(terms, terms)
            self._searches[atoms] = search
        return self._searches[atoms]

    # ---- what photos say ----------------------------------------------------------------------

    def _ranked(self) -> Ranked:
        labels = self._candidates()
        height = self._height_of(labels)
        heights = {atom: height((atom,)) for atom in self._sought_atoms}
        can_judge = len(self._ranker.sample()) >= _FEWEST
        pack = self._library.pack(Role.ENCODER)
        self._known = {a for a in self._sought_atoms if a.is_picture or not beyond(pack, a.text)}
        self._above = {atom: self._above_line(labels, atom) for atom in self._known}
        self._rows = {
            atom: self._by_fact(atom.fact, labels)
            if atom.fact is not None
            else self._by_likeness(
                atom, labels, heights[atom], can_judge=can_judge and atom in self._known
            )
            for atom in self._formula.atoms
        }
        says = self._formula.evaluate(self._rows)
        unknown = {atom for atom in self._sought_atoms if atom not in self._known}
        probable = self._probable_answers(labels, heights, unknown)
        is_shown = self._probably_shown(labels, probable)
        by_folder = self._probable_answers(labels, heights, self._sought_atoms)
        is_in_folder = self._formula.evaluate(by_folder) == YES
        groups = np.select([says == YES, is_shown, is_in_folder], [0, 1, 2], 3)
        bands = np.minimum(groups, 2)
        merits = merit(self._formula.cases, height, len(labels))
        is_in = self._formula.evaluate(self._at_best()) > NO
        order = [place for place in np.lexsort((labels, -merits, groups)).tolist() if is_in[place]]
        hits = self._hits(labels, merits, order, bands if can_judge else None)
        answers = sum(one.band in BANDS[:2] for one in hits) if can_judge else -1
        names = tuple(atom.text for atom in self._sought_atoms)
        return Ranked(
            self._request.job,
            hits,
            answers > 0,
            self._clock.timings(),
            names,
            is_settled=True,
            found=answers,
        )

    def _candidates(self) -> Labels:
        """Return the first photos of each atom's ranking, and those that carry its words."""
        searches = {atom: self._encoder_search(atom) for atom in self._sought_atoms}
        together = [self._encoder_search(*wanted) for wanted in self._joint_atoms()]
        candidates = {
            label for search in (*searches.values(), *together) for label in search.text.labels
        }
        self._named = {
            atom: named_photos(self._library, SplitQuery.of(_joint_terms((atom,))), search)
            for atom, search in searches.items()
        }
        for named in self._named.values():
            candidates.update(named.places, named.in_folders)
        return np.array(sorted(candidates), np.int64)

    def _joint_atoms(self) -> list[tuple[Atom, ...]]:
        """Return the atoms that some way to fulfil the formula wants together, two at least."""
        wanted = (_wanted_atoms(case) for case in self._formula.cases)
        return [atoms for atoms in dict.fromkeys(wanted) if len(atoms) > 1]

    def _by_fact(self, fact: Fact, labels: Labels) -> Answers:
        embeddings, space = self._library.reader.embeddings, self._library.encoder.name
        has, lacks = embeddings.saying(fact.condition, labels.tolist(), space)
        row = np.zeros(len(labels), np.int8)
        row[np.isin(labels, lacks)] = NO
        row[np.isin(labels, has)] = YES
        return row

    def _by_likeness(
        self, atom: Atom, labels: Labels, heights: Values, *, can_judge: bool
    ) -> Answers:
        row = np.zeros(len(labels), np.int8)
        if can_judge:
            row[(heights >= CLEARLY) & self._is_like(atom, heights)] = YES
            row[heights < HARDLY] = NO
        row[np.isin(labels, list(self._named[atom].by_itself))] = YES
        return row

    def _probably_shown(
        self, labels: Labels, probable: Mapping[Atom, Answers]
    ) -> npt.NDArray[np.bool_]:
        """Return which photos probably show what is wanted."""
        is_shown: npt.NDArray[np.bool_] = self._formula.evaluate(probable) == YES
        rows = {atom.key: row for atom, row in self._rows.items()}
        for wanted in self._joint_atoms()[:_MOST_TOGETHER]:
            self._check_cancelled()
            above = self._above_line(labels, *wanted) if self._known.issuperset(wanted) else None
            if above is None:
                continue
            lacks_none = np.all([rows[atom.key] != NO for atom in wanted], axis=0)
            is_like = (above >= 0) & lacks_none
            keys = {atom.key for atom in wanted}
            raised = {
                atom: np.where(is_like, YES, row) if atom.key in keys else row
                for atom, row in probable.items()
            }
            is_shown |= self._formula.evaluate(raised) == YES
        return is_shown

    def _probable_answers(
        self, labels: Labels, heights: Mapping[Atom, Values], by_folder: Container[Atom]
    ) -> dict[Atom, Answers]:
        """Return what photos probably say of each atom: yes or no, and of facts what they say.

        The names of their folders count for the atoms `by_folder`.
        """
        answers = dict(self._rows)
        for atom, values in heights.items():
            is_yes = (self._rows[atom] == YES) | self._is_like(atom, values)
            if atom in by_folder:
                is_yes |= np.isin(labels, list(self._named[atom].by_folder))
            answers[atom] = np.where(is_yes, YES, NO).astype(np.int8)
        return answers

    def _is_like(self, atom: Atom, heights: Values) -> npt.NDArray[np.bool_]:
        """Return which photos are above the line that any search draws, or probably like an atom.

        Where a search by it would draw none, the height alone tells.
        """
        if atom not in self._known:
            return np.zeros(len(heights), np.bool_)
        above = self._above[atom]
        return heights >= PROBABLY if above is None else above >= 0

    def _above_line(self, labels: Labels, *atoms: Atom) -> Values | None:
        """Return how far photos are above the line of atoms together; None: there is none."""
        search, pack = self._encoder_search(*atoms), self._library.pack(Role.ENCODER)
        scorer = HitScorer(search, self._library.phrases, pack)
        if scorer.lacks_phrases():
            with self._clock.stage("encode"):
                scorer.make_phrases(_PHRASE_SECONDS, self._cancelled)
        opinion = scorer.opinion(0, labels.tolist()) if len(labels) else None
        if opinion is None or (opinion.presence and not opinion.presence.is_found()):
            return None
        return opinion.above

    def _at_best(self) -> dict[Atom, Answers]:
        """Return what photos may say: no likeness alone says no."""
        return {
            atom: row if atom.fact else np.maximum(row, UNKNOWN) for atom, row in self._rows.items()
        }

    def _height_of(self, labels: Labels) -> Height:
        """Return what tells how near photos are to atoms together, in deviations above the mean."""
        wanted = labels.tolist()

        @cache
        def height(atoms: tuple[Atom, ...]) -> Values:
            return self._ranker.heights(self._encoder_search(*atoms).text, wanted)

        return height

    # ---- hits -----------------------------------------------------------------------------------

    def _hits(
        self,
        labels: Labels,
        merits: Values,
        order: Sequence[int],
        bands: Labels | None,
    ) -> tuple[Hit, ...]:
        """Return the hits to be shown, in this order; without `bands` no verdict is given."""
        copies = self._photos.of(labels[order[: self._ranker.depth]].tolist())
        places = [place for place in order if int(labels[place]) in copies]
        ranks = {atom.text: self._encoder_search(atom).text.ranks for atom in self._sought_atoms}
        return tuple(
            hit(
                rank,
                copies[int(labels[place])],
                float(merits[place]),
                None if bands is None else BANDS[int(bands[place])],
                ranks_of(int(labels[place]), ranks),
                0,
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


def _wanted_atoms(case: Case) -> tuple[Atom, ...]:
    """Return what a photo has to be like in one way to fulfil a formula."""
    return tuple(atom for atom, holds in case if holds and atom.fact is None)


def _joint_terms(atoms: Sequence[Atom]) -> tuple[QueryTerm, ...]:
    """Return the terms of atoms together: their words as one sentence, and their pictures."""
    words = ", ".join(atom.text for atom in atoms if not atom.is_picture)
    pictures = (QueryTerm(image=atom.text) for atom in atoms if atom.is_picture)
    return (*((QueryTerm(text=words),) if words else ()), *pictures)


def merit(cases: Sequence[Case], height: Height, count: int) -> Values:
    """Return how near photos (n,) are to what is wanted, float64.

    `height` gives for atoms how near photos are to all of them together. What is wanted together is
    compared as one sentence, which finds it far better than its words one by one; the best case
    counts. What is not wanted takes away a share of its own height.
    """
    best = np.full(count, -np.inf)
    for case in cases:
        wanted = _wanted_atoms(case)
        value = height(wanted) if wanted else np.zeros(count)
        for atom, holds in case:
            if not holds and atom.fact is None:
                value = value - _UNWANTED * np.maximum(height((atom,)), 0.0)
        best = np.maximum(best, value)
    return best
