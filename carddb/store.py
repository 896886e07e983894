"""cards.db: the cards of both editions on disk, a cache that can always be rebuilt."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from os import close
from pathlib import Path
from threading import Lock

from carddb import catalogue, writer
from carddb.card import Card
from carddb.origin import CATALOGUE, Origin
from carddb.pool import CardPool, Pools
from carddb.reader import (
    Origins,
    OtherVersionError,
    StaleStoreError,
    StoredCards,
    read,
    read_current_origins,
    read_origins,
)
from carddb.terms import Edition
from core.errors import AppError, NewerDatabaseError
from core.progress import Progress


def is_up_to_date(synced: CardPool, day: date, shipped: CardPool) -> bool:
    """Return whether cards synced on a day include all later products of the catalogue.

    They do not if they lack a pack or list of the catalogue that is newer than that day. Older
    packs that are missing were not on the server.
    """
    packs = (
        pack
        for pack in shipped.packs.values()
        if pack.release_day is not None and pack.release_day > day
    )
    lists = (each for each in shipped.lists.values() if each.date > day)
    return all(pack.code in synced.packs for pack in packs) and all(
        each.code in synced.lists for each in lists
    )


def renewed(synced: CardPool, shipped: CardPool) -> CardPool:
    """Return synced cards with the facts read again from their texts.

    Errata are those of the catalogue; the server has none.
    """
    return CardPool(
        synced.edition,
        (_renewed(card, shipped.by_code.get(card.code)) for card in synced),
        synced.packs.values(),
        synced.cycles.values(),
        synced.lists.values(),
    )


def _renewed(card: Card, known: Card | None) -> Card:
    from carddb.thronesdb.cards import with_text  # noqa: PLC0415 - most starts renew no card

    with_errata = replace(card, errata=known.errata if known else card.errata)
    return with_text(with_errata, card.text or ("" if card.blank else None), known)


__all__ = ["CardStore", "Pools", "Progress", "StaleStoreError", "StoreError"]

_ABANDONED_SECONDS = 60.0
_FAILURES = (sqlite3.Error, OSError)


class StoreError(AppError):
    """Cards could not be saved; the stored ones are unchanged."""


class BusyStoreError(AppError):
    """Another process keeps changing cards.db."""


class CardStore:
    """The cards on disk; every method may be called from any thread.

    `note` is a sentence about why cards.db was not used, or why synced cards are no longer in use;
    it is empty otherwise. `newer` is the error if a newer program made cards.db, which is not
    touched then. Where cards.db cannot be used, the cards are read from the catalogue each time,
    which is slower and nothing else.
    """

    def __init__(
        self,
        path: Path,
        *,
        load: Callable[[], Pools] = catalogue.pools,
        fingerprint: Callable[[], str] = catalogue.fingerprint,
    ) -> None:
        self.path = path
        self.note = ""
        self.newer: NewerDatabaseError | None = None
        self._load = load
        self._fingerprint = fingerprint
        self._lock = Lock()
        self._origins: Origins = {}

    def pools(self, progress: Progress | None = None) -> Pools:
        """Return the pools of both editions; fill or rebuild cards.db first if necessary.

        `progress` is called with (done, total) while it is filled, not at all otherwise.
        """
        with self._lock:
            self.note, self.newer = "", None
            fingerprint = self._fingerprint()
            self._remove_abandoned()
            try:
                stored = self._usable(fingerprint)
            except BusyStoreError as error:
                self.note = error.sentence
                return self._load()
            except NewerDatabaseError as error:
                self.note = f"{error.text} The cards of this version are shown."
                self.newer = error
                return self._load()
            if stored is None or stored.catalogue != fingerprint:
                stored = self._renewed(stored, fingerprint)
                self._rebuild(stored, progress)
            self._origins = stored.origins
            return stored.pools

    def origin(self, edition: Edition) -> Origin:
        return self._origins.get(edition, CATALOGUE)

    def shipped(self) -> Pools:
        return self._load()

    def replace(self, pool: CardPool, origin: Origin, progress: Progress | None = None) -> None:
        """Store a pool in place of its edition's, in a file that takes the place of the old one.

        The other edition is copied without a check of its rows: ask for `pools` before, which
        checks them.
        `progress` is called with (done, total) rows, and what it raises leaves all as it was.
        Raises StoreError if the cards cannot be stored.
        """
        with self._lock:
            fingerprint = self._fingerprint()
            try:
                stored = self._current(fingerprint)
                pools = {**stored.pools, pool.edition: pool}
                origins = {**stored.origins, pool.edition: origin}
                self._write(StoredCards(pools, fingerprint, origins), progress)
            except (*_FAILURES, StaleStoreError, UnicodeError) as error:
                raise self._refusal(error) from None
            self._origins = origins

    def confirm(self, edition: Edition, origin: Origin) -> None:
        with self._lock:
            try:
                writer.replace_origin(self.path, edition, origin, self._fingerprint())
            except (*_FAILURES, StaleStoreError, UnicodeError) as error:
                raise self._refusal(error) from None
            self._origins = {**self._origins, edition: origin}

    def _usable(self, fingerprint: str) -> StoredCards | None:
        try:
            return read(self.path, fingerprint)
        except NewerDatabaseError:
            raise
        except (AppError, *_FAILURES) as error:
            if _is_busy(error):
                raise BusyStoreError(
                    f"{self.path} is being changed by another start of the program, so the cards"
                    " of the catalogue are shown. Start again to have the stored ones."
                ) from None
        with suppress(AppError, *_FAILURES):
            for origin in read_origins(self.path).values():
                if origin.synced:
                    self.note = (
                        "cards.db was damaged or of another version, so the cards that were"
                        f" {origin.words(_now())} are gone. Sync to have them again."
                    )
        return None

    def _renewed(self, stored: StoredCards | None, fingerprint: str) -> StoredCards:
        pools = dict(self._load())
        origins: dict[Edition, Origin] = {}
        for edition, origin in stored.origins.items() if stored else ():
            if stored is None or origin.synced is None:
                continue
            synced = stored.pools[edition]
            if is_up_to_date(synced, origin.synced.date(), pools[edition]):
                pools[edition] = renewed(synced, pools[edition])
                origins[edition] = Origin(origin.source, origin.synced)
            else:
                self.note = (
                    f"The cards that were {origin.words(_now())} are older than the catalogue of"
                    " this program, which is used instead. Sync to have texts and images again."
                )
        return StoredCards(pools, fingerprint, origins)

    def _rebuild(self, stored: StoredCards, progress: Progress | None) -> None:
        try:
            self._write(stored, progress)
        except _FAILURES as error:
            self.note = (
                f"The cards could not be saved in {self.path} ({_reason(error)}), so they are"
                " read from the program's catalogue at every start. Make the folder writable"
                " or choose another one to start faster."
            )

    def _current(self, fingerprint: str) -> StoredCards:
        """Return the origins of the stored cards; the catalogue's cards if they are damaged."""
        if not self.path.is_file():
            raise StaleStoreError(f"There is no {self.path}.")
        try:
            return StoredCards({}, fingerprint, read_current_origins(self.path, fingerprint))
        except (NewerDatabaseError, OtherVersionError):
            raise
        except (AppError, *_FAILURES) as error:
            if _is_busy(error):
                raise
            return StoredCards(self._load(), fingerprint)

    def _write(self, stored: StoredCards, progress: Progress | None) -> None:
        """Write a temporary file and rename it to cards.db, so that a kill leaves a whole file.

        Editions without a pool are copied from cards.db. Two processes that do so at once write
        two files; the later one stays.
        """
        if self.path.is_dir():
            raise IsADirectoryError(21, "there is a folder of that name")
        from tempfile import mkstemp  # noqa: PLC0415 - most starts write nothing

        self.path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = mkstemp(prefix=f"{self.path.name}.", suffix=".tmp", dir=self.path.parent)
        unfinished = Path(name)
        close(handle)
        try:
            writer.write(unfinished, stored, progress, self.path)
            # The journal of a killed sync belongs to the old file.
            _remove(self.path.with_name(f"{self.path.name}-journal"))
            unfinished.replace(self.path)
        finally:
            _remove(unfinished)

    def _remove_abandoned(self) -> None:
        with suppress(OSError):
            for left in self.path.parent.glob(f"{self.path.name}.*.tmp*"):
                if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                    _remove(left)

    def _refusal(self, error: Exception) -> StoreError:
        return StoreError(
            f"The new cards could not be saved in {self.path}: {_reason(error).rstrip('.')}."
            " The old ones are as they were.",
            "Free space on the disk and make the folder writable, or choose another folder with"
            " --home.",
        )


def _now() -> datetime:
    return datetime.now(UTC)


def _is_busy(error: Exception) -> bool:
    cause = getattr(error, "orig", None) or error
    return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    cause = getattr(error, "orig", None) or error
    return str(cause)
