"""The round to click through: the picture of the phases, and beside it the steps of one."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QAction, QFont, QKeyEvent
from PySide6.QtWidgets import QFrame, QMenu, QPushButton, QScrollArea, QWidget
from typing_extensions import override

from carddb.terms import Edition
from desktop.pages.rules.round_picture import PhaseButton, RoundPicture, StepButton
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import EditionComboBox
from desktop.widgets.labels import label
from desktop.widgets.layouts import FlowLayout, column, row
from rulebook.phases import SETUPS, Phase, deeper, phases_of, sequence
from rulebook.rule_book import RuleBook

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
        self.edition = EditionComboBox("Edition of the round", edition, body)
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

    def show_edition(self, edition: Edition) -> None:
        """Show the round of an edition."""
        self.edition.setCurrentIndex(self.edition.findData(edition.value))

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
