"""The second edition's own rules: factions, loyalty, the number of agendas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from carddb.card import Card
from carddb.card_test import AGENDA
from carddb.terms import Faction
from validators.deck_rules import DECKBUILDING, RR
from validators.messages import card_names, count_of
from validators.problem import Problem
from validators.second_edition.agenda_rules import (
    ExtraAgendas,
    NamedPermission,
    NamedSubject,
    SecondEditionAgendaRules,
)
from validators.tally import DeckTally, codes


@dataclass(frozen=True, slots=True)
class FactionMissing:
    """A deck has exactly one faction card."""

    code: str = "faction.missing"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Look for the faction card; "neutral" is none in this edition."""
        if tally.deck.faction not in {None, Faction.NEUTRAL}:
            return ()
        message = "The deck has no faction card."
        return (Problem(self.code, message, DECKBUILDING, found=0, wanted=1),)


@dataclass(frozen=True, slots=True)
class OutOfFaction:
    """Cards of other factions need an agenda that allows them."""

    foreign_bits: int
    named: tuple[NamedPermission, ...]
    code: str = "faction.other"
    loyal_code: str = "faction.loyal"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Find the cards that neither the faction nor an agenda allows."""
        strays = tally.bits & self.foreign_bits
        if not strays:
            return ()
        for permission in self.named:
            strays &= ~_best_choice(tally, strays, permission)
        loyal = strays & tally.pool.loyal_bits
        faction = tally.deck.faction
        own = f"{faction.label} and neutral" if faction else "neutral"
        template = "Only {own} cards and what an agenda allows may be in the deck, not {listed}."
        said_loyal = "Loyal cards need their own faction card: {listed}."
        return [
            Problem(
                code,
                words.format(own=own, listed=card_names(cards, tally.pool)),
                source,
                codes(cards),
                found=tally.copies(bits),
                wanted=0,
            )
            for code, bits, words, source in (
                (self.code, strays & ~loyal, template, f"{DECKBUILDING}; Neutral"),
                (self.loyal_code, loyal, said_loyal, f"{RR}, Loyal"),
            )
            if bits
            for cards in [list(tally.cards(bits))]
        ]


def _best_choice(tally: DeckTally, strays: int, permission: NamedPermission) -> int:
    """Return the strays that the most useful choice of factions or trait allows."""
    cards = list(tally.cards(strays))
    if permission.choice is NamedSubject.FACTION:
        found = Counter(str(faction) for card in cards for faction in card.factions)
    else:
        found = Counter(trait for card in cards for trait in card.traits)
    best = sorted(found, key=lambda word: (-found[word], word))[: permission.number]
    chosen = [c for c in cards if not {*c.factions, *c.traits}.isdisjoint(best)]
    return tally.pool.bits_of(codes(chosen))


@dataclass(frozen=True, slots=True)
class SecondEditionAgendaTooMany:
    """One agenda, and what an agenda allows in addition to itself."""

    rules: tuple[SecondEditionAgendaRules, ...]
    code: str = "agenda.too-many"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Count the agendas that no other agenda permits."""
        agendas = tally.deck.agendas
        if len(agendas) < 2:
            return ()
        found, wanted = len(agendas), self._allowed(agendas)
        if found <= wanted:
            return ()
        extras = [row.extra for row in self.rules if row.extra is not None]
        allowed = "1 is allowed" if wanted == 1 else f"{wanted} are allowed here"
        if extras:
            allowed += f"; room is made for {' and '.join(map(extra_words, extras))} alone"
        message = f"{found} agendas ({card_names(agendas, tally.pool)}); {allowed}."
        source = f"{RR}, Agenda Cards; FAQ 4.1 (3.5): more than one only where a card says so"
        return (Problem(self.code, message, source, codes(agendas), found=found, wanted=wanted),)

    def _allowed(self, agendas: tuple[Card, ...]) -> int:
        """Return how many of these agendas may be run: one, and those that each permits."""
        rest, allowed = list(agendas), 1
        for row in sorted(self.rules, key=_narrowest_first):
            if row.extra is not None:
                fitting = [c for c in rest if c.code not in row.codes and row.extra.test(c)]
                for card in fitting[: row.extra.number]:
                    rest.remove(card)
                    allowed += 1
        return allowed


def extra_words(extra: ExtraAgendas) -> str:
    """Return the agendas that there is room for: "2 Banner agendas"."""
    return count_of(extra.number, extra.test.label if extra.test is AGENDA else "Banner agenda")


def _narrowest_first(row: SecondEditionAgendaRules) -> int:
    """Put Alliance, which takes Banners alone, before The King's Voice, which takes any agenda."""
    return -row.extra.number if row.extra else 0
