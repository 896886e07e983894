"""The Suggestions tab: what similar published decks play and the deck does not, and the reverse."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QShowEvent,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.pool import CardPool
from core.text_format import count_of
from decks.deck import Deck
from desktop.pages.builder.pool.pool_columns import UNIQUE
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, TaskRunner
from desktop.session.deck_session import DeckSession
from desktop.session.published_decks import PublishedDecks, PublishedPhase
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import LEFT, AnyIndex, Cell, paint_heading, paint_selected
from desktop.widgets.card_numbers import disc_side, numbers_of
from desktop.widgets.card_row import RowPainter, RowStyle
from desktop.widgets.layouts import column, label, row
from desktop.widgets.published_offer import PublishedOffer
from desktop.widgets.rows_model import Column, ColumnsModel
from published.remarks import WHAT_THEY_ARE, few_words, refusal
from validators.legal_changes import LegalChanges
from validators.search_facts import EditionConditions

if TYPE_CHECKING:
    from published.corpus import Corpus

# After the last edit, milliseconds; the work itself takes less than 0.1 seconds.
DELAY_MS = 50
# How many cards to add are shown at first.
AT_FIRST = 8
# Cards that more similar decks play are suggested, and cards that fewer play are rarely played.
LEAST_SHARE = 0.25
_TOO_FEW = frozenset({"draw.too-few", "plots.too-few"})


class _Question(NamedTuple):
    """What the suggestions depend on."""

    deck: Deck
    corpus: Corpus
    side: EditionConditions


@dataclass(frozen=True, slots=True)
class SuggestionRow:
    """A card to add or to cut, or words: a heading, or the row that shows more.

    `copies` are added, or taken out where they are negative. `pack` is that of a card whose name
    alone is ambiguous.
    """

    text: str
    reason: str = ""
    card: Card | None = None
    pack: str = ""
    copies: int = 0
    is_heading: bool = False

    @property
    def button(self) -> str:
        return f"{self.copies:+}".replace("-", "\N{MINUS SIGN}") if self.copies else ""

    @property
    def words(self) -> str:
        """What a screen reader says."""
        copies = count_of(abs(self.copies), "copy")
        does = f"Enter {'adds' if self.copies > 0 else 'removes'} {copies}"
        return ", ".join(filter(None, (self.text, self.reason, does if self.card else "")))


_COLUMN: Column[SuggestionRow] = Column(
    text=lambda row: row.text, words=lambda row: row.words, tooltip=lambda row: row.reason
)


@dataclass(frozen=True, slots=True)
class FoundSuggestions:
    """The rows about cards; the nearest of the `neighbors` shares `shared` cards with the deck."""

    add: tuple[SuggestionRow, ...]
    cut: tuple[SuggestionRow, ...]
    neighbors: int
    shared: int


def find_suggestions(question: _Question, progress: Progress) -> FoundSuggestions:
    """Return what decks like a deck play; no card is suggested that the deck could not take."""
    # Numpy is imported in the worker, when it is needed.
    from published.suggestions import neighbors_of, suggest  # noqa: PLC0415

    deck, corpus, side = question
    progress(0, 1)
    found = suggest(corpus, deck, LegalChanges(side, deck).takes)
    add, cut, similar = [], [], count_of(found.neighbors, "similar deck")
    for each in found.add:
        usual = round(each.expected / each.share) if each.share >= LEAST_SHARE else 0
        if usual > each.in_deck:
            card = corpus.pool.card(each.code)
            copies = _most(side, deck, card, usual - each.in_deck)
            reason = f"{100 * each.share:.0f} % of {similar}, usually {usual}"
            add.append(_row(corpus.pool, card, reason, copies))
    for each in found.cut:
        if each.share < LEAST_SHARE:
            card = corpus.pool.card(each.code)
            reason = f"{100 * each.share:.0f} % of {similar}"
            cut.append(_row(corpus.pool, card, reason, -deck.copies(card)))
    own, shared = corpus.title_copies(deck), 0
    for index in neighbors_of(corpus, deck, 1).indices.tolist():
        both = zip(own, corpus.title_copies(corpus.deck(index)), strict=True)
        shared = sum(int(min(pair)) for pair in both)
    return FoundSuggestions(tuple(add), tuple(cut), found.neighbors, shared)


def _row(pool: CardPool, card: Card, reason: str, copies: int) -> SuggestionRow:
    pack = card.pack if len(pool.by_title[card.name]) > 1 else ""
    return SuggestionRow(card.name, reason, card, pack, copies)


def _most(side: EditionConditions, deck: Deck, card: Card, wanted: int) -> int:
    """Return how many of the wanted copies the deck can take; it takes the first."""
    copies = 1
    while copies < wanted:
        deck = deck.with_copies(card, deck.copies(card) + 1)
        if not LegalChanges(side, deck).takes(card):
            break
        copies += 1
    return copies


class SuggestionModel(ColumnsModel[SuggestionRow]):
    """Cards with a reason and a button each, below headings."""

    @override
    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if index.isValid() and self.rows[index.row()].is_heading:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)


class SuggestionList(QListView):
    """The list; Enter or a click on its button does what a row says.

    Signals:
        row_activated: the user takes a suggestion, or wants to see more (the SuggestionRow).
        menu_requested: the user opens the menu of a card (the card, the place on the screen).
    """

    row_activated = Signal(object)
    menu_requested = Signal(object, object)

    def __init__(self, model: SuggestionModel, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown, self.hovered = model, QPoint(-1, -1)
        self.setAccessibleName("Suggestions")
        self.setModel(model)
        self.setItemDelegate(SuggestionDelegate(self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)

    def row_at(self, index: QModelIndex) -> SuggestionRow | None:
        row = self.shown.rows[index.row()] if index.isValid() else None
        return None if row is None or row.is_heading else row

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.row_at(self.currentIndex())
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and row is not None:
            self.row_activated.emit(row)
        else:
            super().keyPressEvent(event)

    @override
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self.hovered = event.position().toPoint()
        self.viewport().update()

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        point = event.position().toPoint()
        index = self.indexAt(point)
        row, rect = self.row_at(index), self.visualRect(index)
        left = event.button() is Qt.MouseButton.LeftButton
        if left and row and (row.card is None or button_place(self, rect).contains(point)):
            self.row_activated.emit(row)

    @override
    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_mouse = event.reason() is QContextMenuEvent.Reason.Mouse
        index = self.indexAt(event.pos()) if by_mouse else self.currentIndex()
        row, middle = self.row_at(index), self.visualRect(index).center()
        if row is not None and row.card is not None:
            at = event.globalPos() if by_mouse else self.viewport().mapToGlobal(middle)
            self.menu_requested.emit(row.card, at)


def button_place(view: QWidget, rect: QRect) -> QRect:
    """Return where the button of a row is."""
    quarter = space(view, 1)
    width, height = 10 * quarter, 6 * quarter
    top = rect.top() + (rect.height() - height) // 2
    return QRect(rect.right() - 3 * quarter - width, top, width, height)


class SuggestionDelegate(QStyledItemDelegate):
    """Paints a card in two lines with its cost before and its button behind them."""

    def __init__(self, parent: SuggestionList) -> None:
        super().__init__(parent)
        self._list = parent

    @override
    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        each = self._list.shown.rows[index.row()]
        high = 10 if each.card else 11 if each.is_heading and index.row() else 7
        return QSize(0, high * space(self._list, 1))

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        each = self._list.shown.rows[index.row()]
        colours, state, states = colours_of(option.palette), option.state, QStyle.StateFlag
        gap, rect = 4 * space(self._list, 1), option.rect
        if state & states.State_Selected:
            active = bool(state & states.State_Active)
            paint_selected(painter, rect, colours, active=active, first=True)
        elif state & states.State_MouseOver and not each.is_heading:
            painter.fillRect(rect, colours.hover_paper)
        inner = rect.adjusted(gap, 0, -gap, 0)
        if each.card is not None:
            self._paint_card(painter, inner, each, each.card, option)
        elif each.is_heading:
            place = rect.adjusted(gap - option.fontMetrics.height() // 3, 0, 0, 0)
            cell = Cell(each.text, heading=each.reason)
            paint_heading(painter, place, option.font, cell, colours)
        else:
            painter.setFont(sized(option.font, Size.BODY, QFont.Weight.Medium))
            painter.setPen(colours.accent_ink)
            painter.drawText(inner, LEFT, each.text)
        painter.restore()

    def _paint_card(
        self,
        painter: QPainter,
        inner: QRect,
        each: SuggestionRow,
        card: Card,
        option: QStyleOptionViewItem,
    ) -> None:
        colours, metrics = colours_of(option.palette), option.fontMetrics
        height, quarter = metrics.height(), space(self._list, 1)
        button = button_place(self._list, option.rect)
        is_over = button.contains(self._list.hovered)
        if each.copies > 0 or is_over:
            fill(painter, button, colours.selection if is_over else colours.track, corner(metrics))
        style = RowStyle(option.font, colours, colours.panel)
        cost = Cell(numbers=numbers_of(card))
        left = inner.left() + disc_side(height) + 5 * quarter // 2
        line = QRect(left, inner.top() + quarter, button.left() - quarter - left, 4 * quarter)
        unique = UNIQUE if card.unique else ()
        name = Cell(each.text, trailing=unique, after=each.pack, is_name=True)
        cost_place = inner.adjusted(-(height // 2), 0, 0, 0)
        RowPainter(painter, style).parts([(cost, cost_place), (name, line)], line.right())
        painter.setFont(style.bold)
        painter.setPen(colours.accent_ink if each.copies > 0 else colours.ink)
        painter.drawText(button, Qt.AlignmentFlag.AlignCenter, each.button)
        line.translate(0, line.height())
        wide = style.small.horizontalAdvance(each.reason) > line.width()
        reason = each.reason.replace(" similar", "") if wide else each.reason
        painter.setFont(style.caption)
        painter.setPen(colours.faint)
        painter.drawText(line, LEFT, reason)


class SuggestionsPanel(QWidget):
    """Suggestions for the deck on screen, found in the background while they are visible.

    Signals:
        count_chosen: a number of copies was chosen (the card, the number).
        similar_requested: the user wants to see the published decks like this one.
    """

    count_chosen = Signal(object, int)
    similar_requested = Signal()

    def __init__(
        self,
        session: DeckSession,
        published: PublishedDecks,
        tasks: TaskRunner,
        finish: Callable[[], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session, self._published = session, published
        self._shows_all = False
        self.missing = label(faint=True, wraps=True)
        self.finish = push_button("Finish my deck…", self, clicked=finish, kind="primary")
        self.remark = label(faint=True, wraps=True)
        self.offer = PublishedOffer(published, self)
        self.model = SuggestionModel(
            [_COLUMN],
            self,
            key=lambda row: (row.text, row.card, row.copies > 0),
            card=lambda row: row.card,
        )
        self.list = SuggestionList(self.model, self)
        self.source = label(size=Size.SMALL, faint=True, wraps=True)
        self.source.setToolTip(WHAT_THEY_ARE)
        similar = push_button("Show them", self, clicked=self.similar_requested.emit, kind="link")
        self.similar = similar
        self._query: BackgroundQuery[_Question, FoundSuggestions] = BackgroundQuery(
            tasks, find_suggestions, self, delay_ms=DELAY_MS, remembered=4
        )
        gap = space(self, 4)
        margin = (gap, gap // 2, gap // 2, gap // 2)
        self._head, self._words, self._foot = QWidget(self), QWidget(self), QWidget(self)
        row((self.missing, 1), self.finish, parent=self._head, margin=margin)
        words = (self.remark, self.offer)
        column(*words, parent=self._words, margin=(gap, gap // 2, gap, 0), spacing=gap // 2)
        source = row(self.source, margin=(gap // 2, 0, gap // 2, 0))  # as a link has them
        foot = (source, (self.similar, Qt.AlignmentFlag.AlignLeft))
        column(*foot, parent=self._foot, margin=gap // 2, spacing=0)
        parts = (self._head, self._words, (self.list, 1), self._foot)
        # Below everything where the list is hidden.
        column(*parts, parent=self, margin=0, spacing=0).addStretch(0)
        self.list.row_activated.connect(self._on_row_activated)
        self._query.changed.connect(self._show)
        published.changed.connect(self.show_deck)

    @property
    def waiting(self) -> bool:
        """Whether suggestions for the deck on screen are being found."""
        return self._query.state is QueryState.COMING

    def show_deck(self) -> None:
        """Show suggestions for the deck on screen, once they are visible."""
        shown, corpus = self._session.shown, self._published.corpus
        refused = self._refusal()
        if not self.isVisible():
            return
        if not refused:
            self._published.load()
        if refused or corpus is None or not (shown.deck and shown.judge and shown.conditions):
            self._query.forget()
        else:
            deck = replace(shown.deck, name="", notes="", format=shown.conditions.format.name)
            side = EditionConditions(shown.judge, shown.conditions)
            self._query.ask(_Question(deck, corpus, side))
        self._show()

    def _refusal(self) -> str:
        """Return why this deck gets no suggestions; empty if it gets some."""
        shown = self._session.shown
        if shown.deck is None or shown.conditions is None:
            return "Open a deck to see what similar decks play."
        if refusal(shown.deck, shown.conditions) is not None:
            return "Only joust and melee decks of the second edition get suggestions."
        return "" if shown.deck.faction else "Choose a faction to see what similar decks play."

    def _show(self) -> None:
        refused, found = self._refusal(), self._query.answer
        few = few_words(found.neighbors, "suggest cards") if found is not None else ""
        self.missing.setText(self._missing())
        self.remark.setText(refused or few)
        self.remark.setVisible(bool(self.remark.text()))
        missing = not refused and self._published.state.phase is not PublishedPhase.READY
        self._head.setVisible(not refused and not missing)
        self._words.setVisible(missing or bool(self.remark.text()))
        self.offer.setVisible(missing)
        useful = found if found is not None and not few and not refused else None
        self.model.update_rows(self._rows(useful) if useful else ())
        self.list.setVisible(bool(self.model.rows))
        self._foot.setVisible(useful is not None)
        stops = (self.list, self.offer.fetch, self.finish)
        self.setFocusProxy(next((each for each in stops if each.isVisibleTo(self)), self.list))
        if useful is not None:
            self.source.setText(self._source(useful))

    def _missing(self) -> str:
        verdict = self._session.shown.verdict
        problems = verdict.problems if verdict else ()
        short = sum(
            (each.wanted or 0) - (each.found or 0) for each in problems if each.code in _TOO_FEW
        )
        return f"{count_of(short, 'card')} to go" if short else ""

    def _rows(self, found: FoundSuggestions) -> Iterator[SuggestionRow]:
        if found.add:
            yield SuggestionRow("Often played", is_heading=True)
            yield from found.add if self._shows_all else found.add[:AT_FIRST]
            if (more := len(found.add) - AT_FIRST) > 0 and not self._shows_all:
                yield SuggestionRow(f"{more} more")
        if found.cut:
            yield SuggestionRow("Rarely played", "in decks like yours", is_heading=True)
            yield from found.cut

    def _source(self, found: FoundSuggestions) -> str:
        deck = self._session.shown.deck
        if deck is None or deck.faction is None:
            return ""
        cards = sum(copies for _, copies in deck.slots)
        return (
            f"Similar: the {found.neighbors} published {deck.faction.label} decks that share the"
            " most cards with yours; those that share more count more. The nearest shares"
            f" {found.shared} of your {cards} cards. {WHAT_THEY_ARE}"
        )

    def _on_row_activated(self, row: SuggestionRow) -> None:
        deck = self._session.deck
        if row.card is None:
            self._shows_all = True
            self._show()
        elif deck is not None and self._query.is_fresh:  # not by the second of two quick clicks
            self.count_chosen.emit(row.card, deck.copies(row.card) + row.copies)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.show_deck()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._query.withdraw()
