"""Fetch all decklists that ThronesDB has published, or those of the days since the last fetch."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator
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
    """What a fetch changed; `unread` counts entries of the answer that are not decklists."""

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
    """Fetch the decklists of a server, if it has newer ones, and replace the stored ones.

    The answer goes to a temporary file, which is read as a stream. One transaction replaces the
    stored decklists, so a failure leaves them as they are. If a server does not deliver all
    decklists at once, it is asked for each day since the newest stored one. `progress` is called
    with (done, 100); an exception from it stops the fetch. Raises AddressError, NetworkError,
    AnswerError, or AppError if the decklists cannot be stored.
    """
    began = perf_counter()
    with Downloader(limits) as downloader:
        fetch = _Fetch(store, checked_source(source), downloader, progress)
        try:
            changes = fetch.all()
        except MissingPageError:
            changes = fetch.days_until(today)
    seconds = perf_counter() - began
    _LOG.info("Published decklists: %s in %.1f s", changes or "nothing newer", seconds)
    return PublishedSync(changes is None, changes or Changes(0, 0, 0), fetch.unread, seconds)


class _Fetch:
    def __init__(
        self,
        store: PublishedStore,
        server: str,
        downloader: Downloader,
        progress: Progress | None,
    ) -> None:
        self._store, self._server, self._downloader = store, server, downloader
        self._progress = progress
        self._before = store.facts()
        self._facts: dict[str, str] = {}  # to be stored with the decklists
        self.unread = 0

    def all(self) -> Changes | None:
        """Return the changes; None where nothing is newer."""
        before = self._before
        since = before.get(_MODIFIED, "") if before.get(_SOURCE) == self._server else ""
        downloading, reading = share(self._progress, 0, 60), share(self._progress, 60, 98)
        expected = int(before.get(_BYTES, _USUAL_BYTES))
        with _temporary_file(self._store) as file:
            answer = self._downloader.fetch(
                self._server + _ALL,
                since=since,
                received=lambda done, whole: downloading(done, whole or expected),
                into=file,
            )
            if answer.unchanged:
                self._end((), remove=False)
                return None
            size = file.tell()
            self._facts = {_SOURCE: self._server, _MODIFIED: answer.modified, _BYTES: str(size)}
            file.seek(0)
            entries = self._entries(file, lambda: reading(file.tell(), size))
            return self._end(self._decklists(entries, ""), remove=True)

    def days_until(self, today: date) -> Changes:
        newest = self._before.get(_NEWEST, "")
        if not newest:
            raise NetworkError(
                f"{site_of(self._server)} does not deliver all published decks at once.",
                f"Fetch them from {THRONESDB} first; this server can deliver later ones.",
            )
        first = date.fromisoformat(newest)
        entries: list[object] = []
        days = [first + timedelta(days=number) for number in range((today - first).days + 1)]
        downloading = share(self._progress, 0, 98)
        for number, day in enumerate(days):
            downloading(number, len(days))
            body = self._downloader.fetch(self._server + _DAY.format(day.isoformat())).body
            try:
                found = json.loads(body)
            except (ValueError, RecursionError):
                raise self._useless() from None
            if not isinstance(found, list):
                raise self._useless()
            entries += found
        return self._end(self._decklists(iter(entries), newest), remove=False)

    def _end(self, decklists: Iterable[Decklist], *, remove: bool) -> Changes:
        """Store decklists and facts."""
        self._facts[_FETCHED] = datetime.now(UTC).isoformat(timespec="seconds")
        changes = self._store.write(decklists, self._facts, remove=remove)
        if self._progress:
            self._progress(100, 100)
        return changes

    def _decklists(self, entries: Iterable[object], newest: str) -> Iterator[Decklist]:
        """Yield the decklists among entries, and note the newest day."""
        for entry in entries:
            decklist = read_decklist(entry)
            if decklist is None:
                self.unread += 1
            else:
                newest = max(newest, decklist.created[:10])
                yield decklist
        self._facts[_NEWEST] = newest

    def _entries(self, file: BinaryIO, advance: Callable[[], None]) -> Iterator[object]:
        """Yield the entries of the array in a file."""
        try:
            for number, entry in enumerate(ijson.items(file, "item", use_float=True)):
                if number % _REPORTED_EVERY == 0:
                    advance()
                yield entry
        except (ijson.JSONError, UnicodeDecodeError):
            raise self._useless() from None
        file.seek(0)
        if file.read(64).lstrip()[:1] != b"[":  # ijson finds no items in other values
            raise self._useless()

    def _useless(self) -> AnswerError:
        return AnswerError(
            f"{site_of(self._server)} did not deliver a list of published decks.",
            "Published decks that are here already stay. Try again later.",
        )


def _temporary_file(store: PublishedStore) -> BinaryIO:
    try:
        store.path.parent.mkdir(parents=True, exist_ok=True)
        return TemporaryFile(dir=store.path.parent)
    except OSError as error:
        raise AppError(
            f"Published decks cannot be fetched into {store.path.parent}: {error.strerror}.",
            "Check the space on the disk and the rights of the folder.",
        ) from None
