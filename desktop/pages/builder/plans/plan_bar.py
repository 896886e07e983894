"""The line above a plan: whose plan it is, and what becomes of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QPushButton, QWidget

from carddb.text_format import shortened
from desktop.pages.builder.plans.plan_commands import PlanCommands
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, sized, space
from desktop.widgets.labels import label
from desktop.widgets.layouts import FlowLayout, column
from desktop.widgets.message_bar import MessageBar


class PlanBar(QWidget):
    """Shown while a plan is on screen, and after it was merged or thrown away."""

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self.commands = PlanCommands(session, autosaver, self)
        self.message_bar = MessageBar(self)
        self.line = QWidget(self)
        self.words = label(size=Size.SMALL, weight=QFont.Weight.DemiBold, wraps=True)
        self.merge = self._button("Merge…", "Make it the deck's next version", self.commands.merge)
        self.compare = self._button("Compare", "With the deck as it is now", self.commands.compare)
        self.leave = self._button(
            "Leave", "Back to the deck; the plan stays in its history", self.commands.leave
        )
        self.throw_away = self._button(
            "Throw away", "Into the bin; the deck stays as it is", self.commands.throw_away
        )
        flow = FlowLayout(space(self, 1))
        for each in (self.merge, self.compare, self.leave, self.throw_away):
            flow.addWidget(each)
        gap = space(self, 1)
        column(self.words, flow, parent=self.line, margin=0, spacing=gap)
        column(self.message_bar, self.line, parent=self, margin=0, spacing=gap)
        self.commands.done.connect(self._on_done)
        bar = self.message_bar
        for gone in (bar.dismiss.clicked, bar.undo.clicked, bar.message_timer.timeout):
            gone.connect(self.show_plan)
        for signal in (session.deck_changed, session.deck_edited, session.saved_changed):
            signal.connect(self.show_plan)
        autosaver.library_worker.contents_changed.connect(self._on_contents_changed)
        self.show_plan()

    def show_plan(self) -> None:
        """Show whose plan is on screen; nothing while a deck is."""
        plan, deck = self.commands.plan, self._session.deck
        self.line.setVisible(plan is not None)
        if plan is not None and deck is not None:
            of = f"“{shortened(plan.of.name) or NAMELESS}”"
            out = ", which is in the bin" if plan.of.deleted else ""
            self.words.setText(f"Plan: {shortened(deck.name) or NAMELESS}, of {of}{out}")
        self.setVisible(plan is not None or not self.message_bar.isHidden())

    def _button(self, text: str, tip: str, does: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self.line)
        button.setObjectName("small")
        button.setFont(sized(button.font(), Size.SMALL))
        button.setAccessibleName(f"{text.rstrip('…')} the plan")
        button.setToolTip(tip)
        button.clicked.connect(does)
        return button

    def _on_done(
        self, words: str, undo: Callable[[], None] | None, holds: Callable[[], bool] | None
    ) -> None:
        self.message_bar.show_message(words, undo, holds)
        self.show_plan()

    def _on_contents_changed(self) -> None:
        self.message_bar.check()
        self.show_plan()
