"""What it costs to bring a card out, whether that is legal now, and if not, why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.gold import GoldKind, Price, Reach
from carddb.terms import CardType, Edition, Faction, Number
from core.errors import AppError
from goldfish.attachments import bears_one, exclude_each_other, is_host, may_bear
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
    MORE_LIMITED,
    NEVER_MARSHALED,
    NO_LIMITED,
    NO_MARSHALING,
    ROCKS,
    SHADOW_BY_USED,
)
from goldfish.setup_rules import FACE_UP


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a card in one way: `printed` (with a penalty), changes, and the total.

    `spends` are the reductions that it uses up: for "the next" card, and for "the first" of a phase
    or round.
    """

    card: Card
    price: Price
    printed: int
    parts: tuple[IncomePart, ...]
    total: int
    spends: tuple[EffectSource, ...]
    least: int = 0


def printed_price(state: GameState, card: Card, price: Price) -> int | None:
    """Return the printed price of a way of bringing a card out, None if it has no such way.

    First edition: with the gold penalty, but not into Shadows, nor for events; cards with the crest
    are not marshaled. An X counts 0, but an X behind "shadow" is not a price.
    """
    if price is Price.INTO_SHADOWS:
        return state.rules.shadow_price if card.keyword("shadow") else None
    event = card.type is CardType.EVENT
    if (event or price is Price.MARSHAL) and is_forbidden(state, card):
        return None
    if event or price is Price.PLAY:
        return _played(card, price) if event else None
    if card.type not in FACE_UP:
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
    """Return the current cost of a card in some way, None if it has no such way.

    Increases come first, then constant effects, unused "first" effects, and reductions that are
    `ready`. The result is never below 0 nor below a printed minimum.
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
    """Return whether a first-edition card is only for another House."""
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


def purses(state: GameState) -> tuple[CardInPlay, ...]:
    """Return the cards in play whose gold may pay for cards now."""
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


def spendable(state: GameState) -> int:
    """Return the gold that may pay for cards now, including purses."""
    return state.gold + sum(purse.gold for purse in purses(state))


def pay(state: GameState, card: Card, price: Price) -> GameState:
    """Return the state after paying for a card, first from the pool; AppError without gold."""
    charge = current_cost(state, card, price)
    if charge is None:
        raise AppError(f"{card.name} has no such price.", "Bring it out in another way.")
    paid = min(charge.total, state.gold)
    state, left = replace(state, gold=state.gold - paid), charge.total - paid
    for purse in purses(state):
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
    effect = source.effect
    first = effect.reach is Reach.FIRST
    if effect.limit is None and not first:
        return state
    lasts = effect.lasts if first else effect.limit_lasts
    return replace(state, uses=(*state.uses, Use(source, lasts or "phase")))


WORDS = {
    Price.MARSHAL: "marshaled",
    Price.AMBUSH: "ambushed",
    Price.PLAY: "played",
    Price.INTO_SHADOWS: "put into shadows",
    Price.OUT_OF_SHADOWS: "brought out of shadows",
}

IN_MARSHALING = frozenset({Price.MARSHAL, Price.INTO_SHADOWS})


def limited_allowed(state: GameState) -> int:
    """Return how many Limited cards may be brought out this round (RR, Limited).

    Cards of setup and duplicates do not count (FAQ 4.1).
    """
    codes = [card.code for card in (*state.cards_in_play, *([state.plot] if state.plot else []))]
    if any(code in NO_LIMITED for code in codes):
        return 0
    return 1 + sum(code in MORE_LIMITED for code in codes)


def hosts(state: GameState, card: Card) -> tuple[CardInPlay, ...]:
    """Return the cards in play that an attachment may go on, considering their attachments."""
    return tuple(each for each in state.in_play if _may_take(state, each, card))


def _may_take(state: GameState, host: CardInPlay, card: Card) -> bool:
    if not is_host(host.card) or not may_bear(host.card, card):
        return False
    borne = [each.card for each in state.in_play if each.bearer == host.number]
    if borne and bears_one(host.card):
        return False
    return not any(exclude_each_other(each, card) for each in borne)


def why_not(state: GameState, card: Card, price: Price) -> str:
    """Return why a card cannot be brought out in some way now, as a sentence; empty if it can."""
    place, name = (state.hand, "in hand")
    if price is Price.OUT_OF_SHADOWS:
        place, name = (state.shadows, "in shadows")
    if card not in place:
        return f"{card.name} is not {name}."
    found = _wrong_time(state, price) or _shut_out(state, card, price)
    charge, there = current_cost(state, card, price), spendable(state)
    if not found and charge is not None and charge.total > there:
        return f"{card.name} costs {charge.total} gold, and there is {there}."
    return found


def why_no_duplicate(state: GameState, card: Card) -> str:
    """Return why a card of the hand cannot be a duplicate now, as a sentence; empty if it can."""
    if card not in state.hand:
        return f"{card.name} is not in hand."
    if state.phase is not RoundPhase.MARSHALING:
        return "Duplicates are marshaled in the marshaling phase."
    if state.copy_in_play(card) is None:
        return f"No copy of {card.name} is in play."
    if is_forbidden(state, card):
        return f"{card.name} cannot be marshaled while this plot is revealed."
    if state.edition is Edition.FIRST and card.keyword("shadow"):
        return f"{card.name} comes into play out of Shadows only."
    return ""


def _wrong_time(state: GameState, price: Price) -> str:
    if price in IN_MARSHALING and state.phase is not RoundPhase.MARSHALING:
        return f"Cards are {WORDS[price]} in the marshaling phase."
    if price is Price.AMBUSH and state.phase is not RoundPhase.CHALLENGES:
        return "Cards are ambushed in the challenges phase."
    once = state.edition is Edition.FIRST and price is Price.OUT_OF_SHADOWS
    if once and state.came_out:
        return "One card comes out of Shadows at the beginning of each phase."
    return ""


def _shut_out(state: GameState, card: Card, price: Price) -> str:
    """Return what prevents the card except gold, if anything."""
    if current_cost(state, card, price) is None:
        return f"{card.name} cannot be {WORDS[price]}."
    if price is Price.INTO_SHADOWS:
        return ""
    doubles = state.copy_in_play(card) is not None
    if doubles:
        shut = price in {Price.MARSHAL, Price.AMBUSH}
        return f"{card.name} is in play: this copy is a duplicate, and free." if shut else ""
    if _counts_as_limited(card, price) and state.limited >= limited_allowed(state):
        return "No more Limited cards may be brought out this round."
    if card.type is CardType.ATTACHMENT and not hosts(state, card):
        return f"No card in play may bear {card.name}."
    return ""


def _counts_as_limited(card: Card, price: Price) -> bool:
    """Return whether a card uses up the round's Limited card (RR, Limited).

    Ambushed cards and cards out of shadows do not.
    """
    counts = price in {Price.MARSHAL, Price.PLAY} or card.type is CardType.EVENT
    return counts and card.keyword("limited") is not None
