"""Write the user's files completely or not at all, with a clear error if that fails."""

from __future__ import annotations

import os
import re
import shutil
import stat
import unicodedata
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

from core.errors import AppError

_LONGEST = 160
# Of the 255 that file systems take.
_MOST_BYTES = 200
_UNPRINTABLE = "\N{REPLACEMENT CHARACTER}"
_OUTPUTS = (1, 2)


def write_file(
    path: Path, data: bytes | BinaryIO, *, waits: bool = True, synced: bool = True
) -> None:
    """Write a file completely or leave it unchanged; AppError if it cannot be written.

    `data` may be an open file, which is copied from its beginning.

    Links are followed, and a file that is replaced retains its mode and, where we may, its owner.
    What is not a plain file (a device, a pipe, /dev/stdout) is written through. Without `waits` a
    pipe that nobody reads is refused, and otherwise waited for. Without `synced` the data may not
    be on the disk yet: it survives the end of the program, but for a moment not a power cut.
    """
    try:
        _write(path, data, waits=waits, synced=synced)
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None


def sync_file(path: Path) -> None:
    """Wait until the disk has a file, if it is there."""
    with suppress(OSError), path.open("rb+") as file:
        os.fsync(file.fileno())


def plain_file(path: Path) -> Path:
    """Return the real path of a plain file to be written, with all links resolved.

    For files not written by `write_file`. AppError if the path is not a plain file.
    """
    try:
        state = path.stat()
        plain = stat.S_ISREG(state.st_mode)
    except FileNotFoundError:
        plain = True
    except (OSError, ValueError) as error:
        raise unwritable(path, error) from None
    if not plain:
        raise AppError(
            f"{path_text(path)} is not a plain file.", "Name a file, or one that is not there."
        )
    return path.resolve()


def unwritable(path: Path | str, error: Exception) -> AppError:
    """Return the sentence for a file that could not be written."""
    hint = "Check the path, its permissions and the free space on the disk."
    return AppError(f"{path_text(path)} cannot be written: {reason_of(error)}.", hint)


def unreadable(path: Path | str, error: Exception) -> AppError:
    """Return the sentence for a file or folder that could not be read."""
    hint = "Check the path and its permissions."
    return AppError(f"{path_text(path)} cannot be read: {reason_of(error)}.", hint)


def path_refusal(error: BaseException) -> AppError | None:
    """Return the AppError for a system error that names a path; None for other errors."""
    named = error.filename if isinstance(error, OSError) else None
    if not isinstance(named, str | bytes | os.PathLike):
        return None
    sentence = f"{path_text(os.fsdecode(named))} cannot be used: {reason_of(error)}."
    return AppError(sentence, "Check the path, its permissions and the free space on the disk.")


def is_folder(path: Path) -> bool:
    """Return whether a folder exists; False if the system refuses to tell."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Return whether a path exists; False if the system refuses to tell."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def fitting(name: str, most: int) -> str:
    """Shorten a name so that an ending fits on every file system."""
    return name[:most].encode("utf-8", "replace")[:_MOST_BYTES].decode("utf-8", "ignore")


def reason_of(error: BaseException) -> str:
    """Return the system's message without the path and the full stop."""
    if isinstance(error, ValueError):
        return "no file can have such a name"
    return (getattr(error, "strerror", None) or str(error)).rstrip(".")


def path_text(path: Path | str) -> str:
    """Return a path shortened and cleaned for use in a sentence."""
    plain = "".join(each if each.isprintable() else _UNPRINTABLE for each in str(path))
    if len(plain) <= _LONGEST:
        return plain
    half = _LONGEST // 2
    return f"{plain[:half]}…{plain[-half:]}"


def _write(path: Path, data: bytes | BinaryIO, *, waits: bool, synced: bool) -> None:
    try:
        state = path.stat()
    except FileNotFoundError:
        # A link may be there that leads nowhere yet.
        _put(path.resolve(), data, None, synced=synced)
        return
    if stat.S_ISDIR(state.st_mode):
        raise AppError(
            f"{path_text(path)} is a folder, and one file is to be written.", "Name a file in it."
        )
    output = _output(state)
    target = path.resolve()
    if output is not None:
        with os.fdopen(os.dup(output), "wb") as file:
            _copy(data, file)
    elif stat.S_ISREG(state.st_mode) and target.exists() and target.samefile(path):
        # To replace a file that may not be written would be possible, and is not meant.
        os.close(os.open(target, os.O_WRONLY))
        _put(target, data, state, synced=synced)
    else:
        with _through(path, waits=waits) as file:
            _copy(data, file)


def _copy(data: bytes | BinaryIO, file: BinaryIO) -> None:
    if isinstance(data, bytes):
        file.write(data)
    else:
        data.seek(0)
        shutil.copyfileobj(data, file)


def _output(state: os.stat_result) -> int | None:
    """Return the standard stream that a file is, as /dev/stdout is; it has its place in there."""
    for number in _OUTPUTS:
        with suppress(OSError):
            if os.path.samestat(os.fstat(number), state):
                return number
    return None


def _through(path: Path, *, waits: bool) -> BinaryIO:
    unwaiting = 0 if waits else getattr(os, "O_NONBLOCK", 0)
    handle = os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0) | unwaiting)
    if unwaiting:
        os.set_blocking(handle, True)
    return os.fdopen(handle, "wb")


def _put(
    target: Path, data: bytes | BinaryIO, before: os.stat_result | None, *, synced: bool
) -> None:
    """Write a temporary file and rename it; remove it on failure."""
    unfinished = target.with_name(f".{target.name[:20]}.{os.urandom(4).hex()}")
    # The system applies the umask; a private file is never readable by others.
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    handle = os.open(unfinished, flags, 0o666 if before is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            if before is not None:
                _keep_rights(file.fileno(), before)
            _copy(data, file)
            if synced:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(target)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _keep_rights(handle: int, before: os.stat_result) -> None:
    if not hasattr(os, "fchown"):  # Windows, where a new file has the rights of its folder
        return
    for user, group in ((-1, before.st_gid), (before.st_uid, -1)):
        with suppress(OSError):
            os.fchown(handle, user, group)
    os.fchmod(handle, stat.S_IMODE(before.st_mode))


_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f]+')
# Windows takes them with any ending too.
_DEVICES = frozenset(
    {
        *("con", "prn", "aux", "nul", "conin$", "conout$"),
        *(f"{device}{number}" for device in ("com", "lpt") for number in "0123456789¹²³"),
    }
)
_LONGEST_NAME = 100


def file_name(name: str, ending: str) -> str:
    """Return a file name that is valid on every system."""
    plain = fitting(" ".join(_FORBIDDEN.sub(" ", name).split()), _LONGEST_NAME).strip(". ")
    first, dot, rest = plain.partition(".")
    if not plain or first.strip().lower() in _DEVICES:
        plain = f"{first} deck{dot}{rest}".strip()
    return f"{plain}{ending}"


def file_names(names: Iterable[str], ending: str) -> list[str]:
    """Return a valid and distinct file name for each name.

    Some systems ignore case, and macOS how a letter with an accent is composed.
    """
    taken: set[str] = set()
    chosen = []
    for name in names:
        tries = chain([name], (f"{name} ({number})" for number in count(2)))
        files = (file_name(each, ending) for each in tries)
        chosen.append(next(each for each in files if _folded(each) not in taken))
        taken.add(_folded(chosen[-1]))
    return chosen


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
