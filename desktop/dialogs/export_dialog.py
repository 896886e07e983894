"""The export dialog: decks in any format, with a preview before they are copied or saved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QWidget,
)
from typing_extensions import override

from core.errors import AppError
from core.files import file_name, file_names, is_there
from core.text_format import shortened
from decks.deck_writer import WRITERS, Writer, write, write_all
from desktop.dialogs.preview_dialog import PreviewDialog
from desktop.dialogs.simple_dialogs import ConfirmDialog, DialogContext
from desktop.runtime.tasks import Progress
from desktop.session.open_deck import NAMELESS
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import CardDelegate
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import buddy_label, column, label, row
from library.deck_values import LibraryDeck
from validators.problem import Severity

_MOST_SHOWN = 200_000
_MOST_NOTES = 4


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The code of a format, and whether each deck gets a file of its own."""

    writer: str
    file_for_each: bool


@dataclass(frozen=True, slots=True)
class Export:
    """Names of files and their texts, a file for each deck or one for all; what they leave out."""

    files: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        """All of it as one text."""
        return "\n\n".join(text for _, text in self.files)


def export_decks(
    opened: Sequence[LibraryDeck],
    context: DialogContext,
    options: ExportOptions,
    progress: Progress,
) -> Export:
    """Return decks in a format."""
    writer, pools = WRITERS[options.writer], context.cards.pools
    decks = [each.deck for each in opened]
    if options.file_for_each:
        names = file_names([deck.name for deck in decks], writer.ending)
        written = []
        for number, deck in enumerate(decks):
            progress(number, len(decks))
            written.append(write(deck, writer.code, pools))
    else:
        named = decks[0].name if len(decks) == 1 else f"{len(decks)} decks"
        names = [file_name(named, writer.ending)]
        written = [write_all(decks, writer.code, pools)]
    unknown = [entry.title for each in opened for entry in each.unknown]
    notes = [f"Left out, not in today's card data: {title}." for title in unknown]
    notes += [note for each in written for note in each.notes]
    files = zip(names, [each.text for each in written], strict=True)
    return Export(tuple(files), tuple(dict.fromkeys(notes)))


def copy_decks(opened: Sequence[LibraryDeck], context: DialogContext, code: str) -> str:
    """Copy decks to the clipboard in a format; return a sentence about it and what is left out."""
    writer = WRITERS[code]
    options = ExportOptions(code, file_for_each=len(opened) > 1 and not writer.many)
    made = export_decks(opened, context, options, lambda *_: None)
    QGuiApplication.clipboard().setText(made.text)
    name = f"“{shortened(opened[0].deck.name)}”" if opened[0].deck.name else NAMELESS
    what = name if len(opened) == 1 else f"{len(opened)} decks"
    verb = "is" if len(opened) == 1 else "are"
    few = [*made.notes[:2], *(["More is left out."] if len(made.notes) > 2 else [])]
    return " ".join([f"{what} {verb} copied: {writer.label}.", *few])


