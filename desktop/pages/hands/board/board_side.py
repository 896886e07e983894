"""The column beside the board: the selected card large, the log, a setup and its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QTabWidget, QWidget

from carddb.card import Card
from core.text_format import count_of
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.rows_model import Column, ColumnsModel, Row, number_column
from desktop.widgets.rows_table import RowsTable
from goldfish.play.game import Game, GameLogEntry, PlayPhase
from goldfish.setup import Placed, SetupPlan, Way

_SHORT = {PlayPhase.MARSHALING: "marshal"}
_LINK, _RULE = 2, "Rule \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}"


class LineTable(RowsTable[Row]):
    """Small lines below headings, as tall as their words; Enter or a double click opens one."""

    wrapping = (0, 1)

    def __init__(
        self,
        name: str,
        columns: Sequence[Column[Row]],
        card: Callable[[Row], Card | None] | None = None,
    ) -> None:
        self.lines = ColumnsModel(columns, key=id, card=card)
        super().__init__(self.lines, name)
        self.lines.setParent(self)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setSelectionMode(RowsTable.SelectionMode.SingleSelection)
        self.open_rows()
        self.lines.modelReset.connect(self.fit_columns)


def _when(entry: GameLogEntry) -> str:
    phase = _SHORT.get(entry.phase, entry.phase.value)
    return f"{entry.round} {phase}" if entry.round else phase


_LOG: tuple[Column[GameLogEntry], ...] = (
    Column(title="Phase", text=_when, width=9),
    Column(title="Step", text=lambda entry: entry.words, share=1),
    number_column(
        "Gold",
        lambda entry: "" if entry.phase is PlayPhase.HAND else entry.gold,
        6,
        name="The gold in the pool after the step",
    ),
)


@dataclass(frozen=True, slots=True)
class SetupLine:
    """What the best setup does with a card, and the rule behind it where it is left in hand."""

    words: str
    card: Card | None = None
    rule: str = ""


_SETUP: tuple[Column[SetupLine], ...] = (
    Column(title="Card", text=lambda line: line.card.name if line.card else "", width=12),
    Column(title="What and why", text=lambda line: line.words, share=1),
    Column(
        text=lambda line: _RULE if line.rule else "",
        width=7,
        tooltip=lambda line: "Open the rule (Enter)" if line.rule else "",
    ),
)


def setup_lines(plan: SetupPlan) -> list[SetupLine]:
    placed = [SetupLine(placed_words(each), each.card) for each in plan.placed]
    left = [SetupLine(each.reason, each.card, each.rule) for each in plan.left]
    return placed + (left or [SetupLine("The best setup leaves no card in hand.")])


def placed_words(placed: Placed) -> str:
    match placed.way:
        case Way.DUPLICATE:
            return "Set up as a duplicate, free."
        case Way.SHADOW:
            return f"Into shadows for {placed.cost} gold."
    where = f" on {placed.host.name}" if placed.host else ""
    return f"Set up{where} for {placed.cost} gold."


def plan_words(plan: SetupPlan) -> str:
    """Return a plan in words: "Best setup: 5 cards for 8 of 8 gold, 3 characters, 9 STR"."""
    tally = plan.tally
    cards = count_of(tally.cards, "card")
    characters = count_of(tally.characters, "character")
    words = f"Best setup: {cards} for {tally.gold} of {plan.budget} gold, {characters}"
    return f"{words}, {tally.strength} STR; {len(plan.left)} left."


class BoardSide(QTabWidget):
    """Tabs: the card that was chosen last, whatever `add` adds, the log, and the best setup.

    The last one is there from when a setup is proposed until the setup of the game is over.

    Signals:
        rule_requested: a rule is to be opened (its id).
    """

    rule_requested = Signal(str)

    def __init__(self, session: DeckSession, pictures: CardPictures) -> None:
        super().__init__()
        self._session, self.pictures = session, pictures
        self.chosen_card: Card | None = None
        self.card = CardView(self, pictures)
        self.log = LineTable("Log", _LOG)
        self.left = LineTable("Best setup: each card, and why", _SETUP, lambda line: line.card)
        watch_cards(self.left)
        self.addTab(self.card, "Card")
        self.addTab(self.log, "Log")
        self.addTab(self.left, "Setup")
        self.setTabVisible(self.indexOf(self.left), False)  # noqa: FBT003 - Qt's own
        self.setAccessibleName("Beside the table")
        self.tabBar().setAccessibleName("Beside the table")
        self.left.opened.connect(self._open_rule)
        self.left.clicked.connect(self._on_setup_clicked)
        self.card.rule_requested.connect(self.rule_requested)
        self.currentChanged.connect(self._on_tab_changed)

    def add(self, widget: QWidget, name: str) -> None:
        """Add a tab before that of the log."""
        self.insertTab(self.indexOf(self.log), widget, name)

    def show_card(self, card: Card) -> None:
        """Show a card, as soon as its tab is shown."""
        self.chosen_card = card
        cards = self._session.cards
        if cards is not None and self.currentWidget() is self.card:
            self.card.show_card(card, cards)

    @property
    def shows_cards(self) -> bool:
        return self.isVisible() and self.currentWidget() is self.card

    def is_in_view(self, card: Card) -> bool:
        return self.shows_cards and card == self.chosen_card

    def show_game(self, game: Game, plan: SetupPlan | None, *, proposed: bool = False) -> None:
        self.log.lines.show_rows(game.log)
        self.log.scrollToBottom()
        shown = proposed or game.phase is PlayPhase.SETUP
        if plan is not None and shown:
            self.left.lines.show_rows(setup_lines(plan))
        was_current = self.currentWidget() is self.left
        self.setTabVisible(self.indexOf(self.left), plan is not None and shown)
        if proposed:
            self.setCurrentWidget(self.left)
        elif was_current and not shown:
            self.setCurrentWidget(self.card)

    def toggle_log(self) -> None:
        is_shown = self.currentWidget() is self.log
        self.setCurrentWidget(self.card if is_shown else self.log)

    def _open_rule(self, line: SetupLine) -> None:
        if line.rule:
            self.rule_requested.emit(line.rule)

    def _on_setup_clicked(self, index: QModelIndex) -> None:
        if index.column() == _LINK:
            self._open_rule(self.left.lines.rows[index.row()])

    def _on_tab_changed(self) -> None:
        self.log.scrollToBottom()
        if self.chosen_card is not None:
            self.show_card(self.chosen_card)
