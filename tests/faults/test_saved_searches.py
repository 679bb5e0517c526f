"""Saved searches while a process that writes them is killed: the old or the new, always whole."""

import random
import subprocess
import sys
from pathlib import Path

from tests.faults.killing import few_milliseconds, kill_at, when_written
from tests.faults.rounds import rounds
from visret_desktop.engine.saved_search import SavedSearch
from visret_desktop.engine.saved_searches import SavedSearches
from visret_desktop.paths import Paths, claim

_SEEN = 3000  # photos
_WRITE = f"""
import sys
from itertools import count
from pathlib import Path
from visret_desktop.engine.saved_searches import SavedSearches
store = SavedSearches(Path(sys.argv[1]))
for round in count():
    store.note_seen("owls", [f"{{n:08x}}{{round:08x}}" * 2 for n in range({_SEEN})])
"""


@rounds(3, 40)
def test_a_kill_leaves_the_old_or_the_new(
    tmp_path: Path, chance: random.Random, rounds: int
) -> None:
    paths = Paths(tmp_path / "data", tmp_path / "cache", tmp_path / "config")
    claim(paths)
    store = SavedSearches(paths.saved_searches)
    store.add(SavedSearch("owls", "an owl"))
    for _ in range(rounds):
        moment = when_written(paths.saved_searches, few_milliseconds(chance))
        process = subprocess.Popen(
            [sys.executable, "-c", _WRITE, str(paths.saved_searches)],
            text=True,
            start_new_session=True,
        )
        with process:
            assert kill_at(moment, process) is not None
        (search,) = store.all()  # says so if anything is lost
        assert search.words == "an owl"
        assert search.seen is not None
        assert len(search.seen) == _SEEN * 8 * 4 / 3
        assert not store.aside.exists()
        store.rename("owls", "owls")  # nobody holds the lock any more
