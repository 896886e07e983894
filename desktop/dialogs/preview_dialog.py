"""The base of dialogs that export decks: a preview, made in the background, to copy or save."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLayout, QWidget
from typing_extensions import override

from core.errors import AppError, CancelledError
from core.files import write_file
from desktop.dialogs.simple_dialogs import ClosableDialog, DialogContext
from desktop.runtime.tasks import BackgroundQuery, Progress, QueryState, Task
from desktop.style.fonts import space
from desktop.widgets.layouts import column, label, row
from library.deck_values import LibraryDeck

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
    """Shows a preview for the latest options; it can be copied and saved while it is up to date.

    Signals:
        preview_changed: the preview shows what the latest options say.
        saved: files were written (their paths).
        save_failed: files could not be written (the exception).
    """

    delay_ms = 0  # how long a preview waits for more changes
    preview_changed = Signal()
    saved = Signal(list)
    save_failed = Signal(Exception)

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
    def options(self) -> Options:
        """Return the chosen options."""

    @abstractmethod
    def show_preview(self, preview: Preview) -> None:
        """Show a new preview."""

    @abstractmethod
    def copy_preview(self, preview: Preview) -> None:
        """Put the preview on the clipboard."""

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

    def lay_out(self, body: QLayout, spacing: int) -> None:
        """Add the message and the buttons below the body, last in the order of the tab key."""
        actions = (
            ("&Copy", lambda: self.once_made(self._copy)),
            ("&Save…", lambda: self.once_made(self.choose_file)),
        )
        self.copy, self.save = self.add_buttons(*actions, auto_default=True)
        self._query.changed.connect(self._update_buttons)
        foot = row((self.message, 1), self.buttons)
        column((body, 1), foot, parent=self, margin=space(self, 2) * 2, spacing=spacing)

    def _update_buttons(self) -> None:
        self.copy.setEnabled(self.preview_data is not None)
        self.save.setEnabled(self._may_act and not self._saving)

    @property
    def _may_act(self) -> bool:
        """Whether there is a preview that is up to date, or one is coming."""
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
        self.preview_changed.emit()
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
        self.save_failed.emit(error)

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
