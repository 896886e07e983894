"""Which structured gold effects are in force in a state, and how much each amounts to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import Allegiance, CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType
from goldfish.rounds.game_state import EffectSource, GameState, RoundPhase
from goldfish.rounds.irregular_cards import (
    CHOICE_EFFECTS,
    FEWER_USED,
    KNEELING_LOCATIONS,
    KNEELS_ENTERING,
    MORE_REVEALED,
    MORE_USED,
    MORE_USED_FOR_GOLD,
    MOST_GAINED,
    NO_BONUSES,
    NO_CHALLENGES_GOLD,
    NO_POSITIVE_BONUSES,
    ONE_MORE_USED,
    gold_effects_of,
)

ANY_PLOT = CardPattern(types=(CardType.PLOT,))


def in_used_pile(state: GameState, pattern: CardPattern = ANY_PLOT) -> int:
    """Return the number of used plots that match a pattern, never below 0.

    Lonely Hills and Ricasso change only the count of all used plots, since their "plots" have no
    traits.
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
    """Return the plot that a card in play adds to the used pile."""
    trait = ONE_MORE_USED.get(card.code)
    return replace(card, type=CardType.PLOT, traits=(trait,)) if trait else None


def counts_used(effect: GoldEffect) -> CardPattern | None:
    """Return the used plots that an effect counts, or None."""
    return effect.per if effect.per_zone is CountedZone.USED_PILE else None


ANY_GOLD = 1_000_000  # more gold than anyone can gain

# Moments that a player chooses.
ACTIONS = frozenset(
    {Moment.ACTION, Moment.MARSHALING_ACTION, Moment.CHALLENGES_ACTION, Moment.DOMINANCE_ACTION}
)


# Triggers of reactions that the kernel plays.
TRIGGERS = frozenset({Trigger.MARSHALED, Trigger.ENTERS_PLAY, Trigger.OUT_OF_SHADOWS})


def sources(state: GameState) -> Iterator[EffectSource]:
    """Yield the effects of cards where they work, whether or not their conditions hold.

    These are cards in play, agendas, the revealed plot, and some used plots.
    """
    every = _there(state)
    return every if state.takes_gold else (s for s in every if s.card.code not in CHOICE_EFFECTS)


def _there(state: GameState) -> Iterator[EffectSource]:
    for each in state.in_play:
        if each.card.gold_effects:
            yield from _of(each.card, each.number)
    for agenda in state.agendas:
        yield from _of(agenda, 0)
    if state.plot:
        yield from (each for each in _of(state.plot, 0) if not each.effect.while_used)
    for plot in state.used_plots:
        yield from (each for each in _of(plot, 0) if each.effect.while_used)


@cache
def _of(card: Card, number: int) -> tuple[EffectSource, ...]:
    return tuple(EffectSource(card, number, index) for index in range(len(gold_effects_of(card))))


def active_effects(state: GameState, *kinds: GoldKind) -> Iterator[EffectSource]:
    """Yield constant effects of some kinds that hold now."""
    for each in sources(state):
        effect = each.effect
        if effect.kind in kinds and effect.moment is Moment.CONSTANT and holds(state, each):
            yield each


def holds(state: GameState, source: EffectSource) -> bool:
    """Return whether an effect's conditions on plots, cards in play and standing hold.

    Without opponents the only revealed plot is the player's own.
    """
    effect = source.effect
    traits = state.plot.traits if state.plot else ()
    if effect.while_plot and effect.while_plot not in traits:
        return False
    if effect.unless_plot and effect.unless_plot in traits:
        return False
    if effect.while_controls and not any(state.controls(effect.while_controls)):
        return False
    return not (effect.while_standing and source.number and state.numbered(source.number).kneeling)


def cards_in_zone(
    state: GameState, pattern: CardPattern, zone: CountedZone, besides: Card | None = None
) -> int:
    """Return how many cards in a zone match a pattern; in shadows all cards except `besides`."""
    if zone is CountedZone.SHADOWS:
        return len(state.shadows) - (besides in state.shadows)
    if zone is CountedZone.USED_PILE:
        return in_used_pile(state, pattern)
    cards: tuple[Card, ...] = state.cards_in_play
    if zone is CountedZone.REVEALED:
        cards = (state.plot,) if state.plot else ()
    return sum(pattern_matches(pattern, card) for card in cards)


