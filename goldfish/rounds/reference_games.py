"""Games that the kernel leaves to the readable reference, because of certain cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.terms import CardType, Faction
from goldfish.attachments import bears_one, exclude_each_other, may_bear
from goldfish.rounds.effects import (
    ACTIONS,
    ANY_PLOT,
    TRIGGERS,
    concerns,
    considered,
    counts_used,
    is_lasting,
    is_shadow_reducer,
)
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.irregular_cards import (
    FEWER_USED,
    FOR_SHADOWS,
    MARSHALING_PURSES,
    MOST_GAINED,
    NO_CHALLENGES_GOLD,
    ROCKS,
    SHADOW_BY_USED,
    SUNSPEAR,
    gold_effects_of,
)


def unsupported_cards(plan: GamePlan) -> frozenset[Card]:
    """Return the cards of the deck that a game must not show, or the reference plays it."""
    found = {card for card in plan.cards if _is_unsupported(card, plan)}
    more = (*_crowding(plan), *_sacrificed(plan), *_miscounted(plan))
    return frozenset(found.union(more))


def needs_reference(plan: GamePlan) -> bool:
    """Return whether a plot, an agenda or a card in play leaves every game to the reference."""
    always = {*plan.agendas, *plan.plots}
    asking = [effect for card in plan.agendas for effect in card.gold_effects]
    faction = sum(effect.kneel_faction for effect in asking)
    unsupported = any(
        _is_unsupported_effect(effect, card) for card in always for effect in gold_effects_of(card)
    )
    return (
        unsupported
        or faction > 1
        or not unsupported_cards(plan).isdisjoint(plan.opening.rules.in_play)
    )


def _is_unsupported(card: Card, plan: GamePlan) -> bool:
    if card.type is CardType.EVENT:
        effects = gold_effects_of(card)
        return any(
            _is_unsupported_event(effect, plan) or _triggers_reaction(card, effect, plan)
            for effect in effects
        )
    if card.code in ROCKS or card.code in SUNSPEAR or card.code in MOST_GAINED:
        return True
    if card.code in NO_CHALLENGES_GOLD:
        return _gains_in_challenges(plan)
    if card.code in MARSHALING_PURSES:
        return sum(each.code in MARSHALING_PURSES for each in plan.cards) > 1
    kneeling = sum(effect.kneel for effect in card.gold_effects)
    standing = any(effect.while_standing for effect in card.gold_effects)
    if kneeling > 1 or (kneeling and standing):
        return True
    return any(_is_unsupported_effect(effect, card) for effect in gold_effects_of(card))


def _gains_in_challenges(plan: GamePlan) -> bool:
    """Return whether any card of the deck could gain gold in the challenges phase."""
    every = (*plan.cards, *plan.agendas, *plan.plots)
    effects = [e for card in every for e in gold_effects_of(card) if e.kind is GoldKind.GAIN]
    marshaling = {Moment.MARSHALING_ACTION, Moment.WHEN_REVEALED}
    return any(e.moment not in marshaling for e in effects) or any(
        card.code in FOR_SHADOWS for card in plan.cards
    )


def _triggers_reaction(event: Card, effect: GoldEffect, plan: GamePlan) -> bool:
    """Return whether other cards of the deck bear on an event that comes out of shadows."""
    if not is_shadow_reducer(event, effect):
        return False
    every = (*plan.cards, *plan.agendas, *plan.plots)
    effects = [e for card in every if card is not event for e in gold_effects_of(card)]
    return any(
        e.trigger in {Trigger.OUT_OF_SHADOWS, Trigger.PLAYED}
        or (
            e.kind in {GoldKind.REDUCE, GoldKind.INCREASE}
            and e.moment is Moment.CONSTANT
            and e.reach is not Reach.ITSELF
            and concerns(e, event, Price.OUT_OF_SHADOWS, plan.bare)
        )
        for e in effects
    )


def _is_unsupported_event(effect: GoldEffect, plan: GamePlan) -> bool:
    """Return whether an event does more to gold than to gain it for paying and kneeling."""
    triggers = any(
        other.trigger is Trigger.PLAYED for source in plan.cards for other in source.gold_effects
    )
    if is_lasting(effect):
        return triggers or _is_unsupported_lasting(effect, plan)
    if effect.kind is not GoldKind.GAIN or effect.moment not in ACTIONS:
        return False
    if effect.discards is not None:
        return True
    costs = effect.kneel_faction or effect.while_controls or effect.while_plot or effect.limit
    return (
        effect.moment is Moment.MARSHALING_ACTION
        or triggers
        or bool(costs)
        or effect.per is not None
    )


def _is_unsupported_lasting(effect: GoldEffect, plan: GamePlan) -> bool:
    """Return whether an event for the phase asks for more than the faction card, or shares it."""
    others = any(
        e.kneel_faction and e.kind is not GoldKind.REDUCE
        for agenda in plan.agendas
        for e in agenda.gold_effects
    )
    costs = effect.kneels is not None or effect.discards is not None or effect.limit is not None
    conditions = effect.while_controls is not None or effect.while_plot or effect.unless_plot
    shared = effect.kneel_faction and others
    return shared or costs or bool(conditions) or effect.per is not None


def _is_unsupported_effect(effect: GoldEffect, card: Card) -> bool:
    if effect.kind is GoldKind.IRREGULAR:
        return False
    if effect.trigger is not None:
        return _is_unsupported_reaction(effect, card)
    if effect.moment in ACTIONS:
        return _is_unsupported_action(effect)
    if effect.moment is not Moment.CONSTANT:
        return effect.moment is not Moment.WHEN_REVEALED
    if effect.reach is Reach.ITSELF:
        return effect.per is not None and effect.per_zone is CountedZone.SHADOWS
    return effect.while_controls is not None or _is_counted(effect)


def _is_unsupported_action(effect: GoldEffect) -> bool:
    """Return whether an action asks for more than its own kneeling, or other cards for gold."""
    if effect.discards is not None:
        supported = effect.kind is GoldKind.GAIN and effect.limit is not None
        return not supported or effect.kneel or _needs_others(effect) or _is_counted(effect)
    if effect.kneels is not None:
        supported = effect.kind is GoldKind.GAIN and effect.moment is Moment.MARSHALING_ACTION
        return not supported or effect.limit is None or effect.kneel or bool(effect.while_plot)
    paid = effect.kneel or effect.kneel_faction
    return not paid or _needs_others(effect) or _is_counted(effect) or effect.limit is not None


def _is_unsupported_reaction(effect: GoldEffect, card: Card) -> bool:
    if effect.trigger in {Trigger.PLAYED, Trigger.INITIATIVE_WON}:
        return False
    if effect.trigger is Trigger.CHALLENGES_BEGIN:
        return card.type is not CardType.PLOT
    conditions = effect.while_plot or effect.unless_plot or effect.while_controls
    alone = card.unique or card.type is CardType.AGENDA
    supported = effect.kind is GoldKind.GAIN and effect.trigger in TRIGGERS and alone
    return not supported or bool(conditions) or _needs_others(effect) or effect.kneel


def _needs_others(effect: GoldEffect) -> bool:
    return bool(effect.kneel_host or effect.own_gold or effect.while_controls)


def _is_counted(effect: GoldEffect) -> bool:
    return effect.per is not None and effect.per_zone in {CountedZone.IN_PLAY, CountedZone.SHADOWS}


def _crowding(plan: GamePlan) -> Iterator[Card]:
    """Yield attachments that cannot be on every host beside each other, and hosts that take one."""
    attachments = [card for card in plan.cards if card.type is CardType.ATTACHMENT]
    for one, other in combinations_with_replacement(attachments, 2):
        if one is not other and exclude_each_other(one, other):
            yield from (one, other)
    for host in plan.cards:
        if bears_one(host) and any(may_bear(host, each) for each in attachments):
            yield host


def _sacrificed(plan: GamePlan) -> Iterator[Card]:
    """Yield cards that are sacrificed and count for more in the state than their own effect."""
    every = [*plan.cards, *plan.agendas]
    effects = [effect for card in every for effect in card.gold_effects]
    patterns = [pattern for e in effects for pattern in (e.per, e.while_controls) if pattern]
    attachments = [card for card in plan.cards if card.type is CardType.ATTACHMENT]
    for card in plan.cards:
        if not any(effect.sacrifice for effect in card.gold_effects):
            continue
        bears = any(may_bear(card, each) for each in attachments)
        counted = any(pattern_matches(pattern, card) for pattern in patterns)
        person = card.type is CardType.CHARACTER or Faction.NIGHTS_WATCH in card.factions
        if card.unique or bears or counted or person:
            yield card


def _miscounted(plan: GamePlan) -> Iterator[Card]:
    """Yield cards that change a count of used plots which the kernel does not follow."""
    every = (*plan.cards, *plan.agendas, *plan.plots)
    counting = [(used, e) for c in every for e in gold_effects_of(c) if (used := counts_used(e))]
    all_counted = any(card.code in SHADOW_BY_USED for card in every)
    uncounted = [
        used
        for used, effect in counting
        if effect.reach is not Reach.ITSELF and effect.kind is not GoldKind.PLOT_VALUE
    ]
    for card in plan.cards:
        plot = considered(card)
        if plot and (all_counted or any(pattern_matches(used, plot) for used in uncounted)):
            yield card
        if card.code in FEWER_USED and (all_counted or any(u == ANY_PLOT for u, _ in counting)):
            yield card
