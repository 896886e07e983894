"""The dialog of all steps that repair a deck, before they are taken; any may be left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from core.text_format import count_of
from decks.deck import Deck
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import LEFT, AnyIndex, Cell, Role, paint_check_box, paint_focused
from desktop.widgets.card_numbers import disc_side, numbers_of
from desktop.widgets.card_row import RowPainter, RowStyle
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.glyphs import VerdictPill
from desktop.widgets.layouts import label, row, tip

if TYPE_CHECKING:
    from validators.repairs import RepairedDeck, RepairStep

MOST_LEFT = 3


class StepDelegate(QStyledItemDelegate):
    """Paints a step with its box and its card's cost, and below it in small letters why."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, option.fontMetrics.height() * 13 // 4)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        self.initStyleOption(option, index)
        colours, metrics, rect = colours_of(option.palette), option.fontMetrics, option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colours.hover)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focused(painter, rect, colours)
        part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
        box = option.widget.style().subElementRect(part, option, option.widget)
        paint_check_box(painter, box, option)
        height, card = metrics.height(), index.data(Role.CARD)
        gap, left, right = height * 3 // 4, box.right() + height // 4, rect.right() + 1
        if card is not None:
            rows = RowPainter(painter, RowStyle(option.font, colours, colours.raised))
            numbers, place = numbers_of(card), rect.adjusted(left - rect.left(), 0, 0, 0)
            cells = ((Cell(numbers=numbers), place), (Cell(numbers=numbers, at_right=True), place))
            right = rows.parts(cells[1:], right - gap)
            rows.parts(cells[:1], right)
        first, _, why = str(index.data()).partition("\n")
        left += disc_side(height) + height
        line = QRect(left, rect.top(), right - gap - left, rect.height())
        half = rect.height() // 2
        words = line.adjusted(0, gap // 2, 0, -half)
        before, name, after = first.partition(card.name if card is not None else "\0")
        for text, weight in ((before, None), (name, QFont.Weight.DemiBold), (after, None)):
            font = sized(option.font, Size.BODY, weight)
            painter.setFont(font)
            painter.setPen(colours.ink)
            width = QFontMetrics(font).horizontalAdvance(text)
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, words.width())
            painter.drawText(words, LEFT, shown)
            words.setLeft(min(words.right(), words.left() + width))
        small = sized(option.font, Size.SMALL)
        painter.setFont(small)
        painter.setPen(colours.faint)
        why = QFontMetrics(small).elidedText(why, Qt.TextElideMode.ElideRight, line.width())
        painter.drawText(line.adjusted(0, half, 0, -gap // 2), LEFT, why)
        painter.restore()


class RepairAllDialog(SimpleDialog):
    """The steps, what each is for, and what would be left; accepting it takes the ticked ones.

    `errors_of` returns the sentences of what makes a deck illegal.
    """

    def __init__(
        self,
        repaired: RepairedDeck,
        errors_of: Callable[[Deck], Sequence[str]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Fix all", "Apply", parent)
        self._repaired = repaired
        self._errors_of = errors_of
        some = bool(repaired.steps)
        legal = not some and not repaired.why_not
        self.heading.setText("Fix all" if some else "Nothing to fix" if legal else "No fix found")
        together = label("All steps are applied together. One Undo reverts them.", faint=True)
        self.steps = QListWidget(self)
        self.steps.setAccessibleName("Steps")
        self.steps.setMouseTracking(True)
        self.steps.setItemDelegate(StepDelegate(self.steps))
        self.left = label(
            "The deck is legal." if legal else repaired.why_not, faint=some, wraps=True
        )
        self.size_label = label(faint=True)
        self.verdict = VerdictPill(self)
        self.verdict.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.verdict.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        line, gap = QWidget(self), space(self, 2)
        row(self.size_label, self.verdict, None, parent=line, margin=0, spacing=gap)
        for step in repaired.steps:
            item = QListWidgetItem(_words(step), self.steps)
            item.setData(Role.CARD, step.card)
            item.setCheckState(Qt.CheckState.Checked)
            item.setToolTip(tip("\n".join([step.words, *step.reasons])))
        watch_cards(self.steps)
        self.lay_out(together, self.steps, self.left, beside=line, size=(160, 130 if some else 50))
        for part in (together, self.steps, line, self.accept_button):
            part.setVisible(some)
        if some:
            self.steps.itemChanged.connect(self._show_result)
            self._show_result()
        else:
            self.cancel.setText("Close")

    @property
    def deck(self) -> Deck:
        return self._repaired.taking(self._ticked())

    def _ticked(self) -> tuple[int, ...]:
        ticked = Qt.CheckState.Checked
        rows = range(self.steps.count())
        return tuple(row for row in rows if self.steps.item(row).checkState() is ticked)

    def _show_result(self) -> None:
        number, deck = len(self._ticked()), self.deck
        errors = self._errors_of(deck)
        left = _left(errors) if number < len(self._repaired.steps) else self._repaired.why_not
        self.left.setText(left)
        self.left.setVisible(bool(left))
        cards, plots = count_of(deck.draw_count, "card"), count_of(deck.plot_count, "plot")
        self.size_label.setText(f"Result: {cards} · {plots}")
        self.verdict.show_verdict(max(len(errors), bool(left)), 0)
        self.accept_button.setText(f"Apply {count_of(number, 'step')}")
        self.accept_button.setEnabled(bool(number))


def _words(step: RepairStep) -> str:
    """Return a step, and below it what it is for: "4 copies of Ice; 3 are allowed"."""
    first, *more = step.reasons or ("",)
    rest = f" (and {len(more)} more)" if more else ""
    return f"{step.words}\n{first.rstrip('.')}{rest}".rstrip()


def _left(errors: Sequence[str]) -> str:
    if not errors:
        return ""
    more = len(errors) - MOST_LEFT
    rest = [f"and {more} more."] if more > 0 else []
    return " ".join(["Left then:", *errors[:MOST_LEFT], *rest])
