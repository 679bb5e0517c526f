"""What becomes of a search, as values: a state, what happens to it, and what is to be done.

There are no widgets here and no engine. The search controller keeps the state, passes on what
happens as events, and carries out the effects, which are its methods.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from visret_desktop.engine import messages
from visret_desktop.gui.search.search_query import SearchQuery
from visret_desktop.library.catalog.photo_filter import Filter

DONE, STOPPED, FAILED = "done", "stopped", "failed"  # how a search settles


class Reason(Enum):
    """Why the engine is asked."""

    NEW = auto()
    REFINED = auto()
    AGAIN = auto()  # the library changed
    BACK = auto()
    TYPED = auto()  # by its words alone, as they are typed


@dataclass(frozen=True)
class SearchFlow:
    """How far the query is that is shown.

    `reason` is why the engine was asked last. `ranked` is what is shown of this query, and
    `passed_over` a later one that lacks a sketch. `unmatched` photos are shown although nothing
    matches. `is_due_again`: the library changed while the engine was at it. While one types,
    `settled` is the query before, the last one that a person settled on. `counted` are the photos
    behind an answer from the catalog: they are browsed, and nothing is searched.
    """

    query: SearchQuery = field(default_factory=SearchQuery)
    reason: Reason = Reason.NEW
    is_open: bool = False  # the engine is at it
    has_begun: bool = False  # anything of it was shown
    ranked: messages.Ranked | None = None
    passed_over: messages.Ranked | None = None
    unmatched: int = 0
    is_due_again: bool = False
    settled: SearchQuery | None = None
    counted: Filter | None = None

    @property
    def is_typed(self) -> bool:
        """Whether it follows the typing: no history, no sketches, and nothing is told of it."""
        return self.settled is not None


# ---- what happens ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A person wants this query, among the photos that are chosen."""

    query: SearchQuery


@dataclass(frozen=True)
class Typing:
    """A person types, and this is understood of it so far."""

    query: SearchQuery


@dataclass(frozen=True)
class Chosen:
    """Other photos are chosen in the library."""

    only: Filter


@dataclass(frozen=True)
class Visited:
    """A search is to be shown as it was left."""

    query: SearchQuery


@dataclass(frozen=True)
class Counted:
    """The catalog answers the query, by these photos."""

    photos: Filter


@dataclass(frozen=True)
class Heard:
    """The engine says something of the search; `sketches` are those that its ranking may have."""

    event: messages.Event
    sketches: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Ended:
    """The engine is done with it."""

    ending: messages.Ending


class Change(Enum):
    """What happens without anything more to say of it."""

    PLAN = auto()  # sketches, strategy or settings are others
    LIBRARY = auto()  # photos came or changed
    REMOVAL = auto()  # photos left the library; an open query must not bring them back
    STOP = auto()  # a person wants no more of it
    USE = auto()  # a person turns from the line to the photos that are shown
    LOOK = auto()  # the catalog does not know it: photos have to be searched


Happening = Asked | Typing | Chosen | Visited | Counted | Heard | Ended | Change


# ---- what is to be done ---------------------------------------------------------------------


class Act(Enum):
    """An effect without values."""

    LEAVE = auto()  # keep sketches and answer of the search that is shown
    ARRIVE = auto()  # another search is shown: remember it
    MOVE = auto()  # choose in the library what was chosen then
    NARROW = auto()  # other photos are wanted
    NAME = auto()  # another question is asked
    RESTORE = auto()  # sketches and answer as they were left
    BROWSE = auto()
    PUT = auto()  # ask the catalog
    COUNTED = auto()  # browse the photos behind its answer
    STOP = auto()
    CONTROLS = auto()
    REPEATED = auto()
    NOTHING = auto()  # say that it ended before anything was found


@dataclass(frozen=True)
class Begin:
    """Forget sketches and answer; the first query is searched in the way chosen before it."""

    is_first: bool


@dataclass(frozen=True)
class Send:
    """Ask the engine; `is_awaited`: nothing of this query is shown yet."""

    reason: Reason
    is_awaited: bool


@dataclass(frozen=True)
class Forward:
    """Show what the engine says beside its rankings."""

    event: messages.Event


@dataclass(frozen=True)
class Show:
    """Show a ranking; `is_told`: say also whether there are photos."""

    ranked: messages.Ranked
    reason: Reason
    is_first: bool = False
    is_told: bool = False


@dataclass(frozen=True)
class Close:
    """The engine works no more on it; `unmatched` photos are nearest although nothing matches."""

    is_again: bool
    unmatched: int = 0


