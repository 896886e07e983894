"""The categories of the deck as a table: how many copies, how many are wanted, and the chance."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget
from typing_extensions import override

from core.text_format import count_of
from decks.categories import copies_in
from decks.deck import Category, Deck
from desktop.pages.builder.card_commands import CategoryCommands
from desktop.runtime.tasks import BackgroundQuery, Progress, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.style import icons
from desktop.widgets.card_delegate import RIGHT, AnyIndex, Cell, Role
from desktop.widgets.glyphs import Glyph
from desktop.widgets.menus import Menu
from desktop.widgets.rows_model import ColumnHeading, RowsModel
from desktop.widgets.rows_table import RowsTable
from validators.problem import Severity

# After the last edit, milliseconds.
DELAY_MS = 300
# Where not every hand can be gone through.
SAMPLED = 20_000
SEED = 1
NAME, CARDS, TARGET, CHANCE = range(4)
NEW = "New category"
_DASH = "\N{EN DASH}"
_LAST_ROUND = 9
_MISSED = Glyph(icons.NOTE, Severity.WARNING, "not as wanted")
_PLUS = Glyph("side/plus")
# At most three digits: the library refuses larger targets.
_TARGET = re.compile(rf"(\d{{1,3}})?\s*(\+|-|{_DASH}|to)?\s*(\d{{1,3}})?")


def drawn_from(deck: Deck) -> Deck:
    """Return the part of a deck that its hands depend on."""
    draw = tuple(deck.draw())
    return Deck(
        name="", edition=deck.edition, faction=deck.faction, agendas=deck.agendas, slots=draw
    )


def target_text(category: Category) -> str:
    """Return how many copies are wanted, as it is typed: "8", "3-5", "-3" or nothing."""
    least, most = category.least, category.most
    if most is None:
        return "" if least is None else f"{least}"
    return f"{'' if least is None else least}{_DASH}{most}"


def parse_target(text: str) -> tuple[int | None, int | None] | None:
    """Return the least and the greatest number that a text states; None if it states neither.

    "8" and "8+" are 8 or more, "3-5" is 3 to 5, "-3" at most 3; no text is any number.
    """
    found = _TARGET.fullmatch(text.strip())
    if found is None:
        return None
    least, most = (int(each) if each else None for each in found.group(1, 3))
    if least is not None and most is not None and (found.group(2) in {None, "+"} or most < least):
        return None
    return least, most


@dataclass(frozen=True, slots=True)
class SeenQuestion:
    """How likely a card of each category is seen by a round."""

    deck: Deck
    categories: tuple[Category, ...]
    by_round: int


def chances_to_see(question: SeenQuestion, progress: Progress) -> dict[str, float]:
    """Return for each category the chance to see one of its cards; sampled where that is slow.

    No hand is put back; what refills it after setup is counted. AppError where the deck cannot
    fill a hand.
    """
    # Not before it is wanted: numpy takes a while to load.
    from goldfish.dealer import Sampling  # noqa: PLC0415
    from goldfish.draw_deck import opening  # noqa: PLC0415
    from goldfish.exact import is_quick  # noqa: PLC0415
    from goldfish.mulligan import KeepPolicy  # noqa: PLC0415
    from goldfish.odds import WantedCards, odds  # noqa: PLC0415
    from goldfish.setup_kernel import SetupKernel  # noqa: PLC0415

    kernel = SetupKernel(opening(question.deck))
    sampling = None if is_quick(kernel) else Sampling(SAMPLED, SEED)
    found: dict[str, float] = {}
    for number, each in enumerate(question.categories):
        progress(number, len(question.categories))
        wanted = WantedCards(test=each.test, by_round=question.by_round)
        found[each.name] = odds(kernel, KeepPolicy(), wanted, sampling).probability.mean
    return found


@dataclass(frozen=True, slots=True)
class CategoryRow:
    """A category with its copies and the chance to see one; the last row is for a new one."""

    category: Category | None = None
    copies: int = 0
    chance: float | None = None

    @property
    def name(self) -> str:
        return self.category.name if self.category else NEW

    @property
    def is_missed(self) -> bool:
        return self.category is not None and self.category.misses(self.copies)

    def text(self, column: int) -> str:
        if self.category is None:
            return "" if column else NEW
        chance = "" if self.chance is None else f"{100 * self.chance:.0f} %"
        return (self.name, f"{self.copies}", target_text(self.category) or _DASH, chance)[column]


def _heading(title: str, width: float = 8) -> ColumnHeading:
    return ColumnHeading(title, alignment=RIGHT, width=width)


class CategoryModel(RowsModel[CategoryRow]):
    """Names and targets can be edited; a name in the last row makes a new category."""

    def __init__(self, session: DeckSession, commands: CategoryCommands, parent: QWidget) -> None:
        numbers = (_heading("Cards", 5), _heading("Target", 6), _heading("By round 2"))
        headings = (ColumnHeading(name="Category", share=1), *numbers)
        super().__init__(parent, headings=headings)
        self._session, self._commands = session, commands

    @override
    def key(self, row: CategoryRow) -> object:
        return row.name

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        flags, row = super().flags(index), self.rows[index.row()] if index.isValid() else None
        if row is None or self._session.read_only:
            return flags
        edits = index.column() == NAME or (index.column() == TARGET and row.category is not None)
        return flags | Qt.ItemFlag.ItemIsEditable if edits else flags

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        each = self.rows[row]
        text = each.text(column)
        missed = column == CARDS and each.is_missed
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.EditRole:
                is_known = each.category is not None and text != _DASH
                return text if is_known else ""
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{text}, {_MISSED.words}" if missed else text
            case Qt.ItemDataRole.ToolTipRole if column == TARGET and each.category is not None:
                return each.category.target or "Any number. Type 8, 3-5 or -3."
            case Role.CELL:
                glyphs = (_MISSED,) if missed else (_PLUS,) if text == NEW else ()
                faint = each.category is None or column == TARGET
                alignment = RIGHT if column else Cell().alignment
                return Cell(text, glyphs, alignment=alignment, faint=faint)
        return None

    @override
    def setData(self, index: AnyIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        category, text = self.rows[index.row()].category, str(value).strip()
        commands, change = self._commands, None
        if index.column() == TARGET and category is not None:
            bounds = parse_target(text)
            if bounds is not None and bounds != (category.least, category.most):
                change = partial(commands.set_target, category.name, *bounds)
        elif category is None and text:
            change = partial(commands.set_target, text, None, None)
        elif category is not None and text not in {"", category.name}:
            change = partial(commands.rename, category.name, text)
        if change is not None:
            # Other rows: the view closes its editor before.
            QTimer.singleShot(0, self, change)
        return change is not None


class CategoryTable(RowsTable[CategoryRow]):
    """Edits names and targets in place; Delete removes the selected categories."""

    grouping_requested = Signal()  # of the deck, by category

    def __init__(
        self, session: DeckSession, commands: CategoryCommands, tasks: TaskRunner, parent: QWidget
    ) -> None:
        self.categories = CategoryModel(session, commands, parent)
        super().__init__(self.categories, "Categories", parent)
        self._session, self._commands = session, commands
        self.by_round = 2
        self.seen: BackgroundQuery[SeenQuestion, dict[str, float]] = BackgroundQuery(
            tasks, chances_to_see, self, delay_ms=DELAY_MS
        )
        triggers = self.EditTrigger
        self.setEditTriggers(
            triggers.EditKeyPressed | triggers.AnyKeyPressed | triggers.DoubleClicked
        )
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip("Ctrl+Shift+C puts the selected cards into categories")
        self.clicked.connect(self._on_clicked)
        self.seen.answered.connect(self.show_deck)
        self.seen.failed.connect(self.show_deck)
        commands.own_changed.connect(self.show_deck)

    def show_deck(self, _: object = None) -> None:
        """Show the categories of the deck on screen, and ask for their chances."""
        self._commands.read_own()
        deck = self._session.deck
        found = deck.categories if deck else ()
        if deck is not None and found:
            self.seen.ask(SeenQuestion(drawn_from(deck), found, self.by_round))
        else:
            self.seen.forget()
        chances = (self.seen.answer or {}) if self.seen.error is None else {}
        rows = [
            CategoryRow(each, copies_in(deck, each), chances.get(each.name))
            for each in found
            if deck is not None
        ]
        self.categories.update_rows([*rows, CategoryRow()])
        self.horizontalHeader().setVisible(bool(rows))
        self.updateGeometry()

    def menu(self) -> QMenu:
        """Return what can be done with the selected categories, and with all of them."""
        menu, commands = Menu(parent=self), self._commands
        selected = [row.category for row in self.selected() if row.category is not None]
        if len(selected) == 1:
            index = self.categories.index(self.categories.rows_of([selected[0].name])[0], NAME)
            menu.addAction("Rena&me\tEnter", partial(self.edit, index))
        if selected:
            menu.addAction("Remo&ve\tDel", self._remove_selected)
            menu.addSeparator()
        menu.addAction("Group the &deck by category", self.grouping_requested.emit)
        rounds = menu.addMenu("&Chance to see one by round")
        for number in range(_LAST_ROUND + 1):
            chosen = rounds.addAction(f"{number}", partial(self._choose_round, number))
            chosen.setCheckable(True)
            chosen.setChecked(number == self.by_round)
        deck = self._session.deck
        if offered := commands.offered():
            menu.addAction(f"&Use mine ({count_of(offered, 'card')})", commands.take_own)
        if deck and deck.categories and commands.ready:
            menu.addAction("&Save as mine, for every deck", commands.save_own)
        return menu

    def open_menu(self, at: QPoint) -> None:
        menu = self.menu()
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def _remove_selected(self) -> None:
        for row in self.selected():
            if row.category is not None:
                self._commands.remove(row.category.name)

    def _choose_round(self, number: int) -> None:
        self.by_round = number
        before = self.categories.headings[:CHANCE]
        self.categories.headings = (*before, _heading(f"By round {number}"))
        self.categories.headerDataChanged.emit(Qt.Orientation.Horizontal, CHANCE, CHANCE)
        self.show_deck()

    def _on_clicked(self, index: Any) -> None:
        if self.categories.rows[index.row()].category is None:
            self.edit(self.categories.index(index.row(), NAME))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        editing = self.state() is self.State.EditingState
        if event.key() == Qt.Key.Key_Delete:
            self._remove_selected()
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not editing:
            self.edit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def sizeHint(self) -> QSize:
        headings, rows = self.horizontalHeader(), self.verticalHeader().length()
        heading = 0 if headings.isHidden() else headings.sizeHint().height()
        return QSize(super().sizeHint().width(), heading + rows + 2 * self.frameWidth())

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.open_menu(event.globalPos())
