"""Which two decks are tried against each other, where more are selected or shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.session.open_deck import NAMELESS
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.form import Field, Form
from desktop.widgets.message_bar import MessageBar
from library.deck_values import StoredDeck

TOO_FEW = "Two decks of one edition are needed to compare their hands: select two."


class TwoDecksDialog(SimpleDialog):
    """Two lists: the second has the other decks of the first one's edition."""

    def __init__(self, decks: Sequence[StoredDeck], first: str, parent: QWidget) -> None:
        super().__init__("Compare hands", "Compare", parent)
        self._decks = decks
        names = {deck.id: deck.name or NAMELESS for deck in decks}
        one = Field("one", "&First deck", ComboBox, names)
        self.form = Form(
            ((one,), (Field("other", "&Second deck", ComboBox),)), {"one": first}, self
        )
        self.lay_out(self.form)
        self.form["one"].currentIndexChanged.connect(self._show_others)
        self._show_others()

    @property
    def chosen(self) -> list[str]:
        """The ids of the two decks."""
        return list(self.form.values.values())

    def _show_others(self) -> None:
        first = next(deck for deck in self._decks if deck.id == self.form["one"].chosen)
        others = {
            deck.id: deck.name or NAMELESS
            for deck in self._decks
            if deck is not first and deck.edition is first.edition
        }
        self.form["other"].set_choices(others)
        self.accept_button.setEnabled(bool(others))


def choose_two(
    selected: Sequence[StoredDeck],
    shown: Sequence[StoredDeck],
    page: QWidget,
    message_bar: MessageBar,
    then: Callable[[list[str]], None],
) -> None:
    """Call `then` with the ids of two decks of one edition: the selected ones, or those chosen.

    Where one is selected it is the first; where none is, any two of those shown can be chosen.
    """
    decks = selected if len(selected) > 1 else shown
    first = selected[0].id if selected else ""
    editions = [deck.edition for deck in decks]
    if all(editions.count(each) < 2 for each in editions):
        message_bar.show_failure(TOO_FEW)
    elif len(decks) == 2:
        then(_ids(decks, first))
    else:
        dialog = TwoDecksDialog(decks, first, page)
        dialog.accepted.connect(lambda: then(dialog.chosen))
        dialog.open()


def _ids(decks: Sequence[StoredDeck], first: str) -> list[str]:
    return sorted((deck.id for deck in decks), key=lambda each: each != first)
