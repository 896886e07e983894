"""A deck check: the list that was handed in, card by card, against the deck that was found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from carddb.card import Card
from carddb.terms import CardType
from decks.deck import Deck
from decks.deck_section import AGENDAS, DRAW_DECK, DeckSection
from decks.diff import OutlineEntry, outline
from decks.report import Reading

Place = tuple[DeckSection, str]
# The name of a card's code, with the pack where several cards bear it.
Named = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class CheckedCard:
    """A card with the copies on the list and those that were found (None: not counted yet)."""

    section: DeckSection
    code: str
    name: str
    kind: str
    listed: int
    found: int | None = None

    @property
    def place(self) -> Place:
        """What tells it from the others."""
        return self.section, self.code

    @property
    def differs(self) -> bool:
        """Whether another number was found."""
        return self.found is not None and self.found != self.listed

    @property
    def words(self) -> str:
        """What differs, as a sentence."""
        if not self.listed:
            return f"{self.found} {self.name}: not on the list."
        return f"{self.found or 'No'} {self.name} instead of {self.listed}."


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """The cards of the list in its order, then those that are not on it.

    `other` are further differences of a deck that was read: another faction, lines not read.
    """

    cards: tuple[CheckedCard, ...]
    other: tuple[str, ...] = ()

    @property
    def uncounted(self) -> int:
        """How many cards of the list were not counted yet."""
        return sum(each.found is None for each in self.cards)

    @property
    def differences(self) -> tuple[str, ...]:
        """What differs so far, a sentence each."""
        return (*self.other, *(each.words for each in self.cards if each.differs))

    def with_found(self, place: Place, found: int | None) -> DeckCheck:
        """Return it with another number of a card; one not on the list, of none, is gone."""
        cards = (replace(each, found=found) if each.place == place else each for each in self.cards)
        return replace(self, cards=tuple(each for each in cards if each.listed or each.found))

    def all_as_listed(self) -> DeckCheck:
        """Return it with every card that was not counted as it stands on the list."""
        cards = (
            replace(each, found=each.listed if each.found is None else each.found)
            for each in self.cards
        )
        return replace(self, cards=tuple(cards))

    def with_card(self, card: Card, named: Named) -> DeckCheck:
        """Return it with one more copy of a card, which need not be on the list."""
        section = AGENDAS if card.type is CardType.AGENDA else DRAW_DECK
        known = next((each for each in self.cards if each.place == (section, card.code)), None)
        if known is not None:
            return self.with_found(known.place, (known.found or 0) + 1)
        new = CheckedCard(section, card.code, named(card.code), card.type.value, 0, 1)
        return replace(self, cards=(*self.cards, new))


def new_check(listed: Deck, named: Named) -> DeckCheck:
    """Return the check of a list of which nothing was counted yet."""
    entries = outline(replace(listed, considered=())).entries
    return DeckCheck(tuple(_card(each, named, listed=each.copies) for each in entries))


def check_of(listed: Deck, found: Reading, named: Named) -> DeckCheck:
    """Return the check of a list against a deck that was read."""
    other = [f"Line {each.line or '?'} was not read: {each.text.strip()}" for each in found.unread]
    if found.deck.edition is not listed.edition:
        other.append(f"The deck is of the {found.deck.edition.value} edition.")
    elif found.deck.faction is not None and found.deck.faction is not listed.faction:
        wanted = listed.faction.card_name if listed.faction else "none"
        other.append(f"The faction is {found.deck.faction.card_name} instead of {wanted}.")
    counts = {
        (each.section, each.code): each
        for each in outline(replace(found.deck, considered=())).entries
    }
    cards = [
        replace(card, found=counts.pop(card.place).copies if card.place in counts else 0)
        for card in new_check(listed, named).cards
    ]
    cards += [_card(each, named, listed=0, found=each.copies) for each in counts.values()]
    return DeckCheck(tuple(cards), tuple(other))


def _card(entry: OutlineEntry, named: Named, listed: int, found: int | None = None) -> CheckedCard:
    kind = str(entry.section) if entry.section.aside else entry.type
    return CheckedCard(entry.section, entry.code, named(entry.code), kind, listed, found)
