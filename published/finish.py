"""Finishes a started deck: finds the best legal deck by what decklists like it play."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TypeVar

from carddb.card import Card
from core.errors import AppError, CancelledError
from decks.deck import Deck, changed_slots
from published.corpus import Corpus, Floats, is_deck_card
from published.program import Program, forbidden_bits
from published.remarks import refusal
from published.solver import Expression, Solution, SolutionStatus
from published.suggestions import NEIGHBORS, neighbors_of, share_by_copies
from validators.deck_rules import DrawTooFew
from validators.judge import ADVICE
from validators.problem import Problem, Rule, Verdict
from validators.search_facts import EditionConditions
from validators.tally import DeckTally

SECONDS = 20.0
IsCancelled = Callable[[], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishOptions:
    """A player's wishes for the finished deck.

    `owned` are copies by the code of the first printing (library.owned.copies_owned), None for any
    card; `excluded` are codes of cards whose titles are not added. `seconds` limits the search.
    """

    owned: Mapping[str, int] | None = None
    excluded: Collection[str] = ()
    neighbors: int = NEIGHBORS
    seconds: float = SECONDS


@dataclass(frozen=True, slots=True)
class AddedCard:
    """A card that was added, and what its copies are worth.

    `share` is the weight share of the neighbors that have the first added copy.
    """

    card: Card
    copies: int
    value: float
    share: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """Cards of the started deck and problem codes of rules that cannot be met together."""

    cards: tuple[str, ...]
    rules: tuple[str, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class FinishedDeck:
    """The finished deck with its verdict; `bound` is what no legal deck exceeds.

    Where no legal deck contains the started one, `deck` is the started one and `conflict` says why.
    """

    status: SolutionStatus
    value: float
    bound: float
    deck: Deck
    added: tuple[AddedCard, ...]
    verdict: Verdict
    neighbors: int
    conflict: Conflict | None = None

    @property
    def proof(self) -> str:
        """A sentence that says what was proven about the deck."""
        if self.value >= self.bound:
            return f"Proven: no legal deck with these cards scores higher than {self.value:.2f}."
        return (
            f"The best deck found scores {self.value:.2f}; it is proven that none scores higher"
            f" than {self.bound:.2f}. A longer search may find a better one."
        )


def finish(
    deck: Deck,
    corpus: Corpus,
    side: EditionConditions,
    options: FinishOptions,
    is_cancelled: IsCancelled | None = None,
) -> FinishedDeck:
    """Return the legal deck of the highest value that contains every card of a deck.

    The k-th copy of a title is worth the share of weight of the deck's neighbors that have at least
    k copies. The draw deck gets the smallest size that is legal. AppError for an edition or format
    whose decks cannot be finished, and where no deck was found within the time.
    """
    if (refused := refusal(deck, side.conditions)) is not None:
        raise refused
    found = neighbors_of(corpus, deck, options.neighbors)
    work = _Work(deck, corpus, side, options, share_by_copies(corpus, found), is_cancelled)
    solution, program = work.best()
    if solution.status is SolutionStatus.INFEASIBLE:
        verdict = side.judge.verdict(deck, side.conditions)
        conflict = work.conflict()
        status = SolutionStatus.INFEASIBLE
        return FinishedDeck(status, 0.0, 0.0, deck, (), verdict, len(found), conflict)
    added = work.added(solution, program)
    copies = [each.card for each in added for _ in range(each.copies)]
    finished = replace(deck, slots=changed_slots(deck.slots, (), copies))
    verdict = side.judge.verdict(finished, side.conditions)
    if not verdict.legal:
        raise RuntimeError(f"The finished deck is illegal: {verdict.problems}")
    return FinishedDeck(
        solution.status, solution.value, solution.bound, finished, added, verdict, len(found)
    )


class _Work:
    """One deck to finish: builds the integer programs and reads their solutions."""

    def __init__(
        self,
        deck: Deck,
        corpus: Corpus,
        side: EditionConditions,
        options: FinishOptions,
        shares: Floats,
        is_cancelled: IsCancelled | None,
    ) -> None:
        self._deck, self._corpus, self._pool = deck, corpus, side.pool
        self._side = side
        self._options = options
        self._shares = shares
        self._is_cancelled = is_cancelled
        self._ends = monotonic() + options.seconds
        rules = side.judge.rules(deck, side.conditions)
        self._rules = [rule for rule in rules if not isinstance(rule, ADVICE)]
        self._designs = _designs(side.pool.cards)
        self._excluded = {side.pool.card(code).name for code in options.excluded}

    def best(self) -> tuple[Solution, Program]:
        """Return the best deck of the smallest legal size."""
        least = max(rule.least.number for rule in self._rules if isinstance(rule, DrawTooFew))
        there = sum(copies for card, copies in self._deck.slots if card.in_draw_deck)
        solution, program = self._valued(max(least, there))
        if solution.status is not SolutionStatus.INFEASIBLE:
            return solution, program
        # A rule may need more cards: 12 of a banner, although 60 others are there.
        program = self._program(self._deck, self._rules)
        draw = self._pool.draw_bits
        program.solver.set_worth(
            {variable: -1.0 for bit, variable in program.added.items() if bit & draw}
        )
        smallest = self._solve(program)
        if smallest.status is SolutionStatus.INFEASIBLE:
            return smallest, program
        return self._valued(there - round(smallest.value))

    def _valued(self, size: int) -> tuple[Solution, Program]:
        """Return the best deck with this many cards in the draw deck."""
        program = self._program(self._deck, self._rules)
        solver = program.solver
        solver.at_most(program.total(self._pool.draw_bits), size)
        held = self._corpus.title_copies(self._deck)
        variables: dict[int, list[int]] = defaultdict(list)
        for bit, variable in program.added.items():
            variables[self._title(bit)].append(variable)
        for title, each in variables.items():
            worth = self._shares[title, held[title] + 1 :]
            copies = [solver.variable(0, 1, float(share)) for share in worth if share > 0]
            if copies:
                valued = Expression(dict.fromkeys(copies, 1.0), 0)
                solver.at_most(valued.plus(Expression(dict.fromkeys(each, 1.0), 0), -1), 0)
        return self._solve(program), program

    def _title(self, bit: int) -> int:
        return int(self._corpus.title_of_card[bit.bit_length() - 1])

    def _solve(self, program: Program) -> Solution:
        left = max(0.1, self._ends - monotonic())
        solution = program.solver.solve(left, self._is_cancelled)
        if self._is_cancelled is not None and self._is_cancelled():
            raise CancelledError("Finishing the deck was stopped.")
        if solution.status is SolutionStatus.UNKNOWN:
            raise AppError(
                f"No legal deck was found within {self._options.seconds:g} seconds.",
                "Allow more time, or put more cards into the deck first.",
            )
        return solution

    def _program(self, deck: Deck, rules: Collection[Rule]) -> Program:
        """Return the rules over the cards of a deck and all that may be added."""
        pool = self._pool
        forbidden = 0
        for rule in rules:
            forbidden |= forbidden_bits(rule, pool) or 0
        program = Program(pool, deck)
        there = {card.code: copies for card, copies in deck.slots if card.code in pool}
        for design, printings in self._designs.items():
            held = [card for card in printings if card.code in there]
            allowed = (card for card in held or printings if not pool.bit[card.code] & forbidden)
            chosen = next(allowed, None)
            for card in held:
                if card is not chosen:
                    program.add_card(card, there[card.code])
            if chosen is not None:
                most = self._most_added(chosen, design, {c.code: there[c.code] for c in held})
                program.add_card(chosen, there.get(chosen.code, 0), most)
        for card, copies in deck.slots:
            if card.code in pool and not is_deck_card(card):
                program.add_card(card, copies)
        for rule in rules:
            program.add_rule(rule)
        return program

    def _most_added(self, card: Card, design: str, there: Mapping[str, int]) -> int:
        """Return how many copies of a card may be added, by its own limit and the collection."""
        if card.name in self._excluded:
            return 0
        most = card.deck_limit - there.get(card.code, 0)
        if self._options.owned is not None:
            most = min(most, self._options.owned.get(design, 0) - sum(there.values()))
        return max(0, most)

    def added(self, solution: Solution, program: Program) -> tuple[AddedCard, ...]:
        """Return the cards that a solution adds, the most valuable first."""
        held = Counter(dict(enumerate(self._corpus.title_copies(self._deck).tolist())))
        found = []
        for bit, variable in program.added.items():
            copies = solution.values[variable]
            if copies:
                title = self._title(bit)
                worth = self._shares[title, held[title] + 1 : held[title] + 1 + copies]
                held[title] += copies
                share = float(worth[0]) if len(worth) else 0.0
                card = program.cards[bit]
                found.append(AddedCard(card, copies, float(worth.sum()), share))
        return tuple(sorted(found, key=lambda each: (-each.value, each.card.code)))

    def conflict(self) -> Conflict:
        """Return own cards and rules, few of each, that cannot be met together."""
        self._ends = inf
        deck = self._deck
        tally = DeckTally(deck, self._pool)
        rules = sorted(self._rules, key=lambda rule: not any(rule.check(tally)))
        alone = next(([rule] for rule in rules if self._impossible(deck, [rule])), None)
        rules = alone or _necessary(rules, lambda rest: self._impossible(deck, rest))
        # Of few copies first: a limit is broken by the fewest cards then.
        slots = sorted(deck.slots, key=lambda slot: slot[1])
        kept = _necessary(
            [*slots, *((agenda, 0) for agenda in deck.agendas)],
            lambda rest: self._impossible(_reduced(deck, rest), rules),
        )
        cards = tuple(card.code for card, _ in kept)
        codes, problems = [], []
        for rule in rules:
            # A rule has several codes: of loyal cards, for instance, and of others.
            found = [
                each for each in rule.check(tally) if not each.cards or {*each.cards} & {*cards}
            ]
            codes += [each.code for each in found] or [rule.code]
            problems += found
        return Conflict(cards, tuple(dict.fromkeys(codes)), tuple(problems))

    def _impossible(self, deck: Deck, rules: Collection[Rule]) -> bool:
        return self._solve(self._program(deck, rules)).status is SolutionStatus.INFEASIBLE


_Item = TypeVar("_Item")


def _necessary(items: Sequence[_Item], is_impossible: Callable[[list[_Item]], bool]) -> list[_Item]:
    """Return items that are impossible together and possible without any one of them."""
    kept = list(items)
    size = 2 * len(kept)
    while size > 1:
        size = (size + 1) // 2
        start = 0
        while start < len(kept):
            rest = [*kept[:start], *kept[start + size :]]
            if is_impossible(rest):
                kept = rest
            else:
                start += size
    return kept


def _reduced(deck: Deck, kept: Collection[tuple[Card, int]]) -> Deck:
    """Return a deck with only some of its slots, and of its agendas, which have 0 copies here."""
    slots = tuple(slot for slot in deck.slots if slot in kept)
    return replace(
        deck, slots=slots, agendas=tuple(each for each in deck.agendas if (each, 0) in kept)
    )


def _designs(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Return the printings of each card of draw deck and plot deck, by the first one's code."""
    designs: dict[str, list[Card]] = defaultdict(list)
    for card in cards:
        if is_deck_card(card):
            designs[card.design].append(card)
    return dict(designs)