def amount(state: GameState, source: EffectSource, card: Card | None = None) -> int:
    """Return the gold of an effect now, for a card that it concerns.

    The lower amount counts if the higher one depends on other players; the player's own plots
    decide conditions on plots.
    """
    effect = source.effect
    gold = effect.amount or 0
    if effect.most is not None and _asks_for_most(state, source.card):
        gold = effect.most
    if card and effect.instead is not None and effect.instead_for:
        gold = effect.instead if pattern_matches(effect.instead_for, card) else gold
    if effect.per is not None:
        gold *= cards_in_zone(state, effect.per, effect.per_zone, source.card)
    return gold


def _asks_for_most(state: GameState, card: Card) -> bool:
    """Return whether the player's plots make the higher of two amounts count."""
    if card.code in MORE_REVEALED:
        more, less = MORE_REVEALED[card.code]
        traits = state.plot.traits if state.plot else ()
        return more in traits and less not in traits
    trait = MORE_USED.get(card.code)
    return trait is not None and in_used_pile(state, CardPattern(traits=(trait,))) >= 2


def is_shadow_reducer(card: Card, effect: GoldEffect) -> bool:
    """Return whether an event in shadows reduces the cost of the next card."""
    event = card.type is CardType.EVENT and isinstance(card.shadow_cost, int)
    reduces = effect.kind is GoldKind.REDUCE and effect.reach is Reach.NEXT
    return event and card.cost is None and reduces and effect.moment in ACTIONS


def is_lasting(effect: GoldEffect) -> bool:
    """Return whether an event reduces the cost of all cards of a kind for the phase."""
    lasting = effect.kind is GoldKind.REDUCE and effect.reach is Reach.EACH
    return lasting and effect.moment in ACTIONS


def may_gain(state: GameState) -> int:
    """Return how much gold the player may gain now."""
    codes = [card.code for card in state.cards_in_play]
    if state.phase is RoundPhase.CHALLENGES and any(code in NO_CHALLENGES_GOLD for code in codes):
        return 0
    limits = [MOST_GAINED[code] - state.gained for code in codes if code in MOST_GAINED]
    return max(0, min(limits, default=ANY_GOLD))


def gained(state: GameState, gold: int) -> GameState:
    """Return the state after gaining gold, up to the limit."""
    got = min(gold, may_gain(state))
    return replace(state, gold=state.gold + got, gained=state.gained + got)


def enters_kneeling(state: GameState, card: Card) -> bool:
    """Return whether a card enters play knelt; cards that are set up stand (FAQ 4.1, 1.9)."""
    located = any(agenda.code in KNEELING_LOCATIONS for agenda in state.agendas)
    return card.code in KNEELS_ENTERING or (located and card.type is CardType.LOCATION)


def concerns(effect: GoldEffect, card: Card, price: Price, state: GameState) -> bool:
    """Return whether a reducer or increase affects a card brought out in some way."""
    if effect.prices and price not in effect.prices:
        return price is Price.INTO_SHADOWS and effect.concerns_any_marshaled_card
    if effect.applies is not None and not pattern_matches(effect.applies, card):
        return False
    return stands_to(effect.allegiance, card, state)


def stands_to(allegiance: Allegiance, card: Card, state: GameState) -> bool:
    """Return whether an allegiance includes a card; neutral cards are neither in nor out."""
    own = state.rules.faction in card.factions
    if allegiance is Allegiance.IN_FACTION:
        return own
    if allegiance is Allegiance.OUT_OF_FACTION:
        return not own and not card.neutral
    return not own if allegiance is Allegiance.NOT_IN_FACTION else True


def is_left(state: GameState, source: EffectSource) -> bool:
    """Return whether an effect can be used again within its limit."""
    limit = 1 if source.effect.reach is Reach.FIRST else source.effect.limit
    return limit is None or state.was_used(source) < limit


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

    Duplicates and cards in shadows do not count. A printed X is 0 (RR, Income; Letter X).
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


def bestowed(card: Card) -> int:
    """Return how much gold the card may take as it enters play (RR, Bestow)."""
    keyword = card.keyword("bestow")
    return keyword.value if keyword and isinstance(keyword.value, int) else 0
