"""One game of the first rounds, played by the policy: the readable reference for the kernel.

docs/goldfish.md states the policy in words; each of its functions is one of those sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldEffect, GoldKind, Price, Reach
from carddb.terms import CardType, Faction
from goldfish.rounds.effects import (
    ACTIONS,
    amount,
    bestowed,
    concerns,
    gained,
    is_shadow_reducer,
    may_gain,
)
from goldfish.rounds.game_plan import GamePlan, is_idle, is_second, kneels_itself
from goldfish.rounds.game_state import CardInPlay, EffectSource, GameState, RoundPhase
from goldfish.rounds.irregular_cards import AT_THE_END, DOUBLING, ROCKS, VOYAGES
from goldfish.rounds.moves import (
    ActionChoice,
    act,
    actions,
    ambush,
    begin,
    cards_over_reserve,
    collect,
    discard,
    draw,
    draws,
    duplicate,
    events,
    gains,
    into_shadows,
    kneelable,
    marshal,
    out_of_shadows,
    returns_gold,
    reveal,
    stand,
    start,
    tax,
    why_not_act,
)
from goldfish.rounds.prices import (
    current_cost,
    hosts,
    printed_price,
    spendable,
    why_no_duplicate,
    why_not,
)
from goldfish.setup import best_setup, strength_of
from goldfish.setup_rules import FACE_UP, printed_cost

# An event must make this many cards of the hand cheaper, since it is a card itself.
FOR_AN_EVENT = 2

ROCK_GIVES = 3  # Casterly Rock puts gold on this many cards

_MOVES = {
    Price.MARSHAL: marshal,
    Price.AMBUSH: ambush,
    Price.OUT_OF_SHADOWS: out_of_shadows,
    Price.INTO_SHADOWS: into_shadows,
}


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was brought out, how, and the gold that it cost."""

    card: Card
    price: Price
    gold: int


Log = tuple[PlayedCard, ...]


def take_duplicates(state: GameState) -> GameState:
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
    """Yield gains of events in hand that become affordable with reducers."""
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
    return min(useless, key=lambda card: (printed_cost(card), card.code), default=None)


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
    """Return how many cards of the hand an effect makes cheaper to marshal."""
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
    """Return the card that kneels for an action: one without its own use, then the lowest code."""
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
    return state if charge and charge.total <= spendable(state) else None


def _is_cheap(state: GameState, source: EffectSource, less: int) -> bool:
    """Return whether an event out of shadows saves more than it costs, without reductions."""
    if source.card.type is not CardType.EVENT:
        return True
    charge = current_cost(state, source.card, Price.OUT_OF_SHADOWS)
    return charge is not None and charge.total < less and not charge.spends


def reducers(plan: GamePlan, state: GameState) -> list[EffectSource]:
    """Return the possible reductions in the order of their use."""
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
    events = tuple(PlayedCard(each, out, state.gold - ready.gold) for each in gone)
    return _MOVES[price](ready, card), (*events, PlayedCard(card, price, charge.total))


def takeable(state: GameState, card: Card, price: Price) -> bool:
    """Return whether the policy would bring out a card of the hand in a way, given the gold.

    Not events, attachments without a host, and second copies of a unique card in play or shadows.
    """
    if card.type not in FACE_UP or printed_price(state, card, price) is None:
        return False
    if price is Price.INTO_SHADOWS and printed_price(state, card, Price.OUT_OF_SHADOWS) is None:
        return False
    if card.type is CardType.ATTACHMENT and not hosts(state, card):
        return False
    return not (card.unique and (_waits(state, card) or state.copy_in_play(card)))


def _waits(state: GameState, card: Card) -> bool:
    return any(each.unique and each.name == card.name for each in state.shadows)


def marshal_economy(plan: GamePlan, state: GameState) -> tuple[GameState, Log]:
    """Return the state after marshaling the affordable economy cards in order."""
    log: Log = ()
    for card in plan.economy:
        while card in state.hand and takeable(state, card, Price.MARSHAL):
            done = bring(plan, state, card, Price.MARSHAL)
            if done is None:
                break
            state, log = done[0], log + done[1]
    return state, log


