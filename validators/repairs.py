"""Repairs of a deck: for one problem, or for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice, pairwise
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from carddb.card import Card
from carddb.card_test import NEUTRAL, of_faction, of_type
from carddb.pool import CardPool
from carddb.restrictions import RestrictedList
from carddb.terms import CardType, Faction
from core.progress import Progress
from core.text_format import count_of
from decks.deck import Deck
from decks.deck_section import AGENDAS, DRAW_DECK, DeckSection, slot_sections
from validators.conditions import Conditions
from validators.deck_steps import change_size, changed_card, repair_words
from validators.judge import Judge
from validators.list_in_force import list_replacing, stated_code
from validators.problem import Problem, Severity
from validators.restricted_list_rules import REDESIGN_PACKS
from validators.shapes import BoundShape

FAR = 99
MOST_COPIES = 5
# How many ways of repairing a deck are followed at once.
WIDTH = 4


def printings(card: Card, pool: CardPool) -> Iterator[Card]:
    """Yield the other printings of a card, redesigns first, then the newest."""
    if card.name in pool.by_title:
        others = [each for each in pool.printings(card) if each.code != card.code]
        others.sort(key=lambda each: (each.pack in REDESIGN_PACKS, each.code), reverse=True)
        yield from others


def own_cards(card: Card | None, deck: Deck, section: DeckSection) -> list[Card]:
    """Return the deck's cards that may allow another copy, most similar (None: fullest) first."""
    slots = section.slots(deck)
    titles: dict[tuple[str, bool], int] = {}
    for each, copies in slots:
        key = (each.name, each.in_draw_deck)
        titles[key] = titles.get(key, 0) + copies
    below_limit = [
        each
        for each, _ in slots
        if titles[each.name, each.in_draw_deck] < max(each.deck_limit, MOST_COPIES)
    ]
    if card is None:
        return sorted(
            below_limit, key=lambda each: (-titles[each.name, each.in_draw_deck], each.code)
        )
    others = [each for each in below_limit if each.code != card.code and _same_deck(each, card)]
    return sorted(others, key=lambda each: (_distance(card, each), each.code))


def nearest(card: Card, deck: Deck, pool: CardPool) -> list[Card]:
    """Return cards that the deck lacks (of its faction, neutral or drafted), nearest first."""
    if deck.drafted:
        left = [c for c, copies in deck.drafted if deck.copies(c) < copies and c.type is card.type]
        return sorted(left, key=lambda each: (_distance(card, each), each.code))
    titles = {each.name for each, _ in deck.slots}
    bits = pool.bits(of_faction(deck.faction or Faction.NEUTRAL)) | pool.bits(NEUTRAL)
    bits &= pool.bits(of_type(card.type))
    fitting = [c for c in pool.among(bits) if c.name not in titles and c.only_in is None]
    return sorted(fitting, key=lambda each: (_distance(card, each), each.code))


def _same_deck(each: Card, card: Card) -> bool:
    return each.in_draw_deck == card.in_draw_deck


def _distance(card: Card, other: Card) -> int:
    """Return how unlike two cards are: type first, then cost or plot values, then traits."""
    far = 0 if card.type is other.type else FAR
    if card.type is CardType.PLOT:
        far += _plot_distance(card, other)
    elif isinstance(card.cost, int) and isinstance(other.cost, int):
        far += 4 * abs(card.cost - other.cost)
    else:
        far += 0 if card.cost == other.cost else 8
    return far + len(set(card.traits) ^ set(other.traits))


def _plot_distance(card: Card, other: Card) -> int:
    if card.plot is None or other.plot is None:
        return FAR
    mine = (card.plot.income, card.plot.initiative, card.plot.claim, card.plot.reserve)
    theirs = (other.plot.income, other.plot.initiative, other.plot.claim, other.plot.reserve)
    return sum(
        abs(a - b) if isinstance(a, int) and isinstance(b, int) else 3
        for a, b in zip(mine, theirs, strict=True)
        if a is not None and b is not None
    )


MOST_REPAIRS = 6
MOST_FACTIONS = 3
MOST_CARDS = 8
TOO_FEW = frozenset({"draw.too-few", "plots.too-few"})

