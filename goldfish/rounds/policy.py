"""The policy of the readable reference: which cards come out, in which order, and what pays.

docs/goldfish.md states it in words; each function is one of its sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldEffect, GoldKind, Price, Reach
from carddb.terms import CardType, Faction
from goldfish.rounds.effects import ACTIONS, amount, concerns, is_shadow_reducer, may_gain
from goldfish.rounds.game_plan import GamePlan, is_idle, kneels_itself, worth
from goldfish.rounds.game_state import EffectSource, GameState, RoundPhase
from goldfish.rounds.irregular_cards import ROCKS
from goldfish.rounds.moves import (
    ActionChoice,
    act,
    actions,
    ambush,
    duplicate,
    events,
    gains,
    into_shadows,
    kneelable,
    marshal,
    out_of_shadows,
    why_not_act,
)
from goldfish.rounds.prices import (
    INTO_PLAY,
    current_cost,
    hosts,
    printed_price,
    spendable,
    why_no_duplicate,
    why_not,
)
from goldfish.setup import strength_of

# Cards of the hand that an event must make cheaper to be played, for it is a card itself.
FOR_AN_EVENT = 2

# Cards that Casterly Rock puts gold on.
ROCK_GIVES = 3

_MOVES = {
    Price.MARSHAL: marshal,
    Price.AMBUSH: ambush,
    Price.OUT_OF_SHADOWS: out_of_shadows,
    Price.INTO_SHADOWS: into_shadows,
}


@dataclass(frozen=True, slots=True)
class Brought:
    """A card that was brought out in a way, and the gold that it cost."""

    card: Card
    price: Price
    gold: int


Log = tuple[Brought, ...]


def take_duplicates(state: GameState) -> GameState:
    """Return the state with every free duplicate of the hand on its card."""
    for card in state.hand:
        if not why_no_duplicate(state, card):
            state = duplicate(state, card)
    return state


def take_gains(plan: GamePlan, state: GameState) -> GameState:
    """Return the state after all actions that gain gold.

    First actions without conditions, then those that kneel other cards, then events that gain more
    than they cost, then those that discard an idle card in the marshaling phase; ties go to the
    lowest codes.
    """
    while True:
        candidates = [each for each in actions(state) if gains(each) and _is_worth_it(state, each)]
        candidates += [each for each in _played_cheaper(plan, state) if _is_worth_it(state, each)]
        if not candidates:
            return state
        source = min(candidates, key=_first_gains)
        if source.card.type is CardType.EVENT:
            state = afford(plan, state, source.card, Price.PLAY) or state
        choice = ActionChoice(_kneeling(state, source), idle(state, source.effect))
        state = act(state, source, choice)


def _played_cheaper(plan: GamePlan, state: GameState) -> Iterator[EffectSource]:
    """Yield the gains of events in hand that can be paid for once reducers kneel for them."""
    for source in events(state):
        if gains(source) and source.effect.moment in ACTIONS:
            ready = afford(plan, state, source.card, Price.PLAY)
            if ready is not None and not why_not_act(ready, source):
                yield source


def _first_gains(source: EffectSource) -> tuple[bool, bool, bool, str, int, int]:
    event = source.card.type is CardType.EVENT
    effect = source.effect
    kneels = effect.kneels is not None
    discards = effect.discards is not None
    return discards, event, kneels, source.card.code, source.number, source.index


def idle(state: GameState, effect: GoldEffect) -> Card | None:
    """Return the card to discard for an effect: the cheapest event that does nothing here."""
    if effect.discards is None:
        return None
    useless = [c for c in state.hand if is_idle(c) and pattern_matches(effect.discards, c)]
    return min(useless, key=lambda card: (worth(card), card.code), default=None)


def play_reductions(state: GameState) -> GameState:
    """Return the state after events that reduce costs for the phase of two cards in hand."""
    while True:
        candidates = [
            each
            for each in actions(state)
            if each.card.type is CardType.EVENT
            and each.effect.kind is GoldKind.REDUCE
            and each.effect.reach is Reach.EACH
            and _concerned(state, each.effect) >= FOR_AN_EVENT
        ]
        if not candidates:
            return state
        state = act(state, min(candidates, key=lambda each: (each.card.code, each.index)))


def _concerned(state: GameState, effect: GoldEffect) -> int:
    """Return how many cards of the hand an effect would make cheaper to marshal."""
    found = 0
    for card in state.hand:
        can = takeable(state, card, Price.MARSHAL)
        charge = current_cost(state, card, Price.MARSHAL) if can else None
        cheaper = charge is not None and charge.total > charge.least
        found += cheaper and concerns(effect, card, Price.MARSHAL, state)
    return found


def put_aside(state: GameState) -> GameState:
    """Return the state after Casterly Rock knelt to put gold on the first three Lannister cards."""
    for rock in state.in_play:
        if rock.card.code in ROCKS and not rock.kneeling:
            state = state.put(replace(rock, kneeling=True))
            mine = [e for e in state.in_play if Faction.LANNISTER in e.card.factions]
            for each in mine[:ROCK_GIVES]:
                state = state.put(replace(each, gold=each.gold + 1))
    return state


def _kneeling(state: GameState, source: EffectSource) -> int | None:
    """Return which card kneels for an action: one that has no use for it, then the lowest code."""
    able = kneelable(state, source.effect)
    first = min(able, key=lambda e: (kneels_itself(e.card), e.card.code, e.number), default=None)
    return first.number if first else None


def _is_worth_it(state: GameState, source: EffectSource) -> bool:
    if source.effect.discards is not None:
        marshaling = state.phase is RoundPhase.MARSHALING
        return marshaling and idle(state, source.effect) is not None
    if source.card.type is not CardType.EVENT:
        return True
    charge = current_cost(state, source.card, Price.PLAY)
    gold = min(amount(state, source), may_gain(state))
    return charge is not None and gold > charge.total


def afford(plan: GamePlan, state: GameState, card: Card, price: Price) -> GameState | None:
    """Return the state after reducers knelt for a card, None if the gold does not suffice.

    Reducers kneel if nothing is wasted: first those that concern the fewest cards of the deck, then
    the lowest codes.
    """
    for source in reducers(plan, state):
        charge = current_cost(state, card, price)
        if charge is None:
            return None
        less = amount(state, source, card)
        fits = (
            concerns(source.effect, card, price, state) and 0 < less <= charge.total - charge.least
        )
        if fits and _is_cheap(state, source, less) and source in actions(state):
            state = act(state, source, ActionChoice(discarding=idle(state, source.effect)))
    charge = current_cost(state, card, price)
    return state if charge and charge.total <= spendable(state, card) else None


def _is_cheap(state: GameState, source: EffectSource, less: int) -> bool:
    """Return whether an event out of shadows costs less than it saves, and takes no reduction."""
    if source.card.type is not CardType.EVENT:
        return True
    charge = current_cost(state, source.card, Price.OUT_OF_SHADOWS)
    return charge is not None and charge.total < less and not charge.spends


def reducers(plan: GamePlan, state: GameState) -> list[EffectSource]:
    """Return the actions in the state that make cards cheaper, in the order of their use."""
    candidates = [
        each
        for each in actions(state)
        if each.effect.kind is GoldKind.REDUCE
        and (each.effect.discards is None or idle(state, each.effect) is not None)
        and (each.card.type is not CardType.EVENT or is_shadow_reducer(each.card, each.effect))
    ]
    return sorted(candidates, key=lambda s: (plan.width(s), s.card.code, s.index, s.number))


def bring(
    plan: GamePlan, state: GameState, card: Card, price: Price
) -> tuple[GameState, Log] | None:
    """Return the state after a card is brought out, None if it cannot be paid for.

    The log starts with the events that came out of shadows to reduce its cost.
    """
    ready = afford(plan, state, card, price)
    charge = current_cost(ready, card, price) if ready else None
    if ready is None or charge is None or why_not(ready, card, price):
        return None
    out = Price.OUT_OF_SHADOWS
    gone = (Counter(state.shadows) - Counter(ready.shadows)).elements()
    events = tuple(Brought(each, out, state.gold - ready.gold) for each in gone)
    return _MOVES[price](ready, card), (*events, Brought(card, price, charge.total))


def takeable(state: GameState, card: Card, price: Price) -> bool:
    """Return whether the policy would bring out a card of the hand in a way, given the gold.

    Not events, attachments without a host, and second copies of a unique card in play or shadows.
    """
    if card.type not in INTO_PLAY or printed_price(state, card, price) is None:
        return False
    if price is Price.INTO_SHADOWS and printed_price(state, card, Price.OUT_OF_SHADOWS) is None:
        return False
    if card.type is CardType.ATTACHMENT and not hosts(state, card):
        return False
    return not (card.unique and (_waits(state, card) or state.copy_in_play(card)))


def _waits(state: GameState, card: Card) -> bool:
    return any(each.unique and each.name == card.name for each in state.shadows)


def marshal_economy(plan: GamePlan, state: GameState) -> tuple[GameState, Log]:
    """Return the state after one walk through the economy, each card as often as can be paid."""
    log: list[Brought] = []
    for card in plan.economy:
        while card in state.hand and takeable(state, card, Price.MARSHAL):
            done = bring(plan, state, card, Price.MARSHAL)
            if done is None:
                break
            state = done[0]
            log.extend(done[1])
    return state, tuple(log)


def bring_out_waiting(plan: GamePlan, state: GameState) -> tuple[GameState, Log]:
    """Return the state after cards came out of shadows, the costliest affordable first."""
    log: list[Brought] = []
    for card in plan.by_shadow:
        while card in state.shadows and not state.copy_in_play(card):
            done = bring(plan, state, card, Price.OUT_OF_SHADOWS)
            if done is None:
                break
            state = done[0]
            log.extend(done[1])
    return state, tuple(log)


def emerge(plan: GamePlan, state: GameState) -> tuple[GameState, Log]:
    """Return the state after the costliest affordable card came out (first edition)."""
    for card in plan.by_shadow:
        if card in state.shadows and not state.copy_in_play(card):
            done = bring(plan, state, card, Price.OUT_OF_SHADOWS)
            if done:
                return done
    return state, ()


def gold_for_shadows(plan: GamePlan, state: GameState) -> int:
    """Return the gold saved in marshaling for cards in shadows (first edition).

    One card can come out in each of the four following phases.
    """
    saved = count = 0
    for card in plan.by_shadow:
        for _ in range(state.shadows.count(card)):
            charge = current_cost(state, card, Price.OUT_OF_SHADOWS)
            doubled = state.copy_in_play(card) is not None
            if charge and count < 4 and not doubled and saved + charge.total <= state.gold:
                saved, count = saved + charge.total, count + 1
    return saved


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a choice brings out so far; greater is better, field by field."""

    worth: int
    characters: int
    cards: int
    strength: int
    digits: tuple[int, ...]

    def more(self, card: Card, price: Price, digit: int) -> _Choice:
        into = price is Price.INTO_SHADOWS
        person = card.type is CardType.CHARACTER and not into
        return _Choice(
            self.worth + (2 if into else worth(card)),
            self.characters + person,
            self.cards + 1,
            self.strength + (strength_of(card) if person else 0),
            (*self.digits, digit),
        )

    def none(self, times: int) -> _Choice:
        return replace(self, digits=(*self.digits, *[0] * times))

    @property
    def key(self) -> tuple[object, ...]:
        return self.worth, self.characters, self.cards, self.strength, self.digits


