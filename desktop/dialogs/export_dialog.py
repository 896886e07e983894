"""The export dialog: decks out, in any format, seen before they are copied or saved."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from carddb.errors import AppError, CancelledError
from carddb.files import is_there
from decks.deck_writer import WRITERS, Writer, write, write_all
from desktop.dialogs.dialog_context import DialogContext
from desktop.dialogs.simple_dialogs import ConfirmDialog
from desktop.runtime.file_writing import file_name, file_names, save_file
from desktop.runtime.tasks import Progress, Task
from desktop.session.loaded_cards import LoadedCards
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import CardDelegate
from desktop.widgets.check_box import CheckBox
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.labels import label
from library.deck_values import OpenDeck
from validators.problem import Severity

_MOST_SHOWN = 200_000


@dataclass(frozen=True, slots=True)
class Export:
    """Texts for files of their own or one for all, with file names, and what they do not carry."""

    texts: tuple[str, ...]
    names: tuple[str, ...]
    notes: tuple[str, ...]


def exported(
    opened: Sequence[OpenDeck],
    writer: Writer,
    cards: LoadedCards,
    progress: Progress,
    *,
    apart: bool,
) -> Export:
    """Return decks in a format, `apart` or in one text."""
    decks = [each.deck for each in opened]
    lost = [entry.title for each in opened for entry in each.unknown]
    notes = [f"Left out, for today's card data does not know it: {title}." for title in lost]
    names = file_names([deck.name for deck in decks], writer.ending)
    if not apart:
        written = write_all(decks, writer.code, cards.pools)
        name = names[0] if len(decks) == 1 else file_name(f"{len(decks)} decks", writer.ending)
        return Export((written.text,), (name,), (*notes, *written.notes))
    texts = []
    for number, deck in enumerate(decks):
        progress(number, len(decks))
        written = write(deck, writer.code, cards.pools)
        texts.append(written.text)
        notes += written.notes
    return Export(tuple(texts), tuple(names), tuple(dict.fromkeys(notes)))


def write_files(files: Sequence[tuple[Path, str]], progress: Progress) -> list[Path]:
    """Write texts into files; return their paths. AppError for the first that cannot be written."""
    for number, (path, text) in enumerate(files):
        # At the end of the program the rest is written, too: nothing would tell of what is missing.
        with suppress(CancelledError):
            progress(number, len(files))
        save_file(path, text.encode("utf-8"))
    return [path for path, _ in files]


class ExportDialog(QDialog):
    """Formats at the left, the text at the right, and below it what it does not carry.

    Signals:
        written: the text in the chosen format is shown.
        saved: files were written (their paths).
        failed: files could not be written (the AppError).
    """

    written = Signal()
    saved = Signal(list)
    failed = Signal(Exception)

    def __init__(
        self,
        opened: Sequence[OpenDeck],
        context: DialogContext,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._opened, self._context = opened, context
        self._task: Task | None = None
        self._export: Export | None = None
        self._saving = False
        self._leaving = False
        several = len(opened) > 1
        named = f"{len(opened)} decks" if several else opened[0].deck.name or "a deck"
        self.setWindowTitle(f"Export {named}")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.formats = _format_list(self)
        self.apart = CheckBox("One &file for each deck", self)
        self.apart.setVisible(several)
        self.preview = QPlainTextEdit(self)
        self.preview.setReadOnly(True)
        self.preview.setAccessibleName("Preview of the text")
        self.preview.setTabChangesFocus(True)
        self.preview.setFont(_typewriter(self.font()))
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._sign = GlyphLabel(space(self, 4), self)
        self._sign.show_glyphs([Glyph("sign/note", Severity.NOTE, "note")])
        self.notes = label(wraps=True)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, parent=self)
        self.copy = QPushButton("&Copy")
        self.save = QPushButton("&Save…")
        for button in (self.copy, self.save):
            self.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        self.said = label(faint=True, wraps=True)
        self._lay_out()
        self._connect()
        self.formats.setCurrentRow(0)

    @property
    def writer(self) -> Writer:
        """The format that is chosen."""
        item = self.formats.currentItem()
        return WRITERS[item.data(Qt.ItemDataRole.UserRole)]

    @property
    def file_for_each(self) -> bool:
        """Whether each deck gets a file of its own, because it must or is to."""
        return len(self._opened) > 1 and (not self.writer.many or self.apart.isChecked())

    def save_to(self, path: Path) -> None:
        """Write the file, or the files into a folder; `failed` says so where that cannot be.

        Closing the dialog does not stop it, but what goes wrong then brings it back.
        """
        if self._export is None:
            return
        files = list(zip(self._paths(path), self._export.texts, strict=True))
        task = Task(partial(write_files, files))
        task.progressed.connect(self._on_saving_progressed)
        task.succeeded.connect(self._on_saved)
        task.failed.connect(self._on_saving_failed)
        self._saving = True
        self._show_buttons()
        self._context.tasks.start(task)

    def save_after_asking(self, path: Path) -> None:
        """Write there at once, or after a question where that would replace files."""
        there = [each for each in self._paths(path) if is_there(each)]
        if not there:
            self.save_to(path)
            return
        one = len(there) == 1
        named = f"“{there[0].name}” is" if one else f"{len(there):,} files of these names are"
        ask = ConfirmDialog(
            "Replace the file?" if one else f"Replace {len(there):,} files?",
            f"{named} in “{there[0].parent.name}” already.",
            "Replace",
            self,
        )
        ask.confirmed.connect(partial(self.save_to, path))
        ask.open()

    def _paths(self, path: Path) -> list[Path]:
        if self._export is None or not self.file_for_each:
            return [path]
        return [path / name for name in self._export.names]

    def _on_saving_progressed(self, done: int, total: int) -> None:
        if total > 1:
            self.said.setText(f"Saved {done:,} of {total:,}…")

    def _on_saved(self, paths: list[Path]) -> None:
        self._saving = False
        self._show_buttons()
        many = len(paths) > 1
        self.said.setText(f"Saved {len(paths):,} files." if many else f"Saved “{paths[0].name}”.")
        self.saved.emit(paths)
        if self._leaving:
            super().done(QDialog.DialogCode.Accepted)
            self.deleteLater()

    def _on_saving_failed(self, error: Exception) -> None:
        self._saving = False
        self._show_buttons()
        words = error.sentence if isinstance(error, AppError) else "Not everything was saved."
        self.said.setText(words)
        if self._leaving:
            self._leaving = False
            self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.show()
        self.failed.emit(error)

    def _lay_out(self) -> None:
        gap = space(self, 2)
        side = QVBoxLayout()
        side.setSpacing(gap)
        caption = label("F&ormat", Size.SMALL, faint=True)
        caption.setTextFormat(Qt.TextFormat.AutoText)
        caption.setBuddy(self.formats)
        side.addWidget(caption)
        side.addWidget(self.formats, 1)
        side.addWidget(self.apart)
        note = QHBoxLayout()
        note.setSpacing(gap)
        note.addWidget(self._sign, 0, Qt.AlignmentFlag.AlignTop)
        note.addWidget(self.notes, 1)
        text = QVBoxLayout()
        text.setSpacing(gap)
        text.addWidget(label("Preview", Size.SMALL, faint=True))
        text.addWidget(self.preview, 1)
        text.addLayout(note)
        row = QHBoxLayout()
        row.setSpacing(gap * 2)
        row.addLayout(side)
        row.addLayout(text, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        foot.addWidget(self.buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap * 2, gap * 2, gap * 2, gap * 2)
        layout.setSpacing(gap)
        layout.addLayout(row, 1)
        layout.addLayout(foot)
        self.formats.setFixedWidth(space(self, 52))
        self.resize(space(self, 200), space(self, 150))

    def _connect(self) -> None:
        self.formats.currentRowChanged.connect(self._write)
        self.apart.toggled.connect(self._write)
        self.copy.clicked.connect(self._on_copy_clicked)
        self.save.clicked.connect(self._on_save_clicked)
        self.buttons.rejected.connect(self.reject)

    def _write(self) -> None:
        self._stop()
        self._export = None  # the text of before is not what is chosen now
        self._show_buttons()
        self.apart.setEnabled(self.writer.many)
        work = partial(
            exported, self._opened, self.writer, self._context.cards, apart=self.file_for_each
        )
        self._task = Task(work)
        self._task.succeeded.connect(self._on_written)
        self._task.failed.connect(self._on_failed)
        self._context.tasks.start(self._task)

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None

    def _on_written(self, export: Export) -> None:
        if self.sender() is not self._task:
            return
        self._task, self._export = None, export
        text = "\n\n".join(export.texts)
        cut = f"{text[:_MOST_SHOWN]}\n…" if len(text) > _MOST_SHOWN else text
        self.preview.setPlainText(cut)
        self._show_notes(export.notes)
        self._show_buttons()
        self.said.setText("")
        self.written.emit()

    def _on_failed(self, error: Exception) -> None:
        if self.sender() is not self._task:
            return
        self._task, self._export = None, None
        if not isinstance(error, AppError):
            raise error
        self.preview.clear()
        self._show_notes([f"{error.sentence} {error.hint}".strip()])
        self._show_buttons()

    def _show_buttons(self) -> None:
        self.copy.setEnabled(self._export is not None)
        self.save.setEnabled(self._export is not None and not self._saving)
        self.save.setText("&Save into a folder…" if self.file_for_each else "&Save…")

    def _show_notes(self, notes: Sequence[str]) -> None:
        more = [f"and {len(notes) - 4} more"] if len(notes) > 4 else []
        self.notes.setText("\n".join([*notes[:4], *more]))
        self._sign.setVisible(bool(notes))
        self.notes.setVisible(bool(notes))

    def _on_copy_clicked(self) -> None:
        if self._export is not None:
            QGuiApplication.clipboard().setText("\n\n".join(self._export.texts))
            self.said.setText("Copied.")

    def _on_save_clicked(self) -> None:
        if self._export is None:
            return
        if self.file_for_each:
            chosen = QFileDialog.getExistingDirectory(self, "Save decks into", self._context.folder)
        else:
            start = str(Path(self._context.folder) / self._export.names[0])
            kind = f"{self.writer.label} (*{self.writer.ending});;All files (*)"
            chosen, _ = QFileDialog.getSaveFileName(self, "Save the deck", start, kind)
            if chosen and Path(chosen).suffix:
                self.save_to(Path(chosen))  # what is there was asked about by that dialog
                return
            chosen = f"{chosen}{self.writer.ending}" if chosen else ""
        if chosen:
            self.save_after_asking(Path(chosen))

    @override
    def done(self, result: int) -> None:
        self._stop()
        if self._saving:
            # Out of the way, but there: nobody else would say that a file was not written.
            self._leaving = True
            self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
            self.hide()
        else:
            super().done(result)


def _format_list(parent: QWidget) -> QListWidget:
    formats = QListWidget(parent)
    formats.setAccessibleName("Format")
    formats.setItemDelegate(CardDelegate(formats))
    for writer in WRITERS.values():
        item = QListWidgetItem(writer.label, formats)
        item.setData(Qt.ItemDataRole.UserRole, writer.code)
        item.setToolTip(f"{writer.label} ({writer.ending})")
    return formats


def _typewriter(like: QFont) -> QFont:
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(like.pointSizeF())
    return font
