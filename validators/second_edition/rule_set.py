"""All construction rules that hold for one faction, set of agendas and format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from carddb.card import Card
from carddb.card_test import AGENDA, NEUTRAL, of_faction
from carddb.pool import CardPool
from carddb.terms import Faction
from core.text_format import count_of
from decks.deck import Deck
from validators.agenda_row import (
    AgendaRow,
    ExtraAgendas,
    NamedPermission,
    NamedSubject,
    RequiredSizes,
    content_rules,
)
from validators.conditions import Format
from validators.deck_rules import (
    BY_TITLE,
    DECKBUILDING,
    RR,
    SPEAKS_OF_DECKS,
    AgendaTwice,
    AgendaUnknown,
    CardOwn,
    CardUnknown,
    CopiesByTitle,
    DrawTooFew,
    NotForDecks,
    PlotDeckSize,
    PlotsDoubled,
    RequiredSize,
)
from validators.messages import agenda_source, card_names
from validators.problem import Problem, Rule
from validators.releases import OnlyIn
from validators.second_edition.agendas import AGENDAS, NO_CONSTRUCTION_RULES
from validators.tally import DeckTally, codes


@dataclass(frozen=True, slots=True)
class FactionMissing:
    """A deck has exactly one faction card."""

    code: str = "faction.missing"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        """Look for the faction card; this edition has none for "neutral"."""
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
        strays = tally.bits & self.foreign_bits
        if not strays:
            return ()
        for permission in self.named:
            strays &= ~_best_choice(tally, strays, permission)
        loyal = strays & tally.pool.loyal_bits
        problems = []
        if others := strays ^ loyal:
            faction = tally.deck.faction
            own = f"{faction.label} and neutral" if faction else "neutral"
            words = f"Only {own} cards and what an agenda allows may be in the deck, not"
            problems.append(_strays(tally, others, self.code, words, f"{DECKBUILDING}; Neutral"))
        if loyal:
            words = "Loyal cards need their own faction card:"
            problems.append(_strays(tally, loyal, self.loyal_code, words, f"{RR}, Loyal"))
        return problems


def _strays(tally: DeckTally, bits: int, code: str, words: str, source: str) -> Problem:
    cards = list(tally.cards(bits))
    message = f"{words} {card_names(cards, tally.pool)}."
    return Problem(code, message, source, codes(cards), found=tally.copies(bits), wanted=0)


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
    """A deck may have one agenda, and those that an agenda allows in addition."""

    rules: tuple[AgendaRow, ...]
    code: str = "agenda.too-many"

    def check(self, tally: DeckTally) -> Iterable[Problem]:
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
    """Return the additional agendas in words: "2 Banner agendas"."""
    return count_of(extra.number, extra.test.label if extra.test is AGENDA else "Banner agenda")


def _narrowest_first(row: AgendaRow) -> int:
    """Put Alliance, which takes Banners alone, before The King's Voice, which takes any agenda."""
    return -row.extra.number if row.extra else 0


BY_CODE = {code: row for row in AGENDAS for code in row.codes}
WITHOUT_RULES = frozenset(code for code, _ in NO_CONSTRUCTION_RULES)


def second_edition_rules(deck: Deck, pool: CardPool, game_format: Format) -> tuple[Rule, ...]:
    """Return the rules for a deck's faction, agendas and format, in the order of checking."""
    rows = _rows(deck.agendas)
    sizes = RequiredSizes(rows, game_format, pool)
    nobody = deck.faction is None or deck.faction is Faction.NEUTRAL
    missing: list[Rule] = [FactionMissing()] if nobody else []
    several: list[Rule] = (
        [AgendaTwice(), agenda_limit(deck.agendas)] if len(deck.agendas) > 1 else []
    )
    return (
        *missing,
        NotForDecks(),
        DrawTooFew(sizes.draw),
        *map(PlotDeckSize, sizes.plots),
        PlotsDoubled(_doubled_plots(rows, game_format, pool), pool.plot_bits),
        CopiesByTitle(pool.plot_bits, "plots.copies", "plot deck", BY_TITLE),
        CopiesByTitle(pool.draw_bits, "copies.too-many", "draw deck", BY_TITLE),
        OutOfFaction(
            pool.all_bits & ~_allowed_bits(deck.faction, rows, pool) & ~pool.other_bits,
            tuple(row.names for row in rows if row.names is not None),
        ),
        *several,
        OnlyIn.bind(pool, game_format),
        *content_rules(deck.agendas, BY_CODE, pool),
        AgendaUnknown.among(deck.agendas, BY_CODE, WITHOUT_RULES),
        CardUnknown(pool.bits(SPEAKS_OF_DECKS)),
        CardOwn(pool.bits_of(pool.own_cards)),
    )


def agenda_limit(agendas: Sequence[Card]) -> SecondEditionAgendaTooMany:
    return SecondEditionAgendaTooMany(_rows(agendas))


def _rows(agendas: Sequence[Card]) -> tuple[AgendaRow, ...]:
    return tuple(dict.fromkeys(BY_CODE[card.code] for card in agendas if card.code in BY_CODE))


def _allowed_bits(faction: Faction | None, rows: tuple[AgendaRow, ...], pool: CardPool) -> int:
    """Return the cards that may be in the deck; all if no faction is chosen."""
    if faction is None or faction is Faction.NEUTRAL:
        return pool.all_bits
    allowed = pool.bits(NEUTRAL) | pool.bits(of_faction(faction))
    for row in rows:
        if row.allows is not None:
            allowed |= pool.bits(row.allows)
    return allowed


def _doubled_plots(rows: Iterable[AgendaRow], game_format: Format, pool: CardPool) -> RequiredSize:
    usual = RequiredSize(game_format.doubled_plots, f"{DECKBUILDING}; Plot Deck")
    doubled = (
        RequiredSize(row.doubled_plots, agenda_source(row.codes, pool))
        for row in rows
        if row.doubled_plots is not None
    )
    return max([usual, *doubled], key=lambda size: size.number)
