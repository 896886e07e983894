"""One window for a home folder: a second start sends its files to the first and exits."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QCryptographicHash,
    QDeadlineTimer,
    QEvent,
    QLockFile,
    QObject,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget
from typing_extensions import override

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket


LOCK = "window.lock"
DELAY_MS = 800
CONNECTION_MS = 2000
MAX_BYTES = 256 * 1024
_AGAIN_SECONDS = 0.03
_ACCEPTED = b"taken\n"
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - a variable that lets Wayland raise a window


@dataclass(frozen=True, slots=True)
class StartRequest:
    """A second start: files to open, and the token by which Wayland raises a window."""

    files: tuple[str, ...]
    token: str = ""

    def line(self) -> bytes:
        return json.dumps({"files": self.files, "token": self.token}).encode() + b"\n"


def start_request(line: bytes) -> StartRequest | None:
    try:
        match json.loads(line):
            case {"files": [*files], "token": str(token)} if all(map(_is_absolute, files)):
                os.fsencode(token)
                return StartRequest(tuple(files), token) if "\0" not in token else None
    except (ValueError, RecursionError):
        pass
    return None


def _is_absolute(path: object) -> bool:
    return isinstance(path, str) and "\0" not in path and Path(path).is_absolute()


class SingleInstance(QObject):
    """The first start of a home folder, or another one.

    A lock file in the home folder marks the first; the lock of a process that ended is ignored.
    Without a lock the window runs alone.
    """

    start_requested = Signal(object)  # a StartRequest

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self._lock: QLockFile | None = None
        self._server: QLocalServer | None = None

    def claim(self) -> bool:
        """Lock the home folder; return False where another process has locked it."""
        try:
            self._home.mkdir(parents=True, exist_ok=True)
        except OSError:
            return True
        lock = QLockFile(str(self._home / LOCK))
        lock.setStaleLockTime(0)
        if lock.tryLock(0):
            self._lock = lock
            return True
        return lock.error() is not QLockFile.LockError.LockFailedError

    def listen(self) -> None:
        """Listen for other starts from now on, if this is the first."""
        if self._lock is None or self._server is not None:
            return
        from PySide6.QtNetwork import QLocalServer  # noqa: PLC0415 - once the window is there

        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        name = socket_name(self._home)
        # This process has the lock, so a socket of that name was left behind.
        QLocalServer.removeServer(name)
        self._server.listen(name)

    def hand_over(self, files: Sequence[str], timeout_ms: int = DELAY_MS) -> bool:
        """Send the files to the first; return whether it took them within `timeout_ms`."""
        absolute = tuple(str(Path(each).absolute()) for each in files)
        line = StartRequest(absolute, os.environ.get(_TOKEN, "")).line()
        if len(line) > MAX_BYTES:
            return False
        deadline = QDeadlineTimer(timeout_ms)
        while not deadline.hasExpired():
            if _send(line, socket_name(self._home), deadline):
                return True
            # The first may not listen yet.
            time.sleep(_AGAIN_SECONDS)
        return False

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _on_connection(self) -> None:
        while self._server is not None and self._server.hasPendingConnections():
            Connection(self._server.nextPendingConnection(), self).start_requested.connect(
                self.start_requested
            )


class Connection(QObject):
    """Receives the request of another start, within bounds of length and time."""

    start_requested = Signal(object)  # a StartRequest

    def __init__(self, socket: QLocalSocket, parent: QObject) -> None:
        super().__init__(parent)
        self._socket = socket
        self._received = b""
        socket.setParent(self)
        socket.readyRead.connect(self._on_ready)
        socket.disconnected.connect(self.deleteLater)
        QTimer.singleShot(CONNECTION_MS, self, socket.abort)

    def _on_ready(self) -> None:
        self._received += bytes(self._socket.read(MAX_BYTES + 1 - len(self._received)).data())
        line, end, _ = self._received.partition(b"\n")
        if not end and len(self._received) <= MAX_BYTES:
            return
        request = start_request(line) if end else None
        if request is None:
            self._socket.abort()
            return
        self._socket.write(_ACCEPTED)
        self._socket.flush()
        self._socket.disconnectFromServer()
        self.start_requested.emit(request)


def bring_to_front(window: QWidget, request: StartRequest) -> None:
    if request.token:
        os.environ[_TOKEN] = request.token
    minimized = Qt.WindowState.WindowMinimized
    window.setWindowState((window.windowState() & ~minimized) | Qt.WindowState.WindowActive)
    window.show()
    window.raise_()
    window.activateWindow()


def socket_name(home: Path, system: str = os.name) -> str:
    """Return the name under which the first start of a home folder listens, for its user alone.

    On Windows ("nt") it is the name of a pipe, which all users share, and case makes no folder.
    """
    windows = system == "nt"
    user = os.environ.get("USERNAME", "") if windows else str(os.getuid())
    folder = os.path.realpath(home)
    place = f"{user}\n{folder.lower() if windows else folder}".encode(errors="surrogateescape")
    digest = QCryptographicHash.hash(place, QCryptographicHash.Algorithm.Sha256).toHex().data()
    name = f"sevenplots-{bytes(digest).decode()[:16]}"
    runtime = "" if windows else os.environ.get("XDG_RUNTIME_DIR", "")
    return str(Path(runtime) / name) if runtime and Path(runtime).is_dir() else name


def _send(line: bytes, name: str, deadline: QDeadlineTimer) -> bool:
    from PySide6.QtNetwork import QLocalSocket  # noqa: PLC0415 - a second start alone needs it

    socket = QLocalSocket()
    socket.connectToServer(name)
    if not socket.waitForConnected(deadline.remainingTime()):
        return False
    socket.write(line)
    answer, more = b"", True
    while more and _ACCEPTED not in answer:
        more = socket.waitForReadyRead(deadline.remainingTime())
        answer += bytes(socket.readAll().data())
    return _ACCEPTED in answer


class FileOpenEvents(QObject):
    """Says which files are to be opened.

    On other systems a file comes as an argument of another start, and this does nothing: each
    event of the program would go through Python.
    """

    file_requested = Signal(str)  # its path

    def __init__(self, app: QApplication, system: str = sys.platform) -> None:
        super().__init__(app)
        if system == "darwin":
            app.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.file_requested.emit(event.file())
            return True
        return super().eventFilter(watched, event)
