"""Read the vectors of a saved index without opening it, for who lost his own copy of them."""

from pathlib import Path

import numpy as np

from visret_desktop.retrieval import index_files
from visret_desktop.retrieval.index_files import UNREADABLE, DamagedFiles
from visret_desktop.retrieval.vector_matrix import Labels, Vectors, usable


def read_vectors(directory: Path) -> tuple[str, Labels, Vectors]:
    """Return (generation, labels (n,), vectors (n, d)) of the index saved in `directory`.

    Raises:
        DamagedFiles: there is none, or it is not what was written.
    """
    description = index_files.read_description(directory)
    paths = index_files.checked_files(directory, description)
    try:
        labels = np.load(paths["labels.npy"], allow_pickle=False)
        vectors = np.load(paths["vectors.npy"], allow_pickle=False)
        generation = str(description["generation"])
        if len(labels) != len(vectors) or not usable(vectors).all():
            raise DamagedFiles("labels and vectors do not belong together")
    except UNREADABLE as error:
        raise DamagedFiles(str(error)) from error
    return generation, labels, vectors
