"""Moves from one state to the next, each checked against the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from goldfish.rounds.effects import (
    ACTIONS,
    amount,
    enters_kneeling,
    gained,
    holds,
    in_used_pile,
    income,
    is_left,
    may_gain,
    sources,
)
from goldfish.rounds.game_state import (
    CardInPlay,
    EffectSource,
    GameState,
    RoundPhase,
    Use,
    without_card,
)
from goldfish.rounds.irregular_cards import (
    BRAAVOS,
    CARPENTER,
    DOUBLING,
    DRAWS,
    FEWER_IN_HAND,
    FOR_SHADOWS,
    LAYS_ASIDE,
    OWN_RESERVES,
    RESERVES,
    RETURNING,
    RETURNS_GOLD,
    SAVES_ALL_GOLD,
    SAVES_ONE_GOLD,
    SUNSPEAR,
    TRADE_ROUTES,
    USED_RESERVES,
)
from goldfish.rounds.prices import hosts, pay, used, why_no_duplicate, why_not
from goldfish.setup import SetupPlan, Way
from goldfish.setup_rules import SetupRules

_PHASES = {
    Moment.MARSHALING_ACTION: RoundPhase.MARSHALING,
    Moment.CHALLENGES_ACTION: RoundPhase.CHALLENGES,
    Moment.DOMINANCE_ACTION: RoundPhase.DOMINANCE,
}


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """The number of a card to kneel for an action, or a card to discard."""

    kneeling: int | None = None
    discarding: Card | None = None


NOTHING = ActionChoice()


def actions(state: GameState) -> tuple[EffectSource, ...]:
    """Return the actions on gold that a player may take now, in the order in which cards entered.

    They include events in hand and in shadows that gain gold or reduce costs.
    """
    candidates = [*sources(state), *events(state)]
    return tuple(source for source in candidates if why_not_act(state, source) == "")


def events(state: GameState) -> Iterator[EffectSource]:
    """Yield the effects of events in hand and in shadows."""
    for card in dict.fromkeys((*state.hand, *state.shadows)):
        if card.type is CardType.EVENT:
            yield from (EffectSource(card, 0, index) for index in range(len(card.gold_effects)))


def gains(source: EffectSource) -> bool:
    """Return whether an action gains gold rather than reducing costs."""
    return source.effect.kind is GoldKind.GAIN or source.card.code in BRAAVOS


def why_not_act(state: GameState, source: EffectSource) -> str:
    """Return why an action cannot be taken now, as a sentence; empty if it can."""
    effect, card = source.effect, source.card
    structured = effect.kind in {GoldKind.GAIN, GoldKind.REDUCE} or card.code in BRAAVOS
    if not structured or effect.moment not in ACTIONS:
        return f"{card.name} has no such action."
    phase = _PHASES.get(effect.moment, state.phase)
    if phase is not state.phase:
        return f"This is an action of the {phase} phase."
    return _spent(state, source) or _unkneelable(state, source) or _unmet(state, source)


def _spent(state: GameState, source: EffectSource) -> str:
    """Return the condition or limit that prevents an action, if any."""
    if not holds(state, source):
        return f"{source.card.name} cannot be used now: its condition is not met."
    if gains(source) and not may_gain(state):
        return "No gold may be gained now."
    if not is_left(state, source):
        return f"{source.card.name} has been used as often as its limit allows."
    return ""


def _unkneelable(state: GameState, source: EffectSource) -> str:
    """Return what an action would kneel but kneels already, if any."""
    effect, card = source.effect, source.card
    itself = state.numbered(source.number) if source.number else None
    kneels = effect.kneel or card.code in BRAAVOS
    if kneels and (itself is None or itself.kneeling):
        return f"{card.name} kneels already."
    if effect.kneel_faction and state.faction_kneels:
        return "The faction card kneels already."
    if effect.kneel_host and (itself is None or _host_of(state, itself).kneeling):
        return f"What bears {card.name} kneels already."
    if effect.kneels and not kneelable(state, effect):
        return f"No standing card fits {card.name}."
    return ""


def _unmet(state: GameState, source: EffectSource) -> str:
    """Return what else an action lacks, if anything."""
    effect, card = source.effect, source.card
    itself = state.numbered(source.number) if source.number else None
    if effect.discards and not any(pattern_matches(effect.discards, each) for each in state.hand):
        return f"No card in hand fits {card.name}."
    if effect.own_gold and (itself is None or itself.gold < effect.own_gold):
        return f"There is no gold on {card.name}."
    return why_not(state, card, way_of(card)) if card.type is CardType.EVENT else ""


def way_of(event: Card) -> Price:
    """Return whether an event is played from hand, or out of shadows if its cost is a dash."""
    return Price.OUT_OF_SHADOWS if event.cost is None and event.keyword("shadow") else Price.PLAY


def _host_of(state: GameState, borne: CardInPlay) -> CardInPlay:
    return state.numbered(borne.bearer) if borne.bearer else borne


def kneelable(state: GameState, effect: GoldEffect) -> tuple[CardInPlay, ...]:
    if effect.kneels is None:
        return ()
    return tuple(each for each in state.controls(effect.kneels) if not each.kneeling)


def act(state: GameState, source: EffectSource, choice: ActionChoice = NOTHING) -> GameState:
    """Return the state after an action: gold gained, or a reduction that waits for its card.

    Without a `choice` the first possible card kneels or is discarded. AppError if it is illegal.
    """
    why = why_not_act(state, source)
    if why:
        raise AppError(why, "Choose another action.")
    gold = amount(state, source)
    if source.card.code in BRAAVOS:
        factions = {faction for each in state.characters for faction in each.factions}
        gold = len(factions - {Faction.NEUTRAL})
    paid = _paid(state, source, choice)
    paid = gained(paid, gold) if gains(source) else replace(paid, ready=(*paid.ready, source))
    if source.card.type is not CardType.EVENT:
        return paid
    return _react_to_event(paid, source.card, way_of(source.card))


def _paid(state: GameState, source: EffectSource, choice: ActionChoice) -> GameState:
    effect, card = source.effect, source.card
    if effect.kneel or card.code in BRAAVOS:
        state = state.put(replace(state.numbered(source.number), kneeling=True))
    if effect.kneel_faction:
        state = replace(state, faction_kneels=True)
    if effect.kneel_host:
        state = state.put(replace(_host_of(state, state.numbered(source.number)), kneeling=True))
    if effect.kneels:
        candidates = kneelable(state, effect)
        named = [each for each in candidates if each.number == choice.kneeling]
        state = state.put(replace((named or list(candidates))[0], kneeling=True))
    if effect.discards:
        fitting = [each for each in state.hand if pattern_matches(effect.discards, each)]
        thrown = choice.discarding if choice.discarding in fitting else fitting[0]
        hand = without_card(state.hand, thrown)
        state = replace(state, hand=hand, discard=(*state.discard, thrown))
    if effect.own_gold:
        itself = state.numbered(source.number)
        state = state.put(replace(itself, gold=itself.gold - effect.own_gold))
    if effect.sacrifice:
        state = leaves(state, source.number)
    if card.type is CardType.EVENT:
        state = play_event(state, card, way_of(card))
    return used(state, source)


def play_event(state: GameState, card: Card, price: Price) -> GameState:
    """Return the state after an event is paid for; it may return to hand (A Very Large Shadow)."""
    paid = pay(state, card, price)
    paid = replace(paid, limited=paid.limited + (card.keyword("limited") is not None))
    if price is Price.PLAY:
        paid = replace(paid, hand=without_card(paid.hand, card))
    else:
        paid = replace(paid, shadows=without_card(paid.shadows, card), came_out=True)
        if state.plot and RETURNING.get(card.code) in state.plot.traits:
            return replace(paid, hand=(*paid.hand, card))
    return replace(paid, discard=(*paid.discard, card))


def _react_to_event(state: GameState, card: Card, price: Price) -> GameState:
    state = react(state, Trigger.PLAYED, card)
    return state if price is Price.PLAY else react(state, Trigger.OUT_OF_SHADOWS, card)


def leaves(state: GameState, number: int) -> GameState:
    """Return the state after a card leaves play; its duplicates are discarded.

    Its attachments return to hand, except Terminal ones and those of the first edition (RR,
    Attachment Cards, Terminal).
    """
    gone = state.numbered(number)
    borne = [each for each in state.in_play if each.bearer == number]
    home = [each.card for each in borne if _goes_home(state, each.card)]
    lost = [gone.card, *(each.card for each in borne if not _goes_home(state, each.card))]
    lost += [card for each in (gone, *borne) for card in each.duplicates]
    rest = tuple(each for each in state.in_play if each is not gone and each not in borne)
    hand, discard = (*state.hand, *home), (*state.discard, *lost)
    return replace(state, in_play=rest, hand=hand, discard=discard)


def _goes_home(state: GameState, attachment: Card) -> bool:
    return state.edition is Edition.SECOND and attachment.keyword("terminal") is None


def react(state: GameState, trigger: Trigger, card: Card | None = None) -> GameState:
    """Return the state after all reactions on gold to an event; `card` caused it, if any."""
    for source in [*sources(state)]:
        effect = source.effect
        if effect.trigger is not trigger or not holds(state, source) or not is_left(state, source):
            continue
        by = effect.trigger_by
        if by is not None and (card is None or not pattern_matches(by, card)):
            continue
        if effect.own_gold and state.numbered(source.number).gold < effect.own_gold:
            continue
        gold = amount(state, source)
        if effect.own_gold:
            itself = state.numbered(source.number)
            state = state.put(replace(itself, gold=itself.gold - effect.own_gold))
        state = used(state, source)
        if effect.kind is GoldKind.GAIN:
            state = gained(state, gold)
        elif effect.kind is GoldKind.REDUCE:
            state = replace(state, ready=(*state.ready, source))
    if trigger is Trigger.INCOME_COLLECTED:
        return _named_reactions(state)
    if trigger is Trigger.CHALLENGES_BEGIN:
        illyrios = sum(each.code in FOR_SHADOWS for each in state.cards_in_play)
        return gained(state, illyrios * (len(state.shadows) // 2))
    entered = trigger is Trigger.ENTERS_PLAY and card is not None
    return _sunspear(state, card) if entered and card else state


def _sunspear(state: GameState, card: Card) -> GameState:
    for each in state.in_play if Faction.MARTELL in card.factions else ():
        source = EffectSource(each.card, each.number, 0)
        if each.card.code in SUNSPEAR and not state.was_used(source):
            noble = card.type is CardType.CHARACTER and {"Lord", "Lady"} & set(card.traits)
            state = state.put(replace(each, gold=each.gold + (2 if noble else 1)))
            state = replace(state, uses=(*state.uses, Use(source, "phase")))
    return state


def _named_reactions(state: GameState) -> GameState:
    for each in state.in_play:
        if each.card.code in CARPENTER:
            watch = sum(
                card.type is CardType.LOCATION and Faction.NIGHTS_WATCH in card.factions
                for card in state.cards_in_play
            )
            state = gained(state, watch // 2)
        if each.card.code in DOUBLING:
            most = DOUBLING[each.card.code]
            more = each.gold if most is None else min(each.gold, most)
            state = state.put(replace(each, gold=each.gold + more))
    return state


def start(
    rules: SetupRules,
    agendas: Iterable[Card],
    plots: Iterable[Card],
    plan: SetupPlan,
    deck: Iterable[Card],
) -> GameState:
    """Return the state after setup: cards placed, the hand refilled from the deck (RR, Setup)."""
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
    """Return the state after drawing cards until the deck is empty."""
    return replace(state, hand=(*state.hand, *state.deck[:count]), deck=state.deck[count:])


def draws(state: GameState) -> int:
    """Return how many cards are drawn in the draw phase."""
    codes = [card.code for card in (*state.agendas, *state.cards_in_play)]
    codes += [state.plot.code] if state.plot else []
    return max(0, state.rules.draw + sum(DRAWS.get(code, 0) for code in codes))


def begin(state: GameState, phase: RoundPhase) -> GameState:
    """Return the state as a phase begins; effects of the previous one end."""
    uses = tuple(use for use in state.uses if use.lasts == "round")
    begun = replace(state, phase=phase, ready=(), uses=uses, came_out=False)
    if phase is RoundPhase.PLOT:
        return replace(begun, round=state.round + 1, limited=0, uses=(), gained=0)
    if phase is RoundPhase.CHALLENGES and returns_gold(state):
        begun = replace(begun, gold=0)
    return react(begun, Trigger.CHALLENGES_BEGIN) if phase is RoundPhase.CHALLENGES else begun


def returns_gold(state: GameState) -> bool:
    """Return whether the plot returns all gold as challenges begin (Supporting the Faith)."""
    return state.plot is not None and state.plot.code in RETURNS_GOLD


def reveal(state: GameState, plot: Card) -> GameState:
    """Return the state after a plot is revealed; the previous one goes to the used pile.

    An empty plot deck takes back the used plots, but not the revealed one (RR, Plot Card; Appendix
    I, 1.3). The player wins initiative. Gold for that and of the plot is gained.
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