def bring_out_waiting(plan: GamePlan, state: GameState) -> tuple[GameState, Log]:
    """Return the state after cards came out of shadows, the costliest affordable first."""
    log: Log = ()
    for card in plan.by_shadow:
        while card in state.shadows and not state.copy_in_play(card):
            done = bring(plan, state, card, Price.OUT_OF_SHADOWS)
            if done is None:
                break
            state, log = done[0], log + done[1]
    return state, log


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


class _Choice(NamedTuple):
    """What a choice brings out so far; greater is better."""

    worth: int
    characters: int
    cards: int
    strength: int
    digits: tuple[int, ...]

    def more(self, card: Card, price: Price, digit: int) -> _Choice:
        into = price is Price.INTO_SHADOWS
        person = card.type is CardType.CHARACTER and not into
        return _Choice(
            self.worth + (2 if into else printed_cost(card)),
            self.characters + person,
            self.cards + 1,
            self.strength + (strength_of(card) if person else 0),
            (*self.digits, digit),
        )

    def none(self, times: int) -> _Choice:
        return self._replace(digits=(*self.digits, *[0] * times))


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
    best = max(lines, key=lambda line: line[0])
    return best[1], best[2]


def _most(state: GameState, card: Card, in_hand: int) -> int:
    """Return how many copies a choice may take."""
    if card.unique:
        return 1
    once = card.host is not None and card.host.once
    return min(in_hand, len(hosts(state, card))) if once else in_hand


