"""The deck list of the selected player: its verdict, what repairs it, and its cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.deck_intake import (
    ListRepairs,
    RepairQuestion,
    list_errors,
    list_repairs,
    stored_reading,
)
from carddb.card import Card
from core.errors import AppError
from decks.deck import Deck
from decks.report import LineStatus, Reading, ReportLine
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import WrapButton, column, give_way, label, row, splitter
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import NarrowTable
from events.event_state import EventState
from events.event_terms import EventStage
from events.event_values import EventPlayer, HandedInDeck
from validators.problem import Severity


class ListProblems(QWidget):
    """Sentences, and below each its repairs, as soon as they are found.

    Signals:
        repair_chosen: a button was pressed (the Repair).
    """

    repair_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scroller = QScrollArea(self)
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


_STATUS = {
    LineStatus.READ: "Read",
    LineStatus.CORRECTED: "Corrected",
    LineStatus.AMBIGUOUS: "Several fit",
    LineStatus.UNKNOWN: "Not found",
    LineStatus.IGNORED: "No card",
}


@dataclass(frozen=True, slots=True)
class AccountLine:
    """A line of a list, and the card that it was read as, with its name."""

    number: int
    line: ReportLine
    card: Card | None
    name: str

    @property
    def glyph(self) -> Glyph:
        """The sign of what became of it."""
        if self.line.lost:
            return Glyph(icons.UNREAD, Severity.ERROR)
        if self.line.status is LineStatus.READ:
            return Glyph(icons.LEGAL, tint=True)
        if self.line.status is LineStatus.IGNORED:
            return Glyph("")
        return Glyph(icons.of_severity(Severity.WARNING), Severity.NOTE)


COLUMNS: tuple[Column[AccountLine], ...] = (
    Column(
        title="Line",
        text=lambda each: str(each.line.line or ""),
        width=6,
        alignment=RIGHT,
        faint=True,
    ),
    Column(title="As written", text=lambda each: each.line.words, width=10, share=5),
    Column(
        title="Result",
        text=lambda each: _STATUS[each.line.status],
        glyphs=lambda each: (each.glyph,),
        tooltip=lambda each: each.line.note or _STATUS[each.line.status],
        words=lambda each: _STATUS[each.line.status],
        width=15,
    ),
    Column(
        title="Card",
        text=lambda each: f"{each.line.copies} {each.name}" if each.name else each.line.note,
        width=10,
        share=4,
    ),
)


CARDS: tuple[Column[AccountLine], ...] = (
    Column(title="Copies", text=lambda each: str(each.line.copies), width=7, alignment=RIGHT),
    Column(title="Card", text=lambda each: each.name, width=12, share=3),
    Column(title="Section", text=lambda each: _where(each.line), width=12, faint=True),
)


def account_model(
    columns: Sequence[Column[AccountLine]], parent: QObject
) -> ColumnsModel[AccountLine]:
    """Return a model of the lines of a list."""
    return ColumnsModel(columns, parent, key=lambda each: each.number, card=lambda each: each.card)


def account_lines(reading: Reading | None, cards: LoadedCards) -> list[AccountLine]:
    """Return the lines of a list, those that were not read first."""
    lines = reading.lines if reading else ()
    rows = [
        AccountLine(number, line, cards.card(line.code), cards.named(line.code))
        if line.code
        else AccountLine(number, line, None, "")
        for number, line in enumerate(lines)
    ]
    return sorted(rows, key=lambda each: not each.line.lost)


def _where(line: ReportLine) -> str:
    return str(line.section).capitalize() if line.section else ""


def account_words(reading: Reading) -> str:
    """Return the account in short: "62 lines read, 1 corrected, 2 not read"."""
    parts = [f"{len(reading.read)} lines read as written"]
    if reading.corrected:
        parts.append(f"{len(reading.corrected)} corrected")
    if reading.unread:
        parts.append(f"{len(reading.unread)} not read")
    return ", ".join(parts)


class DeckListPanel(QWidget):
    """Shows a list as it was handed in; from the start of the event on it is frozen.

    Signals:
        hand_in_requested: the dialog to hand a list in is wanted.
        check_requested: a deck check is wanted.
        repaired: a repair was chosen (the list before, the Deck after).
    """

    hand_in_requested = Signal()
    check_requested = Signal()
    repaired = Signal(object, object)

    def __init__(self, tasks: TaskRunner, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards: LoadedCards | None = None
        self._shown: object = None
        self._deck: HandedInDeck | None = None
        self._query: BackgroundQuery[RepairQuestion, ListRepairs | None] = BackgroundQuery(
            tasks, self._find_repairs, self, remembered=8
        )
        self.heading = label(size=Size.BODY, wraps=True)
        self.verdict = label(wraps=True)
        self.problems = ListProblems(self)
        self.digest = label(size=Size.SMALL, faint=True, wraps=True)
        self.account = account_model(CARDS, self)
        self.lines = NarrowTable(self.account, "Cards of the deck list", self, main=1, dropped=(2,))
        watch_cards(self.lines)
        self.lines.empty_text = "No list."
        self.hand_in = QPushButton("Hand &in a list…", self)
        self.repair_all = QPushButton("Fix all…", self)
        self.check = QPushButton("Deck &check…", self)
        for each in (self.heading, self.verdict, self.digest):
            give_way(each)
        gap = space(self, 2)
        middle = splitter(self.problems, self.lines, parent=self, vertical=True)
        foot = row(self.hand_in, self.repair_all, self.check, None, spacing=gap)
        parts = (self.heading, self.verdict, (middle, 1), self.digest, foot)
        column(*parts, parent=self, margin=0, spacing=gap)
        self.hand_in.clicked.connect(self.hand_in_requested)
        self.check.clicked.connect(self.check_requested)
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
        self.heading.setText(player.name if player else "Choose a player to see the deck list.")
        # Before the start it is in the menu: lists are repaired then.
        self.check.setVisible(deck is not None and stage is not EventStage.REGISTRATION)
        if player is None or state is None or deck is None or self._cards is None:
            self.verdict.setText("No deck list yet." if player else "")
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
        lines = account_lines(reading, self._cards)
        self.account.show_rows(each for each in lines if each.name)
        self.lines.fit_columns()
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
