"""What a player collects: the gold of the revealed plot and every bonus, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldKind
from carddb.terms import CardType
from goldfish.rounds.effects import active_effects, amount
from goldfish.rounds.game_state import GameState
from goldfish.rounds.irregular_cards import NO_BONUSES, NO_POSITIVE_BONUSES


@dataclass(frozen=True, slots=True)
class IncomePart:
    """Gold that a card adds to something, or takes from it."""

    card: Card
    gold: int


@dataclass(frozen=True, slots=True)
class Sum:
    """Some gold and its parts; the total is never below 0 (RR, Modifiers)."""

    total: int
    parts: tuple[IncomePart, ...]


def income(state: GameState) -> Sum:
    """Return the income: the gold value of the revealed plot with all modifiers in play.

    Only cards face up count, whether kneeling or not; duplicates and cards in shadows do not. A
    printed X is 0 (RR, Income; Letter X).
    """
    parts = tuple(part for part in _parts(state) if part.gold or part.card is state.plot)
    return Sum(max(0, sum(part.gold for part in parts)), parts)


def _parts(state: GameState) -> Iterator[IncomePart]:
    if state.plot and state.plot.plot:
        printed = state.plot.plot.income
        yield IncomePart(state.plot, printed if isinstance(printed, int) else 0)
    for agenda in state.agendas:
        yield IncomePart(agenda, bonus(agenda))
    none = any(agenda.code in NO_BONUSES for agenda in state.agendas)
    dry = state.plot is not None and state.plot.code in NO_POSITIVE_BONUSES
    for card in state.cards_in_play:
        printed_bonus = bonus(card)
        shut = none or (dry and card.type in {CardType.CHARACTER, CardType.LOCATION})
        yield IncomePart(card, min(0, printed_bonus) if shut else printed_bonus)
    for source in active_effects(state, GoldKind.PLOT_VALUE):
        pattern = source.effect.applies
        if state.plot and (pattern is None or pattern_matches(pattern, state.plot)):
            yield IncomePart(source.card, amount(state, source))


def bonus(card: Card) -> int:
    """Return the printed bonus to income; X is 0."""
    return card.income if isinstance(card.income, int) else 0
