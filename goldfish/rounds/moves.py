"""Moves: functions from one state to the next, each checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from carddb.card import Card
from carddb.gold import GoldKind, Moment, Price, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType
from core.errors import AppError
from goldfish.rounds.actions import play_event, play_hidden, react
from goldfish.rounds.effects import amount, enters_kneeling, gained, in_used_pile, income, sources
from goldfish.rounds.game_state import CardInPlay, GameState, RoundPhase, without_card
from goldfish.rounds.irregular_cards import (
    DRAWS,
    FEWER_IN_HAND,
    LAYS_ASIDE,
    OWN_RESERVES,
    RESERVES,
    RETURNS_GOLD,
    SAVES_ALL_GOLD,
    SAVES_ONE_GOLD,
    TRADE_ROUTES,
    USED_RESERVES,
)
from goldfish.rounds.legality import hosts, why_no_duplicate, why_not
from goldfish.rounds.prices import pay
from goldfish.setup_plan import SetupPlan, Way
from goldfish.setup_rules import SetupRules


def start(
    rules: SetupRules,
    agendas: Iterable[Card],
    plots: Iterable[Card],
    plan: SetupPlan,
    deck: Iterable[Card],
) -> GameState:
    """Return the state after setup: the plan placed, the hand filled up from the deck (RR, Setup).

    `deck` is what lies under the opening hand; `rules.in_play` came into play before it.
    """
    state = GameState(rules=rules, agendas=tuple(agendas), plots=tuple(plots), deck=tuple(deck))
    for card in rules.in_play:
        state = _enter(state, card)
    placed = sorted(plan.placed, key=lambda each: each.host is not None)
    for each in placed:
        if each.way is Way.SHADOW:
            state = replace(state, shadows=(*state.shadows, each.card))
        elif each.way is Way.CARD:
            state = _enter(state, each.card, _setup_host(state, each.card, each.host))
    for each in placed:
        if each.way is Way.DUPLICATE:
            state = _double(state, each.card)
    state = replace(state, hand=tuple(left.card for left in plan.left))
    return draw(state, max(0, rules.refill_to - len(state.hand)))


def _setup_host(state: GameState, card: Card, host: Card | None) -> int | None:
    if host is None:
        return None
    fitting = [each for each in hosts(state, card) if each.card.code == host.code]
    fitting = fitting or [each for each in state.in_play if each.card.code == host.code]
    return fitting[0].number


def draw(state: GameState, count: int) -> GameState:
    """Return the state after drawing cards, as many as there are."""
    return replace(state, hand=(*state.hand, *state.deck[:count]), deck=state.deck[count:])


def draws(state: GameState) -> int:
    """Return how many cards the draw phase draws: 2, as effects of one's own cards change it."""
    codes = [card.code for card in (*state.agendas, *state.cards_in_play)]
    codes += [state.plot.code] if state.plot else []
    return max(0, state.rules.draw + sum(DRAWS.get(code, 0) for code in codes))


def begin(state: GameState, phase: RoundPhase) -> GameState:
    """Return the state as a phase begins: what lasted until the end of the last one is over."""
    uses = tuple(use for use in state.uses if use.lasts == "round")
    begun = replace(state, phase=phase, ready=(), uses=uses, came_out=False)
    if phase is RoundPhase.PLOT:
        return replace(begun, round=state.round + 1, limited=0, uses=(), gained=0)
    if phase is RoundPhase.CHALLENGES and returns_gold(state):
        begun = replace(begun, gold=0)
    return react(begun, Trigger.CHALLENGES_BEGIN) if phase is RoundPhase.CHALLENGES else begun


def returns_gold(state: GameState) -> bool:
    """Return whether all gold is returned as the challenges phase begins (Supporting the Faith)."""
    return state.plot is not None and state.plot.code in RETURNS_GOLD


