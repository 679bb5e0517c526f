"""What a search is going to do: the instructions, and the sketches to be drawn of each.

The rewriter is asked once, whatever the number of things asked about, and not at all for a query
that it answered before. Whatever goes wrong, there is a plan: the query itself is the instruction.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from visret_desktop.engine.caches.search_caches import rewrite_key
from visret_desktop.engine.messages import Search, Sketch, sketch_name
from visret_desktop.engine.models.loaded_models import load
from visret_desktop.engine.runtime import Library
from visret_desktop.engine.search import rewriter_extras
from visret_desktop.engine.search.query_vectors import SplitQuery
from visret_desktop.engine.search.rewriter_extras import RewriterExtra
from visret_desktop.engine.timing import StageClock
from visret_desktop.errors import (
    Cancelled,
    DeviceMissing,
    OutOfMemory,
    PackDamaged,
    PackMissing,
    PartNotLoading,
    UsageError,
    VisretError,
)
from visret_desktop.facts.languages import is_foreign
from visret_desktop.models.interfaces import Family, Rewrite, Rewriter
from visret_desktop.models.pack_settings import ChatSettings, read_settings
from visret_desktop.models.rewriting.prompts import asked_with, choose_family
from visret_desktop.models.rewriting.rule_based_rewriter import own_words
from visret_desktop.packs.manifest import Pack
from visret_desktop.packs.offers import reads_only_english
from visret_desktop.processes.interruptible import IsStopped
from visret_desktop.retrieval.query import refuse_too_much
from visret_desktop.roles import Role
from visret_desktop.sentences import NOTHING, Sentence, joined, sentence
from visret_desktop.strategies import STRATEGIES, Strategy

_USED_AS_IT_IS = sentence("The query's own words are used.")


@dataclass(frozen=True)
class SearchPlan:
    """Instructions, one for each column of the result, and sketches, in the order of drawing."""

    family: str = ""
    instructions: tuple[str, ...] = ()
    sketches: tuple[Sketch, ...] = ()
    note: Sentence = NOTHING  # why there is no better instruction
    note_code: str = ""
    translation: str = ""  # of the query; "": it is in English, or nobody knows it
    details: str = ""  # the query, described in more detail; "": nobody was asked, or it is unfit
    undrawn: Sentence = NOTHING  # which instructions the visualizer does not read


class Planner:
    """Makes the plan of one search. Not thread-safe.

    Args:
        strategy: what is made of the query.
        question: the query; what it says in words is rewritten, if there are any.
        is_drawing: False: only a person's own pictures are in the plan.
    """

    def __init__(
        self,
        library: Library,
        request: Search,
        strategy: Strategy,
        split_query: SplitQuery,
        is_drawing: bool,
        clock: StageClock,
    ) -> None:
        """Raises UsageError if an instruction of the request is too long."""
        for text in (*request.instructions, *(sketch.instruction for sketch in request.sketches)):
            refuse_too_much([text])
        self._library = library
        self._request = request
        self._strategy = strategy
        self._split_query, self._words = split_query, split_query.words
        self._is_drawing = is_drawing
        self._clock = clock
        self.rewriter_calls = 0

    @cached_property  # reads files, which not every key that is typed should
    def _translation(self) -> RewriterExtra:
        return rewriter_extras.translation(self._library, self._split_query, self._strategy)

    @cached_property
    def _details(self) -> RewriterExtra:
        return rewriter_extras.details(self._library, self._split_query)

    def recalled(self) -> SearchPlan | None:
        """Return the plan if no model has to be asked for it, else None."""
        request = self._request
        family = Family(request.family) if request.family else choose_family(self._words)
        if request.instructions:
            given = tuple(map(str.strip, request.instructions))
            return self._plan(Rewrite(family, given), "", *self._beside(family, given))
        if not self._words:
            return self._plan(None)
        try:
            pack = self._library.pack(Role.REWRITER)
        except (PackMissing, PackDamaged) as error:
            unchanged = self._as_typed(family, error)
            return self._plan(unchanged, error.code)
        kept = self._library.caches.rewrites.get(self._key(pack, family))
        known = kept or self._without_model(pack, family)
        translation = self._translation.known(pack, family)
        details = self._details.known(pack, family)
        if known is None or translation is None or details is None:
            return None
        return self._plan(Rewrite(family, *known), _code_of(known[1]), translation, details)

    def made(self, cancelled: IsStopped) -> SearchPlan:
        """Ask the rewriter and return the plan.

        Raises:
            Cancelled: `cancelled()` turned true while the rewriter was being loaded or asked.
        """
        family = Family(self._request.family or choose_family(self._words))
        try:
            pack = self._library.pack(Role.REWRITER)
            with self._clock.loading():
                rewriter = load(lambda: self._library.rewriter, cancelled)
            rewrite = self._rewritten(rewriter, pack, family)
            translation = self._translation.known(pack, family)
            if translation is None:
                if cancelled():
                    raise Cancelled
                with self._clock.stage("translate"):
                    translation = self._translation.made(rewriter, pack)
            details = self._details.known(pack, family)
            if details is None:
                if cancelled():
                    raise Cancelled
                with self._clock.stage("detail"):
                    details = self._details.made(rewriter, pack)
        except (PackDamaged, DeviceMissing, PartNotLoading, OutOfMemory) as error:
            rewrite, translation, details = self._as_typed(family, error), "", ""
        return self._plan(rewrite, _code_of(rewrite.note), translation, details)

    def _without_model(self, pack: Pack, family: Family) -> tuple[tuple[str, ...], Sentence] | None:
        """Return instructions and no note where the model would not be asked, else None.

        One that continues examples chooses the part that a question is about, and no more.
        """
        if family is not Family.DESCRIPTION:
            return None
        try:
            continues = read_settings(pack, ChatSettings).continues
        except PackDamaged:
            return None
        return (own_words(self._words, family), NOTHING) if continues else None

    def _rewritten(self, rewriter: Rewriter, pack: Pack, family: Family) -> Rewrite:
        caches = self._library.caches
        with self._clock.stage("rewrite"):
            self.rewriter_calls += 1
            rewrite = rewriter.rewrite(self._words, family)
        if rewrite.seconds_per_word:
            caches.rewriting_times.learn(rewriter.name, rewrite.seconds_per_word)
        if rewrite.is_final:
            caches.rewrites.put(self._key(pack, family), rewrite.instructions, rewrite.note)
        return rewrite

    def _beside(self, family: Family, instructions: tuple[str, ...]) -> tuple[str, str]:
        """Return translation and details beside these instructions; "" if a person wrote them."""
        try:
            pack = self._library.pack(Role.REWRITER)
        except (PackMissing, PackDamaged):
            return "", ""
        known = self._library.caches.rewrites.get(self._key(pack, family))
        if known is None or known[0] != instructions:
            return "", ""
        translation = self._translation.known(pack, family)
        return translation or "", self._details.known(pack, family) or ""

    def _as_typed(self, family: Family, error: VisretError) -> Rewrite:
        note = joined([error.message, _USED_AS_IT_IS])
        return Rewrite(family, own_words(self._words, family), note, is_final=False)

    def _key(self, pack: Pack, family: Family) -> str:
        prompt = asked_with(family.value, self._library.paths)
        return rewrite_key(pack, prompt, family, self._words)

    def _plan(
        self,
        rewrite: Rewrite | None,
        note_code: str = "",
        translation: str = "",
        details: str = "",
    ) -> SearchPlan:
        instructions = rewrite.instructions if rewrite else ()
        undrawn = self._undrawn(instructions)
        return SearchPlan(
            rewrite.family.value if rewrite else "",
            instructions,
            self._sketches(instructions, undrawn),
            rewrite.note if rewrite else NOTHING,
            note_code,
            translation,
            details,
            self._why_undrawn(undrawn) if undrawn else NOTHING,
        )

    def _why_undrawn(self, instructions: Sequence[str]) -> Sentence:
        return sentence(
            "No sketch is drawn: {title} reads English, and “{words}” seems to be of another"
            " language. Ask in English, or choose another model for sketches.",
            title=self._library.pack(Role.VISUALIZER).title,
            words=", ".join(instructions),
        )

    def _undrawn(self, instructions: Sequence[str]) -> tuple[str, ...]:
        """Return the instructions that the visualizer cannot read: anything may be drawn."""
        if not (self._is_drawing and self._strategy.draws and self._request.m):
            return ()
        if not reads_only_english(self._library.pack(Role.VISUALIZER).name):
            return ()
        return tuple(one for one in instructions if reads_as_foreign(one))

    def _sketches(self, instructions: Sequence[str], undrawn: Sequence[str]) -> tuple[Sketch, ...]:
        request, most = self._request, self._strategy.most_sketches
        each = min(most, request.m)
        planned = _planned(instructions, each, request.seed, if_needed=not request.draw_all)
        legible = tuple(sketch for sketch in planned if sketch.instruction not in undrawn)
        sketches = tuple(_at_most(most, request.sketches)) or legible
        kept = [sketch for sketch in sketches if sketch.image or self._is_drawing]
        return _in_turns(_completed(kept, instructions))


def _code_of(note: str) -> str:
    return "rewriter" if note else ""


def _at_most(each: int, sketches: Iterable[Sketch]) -> Iterator[Sketch]:
    """Yield the first sketches of each column."""
    counts: Counter[int] = Counter()
    for sketch in sketches:
        counts[sketch.column] += 1
        if counts[sketch.column] <= each:
            yield sketch


def reads_as_foreign(text: str) -> bool:
    """Return whether its words that begin small are not English: "Las Vegas" is no Spanish."""
    return is_foreign(" ".join(word for word in text.split() if not word[0].isupper()))


def _planned(
    instructions: Sequence[str], each: int, seed: int, *, if_needed: bool
) -> tuple[Sketch, ...]:
    return tuple(
        Sketch(
            sketch_name(column * each + number),
            instruction,
            seed + number,
            column,
            if_needed=if_needed,
        )
        for column, instruction in enumerate(instructions)
        for number in range(each)
    )


def _completed(sketches: Sequence[Sketch], instructions: Sequence[str]) -> list[Sketch]:
    """Give every sketch a name and an instruction.

    Raises:
        UsageError: two have the same name, or one belongs to no instruction.
    """
    columns = max(1, len(instructions))
    for sketch in sketches:
        if not 0 <= sketch.column < columns:
            reason = sentence("The sketch {name} belongs to no instruction.", name=sketch.name)
            raise UsageError(reason=reason)
    whole = [
        replace(
            sketch,
            name=sketch.name or sketch_name(number),
            instruction=sketch.instruction or "".join(instructions[sketch.column :][:1]),
        )
        for number, sketch in enumerate(sketches)
    ]
    if len({sketch.name for sketch in whole}) < len(whole):
        raise UsageError(reason=sentence("Two sketches have the same name."))
    return whole


def _in_turns(sketches: Sequence[Sketch]) -> tuple[Sketch, ...]:
    """Order sketches so that each column gets its first before any gets its second."""
    columns: dict[int, list[Sketch]] = {}
    for sketch in sketches:
        columns.setdefault(sketch.column, []).append(sketch)
    turns = zip_longest(*(columns[number] for number in sorted(columns)))
    return tuple(sketch for turn in turns for sketch in turn if sketch)


def check_request(request: Search) -> None:
    """Check what a person chose.

    Raises:
        UsageError: there is nothing to search for, or no such strategy or family.
    """
    if request.strategy not in STRATEGIES:
        names = ", ".join(STRATEGIES)
        reason = sentence(
            "There is no strategy {strategy}. Choose one of {names}.",
            strategy=repr(request.strategy),
            names=names,
        )
        raise UsageError(reason=reason)
    if request.family and request.family not in set(Family):
        reason = sentence(
            "There is no family {family}. Choose one of {families}.",
            family=repr(request.family),
            families=", ".join(Family),
        )
        raise UsageError(reason=reason)
    if request.m < 0:
        raise UsageError(reason=sentence("The number of sketches cannot be {m}.", m=request.m))
    asks = any(term.text.strip() or term.image for term in request.terms)
    if not asks or not all(text.strip() for text in request.instructions):
        raise UsageError(reason=sentence("The query is empty. Type what the photo shows."))


def feasible_strategy(request: Search, words: str, may_draw: bool) -> Strategy:
    """Return what the strategy of a request comes to.

    Without words there is nothing to rewrite. Where nothing may be drawn, the instruction alone is
    nearest; `hybrid` takes the query as it is where there is no rewriter.
    """
    asked, sketches = STRATEGIES[request.strategy], request.sketches
    if not (words or request.instructions or sketches):
        return STRATEGIES["original"]
    has_sketches = may_draw and (request.m or sketches)
    if asked.draws and not (has_sketches or any(sketch.image for sketch in sketches)):
        return STRATEGIES["hybrid"]
    return asked


def why_no_sketches(
    library: Library, request: Search, strategy: Strategy, can_draw: bool
) -> VisretError | None:
    """Return why no sketch can be drawn; None: it can.

    Raises:
        PackMissing, PackDamaged: the strategy is nothing without what is missing.
    """
    if strategy.needs_rewriter and not request.instructions:
        library.pack(Role.REWRITER)
    if not (strategy.draws and can_draw and (request.m or request.sketches)):
        return None
    if not library.settings.pictures_enabled:
        return UsageError(reason=sentence("They are switched off in the settings."))
    try:
        library.pack(Role.VISUALIZER)
    except (PackMissing, PackDamaged) as error:
        has_own = any(sketch.image for sketch in request.sketches)
        if strategy.needs_visualizer and not has_own:
            raise
        return error
    return None
