"""The left of the page: all decks, the folders, the tags, and the bin."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum, auto

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from desktop.session.drag_data import dragged_decks
from desktop.session.library_worker import LibraryContents
from desktop.style import icons
from desktop.style.fonts import Size, sized
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Role, paint_selected
from library.deck_values import StoredDeck
from validators.messages import count_of


class SidebarKind(Enum):
    """What an entry of the sidebar is."""

    ALL = auto()
    HEADING = auto()
    FOLDER = auto()
    TAG = auto()
    BIN = auto()


_GLYPHS = {
    SidebarKind.ALL: "decks/all",
    SidebarKind.FOLDER: "decks/folder",
    SidebarKind.TAG: "decks/tag",
    SidebarKind.BIN: icons.BIN,
}


@dataclass(frozen=True, slots=True)
class SidebarEntry:
    """An entry; `key` is a folder's id or a tag, `count` the number of its decks."""

    kind: SidebarKind
    label: str
    key: str = ""
    count: int = 0

    def contains(self, deck: StoredDeck) -> bool:
        """Whether a deck that is not in the bin belongs to this entry."""
        match self.kind:
            case SidebarKind.FOLDER:
                return deck.folder_id == self.key
            case SidebarKind.TAG:
                return self.key in deck.tags
        return self.kind is SidebarKind.ALL

    @property
    def accessible_text(self) -> str:
        if self.kind is SidebarKind.HEADING:
            return self.label
        kind = {SidebarKind.FOLDER: "Folder ", SidebarKind.TAG: "Tag "}.get(self.kind, "")
        return f"{kind}{self.label}, {count_of(self.count, 'deck')}"


ALL_DECKS = SidebarEntry(SidebarKind.ALL, "All decks")


def sidebar_entries(contents: LibraryContents) -> list[SidebarEntry]:
    """Return the entries of a library in the order of the list."""
    kinds, tagged = SidebarKind, Counter(tag for deck in contents.decks for tag in deck.tags)
    folders = [
        SidebarEntry(kinds.FOLDER, each.name, each.id, each.decks) for each in contents.folders
    ]
    tags = [SidebarEntry(kinds.TAG, tag, tag, tagged[tag]) for tag in contents.tags if tagged[tag]]
    return [
        SidebarEntry(kinds.ALL, ALL_DECKS.label, count=len(contents.decks)),
        *([SidebarEntry(kinds.HEADING, "Folders")] if folders else []),
        *folders,
        *([SidebarEntry(kinds.HEADING, "Tags")] if tags else []),
        *tags,
        SidebarEntry(kinds.HEADING, ""),
        SidebarEntry(kinds.BIN, "Bin", count=len(contents.binned)),
    ]


class SidebarDelegate(CardDelegate):
    """Paints an entry: its glyph, its name, and the number of its decks."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, metrics = colours_of(option.palette), option.fontMetrics
        entry: SidebarEntry = index.data(Role.CARD)
        gap = metrics.height() // 2
        view = option.widget
        if isinstance(view, Sidebar) and view.drop_row == index.row():
            painter.fillRect(option.rect, colours.hover)
            painter.setPen(colours.accent)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
        elif option.state & QStyle.StateFlag.State_Selected:
            paint_selected(painter, option.rect, colours, active=True, first=True)
        inner: QRect = option.rect.adjusted(gap, 0, -gap, 0)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.setPen(colours.faint)
        if entry.kind is SidebarKind.HEADING:
            painter.setFont(sized(option.font, Size.SMALL))
            low = int(left | Qt.AlignmentFlag.AlignBottom)
            painter.drawText(inner.adjusted(0, 0, 0, -gap // 2), low, entry.label)
        else:
            count = f"{entry.count:,}"
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(inner, int(middle | right), count)
            inner.setRight(inner.right() - metrics.horizontalAdvance(count) - gap)
            glyph = QRect(inner.left(), inner.top(), metrics.height(), inner.height())
            icons.paint(painter, glyph, _GLYPHS[entry.kind], colours.faint)
            inner.setLeft(glyph.right() + gap)
            painter.setPen(colours.ink)
            elided = metrics.elidedText(entry.label, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, int(middle | left), elided)
        painter.restore()


class Sidebar(QListWidget):
    """The list of entries; one of them is always the current one.

    Signals:
        decks_dropped: decks were dropped on an entry (their ids, the SidebarEntry).
    """

    decks_dropped = Signal(list, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Folders and tags")
        self.setItemDelegate(SidebarDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setAcceptDrops(True)
        self.drop_row = -1  # the row that decks are dragged over
        self.show_contents(LibraryContents())

    @property
    def entry(self) -> SidebarEntry:
        item = self.currentItem()
        entry: SidebarEntry = ALL_DECKS if item is None else item.data(Role.CARD)
        return entry

    def show_contents(self, contents: LibraryContents) -> None:
        """Show the entries of a library; the current one stays current while it exists."""
        current = self.entry
        self.clear()
        for each in sidebar_entries(contents):
            self.addItem(_item_of(each))
        if not self.choose(current):
            self.choose(ALL_DECKS)

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dragMoveEvent(event)
        # Qt sends the movements only to who accepts this.
        event.setAccepted(bool(dragged_decks(event.mimeData())))

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        takes = index.flags() & Qt.ItemFlag.ItemIsEnabled and dragged_decks(event.mimeData())
        self._show_drop_row(index.row() if takes else -1)
        event.setAccepted(self.drop_row >= 0)

    @override
    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_drop_row(-1)

    @override
    def dropEvent(self, event: QDropEvent) -> None:
        row, deck_ids = self.drop_row, dragged_decks(event.mimeData())
        self._show_drop_row(-1)
        if row >= 0 and deck_ids:
            event.acceptProposedAction()
            self.decks_dropped.emit(deck_ids, self.item(row).data(Role.CARD))

    def _show_drop_row(self, row: int) -> None:
        self.drop_row = row
        self.viewport().update()

    def choose(self, entry: SidebarEntry) -> bool:
        """Make the entry of this kind and key the current one; return whether it exists."""
        for row in range(self.count()):
            each: SidebarEntry = self.item(row).data(Role.CARD)
            if (each.kind, each.key) == (entry.kind, entry.key):
                self.setCurrentRow(row)
                return True
        return False


def _item_of(entry: SidebarEntry) -> QListWidgetItem:
    item = QListWidgetItem(entry.label)
    item.setData(Role.CARD, entry)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, entry.accessible_text)
    chosen, none = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled, Qt.ItemFlag.NoItemFlags
    item.setFlags(none if entry.kind is SidebarKind.HEADING else chosen)
    return item
