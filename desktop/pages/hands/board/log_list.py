"""Lists below the board: every step of the game in words; what the best setup left, and why."""

from __future__ import annotations

from itertools import takewhile

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from desktop.style.fonts import Size, sized
from goldfish.play.game import Game, GameLogEntry, PlayPhase
from goldfish.setup_plan import SetupPlan

_SHORT = {PlayPhase.MARSHALING: "marshal"}


class LineList(QTreeWidget):
    """A list of lines in columns, without headings; the second column is the wide one."""

    def __init__(self, name: str, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setColumnCount(columns)
        self.setHeaderHidden(True)
        self.setWordWrap(True)
        self.setRootIsDecorated(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFont(sized(self.font(), Size.SMALL))
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)

    def add_line(self, *words: str) -> QTreeWidgetItem:
        """Add a line at the end and return it."""
        item = QTreeWidgetItem(list(words))
        for column, text in enumerate(words):
            item.setToolTip(column, text)
        self.addTopLevelItem(item)
        return item


class LogList(LineList):
    """The log of a game; a line that is activated restores the game as it was then.

    Signals:
        entry_chosen: a line was activated (its index).
    """

    entry_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Log", 3, parent)
        self._log: tuple[GameLogEntry, ...] = ()
        self.itemActivated.connect(
            lambda item: self.entry_chosen.emit(self.indexOfTopLevelItem(item))
        )

    def show_game(self, game: Game) -> None:
        """Show the log of a game, its end in view."""
        pairs = zip(self._log, game.log, strict=False)
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        while self.topLevelItemCount() > same:
            self.takeTopLevelItem(self.topLevelItemCount() - 1)
        for entry in game.log[same:]:
            gold = "" if entry.phase is PlayPhase.HAND else f"{entry.gold}"
            item = self.add_line(_when(entry), entry.words, gold)
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._log = game.log
        self.scrollToBottom()


class LeftList(LineList):
    """The cards that the best setup leaves in hand, each with the reason and a link to its rule.

    Signals:
        rule_requested: the rule behind a reason is to be opened (its id).
    """

    rule_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Left in hand, and why", 3, parent)
        self.itemActivated.connect(self._open_rule)
        self.itemClicked.connect(self._on_item_clicked)

    def show_plan(self, plan: SetupPlan) -> None:
        """Show what a plan leaves in hand."""
        self.clear()
        for left in plan.left:
            item = self.add_line(left.card.name, left.reason, "Rule")
            font = item.font(2)
            font.setUnderline(True)
            item.setFont(2, font)
            item.setToolTip(2, "Open the rule (Enter)")
            item.setData(0, Qt.ItemDataRole.UserRole, left.rule)
        if not plan.left:
            self.add_line("", "The best setup leaves no card in hand.")

    def _on_item_clicked(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 2:
            self._open_rule(item)

    def _open_rule(self, item: QTreeWidgetItem) -> None:
        rule = item.data(0, Qt.ItemDataRole.UserRole)
        if rule:
            self.rule_requested.emit(rule)


def plan_words(plan: SetupPlan) -> str:
    """Return what a plan comes to: "Best setup: 5 cards for 8 of 8 gold, 3 characters, 9 STR"."""
    tally = plan.tally
    cards = "1 card" if tally.cards == 1 else f"{tally.cards} cards"
    characters = "1 character" if tally.characters == 1 else f"{tally.characters} characters"
    words = f"Best setup: {cards} for {tally.gold} of {plan.budget} gold, {characters}"
    return f"{words}, {tally.strength} STR; {len(plan.left)} left."


def _when(entry: GameLogEntry) -> str:
    phase = _SHORT.get(entry.phase, entry.phase.value)
    return f"{entry.round} {phase}" if entry.round else phase
