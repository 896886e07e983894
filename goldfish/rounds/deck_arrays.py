"""A deck as the kernel of the rounds sees it: its classes as arrays, its effects as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import CountedZone, GoldEffect, GoldKind, Moment, Price, Reach
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction
from goldfish.attachments import is_host, may_bear
from goldfish.rounds.effects import (
    ACTIONS,
    TRIGGERS,
    considered,
    enters_kneeling,
    is_lasting,
    is_shadow_reducer,
)
from goldfish.rounds.game_plan import GamePlan, is_idle, worth
from goldfish.rounds.game_state import EffectSource
from goldfish.rounds.irregular_cards import (
    BRAAVOS,
    CARPENTER,
    DOUBLING,
    DRAWS,
    FEWER_IN_HAND,
    FOR_SHADOWS,
    LAYS_ASIDE,
    MORE_LIMITED,
    SAVES_ONE_GOLD,
    VOYAGES,
    gold_effects_of,
)
from goldfish.rounds.prices import INTO_PLAY, printed_price
from goldfish.rounds.reference_games import needs_reference, unsupported_cards
from goldfish.setup import strength_of

# Rows in front of the counters: gold, Limited cards left, gold paid, into shadows, out of them, on
# The Iron Bank.
FIRST_ROW = 6
LIMITED_ROW = 1


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
        self.rows = FIRST_ROW
        for source in _sources(plan):
            self._count_for(source.effect)
            if source.card.type is not CardType.EVENT:
                self._counter_for(source)
            elif is_lasting(source.effect):
                self.events.append(self._counter(source))
            elif is_shadow_reducer(source.card, source.effect):
                self.hidden.append(self._counter(source))
        self.reducers += self.hidden
        order = {id(t): _order(plan, t) for t in self.reducers}
        self.reducers.sort(key=lambda t: order[id(t)])
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
        """Return the row of the faction card, that of Fealty where that kneels it too."""
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
        if effect.kind in {GoldKind.REDUCE, GoldKind.INCREASE} and _has_counter(source):
            self.reducers.append(self._counter(source))
        if effect.kind is GoldKind.GAIN and effect.trigger in TRIGGERS:
            self.reactions.append(self._counter(source))
        if effect.kind is GoldKind.GAIN and source.card.type in INTO_PLAY:
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
            yield LIMITED_ROW, 1

    @property
    def limited(self) -> tuple[EffectCounter, ...]:
        """All counters whose rows count what is left of sources in play."""
        lying = (counter for counter in self.reducers if counter not in self.hidden)
        return (*lying, *self.reactions, *self.kneelers, *self.discarders)

    def entering(self, index: int) -> tuple[tuple[int, int], ...]:
        """Return the rows that change when a card of a class enters play, and by how much."""
        return self._entering[index]


def _has_counter(source: EffectSource) -> bool:
    effect = source.effect
    if effect.reach is Reach.ITSELF or effect.discards is not None:
        return False
    return effect.moment in ACTIONS or effect.moment is Moment.CONSTANT


def _order(plan: GamePlan, counter: EffectCounter) -> tuple[int, str, int]:
    return plan.width(counter.source), counter.source.card.code, counter.source.index


def _sources(plan: GamePlan) -> Iterator[EffectSource]:
    for card in (*plan.cards, *dict.fromkeys((*plan.agendas, *plan.plots))):
        yield from (EffectSource(card, 0, index) for index in range(len(gold_effects_of(card))))


# More titles of several versions than these have no bits of their own.
MOST_TITLES = 62


def bestowed(card: Card) -> int:
    """Return how much gold the card may take as it enters play."""
    keyword = card.keyword("bestow")
    return keyword.value if keyword and isinstance(keyword.value, int) else 0


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
        self._name_orders(plan)
        self._name_cards()

    def _name_orders(self, plan: GamePlan) -> None:
        """Note the orders in which the policy goes through the classes."""
        self.by_cost = self._numbers(plan.by_cost)
        self.by_shadow = self._numbers(plan.by_shadow)
        self.economy = self._numbers(plan.economy)
        self.by_use = self._numbers(plan.by_use)
        self.takeable = {price: self._takeable(price) for price in Price}

    def _name_cards(self) -> None:
        """Note the classes that have rules of their own."""
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
        self.events = [i for i, card in enumerate(self.cards) if self._gains_as_event(card)]

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
        """Return which classes the policy ever brings out of hand in a way."""
        bare = self.plan.bare
        out = Price.OUT_OF_SHADOWS
        return [
            card.type in INTO_PLAY
            and printed_price(bare, card, price) is not None
            and not (price is Price.INTO_SHADOWS and printed_price(bare, card, out) is None)
            for card in self.cards
        ]

    def _gains_as_event(self, card: Card) -> bool:
        return card.type is CardType.EVENT and any(
            effect.kind is GoldKind.GAIN and effect.moment in ACTIONS and not effect.discards
            for effect in card.gold_effects
        )

    def matching(self, pattern: CardPattern | None) -> list[int]:
        return [
            i
            for i, card in enumerate(self.cards)
            if pattern is not None and pattern_matches(pattern, card)
        ]

    def idle(self, pattern: CardPattern | None) -> list[int]:
        """Return the classes that are discarded for an effect, in the order in which they go."""
        useless = [i for i in self.matching(pattern) if is_idle(self.cards[i])]
        return sorted(useless, key=lambda i: (worth(self.cards[i]), i))

    def factions(self) -> list[list[int]]:
        return [
            [i for i in self.characters if faction in self.cards[i].factions]
            for faction in Faction
            if faction is not Faction.NEUTRAL
        ]
