"""The source of an edition's cards and the date of the sync."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from carddb.terms import Edition

_SOURCE, _SYNCED, _MODIFIED = "source", "synced", "modified"


@dataclass(frozen=True, slots=True)
class Origin:
    """The server that the cards were synced from, and when; both are empty for the catalogue.

    `modified` holds pairs of a resource and the Last-Modified that the server gave with it.
    """

    source: str = ""
    synced: datetime | None = None
    modified: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, edition: Edition, meta: Mapping[str, str]) -> Origin:
        """Return the origin in the meta rows of cards.db; the catalogue if none."""
        try:
            synced = datetime.fromisoformat(meta[f"{_SYNCED}.{edition.value}"])
            source = meta[f"{_SOURCE}.{edition.value}"]
        except (KeyError, ValueError):
            return CATALOGUE
        if synced.tzinfo is None or not source:
            return CATALOGUE
        start = f"{_MODIFIED}.{edition.value}."
        modified = sorted(
            (key.removeprefix(start), value) for key, value in meta.items() if key.startswith(start)
        )
        return cls(source, synced, tuple(modified))

    def rows(self, edition: Edition) -> Iterator[tuple[str, str]]:
        if self.synced is not None:
            yield f"{_SOURCE}.{edition.value}", self.source
            yield f"{_SYNCED}.{edition.value}", self.synced.isoformat(timespec="seconds")
            for resource, modified in self.modified:
                yield f"{_MODIFIED}.{edition.value}.{resource}", modified

    def words(self, now: datetime) -> str:
        """Return where the cards are from: "synced 2 days ago from https://thronesdb.com"."""
        if self.synced is None:
            return "from the catalogue in this program"
        return f"synced {_ago(now - self.synced)} from {self.source}"


CATALOGUE = Origin()


def is_about_edition(edition: Edition, key: str) -> bool:
    """Return whether a meta row is about the origin of an edition."""
    starts = (f"{what}.{edition.value}" for what in (_SOURCE, _SYNCED, _MODIFIED))
    return any(key == start or key.startswith(f"{start}.") for start in starts)


def _ago(age: timedelta) -> str:
    if age < timedelta(minutes=1):
        return "just now"
    for length, unit in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if count := int(age.total_seconds()) // length:
            return f"{count:,} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
