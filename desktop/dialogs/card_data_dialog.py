"""The dialog of the card data: how old it is, looking for newer, and what that brought."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QHideEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.terms import Edition
from desktop.dialogs.card_news_list import NewsPanel
from desktop.session.card_sync import CardSync, Phase, SyncState
from desktop.session.card_sync_text import age_words
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.labels import label

_SAYS = {
    Phase.IDLE: "",
    Phase.RUNNING: "Looking for newer cards. You can go on building meanwhile.",
    Phase.AVAILABLE: "An update is available: newer cards, texts or lists than those here.",
    Phase.OFFLINE: "Offline. The cards that are here go on being used.",
    Phase.FAILED: "Newer cards could not be taken. The cards are as they were.",
}
_BUTTON = {
    Phase.AVAILABLE: "&Take the newer cards",
    Phase.OFFLINE: "&Try again",
    Phase.FAILED: "&Try again",
}


class CardDataDialog(QDialog):
    """Shows where the cards are from, looks for newer ones, and tells what is new.

    Closing it stops nothing.
    """

    def __init__(
        self, syncing: CardSync, session: DeckSession, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._syncing, self._session = syncing, session
        self.setWindowTitle("Card data")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.heading = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.origin = label(faint=True, wraps=True)
        self.says = label(wraps=True)
        self.reason = label(faint=True, wraps=True)
        self.reason.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.look = QPushButton("&Look for newer cards", self)
        self.progress = QProgressBar(self)
        self.progress.setAccessibleName("Looking for newer cards")
        self.progress.setTextVisible(False)
        self.stop = QPushButton("&Cancel", self)
        self.news = NewsPanel(self)
        self._lay_out()
        self.look.clicked.connect(syncing.start)
        self.stop.clicked.connect(syncing.cancel)
        syncing.changed.connect(self._show_state)
        session.cards_loaded.connect(self._show_age)
        self._show_age()
        self._show_state(syncing.state)
        self.look.setDefault(True)

    def _lay_out(self) -> None:
        gap = space(self, 4)
        layout = self._column = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap // 2)
        self.progress.setFixedHeight(space(self, 2))
        work = QHBoxLayout()
        work.addWidget(self.look)
        work.addWidget(self.progress, 1)
        work.addWidget(self.stop)
        work.addStretch(0)
        for part in (self.heading, self.origin):
            layout.addWidget(part)
        layout.addSpacing(gap // 2)
        layout.addWidget(self.says)
        layout.addWidget(self.reason)
        layout.addLayout(work)
        layout.addWidget(self.news, 1)
        layout.addStretch(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.setMinimumWidth(space(self, 130))

    def _fit(self) -> None:
        """Be as tall as the words need that are broken at this width, which Qt leaves to chance."""
        for layout in (self.news.layout(), self._column):
            if layout is not None:
                layout.invalidate()
        shown = self.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)
        width = self.width() if shown else self.minimumWidth()
        self.setMinimumHeight(self._column.totalMinimumHeightForWidth(width))
        if not shown or not self.news.list.isVisibleTo(self):
            self.resize(width, self._column.totalHeightForWidth(width))

    def _show_age(self) -> None:
        cards = self._session.cards
        if cards is None:
            self.heading.setText("The cards are being loaded")
            return
        self.heading.setText(age_words(cards, self._session.today))
        self.origin.setText(_origin(cards))
        self._fit()

    def _show_state(self, state: SyncState) -> None:
        running = state.running
        self.look.setVisible(not running)
        self.progress.setVisible(running)
        self.stop.setVisible(running)
        self.stop.setEnabled(not state.stopping)
        self.progress.setValue(state.done)
        self.look.setText(_BUTTON.get(state.phase, "&Look for newer cards"))
        self._say(state)
        if state.phase is Phase.DONE:
            self._show_age()
        news = state.news
        if news is not None:
            self.news.show_news(news)
        self.news.setVisible(news is not None and self.news.says_something)
        # Only a list has a use for room; without one the words stand together at the top.
        self._column.setStretchFactor(self.news, 1 if news is not None and news.lines else 0)
        self._fit()

    def _say(self, state: SyncState) -> None:
        words = _SAYS.get(state.phase, "")
        if state.stopping:
            words = "Stopping. The cards stay as they are."
        elif state.phase is Phase.DONE and state.news is not None:
            words = state.news.summary()
        reason = state.reason
        why = f"{reason.sentence} {reason.hint}".strip() if reason is not None else ""
        for shown, text in ((self.says, words), (self.reason, why)):
            shown.setText(text)
            shown.setVisible(bool(text))

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        if not self._syncing.state.running:
            self._syncing.mark_seen()
        super().hideEvent(event)


def _origin(cards: LoadedCards) -> str:
    second, first = cards.pools[Edition.SECOND], cards.pools[Edition.FIRST]
    return (
        f"{len(second):,} cards and {len(second.lists):,} restricted lists of the second edition,"
        f" {cards.origin}. The {len(first):,} cards of the first edition come with the program."
    )
