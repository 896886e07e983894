"""The export of decks: previews of any format to copy or save, and the short code as a QR code."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QImage, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QLabel,
    QLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStackedWidget,
    QWidget,
)
from typing_extensions import override

from core.errors import AppError, CancelledError
from core.files import file_name, file_names, is_there, write_file
from decks.deck import Deck
from decks.deck_writer import WRITERS, Writer, notes_on, write, write_all
from decks.formats.share_code import code_of
from decks.qr_code import qr_rows
from desktop.dialogs.proxies_dialog import ProxiesPane, proxies_of_decks
from desktop.dialogs.simple_dialogs import (
    ClosableDialog,
    ConfirmDialog,
    DialogContext,
    ask_for_file,
    read_only_text,
    write_and_report,
)
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, Task
from desktop.session.deck_session import NAMELESS, quoted
from desktop.style.fonts import Size, space
from desktop.widgets.card_delegate import CardDelegate
from desktop.widgets.glyphs import Glyph, GlyphLabel
from desktop.widgets.layouts import buddy_label, column, label, row
from desktop.widgets.qr_code_image import encode_png, qr_code_image
from library.deck_values import LibraryDeck
from validators.problem import Severity

Options = TypeVar("Options")
Preview = TypeVar("Preview")
Render = Callable[[Sequence[LibraryDeck], DialogContext, Options, Progress], Preview]


def write_files(files: Sequence[tuple[Path, bytes]], progress: Progress) -> list[Path]:
    """Write some files; return their paths. AppError for the first that cannot be written."""
    for number, (path, data) in enumerate(files):
        # At the end of the program the rest is written too: nothing would report what is missing.
        with suppress(CancelledError):
            progress(number, len(files))
        write_file(path, data, waits=False)
    return [path for path, _ in files]


class PreviewDialog(ClosableDialog, Generic[Options, Preview]):
    """Shows a preview for the latest options; it can be copied and saved while it is up to date."""

    delay_ms = 0  # how long a preview waits for more changes
    saved = Signal(list)  # the paths of the files

    def __init__(
        self,
        decks: Sequence[LibraryDeck],
        context: DialogContext,
        render: Render[Options, Preview],
        title: str,
        parent: QWidget | None,
    ) -> None:
        super().__init__(title, parent)
        self._decks, self._context = decks, context
        self._query: BackgroundQuery[Options, Preview] = BackgroundQuery(
            context.tasks, partial(render, decks, context), self, delay_ms=self.delay_ms
        )
        self._saving = False
        self._wanted: Callable[[Preview], None] | None = None
        self.message = label(faint=True, wraps=True)
        self._query.answered.connect(self._on_answered)
        self._query.failed.connect(self._on_preview_failed)

    @property
    def preview_data(self) -> Preview | None:
        """What is previewed; None while that is not what the latest options say."""
        return self._query.answer if self._query.is_fresh else None

    @abstractmethod
    def options(self) -> Options: ...

    @abstractmethod
    def show_preview(self, preview: Preview) -> None: ...

    @abstractmethod
    def copy_preview(self, preview: Preview) -> None: ...

    @abstractmethod
    def choose_file(self, preview: Preview) -> None:
        """Ask where to save, and save there."""

    @abstractmethod
    def files(self, preview: Preview, path: Path) -> list[tuple[Path, bytes]]:
        """Return the files to write where the user chose `path`."""

    def update_preview(self) -> None:
        self._query.ask(self.options())

    def save_to(self, path: Path) -> None:
        """Write the file, or the files into a folder, in the background.

        Closing the dialog does not stop it, but a failure then shows the dialog again.
        """
        if self.preview_data is None:
            return
        task = Task(partial(write_files, self.files(self.preview_data, path)))
        task.progressed.connect(self._on_save_progressed)
        task.succeeded.connect(self._on_saved)
        task.failed.connect(self._on_save_failed)
        self._saving = True
        self._update_buttons()
        self._context.tasks.start(task)

    def lay_out_around(self, body: QLayout, size: tuple[int, int]) -> None:
        """Add the message and the buttons below the body, last in the order of the tab key."""
        actions = (
            ("&Copy", lambda: self.once_made(self._copy)),
            ("&Save…", lambda: self.once_made(self.choose_file)),
        )
        self.copy, self.save = self.add_buttons(*actions, auto_default=True)
        self._query.changed.connect(self._update_buttons)
        self.lay_out((body, 1), beside=self.message, size=size)

    def _update_buttons(self) -> None:
        self.copy.setEnabled(self.preview_data is not None)
        self.save.setEnabled(self._may_act and not self._saving)

    @property
    def _may_act(self) -> bool:
        return self._query.state in {QueryState.FRESH, QueryState.COMING}

    def once_made(self, act: Callable[[Preview], None]) -> None:
        """Call `act` with the preview, once it is up to date."""
        if self.preview_data is not None:
            act(self.preview_data)
        elif self._query.state is QueryState.COMING:
            self._wanted = act
            self.message.setText("One moment: the preview is being made.")

    def _on_answered(self, preview: Preview) -> None:
        self.message.clear()
        self.show_preview(preview)
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            wanted(preview)

    def _on_preview_failed(self, error: AppError) -> None:
        self._wanted = None
        self.message.setText(error.text)

    def _copy(self, preview: Preview) -> None:
        self.copy_preview(preview)
        self.message.setText("Copied.")

    def _on_save_progressed(self, done: int, total: int) -> None:
        if total > 1:
            self.message.setText(f"Saved {done:,} of {total:,}…")

    def _on_saved(self, paths: list[Path]) -> None:
        one = len(paths) == 1
        self._end_saving(f"Saved “{paths[0].name}”." if one else f"Saved {len(paths):,} files.")
        self.saved.emit(paths)
        if self.isHidden():
            self.deleteLater()

    def _on_save_failed(self, error: Exception) -> None:
        plain = "Not everything was saved."
        self._end_saving(error.sentence if isinstance(error, AppError) else plain)
        if self.isHidden():
            self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self.open()

    def _end_saving(self, message: str) -> None:
        self._saving = False
        self._update_buttons()
        self.message.setText(message)

    @override
    def done(self, result: int) -> None:
        self._query.stop()
        self._wanted = None
        if self._saving:
            # Not deleted yet: nothing else would report that a file was not written.
            self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        super().done(result)


_MOST_SHOWN = 200_000
_MOST_NOTES = 4


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The code of a format, and whether each deck gets a file of its own."""

    writer: str
    file_for_each: bool


