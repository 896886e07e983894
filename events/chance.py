"""The only source of chance: a seed and the numbers drawn from it."""

from __future__ import annotations

import secrets
from hashlib import sha256
from random import Random

# A person can read a seed out and type it.
_SEEDS = 1_000_000_000


def new_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbelow(_SEEDS)


def chance(seed: int, purpose: str) -> Random:
    """Return the random numbers of a seed for one purpose: the same ones each time."""
    return Random(f"{seed} {purpose}")  # noqa: S311 - repeatable on purpose, nothing is secret


def lot(seed: int, player: str) -> int:
    """Return a player's lot, which breaks the last tie; the higher one is ranked first."""
    return int.from_bytes(sha256(f"{seed} lot {player}".encode()).digest()[:8])