_Line = tuple[_Choice, GameState, Log]


def spend_gold(plan: GamePlan, state: GameState, ways: Sequence[Price]) -> tuple[GameState, Log]:
    """Return the state after the best use of the gold, and the cards brought out.

    Sets of cards are paid for one card after another, the costliest first. The best set has the
    greatest printed cost (2 for a card into shadows), then most characters, cards and STR. Hosts
    are those in play before the choice.
    """
    in_hand = Counter(card for card in state.hand)
    lines: list[_Line] = [(_Choice(0, 0, 0, 0, ()), state, ())]
    for card in plan.by_cost:
        if in_hand[card]:
            start = state
            candidates = [price for price in ways if takeable(start, card, price)]
            copies = _most(start, card, in_hand[card])
            lines = [
                each for line in lines for each in _extended(plan, line, card, copies, candidates)
            ]
    best = max(lines, key=lambda line: line[0].key)
    return best[1], best[2]


def _most(state: GameState, card: Card, in_hand: int) -> int:
    """Return how many copies a choice may take: one of a unique card, one for each host."""
    if card.unique:
        return 1
    once = card.host is not None and card.host.once
    return min(in_hand, len(hosts(state, card))) if once else in_hand


def _extended(
    plan: GamePlan, line: _Line, card: Card, copies: int, ways: Sequence[Price]
) -> Iterator[_Line]:
    """Yield a state with 0, 1, ... copies of a card brought out in each of the ways."""
    rows = [(line, copies)]
    for place, price in enumerate(ways):
        longer = []
        for each, left in rows:
            now = each
            for more in range(left):
                grown = _taken(plan, now, card, price, len(ways) - place)
                if grown is None:
                    break
                now = grown
                longer.append((now, left - more - 1))
        rows += longer
    for (choice, state, log), left in rows:
        yield choice.none(left), state, log


def _taken(plan: GamePlan, line: _Line, card: Card, price: Price, digit: int) -> _Line | None:
    choice, state, log = line
    if card.unique and (state.copy_in_play(card) or _waits(state, card)):
        return None
    done = bring(plan, state, card, price)
    return (choice.more(card, price, digit), done[0], (*log, *done[1])) if done else None
