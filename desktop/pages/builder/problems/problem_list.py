"""The problems as a list: a painted entry for each, with the buttons of its repairs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextLayout,
    QTextLine,
)
from PySide6.QtWidgets import (
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from desktop.pages.builder.problems.problem_entries import ProblemAction, ProblemEntry
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import Colours, colours_of
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.layouts import WrapButton
from desktop.widgets.rows_model import RowsModel

AT_FIRST = 2


class RepairButtons(QWidget):
    """The first actions of an entry as buttons, and the others when asked for.

    It lies over the whole entry, with the buttons at its lower edge.

    Signals:
        action_chosen: a button was pressed (the ProblemAction).
        buttons_changed: there are more buttons now, or fewer.
        left: the user goes back to the list with a key.
    """

    action_chosen = Signal(object)
    buttons_changed = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # The list that is beneath is told where the mouse is.
        self.setMouseTracking(True)
        self._actions: tuple[ProblemAction, ...] = ()
        self._shows_all = False
        self.buttons: list[WrapButton] = []
        self._layout = QVBoxLayout(self)
        height = self.fontMetrics().height()
        self._layout.setContentsMargins(height * 2, 0, height // 2, height // 2)
        self._layout.setSpacing(space(self, 1))
        self._layout.addStretch(1)

    def show_entry(self, entry: ProblemEntry) -> None:
        """Show the actions of an entry; while it has none yet, those before stay, disabled."""
        same = entry.actions == self._actions
        if same or (not entry.actions and entry.problem and self._actions):
            for button in self.buttons:
                button.setEnabled(same)
            return
        self._actions = entry.actions
        self._fill()

    def height_in(self, width: int) -> int:
        """Return the height of the buttons, with the space below them, in an entry of a width."""
        if not self.buttons:
            return 0
        margins = self._layout.contentsMargins()
        inner = width - margins.left() - margins.right()
        heights = [button.heightForWidth(inner) + self._layout.spacing() for button in self.buttons]
        return sum(heights) + self._layout.spacing()

    def focus_first(self) -> bool:
        """Give the focus to the first button; return whether there is one."""
        enabled = [button for button in self.buttons if button.isEnabled()]
        if enabled:
            enabled[0].setFocus(Qt.FocusReason.TabFocusReason)
        return bool(enabled)

    def _fill(self) -> None:
        for button in self.buttons:
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        shown = self._actions if self._shows_all else self._actions[:AT_FIRST]
        self.buttons = [self._button(each.words, each) for each in shown]
        if len(shown) < len(self._actions):
            more = self._button(f"{len(self._actions) - len(shown)} more…", None)
            more.setAccessibleDescription("Show the other fixes")
            self.buttons.append(more)
        self.buttons_changed.emit()

    def _button(self, words: str, action: ProblemAction | None) -> WrapButton:
        button = WrapButton(words, self)
        button.clicked.connect(lambda: self._choose(action))
        self._layout.addWidget(button)
        button.show()
        return button

    def _choose(self, action: ProblemAction | None) -> None:
        if action is not None:
            self.action_chosen.emit(action)
            return
        self._shows_all = True
        self._fill()
        self.buttons[AT_FIRST].setFocus()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        elif event.key() in {Qt.Key.Key_Escape, Qt.Key.Key_Left}:
            self.left.emit()
        else:
            super().keyPressEvent(event)


_WRAP = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_TALLEST = 10_000
RULE_KEY = Qt.Key.Key_R
# What the list of shortcuts says.
PROBLEM_KEYS = (("Enter", "Go to the fixes"), ("R", "Open the rule that it rests on"))


class ProblemModel(RowsModel[ProblemEntry]):
    """The entries of the problem list."""

    @override
    def key(self, row: ProblemEntry) -> object:
        return row.same

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        entry = self.rows[row]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return entry.message
            case Qt.ItemDataRole.AccessibleTextRole:
                return entry.words
            case Qt.ItemDataRole.AccessibleDescriptionRole if entry.problem:
                return "R opens the rule."
            case Role.CARD:
                return entry
        return None


class ProblemList(QListView):
    """The list; Enter goes from an entry to its buttons, Escape back, R to its rule.

    Signals:
        action_chosen: a button under an entry was pressed (the ProblemAction).
        menu_requested: the menu of an entry is to open (the ProblemEntry, where on the screen).
        rule_requested: what an entry rests on is to be opened (the ProblemEntry).
    """

    action_chosen = Signal(object)
    menu_requested = Signal(object, object)
    rule_requested = Signal(object)

    def __init__(self, model: ProblemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self.setAccessibleName("Problems of the deck")
        self.setItemDelegate(ProblemDelegate(self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setModel(model)
        model.modelReset.connect(self._show_buttons)
        model.dataChanged.connect(self._show_buttons)

    def repair_buttons(self, row: int) -> RepairButtons | None:
        """Return the buttons of an entry, if it has any."""
        found = self.indexWidget(self._model.createIndex(row, 0))
        return found if isinstance(found, RepairButtons) else None

    def letter_at(self, index: AnyIndex, point: QPoint) -> tuple[str, int] | None:
        """Return which letter of which text of an entry is at a position, if one is."""
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        for text, font, _, place in _placed(index.data(Role.CARD), option, None):
            if place.contains(point):
                return _letter_at(text, font, place.width(), point - place.topLeft())
        return None

    def _source_at(self, point: QPoint) -> ProblemEntry | None:
        """Return the entry whose source is at a position."""
        index = self.indexAt(point)
        entry = index.data(Role.CARD)
        found = self.letter_at(index, point) if isinstance(entry, ProblemEntry) else None
        linked = found is not None and entry.problem is not None and found[0] == entry.source
        return entry if linked else None

    def _show_buttons(self) -> None:
        for row, entry in enumerate(self._model.rows):
            buttons = self.repair_buttons(row)
            if buttons is None and entry.actions:
                buttons = RepairButtons(self.viewport())
                buttons.action_chosen.connect(self.action_chosen)
                buttons.buttons_changed.connect(self._on_buttons_changed)
                buttons.left.connect(self._on_buttons_left)
                self.setIndexWidget(self._model.index(row, 0), buttons)
            if buttons is not None:
                buttons.show_entry(entry)
        self._on_buttons_changed()

    def _on_buttons_changed(self) -> None:
        """Lay out anew, and let the tab key lead from the list to the buttons in their order."""
        self.scheduleDelayedItemsLayout()
        groups = filter(None, map(self.repair_buttons, range(len(self._model.rows))))
        for one, other in pairwise([self, *(each for group in groups for each in group.buttons)]):
            self.setTabOrder(one, other)

    def _on_buttons_left(self) -> None:
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right}:
            buttons = self.repair_buttons(self.currentIndex().row())
            if buttons is not None and buttons.focus_first():
                return
        entry = self.currentIndex().data(Role.CARD)
        plain = event.modifiers() is Qt.KeyboardModifier.NoModifier
        if event.key() == RULE_KEY and plain and isinstance(entry, ProblemEntry):
            if entry.problem is not None:
                self.rule_requested.emit(entry)
            return
        super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        linked = self._source_at(event.position().toPoint()) is not None
        shapes = Qt.CursorShape
        self.viewport().setCursor(shapes.PointingHandCursor if linked else shapes.ArrowCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        entry = self._source_at(event.position().toPoint())
        if entry is not None and event.button() is Qt.MouseButton.LeftButton:
            self.rule_requested.emit(entry)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        entry, middle = index.data(Role.CARD), self.visualRect(index).center()
        if isinstance(entry, ProblemEntry) and (entry.codes or entry.problem):
            at = event.globalPos() if by_mouse else self.viewport().mapToGlobal(middle)
            self.menu_requested.emit(entry, at)

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()


class ProblemDelegate(QStyledItemDelegate):
    """Paints entries as wide as their list, each as high as its text needs."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        view = option.widget
        width = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        gap = _gap(option)
        entry: ProblemEntry = index.data(Role.CARD)
        inner = width - _indent(option) - gap
        height = sum(
            _height(font, text, inner) for text, font, _ in _lines(entry, option.font, None)
        )
        buttons = view.indexWidget(index) if isinstance(view, QListView) else None
        below = buttons.height_in(width) if isinstance(buttons, RepairButtons) else 0
        return QSize(width, height + 2 * gap + below)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours = colours_of(option.palette)
        entry: ProblemEntry = index.data(Role.CARD)
        rect, gap = option.rect, _gap(option)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colours.selection)
            bar = max(2, option.fontMetrics.height() // 6)
            painter.fillRect(rect.left(), rect.top(), bar, rect.height(), colours.accent)
        side = option.fontMetrics.height()
        sign = QRect(rect.left() + gap, rect.top() + gap, side, side)
        icons.paint(painter, sign, entry.sign.name, entry.sign.colour(colours))
        for text, font, ink, place in _placed(entry, option, colours):
            painter.setFont(font)
            painter.setPen(ink)
            painter.drawText(place, int(_WRAP | Qt.TextFlag.TextDontClip), text)
        painter.setPen(colours.line)
        painter.drawLine(rect.left() + gap, rect.bottom(), rect.right() - gap, rect.bottom())
        painter.restore()


def _indent(option: QStyleOptionViewItem) -> int:
    return option.fontMetrics.height() * 2


def _lines(
    entry: ProblemEntry, font: QFont, colours: Colours | None
) -> Iterator[tuple[str, QFont, QColor]]:
    ink, faint = (colours.ink, colours.faint) if colours else (QColor(), QColor())
    source, source_ink = sized(font, Size.SMALL), faint
    if entry.problem is not None:  # a link
        source.setUnderline(True)
        source_ink = colours.accent if colours else QColor()
    small = sized(font, Size.SMALL)
    message = sized(font, Size.BODY, QFont.Weight.Medium) if entry.is_error else small
    for text, used_font, pen in (
        (entry.message, message, ink),
        (entry.cards, font if entry.is_error else small, ink),
        (entry.numbers, small, ink),
        (entry.source, source, source_ink),
    ):
        if text:
            yield text, used_font, pen


def _gap(option: QStyleOptionViewItem) -> int:
    return option.fontMetrics.height() // 2


def _placed(
    entry: ProblemEntry, option: QStyleOptionViewItem, colours: Colours | None
) -> Iterator[tuple[str, QFont, QColor, QRect]]:
    """Yield the lines of an entry with their places."""
    gap = _gap(option)
    inner = option.rect.adjusted(_indent(option), gap, -gap, -gap)
    for text, font, ink in _lines(entry, option.font, colours):
        place = QRect(inner)
        place.setHeight(_height(font, text, inner.width()))
        inner.setTop(place.bottom() + 1)
        yield text, font, ink, place


def _letter_at(text: str, font: QFont, width: int, point: QPoint) -> tuple[str, int] | None:
    """Return a text, and which letter of it is at a position where it is wrapped to a width."""
    layout, top = QTextLayout(text, font), 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        top += line.height()
        if point.y() < top:
            if point.x() > line.naturalTextWidth():
                return None
            edge = QTextLine.CursorPosition.CursorOnCharacter
            return text, line.xToCursor(point.x(), edge)
    return None


def _height(font: QFont, text: str, width: int) -> int:
    space = QRect(0, 0, max(1, width), _TALLEST)
    return QFontMetrics(font).boundingRect(space, int(_WRAP), text).height()
