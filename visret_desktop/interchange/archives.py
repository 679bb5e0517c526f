"""Archives (zip) that others made: read in memory, each file only as far as it may be large."""

import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import IO

from visret_desktop.plain_files import NotPlainFile
from visret_desktop.sentences import said_by, sentence

_MOST_FILES = 200_000
# What comes of damaged, encrypted and unusual archives, of odd encodings, and of what is no table.
BROKEN = (
    *(OSError, EOFError, ValueError, LookupError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error, NotPlainFile),
)


def reason_of(error: Exception) -> str:
    """Return why a file of others cannot be read, as part of a sentence."""
    if (ours := said_by(error)) is not None:
        return ours
    words = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return words.strip().rstrip(".") or type(error).__name__


class Archive(zipfile.ZipFile):
    """A zip that is open for reading."""

    def __init__(self, path: Path) -> None:
        """Open it.

        Raises:
            ValueError: it has too many files.
            One of `BROKEN`: it is damaged.
        """
        super().__init__(path)
        inside = self.infolist()
        if len(inside) > _MOST_FILES:
            self.close()
            raise ValueError(sentence("the zip has more than {most:,} files", most=_MOST_FILES))
        self._inside = {PurePosixPath(one.filename): one for one in inside}

    def outermost(self, name: str) -> PurePosixPath | None:
        """Return the path of the file of a name in the fewest folders; None: there is none."""
        paths = [path for path in self._inside if path.name == name]
        return min(paths, key=lambda path: len(path.parts), default=None)

    def bounded(self, path: PurePosixPath, most: int) -> IO[bytes]:
        """Open a file of at most so many bytes; no more are read than the archive says it has.

        Raises:
            FileNotFoundError: it is not there.
            ValueError: it is larger.
            One of `BROKEN`: it is damaged.
        """
        if path not in self._inside:
            raise FileNotFoundError(path.as_posix())
        if self._inside[path].file_size > most:
            raise ValueError(
                sentence("a file in it is larger than {most:,} MB", most=most // 1_000_000)
            )
        return self.open(self._inside[path].filename)
