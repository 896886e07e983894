"""The dialog of all shortcuts, made from the tables that the shortcuts themselves are made from."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import QDialogButtonBox, QFrame, QGridLayout, QScrollArea, QWidget

from desktop.pages.builder.card_commands import COPIES_KEYS
from desktop.pages.builder.pool.pool_model import TITLE_KEYS
from desktop.pages.builder.problems_panel import PROBLEM_KEYS
from desktop.pages.hands.board.board_keys import BOARD_KEYS
from desktop.pages.library.page import DECK_KEYS
from desktop.pages.rules.rules_keys import RULES_KEYS
from desktop.shell.actions import MENUS
from desktop.shell.rail import PAGES
from desktop.style.fonts import Size, space
from desktop.widgets.fitted_dialog import FittedDialog, room_for
from desktop.widgets.layouts import column, label, row
from desktop.widgets.search_field import FIELD_KEYS

COLUMNS = (3, 2, 1)
_NATIVE = QKeySequence.SequenceFormat.NativeText
Rows = list[tuple[str, str]]


def key_groups() -> Iterator[tuple[str, Rows]]:
    """Yield the groups of shortcuts: a heading, then keys and what they do."""
    yield "Selected cards", [(each.shown, each.words) for each in COPIES_KEYS]
    yield "Cards by name", list(TITLE_KEYS)
    yield "Problems", list(PROBLEM_KEYS)
    yield "Search", [(each.shown, each.words) for each in FIELD_KEYS]
    yield "Pages", [(_native(f"Ctrl+{n}"), page) for n, page in enumerate(PAGES, 1)]
    yield "The Decks page", [(_native(key), _plain(words)) for words, key in DECK_KEYS.values()]
    yield "The table of the Hands page", [(each.shown, each.words) for each in BOARD_KEYS]
    yield "The Rules page", [(_native(key), words) for key, words in RULES_KEYS.items()]
    for menu, commands in MENUS.items():
        rows = [
            (", ".join(key.toString(_NATIVE) for key in command.shortcuts()), _plain(command.text))
            for command in commands
            if command and command.shortcuts()
        ]
        yield _plain(menu), rows


def _native(key: str) -> str:
    return QKeySequence(key).toString(_NATIVE)


def _plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


class ShortcutsDialog(FittedDialog):
    """Shows the groups in columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        gap = space(self, 4)
        groups = list(key_groups())
        for columns in COLUMNS:
            sheet = self._sheet(groups, gap, columns)
            if sheet.sizeHint().width() + gap <= room_for(self).width():
                break
        scroll = QScrollArea(self, widgetResizable=True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(sheet)
        scroll.setAccessibleName("Keys")
        spoken = (f"{keys}: {text}" for _, rows in groups for keys, text in rows)
        scroll.setAccessibleDescription("; ".join(spoken))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        foot = column(buttons)
        foot.setContentsMargins(gap, 0, gap, 0)
        layout = column((scroll, 1), foot, parent=self)
        layout.setContentsMargins(0, 0, 0, gap // 2)
        size = sheet.sizeHint()
        self.resize(size.width() + gap, size.height() + buttons.sizeHint().height() + gap * 2)

    def _sheet(self, groups: list[tuple[str, Rows]], gap: int, number: int) -> QWidget:
        """Return the groups in a number of columns of about the same height."""
        columns: list[list[QGridLayout]] = [[] for _ in range(number)]
        height = sum(len(rows) + 2 for _, rows in groups) / number
        lines = 0
        for heading, rows in groups:
            columns[min(number - 1, int(lines / height))].append(self._group(heading, rows))
            lines += len(rows) + 2
        layout = row(*((column(*each, None, spacing=gap), 1) for each in columns), spacing=gap * 2)
        layout.setContentsMargins(gap, gap, gap, gap)
        sheet = QWidget()
        sheet.setLayout(layout)
        return sheet

    def _group(self, heading: str, rows: Rows) -> QGridLayout:
        grid = QGridLayout()
        grid.setVerticalSpacing(space(self, 1) // 2)
        grid.setHorizontalSpacing(space(self, 3))
        grid.addWidget(label(heading, Size.BODY, weight=QFont.Weight.DemiBold), 0, 0, 1, 2)
        for number, (keys, text) in enumerate(rows, 1):
            grid.addWidget(label(keys, faint=True), number, 0)
            grid.addWidget(label(text), number, 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, space(self, 32))
        return grid
