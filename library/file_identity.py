"""Whether an open file is still the one of its name, or was moved, replaced, deleted or cut."""

from __future__ import annotations

import os
from pathlib import Path

# While such a handle is open, no other file gets the file's number. Closing it frees no lock of
# SQLite's, as closing any other handle of the file would.
_HANDLE = getattr(os, "O_PATH", None)


class FileIdentity:
    """A file as it was when this was made."""

    def __init__(self, path: Path) -> None:
        """Open a handle of a file; OSError where there is none."""
        self._path = path
        self._first = path.stat()
        self._size = self._first.st_size
        self._descriptor = None if _HANDLE is None else os.open(path, _HANDLE)

    def in_place(self) -> bool:
        """Whether it still has its name; where that cannot be found out, it has."""
        try:
            now = self._path.stat()
        except FileNotFoundError:
            return False
        except OSError:
            return True
        # Some network folders number their files anew, but not open ones.
        first = self._first if self._descriptor is None else os.fstat(self._descriptor)
        return os.path.samestat(first, now)

    def was_cut(self) -> bool:
        """Whether it is shorter than ever before, as SQLite makes no file of ours."""
        try:
            size = self._path.stat().st_size
        except OSError:
            return False
        if not self.in_place():
            return False
        before, self._size = self._size, max(self._size, size)
        return size < before

    def close(self) -> None:
        """Close the handle."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
