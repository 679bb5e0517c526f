"""Tells folders from photos among what the program is opened with, and says what is neither.

A disk may never answer, so a scout looks, on a thread.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from visret_desktop.errors import FolderSilent, VisretError
from visret_desktop.gui.languages.sentences import translated
from visret_desktop.gui.opening.open_request import OpenRequest
from visret_desktop.gui.widgets.background import Background
from visret_desktop.gui.widgets.incoming_pictures import is_picture

_MOST_PICTURES = 5  # as many as may be added to a query at once
_PATIENCE_SECONDS = 2.0


class PathSorting(QObject):
    """`folders_found` carries paths, `query_found` pictures and words; `refused` a sentence."""

    folders_found = Signal(list)
    query_found = Signal(list, str)
    refused = Signal(str)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._background = Background(self, threads=1)
        self._count = 0

    def sort(self, what: OpenRequest) -> None:
        """Find out what the paths are. Without any, the query is found at once."""
        if what.paths:
            self._count += 1  # each is answered, also while another is looked at
            work = partial(_sorted, what.paths, lambda: self._background.is_closed)
            self._background.run(f"{self._count}", work, partial(self._on_sorted, what.query))
        elif what.query:
            self.query_found.emit([], what.query)

    def _on_sorted(self, query: str, outcome: object) -> None:
        if not isinstance(outcome, tuple):
            self.refused.emit(translated(outcome))
            return
        folders, pictures, sentences = outcome
        if folders:
            self.folders_found.emit(folders)
        if pictures or query:
            self.query_found.emit(pictures[:_MOST_PICTURES], query)
        if len(pictures) > _MOST_PICTURES:
            words = self.tr("You opened {0} photos; the query has the first {1}.")
            sentences = [*sentences, words.format(len(pictures), _MOST_PICTURES)]
        if sentences:
            more = self.tr("{0} (and {1} more)").format(sentences[0], len(sentences) - 1)
            self.refused.emit(more if len(sentences) > 1 else sentences[0])


def _sorted(
    paths: Sequence[str], cancelled: Callable[[], bool]
) -> tuple[list[Path], list[str], list[str]]:
    """Return folders, pictures, and sentences about what is neither.

    What follows on a disk that is silent is left out: each of a hundred photos there would be
    silent for as long.
    """
    from visret_desktop.library.folders.folder_probe import FolderProbe

    folders: list[Path] = []
    pictures: list[str] = []
    sentences: list[str] = []
    with FolderProbe(_PATIENCE_SECONDS, cancelled) as scout:
        for path in paths:
            try:
                if scout.is_file(path):
                    is_photo = is_picture(path)
                    (pictures if is_photo else sentences).append(path if is_photo else _odd(path))
                elif scout.place(Path(path)).is_folder:
                    folders.append(Path(path))
                else:
                    sentences.append(_missing(path))
            except VisretError as error:
                sentences.append(translated(error))
                if isinstance(error, FolderSilent):
                    break
    return folders, pictures, sentences


def _odd(path: str) -> str:
    words = QCoreApplication.translate(
        "PathSorting", "“{0}” is neither a photo nor a folder of photos."
    )
    return words.format(Path(path).name)


def _missing(path: str) -> str:
    words = QCoreApplication.translate("PathSorting", "There is no file or folder {0}.")
    return words.format(path)
