"""The words of a photo, as the catalog's index of words keeps them."""

import sqlite3
from collections.abc import Sequence


def put_words(
    db: sqlite3.Connection,
    number: int,
    relative: str,
    title: str | None,
    description: str | None,
    keywords: Sequence[str],
) -> None:
    """Let photo `number` be found by its name, its folders and what it says about itself."""
    folder, _, name = relative.rpartition("/")
    words = (
        name.encode(errors="replace").decode(),
        folder.encode(errors="replace").decode(),
        title,
        description,
        " ".join(keywords),
    )
    db.execute("DELETE FROM photo_text WHERE rowid = ?", (number,))
    db.execute(
        "INSERT INTO photo_text (rowid, name, folder, title, description, keywords)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (number, *words),
    )
