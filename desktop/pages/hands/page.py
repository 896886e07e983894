"""The Hands page: a board to play hands on, and next to it the chosen card, the odds, the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget
from typing_extensions import override

from carddb.card import Card
from desktop.pages.hands.board.board_panel import BoardPanel
from desktop.pages.hands.board.board_side import BoardSide
from desktop.pages.hands.odds.odds_panel import OddsPanel
from desktop.runtime.tasks import TaskRunner
from desktop.session.collection_state import CollectionState
from desktop.session.deck_session import DeckSession
from desktop.style.fonts import space
from desktop.widgets.cards.card_deck_info import CardDeckInfo
from desktop.widgets.cards.card_pictures import CardPictures
from desktop.widgets.changes.changes_panel import ChangesPanel
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.layouts import column
from desktop.widgets.lazy_tab import LazyTab
from desktop.widgets.rule_view import RuleSplitter
from library.game_report import SetupQuality

if TYPE_CHECKING:
    from desktop.widgets.cards.large_card import LargeCard

CHANGES = "Changes"
# In quarters of the body font's height; with the rail they fit a window of 900 pixels.
NARROWEST_BOARD = 86
NARROWEST_SIDE = 50
USUAL_BOARD, USUAL_SIDE = 106, 82


class HandsPage(QWidget):
    """Two panels in a splitter, each of which follows the deck on screen.

    Signals:
        failed: something could not be done (an AppError).
        rule_requested: a rule is to be opened on the Rules page (its id).
        game_played: the hand on the board was a real one (the SetupQuality of its setup).
    """

    failed = Signal(Exception)
    rule_requested = Signal(str)
    game_played = Signal(object)

    def __init__(
        self,
        session: DeckSession,
        tasks: TaskRunner,
        collection_state: CollectionState,
        pictures: CardPictures,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._session, self._tasks, self._pictures = session, tasks, pictures
        self._collection_state = collection_state
        self._large: LargeCard | None = None
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        # Children of the splitter from the start: what changes its parent is styled once more.
        self.side = BoardSide(session, pictures)
        self.board = BoardPanel(session, tasks, self.side, self.splitter)
        self.board.view.real_hand_shown.connect(self._on_real_hand_shown)
        self.rules = RuleSplitter(session, self.splitter)
        self.rules.addWidget(self.side)
        self.splitter.addWidget(self.rules)
        # A table of the odds may be wider than the column: then they are scrolled.
        self._odds = LazyTab(self._make_odds, deferred=True)
        self._odds_scroller = scrolled(self._odds, self)
        self.side.add(self._odds_scroller, "Odds")
        self.changes = LazyTab(self._make_changes, deferred=True)
        self.side.add(self.changes, CHANGES)
        self.side.currentChanged.connect(self._on_tab_changed)
        self.side.card.large_requested.connect(self.show_large)
        self.side.rule_requested.connect(self.rules.show_rule)
        self.rules.page_requested.connect(self.rule_requested)
        self.rules.card_requested.connect(self._on_card_of_rule_requested)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        self.board.setMinimumWidth(space(self, NARROWEST_BOARD))
        self.rules.setMinimumWidth(space(self, NARROWEST_SIDE))
        self._chosen = False  # by the user, now or before
        self.splitter.splitterMoved.connect(self._on_splitter_moved)
        column(self.splitter, parent=self, margin=0)

    @property
    def odds(self) -> OddsPanel:
        return self._odds.load()

    def _make_odds(self, parent: QWidget) -> OddsPanel:
        worker = self._collection_state.library_worker
        panel = OddsPanel(self._session, self._tasks, worker, parent)
        panel.failed.connect(self.failed)
        return panel

    def _make_changes(self, parent: QWidget) -> ChangesPanel:
        panel = ChangesPanel(self._session, self._tasks, self._collection_state, parent)
        panel.failed.connect(self.failed)
        return panel

    def _on_tab_changed(self) -> None:
        """Let the next step be quiet beside the primary button of the changes."""
        shown = self.side.tabText(self.side.currentIndex())
        self.board.view.steps.set_primary(primary=shown != CHANGES)

    def show_odds(self) -> None:
        self.side.setCurrentWidget(self._odds_scroller)

    def show_large(self) -> None:
        from desktop.widgets.cards.large_card import LargeCard  # noqa: PLC0415 - when asked for

        cards, card = self._session.cards, self.side.chosen_card
        if cards is None or card is None:
            return
        if self._large is None:
            self._large = LargeCard(self.window(), self._pictures)
            self._large.rule_requested.connect(self.rules.show_rule)
        self._large.open_over(self.side.card)
        self._large.show_card(card, cards, CardDeckInfo())

    def _on_real_hand_shown(self) -> None:
        # numpy comes with it, as with dealing the hand.
        from goldfish.outcomes import GREAT_AT_LEAST, POOR_AT_MOST  # noqa: PLC0415

        record = self.board.controller.record
        cards = record.cards_set_up if record else None
        quality = SetupQuality.USUAL
        if cards is not None and cards <= POOR_AT_MOST:
            quality = SetupQuality.POOR
        elif cards is not None and cards >= GREAT_AT_LEAST:
            quality = SetupQuality.GREAT
        self.game_played.emit(quality)

    def _on_card_of_rule_requested(self, card: Card) -> None:
        self.side.setCurrentWidget(self.side.card)
        self.side.show_card(card)

    def shape(self) -> tuple[int, ...]:
        """Return how the page's width is shared, where the user chose that."""
        return tuple(self.splitter.sizes()) if self._chosen else ()

    def restore_shape(self, sizes: Sequence[int]) -> None:
        """Share the page's width as it was, or as is usual."""
        self._chosen = len(sizes) == self.splitter.count()
        if self._chosen:
            self.splitter.setSizes(sizes)
        else:
            self._share_width()

    def _share_width(self) -> None:
        """Give the side its part of the width; in a narrow window more, for tables need it."""
        width = self.splitter.width() - self.splitter.handleWidth()
        side = max(width * 30 // 100, min(width * 40 // 100, space(self, USUAL_SIDE)))
        board = max(width - side, space(self, USUAL_BOARD))
        self.splitter.setSizes((board, width - board))

    def _on_splitter_moved(self) -> None:
        self._chosen = True

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._chosen:
            self._share_width()
