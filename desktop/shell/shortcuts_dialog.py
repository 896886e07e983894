"""The dialog of all shortcuts, made from the tables that the shortcuts themselves are made from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QKeySequence, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.pages.builder.card_commands import COPIES_KEYS
from desktop.pages.builder.pool.pool_model import TITLE_KEYS
from desktop.pages.builder.problems_panel import PROBLEM_KEYS
from desktop.pages.hands.board.board_keys import BOARD_KEYS
from desktop.pages.library.deck_actions import DECK_KEYS
from desktop.pages.rules.rules_keys import RULES_KEYS
from desktop.shell.actions import MENUS
from desktop.shell.rail import PAGES
from desktop.style.fonts import Size, sized
from desktop.style.palette import Colours, colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import AnyIndex, Cell, Role, paint_heading, paint_selected
from desktop.widgets.find_field import FindField
from desktop.widgets.layouts import label
from desktop.widgets.search_field import FIELD_KEYS

_KEYS = Qt.ItemDataRole.UserRole + 20
_NATIVE = QKeySequence.SequenceFormat.NativeText
NO_SHORTCUTS = "No shortcuts found"
Rows = list[tuple[str, str]]


def key_groups() -> Iterator[tuple[str, Rows]]:
    """Yield the groups of shortcuts: a heading, then keys and what they do."""
    ways = groupby(COPIES_KEYS, attrgetter("words"))
    yield "Selected cards", [(", ".join(each.shown for each in keys), text) for text, keys in ways]
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


def key_parts(keys: str) -> list[list[str]]:
    """Return the keys of a shortcut, for each way to press it: "Ctrl+S, F2" has two."""
    return [[each] if each == "+" else each.split("+") for each in keys.split(", ")]


class _KeysDelegate(QStyledItemDelegate):
    """Paints what keys do, the words that are `typed` on a ground, and the keys at the right."""

    typed: Sequence[str] = ()

    def _places(self, text: str) -> list[tuple[int, int]]:
        """Return where the words that are typed begin and end in a text."""
        words = "|".join(map(re.escape, sorted(self.typed, key=len, reverse=True)))
        return [each.span() for each in re.finditer(words, text, re.IGNORECASE)] if words else []

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, option.fontMetrics.height() * (9 if index.data(Role.HEADING) else 7) // 4)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, metrics = colours_of(option.palette), option.fontMetrics
        text, heading = index.data(), index.data(Role.HEADING)
        if heading:
            paint_heading(painter, option.rect, option.font, Cell(text, heading=heading), colours)
        else:
            state = QStyle.StateFlag
            if option.state & state.State_Selected:
                active = bool(option.state & state.State_Active)
                paint_selected(painter, option.rect, colours, active=active, first=True)
            inner = option.rect.adjusted(metrics.height() // 3, 0, -metrics.height() // 2, 0)
            high = metrics.height()
            for start, end in self._places(text):
                left = inner.left() + metrics.horizontalAdvance(text[:start])
                width = metrics.horizontalAdvance(text[start:end])
                place = QRect(left - 1, inner.center().y() - high // 2, width + 2, high)
                fill(painter, place, colours.note_soft, corner(metrics) / 2)
            painter.setPen(colours.ink)
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter, text)
            painter.setFont(sized(option.font, Size.SMALL, QFont.Weight.Medium))
            if keys := index.data(_KEYS):
                _paint_keys(painter, inner, keys, colours)
        painter.restore()


def _paint_keys(painter: QPainter, rect: QRect, keys: str, colours: Colours) -> None:
    """Paint keys as caps, from the right end of a row on."""
    metrics = painter.fontMetrics()
    height, right = metrics.height() * 10 // 7, rect.right()
    for number, parts in enumerate(reversed(key_parts(keys))):
        if number:
            width = metrics.horizontalAdvance("or")
            painter.setPen(colours.faint)
            box = QRect(right - width, rect.top(), width, rect.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "or")
            right -= width + height // 3
        for part in reversed(parts):
            width = max(height, metrics.horizontalAdvance(part) + height * 2 // 3)
            box = QRect(right - width, rect.top() + (rect.height() - height) // 2, width, height)
            fill(painter, box, colours.pressed, corner(metrics) * 2 / 3)
            painter.setPen(colours.ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, part)
            right -= width + height // 5
        right -= height // 5


class ShortcutsDialog(ClosableDialog):
    """A list of all shortcuts by groups, which is searched by words and by keys."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Shortcuts", parent)
        self._groups = list(key_groups())
        words = "Search by what it does, or by key"
        self.search = FindField("Search the shortcuts", words, self)
        self.count = label(size=Size.SMALL, faint=True)
        self.list = QListWidget(self)
        self.list.setAccessibleName("Shortcuts")
        self._delegate = _KeysDelegate(self.list)
        self.list.setItemDelegate(self._delegate)
        self.lay_out(self.search, (self.list, 1), head=self.count, size=(154, 164))
        self.search.textChanged.connect(self._show_found)
        self.search.left_downwards.connect(self.list.setFocus)
        self._show_found()

    def _show_found(self) -> None:
        """List the shortcuts whose words or keys have all that is typed."""
        typed = self._delegate.typed = self.search.text().casefold().split()
        self.list.clear()
        shown = total = 0
        for heading, rows in self._groups:
            total += len(rows)
            found = [
                (keys, text)
                for keys, text in rows
                if all(each in f"{heading} {keys} {text}".casefold() for each in typed)
            ]
            if not found:
                continue
            item = QListWidgetItem(heading, self.list)
            item.setData(Role.HEADING, str(len(found)))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            for keys, text in found:
                item = QListWidgetItem(text, self.list)
                item.setData(_KEYS, keys)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text}: {keys}")
            shown += len(found)
        if not shown:
            QListWidgetItem(NO_SHORTCUTS, self.list).setFlags(Qt.ItemFlag.NoItemFlags)
        self.count.setText(f"{shown} of {total}" if typed else f"{total}")
