"""The log: three files of half a megabyte at most, for looking into what went wrong."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from typing_extensions import override

FOLDER, FILE = "logs", "sevenplots.log"
LARGEST = 512 * 1024
OLDER_FILES = 2
LOGGER = "sevenplots"
_LINE = "%(asctime)s %(levelname)s %(name)s: %(message)s"

MessageHandler: TypeAlias = Callable[[QtMsgType, QMessageLogContext, str], object]

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def without_home(text: str) -> str:
    """Return a text with the user's own folder as "~": it tells who somebody is."""
    own = str(Path.home())
    return text.replace(own, "~") if len(own) > 1 else text


class LogFile(logging.Handler):
    """Writes to the log of a home folder, which is opened when there is something to write.

    A folder that cannot be written to is no error: `path` is None then, and nothing is kept.
    """

    def __init__(self, home: Path) -> None:
        super().__init__(logging.INFO)
        self.path: Path | None = home / FOLDER / FILE
        self._file: logging.Handler | None = None
        self.setFormatter(_WithoutHome(_LINE))

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if self._file is None and self.path is not None:
            self._file = _opened(self.path)
            if self._file is None:
                self.path = None
            else:
                self._file.setFormatter(self.formatter)
        if self._file is not None:
            self._file.emit(record)

    @override
    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        super().close()


class LogFiles:
    """The log of one sitting: what the program tells, what Qt tells, and reports of failures."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._file = LogFile(home)
        self._logger = logging.getLogger(LOGGER)
        self._before: MessageHandler | None = None
        self._installed = False

    @property
    def path(self) -> Path | None:
        """The file that is written to; None where the folder cannot be written to."""
        return self._file.path

    @property
    def folder(self) -> Path:
        """The folder of the log and of what was moved out of it."""
        return self._home / FOLDER

    def install(self) -> None:
        """Write what the program and Qt tell from now on."""
        self._logger.setLevel(logging.INFO)
        self._logger.addHandler(self._file)
        self._logger.propagate = False
        self._before = qInstallMessageHandler(self._on_qt_message)
        self._installed = True

    def uninstall(self) -> None:
        """Leave it at that, and give Qt's messages back to whoever had them."""
        if self._installed:
            qInstallMessageHandler(self._before)
            self._installed = False
        self._logger.removeHandler(self._file)
        self._logger.propagate = True
        self._file.close()

    def tell(self, words: str) -> None:
        """Write a line."""
        self._logger.info(words)

    def tell_failure(self, report: str) -> None:
        """Write a report of a failure."""
        self._logger.error(report)

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        level = _LEVELS.get(kind, logging.WARNING)
        self._logger.getChild("qt").log(level, message)
        if self._before is not None:
            self._before(kind, context, message)
        elif level >= logging.WARNING:
            say_in_terminal(message)


class _WithoutHome(logging.Formatter):
    @override
    def format(self, record: logging.LogRecord) -> str:
        return without_home(super().format(record))


def _opened(path: Path) -> logging.Handler | None:
    """Return what writes to a file and moves it aside when it is full; None where nothing can."""
    from logging.handlers import RotatingFileHandler  # noqa: PLC0415 - sockets, seldom needed

    class QuietFile(RotatingFileHandler):
        @override
        def handleError(self, record: logging.LogRecord) -> None:
            """Let a record go that a full disk has no room for: that is no reason to bother."""

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return QuietFile(path, maxBytes=LARGEST, backupCount=OLDER_FILES, encoding="utf-8")
    except OSError:
        return None


def say_in_terminal(words: str) -> None:
    """Write to the terminal that the program was started in; it may have none."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{words}\n")
