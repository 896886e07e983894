"""Fetch all decklists that ThronesDB has published, or those of the days since the last fetch."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from tempfile import TemporaryFile
from time import perf_counter
from typing import BinaryIO

import ijson

from carddb.thronesdb.edition import AnswerError
from core.download import (
    THRONESDB,
    Downloader,
    Limits,
    MissingPageError,
    checked_source,
    site_of,
)
from core.errors import AppError, NetworkError
from core.progress import Progress, share
from published.decklist import Decklist, read_decklist
from published.storage import Changes, PublishedStore

_LOG = logging.getLogger("sevenplots.published")
LIMITS = Limits(bytes=256 << 20, seconds=600.0)
_ALL = "/api/public/decklists"
_DAY = "/api/public/decklists/by_date/{}.json"
# Without a length, the progress is that of an answer of this many bytes.
_USUAL_BYTES = 30_000_000
_NEWEST, _SOURCE, _MODIFIED, _FETCHED, _BYTES = "newest", "source", "modified", "fetched", "bytes"
_REPORTED_EVERY = 100


@dataclass(frozen=True, slots=True)
class PublishedSync:
    """What a fetch changed; `unread` is how many entries of the answer were no decklists."""

    not_modified: bool
    changes: Changes
    unread: int
    seconds: float


def sync_published(
    store: PublishedStore,
    source: str = THRONESDB,
    *,
    today: date,
    progress: Progress | None = None,
    limits: Limits = LIMITS,
) -> PublishedSync:
    """Replace the stored decklists by those that a server has now, if it has newer ones.

    The answer goes to a temporary file and is read as a stream; one transaction replaces the old
    decklists, so whatever fails, they stay. A server that does not deliver all decklists at once
    is asked for each day since the newest stored one. `progress` is called with (done, 100); what
    it raises stops the fetch. Raises AddressError, NetworkError, AnswerError, or AppError where
    the decklists cannot be stored.
    """
    server = checked_source(source)
    began = perf_counter()
    unread = _EntryReader()
    with Downloader(limits) as downloader:
        try:
            changes = _fetch_all(store, server, downloader, unread, progress)
        except MissingPageError:
            changes = _fetch_days(store, server, downloader, unread, today, progress)
    seconds = perf_counter() - began
    _LOG.info("Published decklists: %s in %.1f s", changes or "nothing newer", seconds)
    return PublishedSync(changes is None, changes or Changes(0, 0, 0), unread.count, seconds)


class _EntryReader:
    """Reads decklists; counts other entries and remembers the newest day."""

    def __init__(self) -> None:
        self.count = 0
        self.newest = ""

    def decklists(self, entries: Iterator[object]) -> Iterator[Decklist]:
        for entry in entries:
            decklist = read_decklist(entry)
            if decklist is None:
                self.count += 1
            else:
                self.newest = max(self.newest, decklist.created[:10])
                yield decklist


def _fetch_all(
    store: PublishedStore,
    server: str,
    downloader: Downloader,
    unread: _EntryReader,
    progress: Progress | None,
) -> Changes | None:
    """Return the changes; None where nothing is newer."""
    facts = store.facts()
    since = facts.get(_MODIFIED, "") if facts.get(_SOURCE) == server else ""
    downloading, reading = share(progress, 0, 60), share(progress, 60, 98)
    expected = int(facts.get(_BYTES, _USUAL_BYTES))
    with _temporary_file(store) as file:
        answer = downloader.fetch(
            server + _ALL,
            since=since,
            received=lambda done, whole: downloading(done, whole or expected),
            into=file,
        )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        if answer.unchanged:
            store.confirm({_FETCHED: now})
            return None
        size = file.tell()
        file.seek(0)
        entries = _entries(file, server, lambda: reading(file.tell(), size))
        changes = store.replace(
            unread.decklists(entries),
            lambda: {
                _SOURCE: server,
                _MODIFIED: answer.modified,
                _FETCHED: now,
                _BYTES: str(size),
                _NEWEST: unread.newest,
            },
        )
    if progress:
        progress(100, 100)
    return changes


def _temporary_file(store: PublishedStore) -> BinaryIO:
    try:
        store.path.parent.mkdir(parents=True, exist_ok=True)
        return TemporaryFile(dir=store.path.parent)
    except OSError as error:
        raise AppError(
            f"Published decks cannot be fetched into {store.path.parent}: {error.strerror}.",
            "Check the space on the disk and the rights of the folder.",
        ) from None


def _entries(file: BinaryIO, server: str, advance: Callable[[], None]) -> Iterator[object]:
    """Yield the entries of the array in a file."""
    try:
        for number, entry in enumerate(ijson.items(file, "item", use_float=True)):
            if number % _REPORTED_EVERY == 0:
                advance()
            yield entry
        if file.tell() == 0 or not _is_array(file):
            raise _useless(server)
    except (ijson.JSONError, UnicodeDecodeError):
        raise _useless(server) from None


def _is_array(file: BinaryIO) -> bool:
    file.seek(0)
    return file.read(64).lstrip()[:1] == b"["


def _useless(server: str) -> AnswerError:
    return AnswerError(
        f"{site_of(server)} did not deliver a list of published decks.",
        "The published decks that are here stay. Try again later.",
    )


def _fetch_days(
    store: PublishedStore,
    server: str,
    downloader: Downloader,
    unread: _EntryReader,
    today: date,
    progress: Progress | None,
) -> Changes:
    newest = store.facts().get(_NEWEST, "")
    if not newest:
        raise NetworkError(
            f"{site_of(server)} does not deliver all published decks at once.",
            "Fetch them from https://thronesdb.com first; later ones can come from this server.",
        )
    first = date.fromisoformat(newest)
    days = [first + timedelta(days=number) for number in range((today - first).days + 1)]
    entries: list[object] = []
    for number, day in enumerate(days):
        if progress:
            progress(98 * number // len(days), 100)
        body = downloader.fetch(server + _DAY.format(day.isoformat())).body
        try:
            found = json.loads(body)
        except (ValueError, RecursionError):
            raise _useless(server) from None
        if not isinstance(found, list):
            raise _useless(server)
        entries += found
    unread.newest = newest
    now = datetime.now(UTC).isoformat(timespec="seconds")
    changes = store.add(
        unread.decklists(iter(entries)), lambda: {_FETCHED: now, _NEWEST: unread.newest}
    )
    if progress:
        progress(100, 100)
    return changes
