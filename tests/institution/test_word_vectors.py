"""Words on a server are those of the catalog's index of words."""

import sqlite3
import unicodedata
from contextlib import closing

from visret_desktop.institution.word_vectors import queries_of, vector_of, words_of

# Letters and accents that are commoner than what SQLite's older tables lack.
SIGNS = [
    sign for sign in map(chr, range(1, 0x500)) if unicodedata.category(sign) not in ("Mn", "Cn")
]


def test_each_sign_is_folded_as_in_the_catalog() -> None:
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute(
            "CREATE VIRTUAL TABLE text USING fts5 (x, tokenize = 'unicode61 remove_diacritics 2')"
        )
        db.execute("CREATE VIRTUAL TABLE word USING fts5vocab (text, instance)")
        rows = [(number, f"a{sign}b") for number, sign in enumerate(SIGNS)]
        db.executemany("INSERT INTO text (rowid, x) VALUES (?, ?)", rows)
        in_catalog: dict[int, list[str]] = {number: [] for number, _ in rows}
        for word, number in db.execute("SELECT term, doc FROM word ORDER BY doc, offset"):
            in_catalog[number].append(word)
    different = {sign for (n, text), sign in zip(rows, SIGNS, strict=True)
                 if words_of(text) != in_catalog[n]}  # fmt: skip
    assert different == {"Ǡ", "ǡ", "Ϳ"}


def test_a_phrase_stands_in_one_text() -> None:
    assert vector_of("IMG_7.JPG", "Ku\u0308ste") == "'img':1 '7':2 'jpg':3 'kuste':6"
    assert queries_of(["img_7 Küs", "– _", "b"]) == [["'img' <-> '7':*", "'kus':*"], ["'b':*"]]
    assert len(vector_of("x" * 3_000_000, "y " * 3_000_000)) < 500_000
