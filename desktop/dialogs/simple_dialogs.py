"""Small dialogs: a name, the tags of decks, and a question before something goes for good."""

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
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from desktop.session.text_format import shortened
from desktop.style.fonts import space
from desktop.widgets.check_box import CheckBoxDelegate
from desktop.widgets.labels import label
from library.deck_values import StoredDeck

_STANDARD = QDialogButtonBox.StandardButton


class _Question(QDialog):
    """A dialog with a caption, a column of parts, and two buttons."""

    def __init__(self, title: str, does: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.buttons = QDialogButtonBox(_STANDARD.Cancel, parent=self)
        self.accept_button = QPushButton(does)
        self.accept_button.setDefault(True)
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def lay_out(self, *parts: QWidget) -> None:
        """Put the parts above the buttons; the first that takes the focus has it."""
        gap = space(self, 3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap * 2 // 3)
        for part in (*parts, self.buttons):
            layout.addWidget(part)
        stops = [part for part in parts if part.focusPolicy() != Qt.FocusPolicy.NoFocus]
        cancel = self.buttons.button(_STANDARD.Cancel)
        for one, other in pairwise([*stops, self.accept_button, cancel]):
            self.setTabOrder(one, other)
        if stops:
            stops[0].setFocus()
        self.setMinimumWidth(space(self, 90))


class NameDialog(_Question):
    """Asks for a name.

    Signals:
        named: the user gave one (the name).
    """

    named = Signal(str)

    def __init__(
        self, title: str, does: str, name: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(title, does, parent)
        self.name = QLineEdit(name, self)
        self.name.setAccessibleName("Name")
        self.name.selectAll()
        self.name.textChanged.connect(self._on_name_changed)
        caption = label("Name", faint=True)
        caption.setBuddy(self.name)
        self.lay_out(caption, self.name)
        self._on_name_changed(name)

    def _on_name_changed(self, name: str) -> None:
        self.accept_button.setEnabled(bool(name.strip()))

    @override
    def accept(self) -> None:
        self.named.emit(self.name.text().strip())
        super().accept()


class ConfirmDialog(_Question):
    """Asks before something goes for good.

    Signals:
        confirmed: the user wants it.
    """

    confirmed = Signal()

    def __init__(self, title: str, words: str, does: str, parent: QWidget | None = None) -> None:
        super().__init__(title, does, parent)
        self.lay_out(label(title, weight=QFont.Weight.DemiBold), label(words, wraps=True))
        # A box gives the focus to what accepts whenever its style changes, as at nightfall.
        self.buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.DestructiveRole)
        self.accept_button.setAutoDefault(False)
        self.accept_button.clicked.connect(self.accept)
        cancel = self.buttons.button(_STANDARD.Cancel)
        self.accept_button.setDefault(False)
        cancel.setDefault(True)
        cancel.setFocus()

    @override
    def accept(self) -> None:
        self.confirmed.emit()
        super().accept()


class TagsDialog(_Question):
    """Ticks tags for some decks; a tag that only some of them have stays so unless it is ticked.

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
        self.more = QLineEdit(self)
        self.more.setPlaceholderText("store championship, to test")
        caption = label("&New tags, separated by commas", faint=True)
        caption.setTextFormat(Qt.TextFormat.AutoText)
        caption.setBuddy(self.more)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Tags")
        self.list.setItemDelegate(CheckBoxDelegate(self.list))
        for tag in tags:
            item = QListWidgetItem(tag, self.list)
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(self._state(tag))
        self.list.setVisible(bool(tags))
        self.lay_out(caption, self.more, self.list)

    def chosen(self) -> Mapping[str, tuple[str, ...]]:
        """Return the tags that each deck is to have."""
        items = [self.list.item(row) for row in range(self.list.count())]
        state = {item.text(): item.checkState() for item in items}
        new = [tag.strip() for tag in self.more.text().split(",") if tag.strip()]

        def has(deck: StoredDeck, tag: str) -> bool:
            if state[tag] == Qt.CheckState.PartiallyChecked:
                return tag in deck.tags
            return state[tag] == Qt.CheckState.Checked

        return {deck.id: (*(tag for tag in state if has(deck, tag)), *new) for deck in self._decks}

    def _state(self, tag: str) -> Qt.CheckState:
        having = sum(tag in deck.tags for deck in self._decks)
        if not having:
            return Qt.CheckState.Unchecked
        everyone = having == len(self._decks)
        return Qt.CheckState.Checked if everyone else Qt.CheckState.PartiallyChecked

    @override
    def accept(self) -> None:
        self.tagged.emit(self.chosen())
        super().accept()
