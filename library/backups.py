"""Backups of a library's file: one for each day on which it was changed, and those on request."""

from __future__ import annotations

import logging
import os
import re
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from core.errors import AppError
from library.addresses import BACKUPS
from library.file_copy import UNFINISHED, copy_library, inspected
from library.storage import Storage

_LOG = logging.getLogger("sevenplots.library")

DAYS = 10
_ABANDONED_SECONDS = 3600.0


def backups_folder(path: Path) -> Path:
    return path.parent / BACKUPS


def snapshots_folder(folder: Path) -> Path:
    return folder / BACKUPS / "events"


def daily_backups(path: Path) -> list[Path]:
    """Return the automatic backups of a library's file, the newest first."""
    daily = re.compile(rf"{re.escape(path.stem)}-\d{{4}}-\d\d-\d\d\.db")
    with suppress(OSError):
        found = [each for each in backups_folder(path).iterdir() if daily.fullmatch(each.name)]
        return sorted(found, reverse=True)
    return []


def back_up_daily(storage: Storage, now: datetime) -> str:
    """Back up a library's file that was changed since the last backup and has none of this day.

    The newest ten stay. Return a sentence where that fails: a library without backups is still a
    library. A server is backed up by those who run it.
    """
    path = storage.address
    if not isinstance(path, Path):
        return ""
    day = now.astimezone().date()
    target = backups_folder(path) / f"{path.stem}-{day.isoformat()}.db"
    if target.exists():
        return ""
    existing = daily_backups(path)
    try:
        if storage.changes() != (_changes_in(existing[0]) if existing else 0):
            copy_library(path, target)
            _LOG.info("Daily backup %s", target.name)
            _delete_old(path)
    except AppError as error:
        # Where the library is may be personal.
        reason = error.sentence.replace(f"{path.parent}{os.sep}", "")
        _LOG.warning("The daily backup failed: %s", reason)
        return f"Today's backup of the library could not be made. {error.sentence}"
    return ""


def _changes_in(backup: Path) -> int | None:
    try:
        return inspected(backup).changes
    except AppError:
        return None


def _delete_old(path: Path) -> None:
    """Delete automatic backups but the newest ten, and what a killed process left unfinished."""
    for each in daily_backups(path)[DAYS:]:
        with suppress(OSError):
            each.unlink()
    for each in backups_folder(path).glob(f"*{UNFINISHED}*"):
        # Another process may be about to finish it, or to do the same.
        with suppress(OSError):
            if time.time() - each.stat().st_mtime > _ABANDONED_SECONDS:
                each.unlink()