@dataclass(frozen=True, slots=True)
class Export:
    """Names of files with their texts, and notes on what the texts leave out."""

    files: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]

    @property
    def text(self) -> str:
        return "\n\n".join(text for _, text in self.files)


def export_decks(
    opened: Sequence[LibraryDeck],
    context: DialogContext,
    options: ExportOptions,
    progress: Progress,
) -> Export:
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
    """Copy decks to the clipboard in a format; return sentences about it, with its first notes."""
    writer = WRITERS[code]
    options = ExportOptions(code, file_for_each=len(opened) > 1 and not writer.many)
    made = export_decks(opened, context, options, lambda *_: None)
    QGuiApplication.clipboard().setText(made.text)
    are = f"{quoted(opened[0].deck.name)} is" if len(opened) == 1 else f"{len(opened)} decks are"
    few = [*made.notes[:2], *(["More is left out."] if len(made.notes) > 2 else [])]
    return " ".join([f"{are} copied: {writer.label}.", *few])


PROXIES = "proxies"


class ExportDialog(PreviewDialog[ExportOptions, Export]):
    """Formats at the left, the text at the right, and notes on what it leaves out below."""

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
        proxies = QListWidgetItem("Proxies to print", self.formats)
        proxies.setData(Qt.ItemDataRole.UserRole, PROXIES)
        proxies.setToolTip("Cards of 63 x 88 mm, nine a page (.pdf)")
        self.preview = read_only_text("Preview of the text", self, fixed=True)
        self.proxies = ProxiesPane(proxies_of_decks(decks), context, self)
        self.stack = QStackedWidget(self)
        self.preview.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._sign = GlyphLabel(space(self, 4), self)
        self._sign.show_glyphs([Glyph("sign/note", Severity.NOTE, "note")])
        self.notes = label(wraps=True)
        self._arrange()
        self.buttons.addButton(self.proxies.save, self.buttons.ButtonRole.ActionRole)
        self.proxies.saved.connect(self.saved)
        self.formats.currentRowChanged.connect(self._on_options_changed)
        self.apart.toggled.connect(self._on_options_changed)
        self.formats.setCurrentRow(0)

    @property
    def shows_proxies(self) -> bool:
        return bool(self.formats.currentItem().data(Qt.ItemDataRole.UserRole) == PROXIES)

    @property
    def writer(self) -> Writer:
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
            if chosen:
                self.save_after_asking(Path(chosen))
            return
        kinds = f"{self.writer.label} (*{self.writer.ending});;All files (*)"
        ask_for_file("Save the deck", folder, preview.files[0][0], self.save_to, self, kinds)

    def save_after_asking(self, path: Path) -> None:
        """Write the files; ask first if that replaces files."""
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
        text = QWidget(self)
        column(caption, (self.preview, 1), note, parent=text, margin=0, spacing=gap)
        self.stack.addWidget(text)
        self.stack.addWidget(self.proxies)
        self.lay_out_around(row(side, (self.stack, 1), spacing=gap * 2), (220, 165))
        self.formats.setFixedWidth(space(self, 52))

    def _on_options_changed(self) -> None:
        shows_proxies = self.shows_proxies
        self.stack.setCurrentIndex(int(shows_proxies))
        for each in (self.copy, self.save, self.message):
            each.setVisible(not shows_proxies)
        self.proxies.show_now(shown=shows_proxies)
        if shows_proxies:
            self.apart.setEnabled(False)
            return
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

    @override
    def done(self, result: int) -> None:
        self.proxies.stop()
        super().done(result)


