"""A cache folder of limited size; the least recently used files are removed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from os import close
from pathlib import Path
from tempfile import mkstemp
from threading import Lock
from time import time

_UNFINISHED = ".tmp"
_ABANDONED_SECONDS = 60.0


class FileCache:
    """Files with certain endings in a folder; every method may be called from any thread.

    Other files in the folder are ignored.
    """

    def __init__(self, folder: Path, endings: tuple[str, ...], max_bytes: int) -> None:
        self.folder = folder
        self._endings = endings
        self._max_bytes = max_bytes
        self._taken: int | None = None
        self._lock = Lock()

    def store(self, name: str, body: bytes) -> Path:
        """Write a temporary file and rename it, so that readers never find half a file."""
        target = self.folder / name
        self.folder.mkdir(parents=True, exist_ok=True)
        handle, unfinished = mkstemp(prefix=name, suffix=_UNFINISHED, dir=self.folder)
        close(handle)
        try:
            Path(unfinished).write_bytes(body)
            Path(unfinished).replace(target)
        finally:
            Path(unfinished).unlink(missing_ok=True)
        with self._lock:
            # Add to the known size, so that the folder is read only when it may be too large.
            if self._taken is not None:
                self._taken += len(body)
            if self._taken is None or self._taken > self._max_bytes:
                self._evict(target)
        return target

    def size(self) -> int:
        return sum(size for _, size, _ in self._files())

    def clear(self) -> None:
        with self._lock:
            for _, _, file in self._files():
                with suppress(OSError):
                    file.unlink()
            self._taken = None

    def _evict(self, newest: Path) -> None:
        files = sorted(self._files())
        taken = sum(size for _, size, _ in files)
        for _, size, file in files:
            if taken <= self._max_bytes:
                break
            if file != newest:
                with suppress(OSError):
                    file.unlink()
                    taken -= size
        self._taken = taken

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        """Yield for each file when it was last used, its size and its path.

        Unfinished files of killed processes are removed.
        """
        with suppress(OSError):
            for file in self.folder.iterdir():
                with suppress(OSError):
                    state = file.stat()
                    if file.suffix in self._endings:
                        yield state.st_mtime, state.st_size, file
                    elif (
                        file.suffix == _UNFINISHED and time() - state.st_mtime > _ABANDONED_SECONDS
                    ):
                        file.unlink()
