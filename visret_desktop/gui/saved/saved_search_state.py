"""A search of the window as a saved search, and back; and the question for its name."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from visret_desktop.engine.messages import HASH_PREFIX
from visret_desktop.engine.saved_search import SavedSearch, SavedTerm, titled
from visret_desktop.facts.fact import Fact
from visret_desktop.facts.values import quoted
from visret_desktop.gui.search.history import ChipState, SearchState
from visret_desktop.gui.sketches.sketch_plan import SketchPlan, key_of
from visret_desktop.gui.sketches.sketch_view_model import BoardState
from visret_desktop.gui.widgets.dialog import ask_line


def ask_name(owner: QWidget, title: str, proposed: str) -> str:
    """Return the name that was given, or ""."""
    question = QCoreApplication.translate("NameQuestion", "Name:")
    return titled(ask_line(owner, title, question, proposed) or "")


def saved_of(name: str, place: SearchState, folder: str) -> SavedSearch:
    """Return what is shown under a name; `folder` is the path of the chosen one, or "".

    Raises:
        ValueError: it looks for nothing, or is too long to be saved.
    """
    plan, board = place.board.plan, place.board
    facts = tuple(fact.text for fact in place.facts)
    inside = (f"folder:{quoted(folder)}",) if folder else ()
    return SavedSearch(
        name,
        place.formula or place.text.strip(),
        bool(place.formula),
        tuple(SavedTerm(chip.term, chip.label) for chip in place.chips),
        tuple(dict.fromkeys((*facts, *inside))),
        plan.strategy,
        board.family_asked,
        plan.instructions,
        plan.sketches,
        tuple(sorted(plan.locked)),
        tuple(s.name for s in plan.sketches if key_of(s) in board.stopped),
        plan.is_bare,
        plan.right,
        plan.wrong,
    )


def place_of(
    saved: SavedSearch, facts: Sequence[Fact], picture: Callable[[str], QImage | None]
) -> SearchState:
    """Return a saved search as the window shows it; `picture` gives that of a content hash."""
    plan = SketchPlan(
        saved.strategy,
        saved.family,
        saved.instructions,
        saved.sketches,
        frozenset(saved.locked),
        saved.is_bare,
        right=saved.right,
        wrong=saved.wrong,
    )
    stopped = frozenset(key_of(s) for s in saved.sketches if s.name in saved.stopped)
    return SearchState(
        saved.words,
        saved.terms,
        tuple(_chip(chip, picture) for chip in saved.chips),
        facts=tuple(facts),
        formula=saved.words if saved.is_formula else "",
        board=BoardState(plan, family_asked=saved.family, stopped=stopped),
    )


def _chip(chip: SavedTerm, picture: Callable[[str], QImage | None]) -> ChipState:
    image = chip.term.image
    is_known = image.startswith(HASH_PREFIX)
    shown = picture(image.removeprefix(HASH_PREFIX)) if is_known else None
    return ChipState(chip.term, chip.label, shown)
