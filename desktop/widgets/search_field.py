"""The search field: it underlines errors in a query and completes keys and values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QStandardItem,
    QStandardItemModel,
)
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from carddb.pool import CardPool
from desktop.style.fonts import space
from desktop.style.palette import colours_of
from desktop.widgets.card_delegate import AnyIndex, card_row_height
from desktop.widgets.glyph_button import GlyphButton
from desktop.widgets.layouts import row

if TYPE_CHECKING:
    from carddb.search.index import CardIndex
    from carddb.search.suggestions import Suggestion

_SUGGESTION = Qt.ItemDataRole.UserRole + 1


class SearchField(QLineEdit):
    """A line for a query.

    Values are suggested as soon as a key and its operator are typed; keys only on request
    (Ctrl+Space), so that typing a name is never interrupted.
    """

    left_downwards = Signal()
    recent_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wrong: tuple[int, int] | None = None
        self._pools: tuple[CardPool, ...] = ()
        self._hints: tuple[str, ...] = ()
        self._index: CardIndex | None = None
        self._model = QStandardItemModel(self)
        self.suggestions = QCompleter(self._model, self)
        self.suggestions.setWidget(self)
        self.suggestions.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.suggestions.setMaxVisibleItems(12)
        self.popup = QListView(self)
        self.popup.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.popup.setAccessibleName("Suggestions")
        self.suggestions.setPopup(self.popup)
        # Only now: a completer sets a delegate of its own on the list that it gets.
        self.popup.setItemDelegate(SuggestionDelegate(self.popup))
        self.suggestions.activated.connect(self._on_suggestion_chosen)
        # Otherwise a dropped deck file would become its path; the window opens it instead.
        self.setAcceptDrops(False)
        self.textEdited.connect(lambda: self.suggest(keys=False))

    def set_buttons(self, before: GlyphButton, after: GlyphButton) -> None:
        """Show buttons at the ends of the field, and one that empties it while there is text."""
        clear = GlyphButton("search/clear", "Empty the search", self, "Esc", side=6)
        for each in (before, clear, after):
            each.setCursor(Qt.CursorShape.ArrowCursor)
        clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        clear.clicked.connect(self.clear)
        clear.hide()
        self.textChanged.connect(lambda text: clear.setVisible(bool(text)))
        gap, side = space(self, 1), before.sizeHint().width()
        row(before, None, clear, after, parent=self, margin=(gap, 0, gap, 0), spacing=0)
        self.setTextMargins(side, gap // 2, 2 * side, gap // 2)

    def set_hints(self, *hints: str) -> None:
        """Show while the field is empty the first of these that has room, else the last."""
        self._hints = hints
        self._show_hint()

    def _show_hint(self) -> None:
        if not self._hints:  # a placeholder that was set as such stays
            return
        margins, metrics = self.textMargins(), self.fontMetrics()
        room = self.width() - margins.left() - margins.right() - space(self, 6)
        fitting = (hint for hint in self._hints if metrics.horizontalAdvance(hint) <= room)
        self.setPlaceholderText(next(fitting, self._hints[-1]))

    def know(self, *pools: CardPool) -> None:
        """Suggest values from the cards of these pools."""
        self._pools, self._index = pools, None

    def mark_wrong(self, start: int, end: int, why: str = "") -> None:
        """Underline a part of the text; `why` is for screen readers."""
        self.wrong = (start, max(end, start + 1))
        self.setAccessibleDescription(why)
        self.update()

    def clear_mark(self) -> None:
        if self.wrong is not None:
            self.wrong = None
            self.setAccessibleDescription("")
            self.update()

    def suggest(self, *, keys: bool) -> None:
        """Suggest what fits at the cursor: values of a key, else keys if `keys`."""
        # Imported and made when first suggested: they take long.
        from carddb.search.index import CardIndex  # noqa: PLC0415
        from carddb.search.suggestions import keys_at, values_at  # noqa: PLC0415

        text, cursor = self.text(), self.cursorPosition()
        self._index = self._index or CardIndex(self._pools)
        found = values_at(text, cursor, self._index)
        if not found and keys:
            found = keys_at(text, cursor)
        only = found[0] if len(found) == 1 else None
        if not found or (only and text[only.start : cursor] == only.text):
            self.popup.hide()
            return
        self._model.clear()
        # All at once: the completer looks at the rows again whenever some are added.
        self._model.invisibleRootItem().appendRows([suggestion_item(each) for each in found])
        self.suggestions.complete(self._below(found[0].start))

    def add_suggestion(self, index: AnyIndex) -> None:
        """Add a row of `suggestion_item` to the query, which stays; a key waits for its value."""
        text: str = index.data(_SUGGESTION).text
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.end(False)  # noqa: FBT003 - Qt's own
        blank = " " if self.text().strip() and not self.text().endswith(" ") else ""
        self.insert(f"{blank}{text}")
        if text.endswith(":"):
            self.suggest(keys=False)

    def give_up(self) -> None:
        """Close the suggestions; where there are none, empty the field."""
        if self.popup.isVisible():
            self.popup.hide()
        else:
            self.clear()

    def _x_of(self, position: int) -> float:
        width = self.fontMetrics().horizontalAdvance
        to_cursor = width(self.text()[: self.cursorPosition()])
        return self.cursorRect().center().x() + width(self.text()[:position]) - to_cursor

    def _below(self, position: int) -> QRect:
        left = max(0, int(self._x_of(position)))
        width = min(space(self, 110), max(space(self, 60), self.width() - left))
        return QRect(left, 0, width, self.height())

    def _on_suggestion_chosen(self) -> None:
        chosen = self.popup.currentIndex().data(_SUGGESTION)
        if chosen is None:
            return
        after = self.text()[self.cursorPosition() :]
        self.setText(self.text()[: chosen.start] + chosen.text + after)
        self.setCursorPosition(chosen.start + len(chosen.text))
        if chosen.text.endswith(":"):
            self.suggest(keys=False)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        alt = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        for each in FIELD_KEYS:
            if event.key() in each.keys and (control, alt) == (each.control, each.alt):
                each.act(self)
                return
        super().keyPressEvent(event)

    @override
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.popup.hide()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_hint()

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.wrong is None:
            return
        start, end = (self._x_of(position) for position in self.wrong)
        if self.wrong[1] > len(self.text()):
            end += self.fontMetrics().averageCharWidth()
        step = max(3, self.fontMetrics().height() // 6)
        bottom = self.cursorRect().bottom() + step // 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setClipRect(self.rect().adjusted(step, 0, -step, 0))
        painter.setPen(QPen(colours_of(self.palette()).illegal, step * 0.45))
        count = max(3, int((end - start) / step) + 1)
        points = [QPointF(start + n * step, bottom - (n % 2) * step) for n in range(count)]
        painter.drawPolyline(QPolygonF(points))
        painter.end()


@dataclass(frozen=True, slots=True)
class FieldKey:
    """A key in the field: its name and description in the list of shortcuts, and its action."""

    keys: tuple[Qt.Key, ...]
    shown: str
    words: str
    act: Callable[[SearchField], None]
    control: bool = False
    alt: bool = False


FIELD_KEYS = (
    FieldKey(
        (Qt.Key.Key_Space,),
        "Ctrl+Space",
        "List the keys of the language, or the values of a key",
        lambda field: field.suggest(keys=True),
        control=True,
    ),
    FieldKey(
        (Qt.Key.Key_Down, Qt.Key.Key_PageDown),
        "Down",
        "Go to the cards found",
        lambda field: field.left_downwards.emit(),
    ),
    FieldKey(
        (Qt.Key.Key_Down,),
        "Alt+Down",
        "Saved searches",
        lambda field: field.recent_requested.emit(),
        alt=True,
    ),
    FieldKey(
        (Qt.Key.Key_Escape,),
        "Esc",
        "Close the suggestions, then empty the field",
        lambda field: field.give_up(),
    ),
)


def suggestion_item(suggestion: Suggestion) -> QStandardItem:
    """Return a suggestion as a row that `SuggestionDelegate` paints."""
    item = QStandardItem(suggestion.shown)
    item.setEditable(False)
    item.setData(suggestion, _SUGGESTION)
    words = f"{suggestion.shown}. {suggestion.help}"
    item.setData(words, Qt.ItemDataRole.AccessibleTextRole)
    return item


class SuggestionDelegate(QStyledItemDelegate):
    """Paints a suggestion with its meaning in faint ink after it; headings have none."""

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, card_row_height(option.fontMetrics))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours = colours_of(option.palette)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colours.hover)
        gap = option.fontMetrics.height() // 2
        rect: QRect = option.rect.adjusted(gap, 0, -gap, 0)
        middle = int(Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
        text, suggestion = str(index.data()), index.data(_SUGGESTION)
        painter.setPen(colours.ink if suggestion else colours.faint)
        painter.drawText(rect, middle, text)
        if suggestion is None:
            painter.restore()
            return
        rect.setLeft(rect.left() + option.fontMetrics.horizontalAdvance(text) + gap)
        painter.setPen(colours.faint)
        right = Qt.TextElideMode.ElideRight
        meaning = option.fontMetrics.elidedText(suggestion.help, right, rect.width())
        painter.drawText(rect, middle, meaning)
        painter.restore()
