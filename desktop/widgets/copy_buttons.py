"""Copies of a card as buttons 0 1 2 3: painted in a cell, or as widgets below a card."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QToolButton, QWidget

from carddb.card import Card
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, blend
from desktop.widgets.layouts import row

# A button is never narrower, in device-independent pixels.
NARROWEST = 20
# With room for fewer buttons, only the number is painted.
_FEWEST = 3
# A higher limit is none that anybody reaches.
_HIGHEST_LIMIT = 9


@dataclass(frozen=True, slots=True)
class DeckCopies:
    """Copies of a printing, of the title's other printings, and how many a deck may hold."""

    own: int
    others: int = 0
    limit: int = 3

    @property
    def words(self) -> str:
        others = f", {self.others} of other versions" if self.others else ""
        limit = "" if self.limit > _HIGHEST_LIMIT else f" of {self.limit}"
        return f"{self.own}{limit} in the deck{others}"

    def choices(self, room: int) -> tuple[int, ...]:
        """Return the numbers to choose among: all from 0 on, or 0 and those around the present one.

        There are no more than `room`.
        """
        most = max(self.own, self.limit)
        last = min(most, max(room - 1, self.own + 1))
        return (0, *range(max(1, last - room + 2), last + 1))

    def fits(self, number: int) -> bool:
        """Tell whether a deck may hold this number of copies besides the other printings."""
        return number + self.others <= self.limit

    def allows(self, number: int) -> bool:
        """Tell whether the user may choose this number of copies."""
        return number <= self.own or self.fits(number)


def button_width(metrics: QFontMetrics) -> int:
    return max(NARROWEST, metrics.height() * 6 // 5)


def width_of_buttons(count: int, metrics: QFontMetrics) -> int:
    return count * button_width(metrics) + 2 * (metrics.height() // 3)


@dataclass(frozen=True, slots=True)
class CopyButtons:
    """The buttons of a card in a rectangle, from its left edge on, each as high as that."""

    rect: QRect
    copies: DeckCopies
    width: int

    @classmethod
    def in_cell(cls, cell: QRect, copies: DeckCopies, metrics: QFontMetrics) -> CopyButtons:
        gap = metrics.height() // 3
        return cls(cell.adjusted(gap, 0, -gap, 0), copies, button_width(metrics))

    @property
    def places(self) -> tuple[tuple[int, QRect], ...]:
        """Each number with the place where it is painted and clicked."""
        room = self.rect.width() // self.width
        if room < min(_FEWEST, 1 + max(self.copies.own, self.copies.limit)):
            return ()
        left, top, height = self.rect.left(), self.rect.top(), self.rect.height()
        return tuple(
            (number, QRect(left + place * self.width, top, self.width, height))
            for place, number in enumerate(self.copies.choices(room))
        )

    def number_at(self, point: QPoint) -> int | None:
        """Return the number at a point, if the deck may have this number of copies."""
        found = (number for number, place in self.places if place.contains(point))
        return next(filter(self.copies.allows, found), None)

    def paint(self, painter: QPainter, colours: Colours, hovered: int | None = None) -> None:
        """Paint the numbers: that of the copies filled, the one under the mouse with a frame."""
        places = self.places
        if not places:
            painter.setPen(colours.ink)
            left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(self.rect, left, str(self.copies.own or ""))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, place in places:
            self._paint_button(painter, number, place, colours, hovered=number == hovered)
        painter.restore()

    def _paint_button(
        self, painter: QPainter, number: int, place: QRect, colours: Colours, *, hovered: bool
    ) -> None:
        wrong, present = not self.copies.fits(number), number == self.copies.own
        ink = colours.quiet if wrong else colours.faint
        brush, pen, font = QBrush(), QPen(Qt.PenStyle.NoPen), painter.font()
        if present and number:
            brush = QBrush(colours.illegal if wrong else colours.ink)
            ink = colours.panel
            painter.setFont(sized(font, Size.BODY, QFont.Weight.DemiBold))
        elif present:
            pen, ink = QPen(blend(colours.line, colours.faint, 0.4)), colours.ink
        elif hovered:
            brush, ink = QBrush(colours.panel), colours.accent
        if hovered:
            pen = QPen(colours.accent)
        painter.setBrush(brush)
        painter.setPen(pen)
        line = painter.fontMetrics().height()
        inset = max(2.5, (place.height() - line * 5 / 4) / 2)
        box = QRectF(place).adjusted(1.5, inset, -1.5, -inset)
        painter.drawRoundedRect(box, line / 4, line / 4)
        painter.setPen(ink)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.setFont(font)


_MOST_BUTTONS = 6


class CopiesChooser(QWidget):
    """The numbers as widgets; that of the copies in the deck is the pressed one.

    Signals:
        count_chosen: a number of copies was chosen (the card, the number).
    """

    count_chosen = Signal(object, int)

    def __init__(
        self, parent: QWidget | None = None, focus: Qt.FocusPolicy = Qt.FocusPolicy.StrongFocus
    ) -> None:
        super().__init__(parent)
        self._card: Card | None = None
        self._copies = DeckCopies(0)
        self.buttons = tuple(self._button(focus) for _ in range(_MOST_BUTTONS))
        row(*self.buttons, None, parent=self, margin=0, spacing=space(self, 1))
        self.hide()

    def show_copies(self, card: Card, copies: DeckCopies | None) -> None:
        """Show the copies of a card; None: there is no deck that could hold it."""
        self.setVisible(copies is not None)
        if copies is None:
            return
        self._card, self._copies = card, copies
        choices = copies.choices(_MOST_BUTTONS)
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(choices))
            if place < len(choices):
                self._show_number(button, choices[place])

    def _show_number(self, button: QToolButton, number: int) -> None:
        words = f"{number} {'copy' if number == 1 else 'copies'} in the deck"
        button.setText(str(number))
        button.setChecked(number == self._copies.own)
        button.setEnabled(self._copies.allows(number))
        button.setAccessibleName(words)
        other = "" if self._copies.fits(number) else ", which is more than the limit"
        button.setToolTip(f"{words}{other} ({number})")

    def _button(self, focus: Qt.FocusPolicy) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("number")
        button.setCheckable(True)
        button.setFocusPolicy(focus)
        button.setMinimumWidth(max(NARROWEST, space(self, 6)))
        button.clicked.connect(lambda: self._on_clicked(button))
        return button

    def _on_clicked(self, button: QToolButton) -> None:
        number = int(button.text())
        # The press has toggled it; which is the pressed one follows from the deck.
        button.setChecked(number == self._copies.own)
        if self._card is not None and number != self._copies.own:
            self.count_chosen.emit(self._card, number)
