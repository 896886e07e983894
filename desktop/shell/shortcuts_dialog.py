"""The sheet of all keys, made from the tables that the keys themselves are made from."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.pages.builder.copy_keys import COPIES_KEYS
from desktop.pages.hands.board.board_keys import TABLE_KEYS
from desktop.pages.library.deck_actions import DECK_KEYS
from desktop.shell.actions import COMMANDS
from desktop.shell.rail import PAGES
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label
from desktop.widgets.search_field import FIELD_KEYS

COLUMNS = 3
_NATIVE = QKeySequence.SequenceFormat.NativeText


def key_groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield the groups of the sheet: a heading, then keys and what they do."""
    yield "Selected cards", [(each.shown, each.words) for each in COPIES_KEYS]
    yield "Search", [(each.shown, each.words) for each in FIELD_KEYS]
    yield "Pages", [(_native(f"Ctrl+{n}"), page) for n, page in enumerate(PAGES, 1)]
    yield "The Decks page", [(_native(key), _plain(words)) for words, key in DECK_KEYS.values()]
    yield "The table of the Hands page", [(each.shown, each.words) for each in TABLE_KEYS]
    for menu in dict.fromkeys(command.menu for command in COMMANDS):
        rows = [
            (
                ", ".join(each.toString(_NATIVE) for each in command.sequences()),
                _plain(command.words),
            )
            for command in COMMANDS
            if command.menu == menu and command.sequences()
        ]
        yield _plain(menu), rows


def _native(key: str) -> str:
    return QKeySequence(key).toString(_NATIVE)


def _plain(words: str) -> str:
    return words.replace("&", "").rstrip("…")


class ShortcutsDialog(QDialog):
    """Shows the groups in columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        gap = space(self, 4)
        sheet = QWidget(self)
        columns = QHBoxLayout(sheet)
        columns.setSpacing(gap * 2)
        columns.setContentsMargins(gap, gap, gap, gap)
        groups = list(key_groups())
        share = sum(len(rows) + 2 for _, rows in groups) / COLUMNS
        lines: float = 0
        sides = [QVBoxLayout() for _ in range(COLUMNS)]
        for heading, rows in groups:
            sides[min(COLUMNS - 1, int(lines / share))].addLayout(self._group(heading, rows))
            lines += len(rows) + 2
        for side in sides:
            side.setSpacing(gap)
            side.addStretch(1)
            columns.addLayout(side, 1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(sheet)
        scroll.setAccessibleName("Keys")
        said = (f"{keys}: {words}" for _, rows in groups for keys, words in rows)
        scroll.setAccessibleDescription("; ".join(said))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, gap // 2)
        layout.addWidget(scroll, 1)
        row = QHBoxLayout()
        row.setContentsMargins(gap, 0, gap, 0)
        row.addWidget(buttons)
        layout.addLayout(row)
        wanted = sheet.sizeHint()
        self.resize(wanted.width() + gap, wanted.height() + buttons.sizeHint().height() + gap * 2)

    def _group(self, heading: str, rows: list[tuple[str, str]]) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(space(self, 1) // 2)
        grid.setHorizontalSpacing(space(self, 3))
        grid.addWidget(label(heading, Size.BODY, weight=QFont.Weight.DemiBold), 0, 0, 1, 2)
        for number, (keys, words) in enumerate(rows, 1):
            grid.addWidget(label(keys, faint=True), number, 0)
            grid.addWidget(label(words), number, 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, space(self, 32))
        return grid
