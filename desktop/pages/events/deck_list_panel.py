"""The deck list of the selected player: its verdict, what repairs it, and its cards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from app.deck_intake import (
    ListRepairs,
    RepairQuestion,
    list_errors,
    list_repairs,
    stored_reading,
)
from app.deck_list_tables import LIST_CARDS, AccountLine, account_lines
from app.tables import TableColumn
from core.errors import AppError
from decks.deck import Deck
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.pages.events.event_panel import columns_of
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.buttons import push_button
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import of_line
from desktop.widgets.layouts import FlowLayout, WrapButton, column, give_way, label, splitter
from desktop.widgets.rows_model import ColumnsModel
from desktop.widgets.rows_table import NarrowTable
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, HandedInDeck


class ListProblems(QWidget):
    """Sentences, and below each its repairs, as soon as they are found.

    Signals:
        repair_chosen: a button was pressed (the Repair).
    """

    repair_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scroller = QScrollArea(self)
        self.scroller.setObjectName("ground")
        self.scroller.setFrameShape(QFrame.Shape.NoFrame)
        self.scroller.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroller.setAccessibleName("Problems of the deck list")
        self.scroller.setWidgetResizable(True)
        self.scroller.viewport().setAutoFillBackground(False)
        column(self.scroller, parent=self, margin=0)
        self.buttons: list[WrapButton] = []
        self._shown: object = None

    def show_problems(self, said: Sequence[str], repairs: ListRepairs | None) -> None:
        """Show sentences with their repairs, if any are to be had."""
        shown = (tuple(said), repairs)
        if shown == self._shown:
            return
        self._shown = shown
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, space(self, 1), 0)
        layout.setSpacing(space(self, 1))
        self.buttons = []
        for each in said:
            words = label(f"• {each}", wraps=True)
            give_way(words)
            layout.addWidget(words)
            for repair in repairs.of(each) if repairs else ():
                button = WrapButton(repair.label, inner)
                button.setAccessibleDescription(each)
                button.clicked.connect(
                    lambda _=False, chosen=repair: self.repair_chosen.emit(chosen)
                )
                self.buttons.append(button)
                layout.addWidget(button)
        layout.addStretch(1)
        self.scroller.setWidget(inner)
        inner.setAutoFillBackground(False)  # which setWidget turns on


def account_model(table: Sequence[TableColumn[AccountLine]]) -> ColumnsModel[AccountLine]:
    """Return a model of the lines of a list."""
    columns = columns_of(table, {"Result": lambda each: (of_line(each.line),)})
    return ColumnsModel(columns, key=lambda each: each.number, card=lambda each: each.card)


NO_LIST, NOBODY = "No deck list yet.", "Choose a player to see the deck list."


class DeckListPanel(QWidget):
    """Shows a list as it was handed in; from the start of the event on it is frozen.

    Signals:
        repaired: a repair was chosen (the list before, the Deck after).
    """

    repaired = Signal(object, object)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._shown: object = None
        self._deck: HandedInDeck | None = None
        self._query: BackgroundQuery[RepairQuestion, ListRepairs | None] = BackgroundQuery(
            tasks, self._find_repairs, self, remembered=8
        )
        self.heading = label(size=Size.MIDDLE, weight=QFont.Weight.DemiBold, wraps=True)
        self.verdict = label(wraps=True)
        self.problems = ListProblems(self)
        self.digest = label(size=Size.SMALL, faint=True, wraps=True)
        self.account = account_model(LIST_CARDS)
        self.lines = NarrowTable(self.account, "Cards of the deck list", self, main=1, dropped=(2,))
        watch_cards(self.lines)
        self.lines.empty_text = "No list."
        self.hand_in = push_button("Hand &in a list…", self)
        self.repair_all = push_button("Fix all…", self)
        self.check = push_button("Deck &check…", self)
        for each in (self.heading, self.verdict, self.digest):
            give_way(each)
        gap = space(self, 2)
        middle = splitter(self.problems, self.lines, parent=self, vertical=True)
        foot = FlowLayout(gap // 2, self.hand_in, self.repair_all, self.check)
        parts = (self.heading, self.verdict, (middle, 1), self.digest, foot)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.repair_all.clicked.connect(self._on_repair_all_clicked)
        self.problems.repair_chosen.connect(lambda repair: self._repair(repair.deck))
        self._query.changed.connect(self._show_problems)
        self.show_player(None, None)

    def receive_cards(self, cards: LoadedCards) -> None:
        self._cards = cards

    def show_player(self, player: EventPlayer | None, state: EventState | None) -> None:
        """Show a player's list, or that there is none."""
        self.hand_in.setEnabled(player is not None and self._cards is not None)
        stage = state.stage if state else None
        shown = (player.deck, player.name, state.settings, stage) if player and state else None
        if shown == self._shown and shown is not None:
            return
        self._shown = shown
        self._query.withdraw()
        deck = self._deck = player.deck if player and self._cards else None
        self.heading.setText(player.name if player else "")
        self.lines.setVisible(deck is not None)
        self.hand_in.setVisible(player is not None)
        # Before the start it is in the menu: lists are repaired then.
        self.check.setVisible(deck is not None and stage is not EventStage.REGISTRATION)
        if player is None or state is None or deck is None or self._cards is None:
            self.verdict.setText(NO_LIST if player else NOBODY)
            self.digest.clear()
            self.account.show_rows(())
            self._show_problems()
            return
        self.verdict.setText({True: "Legal.", False: "Not legal:", None: "Not judged."}[deck.legal])
        self.digest.setText(
            f"{deck.name or 'Deck without a name'} · checksum {deck.digest}, for a deck check"
        )
        try:
            reading = stored_reading(deck, self._cards.pools)
        except AppError:
            reading = None
        lines = account_lines(reading, self._cards.card, self._cards.named)
        self.account.show_rows(each for each in lines if each.name)
        if deck.legal is False and stage is EventStage.REGISTRATION:
            self._query.ask(RepairQuestion(deck, state.settings))
        self._show_problems()

    def _find_repairs(self, question: RepairQuestion, report: Progress) -> ListRepairs | None:
        return list_repairs(question, self._cards.pools, report) if self._cards else None

    @property
    def repairs(self) -> ListRepairs | None:
        """The repairs of the list that is shown, once they are found; none after the start."""
        return self._query.answer if self._query.state is QueryState.FRESH else None

    def _show_problems(self) -> None:
        deck, repairs = self._deck, self.repairs
        said = (*deck.reasons, *deck.warnings) if deck else ()
        self.problems.show_problems(said, repairs)
        self.problems.setVisible(bool(said))
        looking = self._query.state is QueryState.COMING
        self.repair_all.setVisible(looking or repairs is not None)
        self.repair_all.setEnabled(repairs is not None)

    def _repair(self, after: Deck) -> None:
        if self._deck is not None:
            self.repaired.emit(self._deck, after)

    def _on_repair_all_clicked(self) -> None:
        if (repairs := self.repairs) is None:
            return
        dialog = RepairAllDialog(repairs.all_at_once, self._errors_of, self.window())
        dialog.accepted.connect(lambda: self._repair(dialog.deck))
        dialog.open()

    def _errors_of(self, deck: Deck) -> list[str]:
        question = self._query.question
        if question is None or self._cards is None:
            return []
        return list_errors(deck, question.settings, self._cards.judges)
