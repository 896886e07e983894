"""The History tab: every step of this session, the versions before it, and what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QShowEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.card import Card
from core.text_format import day_words
from decks.diff import outline
from desktop.pages.builder.deck.deck_bars import PlanCommands
from desktop.session.autosave import Autosaver
from desktop.session.deck_session import DeckSession, DeckState, DeckStep, OpenDeck
from desktop.style.fonts import Size, space
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Cell, Role
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.layouts import FlowLayout, buddy_label, column, tip
from desktop.widgets.rows_model import ColumnHeading, RowsModel
from desktop.widgets.rows_table import RowsTable
from library.content import unread_lines
from library.deck_values import LibraryDeck, Version
from library.errors import UnknownDeckError
from validators.deck_steps import changed_card

if TYPE_CHECKING:
    from library.library import Library


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A heading, a state of this session (after `step` steps), or a version of the library."""

    text: str
    when: str = ""
    step: int | None = None
    version: Version | None = None
    faint: bool = False
    is_current: bool = False
    heading: str = ""
    card: Card | None = None

    @property
    def number(self) -> int:
        """The number of its version, 0 without one."""
        return self.version.number if self.version else 0

    @property
    def tip(self) -> str:
        if self.version is None:
            return self.text
        made = self.version.made.astimezone().strftime("%Y-%m-%d %H:%M")
        return f"Version {self.number}, {made}: {self.version.words}"


def state_after(deck: OpenDeck, step: int) -> DeckState:
    """Return the deck as it was after a number of steps."""
    command = deck.stack.command(max(0, step - 1)) if deck.stack.count() else None
    if not isinstance(command, DeckStep):  # there is no other kind
        return deck.state
    return command.after if step else command.before


def history_rows(
    deck: OpenDeck | None,
    versions: Sequence[Version],
    now: datetime,
    changed: Mapping[int, Card] | None = None,
) -> tuple[HistoryRow, ...]:
    """Return the steps, then the versions, the newest first; `changed` are the versions' cards."""
    if deck is None:
        return ()
    stack, cards = deck.stack, changed or {}
    # A space makes it a heading, too: a session without steps has no number.
    rows = [HistoryRow("This session", heading=str(stack.count() or " "))]
    for step in range(stack.count() + 1):
        command = stack.command(step - 1) if step else None
        card = None
        if isinstance(command, DeckStep):
            card = changed_card(command.before.deck, command.after.deck)
        text = stack.text(step - 1) if step else deck.origin
        faint, current = step > stack.index(), step == stack.index()
        rows.append(HistoryRow(text, step=step, faint=faint, is_current=current, card=card))
    if versions:
        rows.append(HistoryRow("Saved versions", heading=str(len(versions))))
    for each in versions:
        text = f"“{each.name}”" if each.name else each.words
        text = f"{text} (replaced)" if each.overtaken_by is not None else text
        card = cards.get(each.number)
        rows.append(HistoryRow(text, day_words(each.made, now), version=each, card=card))
    return tuple(rows)


