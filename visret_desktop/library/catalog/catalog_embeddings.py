"""What the catalog knows of embeddings: vectors by content hash and encoder, and their labels."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from visret_desktop.library.catalog.catalog_connection import (
    CHUNK,
    ReadConnections,
    batched,
    from_sql,
    marks,
    to_sql,
)
from visret_desktop.library.catalog.photo_filter import Filter
from visret_desktop.library.records import Fingerprint

Vectors = npt.NDArray[np.float32]


class EmbeddingReader(ReadConnections):
    """The part of the catalog's reader that is about embeddings."""

    def generation(self, encoder: str) -> str:
        """Return a word that changes whenever the set of live embeddings changes."""
        rows = dict(self._db.execute("SELECT key, value FROM meta"))
        return f"{rows['catalog']}-{rows['generation']}-{encoder}"

    def embedding_count(self, encoder: str) -> int:
        """Return how many contents have an embedding by `encoder`, live or not."""
        row = self._db.execute("SELECT count(*) FROM embedding WHERE encoder = ?", (encoder,))
        count: int = row.fetchone()[0]
        return count

    def embeddings(
        self, encoder: str, after_label: int = 0, batch: int = 8192
    ) -> Iterator[tuple[list[int], list[str], Vectors]]:
        """Yield live embeddings as (labels, hashes, float32 (n, d)), by label."""
        while True:
            rows = self._db.execute(
                "SELECT label, content_hash, vector FROM embedding WHERE encoder = ? AND label > ?"
                " AND EXISTS (SELECT 1 FROM photo"
                " WHERE photo.content_hash = embedding.content_hash)"
                " ORDER BY label LIMIT ?",
                (encoder, after_label, batch),
            ).fetchall()
            if not rows:
                return
            labels, hashes, blobs = zip(*rows, strict=True)
            vectors = np.frombuffer(b"".join(blobs), "<f4").reshape(len(blobs), -1)
            yield list(labels), list(hashes), vectors
            after_label = labels[-1]

    def embedding(self, content_hash: str, encoder: str) -> Vectors | None:
        """Return the float32 (d,) embedding of these bytes, if there is one."""
        row = self._db.execute(
            "SELECT vector FROM embedding WHERE content_hash = ? AND encoder = ?",
            (content_hash, encoder),
        ).fetchone()
        return None if row is None else np.frombuffer(row[0], "<f4")

    def embedding_of_path(self, path: Path, encoder: str) -> Vectors | None:
        """Return the embedding of a photo in the library whose file did not change since."""
        rows = (
            self._db.execute(
                "SELECT content_hash, size, mtime_ns, changed_ns FROM photo"
                " WHERE folder_id = ? AND relative = ?",
                (number, to_sql(inside)),
            ).fetchone()
            for number, inside in self._inside(path)
        )
        row = next((row for row in rows if row), None)
        if row is None:
            return None
        try:
            status = path.stat()
        except OSError:
            return self.embedding(row[0], encoder)
        is_unchanged = Fingerprint.of(status).is_surely(Fingerprint(*row[1:]))
        return self.embedding(row[0], encoder) if is_unchanged else None

    def has_embedding(self, content_hash: str, encoder: str) -> bool:
        """Tell whether these bytes have been embedded."""
        row = self._db.execute(
            "SELECT 1 FROM embedding WHERE content_hash = ? AND encoder = ?",
            (content_hash, encoder),
        )
        return row.fetchone() is not None

    def encoders(self) -> list[str]:
        """Return the names of all encoders that ever embedded something."""
        return [row[0] for row in self._db.execute("SELECT DISTINCT encoder FROM embedding")]

    def unembedded(self, encoder: str) -> set[str]:
        """Return the hashes of photos, offline ones too, that `encoder` has not embedded."""
        rows = self._db.execute(
            "SELECT DISTINCT content_hash FROM photo EXCEPT"
            " SELECT content_hash FROM embedding WHERE encoder = ?",
            (encoder,),
        )
        return {row[0] for row in rows}

    def embedded_hashes(self, encoder: str) -> set[str]:
        """Return the hashes of all contents that have been embedded."""
        rows = self._db.execute("SELECT content_hash FROM embedding WHERE encoder = ?", (encoder,))
        return {row[0] for row in rows}

    def embedded(self) -> set[str]:
        """Return the hashes of all contents that any encoder has embedded."""
        return {row[0] for row in self._db.execute("SELECT DISTINCT content_hash FROM embedding")}

    def labels_of_hashes(self, hashes: Iterable[str], encoder: str) -> dict[str, int]:
        """Return the label of each content hash that `encoder` has embedded."""
        found: dict[str, int] = {}
        for chunk in batched(hashes, CHUNK):
            found.update(
                self._db.execute(
                    "SELECT content_hash, label FROM embedding WHERE encoder = ?"
                    f" AND content_hash IN ({marks(chunk)})",
                    (encoder, *chunk),
                )
            )
        return found

    def _inside(self, path: Path) -> Iterator[tuple[int, str]]:
        """Yield the folders that have `path` below them, and its '/'-separated path from there."""
        for number, root in self._roots():
            if root in path.parents:
                yield number, path.relative_to(root).as_posix()

    def _roots(self) -> list[tuple[int, Path]]:
        rows = self._db.execute("SELECT id, path FROM folder").fetchall()
        return [(number, Path(from_sql(stored))) for number, stored in rows]

    def label_pairs(
        self, encoder: str, other: str
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Return the labels, int64 (n,) each, of contents that two encoders have embedded."""
        rows = self._db.execute(
            "SELECT one.label, two.label FROM embedding one JOIN embedding two"
            " ON two.content_hash = one.content_hash AND two.encoder = ? WHERE one.encoder = ?",
            (other, encoder),
        ).fetchall()
        pairs = np.array(rows, np.int64).reshape(-1, 2)
        return pairs[:, 0], pairs[:, 1]

    def labels(self, only: Filter, encoder: str) -> npt.NDArray[np.int64]:
        """Return the live labels of the photos of a filter, in their order: int64 (n,)."""
        where, values = only.where()
        rows = self._db.execute(
            "SELECT label FROM embedding WHERE encoder = ? AND content_hash IN"
            f" (SELECT content_hash FROM photo WHERE {where}) ORDER BY label",
            (encoder, *values),
        )
        return np.fromiter((row[0] for row in rows), np.int64)