def reveal(state: GameState, plot: Card) -> GameState:
    """Return the state after a plot is revealed; the last one goes to the used pile.

    Once the plot deck is empty the used plots come back, but not the one just revealed (RR, Plot
    Card; Appendix I, 1.3). With nobody else there the player wins initiative. Gold that follows on
    that, or that the plot gives when revealed, is gained.
    """
    if plot not in state.plots:
        raise AppError(f"{plot.name} is not in the plot deck.", "Choose a plot that is.")
    used = (*state.used_plots, *([state.plot] if state.plot else []))
    state = replace(state, plot=plot, plots=without_card(state.plots, plot), used_plots=used)
    state = react(state, Trigger.INITIATIVE_WON)
    for source in [*sources(state)]:
        gains = source.effect.kind is GoldKind.GAIN
        if source.card is plot and gains and source.effect.moment is Moment.WHEN_REVEALED:
            state = gained(state, amount(state, source))
    if plot.code in TRADE_ROUTES:
        there = sum(card.type is CardType.LOCATION for card in state.cards_in_play)
        state = gained(state, there)
    return state if state.plots else replace(state, plots=used, used_plots=())


def collect(state: GameState) -> GameState:
    return react(gained(state, income(state).total), Trigger.INCOME_COLLECTED)


def marshal(state: GameState, card: Card, host: int | None = None, bestow: int = 0) -> GameState:
    """Return the state after a card is marshaled from hand; the first host where none is named."""
    return _bring(state, card, Price.MARSHAL, host, bestow)


def ambush(state: GameState, card: Card, host: int | None = None, bestow: int = 0) -> GameState:
    return _bring(state, card, Price.AMBUSH, host, bestow)


def out_of_shadows(
    state: GameState, card: Card, host: int | None = None, bestow: int = 0
) -> GameState:
    """Return the state after a card comes out of shadows, as a duplicate where its title is."""
    return replace(_bring(state, card, Price.OUT_OF_SHADOWS, host, bestow), came_out=True)


def into_shadows(state: GameState, card: Card) -> GameState:
    """Return the state after a card of the hand goes into shadows; no characteristics, no limit."""
    _check(why_not(state, card, Price.INTO_SHADOWS))
    paid = pay(state, card, Price.INTO_SHADOWS)
    return replace(paid, hand=without_card(paid.hand, card), shadows=(*paid.shadows, card))


def duplicate(state: GameState, card: Card) -> GameState:
    """Return the state after a card of the hand becomes a free duplicate (RR, Duplicates)."""
    _check(why_no_duplicate(state, card))
    return _double(replace(state, hand=without_card(state.hand, card)), card)


def play(state: GameState, card: Card) -> GameState:
    """Return the state after an event is paid for and discarded; what it does is not done here."""
    _check(why_not(state, card, Price.PLAY))
    return react(play_event(state, card), Trigger.PLAYED, card)


def play_out(state: GameState, card: Card) -> GameState:
    """Return the state after an event is played out of shadows; what it does is not done here."""
    _check(why_not(state, card, Price.OUT_OF_SHADOWS))
    state = react(play_hidden(state, card), Trigger.PLAYED, card)
    return react(state, Trigger.OUT_OF_SHADOWS, card)


def _check(why: str) -> None:
    if why:
        raise AppError(why, "Choose another move.")


def _bring(state: GameState, card: Card, price: Price, host: int | None, bestow: int) -> GameState:
    _check(why_not(state, card, price))
    bearer = _bearer(state, card, host)
    state = pay(state, card, price)
    if price is Price.OUT_OF_SHADOWS:
        state = replace(state, shadows=without_card(state.shadows, card))
    else:
        limited = price is Price.MARSHAL and card.keyword("limited") is not None
        hand = without_card(state.hand, card)
        state = replace(state, hand=hand, limited=state.limited + limited)
    if state.copy_in_play(card):
        return _double(state, card)
    state = _bestow(_kneeling(_enter(state, card, bearer), card), card, bestow)
    if price is Price.MARSHAL:
        state = react(state, Trigger.MARSHALED, card)
    if price is Price.OUT_OF_SHADOWS:
        state = react(state, Trigger.OUT_OF_SHADOWS, card)
    return react(state, Trigger.ENTERS_PLAY, card)


