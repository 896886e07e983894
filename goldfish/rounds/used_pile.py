"""How many plots are in the used pile, and how many there are considered to be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import CountedZone, GoldEffect
from carddb.pattern import CardPattern
from carddb.terms import CardType
from goldfish.rounds.game_state import GameState
from goldfish.rounds.irregular_cards import FEWER_USED, MORE_USED_FOR_GOLD, ONE_MORE_USED

ANY_PLOT = CardPattern(types=(CardType.PLOT,))


def in_used_pile(state: GameState, pattern: CardPattern = ANY_PLOT) -> int:
    """Return how many used plots of a pattern there are, or are considered to be; never below 0.

    One fewer (Lonely Hills), or more for gold on a card (Ricasso), has no traits: only a count of
    all used plots knows of it.
    """
    there = (*state.used_plots, *filter(None, map(considered, state.cards_in_play)))
    count = sum(pattern_matches(pattern, card) for card in there)
    if pattern == ANY_PLOT:
        for each in state.in_play:
            count += each.gold if each.card.code in MORE_USED_FOR_GOLD else 0
            count -= each.card.code in FEWER_USED and not each.kneeling
    return max(0, count)


@cache
def considered(card: Card) -> Card | None:
    """Return the plot that a card in play adds to the used pile, as if it were there."""
    trait = ONE_MORE_USED.get(card.code)
    return replace(card, type=CardType.PLOT, traits=(trait,)) if trait else None


def counts_used(effect: GoldEffect) -> CardPattern | None:
    """Return which used plots an effect counts, None where it counts none."""
    return effect.per if effect.per_zone is CountedZone.USED_PILE else None
