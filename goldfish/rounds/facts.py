"""One round as numbers for the kernel: plots, prices, effects.

They come from the readable rules, applied to states with one card or none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.card_match import pattern_matches
from carddb.gold import CountedZone, GoldEffect, GoldKind, Moment, Price, Reach, Trigger
from carddb.terms import CardType
from goldfish.rounds.deck_arrays import EffectCounter, EffectCounters
from goldfish.rounds.effects import ACTIONS, amount, concerns, counts_used, holds, income
from goldfish.rounds.game import next_plot
from goldfish.rounds.game_plan import GamePlan
from goldfish.rounds.game_state import CardInPlay, EffectSource, GameState, RoundPhase
from goldfish.rounds.irregular_cards import (
    AT_THE_END,
    DEARER_OUT,
    DEARER_SHADOWS,
    MARSHALING_PURSES,
    SAVES_ALL_GOLD,
)
from goldfish.rounds.moves import begin, draws, full_reserve, returns_gold
from goldfish.rounds.prices import is_elsewhere, is_forbidden, limited_allowed, printed_price
from goldfish.setup import strength_of
from goldfish.setup_rules import printed_cost

WAYS = tuple(Price)


@dataclass(frozen=True, slots=True)
class Term:
    """A change of a price: `amount` for each in a row (None: once), at most `cap` times.

    With `unless` it applies only if the row is 0. `uses_up` marks "the first" of a phase or round.
    """

    row: int | None
    amount: int
    cap: int | None = None
    unless: bool = False
    uses_up: bool = False


@dataclass(frozen=True, slots=True)
class Kneel:
    """A reducer that kneels for a card, once for each in a row, while nothing is wasted."""

    row: int
    amount: int


@dataclass(frozen=True, slots=True)
class Gift:
    """Gold gained when a card comes out, while the row of uses is above 0."""

    row: int
    amount: int
    limited: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bringing:
    """What it takes and gives to bring out a class in one way in one round.

    The price is `base` plus `raises` minus `terms`, at least `least`. `enters` are changes of rows
    as it enters play, `key` is its value in a choice. With `purse`, gold on The Iron Bank may pay.
    """

    price: Price
    base: int
    least: int
    raises: tuple[Term, ...]
    terms: tuple[Term, ...]
    kneels: tuple[Kneel, ...]
    limited: bool
    purse: bool
    enters: tuple[tuple[int, int], ...]
    gifts: tuple[Gift, ...]
    key: int


# Places of the compared numbers in a key, above two bits for each copy.
PLACES = 18
STRENGTH_SHIFT = 2 * PLACES
CARDS_SHIFT = STRENGTH_SHIFT + 8
CHARACTERS_SHIFT = CARDS_SHIFT + 5
WORTH_SHIFT = CHARACTERS_SHIFT + 5


@dataclass(frozen=True)
class RoundFacts:
    """One round; tuples by class say what each card in play adds.

    `income` adds to `base_income`, `at_reveal` to the gold gained when the plot is `revealed`,
    `holds` to the `reserve`. `gains` and `later` pair classes with gold for kneeling them in the
    marshaling and challenges phases. `forbidden` classes cannot be marshaled. `at_the_end` is gold
    for the next round.
    """

    plot: Card | None
    revealed: int
    at_reveal: tuple[int, ...]
    base_income: int
    income: tuple[int, ...]
    limited: int
    draws: int
    reserve: int | None
    holds: tuple[int, ...]
    saves_all_gold: bool
    returns_gold: bool
    at_challenges: int
    gains: tuple[tuple[int, int], ...]
    later: tuple[tuple[int, int], ...]
    bringing: dict[Price, tuple[Bringing | None, ...]]
    forbidden: frozenset[int]
    at_the_end: int


def round_facts(
    plan: GamePlan, counters: EffectCounters, known: dict[tuple[str, ...], RoundFacts]
) -> tuple[RoundFacts, ...]:
    """Return the facts of each round, for the plots in the order of the plan.

    `known` caches them by the revealed plot, the used plots and the plot deck, before and after the
    plot is revealed.
    """
    state = replace(plan.bare, plots=plan.plots)
    found = []
    for _ in range(plan.rounds):
        before = begin(replace(state, gold=0), RoundPhase.PLOT)
        state = next_plot(plan, before)
        name = (*_named(before), *_named(state))
        if name not in known:
            known[name] = _Round(plan, counters, before).facts()
        found.append(known[name])
    return tuple(found)


def _named(state: GameState) -> Iterator[str]:
    """Yield the codes of the revealed plot, used plots and plot deck."""
    yield state.plot.code if state.plot else ""
    for plots in (state.used_plots, state.plots):
        yield from (*sorted(plot.code for plot in plots), "")


def with_card(state: GameState, card: Card) -> GameState:
    """Return a state in which this card alone is in play."""
    return replace(state, in_play=(CardInPlay(card=card, number=1),))


class _Round:
    """Works out the facts of one round from the state before its plot is revealed."""

    def __init__(self, plan: GamePlan, counters: EffectCounters, before: GameState) -> None:
        self._plan = plan
        self._counters = counters
        self._has_purse = any(card.code in MARSHALING_PURSES for card in plan.cards)
        self._before = before
        state = next_plot(plan, before)
        self._revealed = state.gold
        self._state = begin(replace(state, gold=0), RoundPhase.MARSHALING)

    def facts(self) -> RoundFacts:
        state, cards = self._state, self._plan.cards
        plot = state.plot
        base, reserve = _raw(state), full_reserve(state)
        return RoundFacts(
            plot=plot,
            revealed=self._revealed,
            at_reveal=tuple(
                next_plot(self._plan, with_card(self._before, card)).gold - self._revealed
                for card in cards
            ),
            base_income=base,
            income=tuple(_raw(with_card(state, card)) - base for card in cards),
            limited=limited_allowed(state),
            draws=draws(state),
            reserve=reserve,
            holds=tuple(
                (full_reserve(with_card(state, card)) or 0) - (reserve or 0) for card in cards
            ),
            saves_all_gold=plot is not None and plot.code in SAVES_ALL_GOLD,
            returns_gold=returns_gold(state),
            at_challenges=begin(state, RoundPhase.CHALLENGES).gold,
            gains=tuple(self._gains(Moment.MARSHALING_ACTION)),
            later=tuple(self._gains(Moment.CHALLENGES_ACTION)),
            bringing={
                way: tuple(self._bringing(index, way) for index in range(len(cards)))
                for way in WAYS
            },
            forbidden=frozenset(i for i, card in enumerate(cards) if is_forbidden(state, card)),
            at_the_end=AT_THE_END.get(plot.code, 0) if plot else 0,
        )

    def _gains(self, moment: Moment) -> Iterator[tuple[int, int]]:
        for index, card in enumerate(self._plan.cards):
            there = with_card(self._state, card)
            for place, effect in enumerate(card.gold_effects):
                source = EffectSource(card, 1, place)
                kneels = effect.kind is GoldKind.GAIN and effect.kneel
                timely = effect.moment in {moment, Moment.ACTION}
                if kneels and timely and holds(there, source):
                    yield index, amount(there, source)

    def _bringing(self, index: int, way: Price) -> Bringing | None:
        card = self._plan.cards[index]
        base = printed_price(self._state, card, way)
        if base is None:
            return None
        dear = any(agenda.code in DEARER_OUT for agenda in self._plan.agendas)
        if dear and way is Price.OUT_OF_SHADOWS and is_elsewhere(self._state, card):
            base += 1
        terms, kneels = self._changes(card, way)
        limited = way in {Price.MARSHAL, Price.PLAY} and card.keyword("limited") is not None
        stays = way not in {Price.INTO_SHADOWS, Price.PLAY}
        concerned = [e for e in _itself(card) if concerns(e, card, way, self._state)]
        least = max((effect.minimum for effect in concerned), default=0)
        return Bringing(
            price=way,
            base=base,
            least=least,
            raises=tuple(term for term in terms if term.amount > 0),
            terms=tuple(term for term in terms if term.amount <= 0),
            kneels=kneels,
            limited=limited,
            purse=self._has_purse and way is not Price.AMBUSH,
            enters=self._counters.entering(index) if stays else (),
            gifts=self._gifts(card, way) if stays else (),
            key=_key(card, way),
        )

    def _changes(self, card: Card, way: Price) -> tuple[tuple[Term, ...], tuple[Kneel, ...]]:
        terms = [
            term
            for place, effect in enumerate(card.gold_effects)
            if effect in _itself(card) and concerns(effect, card, way, self._state)
            for term in self._own(EffectSource(card, 0, place))
        ]
        kneels: list[Kneel] = []
        for counter in self._counters.reducers:
            effect = counter.source.effect
            if not concerns(effect, card, way, self._state) or not self._in_force(counter):
                continue
            source = EffectSource(counter.source.card, 0, counter.source.index)
            gold = amount(self._state, source, card)
            first = effect.reach is Reach.FIRST
            row = counter.row if counter.classes or first else None
            if effect.moment in ACTIONS:
                kneels += [Kneel(counter.row, gold)] if gold > 0 else []
            elif effect.kind is GoldKind.INCREASE:
                terms.append(Term(row, gold))
            else:
                terms.append(Term(row, -gold, uses_up=first))
        for counter in self._counters.events:
            source = counter.source
            if concerns(source.effect, card, way, self._state):
                terms.append(Term(counter.row, -amount(self._state, source, card)))
        dear = any(agenda.code in DEARER_SHADOWS for agenda in self._plan.agendas)
        if dear and way is Price.INTO_SHADOWS:
            terms.append(Term(self._counters.own_characters, 1, unless=True))
        return tuple(terms), tuple(kneels)

    def _own(self, source: EffectSource) -> Iterator[Term]:
        """Yield the changes that a card makes to its own price."""
        effect = source.effect
        if not holds(self._state, _without_condition(source)):
            return
        if effect.while_controls is not None:
            yield Term(
                self._counters.counts[effect.while_controls], -amount(self._state, source), 1
            )
        elif effect.per is not None and effect.per_zone is CountedZone.IN_PLAY:
            yield Term(self._counters.counts[effect.per], -(effect.amount or 0))
        else:
            yield Term(None, -amount(self._state, source))
            used = counts_used(effect)
            for plot, row in self._counters.considered:
                if used and pattern_matches(used, plot):
                    yield Term(row, -(effect.amount or 0))

    def _in_force(self, counter: EffectCounter) -> bool:
        card = counter.source.card
        if card.type is CardType.PLOT:
            used = counter.source.effect.while_used
            there = card in self._state.used_plots if used else card is self._state.plot
            return there and holds(self._state, counter.source)
        if card.type is CardType.EVENT and is_forbidden(self._state, card):
            return False
        if counter.classes:
            return holds(with_card(self._state, card), EffectSource(card, 1, counter.source.index))
        return holds(self._state, counter.source)

    def _gifts(self, card: Card, way: Price) -> tuple[Gift, ...]:
        found = []
        for trigger in (Trigger.MARSHALED, Trigger.OUT_OF_SHADOWS, Trigger.ENTERS_PLAY):
            if trigger is Trigger.MARSHALED and way is not Price.MARSHAL:
                continue
            if trigger is Trigger.OUT_OF_SHADOWS and way is not Price.OUT_OF_SHADOWS:
                continue
            for counter in self._counters.reactions:
                effect = counter.source.effect
                by = effect.trigger_by
                if effect.trigger is trigger and (by is None or pattern_matches(by, card)):
                    found.append(Gift(counter.row, effect.amount or 0, effect.limit is not None))
        return tuple(found)


def _without_condition(source: EffectSource) -> EffectSource:
    """Return an effect without its condition on cards in play, which a row counts."""
    effect = replace(source.effect, while_controls=None)
    effects = list(source.card.gold_effects)
    effects[source.index] = effect
    return EffectSource(
        replace(source.card, gold_effects=tuple(effects)), source.number, source.index
    )


def _itself(card: Card) -> tuple[GoldEffect, ...]:
    return tuple(
        effect
        for effect in card.gold_effects
        if effect.kind is GoldKind.REDUCE and effect.reach is Reach.ITSELF
    )


def _raw(state: GameState) -> int:
    return sum(part.gold for part in income(state).parts)


def _key(card: Card, way: Price) -> int:
    into = way is Price.INTO_SHADOWS
    person = card.type is CardType.CHARACTER and not into
    return (
        ((2 if into else printed_cost(card)) << WORTH_SHIFT)
        + (person << CHARACTERS_SHIFT)
        + (1 << CARDS_SHIFT)
        + ((strength_of(card) if person else 0) << STRENGTH_SHIFT)
    )
