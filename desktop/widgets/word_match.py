"""How well what is typed fits the words of an entry that could be chosen."""

from __future__ import annotations

from collections.abc import Iterable

from carddb.spelling import fold


def match_rank(typed: str, entry: str) -> int | None:
    """Return how well an entry is meant, 0 best: its beginning, words' beginnings, any letters.

    Every word that is typed must be found; None where one is not.
    """
    wanted, found = fold(typed), fold(entry)
    if found.startswith(wanted):
        return 0
    parts = wanted.split()
    if all(f" {part}" in f" {found}" for part in parts):
        return 1
    return 2 if all(part in found for part in parts) else None


def best_matches(typed: str, entries: Iterable[str]) -> list[int]:
    """Return the numbers of the entries that fit, the best first.

    Letters within words count only where nothing begins so.
    """
    ranked = [(match_rank(typed, entry), number) for number, entry in enumerate(entries)]
    found = sorted((rank, number) for rank, number in ranked if rank is not None)
    begun = [number for rank, number in found if rank < 2]
    return begun or [number for _, number in found]
