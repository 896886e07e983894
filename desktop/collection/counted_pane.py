"""A tab of the collection: a search, a table whose copies are counted, and buttons for that."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QVBoxLayout, QWidget

from desktop.collection.counting import CountBar, CountKeys
from desktop.ownership import Ownership
from desktop.typeface import space


class CountedPane(QWidget):
    """What the tabs have in common; each says what it shows and what a count means to it."""

    def __init__(self, ownership: Ownership, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ownership = ownership
        self.search = QLineEdit(self)
        self.search.setClearButtonEnabled(True)
        self.bar = CountBar(words, self)

    def arrange(self, view: QAbstractItemView, keys: CountKeys, asks: str, name: str) -> None:
        """Put a table between the search, which `asks` for something, and the buttons."""
        self.search.setPlaceholderText(asks)
        self.search.setAccessibleName(name)
        layout = QVBoxLayout(self)
        layout.setSpacing(space(self, 2))
        layout.addWidget(self.search)
        layout.addWidget(view, 1)
        layout.addWidget(self.bar)
        self.search.textChanged.connect(self.show_owned)
        self.search.returnPressed.connect(self._on_search_left)
        for source in (keys, self.bar):
            source.count_asked.connect(self._on_count_asked)
            source.change_asked.connect(self._on_change_asked)
        self._ownership.changed.connect(self.show_owned)
        self._table = view

    @abstractmethod
    def show_owned(self) -> None:
        """Show what is searched for and how many copies are owned."""

    @abstractmethod
    def _on_count_asked(self, count: int) -> None: ...

    @abstractmethod
    def _on_change_asked(self, difference: int) -> None: ...

    def _on_search_left(self) -> None:
        model = self._table.model()
        if model.rowCount():
            self._table.setCurrentIndex(model.index(0, 0))
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
