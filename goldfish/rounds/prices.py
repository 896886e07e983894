"""The cost of bringing a card out, with each reduction and increase."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.gold import GoldKind, Price, Reach
from carddb.terms import CardType, Edition, Faction, Number
from core.errors import AppError
from goldfish.rounds.effects import (
    IncomePart,
    active_effects,
    amount,
    concerns,
    holds,
    in_used_pile,
    is_left,
)
from goldfish.rounds.game_state import CardInPlay, EffectSource, GameState, RoundPhase, Use
from goldfish.rounds.irregular_cards import (
    CHALLENGES_PURSES,
    DEARER_OUT,
    DEARER_SHADOWS,
    MARSHALING_PURSES,
    NEVER_MARSHALED,
    NO_MARSHALING,
    ROCKS,
    SHADOW_BY_USED,
)

INTO_PLAY = frozenset({CardType.CHARACTER, CardType.LOCATION, CardType.ATTACHMENT})


@dataclass(frozen=True, slots=True)
class Cost:
    """What a card costs in one way: `printed` (with a penalty), the parts, and the sum.

    `parts` are negative for reductions, and none makes it less than `least`. `spends` are the
    reductions that this card uses up: those that wait for "the next" card and those for "the first"
    of a phase or round.
    """

    card: Card
    price: Price
    printed: int
    parts: tuple[IncomePart, ...]
    total: int
    spends: tuple[EffectSource, ...]
    least: int = 0


def printed_price(state: GameState, card: Card, price: Price) -> int | None:
    """Return what is printed for a way of bringing a card out, None where it has no such way.

    First edition: with the gold penalty, but not into Shadows, nor for events; a card with the
    crest is marshaled in no other way. An X counts 0, but not behind "shadow": what it is stands in
    the text, and where that leaves it to the player there is no price here.
    """
    if price is Price.INTO_SHADOWS:
        return state.rules.shadow_price if card.keyword("shadow") else None
    event = card.type is CardType.EVENT
    if (event or price is Price.MARSHAL) and is_forbidden(state, card):
        return None
    if event or price is Price.PLAY:
        return _played(card, price) if event else None
    if card.type not in INTO_PLAY:
        return None
    found = _into_play(state, card, price)
    return None if found is None else found + state.rules.penalty(card)


def is_forbidden(state: GameState, card: Card) -> bool:
    """Return whether the revealed plot forbids to marshal or play cards of this type."""
    return state.plot is not None and card.type in NO_MARSHALING.get(state.plot.code, ())


def _played(event: Card, price: Price) -> int | None:
    if price is Price.OUT_OF_SHADOWS:
        return event.shadow_cost if isinstance(event.shadow_cost, int) else None
    return _gold(event.cost) if price is Price.PLAY else None


def _into_play(state: GameState, card: Card, price: Price) -> int | None:
    if price is Price.OUT_OF_SHADOWS:
        if card.code in SHADOW_BY_USED:
            return max(in_used_pile(state), SHADOW_BY_USED[card.code])
        return card.shadow_cost if isinstance(card.shadow_cost, int) else None
    if price is Price.AMBUSH:
        values = [k.value for k in card.keywords if k.name == "ambush" and isinstance(k.value, int)]
        return min(values, default=None)
    crested = card.edition is Edition.FIRST and card.keyword("shadow") is not None
    return None if crested or card.code in NEVER_MARSHALED else _gold(card.cost)


def _gold(cost: Number | None) -> int | None:
    return cost if isinstance(cost, int) else (None if cost is None else 0)


def current_cost(state: GameState, card: Card, price: Price) -> Cost | None:
    """Return what a card costs now in some way, or None where it has no such way.

    Constant effects, the first-of-a-phase or -round ones that are left, and the reductions that
    are `ready` all apply to the same card; increases first. The result is never below 0, nor below
    the minimum that is printed on one of the reductions ("to a minimum of 1").
    """
    base = printed_price(state, card, price)
    if base is None:
        return None
    parts = list(_increases(state, card, price))
    total = base + sum(part.gold for part in parts)
    spends: list[EffectSource] = []
    reductions = sorted(_reductions(state, card, price), key=lambda s: -s.effect.minimum)
    least = max((source.effect.minimum for source in reductions), default=0)
    for source in reductions:
        less = total - max(min(total, least), total - amount(state, source, card))
        if less:
            parts.append(IncomePart(source.card, -less))
        total -= less
        if source.effect.reach in {Reach.FIRST, Reach.NEXT}:
            spends.append(source)
    return Cost(card, price, base, tuple(parts), total, tuple(spends), least)


def _increases(state: GameState, card: Card, price: Price) -> Iterator[IncomePart]:
    for source in active_effects(state, GoldKind.INCREASE):
        if concerns(source.effect, card, price, state):
            yield IncomePart(source.card, amount(state, source, card))
    for agenda in state.agendas if price is Price.INTO_SHADOWS else ():
        own = (each for each in state.characters if state.rules.faction in each.factions)
        if agenda.code in DEARER_SHADOWS and not any(own):
            yield IncomePart(agenda, 1)
    for agenda in state.agendas if price is Price.OUT_OF_SHADOWS else ():
        if agenda.code in DEARER_OUT and is_elsewhere(state, card):
            yield IncomePart(agenda, 1)


def is_elsewhere(state: GameState, card: Card) -> bool:
    """Return whether a first-edition card is limited to another House."""
    return bool(card.house_only) and state.rules.faction not in card.house_only


def _reductions(state: GameState, card: Card, price: Price) -> Iterator[EffectSource]:
    for source in active_effects(state, GoldKind.REDUCE):
        effect = source.effect
        others = effect.reach is not Reach.ITSELF and concerns(effect, card, price, state)
        if others and is_left(state, source):
            yield source
    for index, effect in enumerate(card.gold_effects):
        own = EffectSource(card, 0, index)
        itself = effect.kind is GoldKind.REDUCE and effect.reach is Reach.ITSELF
        if itself and concerns(effect, card, price, state) and holds(state, own):
            yield own
    yield from (s for s in state.ready if concerns(s.effect, card, price, state))


def purses(state: GameState, card: Card) -> tuple[CardInPlay, ...]:
    """Return the cards in play whose gold may be spent on this card now, beside the pool."""
    marshaling = state.phase is RoundPhase.MARSHALING
    rocks = [ROCKS[e.card.code] for e in state.in_play if e.card.code in ROCKS and not e.kneeling]
    open_rock = marshaling if rocks and not any(rocks) else bool(rocks)
    codes = MARSHALING_PURSES if marshaling else frozenset()
    codes = CHALLENGES_PURSES if state.phase is RoundPhase.CHALLENGES else codes
    return tuple(
        each
        for each in state.in_play
        if each.gold
        and (each.card.code in codes or (open_rock and Faction.LANNISTER in each.card.factions))
    )


def spendable(state: GameState, card: Card) -> int:
    """Return the gold that may be spent on a card now: the pool and what lies on purses."""
    return state.gold + sum(purse.gold for purse in purses(state, card))


def pay(state: GameState, card: Card, price: Price) -> GameState:
    """Return the state once a card is paid for: first from the pool, then from purses.

    All reductions that the card spends are used up together. AppError where gold is lacking.
    """
    charge = current_cost(state, card, price)
    if charge is None:
        raise AppError(f"{card.name} has no such price.", "Bring it out in another way.")
    left = charge.total
    paid = min(left, state.gold)
    available = purses(state, card)
    state, left = replace(state, gold=state.gold - paid), left - paid
    for purse in available:
        taken = min(left, purse.gold)
        state, left = state.put(replace(purse, gold=purse.gold - taken)), left - taken
    if left:
        raise AppError(f"{card.name} costs {left} gold more than there is.", "Find more gold.")
    ready = tuple(source for source in state.ready if source not in charge.spends)
    state = replace(state, ready=ready)
    for source in charge.spends:
        if source.effect.reach is Reach.FIRST:
            state = used(state, source)
    return state


def used(state: GameState, source: EffectSource) -> GameState:
    """Return the state with one use of a limited effect noted."""
    effect = source.effect
    first = effect.reach is Reach.FIRST
    if effect.limit is None and not first:
        return state
    lasts = effect.lasts if first else effect.limit_lasts
    return replace(state, uses=(*state.uses, Use(source, lasts or "phase")))
