"""The cards of a study, loaded once in each worker."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from carddb import catalogue
from carddb.card_test import CardTest
from carddb.own_data import own_data_digest, with_own_data
from carddb.pool import Pools
from carddb.query import Searcher
from carddb.reader import connect, read_meta
from carddb.store import CardStore
from carddb.terms import Edition
from core.errors import AppError
from core.json_values import json_object
from core.paths import cards_file, home
from core.program_version import PROGRAM_VERSION
from decks.deck import Deck
from decks.formats.deck_json import deck_object
from decks.report import ReportLine
from validators.judge import Judge


@dataclass(frozen=True, slots=True)
class CardsSource:
    """The home folder with the cards, and their version; a worker refuses cards of another one.

    `home` is empty for workers of other computers, which have cards of their own.
    """

    home: str
    version: str

    @classmethod
    def of(cls, folder: Path) -> CardsSource:
        """Return the cards of a home folder as they are now."""
        if not cards_file(folder).is_file():
            CardStore(cards_file(folder)).pools()
        return cls(str(folder), cards_version(folder))


def cards_version(folder: Path) -> str:
    """Return a hash of the program's version, the cards and what is the player's own."""
    digest = sha256(catalogue.fingerprint().encode())
    digest.update(_checksum(cards_file(folder)).encode())
    digest.update(own_data_digest(folder).encode())
    return f"{PROGRAM_VERSION} {digest.hexdigest()[:16]}"


def _checksum(path: Path) -> str:
    """Return the checksum of the cards in a cards.db; empty if it cannot be read."""
    if not path.is_file():
        return ""
    try:
        with closing(connect(path)) as connection:
            return read_meta(connection).get("checksum", "")
    except (AppError, sqlite3.Error, OSError):
        return ""


class StudyCards:
    """The cards of both editions, their judges and searches, each made when first asked for."""

    def __init__(self, pools: Pools) -> None:
        self.pools = pools
        self.judge: Callable[[Edition], Judge] = cache(lambda edition: Judge(pools[edition]))
        self._searcher = cache(lambda edition: Searcher(pools[edition]))

    def query(self, edition: Edition) -> Callable[[str], CardTest]:
        return lambda text: self._searcher(edition).query(text).test


class OtherCardsError(AppError):
    """A worker has other cards than the study began with."""


@lru_cache(maxsize=1)
def cards_of(source: CardsSource) -> StudyCards:
    """Return the cards of a study, loaded once in a process; OtherCardsError if they differ."""
    folder = home(Path(source.home) if source.home else None)
    # This fills a missing cards.db, so that its version can be compared.
    pools = CardStore(cards_file(folder)).pools()
    if cards_version(folder) != source.version:
        raise OtherCardsError(
            "A worker of the study has other cards, or another version of the program.",
            "Were they synced meanwhile? Ask again: the answers so far are kept.",
        )
    return StudyCards(with_own_data(folder, pools)[0])


# No answer depends on these fields.
_UNIMPORTANT = ("name", "notes")


@dataclass(frozen=True, slots=True)
class StudyDeck:
    """A deck, where it is from, and the lines of it that could not be read.

    `text` holds everything that an answer depends on. Decks that differ only by name have the same
    text and digest.
    """

    path: str
    deck: Deck
    unread: tuple[ReportLine, ...] = ()
    text: str = field(init=False)
    digest: str = field(init=False)

    def __post_init__(self) -> None:
        plain = {k: v for k, v in deck_object(self.deck).items() if k not in _UNIMPORTANT}
        text = json.dumps(plain, sort_keys=True)
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "digest", sha256(text.encode()).hexdigest()[:24])

    def with_unread(self, answer: dict[str, Any]) -> dict[str, Any]:
        """Return an answer about the deck with the lines missing from it, which make it illegal."""
        if not self.unread:
            return answer
        lines = [json_object(each, "line text reason=note") for each in self.unread]
        legal = {"legal": False} if "legal" in answer else {}
        return answer | legal | {"unread": lines}
