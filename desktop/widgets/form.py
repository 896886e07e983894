"""Forms: fields described as data, laid out with their labels, with their values by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QSpinBox, QWidget

from desktop.style.fonts import Size, space
from desktop.widgets.combo_boxes import ComboBox, FactionComboBox
from desktop.widgets.date_field import DateField
from desktop.widgets.layouts import buddy_label, column, row

Values: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Field:
    """A field: its name among the values, its label with a mnemonic, and its kind of widget.

    `spoken` is its accessible name if that is not the label. `shown` tells from the values of the
    form whether the field is shown.
    """

    name: str
    label: str
    kind: type[QWidget] = QLineEdit
    choices: Mapping[Any, str] = field(default_factory=dict)
    _: KW_ONLY
    bounds: tuple[int, int] = (0, 0)
    characters: int = 4
    longest: int = 32_767
    placeholder: str = ""
    spoken: str = ""
    help: str = ""
    shown: Callable[[Values], bool] | None = None

    def widget(self, parent: QWidget) -> QWidget:
        made = self.kind(parent=parent)
        match made:
            case QLineEdit():
                made.setPlaceholderText(self.placeholder)
                made.setMaxLength(self.longest)
            case QSpinBox():
                made.setRange(*self.bounds)
                _indent(made)
            case QCheckBox():
                made.setText(self.label)
            case ComboBox() if self.kind is ComboBox:
                made.setMinimumContentsLength(self.characters)
                made.set_choices(self.choices)
        made.setAccessibleName(self.spoken or self.label.replace("&", ""))
        made.setToolTip(self.help)
        return made


# How to read and set the value of a widget, and its signal for changes.
_ACCESS: Mapping[type[QWidget], tuple[Callable[[Any], Any], Callable[[Any, Any], object], str]] = {
    QLineEdit: (lambda line: line.text().strip(), QLineEdit.setText, "textChanged"),
    QSpinBox: (QSpinBox.value, QSpinBox.setValue, "valueChanged"),
    QCheckBox: (QCheckBox.isChecked, QCheckBox.setChecked, "toggled"),
    DateField: (lambda box: box.day, DateField.set_day, "dateChanged"),
    ComboBox: (lambda box: box.chosen, ComboBox.choose, "currentIndexChanged"),
    FactionComboBox: (lambda box: box.chosen, ComboBox.choose, "currentIndexChanged"),
}


class Form(QWidget):
    """Fields with their labels; `form["name"]` is the widget of a field.

    Rows of several fields are a `grid` with the labels beside the fields, whose first row is free.
    A single row is one line unless it is `stacked`. Rows of one field each have the labels above
    the fields.
    """

    changed = Signal(str)  # the field's name

    def __init__(
        self,
        rows: Sequence[Sequence[Field]],
        values: Values | None = None,
        parent: QWidget | None = None,
        *,
        stacked: bool = False,
    ) -> None:
        super().__init__(parent)
        in_line = len(rows) == 1 and not stacked
        self._described = {each.name: each for each in chain.from_iterable(rows)}
        self.fields = {name: each.widget(self) for name, each in self._described.items()}
        size = Size.BODY if in_line else Size.SMALL
        self._labels = {
            name: buddy_label(each.label, self.fields[name], size)
            for name, each in self._described.items()
            if each.kind is not QCheckBox
        }
        self.grid = QGridLayout()
        self._lay_out(rows, in_line=in_line)
        self.set(**values or {})
        self._show_fields()
        for name, widget in self.fields.items():
            signal = getattr(widget, _ACCESS[type(widget)][2])
            signal.connect(lambda *_, name=name: self._on_changed(name))

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    @property
    def values(self) -> dict[str, Any]:
        """The values of all fields; spaces around a text are removed."""
        return {name: _ACCESS[type(each)][0](each) for name, each in self.fields.items()}

    def set(self, **values: object) -> None:
        for name, value in values.items():
            _ACCESS[type(self.fields[name])][1](self.fields[name], value)

    def _lay_out(self, rows: Sequence[Sequence[Field]], *, in_line: bool) -> None:
        gap = space(self, 3)
        pairs = ((self._labels.get(name), widget) for name, widget in self.fields.items())
        parts = [part for part in chain.from_iterable(pairs) if part is not None]
        if in_line:
            row(*parts, None, parent=self, margin=0, spacing=gap * 2 // 3)
            return
        if len(rows) == len(self.fields):
            column(*parts, parent=self, margin=0, spacing=gap * 2 // 3)
            return
        self.setLayout(self.grid)
        self.grid.setContentsMargins(0, 0, 0, 0)
        self.grid.setHorizontalSpacing(gap)
        self.grid.setVerticalSpacing(gap // 2)
        for line, described in enumerate(rows, 1):
            for side, each in enumerate(described):
                if each.name in self._labels:
                    self.grid.addWidget(self._labels[each.name], line, 2 * side)
                self.grid.addWidget(self.fields[each.name], line, 2 * side + 1)
                self.grid.setColumnStretch(2 * side + 1, 1)

    def _on_changed(self, name: str) -> None:
        self._show_fields()
        self.changed.emit(name)

    def _show_fields(self) -> None:
        values = self.values
        for name, each in self._described.items():
            if each.shown is not None:
                self.fields[name].setVisible(each.shown(values))
                if name in self._labels:
                    self._labels[name].setVisible(each.shown(values))


def number_box(
    name: str,
    bounds: tuple[int, int],
    value: int,
    parent: QWidget,
    *,
    prefix: str = "",
    suffix: str = "",
    step: int = 1,
    waits: bool = True,
) -> QSpinBox:
    """Return a field for a whole number; what is typed counts once it is complete if it `waits`."""
    box = QSpinBox(parent, minimum=bounds[0], maximum=bounds[1], value=value)
    _indent(box)
    box.setAccessibleName(name)
    box.setToolTip(name)
    box.setPrefix(prefix)
    box.setSuffix(suffix)
    box.setSingleStep(step)
    box.setGroupSeparatorShown(step > 1)
    box.setKeyboardTracking(not waits)
    return box


def _indent(box: QSpinBox) -> None:
    """Indent the text: the style sheet's padding does not apply to the text of a spin box."""
    box.lineEdit().setTextMargins(space(box, 1), 0, 0, 0)
