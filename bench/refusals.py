"""Of how many queries the rewriter's answer was not used, and why: said by every bench."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

Json = dict[str, Any]
_QUOTED = re.compile(r"“[^”]*”")  # the words of one query


def counted(notes: Collection[str]) -> Json:
    """Return how many queries were rewritten, how often that was not used, and why how often.

    `notes` has one for each query that the rewriter was asked for; "": its answer was used.
    """
    reasons = Counter(_QUOTED.sub("…", note) for note in notes if note)
    return {"queries": len(notes), "refused": reasons.total(), "reasons": dict(reasons)}


def lines(refusals: Mapping[str, Any]) -> Iterator[str]:
    """Yield the sentence about refusals, if there were any."""
    if not refusals.get("refused"):
        return
    reasons = "; ".join(f"{often} × {why}" for why, often in refusals["reasons"].items())
    yield (
        f"The rewriter's answer was not used for {refusals['refused']} of "
        f"{refusals['queries']} queries: {reasons}"
    )
