"""The deck beside the table: what it is at a glance, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QAbstractButton, QWidget

from decks.deck import Deck
from desktop.pages.library.decks_table import LibraryDeckRow, deck_count
from desktop.session.library_worker import LibraryWorker
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.action_buttons import ActionButton
from desktop.widgets.charts.cost_curve import CostCurve
from desktop.widgets.deck_lines import (
    DeckLine,
    DeckLinesView,
    character_lines,
    game_lines,
    heading,
    plot_lines,
)
from desktop.widgets.glyphs import Glyph, GlyphLabel, VerdictPill
from desktop.widgets.layouts import OneLine, Title, column, label, row

if TYPE_CHECKING:
    from library.deck_values import LibraryDeck
    from library.game_report import PlayedGame
    from library.library import Library


class DeckPreview(QWidget):
    """A deck's symbol, name, facts and verdict, its costs, and the lines that a page chooses.

    A `primary` button stands beside the name, `others` below it.
    """

    def __init__(
        self, primary: QWidget | None, parent: QWidget, others: Sequence[QWidget] = ()
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName("Preview of the deck")
        self._symbol = GlyphLabel(space(self, 6), self)
        self.name = Title(parent=self)
        self.facts = OneLine(parent=self)
        self.facts.setFont(self.font())
        self.pill = VerdictPill(self)
        self.pill.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.curve = CostCurve(self, with_numbers=True)
        self.lines = DeckLinesView("Cards of the deck", self)
        self.setMinimumWidth(space(self, 60))  # whatever the buttons need
        gap = space(self, 2)
        open_deck = [primary] if primary else []
        head = row(self._symbol, (self.name, 1), *open_deck, spacing=gap)
        below = row((self.facts, 1), self.pill, spacing=gap)
        actions = [row(*others, None, spacing=gap // 2)] if others else []
        column(
            head,
            below,
            *actions,
            gap,
            self.curve,
            (self.lines, 1),
            parent=self,
            margin=(gap * 5 // 2, gap, gap * 2, 0),
            spacing=gap,
        )

    def show_head(self, name: str, glyph: Glyph, facts: str, words: str, sign: Glyph) -> None:
        """Show what a deck is called, what it is, and the verdict on it."""
        self._symbol.show_glyphs([glyph])
        self.name.setText(name)
        self.facts.setText(facts)
        self.pill.show_words(words, sign)

    def show_deck(self, deck: Deck, lines: Iterable[DeckLine]) -> None:
        """Show a deck's costs, and these lines."""
        self.curve.show_deck(deck)
        self.lines.show_lines(lines)
        self.curve.setVisible(bool(self.curve.counts))

    def clear(self, lines: Iterable[DeckLine] = ()) -> None:
        """Show no deck, but maybe a sentence."""
        self.lines.show_lines(lines)
        self.curve.hide()


class LibraryPreview(QWidget):
    """The preview of the selected deck, or what can be done with several."""

    def __init__(
        self,
        library_worker: LibraryWorker,
        open_deck: QAbstractButton,
        actions: Sequence[QAction],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._library_worker = library_worker
        self._wanted: tuple[str, int] | None = None
        self.one = DeckPreview(open_deck, self)
        self.several = QWidget(self)
        self._heading = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        buttons = [ActionButton(each, self.several, icon=False) for each in actions]
        gap = space(self, 2)
        lines = [row(each, None) for each in buttons]
        margin = (gap * 5 // 2, gap, gap * 2, gap)
        column(self._heading, gap, *lines, None, parent=self.several, margin=margin, spacing=0)
        column((self.one, 1), (self.several, 1), parent=self, margin=0, spacing=0)

    def show_rows(self, rows: Sequence[LibraryDeckRow], cards: LoadedCards | None) -> None:
        """Show the selected rows: a deck, how many decks, or nothing."""
        self.one.setVisible(len(rows) == 1)
        self.several.setVisible(len(rows) > 1)
        self._heading.setText(f"{deck_count(len(rows))} selected")
        if len(rows) != 1 or cards is None:
            self._wanted = None
            return
        (shown,) = rows
        deck, verdict = shown.deck, shown.verdict
        facts = (shown.agendas, shown.format, f"{deck.draw_count} cards")
        glyph = Glyph(icons.faction_glyph(deck.faction), deck.faction)
        sign = verdict.glyph if verdict else Glyph(icons.NOTE)
        self.one.show_head(
            shown.short_name, glyph, " · ".join(filter(None, facts)), shown.verdict_text, sign
        )
        self.one.pill.setToolTip(verdict.summary if verdict else "")
        self.one.pill.setVisible(verdict is not None)
        if self._wanted != (deck.id, deck.version):
            self.one.clear()
        self._wanted = deck.id, deck.version
        self._ask(deck.id, cards)

    def _ask(self, deck_id: str, cards: LoadedCards) -> None:
        wanted = self._wanted

        def read(library: Library) -> tuple[LibraryDeck, tuple[PlayedGame, ...]]:
            return library.decks.open(deck_id, cards.pools), library.games.all(deck_id)

        def on_read(found: tuple[LibraryDeck, tuple[PlayedGame, ...]]) -> None:
            if wanted == self._wanted:
                self._show(*found)

        def on_failed(_: Exception) -> None:
            if wanted == self._wanted:
                self.one.clear([DeckLine(text="The cards of this deck cannot be read.")])

        self._library_worker.ask(read, on_read, on_failed, self)

    def _show(self, opened: LibraryDeck, games: tuple[PlayedGame, ...]) -> None:
        deck = opened.deck
        notes = [heading("Notes"), DeckLine(text=deck.notes)] if deck.notes else []
        lines = [*plot_lines(deck.slots), *character_lines(deck), *game_lines(games), *notes]
        self.one.show_deck(deck, lines)