class HistoryModel(RowsModel[HistoryRow]):
    """What happened, and when."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, headings=(ColumnHeading(share=1),))

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].heading:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    @override
    def key(self, row: HistoryRow) -> object:
        return row.step, row.number

    @override
    def card(self, row: HistoryRow) -> Card | None:
        return row.card

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        each = self.rows[row]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return each.text
            case Qt.ItemDataRole.AccessibleTextRole:
                now = "now" if each.is_current else each.when
                return ", ".join(filter(None, (each.text, now)))
            case Qt.ItemDataRole.ToolTipRole:
                return tip(each.tip)
            case Role.CELL:
                return Cell(each.text, faint=each.faint, heading=each.heading, note=each.when)
        return None


class HistoryTable(RowsTable[HistoryRow]):
    """Steps and versions; a plain click on a step or Enter on a row goes there."""

    row_activated = Signal(object)  # the HistoryRow to go to

    def __init__(self, model: HistoryModel, parent: QWidget) -> None:
        super().__init__(model, "History", parent)
        self.history = model
        self.setItemDelegate(HistoryDelegate(self))
        self.horizontalHeader().hide()

    def show_rows(self, rows: tuple[HistoryRow, ...]) -> None:
        """Show another history; the selection stays, and the row of the deck is in view."""
        self.history.show_rows(rows)
        for number, row in enumerate(rows):
            if row.is_current:
                index = self.history.index(number, 0)
                self.scrollTo(index)
                # Else Qt begins at the first row, a heading, when the table gets the focus.
                if self._row_of(self.currentIndex()) is None:
                    flags = QItemSelectionModel.SelectionFlag
                    self.selectionModel().setCurrentIndex(index, flags.NoUpdate)

    def _row_of(self, index: QModelIndex) -> HistoryRow | None:
        row = self.history.rows[index.row()] if index.isValid() else None
        return None if row is None or row.heading else row

    @override
    def selected(self) -> list[HistoryRow]:
        return [row for row in super().selected() if not row.heading]

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        row = self._row_of(self.indexAt(event.position().toPoint()))
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        left = event.button() is Qt.MouseButton.LeftButton
        if plain and left and row is not None and row.step is not None:
            self.row_activated.emit(row)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self._row_of(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self.row_activated.emit(row)
        else:
            super().keyPressEvent(event)


class HistoryDelegate(CardDelegate):
    """Paints a row, with a bar before the current state of the deck."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        model = index.model()
        if isinstance(model, HistoryModel) and model.rows[index.row()].is_current:
            colours, bar = colours_of(option.palette), QRect(option.rect)
            painter.fillRect(bar, colours.hover)
            bar.setWidth(max(2, option.fontMetrics.height() // 6))
            painter.fillRect(bar, colours.accent)
        super().paint(painter, option, index)


# The plans that are in view without scrolling.
_MOST_ROWS = 4
_PLAN = Qt.ItemDataRole.UserRole + 30


class PlanList(QWidget):
    """Opens a plan with Enter or two clicks; hidden while the deck has none."""

    def __init__(self, session: DeckSession, autosaver: Autosaver, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._worker = session, autosaver.library_worker
        self.commands = PlanCommands(session, autosaver, self)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Plans of the deck")
        self.list.setToolTip("Open a plan with Enter or two clicks")
        self.list.setItemDelegate(CardDelegate(self.list))
        self.list.itemActivated.connect(lambda item: self.commands.open(item.data(_PLAN)))
        heading = buddy_label("Plans", self.list, Size.SMALL)
        column(heading, self.list, parent=self, margin=0, spacing=space(self, 1))
        changes = (session.deck_changed, session.saved_changed, self._worker.contents_changed)
        for changed in changes:
            changed.connect(self.show_plans)
        self.show_plans()

    def show_plans(self) -> None:
        current = self._session.current
        deck_id = current.stored.id if current and current.stored else ""
        plans = self._worker.contents.plans_of(deck_id)
        row, now = self.list.currentRow(), datetime.now(UTC).astimezone()
        self.list.clear()
        for plan in plans:
            changed = day_words(plan.deck.changed, now)
            words = f"{plan.name} · from version {plan.version} · {changed}"
            item = QListWidgetItem(words, self.list)
            item.setData(_PLAN, plan)
            item.setToolTip(tip(words))
        self.list.setCurrentRow(min(max(row, 0), len(plans) - 1))
        rows = min(len(plans), _MOST_ROWS)
        height = self.list.sizeHintForRow(0) * rows + 2 * self.list.frameWidth()
        self.list.setFixedHeight(max(0, height))
        self.setVisible(bool(plans))


_Found: TypeAlias = tuple[tuple[Version, ...], dict[int, str]]


class HistoryPanel(QWidget):
    """Goes back to any state of the deck, names versions, and compares two states."""

    def __init__(self, session: DeckSession, autosaver: Autosaver, parent: QWidget) -> None:
        super().__init__(parent)
        self._session, self._autosaver = session, autosaver
        self._versions: tuple[Version, ...] = ()
        self._changed: dict[int, str] = {}  # the cards that the versions are about
        self.model = HistoryModel(self)
        self.table = HistoryTable(self.model, self)
        watch_cards(self.table)
        save, go = "Save the deck as it is now, for good", "Make the deck what it was then"
        compare = "With the deck as it is now, or the selected rows with each other"
        plan = "Begin a plan from the selected version, or from the deck as it is"
        # Restore is enabled only while one row is selected.
        self.name, self.go, self.compare, self.plan = (
            push_button(text, self, words, clicked, kind="small")
            for text, words, clicked in (
                ("&Name this version…", save, self.name_version),
                ("Restore", go, lambda: self._go_to(self.table.selected()[0])),
                ("&Compare", compare, self._on_compare_clicked),
                ("Plan a change…", plan, self._on_plan_clicked),
            )
        )
        self.plans = PlanList(session, autosaver, self)
        gap = space(self, 2)
        buttons = FlowLayout(0, self.name, self.go, self.compare, self.plan)
        parts = ((self.table, 1), self.plans, buttons)
        column(*parts, parent=self, margin=(gap * 3 // 2, gap, gap, gap), spacing=gap)
        self.setFocusProxy(self.table)
        session.deck_changed.connect(self._on_deck_changed)
        session.deck_edited.connect(self._on_deck_edited)
        autosaver.saved.connect(self._on_deck_saved)
        autosaver.library_worker.contents_changed.connect(self._on_contents_changed)
        self.table.row_activated.connect(self._go_to)
        self.table.selectionModel().selectionChanged.connect(self._show_buttons)
        self._on_deck_changed()

    def name_version(self) -> None:
        """Ask for a name for the deck as it is now, and save it under that for ever."""
        from desktop.dialogs.simple_dialogs import NameDialog  # noqa: PLC0415 - when asked for

        deck = self._session.current
        if deck is None or not self._autosaver.ready or not self._session.may_edit():
            return
        dialog = NameDialog("Name this version", "Save", parent=self.window())
        dialog.named.connect(partial(self._name, deck))
        dialog.open()

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

    def _go_to(self, row: HistoryRow) -> None:
        if row.step is not None:
            self._session.go_to_step(row.step)
            return
        named = row.version is not None and row.version.name
        words = f"Restore {row.text}" if named else "Restore a saved version"
        self._with_states([row], lambda states: self._session.apply(states[0], words))

    def _on_plan_clicked(self) -> None:
        versions = [row.version for row in self.table.selected() if not row.is_current]
        version = versions[0] if versions else None
        self.plans.commands.begin(version.number if version else None)

    def _on_compare_clicked(self) -> None:
        chosen = self.table.selected()
        if len(chosen) == 1:
            chosen += [row for row in self.model.rows if row.is_current]
        # The earlier ones stand at the left: steps are listed downwards, versions upwards.
        chosen.sort(key=lambda row: (row.step is not None, row.step or 0, row.number))
        self._with_states(chosen, lambda states: self._show_difference(chosen, states))

    def _show_difference(self, rows: Sequence[HistoryRow], states: Sequence[DeckState]) -> None:
        from desktop.dialogs.compare_dialog import (  # noqa: PLC0415
            CompareDialog,
            DeckTableDialog,
        )

        cards, window = self._session.cards, self.window()
        if cards is None or len(states) < 2:
            return
        titled = [
            replace(outline(state.deck), name=_name_of(row))
            for row, state in zip(rows, states, strict=True)
        ]
        if len(titled) > 2:
            DeckTableDialog(titled, cards, window).open()
        else:
            one, other = titled
            title = "Compare two versions of a deck"
            CompareDialog(one, other, cards, window, title).open()

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


def _name_of(row: HistoryRow) -> str:
    """Return the name that distinguishes the state of a row from the others."""
    if row.is_current:
        return "Now"
    name = row.version.name if row.version else ""
    if row.version is not None and not name:
        return f"Version {row.number}"
    return name if name and row.text == f"“{name}”" else row.text
