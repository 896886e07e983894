"""The dialog of what the organizer announces: a new event, or one before its start."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.event_settings import (
    DIALOG,
    asked_words,
    chosen_settings,
    dialog_values,
    list_choices,
)
from core.errors import AppError
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.pages.events.operation_menu import form_field
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.form import Form
from desktop.widgets.layouts import label
from events.event_values import EventSettings
from events.plan_steps import checked
from events.tiers import KINDS

LIST_OF_THE_DAY = "The list in force on the day"
NO_LIST = "No list"


class EventDialog(SimpleDialog):
    """Asks for everything that is announced; `settings` is what was chosen."""

    def __init__(
        self, settings: EventSettings, cards: LoadedCards, parent: QWidget | None = None
    ) -> None:
        new = not settings.name
        super().__init__("New event" if new else "Event", "Create" if new else "Change", parent)
        self._before, self._cards = settings, cards
        rows = [[form_field(each) for each in row] for row in DIALOG]
        self.form = Form(rows, dialog_values(settings), self)
        self._offer_lists(dialog_values(settings)["list_code"])
        self.asks = label(size=Size.SMALL, faint=True, wraps=True)
        self.says = label(size=Size.SMALL, faint=True, wraps=True)
        self.wrong = label(wraps=True)
        self.wrong.setAccessibleName("What is wrong")
        self.lay_out(self.form, self.asks, self.says, self.wrong)
        self.setMinimumWidth(space(self, 200))
        self.form.changed.connect(self._on_changed)
        self._update()

    @property
    def settings(self) -> EventSettings:
        """The chosen settings; AppError if points at melee tables are not numbers."""
        return chosen_settings(self._before, self.form.values)

    def _offer_lists(self, chosen: object) -> None:
        named = list_choices(self._before, self._cards.pools[self.form["edition"].chosen])
        choices = {"": LIST_OF_THE_DAY, **named, "none": NO_LIST}
        self.form["list_code"].set_choices(choices, chosen)

    def _on_changed(self, name: str) -> None:
        if name == "edition":
            self._offer_lists(self.form["list_code"].chosen)
        self._update()

    def _update(self) -> None:
        values = self.form.values
        note = KINDS[values["kind"]].note
        self.asks.setText(asked_words(values))
        self.says.setText(note)
        self.says.setVisible(bool(note))
        wrong = self._what_is_wrong()
        self.wrong.setText(wrong if values["name"] else "")
        self.accept_button.setEnabled(not wrong)

    def _what_is_wrong(self) -> str:
        try:
            checked(self.settings)
        except AppError as error:
            return error.sentence
        return ""
