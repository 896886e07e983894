"""The Problems tab: what is wrong with the deck, and the fixes of the problem that is open."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QModelIndex, QPoint, QPointF, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QListView,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from typing_extensions import override

from carddb.card import Card
from decks.deck import Deck
from decks.deck_section import DRAW_DECK
from decks.report import ReportLine
from desktop.session.deck_session import DeckSession, DeckState, Snapshot
from desktop.session.loaded_cards import LoadedCards
from desktop.session.repair_finder import FoundRepairs, RepairFinder
from desktop.style import icons
from desktop.style.fonts import Size, sized, space
from desktop.style.palette import colours_of
from desktop.style.shapes import corner, fill
from desktop.widgets.buttons import push_button
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import WrapButton, column, empty_layout, label, row
from desktop.widgets.rows_model import RowsModel
from validators.list_in_force import stated_code
from validators.problem import Problem, Severity

if TYPE_CHECKING:
    from validators.repairs import RepairedDeck


@dataclass(frozen=True, slots=True)
class ProblemAction:
    """What a button under an entry does: its words, and the state that the deck is then in."""

    words: str
    state: DeckState


@dataclass(frozen=True, slots=True)
class ProblemEntry:
    """One entry: sign, sentence and further lines, the cards it selects, and its repairs.

    `same` is equal for entries about the same thing, whatever their numbers.
    """

    sign: Glyph
    message: str
    cards: str = ""
    numbers: str = ""
    source: str = ""
    codes: tuple[str, ...] = ()
    actions: tuple[ProblemAction, ...] = ()
    problem: Problem | None = None
    same: object = None

    @property
    def is_error(self) -> bool:
        return self.sign.tint is Severity.ERROR

    @property
    def words(self) -> str:
        parts = (self.sign.words, self.message, self.cards, self.numbers, self.source)
        return "\n".join(part for part in parts if part)


_DOT = " \N{MIDDLE DOT} "
_WORDS = {Severity.ERROR: "Problem", Severity.WARNING: "Warning", Severity.NOTE: "Note"}
_SIGNS = {each: Glyph(icons.of_severity(each), each, words) for each, words in _WORDS.items()}
_ORDER = list(Severity)


def problem_entries_of(session: DeckSession, cards: LoadedCards) -> tuple[ProblemEntry, ...]:
    """Return the entries of the deck: unread lines, problems, the worst first, and guesses."""
    shown = session.shown
    state, problems = shown.state, shown.verdict.problems if shown.verdict else ()
    if state is None:
        return ()
    by_severity = sorted(problems, key=lambda problem: _ORDER.index(problem.severity))
    return (
        *(_of_unread_line(line, cards, state) for line in state.unread),
        *(_of_problem(problem, cards) for problem in by_severity),
        *_of_list(shown, state),
        *(_of_guess(line, cards, state) for line in state.guessed),
    )


def with_repairs(entry: ProblemEntry, repairs: FoundRepairs, state: DeckState) -> ProblemEntry:
    """Return an entry of a problem with the repairs that were found for it."""
    if entry.problem is None:
        return entry
    stated = state.deck.format
    actions = (
        ProblemAction(each.label, replace(state, deck=replace(each.deck, format=stated)))
        for each in repairs.of(entry.problem)
    )
    return replace(entry, actions=tuple(actions))


def source_without_codes(source: str, cards: LoadedCards) -> str:
    """Return the source of a problem without the codes behind the names of cards."""

    def left(found: re.Match[str]) -> str:
        known = all(cards.card(code) is not None for code in found.group(1).split(" / "))
        return "" if known else found.group()

    return re.sub(r" \((\w+(?: / \w+)*)\)", left, source)


def _of_problem(problem: Problem, cards: LoadedCards) -> ProblemEntry:
    return ProblemEntry(
        sign=_SIGNS[problem.severity],
        message=problem.message,
        cards=_unnamed(problem, cards),
        numbers=_numbers(problem),
        source=source_without_codes(problem.source, cards),
        codes=problem.cards,
        problem=problem,
        same=(problem.code, problem.cards),
    )


def _numbers(problem: Problem) -> str:
    """Return how far the deck is from what is needed: "3 short", "1 too many"."""
    found, wanted = problem.found, problem.wanted
    if found is None or wanted is None or found == wanted:
        return ""
    if found < wanted:
        return f"{wanted - found} short"
    return f"{found - wanted} too many" if wanted else f"{found}, none allowed"


def _of_list(shown: Snapshot, state: DeckState) -> Iterator[ProblemEntry]:
    """Yield a note where another list than the one in force was chosen, with the way to that."""
    listed, pool, conditions = shown.list_in_force, shown.pool, shown.conditions
    if listed is None or pool is None or conditions is None or conditions.restricted_list is None:
        return
    from validators.repairs import choose_list  # noqa: PLC0415 - not at start

    day = conditions.date
    on = f" on {day.isoformat()}" if day else ""
    deck = replace(state.deck, list_code=stated_code(pool, listed, day))
    yield ProblemEntry(
        sign=_SIGNS[Severity.NOTE],
        message=f"Judged under {conditions.restricted_list.name}; {listed.name} is in force{on}.",
        actions=(ProblemAction(choose_list(listed, day), replace(state, deck=deck)),),
        same="list in force",
    )


def _of_unread_line(line: ReportLine, cards: LoadedCards, state: DeckState) -> ProblemEntry:
    perhaps = ", ".join(dict.fromkeys(cards.named(code) for code in line.candidates))
    left = replace(state, unread=tuple(each for each in state.unread if each != line))
    where = f"line {line.line} " if line.line else ""
    return ProblemEntry(
        sign=Glyph(icons.UNREAD, Severity.ERROR, "Not read"),
        message=f"Not read: {where}“{line.words}”",
        cards="" if perhaps else "No cards match",
        source=line.note if not perhaps else "",
        actions=(*_taken_for(line, cards, left), ProblemAction("Leave it out", left)),
        same=line,
    )


def _taken_for(line: ReportLine, cards: LoadedCards, left: DeckState) -> Iterator[ProblemAction]:
    """Yield the deck with each card that the line may have meant."""
    copies = max(1, line.copies)
    for code in line.candidates:
        card = cards.card(code)
        if card is not None and card.edition is left.deck.edition:
            deck = (line.section or DRAW_DECK).of(card).changed(left.deck, card, copies)
            yield ProblemAction(f"Add {copies} {cards.named(code)}", replace(left, deck=deck))


def _unnamed(problem: Problem, cards: LoadedCards) -> str:
    """Return the names of a problem's cards, unless its message names them all."""
    found = [card for code in problem.cards if (card := cards.card(code))]
    if all(card.name in problem.message for card in found):
        return ""
    return ", ".join(dict.fromkeys(cards.named(card.code) for card in found))


