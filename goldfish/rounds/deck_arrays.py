"""A deck as the kernel of the rounds sees it, and the cards that it leaves to the reference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations_with_replacement

import numpy as np

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction
from goldfish.attachments import bears_one, exclude_each_other, is_host, may_bear
from goldfish.rounds.effects import (
    ACTIONS,
    ANY_PLOT,
    TRIGGERS,
    bestowed,
    concerns,
    considered,
    counts_used,
    enters_kneeling,
    is_lasting,
    is_shadow_reducer,
)
from goldfish.rounds.game_plan import GamePlan, is_idle
from goldfish.rounds.game_state import EffectSource
from goldfish.rounds.irregular_cards import (
    BRAAVOS,
    CARPENTER,
    DOUBLING,
    DRAWS,
    FEWER_IN_HAND,
    FEWER_USED,
    FOR_SHADOWS,
    LAYS_ASIDE,
    MARSHALING_PURSES,
    MORE_LIMITED,
    MOST_GAINED,
    NO_CHALLENGES_GOLD,
    ROCKS,
    SAVES_ONE_GOLD,
    SHADOW_BY_USED,
    SUNSPEAR,
    VOYAGES,
    gold_effects_of,
)
from goldfish.rounds.prices import printed_price
from goldfish.setup import strength_of
from goldfish.setup_rules import FACE_UP, printed_cost


def unsupported_cards(plan: GamePlan) -> frozenset[Card]:
    """Return the cards of the deck that only the reference can play."""
    found = {card for card in plan.cards if _is_unsupported(card, plan)}
    more = (*_crowding(plan), *_sacrificed(plan), *_miscounted(plan))
    return frozenset(found.union(more))


def needs_reference(plan: GamePlan) -> bool:
    """Return whether the reference must play every game."""
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
    """Return whether other cards of the deck react to an event that comes out of shadows."""
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
    """Yield attachments that exclude each other, and hosts of one attachment."""
    attachments = [card for card in plan.cards if card.type is CardType.ATTACHMENT]
    for one, other in combinations_with_replacement(attachments, 2):
        if one is not other and exclude_each_other(one, other):
            yield from (one, other)
    for host in plan.cards:
        if bears_one(host) and any(may_bear(host, each) for each in attachments):
            yield host


def _sacrificed(plan: GamePlan) -> Iterator[Card]:
    """Yield sacrificed cards that the state counts in other ways too."""
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


class StateRow(IntEnum):
    """The first rows of a state; the counters of effects follow."""

    GOLD = 0
    LIMITED = 1
    PAID = 2
    INTO = 3
    OUT = 4
    PURSE = 5


@dataclass(frozen=True, slots=True)
class EffectCounter:
    """The row of an effect, and the classes of cards with it; none for plots and agendas.

    A row counts the sources that can still be used: in play, not used yet, standing, or within
    their limit. For an event in shadows it is 1 while that can be played.
    """

    row: int
    source: EffectSource
    classes: tuple[int, ...]

    @property
    def each(self) -> int:
        """How much one source in play adds to the row."""
        effect = self.source.effect
        counts = effect.trigger or effect.kneels is not None or effect.discards is not None
        return effect.limit or 1 if counts else 1


class EffectCounters:
    """The rows of all effects of a plan; `counts` are rows of cards in play that match a pattern.

    Rows of `events` count how often they were played; `faction` is 1 while the faction card stands.
    `hidden` are events in shadows that reduce costs. `considered` pairs plots that cards in play
    add to the used pile with the rows of those cards.
    """

    def __init__(self, plan: GamePlan) -> None:
        self._cards = plan.cards
        self._bare = plan.bare
        self.counts: dict[CardPattern, int] = {}
        self.counted: list[tuple[int, tuple[int, ...]]] = []
        self.reducers: list[EffectCounter] = []
        self.reactions: list[EffectCounter] = []
        self.kneelers: list[EffectCounter] = []
        self.discarders: list[EffectCounter] = []
        self.events: list[EffectCounter] = []
        self.hidden: list[EffectCounter] = []
        self.rows = len(StateRow)
        for source in _sources(plan):
            self._count_for(source.effect)
            if source.card.type is not CardType.EVENT:
                self._counter_for(source)
            elif is_lasting(source.effect):
                self.events.append(self._counter(source))
            elif is_shadow_reducer(source.card, source.effect):
                self.hidden.append(self._counter(source))
        self.reducers += self.hidden
        self.reducers.sort(key=lambda c: (plan.width(c.source), c.source.card.code, c.source.index))
        self.faction = self._faction()
        faction = plan.opening.rules.faction
        self.own_characters = self._count(
            tuple(
                index
                for index, card in enumerate(self._cards)
                if card.type is CardType.CHARACTER and faction in card.factions
            )
        )
        self.considered = [
            (plot, self._count((index,)))
            for index, card in enumerate(self._cards)
            if (plot := considered(card))
        ]
        self._entering = [tuple(self._of_class(index)) for index in range(len(self._cards))]

    def _faction(self) -> int | None:
        """Return the row of the faction card, shared with Fealty."""
        if not any(counter.source.effect.kneel_faction for counter in self.events):
            return None
        fealty = [counter.row for counter in self.reducers if counter.source.effect.kneel_faction]
        self.rows += not fealty
        return fealty[0] if fealty else self.rows - 1

    def _count_for(self, effect: GoldEffect) -> None:
        per = effect.per if effect.per_zone is CountedZone.IN_PLAY else None
        for pattern in (effect.while_controls, per):
            if pattern is not None and pattern not in self.counts:
                self.counts[pattern] = self._count(tuple(self._matching(pattern)))

    def _counter_for(self, source: EffectSource) -> None:
        effect = source.effect
        changes_price = effect.kind in {GoldKind.REDUCE, GoldKind.INCREASE}
        lasting = effect.moment in ACTIONS or effect.moment is Moment.CONSTANT
        if changes_price and lasting and not (effect.reach is Reach.ITSELF or effect.discards):
            self.reducers.append(self._counter(source))
        if effect.kind is GoldKind.GAIN and effect.trigger in TRIGGERS:
            self.reactions.append(self._counter(source))
        if effect.kind is GoldKind.GAIN and source.card.type in FACE_UP:
            if effect.kneels is not None:
                self.kneelers.append(self._counter(source))
            if effect.discards is not None:
                self.discarders.append(self._counter(source))

    def _counter(self, source: EffectSource) -> EffectCounter:
        classes = tuple(i for i, card in enumerate(self._cards) if card is source.card)
        classes = classes if source.card.type not in {CardType.PLOT, CardType.AGENDA} else ()
        self.rows += 1
        return EffectCounter(self.rows - 1, source, classes)

    def _count(self, classes: tuple[int, ...]) -> int:
        self.rows += 1
        self.counted.append((self.rows - 1, classes))
        return self.rows - 1

    def _matching(self, pattern: CardPattern) -> Iterator[int]:
        return (i for i, card in enumerate(self._cards) if pattern_matches(pattern, card))

    def _of_class(self, index: int) -> Iterator[tuple[int, int]]:
        for row, classes in self.counted:
            if index in classes:
                yield row, 1
        kneeling = enters_kneeling(self._bare, self._cards[index])
        for counter in self.limited:
            if index in counter.classes and not (kneeling and counter.source.effect.kneel):
                yield counter.row, counter.each
        if self._cards[index].code in MORE_LIMITED:
            yield StateRow.LIMITED, 1

    @property
    def limited(self) -> tuple[EffectCounter, ...]:
        """All counters whose rows count usable sources in play."""
        lying = (counter for counter in self.reducers if counter not in self.hidden)
        return (*lying, *self.reactions, *self.kneelers, *self.discarders)

    def entering(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the changes of rows when a card of a class enters play."""
        return self._entering[index]


