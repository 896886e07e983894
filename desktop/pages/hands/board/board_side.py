"""The column beside the board: the selected card large, the log, a setup and its reasons."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.cards.card_view import CardView
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.layouts import tip
from goldfish.play.game import Game, GameLogEntry, PlayPhase
from goldfish.report_text import number_with_noun
from goldfish.setup import Placed, SetupPlan, Way

_SHORT = {PlayPhase.MARSHALING: "marshal"}
WIDE_COLUMN = 1
_UNBOUNDED = 10_000
_TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
_HEADING = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class WrapDelegate(QStyledItemDelegate):
    """Makes a row as high as its words are, wrapped in the width of their column."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        hint, view = super().sizeHint(option, index), self.parent()
        if not isinstance(view, QTreeWidget) or index.column() > WIDE_COLUMN:
            return hint
        edge = 2 * (view.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1)
        room = QRect(0, 0, max(1, view.columnWidth(index.column()) - edge), _UNBOUNDED)
        wraps = int(Qt.TextFlag.TextWordWrap)
        words = QFontMetrics(view.font()).boundingRect(room, wraps, str(index.data() or ""))
        single = view.fontMetrics().height()
        return QSize(
            hint.width(), max(hint.height(), hint.height() - single + words.height()) + single // 2
        )


class LineList(QTreeWidget):
    """A list of lines in columns with headings; the second column is the wide one, and wraps."""

    def __init__(self, name: str, headings: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setHeaderLabels(headings)
        self.setWordWrap(True)
        self.setItemDelegate(WrapDelegate(self))
        self.header().sectionResized.connect(self.scheduleDelayedItemsLayout)
        self.setRootIsDecorated(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setFont(sized(self.font(), Size.SMALL))
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.header().setSectionResizeMode(WIDE_COLUMN, QHeaderView.ResizeMode.Stretch)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Give the first column what it needs, but not so much that the second has no room."""
        needed = max(self.sizeHintForColumn(0), self.header().sectionSizeHint(0))
        self.setColumnWidth(0, min(needed, self.viewport().width() * 2 // 5))

    def add_line(self, *words: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem(list(words))
        for column, text in enumerate(words):
            item.setToolTip(column, tip(text))
            item.setTextAlignment(column, _TOP)
        self.addTopLevelItem(item)
        return item


class LogList(LineList):
    """The log of a game; a line that is activated restores the game as it was then.

    Signals:
        entry_chosen: a line was activated (its index).
    """

    entry_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Log", ("Phase", "Step", "Gold"), parent)
        self.headerItem().setTextAlignment(2, _HEADING)
        self.headerItem().setToolTip(2, "The gold in the pool after the step")
        self._log: tuple[GameLogEntry, ...] = ()
        self.itemActivated.connect(
            lambda item: self.entry_chosen.emit(self.indexOfTopLevelItem(item))
        )

    def show_game(self, game: Game) -> None:
        pairs = zip(self._log, game.log, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        while self.topLevelItemCount() > same:
            self.takeTopLevelItem(self.topLevelItemCount() - 1)
        for entry in game.log[same:]:
            gold = "" if entry.phase is PlayPhase.HAND else f"{entry.gold}"
            item = self.add_line(_when(entry), entry.words, gold)
            item.setTextAlignment(2, _NUMBER)
        self._log = game.log
        self._share_width()
        self.scrollToBottom()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.doItemsLayout()
        self.scrollToBottom()


class CardsLeftList(LineList):
    """What the best setup does with each card; why one is left in hand, with a link to the rule.

    Signals:
        rule_requested: the rule behind a reason is to be opened (its id).
    """

    rule_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Best setup: each card, and why", ("Card", "What and why", ""), parent)
        watch_cards(self)
        self.itemActivated.connect(self._open_rule)
        self.itemClicked.connect(self._on_item_clicked)

    def show_plan(self, plan: SetupPlan) -> None:
        self.clear()
        for placed in plan.placed:
            item = self.add_line(placed.card.name, placed_words(placed), "")
            self._add_card(item, placed.card)
        for left in plan.left:
            item = self.add_line(left.card.name, left.reason, "Rule")
            self._add_card(item, left.card)
            font = item.font(2)
            font.setUnderline(True)
            item.setFont(2, font)
            item.setToolTip(2, "Open the rule (Enter)")
            item.setData(0, Qt.ItemDataRole.UserRole, left.rule)
        if not plan.left:
            self.add_line("", "The best setup leaves no card in hand.")
        self._share_width()

    def _add_card(self, item: QTreeWidgetItem, card: Card) -> None:
        for column in range(self.columnCount()):
            item.setData(column, Role.CARD, card)

    def _on_item_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 2:
            self._open_rule(item)

    def _open_rule(self, item: QTreeWidgetItem) -> None:
        rule = item.data(0, Qt.ItemDataRole.UserRole)
        if rule:
            self.rule_requested.emit(rule)


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
    cards = number_with_noun(tally.cards, "card")
    characters = number_with_noun(tally.characters, "character")
    words = f"Best setup: {cards} for {tally.gold} of {plan.budget} gold, {characters}"
    return f"{words}, {tally.strength} STR; {len(plan.left)} left."


def _when(entry: GameLogEntry) -> str:
    phase = _SHORT.get(entry.phase, entry.phase.value)
    return f"{entry.round} {phase}" if entry.round else phase


class BoardSide(QTabWidget):
    """Tabs: the card that was chosen last, whatever `add_next` adds, the log, and the best setup.

    The last one is there from when a setup is proposed until the setup of the game is over.

    Signals:
        rule_requested: a rule is to be opened (its id).
    """

    rule_requested = Signal(str)

    def __init__(
        self, session: DeckSession, pictures: CardPictures | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self.pictures = session, pictures
        self.chosen_card: Card | None = None
        self.card = CardView(self, pictures)
        self.log = LogList(self)
        self.left = CardsLeftList(self)
        self.addTab(self.card, "Card")
        self.addTab(self.log, "Log")
        self.addTab(self.left, "Setup")
        self.setTabVisible(self.indexOf(self.left), False)  # noqa: FBT003 - Qt's own
        self.setAccessibleName("Beside the table")
        self.tabBar().setAccessibleName("Beside the table")
        self.left.rule_requested.connect(self.rule_requested)
        self.card.rule_requested.connect(self.rule_requested)
        self.currentChanged.connect(self._on_tab_changed)

    def add_next(self, widget: QWidget, name: str, after: QWidget | None = None) -> None:
        """Add a tab after another, or after that of the card."""
        self.insertTab(self.indexOf(after or self.card) + 1, widget, name)

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
        self.log.show_game(game)
        shown = proposed or game.phase is PlayPhase.SETUP
        if plan is not None and shown:
            self.left.show_plan(plan)
        was_current = self.currentWidget() is self.left
        self.setTabVisible(self.indexOf(self.left), plan is not None and shown)
        if proposed:
            self.setCurrentWidget(self.left)
        elif was_current and not shown:
            self.setCurrentWidget(self.card)

    def toggle_log(self) -> None:
        is_shown = self.currentWidget() is self.log
        self.setCurrentWidget(self.card if is_shown else self.log)

    def _on_tab_changed(self) -> None:
        if self.chosen_card is not None:
            self.show_card(self.chosen_card)