def _of_guess(line: ReportLine, cards: LoadedCards, state: DeckState) -> ProblemEntry:
    named = cards.named(line.code or "")
    left = replace(state, guessed=tuple(each for each in state.guessed if each != line))
    actions = [ProblemAction("That is right", left)]
    taken = cards.card(line.code or "")
    for code in line.candidates:
        card = cards.card(code)
        if taken is not None and card is not None and code != line.code:
            section = line.section or DRAW_DECK
            less = section.changed(left.deck, taken, -line.copies)
            deck = section.of(card).changed(less, card, line.copies)
            words = f"Read it as {cards.named(code)}"
            actions.append(ProblemAction(words, replace(left, deck=deck)))
    return ProblemEntry(
        sign=_SIGNS[Severity.NOTE],
        message=f"Line {line.line} “{line.words}” was read as {named}.",
        source=line.note,
        codes=(line.code,) if line.code else (),
        actions=tuple(actions),
        same=line,
    )


# How many fixes of the open problem are shown at first.
AT_FIRST = 3
_FIX_SIGNS = {"Remove": "side/minus", "Leave": "side/minus", "Add": "side/plus"}


class FixRows(QWidget):
    """The first actions of the open entry as rows, and the others when asked for.

    It lies over the whole entry, with the rows at its lower edge.
    """

    action_chosen = Signal(object)  # the ProblemAction
    rows_changed = Signal()  # more of them, or fewer
    left = Signal()  # with a key, back to the list

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        # The list that is beneath is told where the mouse is.
        self.setMouseTracking(True)
        self._actions: tuple[ProblemAction, ...] = ()
        self._shows_all = False
        self.buttons: list[WrapButton] = []
        gap = space(self, 1)
        margin = (8 * gap, 0, 4 * gap, 2 * gap)
        self._layout = column(None, parent=self, margin=margin, spacing=0)

    def show_entry(self, entry: ProblemEntry) -> None:
        """Show the actions of an entry; while they are unknown, the old ones are disabled."""
        same = entry.actions == self._actions
        if same or (not entry.actions and entry.problem and self._actions):
            for button in self.buttons:
                button.setEnabled(same)
            return
        self._actions = entry.actions
        self._fill()

    def height_in(self, width: int) -> int:
        """Return the height of the rows, with the space below them, in an entry of a width."""
        margins = self._layout.contentsMargins()
        inner = width - margins.left() - margins.right()
        heights = [button.heightForWidth(inner) for button in self.buttons]
        return sum(heights) + margins.bottom() if heights else 0

    def focus_first(self) -> bool:
        """Give the focus to the first row; return whether there is one."""
        enabled = [button for button in self.buttons if button.isEnabled()]
        if enabled:
            enabled[0].setFocus(Qt.FocusReason.TabFocusReason)
        return bool(enabled)

    def _fill(self) -> None:
        empty_layout(self._layout)
        self._layout.addStretch(1)
        self.buttons = []
        few = len(self._actions) <= AT_FIRST + 1
        shown = self._actions if few or self._shows_all else self._actions[:AT_FIRST]
        for number, each in enumerate(shown):
            sign = _FIX_SIGNS.get(each.words.split()[0], "side/swap")
            clicked = partial(self.action_chosen.emit, each)
            self._add(WrapButton(each.words, self, sign, "" if number else "Fix"), clicked)
        if hidden := len(self._actions) - len(shown):
            self._add(WrapButton(f"{hidden} more fixes", self, "side/more"), self._show_all)
        self.rows_changed.emit()

    def _add(self, button: WrapButton, clicked: Callable[[], None]) -> None:
        button.clicked.connect(lambda *_: clicked())
        self._layout.addWidget(button)
        self.buttons.append(button)
        button.show()

    def _show_all(self) -> None:
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


