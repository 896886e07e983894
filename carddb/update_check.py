"""Whether a server has anything newer than the stored cards, without a download."""

from __future__ import annotations

from datetime import UTC, date, datetime

from carddb.address import THRONESDB, checked_source, site_of
from carddb.download import LIMITS, Downloader, Limits, Received
from carddb.origin import Origin
from carddb.progress import Progress, share
from carddb.restrictions import RestrictedList
from carddb.store import CardStore
from carddb.sync import RESOURCES, fetch
from carddb.terms import Edition
from carddb.thronesdb.answer import objects
from carddb.thronesdb.lists import lists_of_api


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
    AddressError for a source that may not be requested, NetworkError where no answer came,
    StoreError where it cannot be stored that nothing is newer.
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
    """Return the newest list that a server has of a day or before, None where it is here too.

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
