"""The round to click through: the picture of the phases, and beside it the steps of one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygon,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QWidget,
)
from typing_extensions import override

from carddb.terms import Edition
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.layouts import FlowLayout, WrapButton, column, label, row
from desktop.widgets.rule_view import WIDEST_TEXT
from rulebook.phases import SETUPS, Phase, PhaseStep, deeper, phases_of, sequence
from rulebook.rule_book import RuleBook

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
        self._scroller = QScrollArea(self, widgetResizable=True)
        self._scroller.setFrameShape(QFrame.Shape.NoFrame)
        self._scroller.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body = self._body = QWidget(self._scroller)
        self.picture = RoundPicture(body)
        self.title = label(size=Size.LARGE, weight=QFont.Weight.DemiBold, wraps=True)
        self.edition = ComboBox("Edition of the round", body)
        self.edition.set_choices(EDITIONS, edition)
        self.up = QPushButton(body)
        self.up.setObjectName("small")
        self.read = QPushButton("&Read this rule", body)
        self._steps_layout = column(spacing=gap)
        buttons = FlowLayout(gap)
        for button in (self.up, self.read):
            buttons.addWidget(button)
        steps = column(self.title, self._steps_layout, buttons, None, spacing=gap)
        phases = column(self.edition, self.picture, None, spacing=gap)
        top = Qt.AlignmentFlag.AlignTop
        parts = row((phases, top), (steps, 1), spacing=2 * gap)
        body.setLayout(parts)
        parts.setContentsMargins(gap, gap, gap, gap)
        self._scroller.setWidget(body)
        column(self._scroller, parent=self, margin=1)
        self.picture.chosen.connect(self._on_phase_chosen)
        self.edition.currentIndexChanged.connect(self._on_edition_changed)
        self.up.clicked.connect(self.go_up)
        self.read.clicked.connect(lambda: self.entry_requested.emit(self.way[-1].id))
        self._on_edition_changed()

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
        menu = self.menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        if inner:
            menu.addAction(self._action(menu, inner, partial(self._go_into, inner)))
        for each in links:
            menu.addAction(self._action(menu, each, partial(self.entry_requested.emit, each)))
        menu.popup(button.mapToGlobal(QPoint(space(self, 6), button.height())))

    def _action(self, menu: QMenu, entry_id: str, does: partial[None]) -> QAction:
        action = QAction(self._book.entry(entry_id).title.replace("&", "&&"), menu)
        action.triggered.connect(lambda *_: does())
        return action

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
        before: QWidget = self.picture.buttons[-1] if self.picture.buttons else self.edition
        others: tuple[QWidget, ...] = (*self.steps, self.up, self.read)
        for after in others:
            QWidget.setTabOrder(before, after)
            before = after
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
