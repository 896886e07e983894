"""What can be done with plans: begin one, compare, merge, leave it or throw it away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from core.text_format import shortened
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.widgets.message_bar import toast_of
from library.deck_values import LibraryDeck, Plan

if TYPE_CHECKING:
    from decks.three_way_merge import DeckPart, Side
    from library.library import Library
    from library.plans import PlanMerge


class PlanCommands:
    """The commands on the plan on screen, and the one that begins a plan of the deck on screen."""

    def __init__(self, session: DeckSession, autosaver: Autosaver, widget: QWidget) -> None:
        self._session, self._autosaver, self._widget = session, autosaver, widget
        self._worker = autosaver.library_worker

    @property
    def plan(self) -> Plan | None:
        current = self._session.shown.current
        if current is None or current.stored is None:
            return None
        return self._worker.contents.plan(current.stored.id)

    @property
    def can_begin(self) -> bool:
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
            dialog.accepted.connect(lambda: self._merge(look.plan, dialog.decisions))
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
            self._say(words, lambda: self._take_back(plan), lambda: self._binned(plan))

        def throw_away() -> None:
            self._worker.change(lambda library: library.decks.throw_away([plan.id]), on_thrown_away)

        self._autosaver.save_all(throw_away)

    def _look(self, show: Callable[[PlanMerge], None]) -> None:
        plan = self.plan
        if plan is not None:
            self._autosaver.save_all(
                lambda: self._autosaver.ask(lambda library: library.plans.look(plan.id), show)
            )

    def _merge(self, plan: Plan, decisions: Mapping[DeckPart, Side]) -> None:
        cards = self._session.cards
        if cards is None:
            return

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
        words = f"Plan merged: now version {stored.version}"

        def undo(library: Library) -> None:
            library.history.go_back(stored.id, before)
            library.decks.take_back([plan.id])

        def holds() -> bool:
            deck = self._worker.contents.deck(stored.id)
            return deck is not None and deck.version == stored.version and self._binned(plan)

        self._say(words, lambda: self._worker.change(undo), holds)

    def _say(self, words: str, undo: Callable[[], None], holds: Callable[[], bool]) -> None:
        toast_of(self._widget).show_message(words, undo, holds)

    def _take_back(self, plan: Plan) -> None:
        self._worker.change(
            lambda library: library.decks.take_back([plan.id]), lambda _: self.open(plan)
        )

    def _binned(self, plan: Plan) -> bool:
        return any(deck.id == plan.id for deck in self._worker.contents.binned)

    def _show_deck_of(self, plan: Plan) -> None:
        for number, deck in enumerate(self._session.decks):
            if deck.stored is not None and deck.stored.id == plan.id and not deck.unsaved:
                self._session.close_deck(number)
                break
        self._autosaver.open_deck(plan.of.id)
