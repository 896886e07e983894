"""The dialog of preferences; each counts as soon as it is chosen, and is saved."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from core.errors import AppError
from core.log_file import without_home
from desktop.dialogs.simple_dialogs import ClosableDialog
from desktop.runtime.folder_opening import open_folder
from desktop.runtime.settings import PALETTE_WORDS, TYPE_SIZES, Settings
from desktop.runtime.tasks import Progress, Task, TaskRunner
from desktop.style.fonts import Size, space
from desktop.widgets.cards.card_details import PICTURES_NOTE
from desktop.widgets.combo_boxes import EDITIONS, ComboBox
from desktop.widgets.fitted_dialog import scrolled
from desktop.widgets.layouts import buddy_label, column, label, row
from validators.conditions import formats_of

_UPDATES_NOTE = "Asks ThronesDB when the program starts. Nothing is downloaded until you say so."
_HOVER_NOTE = "Beside the row of a list, where the mouse or the keyboard rests for a moment."
_ORGANIZER_NOTE = "The log of an event says who did what. It is not on the pages for phones."
_LETTERS = 18


class PreferencesDialog(ClosableDialog):
    """Shows the settings and changes them.

    Signals:
        palette_chosen: another palette is wanted (a PaletteChoice).
        type_size_chosen: another text size is wanted (one of TYPE_SIZES).
    """

    palette_chosen = Signal(object)
    type_size_chosen = Signal(int)

    def __init__(
        self, settings: Settings, home: Path, tasks: TaskRunner, parent: QWidget | None = None
    ) -> None:
        super().__init__("Preferences", parent)
        self._settings, self._home, self._tasks = settings, home, tasks
        self.palettes = ComboBox("Palette", self, _LETTERS)
        self.type_size = ComboBox("Text size", self, _LETTERS)
        self.pictures = QCheckBox("Show &pictures of cards", self)
        self.hover_card = QCheckBox("Show the card &under the mouse", self)
        self.look_at_start = QCheckBox("&Look for newer cards once a week", self)
        self.editions = ComboBox("Edition of new decks", self, _LETTERS)
        self.formats = ComboBox("Format of new decks", self, _LETTERS)
        self.organizer = QLineEdit(settings.organizer, self, maxLength=80)
        self.organizer.setAccessibleName("Your name in the log")
        self.organizer.setMinimumWidth(space(self, 60))
        self.location = label(_library_location(home), wraps=True)
        self.location.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.open_folder = QPushButton("&Open the folder", self, autoDefault=False)
        self.back_up = QPushButton("&Back up now", self, autoDefault=False)
        self.message = label(size=Size.SMALL, faint=True, wraps=True)
        self.palettes.set_choices(PALETTE_WORDS, settings.palette)
        self.type_size.set_choices({size: f"{size} %" for size in TYPE_SIZES}, settings.type_size)
        self.editions.set_choices(EDITIONS, settings.edition)
        self.pictures.setChecked(settings.pictures)
        self.hover_card.setChecked(settings.hover_card)
        self.look_at_start.setChecked(settings.look_at_start)
        self._show_formats()
        self._lay_out()
        self._connect()

    def _lay_out(self) -> None:
        gap = space(self, 4)
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(gap // 2)
        self._grid.setHorizontalSpacing(gap)
        self._grid.setColumnStretch(1, 1)
        self._add_heading("Look")
        self._add_row("P&alette", self.palettes)
        self._add_row("Text &size", self.type_size)
        self._add_heading("Cards")
        self._add_row("", self.pictures, PICTURES_NOTE)
        self._add_row("", self.hover_card, _HOVER_NOTE)
        self._add_row("", self.look_at_start, _UPDATES_NOTE)
        self._add_heading("New decks")
        self._add_row("&Edition", self.editions)
        self._add_row("&Format", self.formats)
        self._add_heading("Events")
        self._add_row("&Your name in the log", self.organizer, _ORGANIZER_NOTE)
        self._add_heading("Library")
        self._add_row("", self.location)
        buttons = row(self.open_folder, self.back_up, None, spacing=space(self, 2))
        self._grid.addLayout(buttons, self._grid.rowCount(), 1)
        self._add_row("", self.message)
        self.add_buttons()
        sheet, foot = QWidget(self), column(self.buttons)
        column(self._grid, None, parent=sheet, margin=gap)
        foot.setContentsMargins(gap, 0, gap, 0)
        layout = column((scrolled(sheet, self), 1), foot, parent=self, spacing=0)
        layout.setContentsMargins(0, 0, 0, gap)
        width = space(self, 130)
        self.setMinimumWidth(width)
        self.resize(width, sheet.heightForWidth(width) + foot.sizeHint().height() + gap)

    def _add_heading(self, text: str) -> None:
        number = self._grid.rowCount()
        if number > 1:
            self._grid.setRowMinimumHeight(number, space(self, 2))
            number += 1
        self._grid.addWidget(label(text, weight=QFont.Weight.DemiBold), number, 0, 1, 2)

    def _add_row(self, text: str, field: QWidget, note: str = "") -> None:
        number = self._grid.rowCount()
        if text:
            caption = buddy_label(text, field, faint=False)
            caption.setContentsMargins(0, space(self, 1), 0, 0)
            self._grid.addWidget(caption, number, 0, Qt.AlignmentFlag.AlignTop)
        cell = column(field, spacing=space(self, 1) // 2)
        if not isinstance(field, QLabel):
            cell.setAlignment(field, Qt.AlignmentFlag.AlignLeft)
        if note:
            cell.addWidget(label(note, Size.SMALL, faint=True, wraps=True))
            field.setAccessibleDescription(note)
        self._grid.addLayout(cell, number, 1)

    def _connect(self) -> None:
        self.palettes.activated.connect(lambda: self.palette_chosen.emit(self.palettes.chosen))
        self.type_size.activated.connect(lambda: self.type_size_chosen.emit(self.type_size.chosen))
        self.pictures.toggled.connect(partial(setattr, self._settings, "pictures"))
        self.hover_card.toggled.connect(partial(setattr, self._settings, "hover_card"))
        self.look_at_start.toggled.connect(partial(setattr, self._settings, "look_at_start"))
        self.organizer.textEdited.connect(
            lambda text: setattr(self._settings, "organizer", text.strip())
        )
        self.editions.activated.connect(self._on_edition_chosen)
        self.formats.activated.connect(self._on_format_chosen)
        self.open_folder.clicked.connect(self._on_open_folder_clicked)
        self.back_up.clicked.connect(self._on_back_up_clicked)

    def _show_formats(self) -> None:
        edition = self._settings.edition
        names = {each.name: each.label[:1].upper() + each.label[1:] for each in formats_of(edition)}
        self.formats.set_choices(names, self._settings.format_of(edition))

    def _on_edition_chosen(self) -> None:
        self._settings.edition = self.editions.chosen
        self._show_formats()

    def _on_format_chosen(self) -> None:
        self._settings.save_format(self._settings.edition, self.formats.chosen)

    def _on_open_folder_clicked(self) -> None:
        if not open_folder(self._home):
            self.message.setText(f"The folder could not be opened. It is {self._home}.")

    def _on_back_up_clicked(self) -> None:
        self.back_up.setEnabled(False)
        self.message.setText("Backing up…")
        task = Task(partial(_back_up, self._home))
        task.succeeded.connect(self.message.setText)
        task.failed.connect(self._on_backup_failed)
        task.finished.connect(self._on_backup_finished)
        self._tasks.start(task)

    def _on_backup_failed(self, error: Exception) -> None:
        # The task runner reports a bug.
        reason = error.text if isinstance(error, AppError) else ""
        self.message.setText(f"Nothing was backed up. {reason}".strip())

    def _on_backup_finished(self) -> None:
        self.back_up.setEnabled(True)


def _library_location(home: Path) -> str:
    from library.addresses import in_words, library_address  # noqa: PLC0415 - SQL, not at start

    try:
        return without_home(in_words(library_address(home)))
    except AppError as error:
        return error.sentence


def _back_up(home: Path, progress: Progress) -> str:
    """Copy the library into the home folder's backups, in a worker; return what to say of it."""
    from library.addresses import BACKUPS, FILE_NAME, library_address  # noqa: PLC0415 - SQL
    from library.library import Library  # noqa: PLC0415
    from library.stored_text import in_file_name  # noqa: PLC0415

    progress(0, 1)
    target = home / BACKUPS / f"{Path(FILE_NAME).stem}-{in_file_name(datetime.now(UTC))}.db"
    with Library(library_address(home), clock=lambda: datetime.now(UTC), home=home) as library:
        copy = library.back_up(target)
    decks = "1 deck is" if copy.decks == 1 else f"{copy.decks:,} decks are"
    return f"{decks} backed up in {copy.path}."
