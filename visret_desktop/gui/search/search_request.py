"""What the engine is asked for a query: everything that is wanted of it."""

from dataclasses import replace
from typing import Literal

from visret_desktop.engine.messages import Search, excluded_hashes
from visret_desktop.gui.search.search_flow import Reason, SearchFlow
from visret_desktop.gui.sketches.sketch_view_model import SketchViewModel
from visret_desktop.settings import Settings
from visret_desktop.strategies import STRATEGIES

_TYPED_PHOTOS = 200  # several screens; a thousand take longer to send and lay out


def search_request(
    flow: SearchFlow, board: SketchViewModel, settings: Settings, reason: Reason
) -> Search:
    """Return what is asked of the engine: the query with all that the board says of sketches."""
    query = flow.query
    one_per: Literal["photo", "event"] = "event" if settings.events_as_one else "photo"
    if flow.is_typed:
        return Search(
            terms=query.terms,
            top_k=min(settings.top_k, _TYPED_PHOTOS),
            filter=query.filter,
            exclude_hashes=excluded_hashes(query.terms),
            m=0,
            one_per=one_per,
            is_typed=True,
        )
    instructions, sketches = board.requested()
    if reason is Reason.AGAIN:  # what was stopped stays stopped
        ready = board.ready_names()
        there = (sketch for sketch in sketches if sketch.name in ready)
        sketches = tuple(replace(sketch, if_needed=False) for sketch in there)
    strategy = STRATEGIES[board.plan.strategy]
    is_written = bool(query.words) and not query.formula
    is_stopped = not sketches and (reason is Reason.AGAIN or board.is_stopped)
    is_wanted = settings.pictures_enabled and not (board.plan.is_bare or is_stopped)
    may_draw = is_written and is_wanted
    return Search(
        terms=query.terms,
        top_k=settings.top_k,
        filter=query.filter,
        strategy=board.plan.strategy,
        exclude_hashes=excluded_hashes(query.terms),
        right_hashes=board.plan.right,
        wrong_hashes=board.plan.wrong,
        m=settings.m if may_draw else 0,
        draw_all=settings.draw_all,
        one_per=one_per,
        family=board.family_asked,
        formula=query.formula,
        instructions=instructions if strategy.rewrites and is_written else (),
        sketches=sketches if strategy.draws and may_draw else (),
    )
