"""One window for each profile: a second start hands what it was opened with to the first, and ends.

The first holds a lock, which the system drops when it dies, and listens at a socket that this user
alone may reach. What a killed window left there is replaced.
"""

import hashlib
import logging
import os
import stat
import sys
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from visret_desktop.errors import LibraryBusy, NotOurs
from visret_desktop.gui.opening.open_request import MOST_BYTES, OpenRequest, as_line, of_line
from visret_desktop.library.writer_lock import WriterLock
from visret_desktop.paths import Paths

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalSocket

_TAKEN = b"taken\n"
_LONGEST = 100  # bytes of a socket's path; systems take 104 or 108
_PATIENCE_SECONDS = 10.0  # with a window that starts or ends just now
_LOOK_SECONDS = 0.1
_CONNECT_MS, _WORDS_MS = 1_000, 5_000
_ANSWER_MS = 60_000  # a window that is busy has taken the words, and answers when it is done
_WAYLAND_TOKEN = "XDG_ACTIVATION_TOKEN"
_log = logging.getLogger(__name__)


class OneWindow:
    """Whether this process shows the window of its profile."""

    def __init__(self, paths: Paths) -> None:
        self._lock = WriterLock(paths.window_lock)
        self._socket = socket_of(paths)
        self._is_first = False
        self._door: Door | None = None

    def hands_over(self, what: OpenRequest) -> bool:
        """Give `what` to the window that is open; False if this process is to show one.

        Where nothing can be locked, and where a window does not answer, there are two. Where there
        is no place for a socket, the second start ends, and what it was to open is not opened.
        """
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end:
            try:
                self._lock.acquire()
            except LibraryBusy:
                if not self._socket:
                    _log.warning("a window of this profile is open, and cannot be reached")
                    return True
                is_taken = _hand_over(self._socket, what)
                if is_taken:
                    return True
                if is_taken is None:
                    break
            except (NotOurs, OSError):
                return False
            else:
                self._is_first = True
                return False
            time.sleep(_LOOK_SECONDS)
        _log.warning("the window that is open does not answer")
        return False

    def listen(self, parent: QObject) -> "Door | None":
        """Return the door at which others hand over, if this is the one window."""
        if self._is_first and self._socket:
            self._door = Door(self._socket, parent)
        return self._door

    def end(self) -> None:
        """Let another be the first, which listens at the same socket."""
        if self._door is not None:
            self._door.close()
        self._lock.release()


def socket_of(paths: Paths) -> str:
    """Return the name of a profile's socket; "" if there is no place that is ours alone."""
    name = hashlib.sha256(os.fsencode(os.path.realpath(paths.data))).hexdigest()[:20]
    if sys.platform == "win32":
        return f"visret-{name}"
    of_system = tempfile.gettempdir() if sys.platform == "darwin" else ""
    given = (os.environ.get("XDG_RUNTIME_DIR", ""), of_system, str(paths.cache))
    # Without any, as over ssh or in a container, one of our own.
    own = (paths.cache / "window", Path(tempfile.gettempdir(), f"visret-{os.getuid()}"))
    for folder in (*map(Path, filter(None, given)), *own):
        path = folder / f"visret-{name}"
        if len(os.fsencode(path)) <= _LONGEST and _is_private(folder, may_make=folder in own):
            return str(path)
    return ""


def _is_private(folder: Path, *, may_make: bool) -> bool:
    try:
        if may_make:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
    except OSError:
        return False
    is_folder, mode = stat.S_ISDIR(status.st_mode), stat.S_IMODE(status.st_mode)
    return folder.is_absolute() and is_folder and status.st_uid == os.getuid() and not mode & 0o077


def _hand_over(name: str, what: OpenRequest) -> bool | None:
    """Give `what` to whoever listens; False if nobody takes it.

    None if somebody is silent, who may still hear it: said again, it would be done twice.
    """
    from PySide6.QtNetwork import QLocalSocket  # takes 5 ms; most starts do not need it

    is_open = QLocalSocket.LocalSocketState.ConnectedState
    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    _let_come_forward()
    socket.write(as_line(what))
    end = time.monotonic() + _ANSWER_MS / 1000
    while not socket.canReadLine():
        if not socket.waitForReadyRead(_ANSWER_MS) or time.monotonic() > end:
            return None if socket.state() == is_open else False
    return bytes(socket.readLine().data()) == _TAKEN


def _let_come_forward() -> None:
    """Let another process bring its window to the front, which Windows allows to the newest."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.AllowSetForegroundWindow(-1)


class Door(QObject):
    """Takes what other starts of the program hand over: `opened` carries an `OpenRequest`.

    Whoever comes gets a few seconds and a megabyte, and is sent away if it says anything else.
    """

    opened = Signal(object)

    def __init__(self, name: str, parent: QObject) -> None:
        """Listen; if that is not possible, nobody comes."""
        super().__init__(parent)
        from PySide6.QtNetwork import QLocalServer  # after the first paint

        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_visitors)
        QLocalServer.removeServer(name)  # of a window that was killed: the lock is ours
        if not self._server.listen(name):
            _log.warning("no door for other starts: %s", self._server.errorString())

    def close(self) -> None:
        """Let nobody in any more."""
        self._server.close()

    def _on_visitors(self) -> None:
        while (visitor := self._server.nextPendingConnection()) is not None:
            visitor.setReadBufferSize(MOST_BYTES + 1)
            visitor.readyRead.connect(partial(self._on_words, visitor))
            visitor.disconnected.connect(visitor.deleteLater)
            QTimer.singleShot(_WORDS_MS, visitor, visitor.abort)
            visitor.waitForReadyRead(0)  # it may have spoken already, long ago if we were busy
            self._on_words(visitor)

    def _on_words(self, visitor: "QLocalSocket") -> None:
        if not visitor.canReadLine():
            if visitor.bytesAvailable() > MOST_BYTES:
                visitor.abort()
            return
        what = of_line(bytes(visitor.readLine().data()))
        if what is None:
            visitor.abort()
            return
        visitor.write(_TAKEN)
        visitor.disconnectFromServer()
        self.opened.emit(what)


def bring_forward(window: QWidget, activation: str) -> None:
    """Show a window in front of all others, as far as the system lets it."""
    if activation:
        os.putenv(_WAYLAND_TOKEN, activation)  # Qt reads it there, once
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    QApplication.alert(window)


def activation_token() -> str:
    """Return what Wayland gave this process to come to the front with."""
    return os.environ.get(_WAYLAND_TOKEN, "")
