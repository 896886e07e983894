"""The round to click through: a ring of the phases, and below it the steps of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import cos, radians, sin

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QMenu,
    QWidget,
)
from typing_extensions import override

from carddb.terms import Edition
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.layouts import FlowLayout, WrapButton, column, label, row, tab_order
from desktop.widgets.menus import Menu
from desktop.widgets.rule_view import WIDEST_TEXT
from rulebook.phases import SETUPS, Phase, PhaseStep, deeper, phases_of, sequence
from rulebook.rule_book import RuleBook

_MIDDLE = Qt.AlignmentFlag.AlignCenter
_WRAP = int(Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
_TALLEST = 10_000
# Of the ring: its radii, where numbers and names stand, and the gap between phases in degrees.
_OUTER, _INNER, _NUMBERS, _NAMES, _GAP = 1.0, 0.62, 0.81, 1.16, 2.2


class PhaseButton(QAbstractButton):
    """The place of a phase in the ring, or of setup above it; the ring paints it."""

    def __init__(self, phase: Phase, number: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.phase, self.number = phase, number
        # What is filled, and where number and name stand.
        self.path, self.figure, self.words = QPainterPath(), QRectF(), QRectF()
        self.setText(phase.short)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        place = f"Phase {number}: " if number else ""
        self.setAccessibleName(f"{place}{phase.title}")
        self.setAccessibleDescription(f"{len(phase.steps)} steps")

    def stand(self, path: QPainterPath, figure: QRectF, words: QRectF) -> None:
        """Take a place in the ring; only what is painted can be clicked."""
        self.path, self.figure, self.words = path, figure, words
        self.setGeometry(path.boundingRect().united(words).toAlignedRect())
        here = -self.geometry().topLeft()
        shape = QRegion(path.toFillPolygon().toPolygon().translated(here))
        self.setMask(shape.united(words.toAlignedRect().translated(here)))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        """Leave it to the ring, whose lines are smooth."""


class RoundPicture(QWidget):
    """A ring of phases with setup above it, one of them checked; `room` returns its width.

    Signals:
        chosen: another phase was chosen (it).
    """

    chosen = Signal(object)

    def __init__(self, room: Callable[[], int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._room = room
        self.buttons: list[PhaseButton] = []
        self._group = QButtonGroup(self)
        self._group.buttonToggled.connect(self._on_toggled)

    def show_phases(self, setup: Phase, phases: Sequence[Phase]) -> None:
        """Show the phases of an edition; the first of them is chosen."""
        for each in self.buttons:
            self._group.removeButton(each)
            each.hide()
            each.deleteLater()
        self.buttons = [PhaseButton(each, n, self) for n, each in enumerate((setup, *phases))]
        for button in self.buttons:
            self._group.addButton(button)
            button.show()
        self.buttons[1].setChecked(True)
        self._place_buttons()

    @property
    def current(self) -> PhaseButton:
        return next(each for each in self.buttons if each.isChecked())

    def _on_toggled(self, button: QAbstractButton, checked: bool) -> None:  # noqa: FBT001 - Qt's
        self.update()
        if checked and isinstance(button, PhaseButton):
            self.chosen.emit(button.phase)

    def _measure(self) -> tuple[float, Size]:
        """Return the outer radius of the ring, and the size of names that leaves room for it."""
        for size in (Size.BODY, Size.SMALL):
            names = QFontMetrics(sized(self.font(), size, QFont.Weight.DemiBold))
            widest = max((names.horizontalAdvance(each.text()) for each in self.buttons), default=0)
            radius = (self._room() / 2 - widest - space(self, 1)) / _NAMES
            if radius >= space(self, 14):
                break
        return max(space(self, 8), min(space(self, 20), radius)), size

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_buttons()

    def _place_buttons(self) -> None:
        if not self.buttons:
            return
        unit, (radius, size) = space(self, 1), self._measure()
        self.setFixedHeight(round(2 * radius) + 22 * unit)
        middle = QPointF(self.width() / 2, 17 * unit + radius)
        names = QFontMetrics(sized(self.font(), size, QFont.Weight.DemiBold))
        wide = names.horizontalAdvance(self.buttons[0].text()) + 8 * unit
        pill, box = QPainterPath(), QRectF(middle.x() - wide / 2, unit, wide, 6 * unit)
        pill.addRoundedRect(box, box.height() / 2, box.height() / 2)
        self.buttons[0].stand(pill, QRectF(), box)
        phases = self.buttons[1:]
        for at, button in enumerate(phases):
            angle = 90 - at * 360 / len(phases)
            path = _segment(middle, radius, angle, 360 / len(phases))
            number = _towards(middle, radius * _NUMBERS, angle)
            name = _towards(middle, radius * _NAMES, angle)
            needs = QSizeF(names.horizontalAdvance(button.text()) + unit, names.height())
            side = cos(radians(angle))
            left = 0.5 if abs(side) < 0.1 else 0.0 if side > 0 else 1.0
            corner = QPointF(name.x() - left * needs.width(), name.y() - needs.height() / 2)
            if left == 0.5:
                corner.setY(middle.y() - radius - needs.height() - unit / 2)
            figure = QRectF(0, 0, 4 * unit, 4 * unit)
            figure.moveCenter(number)
            button.stand(path, figure, QRectF(corner, needs))

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.buttons:
            return
        painter, colours = QPainter(self), colours_of(self.palette())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius, size = self._measure()
        for button in self.buttons:
            self._paint_phase(painter, button, size, colours)
        setup, first = self.buttons[0].words, self.buttons[1].words
        x, head = setup.center().x(), space(self, 1)
        top, end = setup.bottom() + head, first.top() - head / 2
        painter.setPen(QPen(colours.faint, 1.4))
        for start in (
            QPointF(x, top),
            QPointF(x - head, end - head),
            QPointF(x + head, end - head),
        ):
            painter.drawLine(start, QPointF(x, end))
        painter.setPen(colours.ink)
        painter.setFont(sized(self.font(), Size.BODY, QFont.Weight.DemiBold))
        ring = self.buttons[1].path.boundingRect()
        center = QRectF(0, 0, radius, radius)
        center.moveCenter(QPointF(ring.center().x(), ring.top() + radius))
        if radius >= space(self, 13):
            painter.drawText(center, int(_MIDDLE), "The\nround")
        painter.end()

    def _paint_phase(
        self, painter: QPainter, button: PhaseButton, size: Size, colours: Colours
    ) -> None:
        checked, pill = button.isChecked(), not button.number
        ground = colours.pressed if button.underMouse() else colours.track
        if checked:
            ground = colours.selection if pill else colours.accent
        painter.fillPath(button.path, ground)
        if button.hasFocus():
            painter.strokePath(button.path, QPen(colours.ink if checked else colours.accent, 2))
        painter.setFont(sized(self.font(), Size.SMALL, QFont.Weight.DemiBold))
        painter.setPen(colours.on_accent if checked else colours.faint)
        painter.drawText(button.figure, int(_MIDDLE), str(button.number or ""))
        weight = QFont.Weight.DemiBold if checked else QFont.Weight.Normal
        painter.setFont(sized(self.font(), size, weight))
        painter.setPen(colours.ink)
        painter.drawText(button.words, int(_MIDDLE), button.text())


def _towards(middle: QPointF, length: float, angle: float) -> QPointF:
    """Return the point at an angle, in degrees against the clock from the right."""
    turned = radians(angle)
    return QPointF(middle.x() + length * cos(turned), middle.y() - length * sin(turned))


def _segment(middle: QPointF, radius: float, angle: float, span: float) -> QPainterPath:
    """Return the part of the ring around an angle."""
    path = QPainterPath()
    outer, inner = span / 2 - _GAP, span / 2 - _GAP / _INNER
    for length, half in ((radius * _OUTER, outer), (radius * _INNER, -inner)):
        box = QRectF(middle.x() - length, middle.y() - length, 2 * length, 2 * length)
        if path.elementCount() == 0:
            path.arcMoveTo(box, angle - half)
        path.arcTo(box, angle - half, 2 * half)
    path.closeSubpath()
    return path


class StepButton(WrapButton):
    """The number and the words of a step, and a sign where it leads on."""

    def __init__(self, step: PhaseStep, parent: QWidget | None = None) -> None:
        super().__init__(step.words, parent)
        self.step = step
        self.setMaximumWidth(space(self, WIDEST_TEXT))
        self.setAccessibleName(f"Step {step.number}: {step.words}")

    @override
    def heightForWidth(self, width: int) -> int:
        rect = QRect(0, 0, max(1, width - space(self, 11)), _TALLEST)
        return self.fontMetrics().boundingRect(rect, _WRAP, self.text()).height() + space(self, 3)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter, gap = colours_of(self.palette()), QPainter(self), space(self, 1)
        if self.underMouse() or self.hasFocus():
            outline = colours.accent if self.hasFocus() else None
            fill(painter, self.rect(), colours.hover_paper, corner(self.fontMetrics()), outline)
        words = self.rect().adjusted(7 * gap, (3 * gap + 1) // 2, -4 * gap, 0)
        painter.setPen(colours.faint)
        painter.drawText(words.adjusted(-5 * gap, 0, 0, 0), _WRAP, str(self.step.number))
        if self.step.links:
            sign = QRect(self.width() - 4 * gap, 0, 3 * gap, self.height())
            icons.paint(painter, sign, icons.CLOSED, colours.accent_ink)
        painter.setPen(colours.ink)
        painter.drawText(words, _WRAP, self.text())
        painter.end()


_INTO = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right}


class RoundView(QWidget):
    """A click on a phase shows its steps, one on a step what it consists of or leads to.

    The arrow keys do the same: up and down among phases or steps, right into them, left back.

    Signals:
        entry_requested: an entry is to be read (its id).
    """

    entry_requested = Signal(str)

    def __init__(self, book: RuleBook, edition: Edition, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._book = book
        self.way: list[Phase] = []  # a phase, and below it what was opened of its steps
        self.steps: list[StepButton] = []
        self.menu: QMenu | None = None
        gap = space(self, 2)
        body = self._body = QWidget(self)
        self.picture = RoundPicture(self._room, body)
        self.title = label(weight=QFont.Weight.DemiBold, wraps=True)
        self.title.setContentsMargins(gap, gap, gap, 0)
        self.edition = ComboBox("Edition of the round", body, 16)
        self.edition.setObjectName("title")
        self.edition.set_choices(EDITIONS, edition)
        self.up = push_button("", body, clicked=self.go_up, kind="link")
        self.read = push_button("&Read this rule", body, clicked=self._read, kind="link")
        self._steps_layout = column(spacing=0)
        buttons = FlowLayout(0, self.up, self.read)
        edition_row = row(self.edition, None)
        parts = (self.picture, self.title, self._steps_layout, buttons, None, edition_row)
        column(*parts, parent=body, margin=gap, spacing=gap)
        self._scroller = scrolled(body, self)
        column(self._scroller, parent=self, margin=0)
        self.picture.chosen.connect(self._on_phase_chosen)
        self.edition.currentIndexChanged.connect(self._on_edition_changed)
        self._on_edition_changed()

    def _room(self) -> int:
        """Return the width that the picture has beside the scroll bar, shown or not.

        A ring that became lower beside the bar would hide it, grow again, and so on without end.
        """
        bar = self._scroller.verticalScrollBar()
        return self.width() - bar.sizeHint().width() - 2 * space(self, 2)

    def _read(self) -> None:
        self.entry_requested.emit(self.way[-1].id)

    def go_up(self) -> None:
        """Show again the steps that the ones on screen are part of."""
        if len(self.way) > 1:
            opened = self.way.pop()
            self._show_steps()
            step = next(each for each in self.steps if opened.id in each.step.links)
            step.setFocus(Qt.FocusReason.OtherFocusReason)

    def take_step(self, button: StepButton) -> None:
        """Go into a step: its own steps, the rule it leads to, or a menu of several."""
        inner = deeper(self._book, button.step)
        links = [each for each in button.step.links if each != inner]
        if inner and not links:
            self._go_into(inner)
        elif not inner and len(links) <= 1:
            self.entry_requested.emit(links[0] if links else self.way[-1].id)
        else:
            self._open_menu(button, inner, links)

    def _go_into(self, entry_id: str) -> None:
        self.way.append(sequence(self._book, entry_id))
        self._show_steps()
        self.steps[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _open_menu(self, button: StepButton, inner: str, links: list[str]) -> None:
        menu = self.menu = Menu(parent=self)
        menu.aboutToHide.connect(menu.deleteLater)
        if inner:
            menu.addAction(self._title(inner), partial(self._go_into, inner))
        for each in links:
            menu.addAction(self._title(each), partial(self.entry_requested.emit, each))
        menu.popup(button.mapToGlobal(QPoint(space(self, 6), button.height())))

    def _title(self, entry_id: str) -> str:
        return self._book.entry(entry_id).title.replace("&", "&&")

    def _on_edition_changed(self) -> None:
        edition = self.edition.chosen
        setup = sequence(self._book, SETUPS[edition])
        self.picture.show_phases(setup, phases_of(self._book, edition))
        for button in self.picture.buttons:
            button.installEventFilter(self)

    def _on_phase_chosen(self, phase: Phase) -> None:
        self.way = [phase]
        self._show_steps()

    def _show_steps(self) -> None:
        for each in self.steps:
            each.hide()
            each.deleteLater()
        phase = self.way[-1]
        self.title.setText(phase.title)
        self.steps = [StepButton(each, self._body) for each in phase.steps]
        for step in self.steps:
            self._steps_layout.addWidget(step)
            step.show()  # at once: a key may go to it next
            step.clicked.connect(partial(self.take_step, step))
            step.installEventFilter(self)
        tab_order(self.picture.buttons[-1], *self.steps, self.up, self.read, self.edition)
        self.up.setVisible(len(self.way) > 1)
        if len(self.way) > 1:
            self.up.setText(f"Back to “{self.way[-2].title}”")
        self._scroller.verticalScrollBar().setValue(0)

    def _move(self, among: list[StepButton] | list[PhaseButton], at: int) -> None:
        if 0 <= at < len(among):
            button = among[at]
            if isinstance(button, PhaseButton):
                button.setChecked(True)
            button.setFocus(Qt.FocusReason.TabFocusReason)
            self._scroller.ensureWidgetVisible(button)

    def _on_key(self, button: PhaseButton | StepButton, key: int) -> bool:
        """Do what a key on a button means; return whether it means anything."""
        by = {int(Qt.Key.Key_Up): -1, int(Qt.Key.Key_Down): 1}.get(key, 0)
        steps = isinstance(button, StepButton)
        if by:
            among = self.steps if steps else self.picture.buttons
            self._move(among, among.index(button) + by)  # type: ignore[arg-type] # it is in it
        elif key in _INTO and steps:
            button.click()
        elif key in _INTO:
            button.setChecked(True)
            self._move(self.steps, 0)
        elif key == Qt.Key.Key_Left and len(self.way) > 1:
            self.go_up()
        elif key == Qt.Key.Key_Left:
            self.picture.current.setFocus(Qt.FocusReason.TabFocusReason)
        else:
            return False
        return True

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Not left to the buttons: Qt would go to any other one, or scroll.
        return (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.KeyPress
            and isinstance(watched, PhaseButton | StepButton)
            and self._on_key(watched, event.key())
        )
