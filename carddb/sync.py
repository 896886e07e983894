"""Sync the second edition's cards and lists from ThronesDB."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, date, datetime
from time import perf_counter

from carddb.origin import Origin
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.store import CardStore
from carddb.terms import Edition
from carddb.thronesdb.edition import Answers, lists_of_api, objects, pool_of_api
from core.download import (
    LIMITS,
    THRONESDB,
    Answer,
    Downloader,
    Limits,
    Received,
    checked_source,
    site_of,
)
from core.errors import AppError, CancelledError, NetworkError
from core.progress import Progress, share

# In the order of their requests, with the part of the work (of 100) at which each is done.
# Version 2.0 of a card distinguishes a cost of X from a dash.
RESOURCES = (
    ("cycles", "/api/public/cycles/", 8),
    ("packs", "/api/public/packs/", 12),
    ("restricted lists", "/api/public/restrictions/", 20),
    ("cards", "/api/public/cards/?v=2.0", 60),
)
_BEGUN, _READ, _DONE = 4, 85, 100
_UNANNOUNCED = 1 << 22
_LOG = logging.getLogger("sevenplots.sync")


@dataclass(frozen=True, slots=True)
class SyncReport:
    """The changes of a sync; `pool` holds the current cards."""

    pool: CardPool
    origin: Origin
    not_modified: bool
    added: int
    changed: int
    removed: int
    warnings: tuple[str, ...]
    seconds: float
    new_lists: tuple[RestrictedList, ...] = ()

    @property
    def cards(self) -> int:
        return len(self.pool)

    @property
    def lists(self) -> int:
        return len(self.pool.lists)


def sync(
    store: CardStore,
    source: str = THRONESDB,
    *,
    progress: Progress | None = None,
    limits: Limits = LIMITS,
) -> SyncReport:
    """Replace the second edition's cards, packs, cycles and lists by what a server has now.

    Only what changed since the last sync from there is fetched (If-Modified-Since). One transaction
    replaces the old cards after everything was read and checked, so a failure leaves them as they
    are. What the API lacks is taken from the program's catalogue. `progress` is called with (done,
    100) several times a second while the network is waited for; what it raises stops the sync.
    Raises AddressError for a source that may not be requested, NetworkError if no whole answer
    came, AnswerError for an answer of no use, StoreError if it cannot be stored, NewerDatabaseError
    if a newer program made cards.db.
    """
    server = checked_source(source)
    _LOG.info("Sync from %s starts", site_of(server))
    try:
        report = _sync(store, server, progress, limits)
    except (CancelledError, KeyboardInterrupt):
        _LOG.info("Sync was cancelled")
        raise
    except AppError as error:
        _LOG.warning("Sync failed: %s", error.sentence)
        raise
    _LOG.info(
        "Sync ends after %.1f s: %s; %d cards, %d added, %d changed, %d removed; %d warnings",
        report.seconds,
        "nothing is newer" if report.not_modified else "cards were replaced",
        report.cards,
        report.added,
        report.changed,
        report.removed,
        len(report.warnings),
    )
    return report


def _sync(store: CardStore, server: str, progress: Progress | None, limits: Limits) -> SyncReport:
    began = perf_counter()
    before = store.pools(share(progress, 0, _BEGUN))[Edition.SECOND]
    if store.newer:
        raise store.newer
    origin = store.origin(Edition.SECOND)
    answers, modified = _ask(server, origin, progress, limits)
    now = Origin(server, datetime.now(UTC), modified)
    if answers.unchanged:
        store.confirm(Edition.SECOND, now)
        return _report(before, before, now, (), began)
    reading = share(progress, RESOURCES[-1][2], _READ)
    known = store.shipped()[Edition.SECOND]
    pool, warnings = pool_of_api(answers, before, known, site_of(server), reading)
    store.replace(pool, now, share(progress, _READ, _DONE))
    return _report(before, pool, now, warnings, began)


def _ask(
    server: str, origin: Origin, progress: Progress | None, limits: Limits
) -> tuple[Answers, tuple[tuple[str, str], ...]]:
    since = dict(origin.modified) if origin.source == server else {}
    answers: list[list[object] | None] = []
    modified = []
    begun = _BEGUN
    with Downloader(limits) as downloader:
        for what, path, done in RESOURCES:
            received = _received(share(progress, begun, done))
            answer = fetch(downloader, server + path, since.get(path, ""), received)
            answers.append(
                None if answer.unchanged else objects(answer.body, what, site_of(server))
            )
            if answer.modified:
                modified.append((path, answer.modified))
            begun = done
    cycles, packs, lists, cards = answers
    return Answers(cycles, packs, lists, cards), tuple(modified)


def fetch(downloader: Downloader, address: str, since: str, received: Received) -> Answer:
    try:
        return downloader.fetch(address, since=since, received=received)
    except NetworkError as error:
        hint = error.hint or "Your cards are as before. Check the connection, or try later."
        raise NetworkError(error.sentence, hint) from None


def _received(progress: Progress) -> Received:
    """Return a callback for received bytes; for unknown lengths it never reaches 100."""

    def report(count: int, announced: int | None) -> None:
        progress(count, announced or count + _UNANNOUNCED)

    return report


def _report(
    before: CardPool, pool: CardPool, origin: Origin, warnings: tuple[str, ...], began: float
) -> SyncReport:
    old, new = before.by_code, pool.by_code
    return SyncReport(
        pool=pool,
        origin=origin,
        not_modified=pool is before,
        added=len(new.keys() - old.keys()),
        changed=sum(new[code] != old[code] for code in new.keys() & old.keys()),
        removed=len(old.keys() - new.keys()),
        warnings=warnings,
        seconds=perf_counter() - began,
        new_lists=tuple(each for code, each in pool.lists.items() if code not in before.lists),
    )


class _NewerError(Exception):
    """An answer has a body: the server has something newer."""


def check_for_update(
    store: CardStore,
    source: str = THRONESDB,
    *,
    progress: Progress | None = None,
    limits: Limits = LIMITS,
) -> Origin | None:
    """Return where the second edition's cards are from, as of now; None if the server has newer.

    Asks only whether something changed since the last sync from there (If-Modified-Since), and
    stops at the first answer that is on its way. Cards that were never synced are older than any
    server's. `progress` is called with (done, 100), and what it raises stops it. Raises
    AddressError for a source that may not be requested, NetworkError if no answer came,
    StoreError if it cannot be stored that nothing is newer.
    """
    server = checked_source(source)
    store.pools()
    if store.newer:
        raise store.newer
    origin = store.origin(Edition.SECOND)
    since = dict(origin.modified) if origin.source == server else {}
    begun = 0
    with Downloader(limits) as downloader:
        for _, path, done in RESOURCES:
            received = _stopping(share(progress, begun, done))
            try:
                answer = fetch(downloader, server + path, since.get(path, ""), received)
            except _NewerError:
                return None
            if not answer.unchanged:
                return None
            begun = done
    now = Origin(server, datetime.now(UTC), origin.modified)
    store.confirm(Edition.SECOND, now)
    return now


def newer_list(
    store: CardStore, source: str, day: date, *, limits: Limits = LIMITS
) -> RestrictedList | None:
    """Return the newest list that a server has of a day or before, None if it is here too.

    Fetches the lists alone, some kilobytes. AddressError, NetworkError or AppError as for a sync.
    """
    server = checked_source(source)
    what, path, _ = RESOURCES[2]
    here = store.pools()[Edition.SECOND].lists
    with Downloader(limits) as downloader:
        answer = fetch(downloader, server + path, "", lambda *_: None)
    lists = lists_of_api(objects(answer.body, what, site_of(server)), here)
    dated = [each for each in lists if each.date <= day]
    newest = max(dated, key=lambda each: each.date, default=None)
    is_newer = newest is not None and newest.date > max(
        (each.date for each in here.values() if each.date <= day), default=date.min
    )
    return newest if is_newer else None


def _stopping(progress: Progress) -> Received:
    """Return a receiver that stops the download at its first bytes."""

    def report(count: int, _: int | None) -> None:
        progress(0, 1)
        if count:
            raise _NewerError

    return report
