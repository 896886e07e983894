"""A tab of the collection: a search, a table whose copies are counted, and buttons for that."""

from __future__ import annotations

from abc import abstractmethod

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QVBoxLayout, QWidget

from desktop.dialogs.collection.count_bar import CountBar, CountKeys
from desktop.session.collection_state import CollectionState
from desktop.style.fonts import space


class CountedPane(QWidget):
    """What the tabs have in common; each says what it shows and what a count means to it."""

    def __init__(
        self, collection_state: CollectionState, words: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._collection_state = collection_state
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
            source.count_requested.connect(self._on_count_requested)
            source.change_requested.connect(self._on_change_requested)
        self._collection_state.changed.connect(self.show_owned)
        self._table = view

    @abstractmethod
    def show_owned(self) -> None:
        """Show what is searched for and how many copies are owned."""

    @abstractmethod
    def _on_count_requested(self, count: int) -> None: ...

    @abstractmethod
    def _on_change_requested(self, difference: int) -> None: ...

    def _on_search_left(self) -> None:
        model = self._table.model()
        if model.rowCount():
            self._table.setCurrentIndex(model.index(0, 0))
            self._table.setFocus(Qt.FocusReason.OtherFocusReason)
