"""The one place that holds the deck on screen, what it is judged under, and the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from PySide6.QtCore import QObject, Signal

from carddb.pool import CardPool
from decks.deck import Deck
from decks.report import Reading, ReportLine
from desktop.cards import LoadedCards
from validators.conditions import Conditions
from validators.formats import Format, find_format, formats_of
from validators.in_force import find_list
from validators.problem import Verdict

OF_THE_DAY = ""
NO_LIST = "none"


@dataclass(frozen=True, slots=True)
class Choice:
    """What the user chose in the deck's header; `list_code` may be OF_THE_DAY or NO_LIST."""

    format_name: str
    list_code: str
    day: date


class DeckSession(QObject):
    """The deck on screen as a frozen value that is only ever replaced as a whole.

    Signals:
        cards_loaded: the cards are there; decks can be opened from now on.
        deck_changed: another deck is on screen.
        verdict_changed: the deck was judged again, because it or the choice changed.
    """

    cards_loaded = Signal()
    deck_changed = Signal()
    verdict_changed = Signal()

    def __init__(self, today: date, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.today = today
        self.cards: LoadedCards | None = None
        self.readings: tuple[Reading, ...] = ()
        self.index = 0
        self.choice = Choice("joust", OF_THE_DAY, today)
        self.conditions: Conditions | None = None
        self.verdict: Verdict | None = None

    def receive_cards(self, cards: LoadedCards) -> None:
        """Take the cards that decks are made of."""
        self.cards = cards
        self.cards_loaded.emit()

    @property
    def deck(self) -> Deck | None:
        """The deck on screen."""
        return self.readings[self.index].deck if self.readings else None

    @property
    def unread(self) -> tuple[ReportLine, ...]:
        """The lines of the deck's source that are missing from it."""
        return self.readings[self.index].unread if self.readings else ()

    @property
    def guessed(self) -> tuple[ReportLine, ...]:
        """The lines that went into the deck as something other than what they say."""
        return self.readings[self.index].corrected if self.readings else ()

    @property
    def legal(self) -> bool:
        """Whether the judge found no error and every line of the source was read."""
        return self.verdict is not None and self.verdict.legal and not self.unread

    @property
    def pool(self) -> CardPool | None:
        """The cards of the deck's edition."""
        if self.cards is None or self.deck is None:
            return None
        return self.cards.pools[self.deck.edition]

    def open(self, readings: Sequence[Reading]) -> None:
        """Put the first of these decks on screen and keep the others at hand."""
        self.readings = tuple(readings)
        self.show_deck(0)

    def show_deck(self, index: int) -> None:
        """Put another of the opened decks on screen."""
        self.index = index
        deck = self.readings[index].deck
        self.choice = self._stated(deck)
        self._judge()
        self.deck_changed.emit()
        self.verdict_changed.emit()

    def choose(
        self,
        *,
        format_name: str | None = None,
        list_code: str | None = None,
        day: date | None = None,
    ) -> None:
        """Judge the deck under another format, list or day of the event."""
        choice = Choice(
            self.choice.format_name if format_name is None else format_name,
            self.choice.list_code if list_code is None else list_code,
            self.choice.day if day is None else day,
        )
        if choice != self.choice:
            self.choice = choice
            self._judge()
            self.verdict_changed.emit()

    def formats(self) -> tuple[Format, ...]:
        """Return the formats of the deck's edition."""
        return formats_of(self.deck.edition) if self.deck else ()

    def _stated(self, deck: Deck) -> Choice:
        """Return what the deck states for itself, and the custom where it states nothing."""
        try:
            day = date.fromisoformat(deck.date)
        except ValueError:
            day = self.today
        names = [each.name for each in formats_of(deck.edition)]
        name = deck.format if deck.format in names else "joust"
        known = {NO_LIST, *(self.pool.lists if self.pool else ())}
        return Choice(name, deck.list_code if deck.list_code in known else OF_THE_DAY, day)

    def _judge(self) -> None:
        deck, pool = self.deck, self.pool
        if deck is None or pool is None or self.cards is None:
            return
        game_format = find_format(deck.edition, self.choice.format_name)
        restricted = find_list(pool, self.choice.list_code, self.choice.day)
        self.conditions = Conditions(game_format, restricted, self.choice.day)
        judged = replace(deck, format=game_format.name)
        self.verdict = self.cards.judges[deck.edition].verdict(judged, self.conditions)
