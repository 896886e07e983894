"""Small dialogs: a name, the tags of decks, and a question before something is deleted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)
from typing_extensions import override

from desktop.session.text_format import shortened
from desktop.style.fonts import space
from desktop.widgets.labels import buddy_label, label
from desktop.widgets.layouts import column
from library.deck_values import StoredDeck


class SimpleDialog(QDialog):
    """A column of parts over two buttons: one that does something, and Cancel."""

    def __init__(self, title: str, accept_text: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.buttons = QDialogButtonBox(parent=self)
        self.cancel = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.accept_button = QPushButton(accept_text, default=True)
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def lay_out(self, *parts: QWidget) -> None:
        """Put the parts above the buttons; the first that takes the focus has it."""
        gap = space(self, 3)
        column(*parts, self.buttons, parent=self, margin=gap, spacing=gap * 2 // 3)
        fields = [part for part in parts if part.focusPolicy() != Qt.FocusPolicy.NoFocus]
        for one, other in pairwise([*fields, self.accept_button, self.cancel]):
            self.setTabOrder(one, other)
        if fields:
            fields[0].setFocus()
        self.setMinimumWidth(space(self, 90))


class NameDialog(SimpleDialog):
    """Asks for a name.

    Signals:
        named: the user gave one (the name).
    """

    named = Signal(str)

    def __init__(
        self, title: str, accept_text: str, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(title, accept_text, parent)
        self.name = QLineEdit(name, self)
        self.name.setAccessibleName("Name")
        self.name.selectAll()
        self.name.textChanged.connect(self._on_name_changed)
        self.lay_out(buddy_label("Name", self.name), self.name)
        self._on_name_changed(name)

    def _on_name_changed(self, name: str) -> None:
        self.accept_button.setEnabled(bool(name.strip()))

    @override
    def accept(self) -> None:
        self.named.emit(self.name.text().strip())
        super().accept()


class ConfirmDialog(SimpleDialog):
    """Asks before something that cannot be undone; Cancel is the default.

    Signals:
        confirmed: the user wants it.
    """

    confirmed = Signal()

    def __init__(
        self, title: str, text: str, accept_text: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(title, accept_text, parent)
        self.lay_out(label(title, weight=QFont.Weight.DemiBold), label(text, wraps=True))
        # A box gives the focus to its accept button whenever its style changes.
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.DestructiveRole)
        self.accept_button.setAutoDefault(False)
        self.accept_button.clicked.connect(self.accept)
        self.accept_button.setDefault(False)
        self.cancel.setDefault(True)
        self.cancel.setFocus()

    @override
    def accept(self) -> None:
        self.confirmed.emit()
        super().accept()


class TagsDialog(SimpleDialog):
    """Checks tags for some decks; one that only some of them have stays so unless it is checked.

    Signals:
        tagged: the tags of each deck were chosen (a dict of tuples by the decks' ids).
    """

    tagged = Signal(object)

    def __init__(
        self, decks: Sequence[StoredDeck], tags: Sequence[str], parent: QWidget | None = None
    ) -> None:
        named = shortened(decks[0].name) if len(decks) == 1 else f"{len(decks)} decks"
        super().__init__(f"Tags of {named}", "Set tags", parent)
        self._decks = decks
        self.new_tags = QLineEdit(self)
        self.new_tags.setPlaceholderText("store championship, to test")
        self.list = QListWidget(self)
        self.list.setAccessibleName("Tags")
        for tag in tags:
            item = QListWidgetItem(tag, self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(self._state(tag))
        self.list.setVisible(bool(tags))
        caption = buddy_label("&New tags, separated by commas", self.new_tags)
        self.lay_out(caption, self.new_tags, self.list)

    def chosen(self) -> Mapping[str, tuple[str, ...]]:
        """Return the tags that each deck is to have."""
        items = [self.list.item(row) for row in range(self.list.count())]
        state = {item.text(): item.checkState() for item in items}
        new = [tag.strip() for tag in self.new_tags.text().split(",") if tag.strip()]

        def has(deck: StoredDeck, tag: str) -> bool:
            if state[tag] == Qt.CheckState.PartiallyChecked:
                return tag in deck.tags
            return state[tag] == Qt.CheckState.Checked

        return {deck.id: (*(tag for tag in state if has(deck, tag)), *new) for deck in self._decks}

    def _state(self, tag: str) -> Qt.CheckState:
        count = sum(tag in deck.tags for deck in self._decks)
        if not count:
            return Qt.CheckState.Unchecked
        every = count == len(self._decks)
        return Qt.CheckState.Checked if every else Qt.CheckState.PartiallyChecked

    @override
    def accept(self) -> None:
        self.tagged.emit(self.chosen())
        super().accept()
