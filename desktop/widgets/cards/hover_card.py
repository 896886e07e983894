"""The card under the mouse or the keyboard, shown beside its row or widget after a moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias
from weakref import WeakKeyDictionary

from PySide6.QtCore import (
    QEvent,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QCursor,
    QFocusEvent,
    QMouseEvent,
    QPaintEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import QAbstractItemView, QTableView, QToolTip, QTreeView, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.style.fonts import Size, space
from desktop.style.shapes import paint_floating, shadow_width
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.layouts import FlowLayout, column, label
from desktop.widgets.rule_button import BY_KEY, RuleButton
from rulebook.card_text import plain_text
from rulebook.entry import Entry
from rulebook.entry_text import brief
from rulebook.rule_book import rule_book

if TYPE_CHECKING:
    from desktop.widgets.cards.card_face import CardFace


# Below a card, where several keywords have a line each.
_SHORT = 100


class KeywordRow(QWidget):
    """A button for each keyword of one card; hidden where the card has none."""

    rule_requested = Signal(str)  # what a keyword means: the id of the entry

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[RuleButton] = []
        self._layout = FlowLayout(space(self, 1))
        self.setLayout(self._layout)
        self.setAccessibleName("Keywords")
        self.hide()

    def show_card(self, card: Card) -> None:
        meanings = keyword_entries(card)
        while len(self.buttons) < len(meanings):
            button = RuleButton(self)
            button.rule_requested.connect(self.rule_requested)
            self._layout.addWidget(button)
            self.buttons.append(button)
        for button, (words, entry) in zip(self.buttons, meanings, strict=False):
            button.show_rule(words, entry)
        for number, button in enumerate(self.buttons):
            button.setVisible(number < len(meanings))
        self.setVisible(bool(meanings))


def keyword_entries(card: Card) -> list[tuple[str, Entry]]:
    found = (
        (each.words, rule_book().for_keyword(each.name, card.edition)) for each in card.keywords
    )
    return [(words, entry) for words, entry in found if entry is not None]


def keyword_lines(card: Card) -> str:
    return "\n".join(f"{words}: {_meaning(entry)}" for words, entry in keyword_entries(card))


def _meaning(entry: Entry) -> str:
    """Return what a keyword means without its name, which some entries begin with."""
    words = re.sub(rf"^{re.escape(entry.title)} (?:\(X\)|X): ", "", brief(entry, _SHORT))
    return f"{words[0].upper()}{words[1:]}"


HOVER_MS = 300
_HIDING = frozenset(
    {
        QEvent.Type.Leave,
        QEvent.Type.MouseButtonPress,
        QEvent.Type.MouseButtonDblClick,
        QEvent.Type.Wheel,
        QEvent.Type.KeyPress,
        QEvent.Type.FocusOut,
        QEvent.Type.Hide,
        QEvent.Type.ContextMenu,
    }
)
_FRAMELESS = (
    Qt.WindowType.ToolTip
    | Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowTransparentForInput
    | Qt.WindowType.WindowDoesNotAcceptFocus
)


# Returns the card at a position of an index; by the keyboard there is none.
CardAt: TypeAlias = Callable[[AnyIndex, QPoint | None], Card | None]


def _card_of(index: AnyIndex, _: QPoint | None) -> Card | None:
    card = index.data(Role.CARD)
    return card if isinstance(card, Card) else None


@dataclass(frozen=True, slots=True)
class HoverTarget:
    """A card to show large, next to the place where a `widget` shows it small.

    `place` returns that place on the screen, which stays uncovered. The large card stands near the
    point `at` of it, None for its middle, with the `words` below. It is not shown if it `is_seen`
    elsewhere. `width` is the width of the small card: 0 for a row, None for that of the place.
    """

    widget: QWidget
    card: Card
    place: Callable[[], QRect]
    at: QPoint | None = None
    words: Callable[[], str] = str
    is_seen: Callable[[], bool] = bool
    width: int | None = None


class HoverCard(QObject):
    """Shows a card beside the row or widget under the mouse or with the focus.

    It finds the cards of the lists that it watches (`Role.CARD`); other widgets call
    `show_beside`. The keyboard shows a card only if `is_in_view` does not find it elsewhere in the
    window. The tool tip of a list is shown below the card. Nothing is shown unless `is_wanted`.
    """

    def __init__(
        self, window: QWidget, pictures: CardPictures, pack_name: Callable[[Card], str]
    ) -> None:
        super().__init__(window)
        self._window, self._pictures, self._pack_name = window, pictures, pack_name
        self.is_wanted: Callable[[], bool] = lambda: True
        self.is_in_view: Callable[[Card], bool] = lambda card: False
        self.popup: HoverPopup | None = None
        self._card_at: WeakKeyDictionary[QAbstractItemView, CardAt] = WeakKeyDictionary()
        self._target: HoverTarget | None = None
        self._index = QPersistentModelIndex()
        self._by_key = False
        self._timer = QTimer(self, singleShot=True, interval=HOVER_MS)
        self._timer.timeout.connect(self._show)

    def watch(self, view: QAbstractItemView, card_at: CardAt = _card_of) -> None:
        """Show the cards of a list, too; `card_at` where its rows are something else."""
        self._card_at[view] = card_at
        for each in (view, view.viewport()):
            each.installEventFilter(self)
        view.viewport().setMouseTracking(True)
        leave_list = partial(self._leave_list, view)
        view.verticalScrollBar().valueChanged.connect(leave_list)
        view.model().modelAboutToBeReset.connect(leave_list)
        view.selectionModel().currentRowChanged.connect(partial(self._on_current_changed, view))
        view.destroyed.connect(self.leave)

    def show_current(self, view: QAbstractItemView) -> None:
        """Show the current card of a list that somebody goes through from a field beside it."""
        if view.isVisible():
            self._aim_by_key(view)

    def show_beside(
        self, widget: QWidget, card: Card, around: QWidget, *, by_key: bool = False
    ) -> None:
        """Show the card of a widget in a moment, not over `around` either while that is shown."""
        if self._target is not None and self._target.widget is widget:
            return

        def place() -> QRect:
            taken = _on_screen(widget)
            return taken.united(_on_screen(around)) if around.isVisible() else taken

        at, is_seen = None if by_key else QCursor.pos(), partial(self.is_in_view, card)
        width = widget.width() if widget.height() > widget.width() else 0
        self._start(HoverTarget(widget, card, place, at, is_seen=is_seen, width=width))

    def leave(self) -> None:
        self._timer.stop()
        self._index, self._target = QPersistentModelIndex(), None
        if self.popup is not None:
            self.popup.hide()

    def _leave_list(self, view: QAbstractItemView, *_: object) -> None:
        # Lists on other pages change, too, when a card is shown beside this one.
        if self._target is not None and self._target.widget is view:
            self.leave()

    def _start(self, target: HoverTarget) -> None:
        """Show another card in a moment."""
        self.leave()
        self._target = target
        self._timer.start()

    def _aim(self, view: QAbstractItemView, index: AnyIndex, at: QPoint, *, by_key: bool) -> None:
        """Show the card of an index in a moment; the same one of the same row stays."""
        card = self._card_at[view](index, None if by_key else view.viewport().mapFromGlobal(at))
        same_row = self._index.isValid() and index.sibling(index.row(), 0) == self._index.sibling(
            self._index.row(), 0
        )
        if same_row and self._target is not None and card == self._target.card:
            return
        self.leave()
        if card is None:
            return
        kept = QPersistentModelIndex(index)

        def is_seen() -> bool:
            here = view.window() is self._window.window()
            return by_key and here and self.is_in_view(card)

        place, words = partial(row_rect, view, kept), partial(_words, view, at)
        self._start(HoverTarget(view, card, place, at, words, is_seen))
        self._index = kept

    def _aim_by_key(self, view: QAbstractItemView) -> None:
        middle = view.visualRect(view.currentIndex()).center()
        self._aim(view, view.currentIndex(), view.viewport().mapToGlobal(middle), by_key=True)

    def _on_current_changed(self, view: QAbstractItemView, *_: object) -> None:
        # Not when a click chose it: the mouse is there already.
        if view.hasFocus() and self._by_key:
            self._aim_by_key(view)

    def _show(self) -> None:
        target = self._target
        if target is None or not target.widget.isVisible() or not self.is_wanted():
            return
        row, card = target.place(), target.card
        if row.isEmpty() or target.is_seen():
            return
        if self.popup is None:
            self.popup = HoverPopup(self._window, self._pictures.another(self))
        self.popup.pictures.preferred = self._pictures.preferred
        # Above a dialog, too.
        self.popup.windowHandle().setTransientParent(target.widget.window().windowHandle())
        at = row.center() if target.at is None else target.at
        held = target.width
        if held is None:  # a cell that is taller than wide holds a card itself
            held = row.width() if row.height() > row.width() else 0
        place = Place(row, at, target.widget.screen().availableGeometry(), held)
        pack = self._pack_name(card)
        words = (line for line in target.words().splitlines() if line not in {card.name, pack})
        QToolTip.hideText()
        self.popup.show_card(card, pack, "\n".join(words), place)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if isinstance(event, QMouseEvent) and kind is QEvent.Type.MouseMove:
            view = watched.parent()
            if event.buttons() is not Qt.MouseButton.NoButton:
                self.leave()
            elif isinstance(view, QAbstractItemView):
                index = view.indexAt(event.position().toPoint())
                self._aim(view, index, event.globalPosition().toPoint(), by_key=False)
        elif kind is QEvent.Type.ToolTip:
            return self.popup is not None and self.popup.isVisible()
        elif isinstance(event, QFocusEvent) and event.reason() in BY_KEY and event.gotFocus():
            if isinstance(watched, QAbstractItemView):
                self._aim_by_key(watched)
        elif kind in _HIDING:
            self.leave()
            self._by_key = kind is QEvent.Type.KeyPress
        return False


def watch_cards(view: QAbstractItemView) -> HoverCard | None:
    """Show the cards of a list in a dialog or popup, by the HoverCard of the window below it."""
    owner: QObject | None = view
    while owner is not None:
        found = owner.findChild(HoverCard, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(found, HoverCard):
            found.watch(view)
            return found
        owner = owner.parent()
    return None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a window is placed, in pixels of the desktop.

    It is on the screen, near a point, and not over the row. `held` is the width of the card that
    the row shows already, 0 if it shows none.
    """

    row: QRect
    at: QPoint
    screen: QRect
    held: int = 0

    def beside(self, size: QSize, gap: int) -> QRect | None:
        """Return where there is room: right or left of the row, else below or above."""
        row, screen = self.row, self.screen
        near = QRect(self.at + QPoint(2 * gap, -size.height() // 2), size)
        near.moveLeft(max(screen.left(), min(near.left(), screen.right() - size.width() + 1)))
        near.moveTop(max(screen.top(), min(near.top(), screen.bottom() - size.height() + 1)))
        right, left, below, above = (QRect(near) for _ in range(4))
        right.moveLeft(row.right() + gap)
        left.moveRight(row.left() - gap)
        below.moveTop(row.bottom() + gap)
        above.moveBottom(row.top() - gap)
        # Below it, the next rows of a list would be covered.
        order = (right, left, below, above)
        fitting = (each for each in order if screen.contains(each) and not each.intersects(row))
        return next(fitting, None)


class HoverPopup(QWidget):
    """A window without a frame around one card; neither mouse nor keyboard notice it."""

    def __init__(self, window: QWidget, pictures: CardPictures) -> None:
        from desktop.widgets.cards.card_face import CardFace  # noqa: PLC0415 - when first shown

        super().__init__(window, _FRAMELESS)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        shadow = shadow_width(self.fontMetrics())
        self.setContentsMargins(shadow, shadow, shadow, shadow)
        self.pictures = pictures
        self.face: CardFace = CardFace(pictures, self)
        self.face.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.caption = label(size=Size.SMALL, faint=True, wraps=True)
        self._gap = space(self, 2)
        parts = (self.face, self.caption)
        self._layout = column(*parts, parent=self, margin=self._gap, spacing=self._gap)
        # winId() would do that too, and give every widget beside this one, and around it, a window
        # of the system: slow, drawn piece by piece, and Qt crashes when such a one goes.
        self.create()

    def show_card(self, card: Card, pack: str, words: str, place: Place) -> None:
        """Show a card; not one that is as large already, nor where there is no room for it."""
        self.pictures.request(card)
        self.face.show_card(card, pack)
        self.setAccessibleName(self.face.accessibleName())
        usual, least = space(self, 72), space(self, 40)
        keywords = keyword_lines(card)
        self.setAccessibleDescription("\n".join((self.face.description(), keywords)).strip())
        text = plain_text(card.text) if card.text and not self.face.legible_at(usual) else ""
        english = "" if card.english in words else card.english
        words = "\n".join(filter(None, (english, text, words, keywords)))
        self.caption.setText(words)
        self.caption.setVisible(bool(words))
        for width in range(usual, max(least, place.held), -self._gap):
            size = self._size_at(width, words)
            if (found := place.beside(size, self._gap // 2)) is not None:
                self.face.setFixedSize(width, self.face.heightForWidth(width))
                self._layout.activate()  # else it stays as tall as the last caption made it
                self.setGeometry(found)
                self.show()
                return

    def _size_at(self, width: int, words: str) -> QSize:
        height = self.face.heightForWidth(width)
        if words:
            height += self.caption.heightForWidth(width) + self._gap
        edge = 2 * (self._gap + self.contentsMargins().left())
        return QSize(width + edge, height + edge)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        paint_floating(self)


def _words(view: QAbstractItemView, at: QPoint) -> str:
    """Return the tool tip of a list at a point, unless it says what the cell shows."""
    index = view.indexAt(view.viewport().mapFromGlobal(at))
    words = str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
    if words.startswith("<p"):
        words = QTextDocumentFragment.fromHtml(words).toPlainText()
    return "" if words == str(index.data(Qt.ItemDataRole.DisplayRole) or "") else words


def _on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def row_rect(view: QAbstractItemView, index: AnyIndex) -> QRect:
    """Return where on the desktop the row of an index is, as far as it is in view."""
    area = view.viewport().rect()
    rect = view.visualRect(index)
    is_card = rect.height() > 3 * view.fontMetrics().height()
    if isinstance(view, QTableView | QTreeView) and not is_card:
        rect.setLeft(area.left())
        rect.setRight(area.right())
    rect = rect.intersected(area)
    rect.moveTopLeft(view.viewport().mapToGlobal(rect.topLeft()))
    return rect
