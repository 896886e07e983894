"""Cards whose rules of deck construction no table knows: what came after this program."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from carddb.card import Card
from carddb.card_test import AGENDA, CardTest
from validators.messages import card_names
from validators.problem import Problem, Severity
from validators.tally import DeckTally, codes

SPEAKS_OF_DECKS = CardTest("card about decks", lambda card: card.deckbuilding) & ~AGENDA
_SOURCE = "The card's text, which this version of the program does not know"


@dataclass(frozen=True, slots=True)
class AgendaUnknown:
    """An agenda in no table, or in that of agendas without rules although its text has some."""

    agendas: tuple[Card, ...]
    code: str = "agenda.unknown-rules"

    @classmethod
    def among(
        cls, agendas: Iterable[Card], judged: Collection[str], without: Collection[str]
    ) -> AgendaUnknown:
        """Return the rule for agendas; `judged` are the codes with rules, `without` the others."""
        unknown = (
            card
            for card in dict.fromkeys(agendas)
            if card.code not in judged and (card.code not in without or card.deckbuilding)
        )
        return cls(tuple(unknown))

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Name the agendas; one that the pool lacks is no card for the deck at all."""
        if not self.agendas:
            return ()
        agendas = tuple(card for card in self.agendas if card.code in tally.pool)
        if not agendas:
            return ()
        its, they_say = ("its", "it says") if len(agendas) == 1 else ("their", "they say")
        message = (
            f"The rules of {card_names(agendas, tally.pool)} are not known here: what {they_say} "
            f"of deck building is not judged, and cards that {its} text allows count as foreign."
        )
        return (_warning(self.code, message, agendas),)


@dataclass(frozen=True, slots=True)
class CardUnknown:
    """A card, no agenda, whose text speaks of deck building; none that is judged does."""

    bits: int
    code: str = "card.unknown-rules"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Name the cards, those of a rookery too."""
        if not self.bits:
            return ()
        rookery = tally.pool.bits_of(card.code for card, _ in tally.deck.rookery)
        present = (tally.bits | tally.beside_bits | rookery) & self.bits
        if not present:
            return ()
        cards = tuple(tally.pool.among(present))
        message = (
            f"The text of {card_names(cards, tally.pool)} speaks of deck building, which is not "
            "judged here: read it on the card."
        )
        return (_warning(self.code, message, cards),)


def _warning(code: str, message: str, cards: tuple[Card, ...]) -> Problem:
    return Problem(code, message, _SOURCE, codes(cards), severity=Severity.WARNING)
