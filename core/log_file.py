"""The log of a home folder, by `logging`: three files of half a megabyte at most.

Window and command line write to it; every module logs to a child of the logger "sevenplots".
"""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from typing_extensions import override

FOLDER, FILE = "logs", "sevenplots.log"
MAX_BYTES = 512 * 1024
OLDER_FILES = 2
LOGGER = "sevenplots"
_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
# Without a log file nothing is written, to the terminal neither.
logging.getLogger(LOGGER).addHandler(logging.NullHandler())


def without_home(text: str) -> str:
    """Return a text with the user's own folder as "~": its name is personal."""
    return _replaced(text, Path.home(), "~")


class LogFile(logging.Handler):
    """Writes to the log of a home folder, which is opened with the first record.

    If the folder is not writable, `path` is None and nothing is logged.
    """

    def __init__(self, home: Path) -> None:
        super().__init__(logging.INFO)
        self.path: Path | None = home / FOLDER / FILE
        self._file: logging.Handler | None = None
        self.setFormatter(_WithoutFolders(home))

    def install(self) -> None:
        """Start logging to the file."""
        logger = logging.getLogger(LOGGER)
        logger.setLevel(logging.INFO)
        logger.addHandler(self)
        logger.propagate = False

    def uninstall(self) -> None:
        """Stop logging to the file."""
        logger = logging.getLogger(LOGGER)
        logger.removeHandler(self)
        logger.propagate = True
        self.close()

    @override
    def emit(self, record: logging.LogRecord) -> None:
        if self._file is None and self.path is not None:
            self._file = _open(self.path)
            if self._file is None:
                self.path = None
            else:
                self._file.setFormatter(self.formatter)
        if self._file is not None:
            self._file.emit(record)

    @override
    def close(self) -> None:
        if self._file is not None:
            with suppress(OSError):  # the disk is full, and the last record has no space on it
                self._file.close()
            self._file = None
        super().close()


class _WithoutFolders(logging.Formatter):
    """Replaces the home folder and the user's folder, because such paths are personal."""

    def __init__(self, home: Path) -> None:
        super().__init__(_FORMAT)
        self._home = home

    @override
    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        for folder in (self._home.absolute(), self._home.resolve()):
            text = _replaced(text, folder, "HOME")
        return without_home(text)


def _replaced(text: str, folder: Path, word: str) -> str:
    if folder == folder.parent:
        return text
    # On Windows Python doubles the backslashes of paths in its own messages.
    plain = str(folder)
    return text.replace(plain.replace("\\", "\\\\"), word).replace(plain, word)


def _open(path: Path) -> logging.Handler | None:
    from logging.handlers import RotatingFileHandler  # noqa: PLC0415 - sockets, seldom needed

    class QuietFile(RotatingFileHandler):
        @override
        def handleError(self, record: logging.LogRecord) -> None:
            """Drop a record that a full disk has no space for."""

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return QuietFile(path, maxBytes=MAX_BYTES, backupCount=OLDER_FILES, encoding="utf-8")
    except OSError:
        return None
