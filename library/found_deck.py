"""A deck that an import found, and what the user chose for its doubtful lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from carddb.card import Card
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.diff import Outline, outline
from decks.report import Reading, ReportLine
from library.unread_lines import unread_entry

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
        """Return it with a card, or none, for a line; the card that was read undoes a choice."""
        choices = {each: chosen for each, chosen in self.choices.items() if each != number}
        if code != (self.reading.lines[number].code or ""):
            choices[number] = code
        return replace(self, choices=choices)

    def code(self, number: int) -> str:
        """Return the code of a line's card now; empty for none."""
        return self.choices.get(number, self.reading.lines[number].code or "")

    def deck(self, card_of: CardOf) -> Deck:
        """Return the deck as it is to be added."""
        deck = self.reading.deck
        for number, code in self.choices.items():
            deck = _replaced(deck, self.reading.lines[number], code, card_of)
        return deck if self.name is None else replace(deck, name=self.name)

    def outline(self, card_of: CardOf) -> Outline:
        """Return the deck as it is to be added, with what was not read of it as unknown cards."""
        return outline(self.deck(card_of), [unread_entry(line) for line in self._lost_lines()])

    @property
    def unread(self) -> int:
        """How many lines are missing from the deck."""
        return len(self._lost_lines())

    def _lost_lines(self) -> list[ReportLine]:
        lines = enumerate(self.reading.lines)
        return [line for number, line in lines if line.lost and not self.code(number)]


# A deck, and whether it is to be added.
CheckedDeck = tuple[FoundDeck, bool]


def carried_over(before: Iterable[CheckedDeck], found: Iterable[FoundDeck]) -> list[CheckedDeck]:
    """Return decks read again with what was chosen for them `before`; others are to be added.

    Of decks that are the same in every line the first stays the first.
    """
    alike: dict[tuple[str, str, int], list[CheckedDeck]] = {}
    for deck, added in before:
        alike.setdefault(_key(deck), []).append((deck, added))
    # Mostly nothing was chosen: then no lines need to be compared.
    changed = {
        key: decks
        for key, decks in alike.items()
        if any(not added or deck.choices or deck.name is not None for deck, added in decks)
    }

    def with_choices(new: FoundDeck) -> CheckedDeck:
        decks = changed.get(_key(new), [])
        for number, (old, _) in enumerate(decks):
            if old.reading == new.reading:
                return decks.pop(number)
        return new, True

    return [with_choices(each) for each in found]


def _key(found: FoundDeck) -> tuple[str, str, int]:
    return found.source, found.reading.deck.name, len(found.reading.lines)


def _replaced(deck: Deck, line: ReportLine, code: str, card_of: CardOf) -> Deck:
    """Return the deck with another card for a line, or none, where the line's own card lies."""
    old = card_of(line.code) if line.code else None
    new = card_of(code) if code else None
    section = line.section or DRAW_DECK
    if old is not None:
        deck = section.changed(deck, old, -line.copies)
    # A lost line may state no copies; it means one.
    return section.of(new).changed(deck, new, max(1, line.copies)) if new else deck
