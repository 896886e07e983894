"""Translates the judge's rules into constraints of an integer program over copies of cards.

Each kind of rule has one function here, so a new agenda made of known shapes needs no change.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from carddb.card import Card
from carddb.pool import CardPool
from core.errors import AppError
from decks.deck import Deck
from published.solver import Expression, Solver
from validators.deck_rules import (
    AgendaTwice,
    CopiesByTitle,
    DrawTooFew,
    NotForDecks,
    PlotDeckSize,
    PlotsDoubled,
)
from validators.judge import ADVICE
from validators.problem import Rule
from validators.releases import OnlyIn, Released
from validators.restricted_list_rules import Banned, Pods, Restricted, TriggeredPods
from validators.second_edition.rule_set import (
    FactionMissing,
    OutOfFaction,
    SecondEditionAgendaTooMany,
)
from validators.shapes import (
    AtLeast,
    AtLeastDifferent,
    AtMost,
    BoundShape,
    ExactlyDifferent,
    FewTitlesOfEachFaction,
    NoneOf,
    OneOfEachTitle,
)
from validators.tally import DeckTally

# Rules about faction and agendas alone, which finishing does not change.
_SETTLED = (FactionMissing, AgendaTwice, SecondEditionAgendaTooMany)


def forbidden_bits(rule: Rule, pool: CardPool) -> int | None:
    """Return the cards that a rule keeps out of every deck; None for a rule of another kind."""
    if isinstance(rule, Banned | OnlyIn | Released):
        return rule.bits
    if isinstance(rule, OutOfFaction):
        return rule.foreign_bits
    if isinstance(rule, NotForDecks):
        return pool.other_bits
    if isinstance(rule, BoundShape) and isinstance(rule.shape, NoneOf):
        return rule.bits
    return None


@dataclass(slots=True)
class Program:
    """Variables for the copies of cards in the finished deck, and the rules over them.

    `cards` are the cards of the deck and those that may be added. All mappings are by the bits of
    the cards in the pool: `copies` has the expression of a card's copies, `most` its most copies,
    and `added` the variable of the added copies.
    """

    pool: CardPool
    deck: Deck
    solver: Solver = field(default_factory=Solver)
    cards: dict[int, Card] = field(default_factory=dict)
    copies: dict[int, Expression] = field(default_factory=dict)
    most: dict[int, int] = field(default_factory=dict)
    added: dict[int, int] = field(default_factory=dict)
    agenda_bits: int = field(init=False)
    _present: dict[tuple[int, ...], Expression] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.agenda_bits = self.pool.bits_of(card.code for card in self.deck.agendas)

    def add_card(self, card: Card, there: int, most_added: int = 0) -> None:
        """Add a card with the copies in the deck and the most copies that may be added."""
        bit = self.pool.bit[card.code]
        self.cards[bit], self.most[bit] = card, there + most_added
        self.copies[bit] = Expression({}, there)
        if most_added > 0:
            self.added[bit] = self.solver.variable(0, most_added)
            self.copies[bit] = Expression({self.added[bit]: 1.0}, there)

    def total(self, bits: int) -> Expression:
        """Return the copies of all cards of a bitset."""
        return sum_of(each for bit, each in self.copies.items() if bit & bits)

    def copies_of(self, bits: Iterable[int]) -> Expression:
        """Return the copies of some cards."""
        return sum_of(self.copies[bit] for bit in bits)

    def most_of(self, bits: Iterable[int]) -> int:
        """Return the most copies of some cards together, by each card itself."""
        return sum(self.most[bit] for bit in bits)

    def zero_or_one(self) -> Expression:
        """Return a new variable that is 0 or 1."""
        return Expression({self.solver.variable(0, 1): 1.0}, 0)

    def by_title(self, bits: int) -> dict[str, list[int]]:
        """Return the cards of a bitset that the deck may hold, grouped by title."""
        groups: dict[str, list[int]] = defaultdict(list)
        for bit, card in self.cards.items():
            if bit & bits:
                groups[card.name].append(bit)
        return groups

    def present(self, bits: Sequence[int]) -> Expression:
        """Return an expression that is 1 if the deck holds any of some cards, otherwise 0 or 1.

        Use it where 1 is never an advantage: the solver then chooses 0 without the cards.
        """
        key = tuple(sorted(bits))
        if key not in self._present:
            copies = self.copies_of(key)
            if copies.constant > 0:
                self._present[key] = Expression({}, 1)
            elif not copies.terms:
                self._present[key] = Expression({}, 0)
            else:
                variable = self.zero_or_one()
                self.solver.at_most(copies.plus(variable, -self.most_of(key)), 0)
                self._present[key] = variable
        return self._present[key]

    def surely_present(self, bits: Sequence[int]) -> Expression:
        """Return an expression that is 0 if the deck holds none of some cards, otherwise 0 or 1.

        Use it where 0 is never an advantage.
        """
        copies = self.copies_of(bits)
        if copies.constant > 0:
            return Expression({}, 1)
        variable = self.zero_or_one()
        self.solver.at_most(variable.plus(copies, -1), 0)
        return variable

    def add_rule(self, rule: Rule) -> None:
        """Add the constraints of a rule; AppError for a rule that has no form here."""
        if isinstance(rule, ADVICE):
            return
        if isinstance(rule, _SETTLED):
            if any(rule.check(DeckTally(self.deck, self.pool))):
                self.solver.never()
            return
        forbidden = forbidden_bits(rule, self.pool)
        if forbidden is not None:
            self._forbid(rule, forbidden)
        elif isinstance(rule, BoundShape) and type(rule.shape) in _SHAPES:
            _SHAPES[type(rule.shape)](self, rule.shape, rule.bits)
        elif type(rule) in _RULES:
            _RULES[type(rule)](self, rule)
        else:
            raise AppError(
                f"Decks under the rule {rule.code} cannot be finished by this version.",
                "Finish the deck by hand; the judge knows the rule.",
            )

    def _forbid(self, rule: Rule, bits: int) -> None:
        has_unknown_cards = any(card.code not in self.pool for card, _ in self.deck.slots)
        if isinstance(rule, NotForDecks) and has_unknown_cards:
            self.solver.never()
        if isinstance(rule, Banned | OnlyIn | Released) and self.agenda_bits & bits:
            self.solver.never()
        self.solver.at_most(self.total(bits), 0)


def sum_of(expressions: Iterable[Expression]) -> Expression:
    """Return the sum of expressions."""
    terms: dict[int, float] = defaultdict(float)
    constant = 0.0
    for each in expressions:
        for variable, factor in each.terms.items():
            terms[variable] += factor
        constant += each.constant
    return Expression(dict(terms), constant)


def _draw_least(program: Program, rule: DrawTooFew) -> None:
    program.solver.at_least(program.total(program.pool.draw_bits), rule.least.number)


def _plots_exactly(program: Program, rule: PlotDeckSize) -> None:
    plots = program.total(program.pool.plot_bits)
    program.solver.at_least(plots, rule.exactly.number)
    program.solver.at_most(plots, rule.exactly.number)


def _plots_doubled(program: Program, rule: PlotsDoubled) -> None:
    doubled = []
    for bits in program.by_title(rule.plot_bits).values():
        most = program.most_of(bits)
        if most > 1:
            twice = program.zero_or_one()
            program.solver.at_most(program.copies_of(bits).plus(twice, -(most - 1)), 1)
            doubled.append(twice)
    program.solver.at_most(sum_of(doubled), rule.most.number)


def _copies_by_title(program: Program, rule: CopiesByTitle) -> None:
    for bits in program.by_title(rule.bits).values():
        copies, most = program.copies_of(bits), program.most_of(bits)
        limits = {bit: program.cards[bit].deck_limit for bit in bits}
        highest = max(limits.values())
        program.solver.at_most(copies, highest)
        # A version with a lower limit lowers that of the title once it is in the deck.
        for limit in set(limits.values()) - {highest}:
            low = program.present([bit for bit in bits if limits[bit] == limit])
            program.solver.at_most(copies.plus(low, most - limit), most)


def _pods(program: Program, rule: Pods) -> None:
    for pod in rule.pods:
        _one_title(program, pod)


def _one_title(program: Program, bits: int) -> None:
    """Admit one title of a bitset, agendas included."""
    titles = program.by_title(bits)
    agendas = {card.name for card in program.pool.among(bits & program.agenda_bits)}
    chosen = [program.present(each) for name, each in titles.items() if name not in agendas]
    program.solver.at_most(sum_of(chosen), 1 - len(agendas))


def _triggered_pods(program: Program, rule: TriggeredPods) -> None:
    for trigger, pod in rule.pods:
        rest = pod & ~trigger
        if program.agenda_bits & trigger:
            is_there = Expression({}, 1)
        else:
            is_there = program.present([bit for bit in program.cards if bit & trigger])
        if program.agenda_bits & rest:
            program.solver.at_most(is_there, 0)
            continue
        for bits in program.by_title(rest).values():
            program.solver.at_most(program.present(bits).plus(is_there, 1), 1)


def _at_most(program: Program, shape: AtMost, bits: int) -> None:
    program.solver.at_most(program.total(bits), shape.most)


def _at_least(program: Program, shape: AtLeast, bits: int) -> None:
    program.solver.at_least(program.total(bits), shape.least)


def _at_least_different(program: Program, shape: AtLeastDifferent, bits: int) -> None:
    titles = (program.surely_present(each) for each in program.by_title(bits).values())
    program.solver.at_least(sum_of(titles), shape.least)


def _exactly_different(program: Program, shape: ExactlyDifferent, bits: int) -> None:
    total = program.total(bits)
    program.solver.at_least(total, shape.number)
    program.solver.at_most(total, shape.number)
    for each in program.by_title(bits).values():
        program.solver.at_most(program.copies_of(each), 1)


def _one_of_each_title(program: Program, _: OneOfEachTitle, bits: int) -> None:
    titles = program.by_title(program.pool.draw_bits)
    for name, passing in program.by_title(bits).items():
        copies, most = program.copies_of(titles[name]), program.most_of(titles[name])
        program.solver.at_most(copies.plus(program.present(passing), most - 1), most)


def _few_titles(program: Program, shape: FewTitlesOfEachFaction, bits: int) -> None:
    factions = {faction for card in program.cards.values() for faction in card.factions}
    for faction in sorted(factions):
        of_faction = sum(
            bit for bit, card in program.cards.items() if bit & bits and faction in card.factions
        )
        titles = program.by_title(of_faction).values()
        program.solver.at_most(sum_of(program.present(each) for each in titles), shape.most)


_RULES: dict[type, Callable[..., None]] = {
    DrawTooFew: _draw_least,
    PlotDeckSize: _plots_exactly,
    PlotsDoubled: _plots_doubled,
    CopiesByTitle: _copies_by_title,
    Restricted: lambda program, rule: _one_title(program, rule.bits),
    Pods: _pods,
    TriggeredPods: _triggered_pods,
}
_SHAPES: dict[type, Callable[..., None]] = {
    AtMost: _at_most,
    AtLeast: _at_least,
    AtLeastDifferent: _at_least_different,
    ExactlyDifferent: _exactly_different,
    OneOfEachTitle: _one_of_each_title,
    FewTitlesOfEachFaction: _few_titles,
}