def _sources(plan: GamePlan) -> Iterator[EffectSource]:
    for card in (*plan.cards, *dict.fromkeys((*plan.agendas, *plan.plots))):
        yield from (EffectSource(card, 0, index) for index in range(len(gold_effects_of(card))))


MOST_TITLES = 62  # the most titles with several versions that have their own bits


def is_gain_event(card: Card) -> bool:
    return card.type is CardType.EVENT and any(map(gains_by_action, card.gold_effects))


def gains_by_action(effect: GoldEffect) -> bool:
    return effect.kind is GoldKind.GAIN and effect.moment in ACTIONS and not effect.discards


class DeckArrays:
    """The classes of a plan: class i is `plan.cards[i]`.

    `titles` lists the classes of each unique title; `title_of` is -1 for other cards, `title_bits`
    marks titles with several versions. `hosts` are the possible hosts of each attachment. The
    reference plays games that show an `unsupported` class.
    """

    def __init__(self, plan: GamePlan) -> None:
        self.plan = plan
        self.cards = plan.cards
        self.number = {card: index for index, card in enumerate(self.cards)}
        self.counters = EffectCounters(plan)
        self.second = plan.opening.rules.edition is Edition.SECOND
        self.all_unsupported = needs_reference(plan)
        unsupported = unsupported_cards(plan)
        self.unsupported = np.array([card in unsupported for card in self.cards])
        self.titles = self._titles()
        self.title_of = [-1] * len(self.cards)
        for title, classes in enumerate(self.titles):
            for index in classes:
                self.title_of[index] = title
        self.hosts = [self._hosts(card) for card in self.cards]
        self.once = [card.host is not None and card.host.once for card in self.cards]
        self.characters = self._numbers(c for c in self.cards if c.type is CardType.CHARACTER)
        self.strength = np.array([strength_of(self.cards[i]) for i in self.characters], np.int64)
        versions = [title for title, classes in enumerate(self.titles) if len(classes) > 1]
        self.title_bits = {title: 1 << place for place, title in enumerate(versions[:MOST_TITLES])}
        for title in versions[MOST_TITLES:]:
            self.unsupported[self.titles[title]] = True
        self.by_cost = self._numbers(plan.by_cost)
        self.by_shadow = self._numbers(plan.by_shadow)
        self.economy = self._numbers(plan.economy)
        self.by_use = self._numbers(plan.by_use)
        self.takeable = {price: self._takeable(price) for price in Price}
        self.draws = [(i, DRAWS[c.code]) for i, c in enumerate(self.cards) if c.code in DRAWS]
        self.gold_savers = self._coded(SAVES_ONE_GOLD | LAYS_ASIDE)
        self.more_limited = self._coded(MORE_LIMITED)
        self.fewer_in_hand = self._coded(FEWER_IN_HAND)
        banks = self._coded(DOUBLING)
        self.carpenters = self._coded(CARPENTER)
        self.braavos = self._coded(BRAAVOS)
        self.banks = [(i, DOUBLING[self.cards[i].code], bestowed(self.cards[i])) for i in banks]
        self.watch = [
            i
            for i, card in enumerate(self.cards)
            if card.type is CardType.LOCATION and Faction.NIGHTS_WATCH in card.factions
        ]
        self.sacrificed = {
            i
            for i, card in enumerate(self.cards)
            if any(effect.sacrifice for effect in card.gold_effects)
        }
        self.kneeling = {
            i for i, card in enumerate(self.cards) if enters_kneeling(self.plan.bare, card)
        }
        self.voyages = any(agenda.code in VOYAGES for agenda in self.plan.agendas)
        self.illyrios = self._coded(FOR_SHADOWS)
        self.events = [i for i, card in enumerate(self.cards) if is_gain_event(card)]

    def _numbers(self, cards: Iterable[Card]) -> list[int]:
        return [self.number[card] for card in cards]

    def _coded(self, codes: Iterable[str]) -> list[int]:
        wanted = frozenset(codes)
        return [index for index, card in enumerate(self.cards) if card.code in wanted]

    def _titles(self) -> list[list[int]]:
        by_name: dict[str, list[int]] = {}
        for index, card in enumerate(self.cards):
            if card.unique:
                by_name.setdefault(card.name, []).append(index)
        return list(by_name.values())

    def _hosts(self, card: Card) -> list[int]:
        if card.type is not CardType.ATTACHMENT:
            return []
        return [i for i, host in enumerate(self.cards) if is_host(host) and may_bear(host, card)]

    def _takeable(self, price: Price) -> list[bool]:
        """Return which classes the policy may bring out of hand at a price."""
        bare = self.plan.bare
        out = Price.OUT_OF_SHADOWS
        return [
            card.type in FACE_UP
            and printed_price(bare, card, price) is not None
            and not (price is Price.INTO_SHADOWS and printed_price(bare, card, out) is None)
            for card in self.cards
        ]

    def matching(self, pattern: CardPattern | None) -> list[int]:
        return [
            i
            for i, card in enumerate(self.cards)
            if pattern is not None and pattern_matches(pattern, card)
        ]

    def idle(self, pattern: CardPattern | None) -> list[int]:
        """Return the classes discarded for an effect, in their order."""
        useless = [i for i in self.matching(pattern) if is_idle(self.cards[i])]
        return sorted(useless, key=lambda i: (printed_cost(self.cards[i]), i))

    def factions(self) -> list[list[int]]:
        return [
            [i for i in self.characters if faction in self.cards[i].factions]
            for faction in Faction
            if faction is not Faction.NEUTRAL
        ]