def marshal(state: GameState, card: Card, host: int | None = None) -> GameState:
    """Return the state after marshaling a card, an attachment on `host` or the first host."""
    return _bring(state, card, Price.MARSHAL, host)


def ambush(state: GameState, card: Card, host: int | None = None) -> GameState:
    return _bring(state, card, Price.AMBUSH, host)


def out_of_shadows(state: GameState, card: Card, host: int | None = None) -> GameState:
    """Return the state after a card comes out of shadows, possibly as a duplicate."""
    return replace(_bring(state, card, Price.OUT_OF_SHADOWS, host), came_out=True)


def into_shadows(state: GameState, card: Card) -> GameState:
    _check(why_not(state, card, Price.INTO_SHADOWS))
    paid = pay(state, card, Price.INTO_SHADOWS)
    return replace(paid, hand=without_card(paid.hand, card), shadows=(*paid.shadows, card))


def duplicate(state: GameState, card: Card) -> GameState:
    """Return the state after a card of the hand becomes a free duplicate (RR, Duplicates)."""
    _check(why_no_duplicate(state, card))
    return _double(replace(state, hand=without_card(state.hand, card)), card)


def play(state: GameState, card: Card, price: Price = Price.PLAY) -> GameState:
    """Return the state after an event is played from hand or shadows, without its effect."""
    _check(why_not(state, card, price))
    return _react_to_event(play_event(state, card, price), card, price)


