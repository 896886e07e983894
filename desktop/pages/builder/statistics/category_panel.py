"""The deck's categories in numbers: copies, targets, the chance to see one, and what is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSpinBox, QWidget

from decks.categories import category_called, copies_in, missed_target
from decks.category import Category
from decks.deck import Deck
from desktop.dialogs.simple_dialogs import NameDialog
from desktop.pages.builder.category_commands import CategoryCommands
from desktop.pages.builder.statistics.deck_numbers import DELAY_MS, SAMPLED, SEED, drawn_from
from desktop.pages.builder.statistics.figure_grid import FigureGrid, FigureLine
from desktop.runtime.background_query import BackgroundQuery
from desktop.runtime.heap import arrays_reused
from desktop.runtime.tasks import Progress, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import Size, sized, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import buddy_label, label
from desktop.widgets.layouts import FlowLayout, column, row

if TYPE_CHECKING:
    from carddb.errors import AppError

HINT = "Ctrl+Shift+C puts the selected cards into categories: draw, gold, removal."
_MOST = 99
_ANY = "any"
_DOT = " \N{MIDDLE DOT} "


@dataclass(frozen=True, slots=True)
class SeenQuestion:
    """How likely a card of each category is seen by a round."""

    deck: Deck
    categories: tuple[Category, ...]
    by_round: int


@arrays_reused()
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


class CategoryPanel(QWidget):
    """Figures of the categories, and below them what can be done with one.

    Signals:
        grouping_requested: the deck is to be shown by category.
    """

    grouping_requested = Signal()

    def __init__(
        self, session: DeckSession, commands: CategoryCommands, tasks: TaskRunner, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._session, self._commands = session, commands
        self._chances: dict[str, float] = {}
        self._asked: SeenQuestion | None = None
        self.figures = FigureGrid("Categories", f"wanted{_DOT}seen", self)
        self.hint = label(HINT, Size.SMALL, faint=True, wraps=True)
        self.chosen = ComboBox("Category", self)
        self.chosen.setMinimumContentsLength(8)
        self.least, self.most = (self._bound(name) for name in ("At least", "At most"))
        self.rename = self._button("Rena&me…", "Rename the category", self._on_rename_clicked)
        self.remove = self._button("Remo&ve", "Remove the category", self._on_remove_clicked)
        self.group = self._button(
            "In the &deck", "Group the deck by category", self.grouping_requested.emit
        )
        self.by_round = QSpinBox(self)
        self.by_round.setRange(0, 9)
        self.by_round.setValue(2)
        self.by_round.setAccessibleName("By which round")
        self.see = self._button(
            "&Chance to see one by round", "Chance to see a card of each category", self._ask
        )
        self.take = self._button(
            "&Use mine", "Take over your own categories", self._commands.take_own
        )
        self.save = self._button(
            "&Save as mine", "Save the categories as your own, for every deck", commands.save_own
        )
        self.seen: BackgroundQuery[SeenQuestion, dict[str, float]] = BackgroundQuery(
            tasks, chances_to_see, self, delay_ms=DELAY_MS // 10
        )
        self._lay_out()
        self._connect()

    def show_deck(self) -> None:
        """Show the categories of the deck on screen."""
        self._commands.read_own()
        deck = self._session.deck
        found = deck.categories if deck else ()
        if self._asked is not None and (deck is None or self._asked != self._question(deck)):
            self._asked, self._chances = None, {}
            self.seen.withdraw()
        names = [each.name for each in found]
        if [self.chosen.itemText(n) for n in range(self.chosen.count())] != names:
            before = self.chosen.currentText()
            self.chosen.clear()
            self.chosen.addItems(names)
            self.chosen.setCurrentIndex(max(0, self.chosen.findText(before)))
        self._fields.setVisible(bool(found))
        self.hint.setVisible(not found)
        self._show_figures()
        self._show_target()
        self._show_own()

    def _question(self, deck: Deck) -> SeenQuestion:
        return SeenQuestion(drawn_from(deck), deck.categories, self.by_round.value())

    def _lay_out(self) -> None:
        gap = space(self, 2)
        self._fields = QWidget(self)
        least, most = (
            row(buddy_label(words, field, Size.SMALL), field, spacing=gap)
            for words, field in (("at least", self.least), ("at most", self.most))
        )
        bounds, doing, seeing, own = (FlowLayout(gap) for _ in range(4))
        for each in (least, most):
            bounds.addItem(each)
        for flow, widgets in (
            (doing, (self.rename, self.remove, self.group)),
            (seeing, (self.see, self.by_round)),
            (own, (self.take, self.save)),
        ):
            for widget in widgets:
                flow.addWidget(widget)
        lines = (self.chosen, bounds, doing, seeing)
        column(*lines, parent=self._fields, margin=0, spacing=gap)
        column(self.figures, self.hint, self._fields, own, parent=self, margin=0, spacing=gap)

    def _connect(self) -> None:
        self.chosen.currentIndexChanged.connect(self._show_target)
        for field in (self.least, self.most):
            field.valueChanged.connect(self._on_target_changed)
        self.by_round.valueChanged.connect(self._on_round_changed)
        self.seen.answered.connect(self._on_seen)
        self.seen.failed.connect(self._on_seeing_failed)
        self._commands.own_changed.connect(self._show_own)

    def _bound(self, name: str) -> QSpinBox:
        made = QSpinBox(self)
        made.setRange(-1, _MOST)
        made.setSpecialValueText(_ANY)
        made.setAccessibleName(f"{name}, copies of the category")
        return made

    def _button(self, text: str, name: str, slot: Callable[[], object]) -> QPushButton:
        made = QPushButton(text, self)
        made.setFont(sized(made.font(), Size.SMALL))
        made.setAccessibleName(name)
        made.setToolTip(name)
        made.clicked.connect(lambda *_: slot())
        return made

    def _show_figures(self) -> None:
        deck = self._session.deck
        shown = [(deck, each) for each in deck.categories] if deck else []
        lines = [self._line(*each) for each in shown]
        missed = [each.name for held, each in shown if missed_target(held, each)]
        notes = [f"Not as wanted: {', '.join(missed)}."] if missed else []
        if self._chances:
            notes.append(f"Seen: one by round {self.by_round.value()}.")
        self.figures.show_figures(lines, " ".join(notes))
        self.figures.setVisible(bool(lines))

    def _line(self, deck: Deck, category: Category) -> FigureLine:
        missed = missed_target(deck, category)
        aside = f"! {category.target}" if missed else category.target
        chance = self._chances.get(category.name)
        seen = "" if chance is None else f"{chance:.1%}"
        words = _DOT.join(filter(None, (aside, seen)))
        return FigureLine(category.name, str(copies_in(deck, category)), words)

    def _category(self) -> Category | None:
        deck = self._session.deck
        return category_called(deck, self.chosen.currentText()) if deck else None

    def _show_target(self) -> None:
        category = self._category()
        for field, bound in (
            (self.least, category.least if category else None),
            (self.most, category.most if category else None),
        ):
            field.blockSignals(True)  # noqa: FBT003 - Qt's own
            field.setValue(-1 if bound is None else bound)
            field.blockSignals(False)  # noqa: FBT003 - Qt's own
            field.setEnabled(category is not None and not self._session.read_only)

    def _show_own(self) -> None:
        offered = self._commands.offered()
        self.take.setText(f"&Use mine ({offered} card{'s' if offered != 1 else ''})")
        self.take.setVisible(offered > 0)
        deck = self._session.deck
        self.save.setVisible(bool(deck and deck.categories and self._commands.ready))

    def _on_target_changed(self) -> None:
        bounds = (None if field.value() < 0 else field.value() for field in (self.least, self.most))
        self._commands.set_target(self.chosen.currentText(), *bounds)

    def _on_rename_clicked(self) -> None:
        if (category := self._category()) is not None:
            dialog = NameDialog("Rename the category", "Rename", category.name, self)
            dialog.named.connect(lambda new: self._commands.rename(category.name, new))
            dialog.open()

    def _on_remove_clicked(self) -> None:
        if (category := self._category()) is not None:
            self._commands.remove(category.name)

    def _on_round_changed(self) -> None:
        if self._chances:
            self._ask()

    def _ask(self) -> None:
        if self._session.deck is not None:
            self._asked = self._question(self._session.deck)
            self.seen.ask(self._asked)

    def _on_seen(self, chances: dict[str, float]) -> None:
        self._chances = chances
        self._show_figures()

    def _on_seeing_failed(self, error: AppError) -> None:
        self._chances = {}
        self._show_figures()
        self.figures.show_figures(self.figures.figures, error.text)
