"""The home folder, the cards and the day that a command works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from pathlib import Path

from carddb.card import Card
from carddb.names import Allowed, Ambiguous, FoundCard, How, Unknown, name_index
from carddb.own_data import with_own_data
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.store import CardStore
from carddb.terms import Edition, Faction
from cli.deck_files import DeckFile
from cli.terminal import filling, print_message
from core.errors import AppError, UnknownCardError
from core.paths import cards_file, home
from core.text_format import shortened
from decks.deck_reader import read_decks
from decks.report import Reading
from validators.conditions import Conditions, Requested
from validators.judge import Judge, MatrixRow
from validators.printings import read_playable
from validators.problem import Verdict

SUGGESTIONS = 3


def faction_named(words: str) -> Faction:
    """Return the faction of a code or a name; AppError for unknown ones."""
    for each in Faction:
        if fold(words) in {fold(each.value), fold(each.label), fold(each.card_name)}:
            return each
    names = ", ".join(each.label for each in Faction)
    raise AppError(f"“{words}” is not a faction.", f"There are {names}.")


@dataclass(frozen=True, slots=True)
class CheckedDeck:
    """One deck of a file with its verdict."""

    path: str
    reading: Reading
    conditions: Conditions
    verdict: Verdict
    matrix: tuple[MatrixRow, ...] = ()

    @property
    def legal(self) -> bool:
        return self.verdict.legal and not self.reading.unread


class Session:
    """One run of the command line; the cards are loaded when they are first needed."""

    def __init__(self, chosen_home: Path | None) -> None:
        self.home = home(chosen_home)
        self._judges: dict[Edition, Judge] = {}

    @cached_property
    def pools(self) -> Mapping[Edition, CardPool]:
        """The cards of both editions, with the player's own cards, texts and lists.

        Fills cards.db on the first start, with progress.
        """
        with filling("Preparing the cards") as progress:
            pools = CardStore(cards_file(self.home)).pools(progress)
        pools, note = with_own_data(self.home, pools)
        if note:
            print_message(note)
        return pools

    @cached_property
    def today(self) -> date:
        return datetime.now().astimezone().date()

    def judges(self) -> dict[Edition, Judge]:
        return {each: self.judge(each) for each in self.pools}

    def judge(self, edition: Edition) -> Judge:
        """Return the judge of an edition."""
        if edition not in self._judges:
            self._judges[edition] = Judge(self.pools[edition])
        return self._judges[edition]

    def readings(
        self,
        file: DeckFile,
        wishes: Requested | None = None,
        edition: Edition | None = None,
    ) -> list[Reading]:
        """Return the decks of a file; AppError if it holds none.

        A name of several printings means one that may be played, under the wishes or under what the
        deck states. `edition` overrules the deck's own.
        """
        data = file.read()

        def read(allowed: Allowed) -> list[Reading]:
            return read_decks(data, self.pools, name=file.stem, edition=edition, allowed=allowed)

        return read_playable(read, self.judges(), wishes or Requested(), self.today)

    def cards(self, written: str, option: str) -> list[tuple[Card, CardPool]]:
        """Return the card of a code, or every version of a name in both editions.

        A pack in brackets behind the name chooses among its versions. Case and punctuation do not
        matter. For unknown names, AppError suggests the most similar ones.
        """
        if any(written in pool for pool in self.pools.values()):
            return [self.card(written)]
        found: list[tuple[Card, CardPool]] = []
        alike: list[str] = []
        for pool in self.pools.values():
            match name_index(pool).find(written):
                case FoundCard(card, How.EXACT | How.FOLDED):
                    found.append((card, pool))
                case Ambiguous(cards, _, How.EXACT | How.FOLDED):
                    found += [(each, pool) for each in cards]
                case FoundCard(card, _) | Ambiguous(_, card, _):
                    alike.insert(0, card.name)
                case Unknown(cards):
                    alike += [each.name for each in cards]
        if found:
            return found
        meant = " or ".join(list(dict.fromkeys(alike))[:SUGGESTIONS])
        raise UnknownCardError(
            f"No card has the name or the code {shortened(written)}.",
            f"{f'Did you mean {meant}? ' if meant else ''}{option} takes a name"
            " (Arya Stark, or with its pack: Arya Stark (Core)) or a code (01141, core_1).",
        )

    def card(self, code: str) -> tuple[Card, CardPool]:
        """Return the card of a code in either edition, with its pool; codes never collide."""
        for pool in self.pools.values():
            if code in pool:
                return pool.card(code), pool
        raise UnknownCardError(
            f"No card has the code {code}.",
            "Codes look like 01141 (second edition) or core_1 (first edition).",
        )
