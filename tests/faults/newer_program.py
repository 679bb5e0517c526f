"""Run as a program: what a later version may be, which knows one more step of the catalog's schema.

The step takes a moment, as one over a large library would. Importing this adds the step: do not.
"""

import sys
from typing import Any

from visret_desktop.__main__ import main
from visret_desktop.library.catalog.migrations import step

ROWS = 100_000


@step
def step_of_a_later_version(db: Any) -> None:
    """Add a table, fill it, and change one that is there."""
    db.execute("CREATE TABLE later (number INTEGER PRIMARY KEY, word TEXT)")
    db.execute(
        "WITH RECURSIVE count(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count LIMIT ?)"
        " INSERT INTO later SELECT n, hex(n) FROM count",
        (ROWS,),
    )
    db.execute("ALTER TABLE photo ADD COLUMN later TEXT")
    db.execute("UPDATE photo SET later = name")
    db.execute("CREATE INDEX later_word ON later (word)")


if __name__ == "__main__":
    sys.exit(main())
