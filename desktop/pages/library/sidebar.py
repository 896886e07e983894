"""The left of the page: all decks, the folders, the tags, and the bin."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum, auto

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QResizeEvent,
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

from core.text_format import count_of
from desktop.session.drag_data import dragged_decks
from desktop.session.library_worker import LibraryContents
from desktop.style import icons
from desktop.style.fonts import Size, sized, tabular
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.card_delegate import AnyIndex, CardDelegate, Role, card_row_height
from library.deck_values import StoredDeck


class SidebarKind(Enum):
    """What an entry of the sidebar is."""

    ALL = auto()
    PUBLISHED = auto()
    HEADING = auto()
    FOLDER = auto()
    NEW_FOLDER = auto()
    TAG = auto()
    BIN = auto()


_GLYPHS = {
    SidebarKind.ALL: "decks/all",
    SidebarKind.PUBLISHED: "decks/published",
    SidebarKind.FOLDER: "decks/folder",
    SidebarKind.NEW_FOLDER: "decks/new",
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
        return self.kind in {SidebarKind.ALL, SidebarKind.NEW_FOLDER}

    @property
    def accessible_text(self) -> str:
        if self.kind in {SidebarKind.HEADING, SidebarKind.NEW_FOLDER}:
            return self.label
        kind = {SidebarKind.FOLDER: "Folder ", SidebarKind.TAG: "Tag "}.get(self.kind, "")
        return f"{kind}{self.label}, {count_of(self.count, 'deck')}"


ALL_DECKS = SidebarEntry(SidebarKind.ALL, "All decks")
PUBLISHED = SidebarEntry(SidebarKind.PUBLISHED, "Published")


def sidebar_entries(contents: LibraryContents, published: int | None) -> list[SidebarEntry]:
    """Return the entries of a library in the order of the list, and how many are `published`."""
    kinds, tagged = SidebarKind, Counter(tag for deck in contents.decks for tag in deck.tags)
    folders = [
        SidebarEntry(kinds.FOLDER, each.name, each.id, each.decks) for each in contents.folders
    ]
    tags = [SidebarEntry(kinds.TAG, tag, tag, tagged[tag]) for tag in contents.tags if tagged[tag]]
    return [
        SidebarEntry(kinds.ALL, ALL_DECKS.label, count=len(contents.decks)),
        *([] if published is None else [replace(PUBLISHED, count=published)]),
        SidebarEntry(kinds.HEADING, "Folders"),
        *folders,
        SidebarEntry(kinds.NEW_FOLDER, "New folder"),
        *([SidebarEntry(kinds.HEADING, "Tags")] if tags else []),
        *tags,
        SidebarEntry(kinds.HEADING, ""),
        SidebarEntry(kinds.BIN, "Bin", count=len(contents.binned)),
    ]


class SidebarDelegate(CardDelegate):
    """Paints an entry: its glyph, its name, and the number of its decks."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        height = card_row_height(option.fontMetrics)
        last: SidebarEntry = index.data(Role.CARD)
        if last.kind is SidebarKind.HEADING:
            height = option.fontMetrics.height() * 2
        view = option.widget
        if isinstance(view, Sidebar) and last.kind is SidebarKind.HEADING and not last.label:
            height = max(height, view.room_above_bin)
        return QSize(0, height)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, metrics = colours_of(option.palette), option.fontMetrics
        entry: SidebarEntry = index.data(Role.CARD)
        gap, view = metrics.height() // 2, option.widget
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = option.rect.adjusted(0, 0, -1, 0)
        if isinstance(view, Sidebar) and view.drop_row == index.row():
            fill(painter, ground, colours.hover_paper, corner(metrics), colours.accent)
        elif chosen:
            focused = isinstance(view, Sidebar) and view.hasFocus()
            outline = colours.accent if focused else None
            fill(painter, ground, colours.selection, corner(metrics), outline)
        elif option.state & QStyle.StateFlag.State_MouseOver and entry.kind is not _HEADING:
            fill(painter, ground, colours.hover_paper, corner(metrics))
        inner: QRect = option.rect.adjusted(gap, 0, -gap, 0)
        left, right = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight
        painter.setPen(colours.faint)
        if entry.kind is _HEADING:
            painter.setFont(sized(option.font, Size.SMALL))
            low = int(left | Qt.AlignmentFlag.AlignBottom)
            painter.drawText(inner.adjusted(0, 0, 0, -gap // 2), low, entry.label)
        else:
            middle, new = Qt.AlignmentFlag.AlignVCenter, entry.kind is SidebarKind.NEW_FOLDER
            count = f"{entry.count:,}" if entry.count or entry.kind in _COUNTED else ""
            weight = QFont.Weight.DemiBold if chosen else QFont.Weight.Normal
            font = sized(option.font, Size.BODY, weight)
            whole = QFontMetrics(font).horizontalAdvance(entry.label) + metrics.height() + 2 * gap
            if whole <= inner.width() < whole + metrics.horizontalAdvance(count):
                count = ""  # which alone would cut the name
            painter.setFont(tabular(option.font))
            painter.drawText(inner, int(middle | right), count)
            inner.setRight(inner.right() - metrics.horizontalAdvance(count) - gap)
            glyph = QRect(inner.left(), inner.top(), metrics.height(), inner.height())
            ink = colours.accent if chosen else colours.faint
            icons.paint(painter, glyph, _GLYPHS[entry.kind], ink)
            inner.setLeft(glyph.right() + gap)
            painter.setPen(colours.faint if new else colours.ink)
            painter.setFont(font)
            metrics = painter.fontMetrics()
            elided = metrics.elidedText(entry.label, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, int(middle | left), elided)
        painter.restore()


_HEADING = SidebarKind.HEADING
# The kinds of entries that decks belong to, so that decks can be dropped on them.
_COUNTED = frozenset({SidebarKind.ALL, SidebarKind.FOLDER, SidebarKind.TAG, SidebarKind.BIN})


class Sidebar(QListWidget):
    """The list of entries; one of them is always the current one.

    Signals:
        decks_dropped: decks were dropped on an entry (their ids, the SidebarEntry).
        folder_wanted: a new folder is wanted.
    """

    decks_dropped = Signal(list, object)
    folder_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Folders and tags")
        self.setObjectName("ground")
        self.setMouseTracking(True)
        self.setItemDelegate(SidebarDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setAcceptDrops(True)
        self.drop_row = -1  # the row that decks are dragged over
        self.room_above_bin = 0
        self.published: int | None = None  # how many published decks are here, if they are offered
        self._contents = LibraryContents()
        self.show_contents(self._contents)
        self.itemClicked.connect(self._use_current)

    @property
    def entry(self) -> SidebarEntry:
        item = self.currentItem()
        entry: SidebarEntry = ALL_DECKS if item is None else item.data(Role.CARD)
        return entry

    def show_contents(self, contents: LibraryContents) -> None:
        """Show the entries of a library; the current one stays current while it exists."""
        current, self._contents = self.entry, contents
        self.clear()
        for each in sidebar_entries(contents, self.published):
            self.addItem(_item_of(each))
        self._put_bin_at_foot()
        if not self.choose(current):
            self.choose(ALL_DECKS)

    def show_published(self, count: int) -> None:
        """Show how many published decks are here."""
        if count != self.published:
            self.published = count
            with QSignalBlocker(self):
                self.show_contents(self._contents)

    def _put_bin_at_foot(self) -> None:
        """Make the gap above the bin as high as nothing else needs."""
        last = self.item(self.count() - 2)
        self.room_above_bin = 0
        taken = sum(self.sizeHintForRow(row) for row in range(self.count()))
        gap = self.sizeHintForRow(self.count() - 2)
        self.room_above_bin = gap + self.viewport().height() - taken - 1
        last.setSizeHint(QSize(0, max(gap, self.room_above_bin)))

    def _use_current(self) -> None:
        """Ask for a new folder where that is the current entry."""
        if self.entry.kind is SidebarKind.NEW_FOLDER:
            self.choose(ALL_DECKS)
            self.folder_wanted.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._use_current()
        else:
            super().keyPressEvent(event)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._put_bin_at_foot()

    @override
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self.dragMoveEvent(event)
        # Qt sends the movements only to who accepts this.
        event.setAccepted(bool(dragged_decks(event.mimeData())))

    @override
    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        row = self.row(item) if item is not None and item.data(Role.CARD).kind in _COUNTED else -1
        self._show_drop_row(row if dragged_decks(event.mimeData()) else -1)
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
    item.setFlags(none if entry.kind is _HEADING else chosen)
    return item
