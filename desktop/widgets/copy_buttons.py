"""Copies of a card as pips or as buttons 1 2 3: painted in a row, or as widgets below a card."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QToolButton, QWidget

from carddb.card import Card
from desktop.style.fonts import space
from desktop.style.palette import Colours
from desktop.widgets.card_numbers import figure_font
from desktop.widgets.layouts import row

# A button is never narrower, in device-independent pixels.
NARROWEST = 20
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
        """Return the numbers to choose among, at most `room`: all from 1 on, or those around `own`.

        The number of the copies that are in the deck removes them.
        """
        last = min(max(self.own, self.limit), max(room, self.own + 1))
        return tuple(range(max(1, last - room + 1), last + 1))

    def fits(self, number: int) -> bool:
        """Tell whether a deck may hold this number of copies besides the other printings."""
        return number + self.others <= self.limit

    def allows(self, number: int) -> bool:
        """Tell whether the user may choose this number of copies."""
        return number <= self.own or self.fits(number)


def button_width(metrics: QFontMetrics) -> int:
    return max(NARROWEST, metrics.height() * 6 // 5)


def width_of_buttons(count: int, metrics: QFontMetrics) -> int:
    return count * button_width(metrics)


@dataclass(frozen=True, slots=True)
class CopyButtons:
    """The buttons of a card in a rectangle, from its left edge on, each as high as that."""

    rect: QRect
    copies: DeckCopies
    width: int

    @property
    def places(self) -> tuple[tuple[int, QRect], ...]:
        """Each number with the place where it is painted and clicked."""
        left, top, height = self.rect.left(), self.rect.top(), self.rect.height()
        return tuple(
            (number, QRect(left + place * self.width, top, self.width, height))
            for place, number in enumerate(self.copies.choices(self.rect.width() // self.width))
        )

    def number_at(self, point: QPoint) -> int | None:
        """Return how many copies a click at a point requests: none on the present number."""
        found = (number for number, place in self.places if place.contains(point))
        number = next(filter(self.copies.allows, found), None)
        return 0 if number == self.copies.own else number

    def paint_pips(self, painter: QPainter, colours: Colours) -> None:
        """Paint a pip for each copy where its number appears; a number where those are too few."""
        places, own = [place for _, place in self.places], self.copies.own
        if not own:
            return
        ink = colours.ink if self.copies.fits(own) else colours.illegal
        if own > len(places):
            self._paint_number(painter, own, (places or [self.rect])[-1], ink)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        radius = painter.fontMetrics().height() * 3 / 16
        for place in places[:own]:
            painter.drawEllipse(QRectF(place).center(), radius, radius)
        painter.restore()

    def paint(self, painter: QPainter, colours: Colours, hovered: int | None = None) -> None:
        """Paint the numbers, that of the copies filled; `hovered` is what a click requests."""
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, place in self.places:
            present = number == self.copies.own
            under = hovered is not None and hovered == (0 if present else number)
            fits = self.copies.fits(number)
            if present:
                ground = colours.ink if fits else colours.illegal
                self._fill(painter, place, colours.accent if under else ground)
                self._paint_number(painter, number, place, colours.panel)
            elif under:
                self._fill(painter, place, colours.pressed)
                self._paint_number(painter, number, place, colours.ink)
            else:
                ink = colours.faint if fits else colours.quiet
                self._paint_number(painter, number, place, ink, QFont.Weight.Medium)
        painter.restore()

    @staticmethod
    def _fill(painter: QPainter, place: QRect, ground: QColor) -> None:
        high = painter.fontMetrics().height() * 5 // 4
        box = QRect(place.left() + 1, place.center().y() - high // 2 + 1, place.width() - 2, high)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(box, high / 5, high / 5)

    @staticmethod
    def _paint_number(
        painter: QPainter,
        number: int,
        place: QRect,
        ink: QColor,
        weight: QFont.Weight = QFont.Weight.DemiBold,
    ) -> None:
        plain = painter.font()
        painter.setFont(figure_font(plain, weight))
        painter.setPen(ink)
        painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(number))
        painter.setFont(plain)


_MOST_BUTTONS = 6


class CopiesChooser(QWidget):
    """The numbers as widgets; that of the copies in the deck is pressed, and removes them."""

    count_chosen = Signal(object, int)  # the card, and how many copies

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
        present = number == self._copies.own
        button.setText(str(number))
        button.setChecked(present)
        button.setEnabled(self._copies.allows(number))
        button.setAccessibleName(words)
        other = "" if self._copies.fits(number) else ", which is more than the limit"
        key = "; a click removes the card (0)" if present else f" ({number})"
        button.setToolTip(f"{words}{other}{key}")

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
        if self._card is not None:
            self.count_chosen.emit(self._card, 0 if number == self._copies.own else number)
