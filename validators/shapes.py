"""Kinds of agenda rules, such as "at most", "none of" and "one of each"."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from typing_extensions import override

from carddb.card import Card
from carddb.card_test import CardTest
from core.text_format import count_of
from validators.messages import card_names
from validators.problem import Problem
from validators.tally import DeckTally, codes

# A message without the agenda's name, the cards, and the numbers found and wanted.
Complaint: TypeAlias = tuple[str, Iterable[Card], int, int]


@dataclass(frozen=True, slots=True)
class RuleShape(ABC):
    """A rule about the cards that pass `test`; `what` is the end of its problem code."""

    # Whether the rule limits only the number of cards, so that no single card is wrong.
    counts_together: ClassVar[bool] = False
    what: str
    test: CardTest

    @property
    @abstractmethod
    def asks(self) -> str:
        """The requirement in words."""

    @abstractmethod
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        """Yield the violations; `bits` are the pool's cards that pass the test."""


@dataclass(frozen=True, slots=True)
class BoundShape:
    """A rule for one pool, with the name and source of the card that requires it."""

    shape: RuleShape
    code: str
    owner: str
    source: str
    bits: int

    def check(self, tally: DeckTally) -> Iterable[Problem]:
        return [
            Problem(
                self.code,
                f"{self.owner}: {message}",
                self.source,
                codes(cards),
                found=found,
                wanted=wanted,
            )
            for message, cards, found, wanted in self.shape.judge(tally, self.bits)
        ]


@dataclass(frozen=True, slots=True)
class AtMost(RuleShape):
    """At most `most` copies in the draw deck."""

    counts_together: ClassVar[bool] = True
    most: int

    @property
    @override
    def asks(self) -> str:
        return f"At most {count_of(self.most, self.test.label)} in the draw deck"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        found = tally.copies(bits)
        if found > self.most:
            counted = count_of(found, self.test.label)
            message = f"the deck has {counted}; at most {self.most} are allowed."
            yield message, tally.cards(bits), found, self.most


@dataclass(frozen=True, slots=True)
class AtLeast(RuleShape):
    """At least `least` copies in the draw deck."""

    counts_together: ClassVar[bool] = True
    least: int

    @property
    @override
    def asks(self) -> str:
        return f"At least {count_of(self.least, self.test.label)} in the draw deck"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        found = tally.copies(bits)
        if found < self.least:
            counted = count_of(found, self.test.label)
            message = f"the deck has {counted}; at least {self.least} are needed."
            yield message, tally.cards(bits), found, self.least


@dataclass(frozen=True, slots=True)
class AtLeastDifferent(RuleShape):
    """At least `least` titles in the draw deck; different means different by title."""

    counts_together: ClassVar[bool] = True
    least: int

    @property
    @override
    def asks(self) -> str:
        return f"At least {self.least} different {self.test.label}s in the draw deck"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        found = len(tally.by_title(bits))
        if found < self.least:
            message = (
                f"the deck has {found} different {self.test.label}s by title; "
                f"at least {self.least} are needed."
            )
            yield message, tally.cards(bits), found, self.least


@dataclass(frozen=True, slots=True)
class ExactlyDifferent(RuleShape):
    """Exactly `number` copies in the plot deck, each of another title."""

    counts_together: ClassVar[bool] = True
    number: int

    @property
    @override
    def asks(self) -> str:
        return f"Exactly {count_of(self.number, self.test.label)}, each of another title"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        copies, titles = tally.copies(bits), len(tally.by_title(bits))
        if copies == titles == self.number:
            return
        found = titles if titles < self.number else copies
        counted = f"{count_of(copies, self.test.label)} of {count_of(titles, 'title')}"
        message = f"the plot deck has {counted}; exactly {self.number}, each of another title."
        yield message, tally.cards(bits), found, self.number


@dataclass(frozen=True, slots=True)
class NoneOf(RuleShape):
    """No card that passes the test."""

    @property
    @override
    def asks(self) -> str:
        return f"No {self.test.label}"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        if tally.bits & bits:
            cards = list(tally.cards(bits))
            message = f"no {self.test.label} may be in the deck: {card_names(cards, tally.pool)}."
            yield message, cards, tally.copies(bits), 0


@dataclass(frozen=True, slots=True)
class OneOfEachTitle(RuleShape):
    """One copy of each card that passes; all draw deck cards with its title count."""

    @property
    @override
    def asks(self) -> str:
        return f"Each {self.test.label} once at most"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        for title in tally.by_title(bits):
            same = [card for card in tally.pool.by_title[title] if card.in_draw_deck]
            same_bits = tally.pool.bits_of(codes(same))
            found = tally.copies(same_bits)
            if found > 1:
                message = f"{found} copies of {title}; each {self.test.label} may be there once."
                yield message, tally.cards(same_bits), found, 1


@dataclass(frozen=True, slots=True)
class FewTitlesOfEachFaction(RuleShape):
    """At most `most` titles of each faction, including the deck's own."""

    counts_together: ClassVar[bool] = True
    most: int

    @property
    @override
    def asks(self) -> str:
        return f"At most {self.most} different cards of each faction, your own included"

    @override
    def judge(self, tally: DeckTally, bits: int) -> Iterator[Complaint]:
        for faction, cards in sorted(tally.factions(bits).items()):
            found = len({card.name for card in cards})
            if found > self.most:
                message = (
                    f"{found} different {faction.label} cards by title; "
                    f"at most {self.most} of each faction."
                )
                yield message, cards, found, self.most
