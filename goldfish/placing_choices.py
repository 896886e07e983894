"""The choices that a group of cards gives: for which gold, what is placed, needed and given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from carddb.card import Card
from carddb.terms import CardType
from goldfish.attachments import is_host
from goldfish.card_classes import DeckClasses, most_placed
from goldfish.setup import Taken, allows, payers_are_there, ways
from goldfish.setup_keys import Keys
from goldfish.setup_plan import Way, tally_of


@dataclass(frozen=True, slots=True)
class PlacingChoice:
    """One way of placing some cards of a group.

    `gives` and `needs` count hosts of each kind; `key` is what it is worth.
    """

    gold: int
    key: tuple[int, ...]
    gives: tuple[int, ...]
    needs: tuple[int, ...]

    @property
    def places_nothing(self) -> bool:
        """Whether no card is placed."""
        return not any((self.gold, *self.key, *self.gives, *self.needs))

    def is_beaten_by(self, other: PlacingChoice) -> bool:
        """Return whether another choice is worth as much or more for no more gold and need."""
        return (
            other.gold <= self.gold
            and other.key >= self.key
            and all(map(int.__ge__, other.gives, self.gives))
            and all(map(int.__le__, other.needs, self.needs))
        )


@dataclass(frozen=True, slots=True)
class GroupState:
    """How many cards of each class of a group a hand holds, and the choices that this gives."""

    counts: tuple[int, ...]
    choices: tuple[PlacingChoice, ...]


class GroupChoices:
    """Works out the choices of groups of one deck."""

    def __init__(self, classes: DeckClasses, keys: Keys) -> None:
        self._classes = classes
        self._keys = keys
        self._rules = classes.opening.rules

    def of_group(self, group: Sequence[int]) -> tuple[GroupState, ...]:
        """Return every number of cards that a hand may hold of a group's classes, with choices."""
        size = self._rules.hand_size
        copies = [range(self._classes.copies[index] + 1) for index in group]
        caps = [most_placed(self._classes.cards[index], self._rules) for index in group]
        known: dict[tuple[int, ...], tuple[PlacingChoice, ...]] = {}
        found = []
        for counts in product(*copies):
            if sum(counts) <= size:
                capped = tuple(map(min, counts, caps))
                if capped not in known:
                    known[capped] = self._choices(group, capped)
                found.append(GroupState(counts, known[capped]))
        return tuple(found)

    def _choices(self, group: Sequence[int], counts: Sequence[int]) -> tuple[PlacingChoice, ...]:
        in_hand = [index for index, count in zip(group, counts, strict=True) for _ in range(count)]
        every = {self._choice(taken) for taken in self._placements(in_hand, [], 0)}
        ordered = sorted(every, key=lambda each: (each.gold, [-lane for lane in each.key]))
        return tuple(_unbeaten(ordered))

    def _placements(
        self, in_hand: Sequence[int], taken: list[tuple[int, Taken]], last: int
    ) -> Iterator[tuple[tuple[int, Taken], ...]]:
        """Yield all ways of placing these cards that break no rule but that of hosts."""
        if not in_hand:
            if payers_are_there((each for _, each in taken), self._rules):
                yield tuple(taken)
            return
        index, rest = in_hand[0], in_hand[1:]
        card = self._classes.cards[index]
        again = bool(rest) and rest[0] == index
        its_ways = list(ways(card, self._rules))
        for number, (way, cost) in enumerate(its_ways[last:], last):
            if way is Way.CARD and index in self._classes.hostless:
                continue
            gold = sum(each[2] for _, each in taken) + cost
            if gold <= self._rules.gold and allows(
                [each for _, each in taken], card, way, self._rules
            ):
                added = [*taken, (index, (card, way, cost))]
                yield from self._placements(rest, added, number if again else 0)
        yield from self._placements(rest, taken, len(its_ways) if again else 0)

    def _choice(self, taken: Sequence[tuple[int, Taken]]) -> PlacingChoice:
        tally = tally_of(each for _, each in taken)
        face_up = [(index, card) for index, (card, way, _) in taken if way is Way.CARD]
        counts = Counter(index for index, _ in taken)
        return PlacingChoice(
            tally.gold, self._keys.key(tally, counts), self._gives(face_up), self._needs(face_up)
        )

    def _gives(self, face_up: Iterable[tuple[int, Card]]) -> tuple[int, ...]:
        hosts = [index for index, card in face_up if is_host(card)]
        kinds = self._classes.kinds
        return tuple(min(sum(i in kind.hosts for i in hosts), kind.cap) for kind in kinds)

    def _needs(self, face_up: Iterable[tuple[int, Card]]) -> tuple[int, ...]:
        kind_of = self._classes.kind_of
        needed = Counter(
            kind_of[index]
            for index, card in face_up
            if card.type is CardType.ATTACHMENT and index in kind_of
        )
        return tuple(
            max(0, needed[number] - kind.there) if kind.once else min(needed[number], 1)
            for number, kind in enumerate(self._classes.kinds)
        )


def _unbeaten(choices: Iterable[PlacingChoice]) -> Iterator[PlacingChoice]:
    unbeaten: list[PlacingChoice] = []
    for choice in choices:
        if not any(choice.is_beaten_by(other) for other in unbeaten):
            unbeaten.append(choice)
            yield choice
