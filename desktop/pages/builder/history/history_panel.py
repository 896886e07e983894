"""The History tab: every step of this session, the versions before it, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QPushButton, QWidget
from typing_extensions import override

from decks.diff import Outline, outline
from desktop.pages.builder.history.history_table import (
    HistoryModel,
    HistoryRow,
    HistoryTable,
    history_rows,
    state_after,
)
from desktop.pages.builder.plans.plan_list import PlanList
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession
from desktop.session.open_deck import OpenDeck
from desktop.session.undo import DeckState, DeckStep
from desktop.style.fonts import space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.layouts import FlowLayout, column
from library.deck_values import LibraryDeck, Version
from library.errors import UnknownDeckError
from library.unread_lines import unread_lines

if TYPE_CHECKING:
    from library.library import Library

_Found: TypeAlias = tuple[tuple[Version, ...], dict[int, str]]


class HistoryPanel(QWidget):
    """Goes back to any state of the deck, names versions, and compares two states.

    Signals:
        dialog_opened: a dialog is on screen (the QDialog).
    """

    dialog_opened = Signal(object)

    def __init__(
        self, session: DeckSession, autosaver: Autosaver, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._autosaver = session, autosaver
        self._versions: tuple[Version, ...] = ()
        self._changed: dict[int, str] = {}  # the cards that the versions are about
        self.model = HistoryModel(self)
        self.table = HistoryTable(self.model, self)
        self._buttons = QWidget(self)
        self.name = QPushButton("&Name this version…", self._buttons)
        self.name.setToolTip("Save the deck as it is now, for good")
        self.go = QPushButton("Restore", self._buttons)
        self.go.setToolTip("Make the deck what it was then")
        self.compare = QPushButton("&Compare", self._buttons)
        self.compare.setToolTip("With the deck as it is now, or the selected rows with each other")
        self.plan = QPushButton("Plan a change…", self._buttons)
        self.plan.setToolTip("Begin a plan from the selected version, or from the deck as it is")
        self.plans = PlanList(session, autosaver, self)
        watch_cards(self.table)
        self._lay_out()
        self._connect()
        self._on_deck_changed()

    def name_version(self) -> None:
        """Ask for a name for the deck as it is now, and save it under that for ever."""
        from desktop.dialogs.simple_dialogs import NameDialog  # noqa: PLC0415 - when asked for

        deck = self._session.current
        if deck is None or not self._autosaver.ready or not self._session.may_edit():
            return
        dialog = NameDialog("Name this version", "Save", parent=self.window())
        dialog.named.connect(partial(self._name, deck))
        self._open(dialog)

    def _lay_out(self) -> None:
        row = FlowLayout(space(self, 1))
        self._buttons.setLayout(row)
        for button in (self.name, self.go, self.compare, self.plan):
            row.addWidget(button)
        gap = space(self, 2)
        parts = ((self.table, 1), self._buttons, self.plans)
        column(*parts, parent=self, margin=(0, 0, 0, gap), spacing=gap)
        self.setFocusProxy(self.table)

    def _connect(self) -> None:
        self._session.deck_changed.connect(self._on_deck_changed)
        self._session.deck_edited.connect(self._on_deck_edited)
        self._autosaver.saved.connect(self._on_deck_saved)
        self.table.row_activated.connect(self._on_row_activated)
        self.table.selectionModel().selectionChanged.connect(self._show_buttons)
        self.name.clicked.connect(self.name_version)
        # It is enabled only while one row is selected.
        self.go.clicked.connect(lambda: self._on_row_activated(self.table.selected()[0]))
        self.compare.clicked.connect(self._on_compare_clicked)
        self.plan.clicked.connect(self._on_plan_clicked)
        self._autosaver.library_worker.contents_changed.connect(self._on_contents_changed)

    def _show_rows(self) -> None:
        now = datetime.now(UTC).astimezone()
        cards = self._session.cards
        found = {n: cards.card(code) for n, code in self._changed.items()} if cards else {}
        changed = {n: card for n, card in found.items() if card is not None}
        self.table.show_rows(history_rows(self._session.current, self._versions, now, changed))
        self._show_buttons()

    def _show_buttons(self) -> None:
        chosen = self.table.selected()
        self.name.setEnabled(self._session.deck is not None and self._autosaver.ready)
        self.go.setEnabled(len(chosen) == 1 and not chosen[0].is_current)
        self.compare.setEnabled(bool(chosen))
        begins = not chosen or (len(chosen) == 1 and (chosen[0].is_current or chosen[0].version))
        self.plan.setEnabled(self.plans.commands.can_begin and bool(begins))

    def _read_versions(self) -> None:
        """Ask the library for the versions of the deck on screen."""
        deck = self._session.current
        if deck is None or deck.stored is None:
            self._take_versions(deck, ((), {}))
            return
        deck_id = deck.stored.id
        self._autosaver.ask(partial(_versions, deck_id), partial(self._take_versions, deck))

    def _take_versions(self, deck: OpenDeck | None, found: _Found) -> None:
        if deck is self._session.current:
            self._versions, self._changed = found
            self._show_rows()

    def _name(self, deck: OpenDeck, name: str) -> None:
        last = deck.stack.command(deck.stack.index() - 1)
        if isinstance(last, DeckStep):
            last.end()  # what has a name stays a step of its own

        def name_version() -> None:
            if deck.stored is None:
                return
            deck_id, number = deck.stored.id, deck.stored.version
            self._autosaver.ask(
                lambda library: library.history.name(deck_id, number, name),
                lambda _: self._read_versions(),
            )

        self._autosaver.save(deck, name_version)

    def _with_states(
        self, rows: Sequence[HistoryRow], then: Callable[[list[DeckState]], None]
    ) -> None:
        """Find what the deck was like in some rows."""
        deck, cards = self._session.current, self._session.cards
        if deck is None or cards is None:
            return
        versions = [row.version for row in rows if row.version is not None]
        steps = [row.step for row in rows]

        def found(opened: list[LibraryDeck]) -> None:
            stored = (DeckState(each.deck, unread_lines(each)) for each in opened)
            then([next(stored) if n is None else state_after(deck, n) for n in steps])

        def open_all(library: Library) -> list[LibraryDeck]:
            open_version = library.history.open
            return [open_version(each.deck_id, each.number, cards.pools) for each in versions]

        if versions:
            self._autosaver.ask(open_all, found)
        else:
            found([])

    def _on_row_activated(self, row: HistoryRow) -> None:
        if row.step is not None:
            self._session.go_to_step(row.step)
            return
        words = (
            f"Restore {row.text}" if row.version and row.version.name else "Restore a saved version"
        )
        self._with_states([row], lambda states: self._session.apply(states[0], words))

    def _on_plan_clicked(self) -> None:
        versions = [row.version for row in self.table.selected() if not row.is_current]
        version = versions[0] if versions else None
        self.plans.commands.begin(version.number if version else None)

    def _on_compare_clicked(self) -> None:
        chosen = self.table.selected()
        if len(chosen) == 1:
            chosen += [row for row in self.model.rows if row.is_current]
        # What was earlier stands at the left: steps are listed downwards, versions upwards.
        chosen.sort(key=lambda row: (row.step is not None, row.step or 0, _number(row)))
        self._with_states(chosen, lambda states: self._show_difference(chosen, states))

    def _show_difference(self, rows: Sequence[HistoryRow], states: Sequence[DeckState]) -> None:
        from desktop.dialogs.compare_dialog import CompareDialog  # noqa: PLC0415 - when asked
        from desktop.dialogs.deck_table_dialog import DeckTableDialog  # noqa: PLC0415

        cards, window = self._session.cards, self.window()
        if cards is None or len(states) < 2:
            return
        titled = [
            _titled(outline(state.deck), row) for row, state in zip(rows, states, strict=True)
        ]
        if len(titled) > 2:
            self._open(DeckTableDialog(titled, cards, window))
        else:
            one, other = titled
            title = "Compare two versions of a deck"
            self._open(CompareDialog(one, other, cards, window, title))

    def _open(self, dialog: QDialog) -> None:
        dialog.open()
        self.dialog_opened.emit(dialog)

    def _on_deck_changed(self) -> None:
        self._versions = ()
        self.table.clearSelection()
        self._show_rows()
        self._read_versions()

    def _on_deck_edited(self) -> None:
        if self.isVisible():
            self._show_rows()

    def _on_contents_changed(self) -> None:
        self._show_buttons()
        if self.isVisible():
            self._read_versions()

    def _on_deck_saved(self, deck: OpenDeck) -> None:
        if deck is self._session.current and self.isVisible():
            self._read_versions()

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show_rows()
        self._read_versions()


def _versions(deck_id: str, library: Library) -> _Found:
    """Return the versions of a deck; none where it was deleted for good meanwhile."""
    try:
        return library.history.versions(deck_id), library.history.changed_cards(deck_id)
    except UnknownDeckError:
        return (), {}


def _number(row: HistoryRow) -> int:
    return row.version.number if row.version else 0


def _titled(state: Outline, row: HistoryRow) -> Outline:
    """Return a state under the name of its row, by which the two are distinguished."""
    if row.version is not None and not row.version.name:
        return replace(state, name=f"Version {row.version.number}")
    quoted = row.text.startswith("“") and row.text.endswith("”")
    text = row.text[1:-1] if quoted else row.text
    return replace(state, name="Now" if row.is_current else text)
