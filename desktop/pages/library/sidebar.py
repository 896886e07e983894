"""The left of the page: all decks, the folders, the tags, and the bin."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from desktop.session.library_worker import LibraryContents
from desktop.style import icons
from desktop.style.fonts import Size, sized
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import Role, row_height
from library.deck_values import StoredDeck

AnyIndex = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class SidebarKind(Enum):
    """What a place is."""

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
    """A place; `key` is a folder's id or a tag, `count` how many decks are there."""

    kind: SidebarKind
    label: str
    key: str = ""
    count: int = 0

    def same(self, other: SidebarEntry) -> bool:
        """Tell whether both are one place, whatever it is called and holds."""
        return (self.kind, self.key) == (other.kind, other.key)

    def holds(self, deck: StoredDeck) -> bool:
        """Tell whether a deck that is not in the bin is in this place."""
        match self.kind:
            case SidebarKind.FOLDER:
                return deck.folder_id == self.key
            case SidebarKind.TAG:
                return self.key in deck.tags
        return self.kind is SidebarKind.ALL

    @property
    def words(self) -> str:
        """The place as a screen reader says it."""
        if self.kind is SidebarKind.HEADING:
            return self.label
        kind = {SidebarKind.FOLDER: "Folder ", SidebarKind.TAG: "Tag "}.get(self.kind, "")
        return f"{kind}{self.label}, {self.count} deck{'s' * (self.count != 1)}"


EVERYWHERE = SidebarEntry(SidebarKind.ALL, "All decks")


def sidebar_entries(contents: LibraryContents) -> list[SidebarEntry]:
    """Return the places of a library in the order of the list."""
    tagged = Counter(tag for deck in contents.decks for tag in deck.tags)
    folders = [
        SidebarEntry(SidebarKind.FOLDER, each.name, each.id, each.decks)
        for each in contents.folders
    ]
    tags = [
        SidebarEntry(SidebarKind.TAG, tag, tag, tagged[tag]) for tag in contents.tags if tagged[tag]
    ]
    return [
        SidebarEntry(SidebarKind.ALL, EVERYWHERE.label, count=len(contents.decks)),
        *([SidebarEntry(SidebarKind.HEADING, "Folders")] if folders else []),
        *folders,
        *([SidebarEntry(SidebarKind.HEADING, "Tags")] if tags else []),
        *tags,
        SidebarEntry(SidebarKind.HEADING, ""),
        SidebarEntry(SidebarKind.BIN, "Bin", count=len(contents.binned)),
    ]


class SidebarModel(QAbstractListModel):
    """The places as rows; headings cannot be chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._places: list[SidebarEntry] = sidebar_entries(LibraryContents())

    def show(self, sidebar: Sequence[SidebarEntry]) -> None:
        """Show these places."""
        self.beginResetModel()
        self._places = list(sidebar)
        self.endResetModel()

    def place_at(self, row: int) -> SidebarEntry:
        """Return the place of a row."""
        return self._places[row]

    def row_of(self, place: SidebarEntry) -> int | None:
        """Return the row of a place, or None where it is gone."""
        found = (row for row, each in enumerate(self._places) if each.same(place))
        return next(found, None)

    @override
    def rowCount(self, parent: AnyIndex = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._places)

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.isValid() and self._places[index.row()].kind is SidebarKind.HEADING:
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    @override
    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractListModel.CheckIndexOption.IndexIsValid):
            return None
        place = self._places[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return place.label
            case Qt.ItemDataRole.AccessibleTextRole:
                return place.words
            case Role.CARD:
                return place
        return None


class SidebarDelegate(QStyledItemDelegate):
    """Paints a place: its glyph, its name, and how many decks are there."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, row_height(option.fontMetrics))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, metrics = colours_of(option.palette), option.fontMetrics
        place: SidebarEntry = index.data(Role.CARD)
        gap = metrics.height() // 2
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colours.selection)
            bar = max(2, metrics.height() // 6)
            rect = option.rect
            painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        inner: QRect = option.rect.adjusted(gap, 0, -gap, 0)
        middle = Qt.AlignmentFlag.AlignVCenter
        if place.kind is SidebarKind.HEADING:
            painter.setFont(sized(option.font, Size.SMALL))
            painter.setPen(colours.faint)
            low = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            painter.drawText(inner.adjusted(0, 0, 0, -gap // 2), int(low), place.label)
        else:
            count = f"{place.count:,}"
            painter.setPen(colours.faint)
            painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignRight), count)
            inner.setRight(inner.right() - metrics.horizontalAdvance(count) - gap)
            glyph = QRect(inner.left(), inner.top(), metrics.height(), inner.height())
            icons.paint(painter, glyph, _GLYPHS[place.kind], colours.faint)
            inner.setLeft(glyph.right() + gap)
            painter.setPen(colours.ink)
            cut = metrics.elidedText(place.label, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, int(middle | Qt.AlignmentFlag.AlignLeft), cut)
        painter.restore()


class Sidebar(QListView):
    """The list of places; one of them is always chosen.

    Signals:
        place_chosen: another place is chosen, or the one that was chosen is another now.
    """

    place_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.place = EVERYWHERE
        self.model_ = SidebarModel(self)
        self.setAccessibleName("Folders and tags")
        self.setItemDelegate(SidebarDelegate(self))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.setModel(self.model_)
        self.selectionModel().currentChanged.connect(self._on_current_changed)
        self.show_contents(LibraryContents())

    def show_contents(self, contents: LibraryContents) -> None:
        """Show the places of a library; the chosen one stays while it exists."""
        kept = self.place
        self.model_.show(sidebar_entries(contents))
        self.choose(kept if self.model_.row_of(kept) is not None else EVERYWHERE)

    def choose(self, place: SidebarEntry) -> None:
        """Go to a place."""
        row = self.model_.row_of(place)
        if row is not None:
            self.setCurrentIndex(self.model_.index(row, 0))

    def _on_current_changed(self, current: QModelIndex) -> None:
        if current.isValid():
            self.place = self.model_.place_at(current.row())
            self.place_chosen.emit()
