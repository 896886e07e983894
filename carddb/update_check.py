"""Whether a server has anything newer than the stored cards, without a download."""

from __future__ import annotations

from datetime import UTC, datetime

from carddb.address import THRONESDB, checked_source
from carddb.download import LIMITS, Downloader, Limits, Received
from carddb.origin import Origin
from carddb.progress import Progress, share
from carddb.store import CardStore
from carddb.sync import RESOURCES, fetch
from carddb.terms import Edition


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


def _stopping(progress: Progress) -> Received:
    """Return a receiver that stops the download at its first bytes."""

    def report(count: int, _: int | None) -> None:
        progress(0, 1)
        if count:
            raise _NewerError

    return report
