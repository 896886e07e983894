"""The round as a picture: setup, the seven phases one after the other, and back to the first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen, QPolygon
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QSizePolicy, QWidget
from typing_extensions import override

from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.layouts import column
from desktop.widgets.rule_view import WIDEST_TEXT
from desktop.widgets.wrap_button import WrapButton
from rulebook.phases import Phase, PhaseStep

_SIDE = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_TALLEST = 10_000
_WIDEST = "Marshalling"


class PhaseButton(QAbstractButton):
    """A box with the number and the name of a phase; setup has no number."""

    def __init__(self, phase: Phase, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.phase, self._number = phase, number
        self.setText(phase.short)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        place = f"Phase {number}: " if number else ""
        self.setAccessibleName(f"{place}{phase.title}")
        self.setAccessibleDescription(f"{len(phase.steps)} steps")
        # No narrower than its name, whatever the steps beside it would like to have.
        self.setSizePolicy(QSizePolicy.Policy.MinimumExpanding, QSizePolicy.Policy.Fixed)

    @override
    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        width = metrics.horizontalAdvance(_WIDEST) + space(self, 9)
        return QSize(width, space(self, 7))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, checked = colours_of(self.palette()), self.isChecked()
        painter = QPainter(self)
        frame = self.rect().adjusted(0, 0, -1, -1)
        hover = colours.hover if self.underMouse() else colours.paper
        painter.fillRect(frame, colours.selection if checked else hover)
        pen = QPen(colours.accent if checked or self.hasFocus() else colours.edge)
        if not self._number:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRect(frame)
        if self.hasFocus():
            painter.drawRect(frame.adjusted(1, 1, -1, -1))
        gap = space(self, 2)
        if self._number:
            painter.setPen(colours.accent)
            painter.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
            painter.drawText(self.rect().adjusted(gap, 0, 0, 0), _SIDE, str(self._number))
        weight = QFont.Weight.DemiBold if checked else QFont.Weight.Normal
        painter.setFont(sized(self.font(), Size.BODY, weight))
        painter.setPen(colours.ink)
        painter.drawText(self.rect().adjusted(space(self, 6), 0, -gap, 0), _SIDE, self.text())
        painter.end()


class RoundPicture(QWidget):
    """The boxes from top to bottom with arrows between them, one of them checked.

    Signals:
        chosen: another phase was chosen (it).
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[PhaseButton] = []
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(self._on_toggled)
        self._left = space(self, 5)  # where the way back to the first phase is drawn
        self._gap = space(self, 3)
        margin = (self._left, 1, 1, 1)
        self._layout = column(None, parent=self, margin=margin, spacing=self._gap)

    def show_phases(self, setup: Phase, phases: Sequence[Phase]) -> None:
        """Show the phases of an edition; the first of them is chosen."""
        for each in self.buttons:
            self._group.removeButton(each)
            each.hide()
            each.deleteLater()
        self.buttons = [PhaseButton(each, n, self) for n, each in enumerate((setup, *phases))]
        for number, button in enumerate(self.buttons):
            self._group.addButton(button)
            self._layout.insertWidget(number, button)
        self.buttons[1].setChecked(True)

    @property
    def current(self) -> PhaseButton:
        """The box that is checked."""
        return next(each for each in self.buttons if each.isChecked())

    def scale_lengths(self, factor: float) -> None:
        """Follow another text size."""
        self._left = round(self._left * factor)

    def _on_toggled(self, button: QAbstractButton, checked: bool) -> None:  # noqa: FBT001 - Qt's
        if checked and isinstance(button, PhaseButton):
            self.chosen.emit(button.phase)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.buttons:
            return
        painter, colours = QPainter(self), colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.faint, 1.2))
        painter.setBrush(colours.faint)
        for above, below in zip(self.buttons, self.buttons[1:], strict=False):
            x = above.geometry().left() + space(self, 3)
            painter.drawLine(x, above.geometry().bottom() + 2, x, below.geometry().top() - 2)
            self._paint_head(painter, QPoint(x, below.geometry().top() - 1), down=True)
        first, last = self.buttons[1].geometry(), self.buttons[-1].geometry()
        left = self._left // 3
        painter.drawLine(last.left() - 1, last.center().y(), left, last.center().y())
        painter.drawLine(left, last.center().y(), left, first.center().y())
        painter.drawLine(left, first.center().y(), first.left() - 2, first.center().y())
        self._paint_head(painter, QPoint(first.left() - 1, first.center().y()), down=False)
        painter.end()

    def _paint_head(self, painter: QPainter, at: QPoint, *, down: bool) -> None:
        side = max(3, space(self, 1))
        ends = (
            (QPoint(-side // 2, -side), QPoint(side // 2, -side))
            if down
            else (QPoint(-side, -side // 2), QPoint(-side, side // 2))
        )
        painter.drawPolygon(QPolygon([at, *(at + each for each in ends)]))


class StepButton(WrapButton):
    """A box with the number and the words of a step, and a sign where it leads on."""

    def __init__(self, step: PhaseStep, parent: QWidget | None = None) -> None:
        super().__init__(step.words, parent)
        self.step = step
        self.setMaximumWidth(space(self, WIDEST_TEXT))
        self.setAccessibleName(f"Step {step.number}: {step.words}")

    @override
    def heightForWidth(self, width: int) -> int:
        rect = QRect(0, 0, max(1, width - self._before() - self._after()), _TALLEST)
        return self.fontMetrics().boundingRect(rect, _WRAP, self.text()).height() + space(self, 3)

    def _before(self) -> int:
        return space(self, 6)

    def _after(self) -> int:
        return space(self, 5) if self.step.links else space(self, 2)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = colours_of(self.palette()), QPainter(self)
        frame = self.rect().adjusted(0, 0, -1, -1)
        painter.fillRect(frame, colours.hover if self.underMouse() else colours.panel)
        painter.setPen(colours.accent if self.hasFocus() else colours.line)
        painter.drawRect(frame)
        top = (space(self, 3) + 1) // 2
        painter.setPen(colours.faint)
        painter.drawText(
            self.rect().adjusted(space(self, 2), top, 0, 0), _WRAP, str(self.step.number)
        )
        if self.step.links:
            side = space(self, 3)
            sign = QRect(self.width() - side - space(self, 1), 0, side, self.height())
            icons.paint(painter, sign, icons.CLOSED, colours.accent)
        painter.setPen(colours.ink)
        words = self.rect().adjusted(self._before(), top, -self._after(), 0)
        painter.drawText(words, _WRAP, self.text())
        painter.end()
