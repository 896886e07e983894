"""The effects that the kernel counts while games go on, each in a row of the states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from carddb.card_match import pattern_matches
from carddb.gold import CountedZone, GoldEffect, GoldKind, Moment, Reach, Trigger
from carddb.pattern import CardPattern
from carddb.terms import CardType
from goldfish.rounds.effects import ACTIONS, considered, enters_kneeling, is_shadow_reducer
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.game_state import EffectSource
from goldfish.rounds.irregular_cards import MORE_LIMITED, gold_effects_of
from goldfish.rounds.prices import INTO_PLAY

# Rows in front of the counters: gold, Limited cards left, gold paid, into shadows, out of them, on
# The Iron Bank.
FIRST_ROW = 6
LIMITED_ROW = 1

TRIGGERS = frozenset({Trigger.MARSHALED, Trigger.ENTERS_PLAY, Trigger.OUT_OF_SHADOWS})


@dataclass(frozen=True, slots=True)
class EffectCounter:
    """The row of an effect, and the classes in play that bring it; none for plots and agendas.

    A row counts the sources that are left: for "each" those in play, for "the first" those not
    used yet, for what kneels those standing, for a reaction, for what makes others kneel and for
    what discards the uses that its limit leaves. For an event in shadows it is 1 while that may be
    played.
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
    """All counters of a plan; `counts` are rows of cards in play that match a pattern.

    The rows of `events` count how often they are in force; `faction` is 1 while the faction card
    stands, where an event kneels it. `hidden` are the reducers that are events in shadows,
    `considered` the plots that cards in play add to the used pile, and the rows of those cards.
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


def is_lasting(effect: GoldEffect) -> bool:
    """Return whether an event makes all cards of a kind cheaper for the phase."""
    lasting = effect.kind is GoldKind.REDUCE and effect.reach is Reach.EACH
    return lasting and effect.moment in ACTIONS


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
