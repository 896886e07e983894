"""Judges whose sentences name cards in the language of a phone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from carddb.local_names import Language, local_pools
from carddb.pool import CardPool
from carddb.terms import Edition
from validators.judge import Judge

Judges = Mapping[Edition, Judge]


@lru_cache(maxsize=8)
def local_judge(pool: CardPool, language: str) -> Judge:
    """Return a judge of the cards of a pool, with English names where others are not known."""
    names = Language(language) if language in set(Language) else None
    return Judge(local_pools({pool.edition: pool}, names)[pool.edition])