Weights: TypeAlias = Counter[str]


@dataclass(frozen=True, slots=True)
class Repair:
    """A deck with less of a problem, and a label for the change."""

    label: str
    deck: Deck


class Repairer:
    """Finds repairs under given conditions; each is judged before it is returned.

    The weight of an error is the distance between found and wanted. Weights of the same code add
    up. A repair makes its own problem lighter and no other heavier, except that a deck with too few
    cards may lose a wrong one. So every chain of repairs ends: first the wrong cards get fewer,
    then the missing ones. `progress` is called before each verdict and may cancel the search.
    """

    def __init__(
        self, judge: Judge, conditions: Conditions, progress: Progress | None = None
    ) -> None:
        self._judge = judge
        self._conditions = conditions
        self._pool = judge.pool
        self._progress = progress
        # Many candidates are judged twice: when they are made, and when they are compared.
        self._last: tuple[Deck, list[Problem]] | None = None

    def repairs(self, deck: Deck, problem: Problem) -> tuple[Repair, ...]:
        """Return repairs of one error, smallest change first; none for a note or a warning."""
        if problem.severity is not Severity.ERROR:
            return ()
        if problem.code == "faction.missing":
            return self._faction_cards(deck, problem)
        found = self._lighter(deck, problem)
        best = sorted(found.items(), key=itemgetter(1))[:MOST_REPAIRS]
        return tuple(Repair(repair_words(deck, each, self._pool), each) for each, _ in best)

    def _lighter(self, deck: Deck, problem: Problem) -> dict[Deck, tuple[int, int]]:
        """Return decks with less of a problem: the size of the change, and the weight left."""
        before = self._weights(deck)
        found: dict[Deck, tuple[int, int]] = {}
        for changed in self._candidates(deck, problem):
            if changed not in found:
                errors = self._errors(changed)
                if _lessens(problem, before, errors):
                    found[changed] = change_size(deck, changed), _weights(errors).total()
        return found

    def other_list(self, deck: Deck, problem: Problem) -> Repair | None:
        """Return the deck under the list in force on its day if that lessens the problem."""
        now = self._conditions
        listed = list_replacing(self._pool, now.restricted_list, now.date)
        if listed is None or problem.severity is not Severity.ERROR:
            return None
        then = replace(now, restricted_list=listed)
        if not _lessens(problem, self._weights(deck), self._judged(deck, then)):
            return None
        code = stated_code(self._pool, listed, now.date)
        return Repair(choose_list(listed, now.date), replace(deck, list_code=code))

    def repair_all(self, deck: Deck) -> RepairedDeck:
        """Apply repairs until none is left; change as few cards as possible."""
        decks = fewest_changes(deck, self._errors, lambda each: tuple(self._repaired(each)))
        errors = self._errors(decks[-1])
        steps = tuple(self._step(old, new) for old, new in pairwise(decks))
        return RepairedDeck(decks[-1], steps, _why_not(errors))

    def _repaired(self, deck: Deck) -> Iterator[Deck]:
        """Yield the repaired decks of the first error that has repairs, the best deck first."""
        for problem in sorted(self._errors(deck), key=lambda each: each.code in TOO_FEW):
            if problem.code == "faction.missing":
                decks = [each.deck for each in self._faction_cards(deck, problem)]
            else:
                found = self._lighter(deck, problem)
                decks = sorted(found, key=lambda each: (sum(found[each]), found[each]))
            if decks:
                yield from decks[:MOST_REPAIRS]
                return

    def _step(self, before: Deck, after: Deck) -> RepairStep:
        """Return a step; its reasons are the sentences of the errors that it lessens."""
        left, now = self._errors(after), self._weights(after)
        was = self._weights(before)
        solved = [
            each.message
            for each in self._errors(before)
            if each not in left and now[each.code] < was[each.code]
        ]
        words = repair_words(before, after, self._pool)
        return RepairStep(words, before, after, tuple(solved))

    def _errors(self, deck: Deck) -> list[Problem]:
        last = self._last
        if last is None or last[0] is not deck:
            last = self._last = deck, self._judged(deck, self._conditions)
        return last[1]

    def _judged(self, deck: Deck, conditions: Conditions) -> list[Problem]:
        if self._progress:
            self._progress(0, 0)
        problems = self._judge.verdict(deck, conditions).problems
        return [each for each in problems if each.severity is Severity.ERROR]

    def _weights(self, deck: Deck) -> Weights:
        return _weights(self._errors(deck))

    def _candidates(self, deck: Deck, problem: Problem) -> Iterator[Deck]:
        if problem.code in TOO_FEW:
            yield from self._topped_up(deck, problem)
            return
        yield from self._other_agendas(deck, problem)
        yield from self._other_faction(deck, problem)
        yield from _other_players(deck, problem)
        if (problem.found or 0) < (problem.wanted or 0):
            yield from self._with_more(deck, problem)
        else:
            yield from self._with_less(deck, problem)

    def _topped_up(self, deck: Deck, problem: Problem) -> Iterator[Deck]:
        """Yield the deck with more copies of its own cards, one deck for each card."""
        most = min(excess(problem), 3)
        draw = problem.code == "draw.too-few"
        before = self._weights(deck)
        for section in slot_sections(deck):
            own = (c for c in own_cards(None, deck, section) if c.in_draw_deck == draw)
            held = (self._most_of(deck, section, card, most, problem, before) for card in own)
            yield from islice((more for more in held if more is not None), 2 * MOST_CARDS)

    def _other_agendas(self, deck: Deck, problem: Problem) -> Iterator[Deck]:
        for index, card in enumerate(deck.agendas):
            if card.code in problem.cards or problem.code.startswith("agenda."):
                before, after = deck.agendas[:index], deck.agendas[index + 1 :]
                yield replace(deck, agendas=before + after)
                for printing in printings(card, self._pool):
                    yield replace(deck, agendas=(*before, printing, *after))
        if problem.code == "faction.other" and not deck.agendas:
            for card in self._pool:
                if card.type is CardType.AGENDA and "Banner" in card.traits:
                    yield replace(deck, agendas=(card,))

    def _other_faction(self, deck: Deck, problem: Problem) -> Iterator[Deck]:
        if problem.code.startswith(("faction.", "house.")):
            for faction, _ in _factions_of_cards(deck).most_common():
                if faction is not deck.faction:
                    yield replace(deck, faction=faction)

    def _faction_cards(self, deck: Deck, problem: Problem) -> tuple[Repair, ...]:
        """Return the deck with each likely faction card, the likeliest first.

        A faction may add errors, because it decides which cards may be in the deck. Repairs never
        remove a faction, so chains of repairs still end.
        """
        copies = _factions_of_cards(deck)
        most = max(copies.values(), default=0)
        found: dict[Deck, tuple[int, int]] = {}
        for faction, number in copies.items():
            changed = replace(deck, faction=faction)
            errors = self._errors(changed)
            if number * 2 >= most and all(each.code != problem.code for each in errors):
                found[changed] = (_weights(errors).total(), -number)
        best = sorted(found, key=lambda each: found[each])[:MOST_FACTIONS]
        return tuple(Repair(repair_words(deck, each, self._pool), each) for each in best)

    def _with_more(self, deck: Deck, problem: Problem) -> Iterator[Deck]:
        """Yield decks with more of the cards that an agenda requires."""
        bits = self._required_bits(deck, problem.code)
        present = [card for card, _ in deck.slots if self._pool.bits_of((card.code,)) & bits]
        others = [card for card in self._pool.among(bits) if card not in present]
        most, before = min(excess(problem), 3), self._weights(deck)
        for card in [*present, *others]:
            more = self._most_of(deck, DRAW_DECK, card, most, problem, before)
            if more is not None:
                yield more
            if card.type is CardType.PLOT:
                for plot, copies in deck.plots():
                    if plot not in present or copies > 1:
                        yield DRAW_DECK.added(DRAW_DECK.added(deck, plot, -1), card, 1)

    def _most_of(
        self,
        deck: Deck,
        section: DeckSection,
        card: Card,
        most: int,
        problem: Problem,
        before: Weights,
    ) -> Deck | None:
        """Return the deck with as many more copies of a card as lessen the problem, if any."""
        for copies in range(most, 0, -1):
            more = section.added(deck, card, copies)
            if _lessens(problem, before, self._errors(more)):
                return more
        return None

    def _required_bits(self, deck: Deck, code: str) -> int:
        bits = 0
        for rule in self._judge.rules(deck, self._conditions):
            if isinstance(rule, BoundShape) and rule.code == code:
                bits |= rule.bits
        return bits

    def _with_less(self, deck: Deck, problem: Problem) -> Iterator[Deck]:
        """Yield decks without some of the problem's cards, and others in their place."""
        over = excess(problem)
        named = Counter(code for each in self._errors(deck) for code in each.cards)
        for section in slot_sections(deck):
            wrong = [slot for slot in section.slots(deck) if slot[0].code in problem.cards]
            wrong.sort(key=lambda slot: (-named[slot[0].code], slot[1], slot[0].code))
            for card, copies in wrong[:MOST_CARDS]:
                for number in sorted({min(over, copies), copies}):
                    yield from self._without(deck, section, card, number)

    def _without(self, deck: Deck, section: DeckSection, card: Card, number: int) -> Iterator[Deck]:
        less = section.added(deck, card, -number)
        limit = self._weights(less)
        yield less
        for printing in printings(card, self._pool):
            yield section.added(less, printing, number)
        yield from self._refilled(less, section, own_cards(card, less, section), number, limit)
        near = nearest(card, less, self._pool)
        yield from islice(self._one_for_one(less, section, near, number, limit), 2)

    def _refilled(
        self, deck: Deck, section: DeckSection, fillers: list[Card], number: int, limit: Weights
    ) -> Iterator[Deck]:
        """Yield the deck with `number` more copies of its own cards, each of which it can hold."""
        for _ in range(number):
            filled = next(self._one_for_one(deck, section, fillers, 1, limit), None)
            if filled is None:
                return
            deck = filled
        yield deck

    def _one_for_one(
        self,
        deck: Deck,
        section: DeckSection,
        cards: list[Card],
        number: int,
        limit: Weights,
    ) -> Iterator[Deck]:
        """Yield the deck with more copies of one card, for each card that keeps the limit."""
        for card in cards:
            more = section.added(deck, card, number)
            if self._weights(more) <= limit:
                yield more