def _check(why: str) -> None:
    if why:
        raise AppError(why, "Choose another move.")


def _bring(state: GameState, card: Card, price: Price, host: int | None) -> GameState:
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
    kneels = enters_kneeling(state, card)
    state = _enter(state, card, bearer)
    if kneels:
        state = state.put(replace(state.in_play[-1], kneeling=True))
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


def _double(state: GameState, card: Card) -> GameState:
    there = state.copy_in_play(card)
    if there is None:
        raise AppError(f"No copy of {card.name} is in play.", "Bring one out first.")
    return state.put(replace(there, duplicates=(*there.duplicates, card)))


def stand(state: GameState) -> GameState:
    """Return the state with all its cards standing (RR, 6.2)."""
    cards = tuple(replace(each, kneeling=False) for each in state.in_play)
    return replace(state, in_play=cards, faction_kneels=False)


def untaxed(state: GameState) -> int:
    """Return how much unspent gold is kept in the taxation phase."""
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
    plot = state.plot
    printed = plot.plot.reserve if plot and plot.plot else None
    if plot is None or not isinstance(printed, int):
        return None
    bonuses = sum(card.reserve for card in (*state.agendas, *state.cards_in_play))
    bonuses += sum(RESERVES.get(agenda.code, 0) for agenda in state.agendas)
    for used_plot in state.used_plots:
        trait, more = USED_RESERVES.get(used_plot.code, ("", 0))
        bonuses += more * (trait in plot.traits)
    if plot.code in OWN_RESERVES:
        bonuses += in_used_pile(state, CardPattern(traits=(OWN_RESERVES[plot.code],)))
    return printed + bonuses


def cards_over_reserve(state: GameState) -> int:
    """Return how many cards of the hand exceed the reserve (RR, 7.3)."""
    most = reserve(state)
    fewer = sum(card.code in FEWER_IN_HAND for card in state.cards_in_play)
    return 0 if most is None else max(0, len(state.hand) - fewer - most)


def discard(state: GameState, card: Card) -> GameState:
    return replace(state, hand=without_card(state.hand, card), discard=(*state.discard, card))
