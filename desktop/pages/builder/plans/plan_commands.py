"""What can be done with plans: begin one, compare, merge, leave it or throw it away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from core.text_format import shortened
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, sized, space
from desktop.widgets.layouts import FlowLayout, column, label
from desktop.widgets.message_bar import MessageBar
from library.deck_values import LibraryDeck, Plan

if TYPE_CHECKING:
    from library.library import Library
    from library.plans import PlanMerge


class PlanCommands(QObject):
    """The commands on the plan on screen, and the one that begins a plan of the deck on screen.

    Signals:
        done: something was done (a sentence, what undoes it, whether it is still so).
    """

    done = Signal(str, object, object)

    def __init__(self, session: DeckSession, autosaver: Autosaver, widget: QWidget) -> None:
        super().__init__(widget)
        self._session, self._autosaver, self._widget = session, autosaver, widget
        self._worker = autosaver.library_worker

    @property
    def plan(self) -> Plan | None:
        """The plan that is on screen."""
        current = self._session.shown.current
        if current is None or current.stored is None:
            return None
        return self._worker.contents.plan(current.stored.id)

    @property
    def can_begin(self) -> bool:
        """Whether a plan of the deck on screen can be begun."""
        current = self._session.current
        there = current is not None and not current.read_only
        return there and self._autosaver.ready and self.plan is None

    def begin(self, version: int | None = None) -> None:
        """Ask for a name and begin a plan from a version, or from the deck as it is now."""
        from desktop.dialogs.simple_dialogs import NameDialog  # noqa: PLC0415 - when asked for

        deck = self._session.current
        if deck is None or not self.can_begin:
            return

        def begin_named(name: str) -> None:
            def begin_stored() -> None:
                if deck.stored is not None:
                    deck_id = deck.stored.id
                    self._worker.change(
                        lambda library: library.plans.begin(deck_id, name, version),
                        lambda plan: self._autosaver.open_deck(plan.id),
                    )

            self._autosaver.save(deck, begin_stored)

        dialog = NameDialog("Plan a change", "Begin", parent=self._widget.window())
        dialog.name.setPlaceholderText("If I go Targaryen")
        dialog.named.connect(begin_named)
        dialog.open()

    def open(self, plan: Plan) -> None:
        """Put a plan on screen."""
        self._autosaver.open_deck(plan.id)

    def leave(self) -> None:
        """Go back to the deck; the plan stays."""
        plan = self.plan
        if plan is not None:
            self._autosaver.save_all(lambda: self._show_deck_of(plan))

    def compare(self) -> None:
        """Show what differs between the deck as it is now and the plan."""
        from desktop.dialogs.compare_dialog import CompareDialog  # noqa: PLC0415 - when asked for

        cards = self._session.cards

        def show(look: PlanMerge) -> None:
            if cards is not None:
                window, title = self._widget.window(), "Compare the plan with its deck"
                CompareDialog(look.deck, look.planned, cards, window, title).open()

        self._look(show)

    def merge(self) -> None:
        """Show what a merge would change, have conflicts decided, and merge."""
        from desktop.dialogs.compare_dialog import MergeDialog  # noqa: PLC0415 - when asked for

        def show(look: PlanMerge) -> None:
            dialog = MergeDialog(look, self._widget.window())
            dialog.accepted.connect(lambda: self._merge(look.plan, dialog))
            dialog.open()

        self._look(show)

    def throw_away(self) -> None:
        """Put the plan on screen into the bin."""
        plan = self.plan
        if plan is None:
            return

        def on_thrown_away(_: None) -> None:
            self._show_deck_of(plan)
            words = f"The plan “{shortened(plan.name)}” is in the bin."
            self.done.emit(words, lambda: self._take_back(plan), lambda: self._binned(plan))

        def throw_away() -> None:
            self._worker.change(lambda library: library.decks.throw_away([plan.id]), on_thrown_away)

        self._autosaver.save_all(throw_away)

    def _look(self, show: Callable[[PlanMerge], None]) -> None:
        """Save what is open, then show what a merge of the plan on screen would do."""
        plan = self.plan
        if plan is not None:
            self._autosaver.save_all(
                lambda: self._autosaver.ask(lambda library: library.plans.look(plan.id), show)
            )

    def _merge(self, plan: Plan, dialog: QDialog) -> None:
        from desktop.dialogs.compare_dialog import MergeDialog  # noqa: PLC0415 - it is on screen

        cards = self._session.cards
        if cards is None or not isinstance(dialog, MergeDialog):
            return
        decisions = dialog.decisions

        def merge(library: Library) -> tuple[int, LibraryDeck]:
            before = library.decks.get(plan.of.id).version
            library.plans.merge(plan.id, decisions)
            return before, library.decks.open(plan.of.id, cards.pools)

        self._worker.change(merge, lambda answer: self._on_merged(plan, *answer))

    def _on_merged(self, plan: Plan, before: int, stored: LibraryDeck) -> None:
        """Show the deck, with the merge as one of its steps."""
        for deck in self._session.decks:
            if deck.stored is not None and deck.stored.id == stored.id and not deck.unsaved:
                words = f"Merge “{shortened(plan.name)}”"
                self._session.push_state(deck, deck.reloaded(stored), words)
        self._show_deck_of(plan)
        name = shortened(plan.of.name) or NAMELESS
        words = f"“{shortened(plan.name)}” is version {stored.version} of “{name}”."

        def undo(library: Library) -> None:
            library.history.go_back(stored.id, before)
            library.decks.take_back([plan.id])

        def holds() -> bool:
            deck = self._worker.contents.deck(stored.id)
            return deck is not None and deck.version == stored.version and self._binned(plan)

        self.done.emit(words, lambda: self._worker.change(undo), holds)

    def _take_back(self, plan: Plan) -> None:
        self._worker.change(
            lambda library: library.decks.take_back([plan.id]), lambda _: self.open(plan)
        )

    def _binned(self, plan: Plan) -> bool:
        return any(deck.id == plan.id for deck in self._worker.contents.binned)

    def _show_deck_of(self, plan: Plan) -> None:
        """Close the plan's tab and show its deck."""
        for number, deck in enumerate(self._session.decks):
            if deck.stored is not None and deck.stored.id == plan.id and not deck.unsaved:
                self._session.close_deck(number)
                break
        self._autosaver.open_deck(plan.of.id)


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
        plan, deck = self.commands.plan, self._session.shown.deck
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
