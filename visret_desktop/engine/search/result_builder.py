"""Rankings of encoders, and photos that words name, as the hits that a person is shown."""

from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property

from visret_desktop.engine.caches.search_caches import Fused, RankedList
from visret_desktop.engine.messages import Hit, QueryTerm, Ranked, Search
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search.encoder_search import EncoderSearch, fuse_views
from visret_desktop.engine.search.hits import (
    Bands,
    Copies,
    HitPhotos,
    Place,
    RanksByList,
    hit,
    one_per_group,
    placed,
    queues,
    ranks_of,
)
from visret_desktop.engine.search.match_decision import HitScorer, MatchDecision, verdict
from visret_desktop.engine.search.query_vectors import SplitQuery
from visret_desktop.engine.search.text_matches import Named, inscribed_photos, named_photos
from visret_desktop.engine.timing import StageClock
from visret_desktop.retrieval.confidence_bands import Band
from visret_desktop.roles import Role

_ANSWERS: tuple[Band, ...] = ("confident", "maybe")
_NO_ANSWER: Band = "weak"
INSCRIPTION = "inscription"  # name of the list of photos with the words in the picture
IN_FOLDERS = "folder"  # of those in a folder with the words in its name


class ResultBuilder:
    """Makes the hits of one search, again and again while sketches land.

    `searches` grows by the second encoder; `typed` are the terms without what judgments add.
    """

    def __init__(
        self,
        library: Library,
        request: Search,
        typed: Sequence[QueryTerm],
        searches: Sequence[EncoderSearch],
        clock: StageClock,
    ) -> None:
        self._library = library
        self._request = request
        self._text_name = _list_name(typed)
        self._searches = searches
        self._clock = clock
        self._photos = HitPhotos(library, request)
        self._named = Named()
        self._inscribed: dict[int, int] = {}  # ranks of photos with the words in the picture

    def look_for_named(self, question: SplitQuery) -> None:
        """Let every ranking have the photos that carry the words of the query, or show them."""
        if self._request.by_names:
            with self._clock.stage("names"):
                asked = self._library, question, self._searches[0]
                self._named = named_photos(*asked)
                self._inscribed = inscribed_photos(*asked)
        for search in self._searches:
            search.ranker.reach(self._by_words)

    @property
    def _by_words(self) -> dict[int, None]:
        """Return the labels of photos that are found by words in their names or pictures."""
        named = self._named
        return dict.fromkeys([*named.places, *named.in_folders, *self._inscribed])

    def ranked(self, beyond: Iterable[str], *, is_settled: bool, can_judge: bool) -> Ranked:
        """Return the photos to be shown, as far as they are known.

        Args:
            beyond: words that photos are to show and the encoder cannot know.
            is_settled: no sketch will change them any more.
            can_judge: a model here knows what the words mean.
        """
        # A column of which nothing is known yet says nothing; if none is, the query itself does.
        numbers = [n for n, column in enumerate(self._searches[0].columns) if column.lists()] or [0]
        rrf_k = self._library.settings.rrf_k
        fused = {n: fuse_views(self._searches, n, rrf_k) for n in numbers}
        with self._clock.stage("describe"):
            most = self._searches[0].ranker.depth + len(self._by_words)
            ranked = queues(fused, self._photos, most, self._named.places)
        decisions = self._verdicts(ranked) if is_settled and can_judge else {}
        bands = self._bands(ranked, decisions)
        lists = {n: self._lists(n) for n in numbers}
        with self._clock.stage("describe"):
            hits = self._hits(self._chosen(ranked, bands), fused, lists, bands)
        names = dict.fromkeys(name for of_column in lists.values() for name in of_column)
        names |= dict.fromkeys(self._lists_of_words())
        answers = sum(bool(hit.named) or hit.band in _ANSWERS for hit in hits) if bands else -1
        return Ranked(
            self._request.job,
            hits,
            answers > 0 or bool(self._named.places),
            self._clock.timings(),
            tuple(names),
            nothing_matches=bool(decisions)
            and not self._named.places
            and all(one.nothing_matches for one in decisions.values()),
            is_settled=is_settled,
            found=answers,
            beyond=tuple(beyond),
        )

    def _lists(self, number: int) -> dict[str, RankedList]:
        lists = [search.lists(number, self._text_name) for search in self._searches]
        return {name: ranked_list for one in lists for name, ranked_list in one.items()}

    def _verdicts(self, ranked: Mapping[int, Sequence[int]]) -> dict[int, MatchDecision]:
        """Return one for each column; photos that the query names need none."""
        return {
            number: verdict(
                self.scorers, number, [n for n in labels if n not in self._named.places]
            )
            for number, labels in ranked.items()
        }

    def _bands(
        self, ranked: Mapping[int, Sequence[int]], decisions: Mapping[int, MatchDecision]
    ) -> Mapping[int, Bands]:
        """Return bands by column and label; none if no column has a verdict.

        Of a column without one the hits are no answers where another one has some.
        """
        if not any(one.bands for one in decisions.values()):
            return {}
        # Named ones stand in a group of their own; what a person called right is no doubtful hit.
        known: dict[int, Band] = dict.fromkeys(self._named.places, "maybe")
        known |= dict.fromkeys(
            self._searches[0].ranker.labels(self._request.right_hashes), "confident"
        )
        bands: dict[int, dict[int, Band]] = {
            number: dict.fromkeys(ranked[number], _NO_ANSWER) | one.bands | known
            for number, one in decisions.items()
        }
        for of_column in bands.values():
            for label in (*self._inscribed, *self._named.in_folders):
                if of_column.get(label) == _NO_ANSWER:
                    of_column[label] = "maybe"
        return bands

    @cached_property
    def scorers(self) -> list[HitScorer]:
        """What judges the photos of each encoder; asked for once all of them look."""
        packs = [self._library.pack(Role.ENCODER)]
        if self._library.second is not None:
            packs.append(self._library.second.pack)
        searches = self._searches[:1] if packs[0].bounds else self._searches
        return [
            HitScorer(search, self._library.phrases, pack)
            for search, pack in zip(searches, packs, strict=False)
        ]

    def _chosen(
        self, ranked: Mapping[int, Sequence[int]], bands: Mapping[int, Bands]
    ) -> list[Place]:
        # Where no verdict says what the photos show, a folder's name says most.
        first: list[Container[int]] = [self._named.places]
        if not bands:
            first.append(self._named.in_folders)
        places, kind = placed(ranked, bands, first), self._request.one_per
        return places if kind == "photo" else one_per_group(places, self._photos, kind)

    def _hits(
        self,
        chosen: Sequence[Place],
        fused: Mapping[int, Fused],
        lists: Mapping[int, Mapping[str, RankedList]],
        bands: Mapping[int, Bands],
    ) -> tuple[Hit, ...]:
        """Return the hits to be shown, in this order."""
        shown = chosen[: self._request.top_k]
        copies = self._photos.of(label for _, label in shown)
        sizes = self._sizes(copies)
        scores = {number: dict(ranking.scored) for number, ranking in fused.items()}
        ranks = {number: self._ranks_by_list(of_column) for number, of_column in lists.items()}
        are_compared = len(self._searches[0].columns) > 1
        return tuple(
            hit(
                rank,
                copies[label],
                scores[column][label],
                bands[column][label] if bands else None,
                ranks_of(label, ranks[column]),
                self._column_shown(column, label, bands) if are_compared else column,
                self._named.places.get(label, ""),
                sizes.get(label, 1),
            )
            for rank, (column, label) in enumerate(shown, 1)
        )

    def _sizes(self, copies: Mapping[int, Copies]) -> dict[int, int]:
        """Return by label how many photos of the filter a hit stands for, where it may be more."""
        kind = self._request.one_per
        if kind == "photo":
            return {}
        group_of = {label: getattr(rows[0], kind) for label, rows in copies.items()}
        wanted = {group for group in group_of.values() if group}
        sizes = self._library.reader.groups.sizes(kind, wanted, self._request.filter)
        return {label: sizes[group] for label, group in group_of.items() if group in sizes}

    def _ranks_by_list(self, lists: Mapping[str, RankedList]) -> RanksByList:
        return {name: ranked.ranks for name, ranked in lists.items()} | self._lists_of_words()

    def _lists_of_words(self) -> dict[str, dict[int, int]]:
        """Return ranks by label of lists that no encoder makes, by their names."""
        word_lists = {IN_FOLDERS: self._named.in_folders, INSCRIPTION: self._inscribed}
        return {name: ranks for name, ranks in word_lists.items() if ranks}

    def _column_shown(self, column: int, label: int, bands: Mapping[int, Bands]) -> int:
        """Return the column of a hit; -1: several are compared and it answers none."""
        is_of_none = label in self._named.places or (bands and bands[column][label] == "weak")
        return -1 if is_of_none else column


def _list_name(terms: Sequence[QueryTerm]) -> str:
    """Return how a hit names the list that it stands in."""
    if all(term.image for term in terms):
        return "photo"
    return "text and photo" if any(term.image for term in terms) else "text"