def choose_list(listed: RestrictedList, day: date | None) -> str:
    """Return the choice of a list in words: "Choose Standard v2.1, in force on 2026-11-20"."""
    return f"Choose {listed.name}, in force {f'on {day.isoformat()}' if day else 'now'}"


def _factions_of_cards(deck: Deck) -> Counter[Faction]:
    """Return how many copies of its own cards, or of those for its House only, each faction has."""
    seen: Counter[Faction] = Counter()
    for card, copies in deck.slots:
        for faction in dict.fromkeys((*card.factions, *card.house_only)):
            seen[faction] += copies * (faction is not Faction.NEUTRAL)
    return +seen


def _weights(errors: list[Problem]) -> Weights:
    weights: Weights = Counter()
    for each in errors:
        weights[each.code] += excess(each)
    return weights


def _lessens(problem: Problem, before: Weights, errors: list[Problem]) -> bool:
    """Return whether the remaining errors are less of a problem and no more of another.

    A deck that is too small may get smaller, unless that is the problem.
    """
    after = _weights(errors)
    if problem in errors or after[problem.code] >= before[problem.code]:
        return False
    smaller = TOO_FEW if problem.code not in TOO_FEW else frozenset()
    return all(
        weight <= before[code] or (code in smaller and before[code])
        for code, weight in after.items()
    )


