"""The dialog of the card data: how old it is, looking for newer cards, and what is new."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QFont, QGuiApplication, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QProgressBar, QPushButton, QWidget
from typing_extensions import override

from carddb.card_news import News
from carddb.spelling import fold
from carddb.terms import Edition
from desktop.dialogs.simple_dialogs import ClosableDialog, list_of_lines
from desktop.session.card_sync import CardSync, SyncPhase, SyncState, age_words
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.layouts import column, label, row

_MESSAGES = {
    SyncPhase.RUNNING: "Looking for newer cards. You can keep building.",
    SyncPhase.AVAILABLE: "An update is available: newer cards, texts or lists than those here.",
    SyncPhase.OFFLINE: "Offline. You keep the cards you have.",
    SyncPhase.FAILED: "The update failed. Your cards are as before.",
}
_MOST_WARNINGS = 5
_COPY = "C&opy the list"
_LOOK = "&Look for newer cards"
_LOOK_AGAIN = {
    SyncPhase.AVAILABLE: "&Update the cards",
    SyncPhase.OFFLINE: "&Try again",
    SyncPhase.FAILED: "&Try again",
}


class CardNewsPanel(QWidget):
    """A heading, a search field, the lines, and a button that copies those that are shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._news: News | None = None
        self._lines: list[str] = []
        self.heading = label("What is new", weight=QFont.Weight.DemiBold)
        self.source = label(faint=True)
        self.warnings = label(size=Size.SMALL, faint=True, wraps=True)
        words = "Search what is new"
        self.search = QLineEdit(self, clearButtonEnabled=True, placeholderText=words)
        self.search.setAccessibleName(words)
        self.model = QStringListModel(self)
        self.list = list_of_lines("What is new", self.model, self)
        self.list.setMinimumHeight(space(self, 40))
        self.copy = QPushButton(_COPY, self)
        gap = space(self, 2)
        head = row(self.heading, (self.source, 1))
        field = row((self.search, 1), self.copy)
        layout = column(head, field, (self.list, 1), self.warnings, parent=self, spacing=gap)
        layout.setContentsMargins(0, gap, 0, 0)
        self.search.textChanged.connect(self._show_lines)
        self.copy.clicked.connect(self._on_copy_clicked)

    def show_news(self, news: News) -> None:
        """Show the news of a sync."""
        if news is self._news:
            return
        self._news = news
        self._lines = [str(each) for each in news.lines]
        self.source.setText(f"from {news.source}")
        more = len(news.warnings) - _MOST_WARNINGS
        rest = [f"and {more:,} more"] if more > 0 else []
        self.warnings.setText("\n".join([*news.warnings[:_MOST_WARNINGS], *rest]))
        self.warnings.setVisible(bool(news.warnings))
        for part in (self.heading, self.source, self.search, self.list, self.copy):
            part.setVisible(bool(self._lines))
        self._show_lines()

    def _show_lines(self) -> None:
        wanted = fold(self.search.text())
        lines = [each for each in self._lines if wanted in fold(each)]
        self.model.setStringList(lines)
        self.copy.setText(_COPY)
        self.copy.setEnabled(bool(lines))

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText("\n".join(self.model.stringList()))
        self.copy.setText("Copied")


class CardDataDialog(ClosableDialog):
    """Shows the source of the cards, looks for newer ones, and lists what is new.

    Closing it does not stop the search.
    """

    def __init__(
        self, card_sync: CardSync, session: DeckSession, parent: QWidget | None = None
    ) -> None:
        super().__init__("Card data", parent)
        self._card_sync, self._session = card_sync, session
        self.heading = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.origin = label(faint=True, wraps=True)
        self.message = label(wraps=True)
        self.reason = label(faint=True, wraps=True)
        self.reason.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.look = QPushButton(_LOOK, self, default=True)
        self.progress = QProgressBar(self, textVisible=False)
        self.progress.setAccessibleName("Looking for newer cards")
        self.progress.setFixedHeight(space(self, 2))
        self.cancel = QPushButton("&Cancel", self)
        self.news = CardNewsPanel(self)
        self.add_buttons()
        gap = space(self, 4)
        work = row(self.look, (self.progress, 1), self.cancel)
        work.addStretch(0)
        items = (self.heading, self.origin, gap // 2, self.message, self.reason, work)
        self._column = column(*items, (self.news, 1), parent=self, margin=gap, spacing=gap // 2)
        self._column.addStretch(0)
        self._column.addWidget(self.buttons)
        self.setMinimumWidth(space(self, 130))
        self.look.clicked.connect(card_sync.start)
        self.cancel.clicked.connect(card_sync.cancel)
        card_sync.changed.connect(self._show_state)
        session.cards_loaded.connect(self._show_age)
        self._show_age()
        self._show_state(card_sync.state)

    def _fit_height(self) -> None:
        """Set the height that the wrapped texts need at this width; Qt does not ensure it."""
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
        self._fit_height()

    def _show_state(self, state: SyncState) -> None:
        self.look.setVisible(not state.running)
        self.progress.setVisible(state.running)
        self.progress.setValue(state.done)
        self.cancel.setVisible(state.running)
        self.cancel.setEnabled(not state.stopping)
        self.look.setText(_LOOK_AGAIN.get(state.phase, _LOOK))
        reason = state.reason.text if state.reason else ""
        for line, text in ((self.message, _message(state)), (self.reason, reason)):
            line.setText(text)
            line.setVisible(bool(text))
        if state.phase is SyncPhase.DONE:
            self._show_age()
        news = state.news
        if news is not None:
            self.news.show_news(news)
        self.news.setVisible(news is not None and bool(news.lines or news.warnings))
        # Only a list uses more height; without one the texts stand together at the top.
        self._column.setStretchFactor(self.news, 1 if news is not None and news.lines else 0)
        self._fit_height()

    @override
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_height()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        if not self._card_sync.state.running:
            self._card_sync.mark_seen()
        super().hideEvent(event)


def _message(state: SyncState) -> str:
    if state.stopping:
        return "Stopping. The cards stay as they are."
    if state.phase is SyncPhase.DONE and state.news is not None:
        return state.news.summary()
    if state.phase is SyncPhase.AVAILABLE and state.newer_list:
        return f"An update is available: the list in force is {state.newer_list}. Verdicts need it."
    return _MESSAGES.get(state.phase, "")


def _origin(cards: LoadedCards) -> str:
    second, first = cards.pools[Edition.SECOND], cards.pools[Edition.FIRST]
    return (
        f"{len(second):,} cards and {len(second.lists):,} restricted lists of the second edition,"
        f" {cards.origin}. The {len(first):,} cards of the first edition come with the program."
    )