def _extended(
    plan: GamePlan, line: _Line, card: Card, copies: int, ways: Sequence[Price]
) -> Iterator[_Line]:
    """Yield states with 0, 1, ... copies of a card brought out in each way."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTally:
    """The results of one round of one game.

    `gold` is all gold to spend; `unspent` is what was returned or left at taxation. `marshaled` and
    `ambushed` count cards from hand without duplicates, `shadows_gold_in` and `shadows_gold_out`
    the gold paid for shadows. Other fields are counts at the end of the round; `waiting` are cards
    in shadows.
    """

    gold: int
    marshaled: int
    ambushed: int
    shadows_in: int
    shadows_out: int
    shadows_gold_in: int
    shadows_gold_out: int
    unspent: int
    hand: int
    characters: int
    strength: int
    duplicates: int
    waiting: int


def state_after_setup(plan: GamePlan, cards: Sequence[Card]) -> GameState:
    """Return the state after the best setup of a shuffled deck, the top of it first."""
    rules = plan.opening.rules
    setup = best_setup(cards[: rules.hand_size], rules)
    rest = cards[rules.hand_size + rules.under :]
    state = start(rules, plan.agendas, plan.plots, setup, rest)
    return replace(state, takes_gold=True)


def played(plan: GamePlan, cards: Sequence[Card]) -> tuple[RoundTally, ...]:
    state = state_after_setup(plan, cards)
    tallies = []
    for _ in range(plan.rounds):
        state, tally = play_round(plan, state)
        tallies.append(tally)
    return tuple(tallies)


def play_round(plan: GamePlan, state: GameState) -> tuple[GameState, RoundTally]:
    log: Log = ()
    state = begin(state, RoundPhase.PLOT)
    state, log = _shadows(plan, state, log)
    state = next_plot(plan, state)
    state = begin(state, RoundPhase.DRAW)
    state, log = _shadows(plan, state, log)
    state = draw(state, draws(state))
    if any(agenda.code in VOYAGES for agenda in state.agendas):
        state = replace(state, faction_kneels=True)
    state, log = _marshaling(plan, state, log)
    returned = state.gold if returns_gold(state) else 0
    state, log = _challenges(plan, state, log)
    state, log = _shadows(plan, begin(state, RoundPhase.DOMINANCE), log)
    state, log = _shadows(plan, begin(state, RoundPhase.STANDING), log)
    state, log = _shadows(plan, begin(stand(state), RoundPhase.TAXATION), log)
    unspent = state.gold + returned
    state = _down_to_reserve(plan, tax(state))
    tally = _tally(state, log, unspent)
    more = AT_THE_END.get(state.plot.code, 0) if state.plot else 0
    return gained(state, more), tally


def next_plot(plan: GamePlan, state: GameState) -> GameState:
    """Return the state after the next plot of the order is revealed; a single plot stays."""
    if not state.plots:
        return state
    place = (state.round - 1) % len(plan.plots)
    order = (*plan.plots[place:], *plan.plots[:place])
    return reveal(state, next(plot for plot in order if plot in state.plots))


def _shadows(plan: GamePlan, state: GameState, log: Log) -> tuple[GameState, Log]:
    """Bring out the one card that the first edition lets out as a phase begins."""
    if is_second(plan):
        return state, log
    state, more = emerge(plan, state)
    return state, log + more


def _marshaling(plan: GamePlan, state: GameState, log: Log) -> tuple[GameState, Log]:
    """Take duplicates, gains, economy, cards in shadows, then the best use of gold; repeat."""
    state, log = _shadows(plan, begin(state, RoundPhase.MARSHALING), log)
    state = collect(state)
    saved = 0 if is_second(plan) else gold_for_shadows(plan, state)
    state = replace(state, gold=state.gold - saved)
    while True:
        state = play_reductions(take_gains(plan, take_duplicates(state)))
        state, more = marshal_economy(plan, state)
        if is_second(plan):
            state, out = bring_out_waiting(plan, state)
            more += out
        if not more:
            state, more = spend_gold(plan, state, (Price.MARSHAL, Price.INTO_SHADOWS))
            state, more = _bestowed(state, more)
        log += more
        if not more:
            return put_aside(replace(state, gold=state.gold + saved)), log


def _bestowed(state: GameState, brought: Log) -> tuple[GameState, Log]:
    """Put left gold on new cards with bestow that make more of it.

    They could have taken it as they entered play without changing anything else, so it counts as
    paid for them.
    """
    log = list(brought)
    for each in state.in_play:
        most = _makes_more_of(each)
        for place, entered in enumerate(log):
            if most and entered.card == each.card and entered.price is Price.MARSHAL:
                given = min(most, state.gold)
                state = replace(state.put(replace(each, gold=given)), gold=state.gold - given)
                log[place] = replace(entered, gold=entered.gold + given)
                break
    return state, tuple(log)


def _makes_more_of(each: CardInPlay) -> int:
    """Return the gold that a card without gold may take to make more of it."""
    makes = each.card.code in DOUBLING or any(e.own_gold for e in each.card.gold_effects)
    return bestowed(each.card) if makes and not each.gold else 0


def _challenges(plan: GamePlan, state: GameState, log: Log) -> tuple[GameState, Log]:
    """Take gains, cards in shadows, then the best ambushes; repeat."""
    state, log = _shadows(plan, begin(state, RoundPhase.CHALLENGES), log)
    while True:
        state = take_gains(plan, state)
        more: Log = ()
        if is_second(plan):
            state, more = bring_out_waiting(plan, state)
        if not more:
            state, more = spend_gold(plan, state, (Price.AMBUSH,))
        log += more
        if not more:
            return state, log


def _down_to_reserve(plan: GamePlan, state: GameState) -> GameState:
    """Discard down to the reserve (RR, 7.3): events, attachments, locations, characters."""
    over = cards_over_reserve(state)
    for card in plan.by_use:
        while over and card in state.hand:
            state, over = discard(state, card), over - 1
    return state


def _tally(state: GameState, log: Log, unspent: int) -> RoundTally:
    count = Counter(each.price for each in log)
    gold: Counter[Price] = Counter()
    for each in log:
        gold[each.price] += each.gold
    return RoundTally(
        gold=gold.total() + unspent,
        marshaled=count[Price.MARSHAL],
        ambushed=count[Price.AMBUSH],
        shadows_in=count[Price.INTO_SHADOWS],
        shadows_out=count[Price.OUT_OF_SHADOWS],
        shadows_gold_in=gold[Price.INTO_SHADOWS],
        shadows_gold_out=gold[Price.OUT_OF_SHADOWS],
        unspent=unspent,
        hand=len(state.hand),
        characters=len(state.characters),
        strength=sum(strength_of(card) for card in state.characters),
        duplicates=sum(len(each.duplicates) for each in state.in_play),
        waiting=len(state.shadows),
    )