def _bearer(state: GameState, card: Card, host: int | None) -> int | None:
    if card.host is None or state.copy_in_play(card):
        return None
    fitting = [each.number for each in hosts(state, card)]
    if host is not None and host not in fitting:
        raise AppError(f"That card may not bear {card.name}.", "Choose another host.")
    return fitting[0] if host is None else host


def _enter(state: GameState, card: Card, bearer: int | None = None) -> GameState:
    entered = CardInPlay(card=card, number=state.next_number, bearer=bearer)
    return replace(state, in_play=(*state.in_play, entered), next_number=state.next_number + 1)


def _kneeling(state: GameState, card: Card) -> GameState:
    """Return the state with the card that has just entered play knelt, where it enters so."""
    if not enters_kneeling(state, card):
        return state
    return state.put(replace(state.in_play[-1], kneeling=True))


def _double(state: GameState, card: Card) -> GameState:
    there = state.copy_in_play(card)
    if there is None:
        raise AppError(f"No copy of {card.name} is in play.", "Bring one out first.")
    return state.put(replace(there, duplicates=(*there.duplicates, card)))


def _bestow(state: GameState, card: Card, gold: int) -> GameState:
    """Move gold from the pool to the card that has just entered play (RR, Bestow)."""
    keyword = card.keyword("bestow")
    most = keyword.value if keyword and isinstance(keyword.value, int) else 0
    if not 0 <= gold <= min(most, state.gold):
        sentence = f"{card.name} takes up to {min(most, state.gold)} gold when it enters play."
        raise AppError(sentence, "Bestow less.")
    entered = replace(state.in_play[-1], gold=gold)
    return replace(state.put(entered), gold=state.gold - gold)


def stand(state: GameState) -> GameState:
    """Return the state with all its cards standing (RR, 6.2)."""
    cards = tuple(replace(each, kneeling=False) for each in state.in_play)
    return replace(state, in_play=cards, faction_kneels=False)


def untaxed(state: GameState) -> int:
    """Return how much unspent gold is not returned in the taxation phase."""
    if state.plot and state.plot.code in SAVES_ALL_GOLD:
        return state.gold
    codes = SAVES_ONE_GOLD | LAYS_ASIDE if state.takes_gold else SAVES_ONE_GOLD
    return min(state.gold, sum(card.code in codes for card in state.cards_in_play))


def tax(state: GameState) -> GameState:
    """Return the state after unspent gold is returned (RR, 7.2)."""
    return replace(state, gold=untaxed(state))


def reserve(state: GameState) -> int | None:
    """Return the reserve, never below 0 (RR, Reserve); the first edition has none (None)."""
    found = full_reserve(state)
    return None if found is None else max(0, found)


def full_reserve(state: GameState) -> int | None:
    """Return the plot's reserve with the bonuses of agendas, used plots and cards in play."""
    plot = state.plot
    printed = plot.plot.reserve if plot and plot.plot else None
    if plot is None or not isinstance(printed, int):
        return None
    bonuses = sum(card.reserve for card in (*state.agendas, *state.cards_in_play))
    bonuses += sum(RESERVES.get(agenda.code, 0) for agenda in state.agendas)
    for used in state.used_plots:
        trait, more = USED_RESERVES.get(used.code, ("", 0))
        bonuses += more * (trait in plot.traits)
    if plot.code in OWN_RESERVES:
        bonuses += in_used_pile(state, CardPattern(traits=(OWN_RESERVES[plot.code],)))
    return printed + bonuses


def cards_over_reserve(state: GameState) -> int:
    """Return how many cards of the hand must go by the reserve (RR, 7.3)."""
    most = reserve(state)
    fewer = sum(card.code in FEWER_IN_HAND for card in state.cards_in_play)
    return 0 if most is None else max(0, len(state.hand) - fewer - most)


def discard(state: GameState, card: Card) -> GameState:
    return replace(state, hand=without_card(state.hand, card), discard=(*state.discard, card))
