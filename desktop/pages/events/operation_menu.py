"""The menu of the operations on a player or a round, and the dialogs behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from app.event_commands import EventCommand, Form, MenuEntry, Selection
from desktop.pages.events.fields_dialog import FieldsDialog, field_box, field_value
from desktop.session.event_session import EventSession
from desktop.widgets.layouts import tip
from events.event_values import EventPlayer, TableGame


class OperationMenu(QMenu):
    """Does what its entries say; `others` are what entries without an operation do."""

    def __init__(
        self,
        title: str,
        entries: Iterable[MenuEntry],
        session: EventSession,
        window: QWidget,
        others: Mapping[str, Callable[[], object]],
    ) -> None:
        super().__init__(title, window)
        self._session, self._window = session, window
        self._at: Selection | None = None
        self._entries = {each.name: each for each in entries}
        self.entries: dict[str, QAction] = {}
        self.rules: dict[QAction, str] = {}
        for each in self._entries.values():
            if each.begins_group:
                self.addSeparator()
            action = self.entries[each.name] = self.addAction(each.text)
            does = others.get(each.name) or partial(self.start, each.name)
            action.triggered.connect(lambda _=False, does=does: does())
            if each.rule:
                self.rules[action] = each.rule
        self.show_selection()

    def show_selection(
        self,
        player: EventPlayer | None = None,
        game: TableGame | None = None,
        *,
        last: bool = True,
    ) -> None:
        """Offer what can be done now; `last`: the round on screen is the last one."""
        state, drawing, at = self._session.state, self._session.drawing, None
        if state is not None:
            at = Selection(state, player, game, last=last, drawing=drawing)
        self._at = at
        for name, action in self.entries.items():
            entry = self._entries[name]
            why_not = entry.why_not(at) if at else ""
            action.setVisible(at is not None and bool(entry.shown(at)))
            action.setEnabled(at is not None and not why_not)
            action.setStatusTip(why_not)
            action.setToolTip(tip(why_not))

    def start(self, name: str, **values: object) -> None:
        """Do the operation of an entry, or open its dialog with these values in its fields."""
        at, entry = self._at, self._entries[name]
        command, form = entry.command, entry.form
        if at is None or command is None:
            return
        if form is not None:
            self.ask(command, form, {**entry.values, **values})
        else:
            given = {**at.values, **entry.values}
            self._session.do_all(lambda state: [command.wanted(state, given)])

    def ask(self, command: EventCommand, form: Form, values: Mapping[str, object]) -> None:
        """Open a dialog, and do its operation once it is accepted."""
        at = self._at
        if at is None:
            return
        given = {**at.values, **values}
        boxes = {each: field_box(each, at, values.get(each.name)) for each in form.asks}
        dialog = FieldsDialog(
            at.words(form.title),
            form.button,
            {each.label: box for each, box in boxes.items()},
            at.words(form.note),
            self._window,
        )

        for field, box in boxes.items():
            if field.needed and isinstance(box, QLineEdit):
                dialog.need(box)

        def then() -> None:
            asked = {each.name: field_value(each, box) for each, box in boxes.items()}
            self._session.do_all(lambda state: [command.wanted(state, {**given, **asked})])

        dialog.ask(then)