def _other_players(deck: Deck, problem: Problem) -> Iterator[Deck]:
    if problem.code == "civil-war.players" and problem.wanted is not None:
        yield replace(deck, players=problem.wanted)
    if problem.code == "civil-war.plot-decks":
        from validators.civil_war import arranged  # noqa: PLC0415 - for few decks

        yield replace(deck, plot_decks=arranged(deck).plot_decks[:-1])


def _why_not(errors: list[Problem]) -> str:
    """Return a sentence about the errors left after repairing; empty if there are none."""
    if not errors:
        return ""
    if any(each.code == "faction.missing" for each in errors):
        return "Choose the faction card first: it decides which cards may be in the deck."
    few = [each for each in errors if each.code in TOO_FEW]
    if few and len(few) == len(errors):
        missing = " and ".join(
            count_of(excess(each), "plot" if each.code == "plots.too-few" else "card")
            for each in few
        )
        return (
            f"Still missing: {missing}. More copies of the deck's cards do not fit; choose others."
        )
    return f"No small change fixes this: {errors[0].message}"


@dataclass(frozen=True, slots=True)
class RepairStep:
    """A change of a deck in words, the decks before and after, and the errors that it lessens."""

    words: str
    before: Deck
    after: Deck
    reasons: tuple[str, ...] = ()

    @property
    def card(self) -> Card | None:
        return changed_card(self.before, self.after)

    def taken(self, deck: Deck) -> Deck:
        """Return another deck with the same change."""
        old, new = self.before, self.after
        for section in {**dict.fromkeys(slot_sections(old)), **dict.fromkeys(slot_sections(new))}:
            copies = Counter(dict(section.slots(new)))
            copies.subtract(dict(section.slots(old)))
            for card, number in copies.items():
                held = section.copies(deck, card)
                if change := max(number, -held):
                    deck = section.added(deck, card, change)
        agendas = Counter(new.agendas)
        agendas.subtract(old.agendas)
        for card, number in agendas.items():
            deck = AGENDAS.added(deck, card, number)
        return replace(
            deck,
            faction=deck.faction if new.faction is old.faction else new.faction,
            players=deck.players if new.players == old.players else new.players,
            plot_decks=deck.plot_decks[: len(new.plot_decks)]
            if len(new.plot_decks) < len(old.plot_decks)
            else deck.plot_decks,
        )