RULE_KEY = Qt.Key.Key_R
# What the list of shortcuts says.
PROBLEM_KEYS = (("Enter", "Go to the fixes"), ("R", "Open its rule"))


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
    """The list; the current entry is open and shows its fixes.

    Enter goes from an entry to its fixes, Escape back, R to its rule.
    """

    action_chosen = Signal(object)  # the ProblemAction
    menu_requested = Signal(object, object)  # of a ProblemEntry, where on the screen
    rule_requested = Signal(object)  # the ProblemEntry

    def __init__(self, model: ProblemModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = model
        self.setAccessibleName("Problems of the deck")
        self.setItemDelegate(ProblemDelegate(self))
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setModel(model)
        self._row = 0
        model.modelAboutToBeReset.connect(self._on_model_about_to_be_reset)
        model.modelReset.connect(self._on_model_reset)
        model.dataChanged.connect(self._show_fixes)
        self.selectionModel().currentChanged.connect(self._show_fixes)

    @property
    def open_row(self) -> int:
        """The row of the open entry: the current one, else the first."""
        return max(0, self.currentIndex().row())

    def fixes(self, row: int) -> FixRows | None:
        """Return the fixes of an entry; None where it has none or is not open."""
        found = self.indexWidget(self._model.createIndex(row, 0))
        return found if isinstance(found, FixRows) else None

    def letter_at(self, index: AnyIndex, point: QPoint) -> tuple[str, int] | None:
        """Return the texts of an entry, and which letter of them is at a position, if one is."""
        document, corner = self._document(index)
        exact = Qt.HitTestAccuracy.ExactHit
        found = document.documentLayout().hitTest(QPointF(point - corner), exact)
        return (document.toPlainText(), found) if found >= 0 else None

    def source_at(self, point: QPoint) -> ProblemEntry | None:
        """Return the entry whose source is at a position, if that leads to a rule."""
        if not (index := self.indexAt(point)).isValid():
            return None
        document, corner = self._document(index)
        linked = document.documentLayout().anchorAt(QPointF(point - corner))
        return self._model.rows[index.row()] if linked else None

    def _document(self, index: AnyIndex) -> tuple[QTextDocument, QPoint]:
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        option.rect = self.visualRect(index)
        return _document_of(index.data(Role.CARD), option)

    def _on_model_about_to_be_reset(self) -> None:
        self._row = self.open_row

    def _on_model_reset(self) -> None:
        # What was fixed is gone: the entry in its place is open, and its cards are not selected.
        with QSignalBlocker(self.selectionModel()):
            self.setCurrentIndex(self._model.index(min(self._row, len(self._model.rows) - 1), 0))
        self._show_fixes()

    def _show_fixes(self) -> None:
        opened = self.open_row
        for number, entry in enumerate(self._model.rows):
            fixes, index = self.fixes(number), self._model.index(number, 0)
            if number != opened or not (entry.actions or fixes):
                if fixes is not None:
                    fixes.hide()
                    self.setIndexWidget(index, cast(QWidget, None))  # Qt deletes the old one later
                continue
            if fixes is None:
                fixes = FixRows(self.viewport())
                fixes.action_chosen.connect(self.action_chosen)
                fixes.rows_changed.connect(self._on_fixes_changed)
                fixes.left.connect(lambda: self.setFocus(Qt.FocusReason.OtherFocusReason))
                self.setIndexWidget(index, fixes)
            fixes.show_entry(entry)
        self._on_fixes_changed()

    def _on_fixes_changed(self) -> None:
        """Lay out anew, and let the tab key lead from the list to the fixes in their order."""
        self.scheduleDelayedItemsLayout()
        fixes = self.fixes(self.open_row)
        for one, other in pairwise([self, *(fixes.buttons if fixes else ())]):
            self.setTabOrder(one, other)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Right}:
            fixes = self.fixes(self.currentIndex().row())
            if fixes is not None and fixes.focus_first():
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
        linked = self.source_at(event.position().toPoint()) is not None
        shapes = Qt.CursorShape
        self.viewport().setCursor(shapes.PointingHandCursor if linked else shapes.ArrowCursor)

    @override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        entry = self.source_at(event.position().toPoint())
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
        option.rect = QRect(0, 0, width, 0)
        height = ceil(_document_of(index.data(Role.CARD), option)[0].size().height())
        fixes = view.indexWidget(index) if isinstance(view, QListView) else None
        below = fixes.height_in(width) if isinstance(fixes, FixRows) else 0
        return QSize(width, height + 5 * _quarter(option) + below)

    @override
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        colours, gap = colours_of(option.palette), _quarter(option)
        entry: ProblemEntry = index.data(Role.CARD)
        rect, side, view = option.rect, 4 * gap, option.widget
        if isinstance(view, ProblemList) and view.open_row == index.row():
            focused = option.state & QStyle.StateFlag.State_HasFocus
            outline = colours.accent if focused else None
            inset = rect.adjusted(2 * gap, 0, -2 * gap, 0)
            fill(painter, inset, colours.panel, corner(option.fontMetrics), outline)
        sign = QRect(rect.left() + 4 * gap, rect.top() + 5 * gap // 2, side, side)
        icons.paint(painter, sign, entry.sign.name, entry.sign.colour(colours))
        document, corner_of_text = _document_of(entry, option)
        painter.translate(corner_of_text)
        document.drawContents(painter)
        painter.restore()


def _quarter(option: QStyleOptionViewItem) -> int:
    return option.fontMetrics.height() // 4


def _document_of(entry: ProblemEntry, option: QStyleOptionViewItem) -> tuple[QTextDocument, QPoint]:
    """Return the texts of an entry in the width of its row, and where their corner is."""
    colours, gap, rect = colours_of(option.palette), _quarter(option), option.rect
    corner = rect.topLeft() + QPoint(21 * gap // 2, 5 * gap // 2)
    document, message, small = QTextDocument(), QTextCharFormat(), QTextCharFormat()
    document.setDocumentMargin(0)
    document.setTextWidth(max(1, rect.right() - 4 * gap - corner.x()))
    message.setFont(sized(option.font, Size.BODY, QFont.Weight.Medium if entry.is_error else None))
    message.setForeground(colours.ink if entry.is_error else colours.faint)
    small.setFont(sized(option.font, Size.SMALL))
    small.setForeground(colours.faint)
    source = QTextCharFormat(small)
    if entry.problem is not None:
        source.setAnchorHref("rule")
        source.setForeground(colours.accent_ink)
    cursor = QTextCursor(document)
    cursor.insertText(entry.message, message)
    if entry.cards:
        cursor.insertBlock()
        cursor.insertText(entry.cards, small)
    if entry.numbers or entry.source:
        cursor.insertBlock()
        between = _DOT if entry.numbers and entry.source else ""
        cursor.insertText(f"{entry.numbers}{between}", small)
        cursor.insertText(entry.source, source)
    return document, corner


NO_DECK = "Open a deck to see its problems."
_LEGAL = Glyph(icons.LEGAL, tint=True, words="Legal")


class ProblemsPanel(QStackedWidget):
    """The list of problems, or the good news that there are none."""

    cards_named = Signal(tuple)  # the codes of the cards of a problem
    rule_requested = Signal(str)  # its id

    def __init__(self, session: DeckSession, repair_finder: RepairFinder, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._repair_finder = repair_finder
        self.model = ProblemModel(self)
        self.list = ProblemList(self.model, self)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.clicked.connect(self._on_current_changed)
        self.list.action_chosen.connect(self._on_action_chosen)
        self.list.rule_requested.connect(self.open_rule)
        self.fixable = label(faint=True, wraps=True)
        self.repair_all = push_button(
            "Fix all…", self, clicked=repair_finder.repair_all, kind="primary"
        )
        self.search = label("Looking for the fewest changes…", faint=True, wraps=True)
        self.cancel = push_button(
            "Cancel", self, clicked=repair_finder.cancel, name="Cancel the search for fixes"
        )
        self._sign = GlyphLabel(space(self, 10), self)
        self.news = label(NO_DECK, wraps=True)
        self._none = QWidget(self)
        self._some = QWidget(self)
        self._head = QWidget(self._some)
        self._lay_out()
        repair_finder.repairs_found.connect(self._show_repairs)
        repair_finder.all_repaired.connect(self._on_all_repaired)
        repair_finder.search_seen.connect(self._show_search)
        self._show_search(seen=False)

    def show_verdict(self) -> None:
        """Show what the judge says of the session's deck now, with the repairs, if known."""
        session = self._session
        if session.cards is None:
            return
        entries = problem_entries_of(session, session.cards)
        self.model.update_rows(entries)
        self.news.setText(self._good_news())
        self._sign.setVisible(session.shown.legal)
        self.setCurrentWidget(self._some if entries else self._none)
        self._head.setVisible(any(entry.is_error and entry.problem for entry in entries))
        self._show_repairs()

    def open_rule(self, entry: ProblemEntry) -> None:
        conditions, deck = self._session.shown.conditions, self._session.deck
        if entry.problem is not None and deck is not None:
            from rulebook.rule_book import rule_book  # noqa: PLC0415 - when asked for

            day = conditions.date if conditions else None
            rule = rule_book().rule_of(entry.problem.code, deck.edition, day)
            self.rule_requested.emit(rule.id)

    def card_at(self, index: AnyIndex, point: QPoint | None) -> Card | None:
        """Return the card that an entry names at a position; without one, the first it names."""
        entry, loaded = index.data(Role.CARD), self._session.cards
        if loaded is None or not isinstance(entry, ProblemEntry):
            return None
        cards = [card for code in entry.codes if (card := loaded.card(code)) is not None]
        if point is None or len(cards) < 2:
            return next(iter(cards), None)
        text, position = self.list.letter_at(index, point) or ("", 0)
        names = [(loaded.named(card.code), card) for card in cards]
        for name, card in (*names, *((card.name, card) for card in cards)):
            if name in text[max(0, position - len(name) + 1) : position + len(name)]:
                return card
        return None

    def _lay_out(self) -> None:
        gap = space(self, 4)
        column(self._sign, self.news, None, parent=self._none, margin=gap, spacing=gap // 2)
        parts = ((self.fixable, 1), (self.search, 1), self.cancel, self.repair_all)
        row(*parts, parent=self._head, margin=(gap, gap // 2, gap // 2, gap // 2), spacing=gap // 2)
        column(self._head, (self.list, 1), parent=self._some, margin=0, spacing=0)
        self.addWidget(self._none)
        self.addWidget(self._some)
        self._sign.show_glyphs([_LEGAL])
        self._sign.hide()

    def _show_search(self, seen: bool) -> None:  # noqa: FBT001 - Qt's signal
        """Show that all repairs are looked for, and a way out, in the place of the button."""
        focused = self.repair_all.hasFocus() or self.cancel.hasFocus()
        for each in (self.search, self.cancel):
            each.setVisible(seen)
        for each in (self.fixable, self.repair_all):
            each.setVisible(not seen)
        if focused:
            (self.cancel if seen else self.repair_all).setFocus(Qt.FocusReason.OtherFocusReason)

    def _good_news(self) -> str:
        conditions = self._session.shown.conditions
        if self._session.shown.deck is None:
            return NO_DECK
        if conditions is None:
            return "Decks of this format are not judged."
        restricted = conditions.restricted_list
        under = f"under {restricted.name}" if restricted else "without a restricted list"
        day = f" on {conditions.date.isoformat()}" if conditions.date else ""
        return f"No problems. The deck is legal for {conditions.format.label} {under}{day}."

    def _show_repairs(self) -> None:
        shown, repairs = self._session.shown, self._repair_finder.found
        state, conditions = shown.state, shown.conditions
        if state is None or repairs is None or repairs.conditions != conditions:
            return
        if repairs.deck != replace(state.deck, format=repairs.deck.format):
            return
        self.model.update_rows([with_repairs(each, repairs, state) for each in self.model.rows])
        fixable = sum(bool(each.problem and each.actions) for each in self.model.rows)
        self.fixable.setText(f"{fixable} can be fixed at once" if fixable else "")

    def _on_action_chosen(self, action: ProblemAction) -> None:
        words = "" if action.state.deck != self._session.deck else action.words
        self._session.apply(action.state, words)

    def _on_all_repaired(self, repaired: RepairedDeck) -> None:
        from desktop.dialogs.repair_all_dialog import RepairAllDialog  # noqa: PLC0415 - when asked for

        dialog = RepairAllDialog(repaired, self._errors_of, self.window())
        dialog.accepted.connect(lambda: self._take(dialog.deck))
        dialog.open()

    def _errors_of(self, deck: Deck) -> list[str]:
        shown = self._session.shown
        judge, conditions = shown.judge, shown.conditions
        if judge is None or conditions is None:
            return []
        found = judge.verdict(deck, conditions).of(Severity.ERROR)
        return [each.message for each in found]

    def _take(self, repaired: Deck) -> None:
        current = self._session.current
        if current is not None:
            deck = replace(repaired, format=current.deck.format)
            self._session.apply(replace(current.state, deck=deck), "Fix all")

    def _on_current_changed(self, index: QModelIndex) -> None:
        entry = index.data(Role.CARD)
        if isinstance(entry, ProblemEntry) and entry.codes:
            self.cards_named.emit(entry.codes)
