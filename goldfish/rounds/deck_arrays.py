"""What the kernel knows of a deck, whatever the round: its classes as arrays and lists."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import GoldKind, Price
from carddb.pattern import CardPattern
from carddb.terms import CardType, Edition, Faction
from goldfish.attachments import is_host, may_bear
from goldfish.rounds.effect_counters import EffectCounters
from goldfish.rounds.effects import ACTIONS, enters_kneeling
from goldfish.rounds.facts import RoundFacts
from goldfish.rounds.game_plan import GamePlan, is_idle, worth
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
)
from goldfish.rounds.prices import INTO_PLAY, printed_price
from goldfish.rounds.reference_games import needs_reference, unsupported_cards
from goldfish.setup_plan import strength_of

# More titles of several versions than these have no bits of their own.
MOST_TITLES = 62


def bestowed(card: Card) -> int:
    """Return how much gold the card may take as it enters play."""
    keyword = card.keyword("bestow")
    return keyword.value if keyword and isinstance(keyword.value, int) else 0


class DeckArrays:
    """The classes of a plan: class i is `plan.cards[i]`.

    `titles` are the unique cards by title, as lists of classes; `title_of` is -1 for the others,
    `title_bits` marks the titles of several versions. `hosts` are the classes that may bear each
    attachment. Games in which an `unsupported` class is seen are left to the reference.
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
        self.facts: dict[tuple[str, ...], RoundFacts] = {}
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