@dataclass(frozen=True)
class Settle:
    """Nothing more comes by itself; `family` is the kind of query if it is `DONE`."""

    how: str
    family: str | None = None


@dataclass(frozen=True)
class Refuse:
    """Say what failed: the engine ended over the query, or a sentence of it."""

    ending: messages.EngineLost | messages.Failed


Effect = Act | Begin | Send | Forward | Show | Close | Settle | Refuse
Step = tuple[SearchFlow, Sequence[Effect]]


def step(flow: SearchFlow, happening: Happening) -> Step:
    """Return what the search is after something happened, and what is to be done, in order."""
    match happening:
        case Asked(query):
            return _asked(flow, replace(query, only=flow.query.only))
        case Typing(query):
            return _typed(flow, replace(query, only=flow.query.only))
        case Chosen(only) if only != flow.query.only:
            moved = replace(flow, query=replace(flow.query, only=only))
            visit = () if flow.is_typed else (Act.LEAVE, Act.ARRIVE)
            searched = _begun(moved, Reason.REFINED) if moved.query.terms else (moved, ())
            return _after((*visit, Act.NARROW), searched)
        case Visited(query):
            there = replace(flow, query=query, settled=None)
            effects = (Act.NAME, Act.MOVE, Act.NARROW)
            if not query.terms:
                return _after(effects, _browsing(there))
            return _after((*effects, Act.RESTORE, Act.CONTROLS), _begun(there, Reason.BACK))
        case Counted(photos) if flow.query.is_put:  # else something else is typed by now
            return SearchFlow(flow.query, flow.reason, counted=photos), (Act.COUNTED,)
        case Change.LOOK if flow.query.is_put:
            narrow = (Act.NARROW,) if flow.counted is not None else ()
            query = replace(flow.query, is_put=False)  # the catalog is not asked again
            sent = replace(flow, query=query, is_open=True, counted=None)
            return sent, (*narrow, Send(flow.reason, not flow.has_begun))
        case Heard(messages.Ranked() as ranked, sketches):
            return _ranked(flow, ranked, sketches)
        case Heard() if flow.is_typed:
            return flow, ()
        case Heard(event):
            is_known = flow.reason is Reason.AGAIN and (
                isinstance(event, messages.Planned | messages.Enough)
                or (isinstance(event, messages.Notice) and event.code != messages.SECOND_ENCODER)
            )
            return flow, () if is_known else (Forward(event),)
        case Ended(ending):
            return _ended(flow, ending)
        case Change.PLAN:
            return _refined(flow)
        case Change.LIBRARY:
            return _again(flow)
        case Change.REMOVAL:
            is_at_it = flow.query.terms and flow.is_open
            return _begun(flow, Reason.REFINED) if is_at_it else _again(flow)
        case Change.STOP if flow.is_open:  # else it is the reading of photos that is stopped
            return flow, (Act.STOP,)
        case Change.USE if flow.is_typed and flow.has_begun:
            return flow, (Act.NAME, Act.ARRIVE)
        case Chosen() | Counted() | Change.STOP | Change.USE | Change.LOOK:
            return flow, ()


def _after(effects: Sequence[Effect], then: Step) -> Step:
    return then[0], (*effects, *then[1])


def _asked(flow: SearchFlow, query: SearchQuery) -> Step:
    shown, before = flow, flow.settled or flow.query
    flow = replace(flow, query=query, settled=None)
    effects: list[Effect] = [] if shown.is_typed else [Act.LEAVE]
    if is_narrowed := query.facts != shown.query.facts or shown.counted is not None:
        effects.append(Act.NARROW)
    if not query.terms:
        return _after((*effects, Act.NAME, Act.ARRIVE), _browsing(flow))
    is_refined = query.is_refinement_of(before)
    if shown.is_typed and is_refined:
        effects.append(Act.RESTORE)
    effects += [Act.NAME, Act.ARRIVE]
    if is_refined:
        return _after(effects, _begun(flow, Reason.REFINED) if is_narrowed else _refined(flow))
    # What typing shows already is only made better.
    is_there = shown.is_typed and query == shown.query
    is_first = not before.terms or (shown.is_typed and shown.has_begun)
    send = _sent if is_there else _begun
    return _after((*effects, Begin(is_first)), send(flow, Reason.NEW))


