"""Which card to change: what is asked above, then the changes, and the chosen one in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QRect, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QBoxLayout,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from carddb.local_names import name_order
from decks.deck import Deck
from desktop.runtime.tasks import QueryState, TaskRunner
from desktop.session.changes_finder import ChangesFinder
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession, OpenDeck
from desktop.style import icons
from desktop.style.fonts import Size, sized, space, tabular
from desktop.style.palette import colours_of
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import LEFT, RIGHT, AnyIndex, paint_selected
from desktop.widgets.changes.change_fields import (
    ORDERS,
    ChangeFields,
    apply_words,
    better_changes,
    change_chart,
    found_words,
    gain_cell,
    why_words,
)
from desktop.widgets.charts.chart_view import ChartView
from desktop.widgets.layouts import FlowLayout, column, label, row, slim_bar, tip, wrapped
from desktop.widgets.message_bar import toast_of
from desktop.widgets.rows_model import ColumnHeading, RowsModel
from desktop.widgets.rows_table import RowsTable
from goldfish.swaps.rated_change import Goal, RatedChange, SwapAdvice
from study.deck_advice import AdviceRequest, deck_text

_GAIN = 2
_ROWS = 3
# In quarters of the body font's height: narrower, names and the goal have lines of their own.
_WIDE = 64


class ChangeDelegate(QStyledItemDelegate):
    """Paints a change in two lines, what goes and what comes, and its gain beside them."""

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours, model = colours_of(option.palette), index.model()
        if not isinstance(model, ChangesModel):
            return
        painter.save()
        state, height, rect = option.state, option.fontMetrics.height(), QRect(option.rect)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen:
            active = bool(state & QStyle.StateFlag.State_Active)
            paint_selected(painter, rect, colours, active=active, first=True)
        elif state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colours.hover_paper)
        change = model.rows[index.row()]
        inner = rect.adjusted(height // 2, height // 3, -height // 2, -height // 3)
        painter.setFont(tabular(sized(option.font, Size.MIDDLE, QFont.Weight.DemiBold)))
        painter.setPen(colours.ink)
        gain = gain_cell(model.goal, change)
        painter.drawText(inner, int(RIGHT), gain)
        room = inner.width() - painter.fontMetrics().horizontalAdvance(gain) - 2 * height
        half = inner.height() // 2
        lines = (
            (icons.MINUS, colours.faint, colours.faint, _names(change.out, change.also_out)),
            (icons.PLUS, colours.legal, colours.ink, _names(change.into, change.also_in)),
        )
        for number, (sign, tint, ink, words) in enumerate(lines):
            top, side = inner.top() + number * half, height * 7 // 8
            place = QRect(inner.left(), top + (half - side) // 2, side, side)
            icons.paint(painter, place, sign, tint)
            painter.setPen(colours.ink if chosen else ink)
            line = QRect(inner.left() + height * 3 // 2, top, room, half)
            whole = words.replace("(or ", "(or\N{NO-BREAK SPACE}")
            for size in (Size.BODY, Size.SMALL):
                painter.setFont(sized(option.font, size))
                shown = wrapped(whole, painter.fontMetrics(), room, max(1, half // height))
                if not shown[-1].endswith("…"):
                    break
            painter.drawText(line, int(LEFT), "\n".join(shown))
        painter.restore()


def _names(cards: Sequence[Card], also: Sequence[Card]) -> str:
    """Return the names of cards, and for how many others of the last the same is true."""
    names = " + ".join(card.name for card in cards)
    return f"{names} (or {len(also)})" if also else names


class ChangesModel(RowsModel[RatedChange]):
    """The changes that gain something, the best first until another order is chosen."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, headings=(ColumnHeading("Change", share=1),))
        self.goal = Goal()
        self._sorted_by = _GAIN

    def show_advice(self, advice: SwapAdvice | None) -> None:
        """Show the changes of an advice in the order that is chosen."""
        if advice is not None:
            self.goal = advice.goal
        self.update_rows(self._in_order(better_changes(advice) if advice else ()))

    def _in_order(self, rows: Sequence[RatedChange]) -> list[RatedChange]:
        best = sorted(rows, key=lambda row: -row.gain.mean)
        match self._sorted_by:
            case 0:
                return sorted(best, key=lambda row: name_order(row.out[0].name))
            case 1:
                return sorted(best, key=lambda row: name_order(row.into[0].name))
        return best

    @override
    def value(self, row: int, column: int, role: int) -> Any:
        change, roles = self.rows[row], Qt.ItemDataRole
        match role:
            case roles.DisplayRole:
                out, into = _names(change.out, change.also_out), _names(change.into, change.also_in)
                return f"{out} for {into}: {gain_cell(self.goal, change)}"
            case roles.AccessibleTextRole | roles.ToolTipRole:
                return tip(f"{apply_words(change)}: {why_words(self.goal, change)}")
        return None

    @override
    def key(self, row: RatedChange) -> object:
        return tuple(card.code for card in row.out), tuple(card.code for card in row.into)

    @override
    def card(self, row: RatedChange) -> Card | None:
        return row.into[0]

    def sort_by(self, order: int) -> None:
        """Put the changes in an order: by the card out (0), the card in (1) or the gain (2)."""
        self._sorted_by = order
        self.show_rows(self._in_order(self.rows))


