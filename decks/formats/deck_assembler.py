"""What the lines of one deck come to, gathered while they are read, then made a deck."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date

from carddb.card import Card
from carddb.pool import CardPool
from carddb.spelling import fold
from carddb.terms import CardType, Edition, Faction
from decks.deck import Deck, slots_of
from decks.deck_section import (
    CONSIDERED,
    DRAFTED,
    DRAW_DECK,
    ROOKERY,
    DeckSection,
    SectionKind,
    plot_deck,
)
from decks.formats.line_report import LineResult, lost
from decks.formats.source import MOST_COPIES
from decks.report import ReportLine

FORMATS_OF_PLAY = ("joust", "melee", "draft", "rookery", "hand-of-the-king", "civil-war")
# What a deck may state instead of a list's code.
LIST_WORDS = frozenset({"none", "latest"})
MOST_PLAYERS = 100
_EDITIONS = {
    "first": Edition.FIRST,
    "1st": Edition.FIRST,
    "1": Edition.FIRST,
    "second": Edition.SECOND,
    "2nd": Edition.SECOND,
    "2": Edition.SECOND,
}


@dataclass(slots=True)
class DeckAssembler:
    """One deck as far as it was read; agendas, plots and draw deck lie together."""

    name: str
    faction: Faction | None = None
    format: str = ""
    list_code: str = ""
    date: str = ""
    players: int | None = None
    notes: list[str] = field(default_factory=list)
    piles: dict[DeckSection, list[tuple[Card, int]]] = field(default_factory=dict)
    _copies: dict[tuple[DeckSection, Card], int] = field(default_factory=dict)

    def put(self, card: Card, count: int, section: DeckSection = DRAW_DECK) -> None:
        """Add copies of a card; a House card is the deck's faction."""
        if card.type is CardType.HOUSE:
            self.faction = card.factions[0] if card.factions else Faction.NEUTRAL
        else:
            self.open(section).append((card, count))

    def take(self, entry: LineResult, section: DeckSection = DRAW_DECK) -> ReportLine:
        """Put the card of an account into a section; return its line with the section."""
        card, line = entry.card, entry.line
        if card is None:
            return replace(line, section=section)
        lies = section if section.aside else section.of(card)
        total = self._copies.get((lies, card), 0) + line.copies
        if total > MOST_COPIES:
            note = f"No deck holds {total} copies of a card."
            return replace(lost(entry, note).line, section=lies)
        self._copies[lies, card] = total
        self.put(card, line.copies, section)
        return replace(line, section=lies)

    def open(self, section: DeckSection) -> list[tuple[Card, int]]:
        """Return the pile of a section; it is there from now on, though it may stay empty."""
        return self.piles.setdefault(section if section.aside else DRAW_DECK, [])

    def state(self, word: str, value: str, pool: CardPool) -> bool:
        """Take what a deck states ("format", "melee"); return whether it was understood."""
        if word == "format" and play_format(value):
            self.format = play_format(value)
        elif word == "list" and (value in pool.lists or value.lower() in LIST_WORDS):
            self.list_code = value if value in pool.lists else value.lower()
        elif word == "date" and _is_day(value):
            self.date = value
        elif word == "players" and _is_number_of_players(value):
            self.players = int(value)
        elif word == "notes":
            self.notes.append(value)
        elif word == "name" and value:
            self.name = value
        else:
            return False
        return True

    def deck(self, edition: Edition) -> Deck:
        """Return the deck of all that was gathered."""
        numbers = [each.number for each in self.piles if each.kind is SectionKind.PLOT_DECK]
        numbered = range(1, max(numbers, default=0) + 1)
        made = Deck.of(
            self.name,
            edition,
            self.faction,
            self.piles.get(DRAW_DECK, []),
            list_code=self.list_code,
            date=self.date,
            players=self.players,
            notes="\n".join(self.notes),
            rookery=slots_of(self.piles.get(ROOKERY, [])),
            drafted=slots_of(self.piles.get(DRAFTED, [])),
            plot_decks=tuple(slots_of(self.piles.get(plot_deck(n), [])) for n in numbered),
            considered=slots_of(self.piles.get(CONSIDERED, [])),
            format=self.format or "joust",
        )
        return made if self.format else replace(made, format=implied_format(made))


def implied_format(deck: Deck) -> str:
    """Return the format that a deck's piles speak for where it states none."""
    if deck.plot_decks:
        return "civil-war"
    if deck.drafted:
        return "draft"
    return "rookery" if deck.rookery else "joust"


def play_format(written: str) -> str:
    """Return the format of play that some words name, or nothing."""
    name = "-".join(fold(written).split())
    return name if name in FORMATS_OF_PLAY else ""


def stated_edition(written: str) -> Edition | None:
    """Return the edition that some words name ("first", "2nd edition"), or None."""
    return _EDITIONS.get(fold(written).removesuffix("edition").strip())


def _is_number_of_players(written: str) -> bool:
    return len(written) < 4 and written.isdecimal() and 1 <= int(written) <= MOST_PLAYERS


def _is_day(written: str) -> bool:
    try:
        return date.fromisoformat(written).isoformat() == written
    except ValueError:
        return False
