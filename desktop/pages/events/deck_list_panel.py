"""The deck list of the selected player: its verdict, what would repair it, and its lines."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from carddb.errors import AppError
from desktop.pages.events.list_account import FrozenListModel
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.runtime.tasks import Progress, TaskRunner
from desktop.session.deck_intake import RepairQuestion, repair_sentences, stored_reading
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.labels import give_way, label, tip
from desktop.widgets.layouts import column, row
from desktop.widgets.rows_table import RowsTable
from events.event_state import EventState
from events.event_values import EventPlayer

MOST_REASONS = 6
MOST_STEPS = 6


class DeckListPanel(QWidget):
    """Shows a list as it was handed in; it is frozen, another one takes its place.

    Signals:
        hand_in_requested: the dialog to hand a list in is wanted.
    """

    hand_in_requested = Signal()

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._shown: object = None
        self._query: BackgroundQuery[RepairQuestion, tuple[str, ...]] = BackgroundQuery(
            tasks, self._find_repairs, self, remembered=8
        )
        self.heading = label(size=Size.BODY, wraps=True)
        self.verdict = label(wraps=True)
        self.repairs = label(wraps=True, faint=True)
        self.digest = label(size=Size.SMALL, faint=True, wraps=True)
        self.account = FrozenListModel(self)
        self.lines = RowsTable(self.account, "Cards of the deck list", self)
        watch_cards(self.lines)
        self.lines.empty_text = "No list."
        self.hand_in = QPushButton("Hand &in a list…", self)
        for each in (self.heading, self.verdict, self.repairs, self.digest):
            give_way(each)
        gap = space(self, 2)
        foot = row(self.hand_in, None, spacing=gap)
        parts = (self.heading, self.verdict, self.repairs, (self.lines, 1), self.digest, foot)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.hand_in.clicked.connect(self.hand_in_requested)
        self._query.changed.connect(self._show_repairs)

    def receive_cards(self, cards: LoadedCards) -> None:
        """Set the cards that lists are made of."""
        self._cards = cards

    def show_player(self, player: EventPlayer | None, state: EventState | None) -> None:
        """Show a player's list, or that there is none."""
        self.hand_in.setEnabled(player is not None and self._cards is not None)
        shown = (player.deck, player.name, state.settings) if player and state else None
        if shown == self._shown:
            return
        self._shown = shown
        self._query.withdraw()
        deck = player.deck if player else None
        self.heading.setText(player.name if player else "Choose a player to see the deck list.")
        if player is None or state is None or deck is None or self._cards is None:
            for each in (self.verdict, self.digest, self.repairs):
                each.clear()
            if player is not None:
                self.verdict.setText("No deck list yet.")
            self.account.show_rows(())
            return
        said = [*deck.reasons, *deck.warnings]
        more = [f"• and {len(said) - MOST_REASONS} more"] if len(said) > MOST_REASONS else []
        head = {True: "Legal.", False: "Not legal:", None: "Not judged."}[deck.legal]
        self.verdict.setText("\n".join([head, *(f"• {x}" for x in said[:MOST_REASONS]), *more]))
        self.digest.setText(
            f"{deck.name or 'Deck without a name'} · checksum {deck.digest}, for a deck check"
        )
        try:
            reading = stored_reading(deck, self._cards.pools)
        except AppError:
            reading = None
        self.account.show_reading(reading, self._cards)
        self.lines.fit_columns()
        if deck.legal is False:
            self._query.ask(RepairQuestion(deck, state.settings))
        self._show_repairs()

    def _find_repairs(self, question: RepairQuestion, report: Progress) -> tuple[str, ...]:
        if self._cards is None:
            return ()
        return repair_sentences(question, self._cards.pools, report)

    def _show_repairs(self) -> None:
        query = self._query
        if query.state is QueryState.COMING:
            self.repairs.setText("Looking for fixes…")
        elif query.state is QueryState.FRESH and query.answer:
            answer = query.answer
            steps = [f"• {each}" for each in answer[:MOST_STEPS]]
            if len(answer) > MOST_STEPS:
                steps.append(f"• and {len(answer) - MOST_STEPS} more steps")
            self.repairs.setText("\n".join(("What would fix it:", *steps)))
            self.repairs.setToolTip(tip("\n".join(answer)))
        else:
            self.repairs.clear()
        self.repairs.setVisible(bool(self.repairs.text()))