# In pixels.
_SAVED_SIDE = 1000


class ShareDialog(ClosableDialog):
    """Shows the code; it can be copied, and its picture saved."""

    saved = Signal(list)  # the path of the picture

    def __init__(self, deck: Deck, folder: str = "", parent: QWidget | None = None) -> None:
        super().__init__("Short code and QR code", parent)
        self._folder = folder
        self._name = deck.name or NAMELESS
        self.code = code_of(deck)
        self._rows = qr_rows(self.code)
        self.heading.setText(self._name)
        self.picture = QLabel(self)
        if self._rows:
            self.picture.setPixmap(QPixmap.fromImage(self.image(space(self, 84))))
        self.picture.setAccessibleName(f"QR code of the deck {self._name}")
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.text = read_only_text("Short code", self, fixed=True)
        self.text.setPlainText(self.code)
        self.text.setFixedHeight(self.text.fontMetrics().lineSpacing() * 5)
        about = "It holds faction, agendas, list and cards. Paste it wherever a deck is read."
        notes = [f"{len(self.code)} letters. {about}", *notes_on(deck, WRITERS["code"])]
        if not self._rows:
            notes.append("The code is too long for a QR code.")
        self.note = label("\n".join(notes), Size.SMALL, faint=True, wraps=True)
        self.copy, self.save = self.add_buttons(
            ("&Copy the code", self._on_copy_clicked),
            ("&Save the picture…", self._on_save_clicked),
        )
        self.lay_out(self.picture, self.text, self.note)
        self.picture.setVisible(bool(self._rows))
        self.save.setEnabled(bool(self._rows))
        self.setMinimumWidth(space(self, 120))
        self.copy.setFocus()

    def image(self, side: int) -> QImage:
        """Return the QR code as a picture of about that width."""
        return qr_code_image(self._rows, side)

    def save_to(self, path: Path) -> None:
        if write_and_report(path, encode_png(self.image(_SAVED_SIDE)), self.note.setText):
            self.saved.emit([path])

    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self.code)
        self.note.setText("The code is copied.")

    def _on_save_clicked(self) -> None:
        kinds, name = "Pictures (*.png);;All files (*)", file_name(self._name, ".png")
        ask_for_file("Save the QR code", self._folder, name, self.save_to, self, kinds)
