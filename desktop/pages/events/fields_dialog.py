"""A small dialog of some fields over a sentence: what most commands of an event ask for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QLineEdit, QSpinBox, QWidget

from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import buddy_label, label
from events.event_values import EventPlayer

# Of the sentence, in quarters of the body font's height.
WIDTH = 100


class FieldsDialog(SimpleDialog):
    """Shows a sentence and fields with their labels."""

    def __init__(
        self,
        title: str,
        accept_text: str,
        fields: Mapping[str, QWidget],
        note: str,
        parent: QWidget | None,
    ) -> None:
        super().__init__(title, accept_text, parent)
        parts: list[QWidget] = [label(title, weight=QFont.Weight.DemiBold)]
        if note:
            words = label(note, wraps=True)
            # A dialog does not ask its parts how high they are at its width.
            words.setMinimumSize(space(self, WIDTH), words.heightForWidth(space(self, WIDTH)))
            parts.append(words)
        for text, field in fields.items():
            if not isinstance(field, QCheckBox):
                parts.append(buddy_label(text, field, Size.SMALL))
            parts.append(field)
        self.lay_out(*parts)
        if not fields:
            self.accept_button.setFocus()

    def ask(self, then: Callable[[], object]) -> None:
        """Open the dialog; call `then` once it is accepted."""
        self.accepted.connect(then)
        self.open()


def player_box(name: str, players: Iterable[EventPlayer], chosen: str = "") -> ComboBox:
    """Return a field for a player, whose id is its data."""
    box = ComboBox(name)
    box.setMinimumContentsLength(24)
    for each in players:
        box.addItem(each.name, each.id)
    box.setCurrentIndex(max(0, box.findData(chosen)))
    box.widen_list()
    return box


def number_box(name: str, least: int, most: int, value: int) -> QSpinBox:
    """Return a field for a whole number."""
    box = QSpinBox()
    box.setAccessibleName(name)
    box.setRange(least, most)
    box.setValue(value)
    return box


def text_box(name: str, placeholder: str = "") -> QLineEdit:
    """Return a field for some words."""
    box = QLineEdit(placeholderText=placeholder)
    box.setAccessibleName(name)
    return box
