"""The dialog that takes texts of cards from a file of the player's, and accounts for its lines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QFileDialog, QProgressBar, QPushButton, QWidget
from typing_extensions import override

from carddb.card import Card
from carddb.own_texts.storage import OwnTextLine, TextReport, TextStatus
from core.errors import AppError
from core.files import is_folder
from desktop.dialogs.simple_dialogs import ClosableDialog, ConfirmDialog
from desktop.runtime.settings import Settings
from desktop.session.card_sync import CardSync
from desktop.session.loaded_cards import LoadedCards
from desktop.session.own_texts_controller import OwnTextsController, OwnTextsResult
from desktop.style import icons
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import RIGHT
from desktop.widgets.cards.hover_card import watch_cards
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.glyphs import Glyph
from desktop.widgets.layouts import column, label, row
from desktop.widgets.rows_model import Column, ColumnsModel
from desktop.widgets.rows_table import RowsTable
from validators.problem import Severity

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


class TextLinesModel(ColumnsModel[OwnTextLine]):
    """The account of a file, entry by entry."""

    def __init__(self, cards: LoadedCards, parent: QObject | None = None) -> None:
        def entry(line: OwnTextLine) -> str:
            return f"{line.text} · {line.source}" if line.source else line.text

        def card(line: OwnTextLine) -> str:
            codes = (line.code,) if line.code else line.candidates
            return ", ".join(map(cards.named, codes))

        columns: tuple[Column[OwnTextLine], ...] = (
            Column(
                title="Line",
                text=lambda line: str(line.line),
                alignment=RIGHT,
                faint=True,
                width=7,
            ),
            Column(title="In the file", text=entry, share=3),
            Column(
                title="Status",
                text=lambda line: _STATUSES[line.status],
                glyphs=lambda line: (_GLYPHS.get(line.status, _LOST),),
                width=15,
            ),
            Column(title="Card", text=card, share=3),
            Column(title="Note", text=lambda line: line.note, share=4),
        )
        super().__init__(columns, parent)
        self._cards = cards

    @override
    def card(self, row: OwnTextLine) -> Card | None:
        return self._cards.card(row.code) if row.code else None

    @override
    def key(self, row: OwnTextLine) -> object:
        return row.source, row.line, row.text


class OwnTextsDialog(ClosableDialog):
    """Takes one file after the other, shows the account of the last, and can forget all texts."""

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
        self.count_label = label(size=Size.LARGE, weight=QFont.Weight.DemiBold)
        self.message = label(wraps=True)
        self.file = QPushButton("Choose a &file…", self, default=True)
        self.folder = QPushButton("Choose a f&older…", self, autoDefault=False)
        self.progress = QProgressBar(self, textVisible=False)
        self.progress.setAccessibleName("Reading the texts")
        self.progress.setFixedHeight(space(self, 2))
        self.cancel = QPushButton("&Cancel", self, autoDefault=False)
        self.doubtful = QCheckBox("Only lines to chec&k", self)
        self.model = TextLinesModel(cards, self)
        self.table = RowsTable(self.model, "Line by line", self)
        watch_cards(self.table)
        self.table.empty_text = "Each line and its card are listed here."
        (self.forget,) = self.add_buttons(("Remove &all…", self._on_forget_clicked))
        self.forget.setAutoDefault(False)
        self._lay_out()
        self._connect()
        own_texts.count()
        self._show_state()

    def _lay_out(self) -> None:
        gap = space(self, 4)
        words = label(_INTRODUCTION, faint=True, wraps=True)
        work = row(self.file, self.folder, (self.progress, 1), self.cancel)
        work.addStretch(0)
        head = row((self.message, 1), self.doubtful)
        parts = (self.count_label, words, work, head, (self.table, 1), self.buttons)
        column(*parts, parent=self, margin=gap, spacing=gap // 2)
        self.doubtful.hide()
        self.resize(space(self, 210), space(self, 130))

    def _connect(self) -> None:
        own_texts = self._own_texts
        FileDropFilter(self).files_dropped.connect(self._on_files_dropped)
        self.file.clicked.connect(self._on_file_clicked)
        self.folder.clicked.connect(self._on_folder_clicked)
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self.doubtful.toggled.connect(self._show_lines)
        for each in (own_texts, self._card_sync):
            each.changed.connect(self._show_state)
        own_texts.progressed.connect(self._on_progressed)
        own_texts.taken.connect(self._on_taken)
        own_texts.failed.connect(self._on_failed)

    def take(self, source: Path) -> None:
        """Take the texts of a file or folder, unless the cards are about to be others."""
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
        self.count_label.setText(
            f"{texts} of your own" if taken.count else "No texts of your own yet"
        )
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
    """Return how many entries came to what: "3 entries: 2 added, 1 no card"."""
    entries = "1 entry" if len(report.lines) == 1 else f"{len(report.lines):,} entries"
    counts = [
        f"{n:,} {words.lower()}" for each, words in _STATUSES.items() if (n := report.count(each))
    ]
    return f"{entries}: {', '.join(counts)}."
