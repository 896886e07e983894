"""Every problem of the deck at once, with its repairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from carddb.card import Card
from decks.deck import Deck
from desktop.dialogs.repair_all_dialog import RepairAllDialog
from desktop.pages.builder.problems.problem_entries import (
    ProblemAction,
    ProblemEntry,
    problem_entries_of,
    with_repairs,
)
from desktop.pages.builder.problems.problem_list import ProblemList, ProblemModel
from desktop.session.deck_session import DeckSession
from desktop.session.repair_finder import RepairFinder
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import AnyIndex, Role
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import column, label, row
from validators.problem import Severity

if TYPE_CHECKING:
    from validators.repairs import RepairedDeck

NO_DECK = "Open a deck to see its problems."
_LEGAL = Glyph(icons.LEGAL, tint=True, words="Legal")


class ProblemsPanel(QStackedWidget):
    """The list of problems, or the good news that there are none.

    Signals:
        cards_named: a problem was chosen (the codes of its cards).
        rule_requested: what a problem rests on is to be opened (the id of the rule).
    """

    cards_named = Signal(tuple)
    rule_requested = Signal(str)

    def __init__(
        self, session: DeckSession, repair_finder: RepairFinder, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._repair_finder = repair_finder
        self.model = ProblemModel(self)
        self.list = ProblemList(self.model, self)
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.list.clicked.connect(self._on_current_changed)
        self.list.action_chosen.connect(self._on_action_chosen)
        self.list.rule_requested.connect(self.open_rule)
        self.repair_all = QPushButton("Fix all…", self)
        self.repair_all.clicked.connect(repair_finder.repair_all)
        self.search = label("Looking for the fewest changes…", Size.SMALL, faint=True, wraps=True)
        self.cancel = QPushButton("Cancel", self)
        self.cancel.setAccessibleName("Cancel the search for fixes")
        self.cancel.clicked.connect(repair_finder.cancel)
        self._sign = GlyphLabel(space(self, 10), self)
        self.news = label(NO_DECK, wraps=True)
        self._none = QWidget(self)
        self._some = QWidget(self)
        self._foot = QWidget(self._some)
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
        legal = session.shown.legal
        self._sign.show_glyphs([_LEGAL] if legal else [])
        self._sign.setVisible(legal)
        self.setCurrentWidget(self._some if entries else self._none)
        self._foot.setVisible(any(entry.is_error and entry.problem for entry in entries))
        self._show_repairs()

    def open_rule(self, entry: ProblemEntry) -> None:
        """Request the rule behind an entry."""
        conditions, deck = self._session.conditions, self._session.deck
        if entry.problem is not None and deck is not None:
            from validators.problem_rule import rule_of  # noqa: PLC0415 - when asked for

            day = conditions.date if conditions else None
            self.rule_requested.emit(rule_of(entry.problem, deck.edition, day).id)

    def card_at(self, index: AnyIndex, point: QPoint | None) -> Card | None:
        """Return the card that an entry names at a position; without one, the first it names."""
        entry, loaded = index.data(Role.CARD), self._session.cards
        if loaded is None or not isinstance(entry, ProblemEntry):
            return None
        cards = [card for code in entry.codes if (card := loaded.card(code)) is not None]
        if point is None or len(cards) < 2:
            return next(iter(cards), None)
        letter = self.list.letter_at(index, point)
        if letter is None:
            return None
        text, position = letter
        names = [(loaded.named(card.code), card) for card in cards]
        names += [(card.name, card) for card in cards]
        for name, card in names:
            size = len(name)
            if name in text[max(0, position - size + 1) : position + size]:
                return card
        return None

    def _lay_out(self) -> None:
        gap = space(self, 4)
        column(self._sign, self.news, None, parent=self._none, margin=gap, spacing=gap // 2)
        foot = row((self.search, 1), self.cancel, self.repair_all, spacing=gap // 2)
        column(foot, parent=self._foot, margin=gap // 2)
        column((self.list, 1), self._foot, parent=self._some, margin=0, spacing=0)
        self.addWidget(self._none)
        self.addWidget(self._some)
        self._sign.hide()

    def _show_search(self, seen: bool) -> None:  # noqa: FBT001 - Qt's signal
        """Show that all repairs are looked for, and a way out, in the place of the button."""
        focused = self.repair_all.hasFocus() or self.cancel.hasFocus()
        for each in (self.search, self.cancel):
            each.setVisible(seen)
        self.repair_all.setVisible(not seen)
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
        """Show the repairs that were found, where they are of the deck as it is now."""
        shown, repairs = self._session.shown, self._repair_finder.found
        state, conditions = shown.state, shown.conditions
        if state is None or repairs is None or repairs.conditions != conditions:
            return
        if repairs.deck != replace(state.deck, format=repairs.deck.format):
            return
        self.model.update_rows([with_repairs(each, repairs, state) for each in self.model.rows])

    def _on_action_chosen(self, action: ProblemAction) -> None:
        words = "" if action.state.deck != self._session.deck else action.words
        self._session.apply(action.state, words)

    def _on_all_repaired(self, repaired: RepairedDeck) -> None:
        dialog = RepairAllDialog(repaired, self._errors_of, self.window())
        dialog.accepted.connect(lambda: self._take(dialog.deck))
        dialog.open()

    def _errors_of(self, deck: Deck) -> list[str]:
        judge, conditions = self._session.judge, self._session.conditions
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
