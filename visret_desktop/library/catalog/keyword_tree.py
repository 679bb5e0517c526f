"""The tree of keywords, as rows of photos: each has those below it, too."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from visret_desktop.library.keyword_paths import SEPARATOR, called, last_part

Rows = npt.NDArray[np.int32]


def tree(found: Mapping[str, Sequence[Rows]]) -> dict[str, Rows]:
    """Return the rows of each keyword and of all below it, each once.

    `found` has the rows of a keyword and of those below it (`around_and`) in any parts. A flat
    keyword whose photos all say it in a path, too, is left out: it is there already.
    """
    nodes = {
        keyword: np.unique(np.concatenate(parts)) if len(parts) > 1 else parts[0]
        for keyword, parts in found.items()
        if any(map(len, parts))
    }
    ending: dict[str, list[str]] = defaultdict(list)
    roots = set()
    for keyword in nodes:
        if SEPARATOR in keyword:
            ending[last_part(keyword)].append(keyword)
            roots.add(keyword.partition(SEPARATOR)[0])
    return {
        keyword: rows
        for keyword, rows in nodes.items()
        if SEPARATOR in keyword
        or keyword in roots
        or not _is_said_by(rows, [nodes[path] for path in ending.get(called(keyword), ())])
    }


def _is_said_by(rows: Rows, others: Sequence[Rows]) -> bool:
    return bool(others) and bool(np.isin(rows, np.concatenate(others)).all())
