"""The popup of filters that have no chip of their own: icons, cost, STR, keywords, packs."""

from __future__ import annotations

from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from carddb.search.filters import FilterGroup, FilterTerm
from desktop.pages.builder.pool.pool_filters import PoolFilters
from desktop.style.fonts import Size, sized, space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import label, tip
from desktop.widgets.layouts import FlowLayout, column
from desktop.widgets.popup import Popup

# More of them are a list to choose from.
MOST_BUTTONS = 20


class FiltersPopup(Popup):
    """A row for each group: buttons to switch on and off, or a list where there are many."""

    def __init__(self, filters: PoolFilters, owner: QWidget) -> None:
        super().__init__("Filters", owner)
        self._filters = filters
        self.buttons: dict[FilterTerm, QPushButton] = {}
        self.lists: dict[str, ComboBox] = {}
        gap, grid = space(self, 1), QGridLayout()
        grid.setHorizontalSpacing(3 * gap)
        grid.setVerticalSpacing(gap)
        grid.setColumnMinimumWidth(1, space(self, 90))
        for row, group in enumerate(filters.groups):
            caption = label(group.name, Size.SMALL, faint=True)
            grid.addWidget(caption, row, 0)
            if len(group.terms) > MOST_BUTTONS or not group.terms[0].short:
                grid.addWidget(self._list(group), row, 1)
            else:
                grid.addLayout(self._line(group), row, 1)
        column(grid, parent=self, margin=3 * gap)
        filters.changed.connect(self._show_chosen)
        self._show_chosen()
        first = next(iter((*self.buttons.values(), *self.lists.values())), None)
        if first is not None:
            first.setFocus()

    def _line(self, group: FilterGroup) -> FlowLayout:
        line = FlowLayout(space(self, 1) // 2)
        for term in group.terms:
            button = QPushButton(term.short, self)
            button.setObjectName("small")
            button.setFont(sized(button.font(), Size.SMALL))
            button.setCheckable(True)
            button.setAccessibleName(term.label)
            button.setToolTip(tip(f"{term.label} ({term.text})"))
            button.clicked.connect(lambda on, term=term: self._filters.switch(term, on=on))
            self.buttons[term] = button
            line.addWidget(button)
        return line

    def _list(self, group: FilterGroup) -> ComboBox:
        field = ComboBox(group.name, self)
        field.addItem(f"Add a {group.name.lower().removesuffix('s')}…", None)
        for term in group.terms:
            field.addItem(term.label, term)
        field.widen_list()
        field.activated.connect(lambda _, field=field: self._on_chosen(field))
        self.lists[group.name] = field
        return field

    def _on_chosen(self, field: ComboBox) -> None:
        term = field.currentData()
        field.setCurrentIndex(0)
        if isinstance(term, FilterTerm):
            self._filters.switch(term, on=True)

    def _show_chosen(self) -> None:
        chosen = set(self._filters.terms)
        for term, button in self.buttons.items():
            button.setChecked(term in chosen)
