"""Actions and reactions that gain gold or make cards cheaper: which there are, what they do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldEffect, GoldKind, Moment, Price, Trigger
from carddb.terms import CardType, Edition, Faction
from core.errors import AppError
from goldfish.rounds.effects import (
    ACTIONS,
    amount,
    gained,
    holds,
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
    FOR_SHADOWS,
    RETURNING,
    SUNSPEAR,
)
from goldfish.rounds.legality import why_not
from goldfish.rounds.prices import pay, used

_PHASES = {
    Moment.MARSHALING_ACTION: RoundPhase.MARSHALING,
    Moment.CHALLENGES_ACTION: RoundPhase.CHALLENGES,
    Moment.DOMINANCE_ACTION: RoundPhase.DOMINANCE,
}


@dataclass(frozen=True, slots=True)
class ActionChoice:
    """What an action needs beside its own card: a card to kneel (its number), one to discard."""

    kneeling: int | None = None
    discarding: Card | None = None


NOTHING = ActionChoice()


def actions(state: GameState) -> tuple[EffectSource, ...]:
    """Return the actions on gold that a player may take now, as the cards entered play.

    Those are the structured gains and reductions whose phase it is, whose limit is not reached and
    whose price (kneeling, gold on the card, ...) can be met; beside them events in hand and in
    shadows that gain gold or make cards cheaper, and cost no more than there is.
    """
    candidates = [*sources(state), *events(state)]
    return tuple(source for source in candidates if why_not_act(state, source) == "")


def events(state: GameState) -> Iterator[EffectSource]:
    """Yield the effects of the events in hand and in shadows, whatever they need."""
    for card in dict.fromkeys((*state.hand, *state.shadows)):
        if card.type is CardType.EVENT:
            yield from (EffectSource(card, 0, index) for index in range(len(card.gold_effects)))


def gains(source: EffectSource) -> bool:
    """Return whether an action gains gold; the others are reductions."""
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
    """Return what conditions and limits prevent an action, or nothing."""
    if not holds(state, source):
        return f"{source.card.name} cannot be used now: its condition is not met."
    if gains(source) and not may_gain(state):
        return "No gold may be gained now."
    if not is_left(state, source):
        return f"{source.card.name} has been used as often as its limit allows."
    return ""


def _unkneelable(state: GameState, source: EffectSource) -> str:
    """Return what should kneel for an action and does already, or nothing."""
    effect, card = source.effect, source.card
    itself = state.numbered(source.number) if source.number else None
    kneels = effect.kneel or card.code in BRAAVOS
    if kneels and (itself is None or itself.kneeling):
        return f"{card.name} kneels already."
    if effect.kneel_faction and state.faction_kneels:
        return "The faction card kneels already."
    if effect.kneel_host and (itself is None or _bearer(state, itself).kneeling):
        return f"What bears {card.name} kneels already."
    if effect.kneels and not kneelable(state, effect):
        return f"No standing card fits {card.name}."
    return ""


def _unmet(state: GameState, source: EffectSource) -> str:
    """Return what else an action needs and there is not, or nothing."""
    effect, card = source.effect, source.card
    itself = state.numbered(source.number) if source.number else None
    if effect.discards and not any(pattern_matches(effect.discards, each) for each in state.hand):
        return f"No card in hand fits {card.name}."
    if effect.own_gold and (itself is None or itself.gold < effect.own_gold):
        return f"There is no gold on {card.name}."
    return why_not(state, card, way_of(card)) if card.type is CardType.EVENT else ""


def way_of(event: Card) -> Price:
    """Return how an event is played: from hand, or out of shadows where a dash is its cost."""
    return Price.OUT_OF_SHADOWS if event.cost is None and event.keyword("shadow") else Price.PLAY


def _bearer(state: GameState, borne: CardInPlay) -> CardInPlay:
    return state.numbered(borne.bearer) if borne.bearer else borne


def kneelable(state: GameState, effect: GoldEffect) -> tuple[CardInPlay, ...]:
    if effect.kneels is None:
        return ()
    return tuple(each for each in state.controls(effect.kneels) if not each.kneeling)


def act(state: GameState, source: EffectSource, choice: ActionChoice = NOTHING) -> GameState:
    """Return the state after an action: gold gained, or a reduction that waits for its card.

    Where `choice` names nothing, the first fitting card kneels or is discarded. AppError where the
    action cannot be taken.
    """
    why = why_not_act(state, source)
    if why:
        raise AppError(why, "Choose another action.")
    gold = _factions(state) if source.card.code in BRAAVOS else amount(state, source)
    paid = _paid(state, source, choice)
    paid = gained(paid, gold) if gains(source) else replace(paid, ready=(*paid.ready, source))
    if source.card.type is not CardType.EVENT:
        return paid
    paid = react(paid, Trigger.PLAYED, source.card)
    hidden = way_of(source.card) is Price.OUT_OF_SHADOWS
    return react(paid, Trigger.OUT_OF_SHADOWS, source.card) if hidden else paid


def _factions(state: GameState) -> int:
    return len(
        {faction for each in state.characters for faction in each.factions} - {Faction.NEUTRAL}
    )


def _paid(state: GameState, source: EffectSource, choice: ActionChoice) -> GameState:
    effect, card = source.effect, source.card
    if effect.kneel or card.code in BRAAVOS:
        state = state.put(replace(state.numbered(source.number), kneeling=True))
    if effect.kneel_faction:
        state = replace(state, faction_kneels=True)
    if effect.kneel_host:
        state = state.put(replace(_bearer(state, state.numbered(source.number)), kneeling=True))
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
        hidden = way_of(card) is Price.OUT_OF_SHADOWS
        state = play_hidden(state, card) if hidden else play_event(state, card)
    return used(state, source)


def play_event(state: GameState, card: Card) -> GameState:
    paid = pay(state, card, Price.PLAY)
    return replace(
        paid,
        hand=without_card(paid.hand, card),
        discard=(*paid.discard, card),
        limited=paid.limited + (card.keyword("limited") is not None),
    )


def play_hidden(state: GameState, card: Card) -> GameState:
    """Return the state after an event is played out of shadows; A Very Large Shadow may return."""
    paid = pay(state, card, Price.OUT_OF_SHADOWS)
    limited = paid.limited + (card.keyword("limited") is not None)
    shadows = without_card(paid.shadows, card)
    paid = replace(paid, shadows=shadows, limited=limited, came_out=True)
    if state.plot and RETURNING.get(card.code) in state.plot.traits:
        return replace(paid, hand=(*paid.hand, card))
    return replace(paid, discard=(*paid.discard, card))


def leaves(state: GameState, number: int) -> GameState:
    """Return the state after a card leaves play; its duplicates are discarded.

    What it bore goes to hand; with the keyword Terminal, and in the first edition, it is discarded
    (RR, Attachment Cards, Terminal).
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
    """Return the state after every reaction on gold to something that happened, all taken.

    `card` is the one that was marshaled, played, or entered play.
    """
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
        state = _reacted(state, source)
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
    """Return the state with gold on Sunspear for a Martell card that has entered play."""
    for each in state.in_play if Faction.MARTELL in card.factions else ():
        source = EffectSource(each.card, each.number, 0)
        if each.card.code in SUNSPEAR and not state.was_used(source):
            noble = card.type is CardType.CHARACTER and {"Lord", "Lady"} & set(card.traits)
            state = state.put(replace(each, gold=each.gold + (2 if noble else 1)))
            state = replace(state, uses=(*state.uses, Use(source, "phase")))
    return state


def _reacted(state: GameState, source: EffectSource) -> GameState:
    if source.effect.own_gold:
        itself = state.numbered(source.number)
        state = state.put(replace(itself, gold=itself.gold - source.effect.own_gold))
    return used(state, source)


def _named_reactions(state: GameState) -> GameState:
    """Return the state after the reactions to income that have rules of their own."""
    for each in state.in_play:
        if each.card.code in CARPENTER:
            state = gained(state, _watch_locations(state) // 2)
        if each.card.code in DOUBLING:
            most = DOUBLING[each.card.code]
            more = each.gold if most is None else min(each.gold, most)
            state = state.put(replace(each, gold=each.gold + more))
    return state


def _watch_locations(state: GameState) -> int:
    return sum(
        card.type is CardType.LOCATION and Faction.NIGHTS_WATCH in card.factions
        for card in state.cards_in_play
    )
