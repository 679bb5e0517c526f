"""Open plain files of others: a pipe or a device by the name of a file never makes us wait."""

import os
import stat
from pathlib import Path
from typing import BinaryIO

from visret_desktop.errors import VisretError
from visret_desktop.sentences import sentence

NOT_PLAIN = sentence("it is no plain file but a pipe, a device or a folder")
NO_WAITING = getattr(os, "O_NONBLOCK", 0)  # opening a pipe waits for its other end otherwise
_READ = os.O_RDONLY | NO_WAITING | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class NotPlainFile(VisretError):
    """Something has the name of a file and is none."""

    code = "not-a-plain-file"
    sentence = "{path} is no plain file but a pipe, a device or a folder, so it is not read."
    exit_code = 2


def open_plain(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises:
        NotPlainFile: it is a pipe, a device or a folder.
        OSError: it is not there, or may not be read.
    """
    descriptor = os.open(path, _READ)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotPlainFile(path=path)
    return os.fdopen(descriptor, "rb")