def _typed(flow: SearchFlow, query: SearchQuery) -> Step:
    """Search by the words alone; the answer of before stays until there are photos."""
    if query == flow.query:
        return flow, ()
    effects: list[Effect] = [] if flow.is_typed else [Act.LEAVE]
    if query.facts != flow.query.facts or flow.counted is not None:
        effects.append(Act.NARROW)
    settled = flow.query if flow.settled is None else flow.settled
    has_begun = flow.is_typed and flow.has_begun
    typed = replace(flow, query=query, settled=settled, has_begun=has_begun, counted=None)
    return _after(effects, _sent(typed, Reason.TYPED) if query.terms else _browsing(typed))


def _browsing(flow: SearchFlow) -> Step:
    browsing = SearchFlow(flow.query, is_open=flow.is_open, settled=flow.settled)
    return browsing, (Act.BROWSE,)


def _begun(flow: SearchFlow, reason: Reason) -> Step:
    """Ask for what has nothing to do with the photos that are shown."""
    return _sent(replace(flow, has_begun=False, ranked=None, counted=None), reason)


def _refined(flow: SearchFlow) -> Step:
    sent = _sent(flow, Reason.REFINED) if flow.query.terms else (flow, ())
    return _after((Act.CONTROLS,), sent)


def _again(flow: SearchFlow) -> Step:
    """Ask once more; nothing on the screen jumps.

    Where there was no photo to find, it is asked as if for the first time.
    """
    if not flow.query.terms:
        return flow, ()
    if flow.is_open:
        return replace(flow, is_due_again=True), ()
    if flow.ranked is not None and not flow.ranked.hits:
        return _begun(flow, Reason.NEW)
    return _sent(flow, Reason.AGAIN)


def _sent(flow: SearchFlow, reason: Reason) -> Step:
    if flow.is_typed and reason is not Reason.AGAIN:
        reason = Reason.TYPED
    fresh = SearchFlow(flow.query, reason, True, flow.has_begun, flow.ranked, settled=flow.settled)
    if flow.query.is_put and not flow.is_typed:
        return replace(fresh, is_open=False, counted=flow.counted), (Act.PUT,)
    return fresh, (Send(reason, not flow.has_begun and not flow.is_typed),)


def _ranked(flow: SearchFlow, ranked: messages.Ranked, sketches: frozenset[str]) -> Step:
    """Show a ranking, unless a better one is there or near: it may lack sketches that are drawn."""
    if flow.is_typed:  # what is there stays until there are photos, and no sketch is waited for
        return _shown(flow, ranked) if ranked.hits else (flow, ())
    noted = () if flow.reason is Reason.AGAIN else (Forward(ranked),)
    is_better_near = flow.has_begun or flow.reason is Reason.BACK
    if is_better_near and sketches - set(ranked.lists):
        return replace(flow, passed_over=ranked), noted
    return _after(noted, _shown(flow, ranked))


def _shown(flow: SearchFlow, ranked: messages.Ranked) -> Step:
    is_first = not flow.has_begun
    had_photos = flow.ranked is not None and bool(flow.ranked.hits)
    is_told = is_first or (bool(ranked.hits) and not had_photos)  # photos may come meanwhile
    unmatched = len(ranked.hits) if ranked.nothing_matches else 0
    begin = (Begin(not flow.settled.terms),) if is_first and flow.settled is not None else ()
    shown = replace(flow, has_begun=True, ranked=ranked, passed_over=None, unmatched=unmatched)
    return shown, (*begin, Show(ranked, flow.reason, is_first, is_told))


def _ended(flow: SearchFlow, ending: messages.Ending) -> Step:
    if flow.is_typed:  # what failed is said once it is asked
        flow = replace(flow, is_open=False)
        return _again(flow) if flow.is_due_again else (flow, ())
    is_failure = isinstance(ending, messages.EngineLost | messages.Failed)
    effects: list[Effect] = (
        [Refuse(ending)] if isinstance(ending, messages.EngineLost | messages.Failed) else []
    )
    if flow.passed_over is not None:
        flow, shown = _shown(flow, flow.passed_over)
        effects += shown
    flow, is_again = replace(flow, is_open=False), flow.reason is Reason.AGAIN
    effects.append(Close(is_again, flow.unmatched))
    if not flow.query.terms:
        return flow, effects
    if isinstance(ending, messages.Finished):
        done = Settle(DONE, ending.summary.get("family"))
        effects.append(Act.REPEATED if is_again else done)
        return _after(effects, _again(flow) if flow.is_due_again else (flow, ()))
    if not is_again:
        effects.append(Settle(FAILED if is_failure else STOPPED))
    if not flow.has_begun:
        effects.append(Act.NOTHING)
    return flow, effects