@dataclass(frozen=True, slots=True)
class RepairedDeck:
    """The end of repairing: the deck, its steps, and why errors are left (empty: none are)."""

    deck: Deck
    steps: tuple[RepairStep, ...]
    why_not: str

    def taking(self, chosen: Collection[int]) -> Deck:
        """Return the deck after the chosen steps only; step numbers start at 0."""
        if len(chosen) == len(self.steps):
            return self.deck
        deck = self.steps[0].before
        for number in sorted(chosen):
            deck = self.steps[number].taken(deck)
        return deck


def fewest_changes(
    deck: Deck,
    errors: Callable[[Deck], Sequence[Problem]],
    repaired: Callable[[Deck], Sequence[Deck]],
) -> tuple[Deck, ...]:
    """Return the deck and the decks after each repair, down to the fewest errors.

    Among ways with equally few errors the smallest change wins, then the fewest steps. Only a few
    ways are followed at a time: those with the least change and the lightest errors.
    """
    best: _Way | None = None
    ends: dict[Deck, tuple[Deck, ...]] = {deck: (deck,)}
    while ends:
        ways = [
            _Way(sum(map(excess, errors(end))), change_size(deck, end), decks)
            for end, decks in ends.items()
        ]
        ways.sort(key=lambda each: (each.left + each.size, each.worth))
        ends = {}
        for way in ways[:WIDTH]:
            if best is not None and best.left == 0 and way.size >= best.size:
                continue
            following = repaired(way.decks[-1])
            if not following and (best is None or way.worth < best.worth):
                best = way
            for each in following:
                ends.setdefault(each, (*way.decks, each))
    return best.decks if best else (deck,)


class _Way(NamedTuple):
    """A chain of repaired decks, the weight of the errors left, and the size of the change."""

    left: int
    size: int
    decks: tuple[Deck, ...]

    @property
    def worth(self) -> tuple[int, int, int]:
        return self.left, self.size, len(self.decks)


def excess(problem: Problem) -> int:
    """Return how far a problem is from what is wanted, at least 1."""
    if problem.found is None or problem.wanted is None:
        return 1
    return max(1, abs(problem.found - problem.wanted))
