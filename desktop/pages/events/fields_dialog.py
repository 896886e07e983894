"""A small dialog of some fields over a sentence: what most commands of an event ask for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QSpinBox, QWidget

from app.event_commands import Field, Kind, Selection
from desktop.dialogs.simple_dialogs import SimpleDialog
from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.layouts import buddy_label, label

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

    def need(self, box: QLineEdit) -> None:
        """Let the dialog be accepted only while a field is not empty."""
        box.textChanged.connect(lambda text: self.accept_button.setEnabled(bool(text.strip())))

    def ask(self, then: Callable[[], object]) -> None:
        """Open the dialog; call `then` once it is accepted."""
        self.accepted.connect(then)
        self.open()


def number_box(name: str, least: int, most: int, value: int) -> QSpinBox:
    """Return a field for a whole number."""
    box = QSpinBox()
    box.setAccessibleName(name)
    box.setRange(least, most)
    box.setValue(value)
    return box


def field_box(field: Field, at: Selection, value: object = None) -> QWidget:
    """Return the widget of a field of an operation, with a value or the field's first one."""
    name = field.label.replace("&", "")
    first: Any = field.value(at) if value is None else value
    if field.kind is Kind.YES_NO:
        return QCheckBox(field.label)
    if field.kind is Kind.NUMBER:
        return number_box(name, *field.bounds, int(first or 0))
    if field.kind is Kind.TEXT:
        words = QLineEdit(str(first or ""))
        words.setAccessibleName(name)
        # Selected, with the beginning in sight.
        words.setSelection(len(words.text()), -len(words.text()))
        return words
    box = ComboBox(name)
    box.setMinimumContentsLength(24 if field.kind is Kind.PLAYER else 30)
    for each, shown in field.choices(at):
        box.addItem(shown, each)
    box.setCurrentIndex(max(0, box.findData(first)))
    box.widen_list()
    return box


def field_value(field: Field, box: QWidget) -> object:
    """Return what is in the widget of a field."""
    match box:
        case QCheckBox():
            return box.isChecked()
        case QSpinBox():
            return (box.value() or None) if field.none_at_zero else box.value()
        case QLineEdit():
            return box.text().strip()
        case QComboBox():
            # Qt returns a plain text.
            return field.named(box.currentData()) if field.named else box.currentData()
    raise TypeError(box)
