"""Whether the sketches of an instruction are enough, or another may still change the first page.

They differ by their seed alone. So what the next one would change is judged by what each of them
changed: the first page is made again without it, and the two are compared.
"""

from collections.abc import Sequence

from visret_desktop.engine.search.view import View, fuse_views
from visret_desktop.retrieval.agreement import agreement

FIRST_PAGE = 10  # photos of an instruction
# Chosen on validation queries (`python -m training.studies.enough_sketches`).
LEAST_AGREEMENT = 0.8


def is_enough(views: Sequence[View], number: int, rrf_k: float) -> bool:
    """Return whether another sketch of a column would hardly change its first page."""
    return page_agreement(views, number, rrf_k) >= LEAST_AGREEMENT


def page_agreement(views: Sequence[View], number: int, rrf_k: float) -> float:
    """Return how much of a column's first page stays without one of its sketches, 0 to 1.

    It is the mean over the sketches, and 0 where nothing would be left to rank by.
    """
    column = views[0].column(number)
    if len(column.lists()) < 2:
        return 0.0
    page = _page(views, number, rrf_k)
    shares = [agreement(page, _page(views, number, rrf_k, name)) for name in column.pictures]
    return sum(shares) / len(shares)


def _page(views: Sequence[View], number: int, rrf_k: float, without: str = "") -> list[int]:
    fused = fuse_views(views, number, rrf_k, without)
    return [label for label, _ in fused.scored[:FIRST_PAGE]]
