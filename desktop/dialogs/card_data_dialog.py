"""The dialogs of the card data: newer cards, and card texts from the player's files."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QStringListModel, Qt
from PySide6.QtGui import QGuiApplication, QHideEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFileDialog, QPushButton, QWidget
from typing_extensions import override

from carddb.card_news import News
from carddb.own_texts.storage import OwnTextLine, TextReport, TextStatus
from carddb.spelling import fold
from carddb.terms import Edition
from core.errors import AppError
from core.files import is_folder
from desktop.dialogs.simple_dialogs import ClosableDialog, ConfirmDialog, list_of_lines, push_button
from desktop.runtime.settings import Settings
from desktop.session.card_sync import (
    CardSync,
    OwnTextsController,
    OwnTextsResult,
    SyncPhase,
    SyncState,
    age_words,
)
from desktop.session.deck_session import DeckSession
from desktop.session.loaded_cards import LoadedCards
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.find_field import FindField
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import bold_label, column, label, row, slim_bar
from desktop.widgets.rows_model import Column, ColumnsModel, number_column
from desktop.widgets.rows_table import RowsTable
from validators.problem import Severity

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
        self.heading = bold_label("What is new")
        self.source = label(faint=True)
        self.warnings = label(size=Size.SMALL, faint=True, wraps=True)
        self.search = FindField("Search what is new", "Search what is new", self)
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
        self.search.left_downwards.connect(self.list.setFocus)
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
        self.origin = label(faint=True, wraps=True)
        self.message = label(wraps=True)
        self.reason = label(faint=True, wraps=True, selectable=True)
        self.look = QPushButton(_LOOK, self, default=True)
        self.progress = slim_bar("Looking for newer cards", self, height=2)
        self.cancel = push_button("&Cancel", card_sync.cancel, self)
        self.news = CardNewsPanel(self)
        self.add_buttons()
        gap = space(self, 4)
        work = row(self.look, (self.progress, 1), self.cancel)
        work.addStretch(0)
        items = (self.title_row(), self.origin, gap // 2, self.message, self.reason, work)
        self._column = column(*items, (self.news, 1), parent=self, margin=gap, spacing=gap // 2)
        self._column.addStretch(0)
        self._column.addWidget(self.buttons)
        self.setMinimumWidth(space(self, 130))
        self.look.clicked.connect(card_sync.start)
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


FILTER = "Texts (*.json *.csv *.xml *.txt *.tsv);;All files (*)"
_INTRODUCTION = (
    "Choose or drop a JSON or CSV file with card texts, or a folder of OCTGN sets. Each text needs"
    " the code of its card, or its name with set and number."
)
_STATUSES = {
    TextStatus.TAKEN: "Added",
    TextStatus.SAME: "Unchanged",
    TextStatus.REPEATED: "Repeated",
    TextStatus.UNKNOWN: "No card",
    TextStatus.AMBIGUOUS: "Several cards",
    TextStatus.EMPTY: "Empty",
    TextStatus.TOO_LONG: "Too long",
    TextStatus.NOT_TEXT: "No text",
    TextStatus.UNREADABLE: "Unreadable",
}
_WELL = frozenset({TextStatus.TAKEN, TextStatus.SAME})
_GLYPHS = {
    **dict.fromkeys(_WELL, Glyph(icons.LEGAL, tint=True)),
    TextStatus.REPEATED: Glyph(icons.NOTE, Severity.NOTE),
    TextStatus.EMPTY: Glyph(icons.NOTE, Severity.NOTE),
}
_LOST = Glyph(icons.UNREAD, Severity.ERROR)


def text_lines_model(cards: LoadedCards, parent: QObject) -> ColumnsModel[OwnTextLine]:
    """Return a model of the report on a file, entry by entry."""

    def entry(line: OwnTextLine) -> str:
        return f"{line.text} · {line.source}" if line.source else line.text

    def codes(line: OwnTextLine) -> str:
        return ", ".join(map(cards.named, (line.code,) if line.code else line.candidates))

    columns: tuple[Column[OwnTextLine], ...] = (
        number_column("Line", lambda each: each.line, 7, faint=True),
        Column(title="In the file", text=entry, share=3),
        Column(
            title="Status",
            text=lambda line: _STATUSES[line.status],
            glyphs=lambda line: (_GLYPHS.get(line.status, _LOST),),
            width=15,
        ),
        Column(title="Card", text=codes, share=3),
        Column(title="Note", text=lambda line: line.note, share=4),
    )
    return ColumnsModel(
        columns,
        parent,
        key=lambda line: (line.source, line.line, line.text),
        card=lambda line: cards.card(line.code) if line.code else None,
    )


class OwnTextsDialog(ClosableDialog):
    """Reads one file after the other, reports on the last, and can remove all texts."""

    def __init__(
        self,
        own_texts: OwnTextsController,
        card_sync: CardSync,
        cards: LoadedCards,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__("Texts from a file", parent)
        self._own_texts, self._card_sync = own_texts, card_sync
        self._settings, self._count = settings, 0
        self._report: TextReport | None = None
        self.message = label(wraps=True)
        self.file = QPushButton("Choose a &file…", self, default=True)
        self.folder = push_button("Choose a f&older…", self._on_folder_clicked, self)
        self.progress = slim_bar("Reading the texts", self, height=2)
        self.cancel = push_button("&Cancel", self._on_cancel_clicked, self)
        self.doubtful = QCheckBox("Only lines to chec&k", self)
        self.model = text_lines_model(cards, self)
        self.table = RowsTable(self.model, "Line by line", self)
        watch_cards(self.table)
        self.table.empty_text = "Each line and its card are listed here."
        (self.forget,) = self.add_buttons(("Remove &all…", self._on_forget_clicked))
        self._lay_out()
        self._connect()
        own_texts.count()
        self._show_state()

    def _lay_out(self) -> None:
        words = label(_INTRODUCTION, faint=True, wraps=True)
        work = row(self.file, self.folder, (self.progress, 1), self.cancel)
        work.addStretch(0)
        head = row((self.message, 1), self.doubtful)
        parts = (words, work, head, (self.table, 1))
        self.lay_out(*parts, size=(210, 130))
        self.doubtful.hide()

    def _connect(self) -> None:
        own_texts = self._own_texts
        FileDropFilter(self).files_dropped.connect(self._on_files_dropped)
        self.file.clicked.connect(self._on_file_clicked)
        self.doubtful.toggled.connect(self._show_lines)
        own_texts.changed.connect(self._show_state)
        self._card_sync.changed.connect(self._show_state)
        own_texts.progressed.connect(self._on_progressed)
        own_texts.taken.connect(self._on_taken)
        own_texts.failed.connect(self._on_failed)

    def take(self, source: Path) -> None:
        """Read the texts of a file or folder, unless the card data is being updated."""
        if not self.file.isEnabled():
            return
        folder = source if is_folder(source) else source.parent
        self._settings.last_folder = str(folder.resolve())
        self.message.setText("")
        self._own_texts.take(source)

    def _show_state(self) -> None:
        running = self._own_texts.running
        focused = self.cancel.hasFocus()
        for part in (self.progress, self.cancel):
            part.setVisible(running)
        free = not running and not self._card_sync.state.running
        for button in (self.file, self.folder):
            button.setEnabled(free)
        self.forget.setEnabled(free and self._count > 0)
        if focused and not running:
            self.file.setFocus(Qt.FocusReason.OtherFocusReason)
        if running:
            self.progress.setRange(0, 0)

    def _show_lines(self) -> None:
        lines = self._report.lines if self._report else ()
        if self.doubtful.isChecked():
            lines = tuple(line for line in lines if line.status not in _WELL or line.note)
        self.model.show_rows(lines)

    def _on_progressed(self, done: int, total: int) -> None:
        self.progress.setRange(0, total)
        self.progress.setValue(done)

    def _on_taken(self, taken: OwnTextsResult) -> None:
        self._count = taken.count
        texts = "1 text" if taken.count == 1 else f"{taken.count:,} texts"
        self.heading.setText(f"{texts} of your own" if taken.count else "No texts of your own yet")
        if taken.report is None:
            return
        self._report = taken.report
        self.doubtful.show()
        self.message.setText(_counts(taken.report))
        self._show_lines()

    def _on_failed(self, error: AppError) -> None:
        self.message.setText(error.text)

    def _on_cancel_clicked(self) -> None:
        self.message.setText("Stopped. Nothing was added.")
        self._own_texts.cancel()

    def _on_files_dropped(self, paths: Sequence[Path]) -> None:
        if len(paths) == 1:
            self.take(paths[0])
        else:
            self.message.setText("Drop one file or one folder at a time.")

    def _on_file_clicked(self) -> None:
        folder = self._settings.last_folder
        chosen, _ = QFileDialog.getOpenFileName(self, "Texts from a file", folder, FILTER)
        if chosen:
            self.take(Path(chosen))

    def _on_folder_clicked(self) -> None:
        folder = self._settings.last_folder
        if chosen := QFileDialog.getExistingDirectory(self, "Texts from OCTGN sets", folder):
            self.take(Path(chosen))

    def _on_forget_clicked(self) -> None:
        words = "The texts that you added go. Your files stay as they are."
        dialog = ConfirmDialog("Remove all your texts?", words, "Remove", self)
        dialog.confirmed.connect(self._own_texts.forget)
        dialog.open()

    @override
    def done(self, result: int) -> None:
        self._own_texts.cancel()
        super().done(result)


def _counts(report: TextReport) -> str:
    """Return how many entries have each status: "3 entries: 2 added, 1 no card"."""
    entries = "1 entry" if len(report.lines) == 1 else f"{len(report.lines):,} entries"
    counts = [
        f"{n:,} {words.lower()}" for each, words in _STATUSES.items() if (n := report.count(each))
    ]
    return f"{entries}: {', '.join(counts)}."
