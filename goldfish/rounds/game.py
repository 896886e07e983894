"""One game of the first rounds, played by the policy: readable, and what the kernel must equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.gold import Price
from goldfish.rounds.effects import gained
from goldfish.rounds.game_plan import GamePlan, is_second
from goldfish.rounds.game_state import CardInPlay, GameState, RoundPhase
from goldfish.rounds.irregular_cards import AT_THE_END, DOUBLING, VOYAGES
from goldfish.rounds.moves import (
    begin,
    cards_over_reserve,
    collect,
    discard,
    draw,
    draws,
    returns_gold,
    reveal,
    stand,
    start,
    tax,
)
from goldfish.rounds.policy import (
    Log,
    bring_out_waiting,
    emerge,
    gold_for_shadows,
    marshal_economy,
    play_reductions,
    put_aside,
    spend_gold,
    take_duplicates,
    take_gains,
)
from goldfish.setup import best_setup, strength_of


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
    """Return the results of each round for a shuffled deck, top card first."""
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
    """Duplicates, gains, economy, what waits in shadows, then the best use of gold; and again."""
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
    """Return how much gold a card may take that makes more of it and has none yet."""
    keyword = each.card.keyword("bestow")
    makes = each.card.code in DOUBLING or any(e.own_gold for e in each.card.gold_effects)
    most = keyword.value if keyword and makes and not each.gold else 0
    return most if isinstance(most, int) else 0


def _challenges(plan: GamePlan, state: GameState, log: Log) -> tuple[GameState, Log]:
    """Gains, what waits in shadows, and the best ambushes; nobody is challenged."""
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
