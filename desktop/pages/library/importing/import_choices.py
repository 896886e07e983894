"""What a user chose for doubtful lines of a report -> the deck with that instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from carddb.card import Card
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import Outline, outline
from decks.report import Reading, ReportLine
from desktop.session.open_deck import unread_entry

CardOf = Callable[[str], Card | None]


@dataclass(frozen=True, slots=True)
class FoundDeck:
    """A deck that was read, where from, and what was chosen for its lines.

    `choices` are codes by the place of a line in the report; an empty code leaves the line out.
    """

    source: str
    reading: Reading
    choices: Mapping[int, str] = field(default_factory=dict)
    name: str | None = None

    def choose(self, number: int, code: str) -> FoundDeck:
        """Return it with a card, or none, for a line; what the reader took undoes a choice."""
        choices = {each: chosen for each, chosen in self.choices.items() if each != number}
        if code != (self.reading.lines[number].code or ""):
            choices[number] = code
        return replace(self, choices=choices)

    def code(self, number: int) -> str:
        """Return what a line stands for now: a code, or nothing."""
        return self.choices.get(number, self.reading.lines[number].code or "")

    def deck(self, card_of: CardOf) -> Deck:
        """Return the deck as it is to be added."""
        deck = self.reading.deck
        for number, code in self.choices.items():
            deck = _instead(deck, self.reading.lines[number], code, card_of)
        return deck if self.name is None else replace(deck, name=self.name)

    def outline(self, card_of: CardOf) -> Outline:
        """Return the deck as it is to be added, with what was not read of it as unknown cards."""
        return outline(self.deck(card_of), [unread_entry(line) for line in self._lost()])

    @property
    def untouched(self) -> bool:
        """Whether it is as it was read: nothing was chosen for it."""
        return not self.choices and self.name is None

    @property
    def unread(self) -> int:
        """How many lines are missing from the deck."""
        return len(self._lost())

    def _lost(self) -> list[ReportLine]:
        lines = enumerate(self.reading.lines)
        return [line for number, line in lines if line.lost and not self.code(number)]


# A deck, and whether it is to be added.
Ticked = tuple[FoundDeck, bool]


def carried_over(before: Iterable[Ticked], found: Iterable[FoundDeck]) -> list[Ticked]:
    """Return decks read anew with what was chosen for them `before`; others are ticked.

    Of decks that are the same in every line the first stays the first.
    """
    alike: dict[tuple[str, str, int], list[Ticked]] = {}
    for each in before:
        alike.setdefault(_mark(each[0]), []).append(each)
    # Mostly nothing was chosen: then no line needs to be looked at.
    touched = {
        mark: those
        for mark, those in alike.items()
        if not all(ticked and each.untouched for each, ticked in those)
    }

    def again(new: FoundDeck) -> Ticked:
        those = touched.get(_mark(new), [])
        for place, (old, _) in enumerate(those):
            if old.reading == new.reading:
                return those.pop(place)
        return new, True

    return [again(each) for each in found]


def _mark(found: FoundDeck) -> tuple[str, str, int]:
    return found.source, found.reading.deck.name, len(found.reading.lines)


def _instead(deck: Deck, line: ReportLine, code: str, card_of: CardOf) -> Deck:
    """Return the deck with another card for a line, or none, where the line's own card lies."""
    old = card_of(line.code) if line.code else None
    new = card_of(code) if code else None
    section = line.section or DRAW_DECK
    if old is not None:
        deck = section.changed(deck, old, -line.copies)
    # A lost line may state no copies; it means one.
    return section.of(new).changed(deck, new, max(1, line.copies)) if new else deck