class ExportDialog(PreviewDialog[ExportOptions, Export]):
    """Formats at the left, the text at the right, and below it what it leaves out."""

    def __init__(
        self, decks: Sequence[LibraryDeck], context: DialogContext, parent: QWidget | None = None
    ) -> None:
        several = len(decks) > 1
        named = f"{len(decks)} decks" if several else decks[0].deck.name or "a deck"
        super().__init__(decks, context, export_decks, f"Export {named}", parent)
        self.formats = QListWidget(self)
        self.formats.setAccessibleName("Format")
        self.formats.setItemDelegate(CardDelegate(self.formats))
        for writer in WRITERS.values():
            item = QListWidgetItem(writer.label, self.formats)
            item.setData(Qt.ItemDataRole.UserRole, writer.code)
            item.setToolTip(f"{writer.label} ({writer.ending})")
        self.apart = QCheckBox("One &file per deck", self)
        self.apart.setVisible(several)
        self.preview = QPlainTextEdit(self, readOnly=True, tabChangesFocus=True)
        self.preview.setAccessibleName("Preview of the text")
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self.font().pointSizeF())
        self.preview.setFont(font)
        self._sign = GlyphLabel(space(self, 4), self)
        self._sign.show_glyphs([Glyph("sign/note", Severity.NOTE, "note")])
        self.notes = label(wraps=True)
        self._arrange()
        self.formats.currentRowChanged.connect(self._on_options_changed)
        self.apart.toggled.connect(self._on_options_changed)
        self.formats.setCurrentRow(0)

    @property
    def writer(self) -> Writer:
        """The format that is chosen."""
        return WRITERS[self.formats.currentItem().data(Qt.ItemDataRole.UserRole)]

    @override
    def options(self) -> ExportOptions:
        for_each = len(self._decks) > 1 and (not self.writer.many or self.apart.isChecked())
        return ExportOptions(self.writer.code, for_each)

    @override
    def show_preview(self, preview: Export) -> None:
        text = preview.text
        self.preview.setPlainText(f"{text[:_MOST_SHOWN]}\n…" if len(text) > _MOST_SHOWN else text)
        self._show_notes(preview.notes)

    @override
    def copy_preview(self, preview: Export) -> None:
        QGuiApplication.clipboard().setText(preview.text)

    @override
    def files(self, preview: Export, path: Path) -> list[tuple[Path, bytes]]:
        for_each = self.options().file_for_each
        return [
            (path / name if for_each else path, text.encode("utf-8"))
            for name, text in preview.files
        ]

    @override
    def choose_file(self, preview: Export) -> None:
        folder = self._context.folder
        if self.options().file_for_each:
            chosen = QFileDialog.getExistingDirectory(self, "Save decks into", folder)
        else:
            start = str(Path(folder) / preview.files[0][0])
            kind = f"{self.writer.label} (*{self.writer.ending});;All files (*)"
            chosen, _ = QFileDialog.getSaveFileName(self, "Save the deck", start, kind)
            if chosen and Path(chosen).suffix:
                self.save_to(Path(chosen))  # that dialog has asked before it replaces a file
                return
            chosen = f"{chosen}{self.writer.ending}" if chosen else ""
        if chosen:
            self.save_after_asking(Path(chosen))

    def save_after_asking(self, path: Path) -> None:
        """Write there at once, or after a question where that would replace files."""
        if self.preview_data is None:
            return
        there = [each for each, _ in self.files(self.preview_data, path) if is_there(each)]
        if not there:
            self.save_to(path)
            return
        title, named = "Replace the file?", f"“{there[0].name}” is"
        if len(there) > 1:
            title = f"Replace {len(there):,} files?"
            named = f"{len(there):,} files of these names are"
        text = f"{named} in “{there[0].parent.name}” already."
        dialog = ConfirmDialog(title, text, "Replace", self)
        dialog.confirmed.connect(partial(self.save_to, path))
        dialog.open()

    def _arrange(self) -> None:
        gap = space(self, 2)
        caption = buddy_label("F&ormat", self.formats, Size.SMALL)
        side = column(caption, (self.formats, 1), self.apart, spacing=gap)
        note = row(self._sign, (self.notes, 1), spacing=gap)
        note.setAlignment(self._sign, Qt.AlignmentFlag.AlignTop)
        caption = label("Preview", Size.SMALL, faint=True)
        text = column(caption, (self.preview, 1), note, spacing=gap)
        self.lay_out(row(side, (text, 1), spacing=gap * 2), gap)
        self.formats.setFixedWidth(space(self, 52))
        self.resize(space(self, 200), space(self, 150))

    def _on_options_changed(self) -> None:
        self.apart.setEnabled(self.writer.many)
        self.save.setText("&Save into a folder…" if self.options().file_for_each else "&Save…")
        self.update_preview()

    @override
    def _on_preview_failed(self, error: AppError) -> None:
        self.preview.clear()
        self._show_notes([error.text])

    def _show_notes(self, notes: Sequence[str]) -> None:
        more = len(notes) - _MOST_NOTES
        rest = [f"and {more} more"] if more > 0 else []
        self.notes.setText("\n".join([*notes[:_MOST_NOTES], *rest]))
        self._sign.setVisible(bool(notes))
        self.notes.setVisible(bool(notes))
