"""The log of the window: what the program logs and what Qt reports."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from carddb.log_file import LOGGER, LogFile

MessageHandler: TypeAlias = Callable[[QtMsgType, QMessageLogContext, str], object]

_QT = logging.getLogger(f"{LOGGER}.qt")
_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


class WindowLog:
    """The log file of one session of the window, with Qt's messages."""

    def __init__(self, home: Path) -> None:
        self._file = LogFile(home)
        self._before: MessageHandler | None = None
        self._installed = False

    @property
    def path(self) -> Path | None:
        """The file that is written to; None where the folder cannot be written to."""
        return self._file.path

    def install(self) -> None:
        """Write what the program logs and Qt reports from now on."""
        self._file.install()
        self._before = qInstallMessageHandler(self._on_qt_message)
        self._installed = True

    def uninstall(self) -> None:
        """Write nothing more, and restore the previous handler of Qt's messages."""
        if self._installed:
            qInstallMessageHandler(self._before)
            self._installed = False
        self._file.uninstall()

    def _on_qt_message(self, kind: QtMsgType, context: QMessageLogContext, message: str) -> None:
        level = _LEVELS.get(kind, logging.WARNING)
        _QT.log(level, message)
        if self._before is not None:
            self._before(kind, context, message)
        elif level >= logging.WARNING:
            print_error(message)


def print_error(text: str) -> None:
    """Write to the terminal that the program was started in; it may have none."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):
            sys.stderr.write(f"{text}\n")
