"""The dialog of preferences; each counts as soon as it is chosen, and is kept."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFont
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from carddb.errors import AppError
from carddb.log_file import without_home
from carddb.terms import Edition
from desktop.runtime.settings import TYPE_SIZES, PaletteChoice, Settings
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.session.loaded_cards import EDITION_LABELS
from desktop.style.fonts import Size, space
from desktop.widgets.check_box import CheckBox
from desktop.widgets.combo_boxes import ComboBox
from desktop.widgets.labels import label
from validators.formats import formats_of

_PALETTES = {
    PaletteChoice.SYSTEM: "As the desktop is",
    PaletteChoice.LIGHT: "Light",
    PaletteChoice.DARK: "Dark",
}
_PICTURES = "Fetched from ThronesDB when a card is looked at, and kept on this computer."
_LOOKING = "Asks ThronesDB once at each start, and takes nothing before you tell it to."
_LETTERS = 18


class PreferencesDialog(QDialog):
    """Shows the settings and changes them.

    Signals:
        palette_chosen: another palette is wanted (a PaletteChoice).
    """

    palette_chosen = Signal(object)

    def __init__(
        self, settings: Settings, home: Path, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._settings, self._home, self._tasks = settings, home, tasks
        self.setWindowTitle("Preferences")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.palettes = ComboBox("Palette", self)
        self.type_size = ComboBox("Size of the type", self)
        self.pictures = CheckBox("Show &pictures of cards", self)
        self.look_at_start = CheckBox("&Look for newer cards at start", self)
        self.editions = ComboBox("Edition of new decks", self)
        self.formats = ComboBox("Format of new decks", self)
        self.place = label(wraps=True)
        self.open_folder = QPushButton("&Open the folder", self)
        self.back_up = QPushButton("&Back up now", self)
        self.told = label(size=Size.SMALL, faint=True, wraps=True)
        for combo in (self.palettes, self.type_size, self.editions, self.formats):
            combo.setMinimumContentsLength(_LETTERS)
        for button in (self.open_folder, self.back_up):
            button.setAutoDefault(False)
        self._fill()
        self._lay_out()
        self._connect()

    def _fill(self) -> None:
        for choice, words in _PALETTES.items():
            self.palettes.addItem(words, choice)
        self.palettes.setCurrentIndex(self.palettes.findData(self._settings.palette))
        for size in TYPE_SIZES:
            self.type_size.addItem(f"{size} %", size)
        self.type_size.setCurrentIndex(self.type_size.findData(self._settings.type_size))
        self.pictures.setChecked(self._settings.pictures)
        self.look_at_start.setChecked(self._settings.look_at_start)
        for edition in (Edition.SECOND, Edition.FIRST):
            self.editions.addItem(EDITION_LABELS[edition], edition)
        self.editions.setCurrentIndex(self.editions.findData(self._settings.edition))
        self._offer_formats()
        self.place.setText(_library_words(self._home))
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)

    def _lay_out(self) -> None:
        gap = space(self, 4)
        grid = QGridLayout()
        grid.setVerticalSpacing(gap // 2)
        grid.setHorizontalSpacing(gap)
        grid.setColumnStretch(1, 1)
        self._section(grid, "Look")
        self._row(grid, "P&alette", self.palettes)
        self._row(grid, "&Size of the type", self.type_size, "From the next start on.")
        self._section(grid, "Cards")
        self._row(grid, "", self.pictures, _PICTURES)
        self._row(grid, "", self.look_at_start, _LOOKING)
        self._section(grid, "New decks")
        self._row(grid, "&Edition", self.editions)
        self._row(grid, "&Format", self.formats)
        self._section(grid, "Library")
        self._row(grid, "", self.place)
        line = QHBoxLayout()
        line.setSpacing(space(self, 2))
        line.addWidget(self.open_folder)
        line.addWidget(self.back_up)
        line.addStretch(1)
        grid.addLayout(line, grid.rowCount(), 1)
        self._row(grid, "", self.told)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(gap, gap, gap, gap)
        layout.setSpacing(gap)
        layout.addLayout(grid)
        layout.addStretch(1)
        layout.addWidget(buttons)
        self.setMinimumWidth(space(self, 130))

    def _section(self, grid: QGridLayout, words: str) -> None:
        row = grid.rowCount()
        if row > 1:
            grid.setRowMinimumHeight(row, space(self, 2))
            row += 1
        grid.addWidget(label(words, weight=QFont.Weight.DemiBold), row, 0, 1, 2)

    def _row(self, grid: QGridLayout, words: str, field: QWidget, note: str = "") -> None:
        row = grid.rowCount()
        if words:
            caption = label(words)
            caption.setTextFormat(Qt.TextFormat.AutoText)
            caption.setBuddy(field)
            caption.setContentsMargins(0, space(self, 1), 0, 0)
            grid.addWidget(caption, row, 0, Qt.AlignmentFlag.AlignTop)
        cell = QVBoxLayout()
        cell.setSpacing(space(self, 1) // 2)
        wide = isinstance(field, QLabel)
        cell.addWidget(field, 0, Qt.AlignmentFlag(0) if wide else Qt.AlignmentFlag.AlignLeft)
        if note:
            cell.addWidget(label(note, Size.SMALL, faint=True, wraps=True))
            field.setAccessibleDescription(note)
        grid.addLayout(cell, row, 1)

    def _connect(self) -> None:
        self.palettes.activated.connect(self._on_palette_chosen)
        self.type_size.activated.connect(self._on_type_size_chosen)
        self.pictures.toggled.connect(self._on_pictures_toggled)
        self.look_at_start.toggled.connect(self._on_look_toggled)
        self.editions.activated.connect(self._on_edition_chosen)
        self.formats.activated.connect(self._on_format_chosen)
        self.open_folder.clicked.connect(self._on_folder_requested)
        self.back_up.clicked.connect(self._on_backup_requested)

    def _offer_formats(self) -> None:
        edition = self._settings.edition
        self.formats.clear()
        for each in formats_of(edition):
            self.formats.addItem(each.label[:1].upper() + each.label[1:], each.name)
        self.formats.setCurrentIndex(self.formats.findData(self._settings.format_of(edition)))

    def _on_palette_chosen(self) -> None:
        self.palette_chosen.emit(PaletteChoice(self.palettes.currentData()))

    def _on_type_size_chosen(self) -> None:
        self._settings.type_size = int(self.type_size.currentData())

    def _on_pictures_toggled(self, wanted: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._settings.pictures = wanted

    def _on_look_toggled(self, wanted: bool) -> None:  # noqa: FBT001 - Qt's signal
        self._settings.look_at_start = wanted

    def _on_edition_chosen(self) -> None:
        self._settings.edition = Edition(self.editions.currentData())
        self._offer_formats()

    def _on_format_chosen(self) -> None:
        self._settings.save_format(self._settings.edition, str(self.formats.currentData()))

    def _on_folder_requested(self) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._home))):
            self.told.setText(f"The folder could not be opened. It is {self._home}.")

    def _on_backup_requested(self) -> None:
        self.back_up.setEnabled(False)
        self.told.setText("Backing up…")
        task = Task(partial(_back_up, self._home))
        task.succeeded.connect(self.told.setText)
        task.failed.connect(self._on_backup_failed)
        task.finished.connect(self._on_backup_over)
        self._tasks.start(task)

    def _on_backup_failed(self, error: Exception) -> None:
        # A bug is told of by the task runner.
        reason = f"{error.sentence} {error.hint}".strip() if isinstance(error, AppError) else ""
        self.told.setText(f"Nothing was backed up. {reason}".strip())

    def _on_backup_over(self) -> None:
        self.back_up.setEnabled(True)


def _library_words(home: Path) -> str:
    from desktop.session.library_backup import library_words  # noqa: PLC0415 - SQL, not at start

    try:
        return without_home(library_words(home))
    except AppError as error:
        return error.sentence


def _back_up(home: Path, progress: Progress) -> str:
    from desktop.session.library_backup import back_up  # noqa: PLC0415 - SQL, in the worker

    return back_up(home, progress)
