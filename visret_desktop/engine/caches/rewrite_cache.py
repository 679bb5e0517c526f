"""Keep what the rewriter made of queries: asking a large one again takes seconds."""

import hashlib
import json
import threading
from pathlib import Path
from typing import Any

from visret_desktop.engine.caches.small_files import read_object, write_object
from visret_desktop.packs.manifest import Pack
from visret_desktop.sentence_json import from_text, to_text
from visret_desktop.sentences import NOTHING, Sentence

_MOST = 2000
_RULES = 2  # counts the changes of what an answer has to keep of its query


def rewrite_key(pack: Pack, prompt: str, kind: str, query: str) -> str:
    """Return what names an answer: it changes with the model, its settings, prompt and query.

    `kind` is the family of the query, or says what else was asked for.
    """
    made_of = [_RULES, pack.name, pack.digest, pack.settings, prompt, kind, query]
    return hashlib.sha256(json.dumps(made_of, sort_keys=True).encode()).hexdigest()[:32]


class RewriteCache:
    """Instructions by key, in one small file; those made last are kept. Thread-safe."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[str, Any] | None = None
        self._lock = threading.Lock()

    def get(self, key: str) -> tuple[tuple[str, ...], Sentence] | None:
        """Return the instructions of a key, if they were kept, and the note that came with them."""
        with self._lock:
            found = self._all().get(key)
        if not isinstance(found, dict):
            return None
        instructions, note = found.get("instructions"), found.get("note", "")
        if not isinstance(instructions, list) or not instructions:
            return None
        return tuple(map(str, instructions)), from_text(str(note))

    def put(self, key: str, instructions: tuple[str, ...], note: Sentence = NOTHING) -> None:
        """Keep instructions; `note` says why they are the query's own words, or is ""."""
        made = {"instructions": list(instructions), "note": to_text(note)}
        with self._lock:
            kept = {**self._all(), key: made}
            self._kept = dict(list(kept.items())[-_MOST:])
            write_object(self._path, self._kept)

    def _all(self) -> dict[str, Any]:
        if self._kept is None:
            self._kept = read_object(self._path)
        return self._kept