class ChangesTable(RowsTable[RatedChange]):
    """One change can be selected; until the user selects one, the first is.

    Signals:
        change_chosen: another change is selected, or none.
        apply_requested: the selected change is to be made.
        keep_requested: the card that would go is to stay.
    """

    change_chosen = Signal()
    apply_requested = Signal()
    keep_requested = Signal()

    def __init__(self, model: ChangesModel, parent: QWidget | None = None) -> None:
        super().__init__(model, "Changes", parent)
        self._changes, self._follows_first, self._updating = model, True, False
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setItemDelegate(ChangeDelegate(self))
        self.horizontalHeader().hide()
        self.setMouseTracking(True)
        self.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.doubleClicked.connect(self.apply_requested)

    @property
    def chosen(self) -> RatedChange | None:
        return next(iter(self.selected()), None)

    def show_advice(self, advice: SwapAdvice | None) -> None:
        """Show other advice; the user's selection stays, or the first change is selected."""
        model = self._changes
        self._updating = True
        model.show_advice(advice)
        if model.rows and (self._follows_first or self.chosen is None):
            self._follows_first = True
            self.select([model.key(model.rows[0])])
        self._updating = False
        self.change_chosen.emit()

    @override
    def fit_columns(self) -> None:
        """Give names a second line where there is little room beside the gain."""
        super().fit_columns()
        wide, height = self.width() > space(self, _WIDE), self.fontMetrics().height()
        self.verticalHeader().setDefaultSectionSize(height * 7 // 2 if wide else height * 5)

    def _on_selection_changed(self) -> None:
        if not self._updating:
            self._follows_first = False
            self.change_chosen.emit()

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not plain:
            self.apply_requested.emit()
        elif event.key() == Qt.Key.Key_K and not plain:
            self.keep_requested.emit()
        else:
            super().keyPressEvent(event)


NO_CARDS = "The cards are being loaded."
NO_DECK = "Open a deck to find what to change in it."
EMPTY = "The deck has no card to change yet."
NOTHING_OWNED = "Enter what you own first (Library → Collection), or leave out “Only cards I own”."
STALE = "The deck has changed since: find changes again."
OTHER = "Something else is chosen now: find changes again."
FIND, CANCEL = "Find changes", "Cancel"


class ChangesPanel(QWidget):
    """Fields, a table of changes, why the chosen one is good, and its chart.

    Signals:
        failed: a chart could not be saved (the AppError).
    """

    failed = Signal(Exception)

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        collection_state: CollectionState,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._collection_state = session, collection_state
        self._shown: OpenDeck | None = None
        self._now: AdviceRequest | None = None
        self.finder = ChangesFinder(tasks, self)
        self.fields = ChangeFields(self)
        words = "Try every legal change (Enter in a field does it, too)"
        self.find_button = push_button(FIND, self, words, self._on_find_clicked, kind="primary")
        self.progress = slim_bar("Changes tried", self)
        self.message = label(size=Size.SMALL, faint=True, wraps=True)
        self.model = ChangesModel(self)
        self.table = ChangesTable(self.model, self)
        self.why = label(faint=True, wraps=True)
        words = "Make the selected change in the deck, as one step (Enter)"
        self.apply_button = push_button(
            "Apply this change", self, words, self.apply_change, kind="link"
        )
        words = "Never let the card go that the selected change takes out (K)"
        self.stay_button = push_button("", self, words, self._on_stay_clicked)
        self._applied: tuple[OpenDeck, int] | None = None  # the deck, and its steps with ours
        self.why_not = label(size=Size.SMALL, faint=True, wraps=True)
        self.chart = ChartView(self)
        self._lay_out()
        self._connect()
        self._on_deck_changed()

    def _lay_out(self) -> None:
        gap = space(self, 2)
        policy = self.progress.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(policy)
        self._top = row((self.fields, 1), self.find_button, spacing=gap)
        self._top.setAlignment(self.find_button, Qt.AlignmentFlag.AlignTop)
        more = (self.fields.more, Qt.AlignmentFlag.AlignLeft)
        above = column(
            self._top,
            more,
            self.message,
            self.progress,
            margin=(2 * gap, gap, gap, 0),
            spacing=gap,
        )
        # A long name must not widen the column.
        self.stay_button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.stay_button.setMinimumWidth(space(self, 20))
        buttons = FlowLayout(gap, self.apply_button, self.stay_button)
        shown = (self.chart, self.why, self.why_not, buttons)
        below = column(*shown, margin=(2 * gap, gap, gap, gap), spacing=gap)
        self._parts = column(above, (self.table, 1), below, parent=self, margin=0, spacing=0)
        # What has no room is hidden: a panel that scrolls would have a table that scrolls, too.
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)

    def _connect(self) -> None:
        session = self._session
        # What was found may name cards that are gone.
        session.cards_loaded.connect(self.finder.forget)
        for signal in (session.cards_loaded, session.deck_changed, session.deck_edited):
            signal.connect(self._on_deck_changed)
        collection_state = self._collection_state
        collection_state.changed.connect(self._on_deck_changed)
        # A deck that was put into the bin or restored.
        session.saved_changed.connect(self._update)
        self.fields.changed.connect(self._on_deck_changed)
        self.fields.find_requested.connect(self.find_changes)
        self.finder.changed.connect(self._update)
        self.finder.advised.connect(self._on_advised)
        self.finder.progressed.connect(self._on_progressed)
        self.table.change_chosen.connect(self._show_change)
        self.table.apply_requested.connect(self.apply_change)
        self.table.keep_requested.connect(self._on_stay_clicked)
        self.fields.order_chosen.connect(self._on_order_chosen)
        self.chart.failed.connect(self.failed)

    def find_changes(self) -> None:
        home, request = self._collection_state.home, self._now
        if home is not None and request is not None and not self._why_not_find():
            self.fields.mark(None)
            self.finder.find(home, request)

    def apply_change(self) -> None:
        """Make the selected change as one step, and find the next ones."""
        change, current = self.table.chosen, self._session.current
        if change is None or current is None or self._why_not_apply():
            return
        from validators.legal_changes import changed_deck  # noqa: PLC0415 - not at start

        pool = self._session.shown.pool
        held = {card.code: card for card, _ in current.deck.slots} | (pool.by_code if pool else {})
        out, into = ([held[card.code] for card in cards] for cards in (change.out, change.into))
        deck = changed_deck(current.deck, out, into)
        words = apply_words(change)
        self._session.apply(replace(current.state, deck=deck), words)
        self._applied = current, current.stack.index()
        toast_of(self).show_message(
            words.replace("Change", "Changed", 1), self.undo_change, lambda: self._may_undo
        )
        self.find_changes()

    def undo_change(self) -> None:
        """Undo the change that was made last, where nothing was done to the deck since."""
        if self._may_undo and self._applied is not None:
            self._session.go_to_step(self._applied[1] - 1)

    @property
    def _may_undo(self) -> bool:
        current = self._session.current
        now = None if current is None else (current, current.stack.index())
        return now is not None and now == self._applied

    def _request(self) -> AdviceRequest | None:
        deck, choice = self._session.deck, self._session.shown.choice
        if deck is None or self._session.cards is None:
            return None
        return AdviceRequest(
            deck=deck_text(deck),
            format_name=choice.format_name,
            list_code=choice.list_code,
            day=choice.day,
            premier=choice.premier,
            owned=self._owned(deck) if self.fields.limits.owned.isChecked() else None,
            **self.fields.values(),
        )

    def _owned(self, deck: Deck) -> tuple[tuple[str, int], ...]:
        from library.owned import copies_owned  # noqa: PLC0415 - not at start

        if self._session.cards is None:
            return ()
        pool = self._session.cards.pools[deck.edition]
        return tuple(sorted(copies_owned(self._collection_state.owned, pool).items()))

    def _why_not_find(self) -> str:
        """Return why no change can be found; empty where some can."""
        deck = self._session.deck
        if self._session.cards is None or self._collection_state.home is None:
            return NO_CARDS
        if deck is None:
            return NO_DECK
        if not deck.draw_count:
            return EMPTY
        if self.fields.limits.owned.isChecked() and not self._collection_state.copies:
            return NOTHING_OWNED
        return self.fields.why_not

    def _why_not_apply(self) -> str:
        """Return why the selected change cannot be made; empty where it can."""
        current, shown, now = self._session.current, self.finder.request, self._now
        if current is None or shown is None or now is None:
            return NO_DECK
        if current.read_only:
            return f"The deck is {current.where.value}: restore it to change it."
        if shown.deck != now.deck:
            return STALE
        return OTHER if shown != now else ""

    def _on_deck_changed(self) -> None:
        """Show what is known of the deck as it is now; drop what is about another one."""
        session = self._session
        current = session.current
        if current is not self._shown:
            self._shown = current
            self.fields.kept.check(())
            self.finder.forget()
        if current is not None and session.cards is not None:
            self.fields.show_deck(current.deck, session.cards)
        home, asked = self._collection_state.home, self.finder.asked
        now = self._now = self._request()
        if home and now and asked not in {None, now} and not self.finder.show_known(home, now):
            self.finder.stop()
        self._update()

    def _on_find_clicked(self) -> None:
        if self.finder.state is QueryState.COMING:
            self.finder.stop()
        else:
            self.find_changes()

    def _on_stay_clicked(self) -> None:
        change = self.table.chosen
        if change is not None:
            self.fields.kept.check(self.fields.keep | {card.code for card in change.out})
            self.find_changes()

    def _on_order_chosen(self, number: int) -> None:
        self.model.sort_by(tuple(ORDERS)[number])

    def _on_advised(self) -> None:
        self.table.show_advice(self.finder.advice)
        self._update()

    def _on_progressed(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def _show_change(self) -> None:
        advice, change = self.finder.advice, self.table.chosen
        shown = advice is not None and change is not None
        for part in (self.apply_button, self.stay_button, self.why_not):
            part.setVisible(shown)
        if advice is not None and change is not None:
            self.why.setText(why_words(advice.goal, change))
            self.stay_button.setText(f"Always keep {change.out[-1].name}")
            self.chart.show_chart(change_chart(advice, change))
            why_not = self._why_not_apply()
            self.apply_button.setEnabled(not why_not)
            self.why_not.setText(why_not)
            self.why_not.setVisible(bool(why_not))
        self._show_details()

    def _show_details(self) -> None:
        """Show the chart and why the change is good, as far as the table leaves room for them.

        The tooltip of the change says why, too.
        """
        details = (self.chart, self.why)
        rows = self.fontMetrics().height() * 7 // 2 * _ROWS
        room = self.height() - rows + self.table.minimumSizeHint().height()
        for part in details:
            part.setVisible(not self.apply_button.isHidden())
        for part in details:
            self._parts.activate()
            if self._parts.minimumHeightForWidth(self.width()) > room:
                part.hide()

    def _update(self) -> None:
        runs = self.finder.state is QueryState.COMING
        why_not = self._why_not_find()
        self.find_button.setText(CANCEL if runs else FIND)
        self.find_button.setEnabled(runs or not why_not)
        self.progress.setVisible(runs)
        if self._applied is not None:
            toast_of(self).check()
        if not runs:
            self.progress.setRange(0, 0)
        self.fields.setEnabled(self._session.deck is not None)
        self.fields.mark(self.finder.error)
        self.message.setText(why_not or self._status())
        self._show_change()

    def _status(self) -> str:
        state, advice, error = self.finder.state, self.finder.advice, self.finder.error
        if state is QueryState.COMING:
            return "The best so far; more are tried…" if advice else "Looking for legal changes…"
        if state is QueryState.FAILED and error is not None:
            return error.text
        if advice is None:
            return "Stopped." if state is QueryState.STOPPED else "Which card to change? Ask."
        why_not = self._why_not_apply()
        if why_not in {STALE, OTHER}:
            return why_not
        legal, asked = self._session.shown.legal, self.finder.request
        words = found_words(advice, legal=legal, policy=asked.policy if asked else "keep")
        return f"Stopped. {words}" if state is QueryState.STOPPED else words

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        ways, wide = QBoxLayout.Direction, self.width() > space(self, _WIDE)
        self._top.setDirection(ways.LeftToRight if wide else ways.TopToBottom)
        self._show_details()
