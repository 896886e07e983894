"""The "?" beside the search field: examples and keys of the language, which insert themselves."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QFont, QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QListView, QToolButton, QWidget
from typing_extensions import override

from desktop.style.fonts import space
from desktop.widgets.layouts import column
from desktop.widgets.popup import Popup
from desktop.widgets.search_field import SearchField, SuggestionDelegate, suggestion_item


class LanguageHelpButton(QToolButton):
    """Opens the language of a search field."""

    def __init__(self, field: SearchField, parent: QWidget) -> None:
        super().__init__(parent)
        self._field = field
        self.setText("?")
        self.setAccessibleName("Search language: examples and keys")
        self.setToolTip("What can be searched for: examples and keys")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.open)

    def open(self) -> None:
        """Show examples and keys below the button."""
        LanguagePopup(self._field, self).show_below()


class LanguagePopup(Popup):
    """A list of examples, then of every key; a click or Enter inserts one into the field."""

    def __init__(self, field: SearchField, owner: QWidget) -> None:
        super().__init__("Search language", owner)
        self._field = field
        self.model = QStandardItemModel(self)
        self.list = LanguageList(self)
        self.list.setAccessibleName("Examples and keys")
        self.list.setModel(self.model)
        self.list.setItemDelegate(SuggestionDelegate(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fill()
        self.list.setCurrentIndex(self.model.index(1, 0))
        self.list.setMinimumSize(space(self, 150), space(self, 110))
        column(self.list, parent=self, margin=space(self, 1))
        self.list.clicked.connect(self._insert)
        self.list.activated.connect(self._insert)
        self.list.setFocus()

    def _fill(self) -> None:
        # The table of keys and what it imports, when asked for.
        from carddb.search.examples import EXAMPLES  # noqa: PLC0415
        from carddb.search.suggestions import Suggestion, keys_at  # noqa: PLC0415

        self._add_heading("Examples: a click adds one to the search")
        for each in EXAMPLES:
            self.model.appendRow(suggestion_item(Suggestion(0, each.query, each.query, each.finds)))
        self._add_heading("Every key, with its letter")
        for key in keys_at("", 0):
            self.model.appendRow(suggestion_item(key))

    def _add_heading(self, words: str) -> None:
        heading = QStandardItem(words)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        heading.setFont(font)
        heading.setFlags(Qt.ItemFlag.NoItemFlags)
        self.model.appendRow(heading)

    def _insert(self, index: QModelIndex) -> None:
        if self.isVisible() and index.flags() & Qt.ItemFlag.ItemIsSelectable:
            self.close()
            self._field.add_suggestion(index)


class LanguageList(QListView):
    """Enter chooses the current row on every platform; Escape closes the popup."""

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
