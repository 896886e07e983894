"""Opens folders in the system's file manager, from a bundle too."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

# Where the loaders of Linux and macOS look first; PyInstaller keeps what they were before it.
_LIBRARY_PATHS = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
_BEFORE = "_ORIG"


def open_folder(folder: Path) -> bool:
    """Open a folder; return whether there was a program for it."""
    with system_environment():
        return QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))


@contextmanager
def system_environment() -> Iterator[None]:
    """Let programs that are started meanwhile find the system's libraries, not the bundle's."""
    changed = {name: os.environ.get(name) for name in _LIBRARY_PATHS if name in os.environ}
    for name in changed:
        before = os.environ.get(name + _BEFORE)
        if before:
            os.environ[name] = before
        elif name + _BEFORE in os.environ or _is_bundle():
            del os.environ[name]
    try:
        yield
    finally:
        os.environ.update({name: value for name, value in changed.items() if value is not None})


def _is_bundle() -> bool:
    return bool(getattr(sys, "frozen", False))
