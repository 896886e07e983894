"""The import dialog: lists in, and a report on every line before anything is added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFileDialog,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QWidget,
)
from typing_extensions import override

from desktop.dialogs.simple_dialogs import DialogContext
from desktop.pages.library.importing.found_decks_list import FoundDecksList
from desktop.pages.library.importing.published_deck_field import PublishedDeckField
from desktop.pages.library.importing.report_panel import ReportPanel
from desktop.runtime.background_query import BackgroundQuery, QueryState
from desktop.style.fonts import space
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.file_drop import FileDropFilter
from desktop.widgets.fitted_dialog import FittedDialog
from desktop.widgets.labels import buddy_label, label
from desktop.widgets.layouts import column, row
from library.deck_values import Folder
from library.found_deck import carried_over
from library.import_reader import (
    ENDINGS,
    Fetched,
    ImportedDecks,
    ImportSources,
    read_sources,
)

FILTER = f"Deck lists ({' '.join(f'*{each}' for each in sorted(ENDINGS))});;All files (*)"


class ImportDialog(FittedDialog):
    """Paste, choose or drop lists; check the report; add the decks.

    Signals:
        add_requested: these decks are to be added (a list of Outline, a folder's id or None).
        read: what was pasted or chosen has been read.
        folder_used: files were chosen in a folder (its path).
    """

    add_requested = Signal(list, object)
    read = Signal()
    folder_used = Signal(str)

    def __init__(self, context: DialogContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Import decks")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._context = context
        self._paths: list[Path] = []
        self._fetched: list[Fetched] = []
        self._reading: BackgroundQuery[ImportSources, ImportedDecks] = BackgroundQuery(
            context.tasks,
            lambda sources, progress: read_sources(
                sources, context.cards.judges, context.today, progress
            ),
            self,
        )
        self.paste = QPlainTextEdit(self)
        self.paste.setAccessibleName("Deck lists")
        self.paste.setPlaceholderText(
            "Paste one deck list or several here, in any format,\nor drop files or a folder."
        )
        self.paste.setTabChangesFocus(True)
        self.paste.setAcceptDrops(False)
        self.files = QPushButton("Choose &files…", self)
        self.folder = QPushButton("Choose a f&older…", self)
        self.published = PublishedDeckField(context.tasks, self)
        self.chosen = label(faint=True, wraps=True)
        self.list = FoundDecksList(self)
        self.failures = label(wraps=True)
        self.report = ReportPanel(context.cards, self)
        self.target = ComboBox("Folder for the decks", self)
        self.target.setMinimumContentsLength(16)
        self.target.addItem("No folder", None)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, parent=self)
        self.add = QPushButton("Add")
        self.buttons.addButton(self.add, QDialogButtonBox.ButtonRole.AcceptRole)
        self.add.setDefault(True)
        self._lay_out()
        self._connect()
        self._update_button()

    def set_folders(self, folders: Sequence[Folder], current: str | None = None) -> None:
        """Set the library's folders, into which the decks can be put."""
        for folder in folders:
            self.target.addItem(folder.name, folder.id)
        self.target.setCurrentIndex(max(0, self.target.findData(current)))

    def add_files(self, paths: Sequence[Path]) -> None:
        """Read these files and folders, too."""
        self._paths += [path for path in paths if path not in self._paths]
        if paths:
            self.folder_used.emit(str(paths[0].parent))
        self._show_chosen()
        self._reading.forget()  # a file that is chosen again may have changed since
        self._read()

    def _show_chosen(self) -> None:
        names = [*(name for name, _ in self._fetched), *(path.name for path in self._paths)]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        self.chosen.setText(", ".join(names[:3]) + more)
        self.chosen.setVisible(bool(names))

    def _lay_out(self) -> None:
        gap = space(self, 2)
        left = QWidget(self)
        choose = row(self.files, self.folder, None, spacing=gap)
        parts = ((self.paste, 3), choose, self.published, self.chosen, (self.list, 2))
        column(*parts, self.failures, parent=left, margin=0, spacing=gap)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(space(self, 3))
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.report)
        self.splitter.setSizes([33, 67])
        into = buddy_label("&Into:", self.target, faint=False)
        foot = row(into, self.target, None, self.buttons, spacing=gap)
        column((self.splitter, 1), foot, parent=self, margin=gap * 2, spacing=gap)
        self.chosen.hide()
        self.failures.hide()
        self.resize(space(self, 256), space(self, 160))

    def _connect(self) -> None:
        FileDropFilter(self).files_dropped.connect(self.add_files)
        self.paste.textChanged.connect(self._read)
        self._reading.changed.connect(self._update_button)
        self._reading.answered.connect(self._on_read)
        self._reading.failed.connect(lambda error: self._show_failures([error.sentence]))
        self.files.clicked.connect(self._on_files_clicked)
        self.folder.clicked.connect(self._on_folder_clicked)
        self.published.fetched.connect(self._on_fetched)
        self.published.failed.connect(lambda sentence: self._show_failures([sentence]))
        self.list.currentRowChanged.connect(lambda: self.report.show_found(self.list.current()))
        self.list.itemChanged.connect(self._update_button)
        self.report.found_changed.connect(self.list.update_current)
        self.buttons.accepted.connect(self._on_accepted)
        self.buttons.rejected.connect(self.reject)

    def _read(self) -> None:
        """Read everything again, a moment later."""
        text = self.paste.toPlainText()
        self._reading.ask(ImportSources(text, tuple(self._paths), tuple(self._fetched)))

    def _on_read(self, imported: ImportedDecks) -> None:
        """Show what was read; choices for decks that were there before stay."""
        self.list.show_decks(carried_over(self.list.decks(), imported.found))
        self._show_failures(imported.failures)
        self._update_button()
        self.read.emit()

    def _show_failures(self, failures: Sequence[str]) -> None:
        more = [f"and {len(failures) - 4} more files"] if len(failures) > 4 else []
        self.failures.setText("\n".join([*failures[:4], *more]))
        self.failures.setVisible(bool(failures))

    def _update_button(self) -> None:
        count = len(self.list.checked())
        # Nothing can be added before all that was pasted or chosen is read.
        reading = self._reading.state is QueryState.COMING
        text = f"&Add {count} decks" if count != 1 else "&Add 1 deck"
        self.add.setText("Reading…" if reading else text)
        self.add.setEnabled(count > 0 and not reading)

    def _on_files_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileNames(self, "Import decks", self._context.folder, FILTER)
        if chosen:
            self.add_files([Path(each) for each in chosen])

    def _on_folder_clicked(self) -> None:
        chosen = QFileDialog.getExistingDirectory(
            self, "Import a folder of decks", self._context.folder
        )
        if chosen:
            self.add_files([Path(chosen)])

    def _on_fetched(self, name: str, data: bytes) -> None:
        self._fetched.append((name, data))
        self._show_chosen()
        self._read()

    def _on_accepted(self) -> None:
        card_of = self._context.cards.card
        decks = [found.outline(card_of) for found in self.list.checked()]
        self.add_requested.emit(decks, self.target.currentData())
        self.accept()

    @override
    def done(self, result: int) -> None:
        self._reading.withdraw()
        self.published.stop()
        super().done(result)
